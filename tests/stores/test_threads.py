"""The list of threads and their traces, over both stores."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage

from core.errors import StoreError
from core.settings import Settings
from core.stores.checkpoints import Checkpoints, open_checkpoints
from core.stores.threads import TITLE_LENGTH, Threads
from core.types import Asked, Step
from tests.properties import examples
from tests.stores.little_graph import build_asking, on


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "PostgreSQL":
        return Settings(database_url=request.getfixturevalue("database_url"))
    return Settings(data=tmp_path / "data")


@pytest.fixture
def checkpoints(settings: Settings) -> Any:
    with open_checkpoints(settings) as opened:
        yield opened


@pytest.fixture
def threads(checkpoints: Checkpoints) -> Threads:
    return Threads(checkpoints)


def begin(
    threads: Threads, request: str = "who?", owner: str = "ada@example.org", system: str = "expert_search"
) -> str:
    id = threads.new_id()
    threads.begin(id, system, owner, request, {"alpha": 0.6})
    return id


def a_step(number: int = 0, node: str = "expander", **change: object) -> Step:
    return Step(f"step {number}", node, number, 1, started=1.5, change=change)


def test_an_id_has_128_random_bits_and_may_stand_in_an_address(threads: Threads) -> None:
    ids = {threads.new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", id) for id in ids)


def test_a_thread_is_found_again_after_the_next_start(settings: Settings) -> None:
    with open_checkpoints(settings) as opened:
        threads = Threads(opened)
        begun = threads.begin(
            "t", "nco_classification", "", "A welder who\n repairs boilers", {"k": 5, "deep": [1, {"a": None}]}
        )
        threads.keep_steps("t", [a_step()])
    with open_checkpoints(settings) as opened:
        threads = Threads(opened)
        assert threads.find("t") == begun
        assert begun.title == "A welder who repairs boilers"
        assert begun.settings == {"k": 5, "deep": [1, {"a": None}]}
        assert begun.unfinished
        assert begun.requests == 1
        assert threads.steps("t") == [a_step()]


def test_times_are_utc_and_sort_as_text(threads: Threads) -> None:
    before = datetime.now(UTC)
    id = begin(threads)
    first = threads.find(id)
    second = threads.update(id, unfinished=False)
    assert first is not None
    assert second is not None
    assert before <= datetime.fromisoformat(first.created) <= datetime.now(UTC)
    assert first.created == first.updated == second.created < second.updated


def test_an_update_changes_what_is_given_and_nothing_else(threads: Threads) -> None:
    id = begin(threads)
    first = threads.find(id)
    assert first is not None
    threads.update(id, unfinished=False)
    threads.update(id, requests=2, settings=lambda kept: {})
    changed = threads.find(id)
    assert changed is not None
    assert (changed.unfinished, changed.requests, changed.settings) == (False, 2, {})
    assert (changed.title, changed.owner, changed.system, changed.created) == (
        first.title,
        first.owner,
        first.system,
        first.created,
    )


def test_a_long_request_is_cut_for_the_title(threads: Threads) -> None:
    assert threads.begin("t", "expert_search", "", "x" * 500, {}).title == "x" * (TITLE_LENGTH - 1) + "…"
    assert threads.begin("u", "expert_search", "", "x" * TITLE_LENGTH, {}).title == "x" * TITLE_LENGTH


@pytest.mark.parametrize("id", ["", "unknown", "a.b", "a/../b", "x" * 1000, "' OR 1=1 --", "a\0b", "\ud800", "%", "語"])
def test_an_id_that_somebody_made_up_finds_nothing_and_changes_nothing(threads: Threads, id: str) -> None:
    begin(threads)
    assert threads.find(id) is None
    assert threads.steps(id) == []
    assert threads.update(id, unfinished=False) is None
    threads.keep_steps(id, [a_step(node="a")])
    threads.forget(id)
    assert threads.steps(id) == []
    assert len(threads.of("ada@example.org")) == 1


def test_an_owner_sees_their_own_threads_only_newest_first(threads: Threads) -> None:
    mine = [begin(threads, f"request {n}") for n in range(5)]
    for owner in ("", "ada@example.or", "ADA@example.org", "ada@example_org", "%"):
        begin(threads, "theirs", owner=owner)
    threads.update(mine[1], unfinished=False)
    assert [thread.id for thread in threads.of("ada@example.org")] == [mine[n] for n in (1, 4, 3, 2, 0)]
    assert [thread.id for thread in threads.of("ada@example.org", limit=2)] == [mine[1], mine[4]]


def test_the_newest_are_right_even_when_many_changed_in_the_same_second(threads: Threads) -> None:
    ids = [begin(threads, f"request {n}") for n in range(150)]
    assert [thread.id for thread in threads.of("ada@example.org", limit=3)] == ids[:-4:-1]


def test_the_list_can_be_of_one_system(threads: Threads) -> None:
    chat = begin(threads, system="library_chat")
    begin(threads, system="expert_search")
    assert [thread.id for thread in threads.of("ada@example.org", "library_chat")] == [chat]
    assert threads.of("ada@example.org", "knowledge_base") == []


def test_forgetting_leaves_nothing_of_the_thread_and_all_of_the_others(
    threads: Threads, checkpoints: Checkpoints
) -> None:
    graph = build_asking(checkpoints.saver)
    gone, kept = begin(threads), begin(threads)
    for id in (gone, kept):
        graph.invoke({"request": "who?"}, on(id))
        threads.keep_steps(id, [a_step(1, "think"), a_step(2, "ask")])
    threads.forget(gone)
    assert threads.find(gone) is None
    assert threads.steps(gone) == []
    assert graph.get_state(on(gone)).values == {}
    assert [thread.id for thread in threads.of("ada@example.org")] == [kept]
    assert graph.get_state(on(kept)).next == ("ask",)
    assert len(threads.steps(kept)) == 2
    threads.forget(gone)


def test_a_run_that_ends_after_its_thread_was_forgotten_does_not_bring_it_back(
    threads: Threads, checkpoints: Checkpoints
) -> None:
    id = begin(threads)
    threads.forget(id)
    threads.keep_steps(id, [a_step(node="late")])
    assert threads.update(id, unfinished=False) is None
    assert checkpoints.store.search(()) == []


def test_steps_come_back_in_the_order_in_which_they_were_kept(threads: Threads) -> None:
    id, other = begin(threads), begin(threads)
    threads.keep_steps(id, [])
    for n in range(0, 120, 3):
        threads.keep_steps(id, [a_step(n), a_step(n + 1), a_step(n + 2)])
        threads.keep_steps(other, [a_step(-n)])
    assert [step.number for step in threads.steps(id)] == list(range(120))


def test_steps_stay_in_order_when_the_clock_is_set_back(threads: Threads, monkeypatch: pytest.MonkeyPatch) -> None:
    id = begin(threads)
    threads.keep_steps(id, [a_step(0), a_step(1)])
    monkeypatch.setattr("time.time_ns", lambda: 5)
    threads.keep_steps(id, [a_step(2)])
    assert [step.number for step in threads.steps(id)] == [0, 1, 2]


def test_a_step_of_a_run_comes_back_as_it_was(threads: Threads) -> None:
    id = begin(threads)
    step = Step(
        "1", "expander", 1, 1, started=1.5, seconds=0.25, before={"request": "a"}, change={"hits": [{"score": 0.1}]}
    )
    step.asked.append(Asked("expand", "offline engine", prompt="p", answer="a"))
    threads.keep_steps(id, [step])
    assert threads.steps(id) == [step]


def test_a_message_in_a_step_is_kept_by_its_content(threads: Threads) -> None:
    id = begin(threads)
    threads.keep_steps(id, [a_step(messages=[HumanMessage("Any novels by Haddad?")], odd={3})])
    (step,) = threads.steps(id)
    messages = step.change["messages"]
    assert isinstance(messages, list)
    assert (messages[0]["content"], messages[0]["type"]) == ("Any novels by Haddad?", "human")
    assert step.change["odd"] == "{3}"


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters()), inner, max_size=4),
    max_leaves=10,
)


@given(values=st.dictionaries(st.text(st.characters()), any_json, max_size=4), request_text=st.text(st.characters()))
@examples(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_value_of_a_step_and_no_request_is_ever_refused_or_changed(
    threads: Threads, values: dict[str, Any], request_text: str
) -> None:
    id = threads.new_id()
    threads.begin(id, "expert_search", "", request_text, values)
    step = replace(a_step(), change=values)
    threads.keep_steps(id, [step])
    assert threads.steps(id) == [step]
    found = threads.find(id)
    assert found is not None
    assert found.settings == values


def test_many_at_once_lose_nothing(threads: Threads) -> None:
    shared = begin(threads)

    def work(number: int) -> str:
        id = begin(threads, f"request {number}")
        threads.keep_steps(id, [a_step(number)])
        threads.keep_steps(shared, [a_step(number)])
        if number % 2:
            threads.update(shared, title=f"title {number}")
        else:
            threads.update(shared, settings=lambda kept: {**kept, f"n{number}": number})
        threads.update(id, unfinished=False)
        return id

    with ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(work, range(48)))
    assert sorted(step.number for step in threads.steps(shared)) == list(range(48))
    assert {thread.id for thread in threads.of("ada@example.org", limit=100)} == {shared, *ids}
    assert all(threads.steps(id) == [a_step(number)] for number, id in enumerate(ids))
    thread = threads.find(shared)
    assert thread is not None
    assert thread.title.startswith("title ")
    assert {f"n{number}" for number in range(0, 48, 2)} <= set(thread.settings)


def test_what_cannot_be_kept_is_told_in_words(threads: Threads, checkpoints: Checkpoints) -> None:
    id = begin(threads)
    checkpoints.close()
    for attempt in (
        lambda: threads.find(id),
        lambda: threads.of(""),
        lambda: threads.steps(id),
        lambda: threads.update(id, unfinished=False),
        lambda: threads.keep_steps(id, [a_step()]),
        lambda: threads.forget(id),
        lambda: threads.begin("new", "expert_search", "", "who?", {}),
    ):
        with pytest.raises(StoreError):
            attempt()


def test_an_owner_whose_name_begins_like_anothers_sees_nothing_of_theirs_and_shows_them_nothing(
    tmp_path: Path,
) -> None:
    with open_checkpoints(Settings(data=tmp_path)) as checkpoints:
        threads = Threads(checkpoints)
        threads.begin(threads.new_id(), "system", "anna\0other", "theirs", {})
        mine = threads.begin(threads.new_id(), "system", "anna", "mine", {})
        assert threads.of("anna") == [mine]
