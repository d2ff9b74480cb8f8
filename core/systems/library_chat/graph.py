"""The graph of a library chat: the supervisor sends to the librarian, the analyst or both; the reviewer comes last.

Between them the analyst is asked which of two readings is meant, where somebody has to choose.
"""

from __future__ import annotations

from typing import Literal

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from core.systems.library_chat import nodes
from core.systems.library_chat.state import Context, State


def route_after_supervisor(state: State) -> Literal["clarification", "librarian", "analyst", "reviewer"]:
    """Back to whoever asked, where the question can be read in several ways; else to an agent."""
    return "clarification" if state["ways"] else route_after_clarification(state)


def route_after_clarification(state: State) -> Literal["librarian", "analyst", "reviewer"]:
    """To whom the question goes; what is no question to the catalogue goes straight to the reviewer."""
    agent = state["route"]["agent"]
    if agent == "none":
        return "reviewer"
    return "analyst" if agent == "analyst" else "librarian"


def route_after_librarian(state: State) -> Literal["analyst", "reviewer"]:
    """On to the analyst where both were asked."""
    return "analyst" if state["route"]["agent"] == "both" else "reviewer"


def build_graph(checkpointer: BaseCheckpointSaver[str] | None = None) -> CompiledStateGraph[State, Context]:
    """Compile the graph; every run passes its `Context`."""
    graph = StateGraph(State, context_schema=Context)
    for node in ("supervisor", "clarification", "librarian", "analyst", "reviewer"):
        graph.add_node(node, getattr(nodes, node))
    graph.add_edge(START, "supervisor")
    graph.add_conditional_edges("supervisor", route_after_supervisor)
    graph.add_conditional_edges("clarification", route_after_clarification)
    graph.add_conditional_edges("librarian", route_after_librarian)
    graph.add_edge("analyst", "reviewer")
    graph.add_edge("reviewer", END)
    return graph.compile(checkpointer=checkpointer)
