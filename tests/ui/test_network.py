"""The picture of a network: it comes from here alone, runs nothing that a name says, and tables stand behind it."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from core.ui.network import MOST_NODES, _page, list_of_nodes
from core.ui.network_layout import Link, Node, groups_of, largest_part, links_of, places_of, strongest
from tests.properties import examples
from tests.ui.steps import said

HOSTILE = "</script><img src=x onerror=alert(1)>"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_in_the_picture_comes_from_another_server(theme: str) -> None:
    html = _page((Node("a", "One", "Book"), Node("b", "Two", "Author")), (Link("b", "a", "WROTE"),), theme)
    assert not re.search(r"""(src|href)=["']https?://""", html)
    assert "One" in html


def test_a_name_that_is_html_stays_a_name() -> None:
    html = _page((Node("a", HOSTILE, "Book"),), (), "light")
    assert HOSTILE not in html
    assert html.count("<img") == 0


# --- what is shown, and where -----------------------------------------------------------------------------------------


def ring(name: str, size: int) -> tuple[list[Node], list[Link]]:
    nodes = [Node(f"{name}{place}", f"{name}{place}", "Book") for place in range(size)]
    ids = [node.id for node in nodes]
    return nodes, [Link(one, other, "") for one, other in pairwise([*ids, ids[0]])]


def test_what_is_linked_among_itself_is_a_group_called_by_the_one_with_most_links() -> None:
    (first, links), (second, more) = ring("a", 5), ring("b", 4)
    hub = Node("hub", "Hub", "Genre")
    all_links = [*links, *more, *(Link(node.id, "hub", "") for node in first), Link("a0", "b0", "")]
    groups = groups_of([*first, *second, hub], all_links)
    assert {groups[node.id] for node in (*first, hub)} == {"Hub"}
    assert {groups[node.id] for node in second} == {"b0"}


def test_what_is_linked_to_nearly_everything_holds_no_group_together() -> None:
    (first, links), (second, more) = ring("a", 5), ring("b", 5)
    question = Node("?", "?", "Question")
    found = [Link("?", node.id, "") for node in (*first, *second)]
    groups = groups_of([question, *first, *second], [*found, *links, *more])
    assert len({groups[node.id] for node in first}) == len({groups[node.id] for node in second}) == 1
    assert groups["a1"] != groups["b1"]


def test_two_groups_never_have_one_name() -> None:
    nodes = [Node(id, "Same", "Book") for id in "abcd"]
    groups = groups_of(nodes, [Link("a", "b", ""), Link("c", "d", "")])
    assert groups["a"] == groups["b"] != groups["c"] == groups["d"]


def test_of_a_large_network_the_largest_part_hangs_together_and_holds_the_first_of_every_kind() -> None:
    genres = [Node(f"g{place}", f"g{place}", "Genre", 1000 - place) for place in range(30)]
    authors = [Node(f"a{place}", f"a{place}", "Author", 50 - place) for place in range(30)]
    alone = Node("alone", "alone", "Author", 5000)
    links = [Link(f"a{place}", f"g{other}", "") for place in range(30) for other in (place, 0)]
    nodes, kept = largest_part([*genres, *authors, alone], links, 20)
    ids = {node.id for node in nodes}
    assert len(nodes) == 20
    assert {"g0", "g1", "a0", "a1"} <= ids
    assert "alone" not in ids
    assert all(links_of(nodes, kept).values())
    assert all({link.source, link.target} <= ids for link in kept)


def test_a_line_is_kept_when_it_is_among_the_strongest_of_either_end() -> None:
    nodes = [Node("large", "", "Genre", 1000), Node("small", "", "Genre", 10), Node("author", "", "Author", 10)]
    links = [Link("author", "large", "", 9), Link("author", "small", "", 8), Link("author", "author", "", 1)]
    assert links[1] in strongest(nodes, links, 1)  # eight of ten books is more than nine of a thousand
    assert links[2] not in strongest(nodes, links, 1)


NETWORKS = st.integers(1, 40).flatmap(
    lambda size: st.tuples(
        st.just([Node(str(place), str(place), "Book") for place in range(size)]),
        st.lists(
            st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).map(
                lambda ends: Link(str(ends[0]), str(ends[1]), "")
            ),
            max_size=80,
        ),
    )
)


@examples(10)
@given(NETWORKS)
def test_every_node_has_a_group_and_a_place_in_the_picture_and_no_two_the_same_place(
    network: tuple[list[Node], list[Link]],
) -> None:
    nodes, links = network
    groups = groups_of(nodes, links)
    places = places_of(nodes, links, groups)
    assert set(groups) == set(places) == {node.id for node in nodes}
    assert all(0 <= across <= 1 and 0 <= down <= 1 for across, down in places.values())
    assert len(set(places.values())) == len(nodes)
    assert places == places_of(nodes, links, groups)


def test_nodes_lie_apart_even_where_everything_is_linked_to_everything() -> None:
    nodes = [Node(str(place), str(place), "Book") for place in range(60)]
    links = [Link(one.id, other.id, "") for one in nodes for other in nodes if one.id < other.id]
    points = np.array(list(places_of(nodes, links, dict.fromkeys((node.id for node in nodes), "all")).values()))
    apart = np.linalg.norm((points[:, None] - points[None]) * (600, 400), axis=2) + 1000 * np.eye(60)
    assert apart.min() > 12  # a node is 12 pixels wide


def test_the_list_holds_every_node_by_groups_with_its_links() -> None:
    (first, links), (second, more) = ring("a", 3), ring("b", 4)
    nodes = [*first, *second]
    table = list_of_nodes(nodes, [*links, *more], groups_of(nodes, [*links, *more]), "Books")
    assert table["Group"].tolist() == ["b0"] * 4 + ["a0"] * 3
    assert table["Links"].tolist() == [2] * 7
    assert table["Books"].tolist() == [1] * 7


# --- on the page ------------------------------------------------------------------------------------------------------


def network_page(size):  # type: ignore[no-untyped-def]
    from core.ui.network import draw_network
    from core.ui.network_layout import Link, Node

    nodes = [Node(str(number), f"Book {number}", "Book") for number in range(size)]
    draw_network(nodes, [Link(str(number), str(number + 1), "FOLLOWED_BY") for number in range(size - 1)])


def test_two_tables_stand_behind_the_picture() -> None:
    test = AppTest.from_function(network_page, args=(2,), default_timeout=60).run()
    assert test.dataframe[0].value.to_dict("records") == [
        {"Name": "Book 0", "Links": 1, "Group": "Book 0", "Kind": "Book"},
        {"Name": "Book 1", "Links": 1, "Group": "Book 0", "Kind": "Book"},
    ]
    assert test.dataframe[1].value.to_dict("records") == [{"From": "Book 0", "Link": "FOLLOWED_BY", "To": "Book 1"}]
    assert not test.exception


def test_of_a_network_that_is_too_large_to_be_seen_a_part_is_drawn_and_the_page_says_so() -> None:
    test = AppTest.from_function(network_page, args=(MOST_NODES + 5,), default_timeout=60).run()
    assert said(test, f"{MOST_NODES + 5} books: too many to be drawn. Here are the {MOST_NODES} most important")
    assert len(test.dataframe[0].value) == MOST_NODES
    assert len(test.dataframe[1].value) == MOST_NODES + 4
