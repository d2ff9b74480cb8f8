"""The ways from page to page: from a card, an earlier run or the tour, and from an address of before there was a Home.

A callback cannot turn to another page, so it notes where to, and the page turns as soon as it is drawn.
"""

from __future__ import annotations

import streamlit as st

from core.paths import ROOT

HOME = "home"
_TO = "home:to"
_FORMER_FIRST = "expert_search"
_OF_FORMER_FIRST = {
    "thread", "people", "person", "switched", "dismissed", "weights", "locked", "without", "alpha", "candidates",
    "keep", "method", "normalisation", "combine", "side", "together", "wish", "recency", "amount",
}  # fmt: skip
"""What an address of the expert search may name: it was the first page, at the bare address of Glassbox."""


def go_to(page: str, **address: str) -> None:
    """Turn to the panel of a system, or home, once the page is drawn, with what its address shall say; made for
    `act`."""
    st.session_state[_TO] = (page, address)


def follow(here: str) -> None:
    """Leave the page that is `here` for where a button led, before anything of it is drawn."""
    page, address = st.session_state.pop(_TO, (here, {}))
    if page != here or address:
        _turn(page, address)


def leave_for_former_first() -> None:
    """Leave the first page for what an older address meant, before anything is drawn."""
    if _OF_FORMER_FIRST & set(st.query_params):
        _turn(_FORMER_FIRST, st.query_params.to_dict())


def _turn(page: str, address: dict[str, str]) -> None:
    st.switch_page(ROOT / "pages" / f"{page}.py", query_params=address)
