"""The graph of a classification: expand, search, decide; search once more, ask, or end."""

from __future__ import annotations

from typing import Literal

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from core.systems.nco_classification import nodes
from core.systems.nco_classification.questions.answers import has_new_answer
from core.systems.nco_classification.state import Context, State


def route_after_analyzer(state: State) -> Literal["retrieval", "user_info"]:
    """Search once more with better words, or go to where a match ends the run and a question waits."""
    return "retrieval" if state["improved_search"] else "user_info"


def route_after_user_info(state: State) -> Literal["expander", "__end__"]:
    """Begin again with what was answered; end when nothing was."""
    return "expander" if has_new_answer(state) else "__end__"


def build_graph(checkpointer: BaseCheckpointSaver[str] | None = None) -> CompiledStateGraph[State, Context]:
    """Compile the graph; every run passes its `Context`. Without a checkpointer it decides and never waits."""
    graph = StateGraph(State, context_schema=Context)
    for node in ("expander", "retrieval", "analyzer", "user_info"):
        graph.add_node(node, getattr(nodes, node))
    graph.add_edge(START, "expander")
    graph.add_edge("expander", "retrieval")
    graph.add_edge("retrieval", "analyzer")
    graph.add_conditional_edges("analyzer", route_after_analyzer)
    graph.add_conditional_edges("user_info", route_after_user_info)
    return graph.compile(checkpointer=checkpointer)
