"""A graph to be interrupted, killed and resumed; run as a program it works on it until somebody kills it.

`python little_graph.py FOLDER_OR_ADDRESS THREAD` prints a line as each node ends.
"""

from __future__ import annotations

import operator
import sys
import time
from pathlib import Path
from typing import Annotated, Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt

from core.settings import Settings
from core.stores.checkpoints import open_checkpoints


class State(TypedDict, total=False):
    request: str
    answer: str
    log: Annotated[list[str], operator.add]


def build_asking(saver: Any) -> Any:
    """think → ask (an interrupt) → answer."""
    graph = StateGraph(State)
    graph.add_node("think", lambda state: {"log": ["think"]})
    graph.add_node("ask", lambda state: {"answer": interrupt("Which one?"), "log": ["ask"]})
    graph.add_edge(START, "think")
    graph.add_edge("think", "ask")
    graph.add_edge("ask", END)
    return graph.compile(checkpointer=saver)


def build_long(saver: Any, nodes: int = 30, seconds: float = 0.0) -> Any:
    """node 0 → node 1 → …, each of which takes a while and writes its name into the log."""

    def work(name: str) -> Any:
        def node(state: State) -> State:
            time.sleep(seconds)
            print(name, flush=True)
            return {"log": [name]}

        return node

    graph = StateGraph(State)
    names = [f"node {number}" for number in range(nodes)]
    for name in names:
        graph.add_node(name, work(name))
    for here, there in zip([START, *names], [*names, END], strict=True):
        graph.add_edge(here, there)
    return graph.compile(checkpointer=saver)


def on(thread: str) -> dict[str, Any]:
    """The configuration of a run on this thread."""
    return {"configurable": {"thread_id": thread}, "recursion_limit": 60}


if __name__ == "__main__":
    place, thread = sys.argv[1:]
    settings = Settings(database_url=place) if "://" in place else Settings(data=Path(place))
    with open_checkpoints(settings) as checkpoints:
        build_long(checkpoints.saver, seconds=0.05).invoke({"request": "work"}, on(thread))
