"""The graph of a research report: plan, ask the tools one after the other, filter, write, evaluate; refine or end."""

from __future__ import annotations

from functools import partial
from typing import Literal

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from core.systems.research_reports import nodes
from core.systems.research_reports.state import MOST_REFINEMENTS, TOOL_ORDER, Context, State, Tool

ToolNode = Literal[
    "pubmed_search",
    "arxiv_search",
    "openalex_search",
    "materials_search",
    "web_search",
    "shelf_search",
    "retrieve_data",
]
AFTER_TOOLS = "retrieve_data"
TOOL_NODES: dict[Tool, ToolNode] = {
    "pubmed": "pubmed_search",
    "arxiv": "arxiv_search",
    "openalex": "openalex_search",
    "materials": "materials_search",
    "web": "web_search",
    "shelf": "shelf_search",
}


def route_from_supervisor(state: State) -> Literal["clean_query", "query_generation", "rag_filter"]:
    """To the beginning, or back to where a refinement or a follow-up goes on."""
    return state["next_node"]


def route_to_tools(state: State) -> ToolNode:
    """Return the first active tool; straight on when there is none."""
    return _first_active(state, TOOL_ORDER)


def route_next_tool(key: Tool, state: State) -> ToolNode:
    """Return the next active tool after the one that just ran: the order only goes forward, so none has two turns."""
    return _first_active(state, TOOL_ORDER[TOOL_ORDER.index(key) + 1 :])


def route_after_evaluation(state: State) -> Literal["supervisor", "__end__"]:
    """Once more, if the evaluation asks for it and the limit allows it, whatever the evaluation says."""
    again = state["needs_refinement"] and state["refinement_count"] < MOST_REFINEMENTS
    return "supervisor" if again else "__end__"


def _first_active(state: State, tools: tuple[Tool, ...]) -> ToolNode:
    return next((TOOL_NODES[tool] for tool in tools if tool in state["active_tools"]), "retrieve_data")


def build_graph(checkpointer: BaseCheckpointSaver[str] | None = None) -> CompiledStateGraph[State, Context]:
    """Compile the graph; every run passes its `Context`. Without a checkpointer it never waits for the plan."""
    graph = StateGraph(State, context_schema=Context)
    before, after = ("supervisor", "clean_query", "intent", "planning", "query_generation"), (
        AFTER_TOOLS, "rag_filter", "synthesis", "evaluation",
    )  # fmt: skip
    for node in (*before, *TOOL_NODES.values(), *after):
        graph.add_node(node, getattr(nodes, node))
    graph.add_edge(START, "supervisor")
    graph.add_conditional_edges("supervisor", route_from_supervisor)
    graph.add_edge("clean_query", "intent")
    graph.add_edge("intent", "planning")
    graph.add_edge("planning", "query_generation")
    graph.add_conditional_edges("query_generation", route_to_tools)
    for position, (key, node) in enumerate(TOOL_NODES.items(), start=1):
        # A router hears only the state, so each learns here after which tool it stands.
        targets = [*list(TOOL_NODES.values())[position:], AFTER_TOOLS]
        graph.add_conditional_edges(node, partial(route_next_tool, key), targets)
    graph.add_edge(AFTER_TOOLS, "rag_filter")
    graph.add_edge("rag_filter", "synthesis")
    graph.add_edge("synthesis", "evaluation")
    graph.add_conditional_edges("evaluation", route_after_evaluation)
    return graph.compile(checkpointer=checkpointer)
