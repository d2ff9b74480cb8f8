"""The graph of a system with the path a run took: as a picture, and as the table behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

import streamlit as st
from langchain_core.runnables.graph import Graph

from core.types import Step
from core.ui.words import step_name

DONE = 'fillcolor="#cde8d5", color="#2b7a4b", fontcolor="#10301d"'
WORKING = 'fillcolor="#ffe3a3", color="#a66a00", fontcolor="#3a2600"'
FAILED = 'fillcolor="#f6cfc8", color="#a3341f", fontcolor="#3d0f06"'
IDLE = 'fillcolor="#eceae4", color="#8a867c", fontcolor="#3b3933"'


class Drawable(Protocol):
    """A compiled graph, as far as its picture needs it."""

    def get_graph(self) -> Graph:
        """Give its nodes and edges."""


def draw_path(graph: Drawable, steps: Sequence[Step]) -> None:
    """Draw the graph; nodes that worked are filled, with the number of times, and the edges taken are thick."""
    st.graphviz_chart(dot(graph, steps), alt=in_words(steps))
    st.markdown(f"**The path in words.** {in_words(steps)}")


def in_words(steps: Sequence[Step]) -> str:
    """Return the path as a sentence: supersteps in order, side by side joined by “and”."""
    rounds: dict[int, list[str]] = {}
    for step in steps:
        rounds.setdefault(step.superstep, []).append(step_name(step.node).lower())
    return ", then ".join(" and ".join(names) for names in rounds.values()) or "No step has been taken yet."


def taken_edges(graph: Drawable, steps: Sequence[Step]) -> Counter[tuple[str, str]]:
    """Count how often each edge of the graph was gone along."""
    rounds: dict[int, set[str]] = {0: {"__start__"}}
    for step in steps:
        rounds.setdefault(step.superstep, set()).add(step.node)
    order = [rounds[number] for number in sorted(rounds)]
    if steps and all(step.seconds is not None and not step.error for step in steps):
        order.append({"__end__"})
    edges = {(edge.source, edge.target) for edge in graph.get_graph().edges}
    return Counter(
        (source, target)
        for here, there in pairwise(order)
        for source in here
        for target in there
        if (source, target) in edges
    )


def dot(graph: Drawable, steps: Sequence[Step]) -> str:
    """Return the graph in Graphviz's language, readable in light and dark; loops go back without bending the order."""
    drawn = graph.get_graph()
    names = {node: f"n{position}" for position, node in enumerate(drawn.nodes)}
    times = Counter(step.node for step in steps)
    at_work = {step.node for step in steps if step.seconds is None}
    failed = {steps[-1].node} if steps and steps[-1].error else set()
    taken = taken_edges(graph, steps)
    depth = _depths(drawn)
    lines = [
        "digraph {",
        '  bgcolor="transparent"; rankdir=TB; nodesep=0.35; ranksep=0.35;',
        '  node [shape=box, style="rounded,filled", fontname="Source Sans", fontsize=12, height=0.4];',
        '  edge [color="#8a867c", fontname="Source Sans", fontsize=11, fontcolor="#8a867c", arrowsize=0.7];',
    ]
    for node, name in names.items():
        look = FAILED if node in failed else WORKING if node in at_work else DONE if times[node] else IDLE
        if node.startswith("__"):
            look = IDLE + ", shape=oval"
        label = {"__start__": "start", "__end__": "end"}.get(node, step_name(node).replace('"', "'"))
        label += f" ×{times[node]}" if times[node] > 1 else ""
        lines.append(f'  {name} [label="{label}", {look}];')
    for edge in drawn.edges:
        marks = ["style=dashed"] if edge.conditional else []
        if times_taken := taken[edge.source, edge.target]:
            marks += ['color="#2b7a4b"', "penwidth=2.5"] + ([f'label=" ×{times_taken}"'] if times_taken > 1 else [])
        if depth[edge.target] <= depth[edge.source]:
            marks.append("constraint=false")
        lines.append(f"  {names[edge.source]} -> {names[edge.target]} [{', '.join(marks)}];")
    return "\n".join([*lines, "}"])


def _depths(drawn: Graph) -> dict[str, int]:
    """Count how many edges each node is away from the start, on the shortest way."""
    depth = dict.fromkeys(drawn.nodes, len(drawn.nodes))
    depth["__start__"], here = 0, ["__start__"]
    while here:
        there = [edge.target for edge in drawn.edges if edge.source in here and depth[edge.target] == len(drawn.nodes)]
        for node in there:
            depth[node] = depth[here[0]] + 1
        here = there
    return depth
