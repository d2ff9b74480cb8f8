"""The ways from the first page to a panel: a card, an earlier run, and an address from before there was a first page.

A callback cannot turn to another page, so it notes where to, and the page turns as soon as it is drawn.
"""

from __future__ import annotations

import streamlit as st

from core.paths import ROOT

_TO = "home:to"
_FORMER_FIRST = "expert_search"
_OF_FORMER_FIRST = {
    "thread", "people", "person", "switched", "dismissed", "weights", "locked", "without", "alpha", "candidates",
    "keep", "method", "normalisation", "combine", "side", "together", "wish", "recency", "amount",
}  # fmt: skip
"""What an address of the expert search may name: it was the first page, at the bare address of Glassbox."""


def go_to(system: str, **address: str) -> None:
    """Turn to the panel of a system once the first page is drawn, with what its address shall say; made for `act`."""
    st.session_state[_TO] = (system, address)


def on_the_way() -> None:
    """Leave for where a button led, or for what an older address meant; before anything is drawn."""
    if to := st.session_state.pop(_TO, None):
        _turn(*to)
    if _OF_FORMER_FIRST & set(st.query_params):
        _turn(_FORMER_FIRST, st.query_params.to_dict())


def _turn(system: str, address: dict[str, str]) -> None:
    st.switch_page(ROOT / "pages" / f"{system}.py", query_params=address)
