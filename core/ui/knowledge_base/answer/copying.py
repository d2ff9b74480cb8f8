"""A button that copies an answer with its references, drawn by a component of our own.

Streamlit copies only from a block of code that stands open on the page. The text is data to the script, never markup.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_FOLDER = Path(__file__).parent
_copying = st.components.v2.component(
    "glassbox_copying",
    html=(
        '<div class="copying"><button type="button"><span class="icon" aria-hidden="true">content_copy</span>'
        '<span>Copy with references</span></button><span role="status"></span></div>'
    ),
    css=(_FOLDER / "copying.css").read_text(encoding="utf-8"),
    js=(_FOLDER / "copying.js").read_text(encoding="utf-8"),
)


def draw_copying(text: str) -> None:
    """Draw the button; a press copies this text and says so."""
    _copying(data={"text": text}, key="knowledge_base:copying", width="content")
