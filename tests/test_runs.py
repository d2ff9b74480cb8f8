"""A run by itself: the text that its nodes write."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Literal, TypedDict

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph

from core.llm.engine import announce_asked, announce_text
from core.runs import Runs
from core.types import Asked
from tests.tiny_system import new_house, open_tiny


class State(TypedDict, total=False):
    draft: int


def writer(state: State) -> State:
    for piece in ("draft ", str(state["draft"])):
        announce_text(piece)
    return {"draft": state["draft"] + 1}


def route_after_writer(state: State) -> Literal["writer", "__end__"]:
    return "writer" if state["draft"] < 4 else "__end__"


def test_a_node_that_comes_again_writes_its_text_anew() -> None:
    graph = StateGraph(State)
    graph.add_node(writer)
    graph.add_edge(START, "writer")
    graph.add_conditional_edges("writer", route_after_writer)
    compiled = graph.compile(InMemorySaver())
    run = Runs().start(
        "t",
        lambda control: compiled.stream(
            {"draft": 1}, {"configurable": {"thread_id": "t"}}, stream_mode=["tasks"], version="v2", control=control
        ),
    )
    assert run.wait(60)
    assert run.failure is None
    assert run.text == {"writer": "draft 3"}


def twice(state: State) -> State:
    for words in ("first try", "second try"):
        announce_text(words)
        announce_asked(Asked(task="write", engine="somebody"))
    return {"draft": 4}


def test_a_node_that_writes_a_second_text_begins_it_anew() -> None:
    graph = StateGraph(State)
    graph.add_node("writer", twice)
    graph.add_edge(START, "writer")
    compiled = graph.compile(InMemorySaver())
    run = Runs().start(
        "t",
        lambda control: compiled.stream(
            {"draft": 1}, {"configurable": {"thread_id": "t"}}, stream_mode=["tasks"], version="v2", control=control
        ),
    )
    assert run.wait(60)
    assert run.text == {"writer": "second try"}


def test_a_run_whose_thread_was_forgotten_is_waited_for_before_its_store_is_closed(tmp_path: Path) -> None:
    """SQLite breaks the whole process when a connection is closed under a thread that writes through it."""
    gate = threading.Event()
    for _ in range(5):
        house = new_house(tmp_path)
        session = open_tiny(house, gate=gate)
        run = session.start("hello")
        session.forget()
        threading.Timer(0.05, gate.set).start()
        house.close()
        assert not run.running
        gate.clear()


def test_what_does_not_stop_in_time_keeps_its_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.installation.CLOSING", 0.05)
    gate = threading.Event()
    house = new_house(tmp_path)
    run = open_tiny(house, gate=gate).start("hello")
    while not any(step.node == "left" for step in run.steps):
        assert run.running
    house.close()
    assert run.stopping
    gate.set()
    assert run.wait(60)
    assert run.status == "stopped"
