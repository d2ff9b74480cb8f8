"""A quotation as it stands in its document: paragraphs, lists, tables and code, none of it taken for Markdown."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.language.sentences import CELLS
from core.systems.knowledge_base.answer.shown import Piece, around
from core.ui.words import marked, plain

_MOST_COLUMNS = 4  # that stand side by side in half the width of a page


def with_bold(text: str, chosen: str) -> str:
    """Return text from data as Markdown, the part of it that was chosen in bold."""
    before, found, after = around(text, chosen)
    return f"{marked(before, [])}{f'**{plain(found)}**' if found else ''}{marked(after, [])}"


def draw_pieces(pieces: Sequence[Piece], chosen: str = "") -> None:
    """Draw the pieces of a quotation, in order, with what was chosen of its words in bold."""
    for piece in pieces:
        if piece.kind == "code":
            st.code(piece.text, language=None, wrap_lines=True)
        elif piece.kind == "table" and piece.items:
            _draw_table(piece)
        elif piece.kind == "list" and piece.items:
            lines = (f"{mark} {with_bold(item, chosen)}" for mark, item in zip(piece.marks, piece.items, strict=True))
            st.markdown("\n".join(lines))
        else:
            st.markdown(f"**{plain(piece.text)}**" if piece.kind == "heading" else with_bold(piece.text, chosen))


def _draw_table(piece: Piece) -> None:
    """Draw rows below the names of their columns, where these are known; a row may have fewer cells or more.

    Of many columns, which would run off the answer, each cell stands behind the name of its column.
    """
    rows = [row.split(CELLS) for row in piece.items]
    names = piece.columns.split(CELLS) if piece.columns else []
    width = max(map(len, [*rows, names]))
    names += [""] * (width - len(names))
    if width > _MOST_COLUMNS and piece.columns:
        for row in rows:
            told = zip([*names, *[""] * len(row)], row, strict=False)
            st.markdown(" · ".join(f"{plain(name)}: **{plain(cell)}**" if name else plain(cell) for name, cell in told))
        return
    unique = [plain(name) + "\u200b" * names[:place].count(name) for place, name in enumerate(names)]
    cells = [[plain(cell) for cell in [*row, *[""] * (width - len(row))]] for row in rows]
    st.table(pd.DataFrame(cells, columns=unique), hide_index=True)
