"""Tabs of which only the open one is drawn: what stands in the others costs nothing until it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st


def draw_tabs(parts: Mapping[str, Callable[[], object]], key: str) -> None:
    """The name of each tab with what draws it; a name that the visit kept and that is not there opens the first."""
    tabs = dict(zip(parts, st.tabs(list(parts), key=key, on_change="rerun"), strict=True))
    opened = next((name for name, tab in tabs.items() if tab.open), next(iter(parts)))
    with tabs[opened]:
        parts[opened]()
