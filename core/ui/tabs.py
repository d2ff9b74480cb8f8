"""Tabs of which only the open one is drawn, and the manual that stands in the last of them.

What stands in the others costs nothing until it is looked at. The manual is a page of `docs/`, so that there is one
text and not two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import streamlit as st

from core.ui.manual import manual_of


def draw_tabs(parts: Mapping[str, Callable[[], object]], key: str) -> None:
    """Draw the name of each tab with what draws it; a name that the visit kept and that is not there opens the
    first."""
    tabs = dict(zip(parts, st.tabs(list(parts), key=key, on_change="rerun"), strict=True))
    opened = next((name for name, tab in tabs.items() if tab.open), next(iter(parts)))
    with tabs[opened]:
        parts[opened]()


def draw_manual(page: str) -> None:
    """Draw `docs/<page>.md` without its title; links into the repository become their words."""
    st.markdown(re.sub(r"^##", "###", manual_of(page), flags=re.MULTILINE))  # below the title of the page that shows it
