"""Which part of a network is shown, what belongs together in it, and where each node lies: computed here, once.

A picture that arranges itself in the browser is another one at every visit, and a knot while it moves.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
from numpy.typing import NDArray

Place = tuple[float, float]
"""Across and down, each from 0 to 1."""

Points = NDArray[np.float64]
_SEED = 7
_TOGETHER = 4.0  # how much more a link within a group draws than one between two groups
_ROOM = (1000, 500)  # pixels of the picture for which nodes are kept apart
_APART = 44  # pixels between two nodes, where there is room
_PUSHES = 60


@dataclass(frozen=True)
class Node:
    """A thing: its kind decides shape and colour; `size` is 1 for an ordinary one, or the number it stands for."""

    id: str
    label: str
    kind: str
    size: float = 1.0


@dataclass(frozen=True)
class Link:
    """An arrow between two nodes, with what it says; one of great `weight` is drawn thicker."""

    source: str
    target: str
    label: str
    weight: float = 1.0


def links_of(nodes: Sequence[Node], links: Sequence[Link]) -> dict[str, int]:
    """Count the links of each node, by its id."""
    ends = Counter(end for link in links for end in {link.source, link.target})
    return {node.id: ends[node.id] for node in nodes}


def strongest(nodes: Sequence[Node], links: Sequence[Link], each: int) -> list[Link]:
    """Return the links that are among the `each` strongest of one of their ends.

    Strong is a link that is much of both its ends, weight / √(size · size): by weight alone everything would be linked
    to whatever is largest.
    """
    size = {node.id: node.size for node in nodes}
    mine: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for place, link in enumerate(links):
        strength = link.weight / (size[link.source] * size[link.target]) ** 0.5
        for end in (link.source, link.target):
            mine[end].append((-strength, place))
    kept = {place for ranked in mine.values() for _, place in heapq.nsmallest(each, ranked)}
    return [link for place, link in enumerate(links) if place in kept]


def largest_part(nodes: Sequence[Node], links: Sequence[Link], most: int) -> tuple[list[Node], list[Link]]:
    """Return at most so many nodes that hang together, with the links between them.

    It grows from the most important node along the links, the most important neighbour first. Important is the first
    of its kind by size and then by links: so the kinds stay mixed, whichever has the greater numbers.
    """
    degree = links_of(nodes, links)
    rank: dict[str, tuple[int, float, str]] = {}
    seen: Counter[str] = Counter()
    for node in sorted(nodes, key=lambda node: (-node.size, -degree[node.id], node.id)):
        rank[node.id] = (seen[node.kind], -node.size, node.id)
        seen[node.kind] += 1
    neighbours: dict[str, set[str]] = defaultdict(set)
    for link in links:
        neighbours[link.source].add(link.target)
        neighbours[link.target].add(link.source)
    start = min((id for id in rank if degree[id]), key=rank.__getitem__, default=min(rank, key=rank.__getitem__))
    part, reached, edge = set[str](), {start}, [(rank[start], start)]
    while edge and len(part) < most:
        _, id = heapq.heappop(edge)
        part.add(id)
        for other in neighbours[id] - reached:
            reached.add(other)
            heapq.heappush(edge, (rank[other], other))
    kept = [node for node in nodes if node.id in part]
    return kept, [link for link in links if link.source in part and link.target in part]


def groups_of(nodes: Sequence[Node], links: Sequence[Link]) -> dict[str, str]:
    """Return for each node the group it belongs to, called by the label of the member with most links.

    Groups are communities by Louvain's method: more linked among themselves than with the others. A node that is linked
    to most of the others (the question of an answer) holds nothing together, and joins the group it has most links to.
    """
    degree = links_of(nodes, links)
    everywhere = {id for id, number in degree.items() if number > max(len(nodes) / 2, 3)}
    graph = _graph(nodes, links)
    inner = graph.subgraph([node.id for node in nodes if node.id not in everywhere])
    found = sorted(nx.community.louvain_communities(inner, seed=_SEED), key=lambda group: (-len(group), min(group)))
    labels = {node.id: node.label for node in nodes}
    of: dict[str, str] = {}
    called: Counter[str] = Counter()
    for group in found:
        leader = min(group, key=lambda id: (-degree[id], labels[id], id))
        called[labels[leader]] += 1
        name = labels[leader] if called[labels[leader]] == 1 else f"{labels[leader]} ({called[labels[leader]]})"
        of |= dict.fromkeys(group, name)
    for id in sorted(everywhere):
        near = Counter(of[other] for other in graph[id] if other in of)
        of[id] = near.most_common(1)[0][0] if near else labels[id]
    return of


def places_of(nodes: Sequence[Node], links: Sequence[Link], groups: Mapping[str, str]) -> dict[str, Place]:
    """Return where each node lies, always the same: what belongs together is near, and nothing on top of another."""
    graph = _graph(nodes, links)
    for one, other, data in graph.edges(data=True):
        data["weight"] = _TOGETHER if groups[one] == groups[other] else 1.0
    if len(graph) < 2:
        return dict.fromkeys(graph, (0.5, 0.5))
    laid = nx.spring_layout(graph, seed=_SEED, iterations=300, method="energy", gravity=2.0)
    points = np.array([laid[node.id] for node in nodes])
    points = (_spread(points) - 0.5) * _ROOM
    points = _pushed_apart(points)
    low, high = points.min(axis=0), points.max(axis=0)
    points = (points - low) / np.maximum(high - low, 1e-9)
    return {node.id: (float(x), float(y)) for node, (x, y) in zip(nodes, points, strict=True)}


def _graph(nodes: Sequence[Node], links: Sequence[Link]) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(node.id for node in nodes)
    graph.add_edges_from((link.source, link.target) for link in links if link.source != link.target)
    return graph


def _spread(points: Points) -> Points:
    """Stretch the middle, where everything crowds, and draw in what flew far out: half by value, half by rank."""
    low, high = points.min(axis=0), points.max(axis=0)
    ranks = points.argsort(axis=0).argsort(axis=0) / (len(points) - 1)
    spread: Points = ((points - low) / np.maximum(high - low, 1e-9) + ranks) / 2
    return spread


def _pushed_apart(points: Points) -> Points:
    """Push nodes that are too near each other apart, a little at a time."""
    for _ in range(_PUSHES):
        between = points[:, None] - points[None]
        distance = np.linalg.norm(between, axis=2)
        near = (distance < _APART) & ~np.eye(len(points), dtype=bool)
        if not near.any():
            break
        push = np.where(near, (_APART - distance) / np.maximum(distance, 1e-6) / 2, 0)
        points = points + 0.5 * (between * push[..., None]).sum(axis=1)
    return points
