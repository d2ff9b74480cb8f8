"""A key is in nothing that is kept, shown, exported or logged, however often a model's server repeats it."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.api.asking import SYSTEMS
from core.installation import NOBODY, Installation, try_model
from core.settings import Settings, SourceSettings
from tests.llm.fake_gemini import FakeGemini, Reply, Request, answer_by_schema, failure, text
from tests.ui.steps import ask, opened, press, texts

KEY = "AIza-a-key-that-must-never-be-seen-0123456789"


def echo_in_errors(request: Request) -> Reply:
    return failure(400, f"The header x-goog-api-key {request.key} is strange.")


def echo_in_answers(request: Request) -> Reply:
    """The answer that is wanted, with the key in every text of it."""
    reply = answer_by_schema(request)
    if request.schema is None:
        return text("Your key is ", KEY[:9], KEY[9:], ".")
    told = json.loads("".join(reply.pieces))

    def with_key(value: object) -> object:
        if isinstance(value, dict):
            return {name: with_key(one) for name, one in value.items()}
        if isinstance(value, list):
            return [with_key(one) for one in value]
        return f"{value} {request.key}" if isinstance(value, str) and not limited else value

    limited = "enum" in json.dumps(request.schema)
    return Reply([json.dumps(with_key(told))])


@pytest.fixture
def gemini() -> Iterator[FakeGemini]:
    with FakeGemini() as server:
        yield server


@pytest.fixture
def house(tmp_path: Path, gemini: FakeGemini) -> Iterator[Installation]:
    house = Installation(
        Settings(data=tmp_path / "data", model_base_url=gemini.base_url, sources=SourceSettings(allowed=()))
    )
    yield house
    house.close()


def holding_the_key(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "echo"), [("typed", echo_in_answers), ("environment", echo_in_errors)], ids=["answers", "errors"]
)
def test_no_run_of_any_system_keeps_shows_or_logs_the_key(
    house: Installation,
    gemini: FakeGemini,
    echo: Callable[[Request], Reply],
    place: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    gemini.otherwise = echo
    if place == "environment":
        house.settings = Settings(**{**vars(house.settings), "model_key": KEY})
    engine = house.engine() if place == "environment" else house.engine(key=KEY)
    for system in SYSTEMS.values():
        session = house.open_session(system, {}, system.open_context(house.resources(NOBODY, engine)))
        run = session.start(system.examples[0])
        session.wait(120)
        shown = [session.state, session.steps, session.failure, session.settings, run.text, session.question]
        assert KEY not in repr(shown), system.name
        assert KEY not in repr([(past.values, past.source) for past in session.history]), system.name
    assert {request.key for request in gemini.requests} == {KEY}, "or nothing was asked, and nothing shown"
    assert KEY not in repr(try_model(engine))
    assert KEY not in repr(house) + repr(house.settings) + repr(engine)
    assert holding_the_key(house.settings.data) == []
    assert KEY not in caplog.text


def test_a_key_typed_in_the_sidebar_is_in_no_address_and_in_nothing_that_the_page_draws(
    house: Installation, gemini: FakeGemini, monkeypatch: pytest.MonkeyPatch
) -> None:
    from core import installation as floor
    from core.ui import resources

    for module in (floor, resources):
        monkeypatch.setattr(module, "installation", lambda: house)
    gemini.otherwise = echo_in_errors
    test = opened("expert_search")
    test.sidebar.text_input[0].set_value(KEY)
    press(test, "Use for this visit")
    ask(test, "zorblatt quixnomic flimmering")  # so little is found that the model is asked for other words
    assert gemini.requests[0].key == KEY
    assert KEY not in repr(test.query_params)
    assert any("strange" in words or "did not accept" in words for words in texts(test))
    assert KEY not in "".join(texts(test))
    assert KEY not in "".join(str(code.value) for code in test.code)
    assert holding_the_key(house.settings.data) == []
