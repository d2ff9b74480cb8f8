"""Tabs of which only the open one is drawn.

What stands in the others costs nothing until it is looked at. Which one is open stands in the address, so that a reload
and a copied link open the same; tabs within a tab do not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar

import streamlit as st

from core.ui.address import TAB, follow, tell

_inside: ContextVar[bool] = ContextVar("inside a tab", default=False)


def draw_tabs(parts: Mapping[str, Callable[[], object]], key: str) -> None:
    """Draw the name of each tab with what draws it; a name that the visit or the address kept and that is not there
    opens the first."""
    within = _inside.get()
    if not within:
        _open_named(list(parts), key)
    tabs = dict(zip(parts, st.tabs(list(parts), key=key, on_change="rerun"), strict=True))
    opened = next((name for name, tab in tabs.items() if tab.open), next(iter(parts)))
    if not within:
        tell(key, TAB, _in_address(list(parts), opened))
    drawing = _inside.set(True)
    try:
        with tabs[opened]:
            parts[opened]()
    finally:
        _inside.reset(drawing)


def open_tab(name: str, key: str) -> None:
    """Open a tab by its name. Made for callbacks."""
    st.session_state[key] = name


def _open_named(names: Sequence[str], key: str) -> None:
    """Open the tab that the address names, where the page begins with it or the browser was led there."""
    kept = st.session_state.get(key)
    now = None if kept is None else _in_address(names, kept)
    wanted = follow(key, TAB, now)
    if wanted != now:
        st.session_state[key] = next((name for name in names if address_name(name) == wanted), names[0])


def _in_address(names: Sequence[str], name: str) -> str:
    """Return what the address says of a tab: nothing of the first, or of one that is not there."""
    return address_name(name) if name in names[1:] else ""


def address_name(words: str) -> str:
    """Return words as they stand in an address: “What α does” is “what-alpha-does”."""
    letters = "".join(one if one.isascii() else unicodedata.name(one, "").rpartition(" ")[2] for one in words)
    return "-".join(re.findall("[a-z0-9]+", letters.lower()))
