"""Who meets what, on the screen: people in rows, requirements in columns, each cell in words and in colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from core.language.sanitize import shortened
from core.systems.expert_search.requirements.cell import Status
from core.systems.expert_search.teams.matrix import SYMBOLS, MatrixCell, MatrixRow
from core.ui.words import plain

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

# Okabe and Ito's green, orange and vermilion, thin enough that the words stay readable on paper and on slate.
_COLOURS: Mapping[Status, str] = {
    "met": "background-color: rgba(0, 158, 115, 0.25)",
    "partly": "background-color: rgba(230, 159, 0, 0.25)",
    "not met": "background-color: rgba(213, 94, 0, 0.25)",
    "not known": "",
}
_NAME, _IN_TEAM = 216, 70  # pixels; of a telephone the name is more than 60 %: there Streamlit pins it no more
_ROOM, _NARROWEST, _WIDEST = 816, 144, 260  # for all columns of a page of 1280 px, a status in words, a head
_LETTER, _BESIDE = 8, 40  # a letter of a head, and what stands beside it
_BY_SIGN = {SYMBOLS[status]: colour for status, colour in _COLOURS.items()}


def draw_matrix(rows: Sequence[MatrixRow], names: Mapping[str, str], key: str) -> tuple[str, MatrixCell] | None:
    """Draw the table; return the person and the cell that the analyst picked, if one is."""
    table = matrix_table(rows, names)
    st.caption("A click on a cell shows its evidence.")  # above: there the table's own tools come up
    picked = st.dataframe(
        coloured(table),
        hide_index=True,
        column_config={
            column: st.column_config.TextColumn(width=width, pinned=column == "Person", help=plain(column))
            for column, width in column_widths(list(table.columns)).items()
        },
        on_select="rerun",
        selection_mode="single-cell",
        key=key,
        placeholder="",
        alt="People in rows, the team first; requirements in columns; each cell says whether it is met",
    )
    for row, column in picked.selection.cells[:1]:
        place = list(table.columns).index(column) - 2 if column in table.columns else -1
        if row < len(rows) and place >= 0:
            cell = rows[row].cells[place]
            _draw_evidence(names.get(rows[row].person) or rows[row].person, cell)
            return rows[row].person, cell
    return None


def _draw_evidence(name: str, cell: MatrixCell) -> None:
    said = f"**{plain(name)}** · {plain(cell.requirement.for_one)}: {cell.text}"
    st.markdown(f"{said}  \n:material/format_quote: {plain(cell.shown)}" if cell.shown else said)


def column_widths(columns: Sequence[str]) -> dict[str, int]:
    """Return the widths in which the head and the status of each column can be read; what is left of the page they
    share, and where they need more they run off to the side, where they are scrolled."""
    needed = {one: min(_WIDEST, max(_NARROWEST, _LETTER * len(one) + _BESIDE)) for one in columns[2:]}
    spare = max(0, _ROOM - _NAME - _IN_TEAM - sum(needed.values())) // max(1, len(needed))
    return {columns[0]: _NAME, columns[1]: _IN_TEAM, **{one: width + spare for one, width in needed.items()}}


def matrix_table(rows: Sequence[MatrixRow], names: Mapping[str, str]) -> pd.DataFrame:
    """Return the table in words: who, whether in the team, and a column for each requirement, by its label."""
    columns: dict[str, list[str]] = {
        "Person": [names.get(row.person) or row.person for row in rows],
        "In team": ["yes" if row.in_team else "" for row in rows],
    }
    for number, cell in enumerate(rows[0].cells if rows else ()):
        columns[_free(shortened(cell.requirement.label), columns)] = [row.cells[number].text for row in rows]
    return pd.DataFrame(columns)


def coloured(table: pd.DataFrame) -> Styler:
    """Return the table with the colour of each status behind its words."""
    return table.style.map(lambda text: _BY_SIGN.get(text[:1], ""), subset=list(table.columns[2:]))


def _free(label: str, taken: Mapping[str, object]) -> str:
    """Return a label, with its number when two requirements are called the same."""
    return next(name for name in (label, *(f"{label} ({n})" for n in range(2, 99))) if name not in taken)
