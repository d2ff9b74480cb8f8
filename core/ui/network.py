"""A network of things: as a picture that can be dragged about, with a legend, a list beside it, and its arrows."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pandas as pd
import streamlit as st
from jinja2 import Environment, FileSystemLoader

from core.ui.network_layout import Link, Node, groups_of, largest_part, links_of, places_of
from core.ui.scores import SERIES
from core.ui.words import count

MOST_NODES = 120  # more are a cloud in which nobody sees anything
_HEIGHT = 520  # pixels of the picture
_FRAME = 24  # pixels that pyvis draws around it
_LONGEST_NAME = 28
_RADIUS = (6.0, 15.0)  # pixels, of an ordinary node and of the largest
_THICKNESS = (1.0, 5.0)
_ELSEWHERE = re.compile(r"<link[^>]*https?://[^>]*>|<script[^>]*https?://[^>]*>\s*</script>", re.DOTALL)
_SHAPES = ("dot", "diamond", "square", "triangle", "star")
_MARKS = ("●", "◆", "■", "▲", "★")
_INK = {"light": ("#fdfcf9", "#1d1d1b", "#cdc8bc"), "dark": ("#15171b", "#e9e6df", "#444a54")}
_LABELS = Path(__file__).with_name("network_labels.js")


@dataclass(frozen=True)
class Manner:
    """How a network is drawn: its kinds in the order of shapes and colours (by default as they come), what the sizes of
    its nodes count ("" where they only say what matters), and whether its links have a direction."""

    kinds: tuple[str, ...] = ()
    sizes: str = ""
    arrows: bool = True


def draw_network(
    nodes: Sequence[Node], links: Sequence[Link], manner: Manner = Manner(), picked: str | None = None
) -> None:
    """Draw it with the list of its nodes beside it; of a large one the largest part that hangs together, said so.

    `picked` is the id of a node to point at.
    """
    if not nodes:
        return
    all_nodes, all_links = nodes, links
    nodes, links = shown_part(nodes, links)
    if len(nodes) < len(all_nodes):
        st.markdown(
            f":material/filter_alt: {_in_words(all_nodes)}: too many to be drawn. Here are the {len(nodes)} most "
            "important that hang together; the table of links holds all."
        )
    groups = _groups(tuple(nodes), tuple(links))
    picture, beside = st.columns([2, 1])
    with picture:
        _draw_picture(nodes, links, manner, picked if picked in groups else None)
    with beside:
        _draw_list(nodes, links, groups, manner.sizes)
    with st.expander("The links as a table", icon=":material/table:"):
        table = _table_of_links({node.id: node.label for node in all_nodes}, all_links)
        st.dataframe(table, hide_index=True, alt=f"The links of the network: {_in_words(all_nodes)}.")


def shown_part(nodes: Sequence[Node], links: Sequence[Link]) -> tuple[Sequence[Node], Sequence[Link]]:
    """Return what is drawn of a network: all of it, or the largest part of one that is too large to be seen."""
    return (nodes, links) if len(nodes) <= MOST_NODES else largest_part(nodes, links, MOST_NODES)


def _draw_picture(nodes: Sequence[Node], links: Sequence[Link], manner: Manner, picked: str | None) -> None:
    theme = "dark" if st.context.theme.type == "dark" else "light"
    page = _page(tuple(nodes), tuple(links), theme, manner, picked)
    st.iframe(page, height=_HEIGHT + _FRAME, alt=f"A network of {_in_words(nodes)}.")
    kinds = manner.kinds or _kinds(nodes)
    legend = " · ".join(f"{_MARKS[kinds.index(kind) % len(_MARKS)]} {kind}" for kind in _kinds(nodes))
    st.markdown(f"{legend}. Names without room appear where you point, or zoom in.")


def _draw_list(nodes: Sequence[Node], links: Sequence[Link], groups: Mapping[str, str], sizes: str) -> None:
    """Draw a row a node, by groups: the largest group first, in it the nodes with most links."""
    table = list_of_nodes(nodes, links, groups, sizes)
    st.markdown(f"**{_in_words(nodes)}, in {count(len(set(groups.values())), 'group')}**")
    st.dataframe(
        table,
        hide_index=True,
        height=_HEIGHT,
        column_config={
            "Name": st.column_config.TextColumn(width=125, pinned=True),
            "Links": st.column_config.NumberColumn(width=50, format="localized"),
            sizes: st.column_config.NumberColumn(width=60, format="localized"),
            "Kind": st.column_config.TextColumn(width=70),
            "Group": st.column_config.TextColumn(
                width=110,
                help="What is more linked among itself than with the rest, called by the one with most links",
            ),
        },
        alt=f"The nodes of the network with their links, by groups: {_in_words(nodes)}.",
    )


def list_of_nodes(
    nodes: Sequence[Node], links: Sequence[Link], groups: Mapping[str, str], sizes: str = ""
) -> pd.DataFrame:
    """Return name, number of links, size (where `sizes` says what it counts), kind and group of each node."""
    degree = links_of(nodes, links)
    large = pd.Series(list(groups.values())).value_counts()
    ordered = sorted(
        nodes, key=lambda node: (-large[groups[node.id]], groups[node.id], -degree[node.id], node.label, node.id)
    )
    columns: dict[str, list[str] | list[int]] = {
        "Name": [node.label for node in ordered],
        "Links": [degree[node.id] for node in ordered],
        "Group": [groups[node.id] for node in ordered],
        "Kind": [node.kind for node in ordered],
    }
    if sizes:
        columns[sizes] = [int(node.size) for node in ordered]
    return pd.DataFrame(columns)


def _table_of_links(names: Mapping[str, str], links: Sequence[Link]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "From": [names[link.source] for link in links],
            "Link": [link.label for link in links],
            "To": [names[link.target] for link in links],
        }
    )


def _kinds(nodes: Sequence[Node]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(node.kind for node in nodes))


def _in_words(nodes: Sequence[Node]) -> str:
    kinds = Counter(node.kind for node in nodes)
    return ", ".join(count(number, kind.lower()) for kind, number in kinds.items())


@lru_cache(maxsize=32)
def _groups(nodes: tuple[Node, ...], links: tuple[Link, ...]) -> dict[str, str]:
    return groups_of(nodes, links)


@lru_cache(maxsize=32)
def _places(nodes: tuple[Node, ...], links: tuple[Link, ...]) -> dict[str, tuple[float, float]]:
    return places_of(nodes, links, _groups(nodes, links))


@lru_cache(maxsize=16)
def _page(
    nodes: tuple[Node, ...], links: tuple[Link, ...], theme: str, manner: Manner = Manner(), picked: str | None = None
) -> str:
    """Return the whole page of the picture: nothing in it comes from another server."""
    from pyvis.network import Network  # it takes most of a second to import

    paper, ink, line = _INK[theme]
    network = Network(
        height=f"{_HEIGHT}px", width="100%", directed=manner.arrows, bgcolor=paper, cdn_resources="in_line"
    )
    network.templateEnv = _templates(network.template_dir)
    kinds = manner.kinds or _kinds(nodes)
    radius = _between(_RADIUS, [node.size for node in nodes])
    for node in nodes:
        place = kinds.index(node.kind)
        network.add_node(
            node.id,
            label=" ",  # names are written by `network_labels.js`, where there is room
            title=f"{node.kind}: {node.label}",
            shape=_SHAPES[place % len(_SHAPES)],
            color=SERIES[place % len(SERIES)],
            size=radius(node.size),
        )
    thickness = _between(_THICKNESS, [link.weight for link in links])
    colours = {"color": line, "hover": ink, "highlight": ink}
    for link in links:
        network.add_edge(link.source, link.target, title=link.label, color=colours, width=thickness(link.weight))
    network.set_options(
        '{"physics": {"enabled": false}, "edges": {"smooth": false, "hoverWidth": 0.5, "selectionWidth": 0.5, '
        '"arrows": {"to": {"scaleFactor": 0.4}}}, "nodes": {"borderWidth": 1, "borderWidthSelected": 3}, '
        '"interaction": {"hover": true, "keyboard": false, "tooltipDelay": 100, "zoomSpeed": 0.5}}'
    )
    degree = links_of(nodes, links)
    look = {
        "names": {node.id: _cut(node.label) for node in nodes},
        "order": [node.id for node in sorted(nodes, key=lambda node: (-node.size, -degree[node.id]))],
        "places": _places(nodes, links),
        "sizes": {node.id: radius(node.size) for node in nodes},
        "picked": picked,
        "paper": paper,
        "ink": ink,
    }
    values = json.dumps(look).replace("<", "\\u003c")  # no name can end the script
    script = f"<script>const look = {values};\n{_LABELS.read_text(encoding='utf-8')}</script></body>"
    page = _ELSEWHERE.sub("", network.generate_html(notebook=False)).replace("solid lightgray", f"solid {line}")
    return script.join(page.rsplit("</body>", 1))


@lru_cache
def _templates(folder: str) -> Environment:
    """Return what compiles pyvis' template once; of its own, pyvis makes a new one for each picture."""
    return Environment(loader=FileSystemLoader(folder))  # noqa: S701 - as pyvis; every value goes in as JSON


def _between(range_: tuple[float, float], values: Sequence[float]) -> Callable[[float], float]:
    """Return how large a value is drawn: from the ordinary 1 to the greatest, by its square root."""
    least, most = range_
    greatest = max(values, default=1.0)

    def scale(value: float) -> float:
        share = max(0.0, value - 1) / (greatest - 1) if greatest > 1 else 0.0
        return least + (most - least) * math.sqrt(share)

    return scale


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
