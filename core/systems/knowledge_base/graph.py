"""The graph of a conversation with the documents: weigh, search, grade, rewrite at most twice, answer, grade."""

from __future__ import annotations

from typing import Literal

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from core.systems.knowledge_base import nodes
from core.systems.knowledge_base.state import Context, State

NODES = (
    "conversation_memory",
    "query_evaluator",
    "agent",
    "tools",
    "document_grader",
    "query_transformer",
    "response_grader",
)


def route_after_agent(state: State) -> Literal["tools", "response_grader"]:
    """To the tools it calls, or on with its answer."""
    return "tools" if state["tool_calls"] else "response_grader"


def route_after_document_grader(state: State) -> Literal["agent", "query_transformer"]:
    """Answer from what was found, or try another query."""
    return "query_transformer" if state["document_grade_summary"]["details"]["again"] else "agent"


def route_after_query_transformer(state: State) -> Literal["query_evaluator", "agent"]:
    """Search with the other query, or answer from what was found where there is none."""
    return "agent" if state["searched"] else "query_evaluator"


def build_graph(checkpointer: BaseCheckpointSaver[str] | None = None) -> CompiledStateGraph[State, Context]:
    """Compile the graph; every run passes its `Context`."""
    graph = StateGraph(State, context_schema=Context)
    for node in NODES:
        graph.add_node(node, getattr(nodes, node))
    graph.add_edge(START, "conversation_memory")
    graph.add_edge("conversation_memory", "query_evaluator")
    graph.add_edge("query_evaluator", "agent")
    graph.add_conditional_edges("agent", route_after_agent)
    graph.add_edge("tools", "document_grader")
    graph.add_conditional_edges("document_grader", route_after_document_grader)
    graph.add_conditional_edges("query_transformer", route_after_query_transformer)
    graph.add_edge("response_grader", END)
    return graph.compile(checkpointer=checkpointer)
