"""A network of things: as a picture that can be dragged about, with a legend, and as the table behind it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pandas as pd
import streamlit as st

from core.ui.scores import SERIES
from core.ui.words import count

MOST_NODES = 300  # more are a cloud in which nobody sees anything
_FRAME = 24  # pixels that pyvis draws around its picture
_ELSEWHERE = re.compile(r"<link[^>]*https?://[^>]*>|<script[^>]*https?://[^>]*>\s*</script>", re.DOTALL)
_SHAPES = ("dot", "diamond", "square", "triangle", "star")
_INK = {"light": ("#fdfcf9", "#1d1d1b", "#b5b0a4"), "dark": ("#15171b", "#e9e6df", "#5a606a")}


@dataclass(frozen=True)
class Node:
    """A thing: its kind decides shape and colour; `size` is 1 for an ordinary one."""

    id: str
    label: str
    kind: str
    size: float = 1.0


@dataclass(frozen=True)
class Link:
    """An arrow between two nodes, with what it says."""

    source: str
    target: str
    label: str


def draw_network(nodes: Sequence[Node], links: Sequence[Link], height: int = 440) -> None:
    """Draw it, with one line that says what it shows; too large a network is only a table."""
    names = {node.id: node.label for node in nodes}
    kinds = list(dict.fromkeys(node.kind for node in nodes))
    words = ", ".join(count(sum(node.kind == kind for node in nodes), kind.lower()) for kind in kinds)
    if len(nodes) > MOST_NODES:
        st.markdown(f"{words}: too many to be drawn; the table holds them all.")
    elif nodes:
        theme = "dark" if st.context.theme.type == "dark" else "light"
        st.iframe(
            _page(tuple(nodes), tuple(links), theme, height), height=height + _FRAME, alt=f"A network of {words}."
        )
        marks = ("●", "◆", "■", "▲", "★")
        st.markdown(" · ".join(f"{marks[index % len(marks)]} {kind}" for index, kind in enumerate(kinds)))
    with st.expander("The network as a table", icon=":material/table:"):
        st.dataframe(_table(names, links), hide_index=True, alt=f"The arrows of the network: {words}.")


def _table(names: Mapping[str, str], links: Sequence[Link]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "From": [names[link.source] for link in links],
            "Arrow": [link.label for link in links],
            "To": [names[link.target] for link in links],
        }
    )


@lru_cache(maxsize=16)
def _page(nodes: tuple[Node, ...], links: tuple[Link, ...], theme: str, height: int) -> str:
    """Return the whole page of the picture: nothing in it comes from another server."""
    from pyvis.network import Network  # it takes most of a second to import

    paper, ink, line = _INK[theme]
    network = Network(
        height=f"{height}px", width="100%", directed=True, bgcolor=paper, font_color=ink, cdn_resources="in_line"
    )
    kinds = list(dict.fromkeys(node.kind for node in nodes))
    for node in nodes:
        place = kinds.index(node.kind)
        network.add_node(
            node.id,
            label=node.label if len(node.label) <= 28 else f"{node.label[:27]}…",
            title=f"{node.kind}: {node.label}",
            shape=_SHAPES[place % len(_SHAPES)],
            color=SERIES[place % len(SERIES)],
            size=10 + 6 * node.size,
        )
    for link in links:
        network.add_edge(link.source, link.target, title=link.label, color=line, arrowStrikethrough=False)
    network.set_options(
        '{"layout": {"randomSeed": 7}, "physics": {"stabilization": {"iterations": 200, "fit": true}, '
        '"barnesHut": {"springLength": 120, "avoidOverlap": 0.4}}, "interaction": {"hover": true, "keyboard": false}}'
    )
    return _ELSEWHERE.sub("", network.generate_html(notebook=False))
