"""Text that was found, with the places that matched: shared words highlighted, the nearest sentence in bold."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.ui.words import marked


def draw_passage(
    title: str, text: str, nearest: tuple[int, int], words: Sequence[tuple[int, int]], note: str = ""
) -> None:
    """One document as a bordered card. `nearest` and `words` are character offsets `[start, end)` into `text`."""
    with st.container(border=True):
        st.markdown(f"**{marked(title, [])}**" + (f" · {note}" if note else ""))
        before = [span for span in words if span[1] <= nearest[0]]
        after = [span for span in words if span[0] >= nearest[1]]
        inside = [span for span in words if span not in before and span not in after]
        st.markdown(
            _piece(text, 0, nearest[0], before)
            + f" **{_piece(text, *nearest, inside).strip()}** "
            + _piece(text, nearest[1], len(text), after)
        )


def _piece(text: str, start: int, end: int, spans: Sequence[tuple[int, int]]) -> str:
    return marked(text[start:end], [(max(low, start) - start, min(high, end) - start) for low, high in spans])
