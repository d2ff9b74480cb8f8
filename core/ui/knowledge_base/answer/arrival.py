"""A new answer comes into sight, with its question at the top of the window.

Streamlit leaves the window where it was, while the answer before folds and the tabs below are drawn anew.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_arrival = st.components.v2.component(
    "glassbox_arrival",
    html="",
    js=(Path(__file__).parent / "arrival.js").read_text(encoding="utf-8"),
)


def bring_into_sight(answer: str) -> None:
    """Bring the answer that stands just above into sight, once for each `answer`, which names it."""
    _arrival(data={"answer": answer}, key="knowledge_base:arrival", height="content")
