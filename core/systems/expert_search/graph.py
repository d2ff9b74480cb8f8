"""The graph of an expert search: what is asked for, four searches at once, fusion, the gate, one refinement, the final
few, a team."""

from __future__ import annotations

from typing import Literal

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from core.systems.expert_search import nodes
from core.systems.expert_search.state import Context, State

SEARCHES = ("profile_vector_search", "profile_keyword_search", "project_vector_search", "project_keyword_search")


def route_after_check_refine(state: State) -> Literal["refine", "select_final"]:
    """Once more with better words, or done."""
    return "refine" if state["should_refine"] else "select_final"


def route_after_select_final(state: State) -> Literal["form_team", "__end__"]:
    """Find a team where several people are wanted or more than one thing is."""
    asked = state["requirements"]
    return "form_team" if asked["people"] != 1 or len(asked["wanted"]) > 1 else "__end__"


def build_graph(checkpointer: BaseCheckpointSaver[str] | None = None) -> CompiledStateGraph[State, Context]:
    """Compile the graph; every run passes its `Context`."""
    graph = StateGraph(State, context_schema=Context)
    before, after = ("initial_state", "understand", "clarify"), ("rerank", "check_refine", "refine", "select_final")
    for node in (*before, *SEARCHES, *after, "form_team"):
        graph.add_node(node, getattr(nodes, node))
    graph.add_edge(START, "initial_state")
    graph.add_edge("initial_state", "understand")
    graph.add_edge("understand", "clarify")
    for search in SEARCHES:
        graph.add_edge("clarify", search)
        graph.add_edge("refine", search)
    graph.add_edge(list(SEARCHES), "rerank")
    graph.add_edge("rerank", "check_refine")
    graph.add_conditional_edges("check_refine", route_after_check_refine)
    graph.add_conditional_edges("select_final", route_after_select_final)
    graph.add_edge("form_team", END)
    return graph.compile(checkpointer=checkpointer)
