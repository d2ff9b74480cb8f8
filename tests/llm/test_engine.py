from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypedDict

import pytest
from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel

from core.llm.engine import Engine, OfflineEngine, announce_text, listen
from core.llm.task import task
from core.types import Asked


class Count(BaseModel):
    letters: int


@task("Count the letters of $request.")
def count(request: str) -> Count:
    """Count the characters."""
    return Count(letters=len(request))


@task("Tell about $request.")
def tell(request: str) -> str:
    """Repeat the question."""
    return f"You asked: {request}"


class Heard:
    """What a run overheard."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.pieces: list[str] = []

    def listen(self) -> Any:
        return listen(self.asked.append, self.pieces.append)


def test_the_offline_engine_answers_with_the_rule_and_says_so() -> None:
    engine: Engine = OfflineEngine()
    assert engine.ask(count, request="cook") == Count(letters=4)
    assert (engine.label, engine.offline) == ("Offline rules", True)


def test_every_question_leaves_a_record_of_who_was_asked_what_and_answered_what() -> None:
    heard = Heard()
    with heard.listen():
        OfflineEngine().ask(count, "cook")
    [asked] = heard.asked
    assert (asked.task, asked.engine, asked.model, asked.prompt) == ("count", "Offline rules", "", "request: cook")
    assert asked.answer == '{\n  "letters": 4\n}'
    assert (asked.error, asked.tokens_in, asked.tokens_out) == ("", 0, 0)
    assert asked.seconds >= 0


def test_a_written_text_is_announced_before_its_record() -> None:
    order: list[Any] = []
    with listen(order.append, order.append):
        assert OfflineEngine().write(tell, request="bread") == "You asked: bread"
    assert order[0] == "You asked: bread"
    assert order[1].answer == "You asked: bread"


def test_a_rule_that_fails_fails_as_it_is() -> None:
    @task("Divide by $request.")
    def divide(request: int) -> str:
        """Divide."""
        return str(1 / request)

    with pytest.raises(ZeroDivisionError):
        OfflineEngine().ask(divide, request=0)


def test_nobody_need_listen() -> None:
    announce_text("into the void")
    assert OfflineEngine().write(tell, "bread") == "You asked: bread"


def test_listening_ends_with_its_block_and_goes_back_to_the_listener_around_it() -> None:
    outer, inner = Heard(), Heard()
    with outer.listen():
        with inner.listen():
            announce_text("inside")
        announce_text("around")
    announce_text("outside")
    assert (outer.pieces, inner.pieces) == (["around"], ["inside"])


class Runs(TypedDict, total=False):
    request: str
    left: str
    right: str


def test_two_runs_at_once_with_parallel_nodes_each_hear_their_own_and_nothing_else() -> None:
    engine = OfflineEngine()
    together = threading.Barrier(4, timeout=30)  # both nodes of both runs ask at the same moment

    def left(state: Runs) -> Runs:
        together.wait()
        return {"left": engine.write(tell, request=f"left {state['request']}")}

    def right(state: Runs) -> Runs:
        together.wait()
        return {"right": engine.write(tell, request=f"right {state['request']}")}

    builder = StateGraph(Runs)
    builder.add_node("left", left)
    builder.add_node("right", right)
    for node in ("left", "right"):
        builder.add_edge(START, node)
        builder.add_edge(node, END)
    graph = builder.compile()

    def run(name: str) -> Heard:
        heard = Heard()
        with heard.listen():
            graph.invoke({"request": name}, {"recursion_limit": 25})
        return heard

    with ThreadPoolExecutor(2) as threads:
        runs = dict(zip("ab", threads.map(run, "ab"), strict=True))
    for name, heard in runs.items():
        assert sorted(heard.pieces) == [f"You asked: left {name}", f"You asked: right {name}"]
        assert sorted(asked.answer for asked in heard.asked) == sorted(heard.pieces)
