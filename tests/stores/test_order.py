"""The latest checkpoint is the one that was made last, in both stores, however wrong the clocks are."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from langgraph.types import Command

from core.settings import Settings
from core.stores.checkpoints import open_checkpoints
from tests.clocks import DAY, clock_set
from tests.stores.little_graph import build_asking, build_long, on


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "PostgreSQL":
        return Settings(database_url=request.getfixturevalue("database_url"))
    return Settings(data=tmp_path)


@pytest.mark.parametrize("by", [-DAY, DAY], ids=["back", "forward"])
def test_a_question_is_answered_by_a_server_whose_clock_is_a_day_off(settings: Settings, by: timedelta) -> None:
    with open_checkpoints(settings) as checkpoints:
        build_asking(checkpoints.saver).invoke({"request": "who?"}, on("t"))
    with clock_set(by), open_checkpoints(settings) as checkpoints:
        graph = build_asking(checkpoints.saver)
        graph.invoke(Command(resume="this one"), on("t"))
        state = graph.get_state(on("t"))
        assert (state.values["answer"], state.next) == ("this one", ())


def test_a_branch_from_the_past_is_the_latest_though_the_clock_went_back(settings: Settings) -> None:
    with open_checkpoints(settings) as checkpoints:
        graph = build_long(checkpoints.saver, nodes=4)
        graph.invoke({"request": "one"}, on("t"))
        past = list(graph.get_state_history(on("t")))[2].config
    with clock_set(-DAY), open_checkpoints(settings) as checkpoints:
        graph = build_long(checkpoints.saver, nodes=4)
        branch = graph.update_state(past, {"request": "changed"})
        graph.invoke(None, branch)
        assert graph.get_state(on("t")).values["request"] == "changed"


@examples(max_examples=25)
@given(hours=st.lists(st.integers(-48, 48), min_size=1, max_size=5))
def test_whatever_the_clock_does_between_two_turns_the_last_one_is_the_latest(
    hours: list[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = Settings(data=tmp_path_factory.mktemp("order"))
    told: list[Any] = []
    for number, shift in enumerate(hours):
        with clock_set(timedelta(hours=shift)), open_checkpoints(place) as checkpoints:
            graph = build_long(checkpoints.saver, nodes=1)
            graph.invoke({"request": str(number)}, on("t"))
            told.append(graph.get_state(on("t")).values["request"])
    assert told == [str(number) for number in range(len(hours))]
