"""The picture of a network: it comes from here alone, runs nothing that a name says, and a table stands behind it."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest

from core.ui.network import MOST_NODES, Link, Node, _page

HOSTILE = "</script><img src=x onerror=alert(1)>"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_in_the_picture_comes_from_another_server(theme: str) -> None:
    html = _page((Node("a", "One", "Book"), Node("b", "Two", "Author")), (Link("b", "a", "WROTE"),), theme, 300)
    assert not re.search(r"""(src|href)=["']https?://""", html)
    assert "One" in html


def test_a_name_that_is_html_stays_a_name() -> None:
    html = _page((Node("a", HOSTILE, "Book"),), (), "light", 300)
    assert HOSTILE not in html
    assert html.count("<img") == 0


def network_page(size):  # type: ignore[no-untyped-def]
    from core.ui.network import Link, Node, draw_network

    nodes = [Node(str(number), f"Book {number}", "Book") for number in range(size)]
    draw_network(nodes, [Link("0", "1", "FOLLOWED_BY")])


def test_a_table_stands_behind_the_picture() -> None:
    test = AppTest.from_function(network_page, args=(3,), default_timeout=60).run()
    assert test.dataframe[0].value.to_dict("records") == [{"From": "Book 0", "Arrow": "FOLLOWED_BY", "To": "Book 1"}]
    assert not test.exception


def test_a_network_that_is_too_large_to_be_seen_is_only_a_table() -> None:
    test = AppTest.from_function(network_page, args=(MOST_NODES + 1,), default_timeout=60).run()
    assert any("too many to be drawn" in text.value for text in test.markdown)
    assert len(test.dataframe) == 1
