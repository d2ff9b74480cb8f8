"""What an analyst brings: a table chosen, read, mapped and checked before it is used; and what was removed, undone.

A page declares in a few lines which table it takes (`OwnTable`), and `bring` draws the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass
from typing import Generic, TypeVar

import pandas as pd
import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from core.errors import AppError, InputError
from core.stores.uploads import CardType, Uploads
from core.tables import Layout, RowProblem, TableKind, guess_columns, left_out, open_table, summarise, template
from core.tables.further import unused_columns
from core.tables.headers import join_columns, name_columns
from core.tables.opening import Opened
from core.ui.buttons import act
from core.ui.resources import show_error
from core.ui.words import count, plain

NOT_THERE = "(not in this file)"
SHOWN_BAD_ROWS = 1000
_MOST_HEADER_ROWS = 3
_MOST_VALUES = 3_000_000  # of records that are held at once, some 80 bytes each
_VALUES_A_RECORD = 10  # beside its cells
_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
Records = TypeVar("Records", bound=Sized)
Value = TypeVar("Value")


@dataclass(frozen=True)
class Mapped:
    """A table of text, and the column chosen for each field."""

    name: str
    table: pd.DataFrame
    columns: dict[str, str | None]


@dataclass(frozen=True)
class OwnTable(Generic[Records]):
    """A table that a page takes: how its uploader is called, what may stand in it, and how it is checked.

    `one` is a record in words. `keep_blank`: blank rows between others are rows too, because the table is given back as
    it came. `others` is said before the columns that stand for no field.
    """

    key: str
    label: str
    kind: TableKind
    one: str
    check: Callable[[Mapped], tuple[Records, Sequence[RowProblem]]]
    keep_blank: bool = False
    others: str = "Not used"


@dataclass(frozen=True)
class Brought(Generic[Records]):
    """What can be used of a table that was brought."""

    mapped: Mapped
    records: Records

    @property
    def name(self) -> str:
        """The file's."""
        return self.mapped.name


def bring(own: OwnTable[Records]) -> Brought[Records] | None:
    """Draw the way from a file to its records; None until a file is there and every needed field has a column."""
    mapped = _choose_table(own)
    if mapped is None:
        return None
    token = (id(mapped.table), tuple(mapped.columns.items()))
    records, problems = _remembered(f"{own.key}:checked", token, lambda: own.check(mapped))
    st.markdown(f"{count(len(records), own.one)} can be used.")
    draw_problems(problems, f"{own.one}s")
    return Brought(mapped, records)


def draw_problems(problems: Sequence[RowProblem], what: str) -> None:
    """Draw the values that were left empty or read with good will, in a sentence a column; rows left out, with
    reasons."""
    for sentence in summarise(problems):
        st.markdown(f":material/info: {plain(sentence)}")
    values = [problem for problem in problems if problem.outcome != "row left out"]
    if values:
        with st.expander(f"{count(len(values), 'value')} of {what}, one by one", icon=":material/table_rows:"):
            _draw_rows(values, f"Values of {what} that were left empty or read with good will")
    if bad := left_out(problems):
        with st.expander(f"{count(len(bad), 'row')} of {what} left out", icon=":material/warning:"):
            _draw_rows(bad, f"Rows of {what} that were left out, with reasons")


def _draw_rows(problems: Sequence[RowProblem], alt: str) -> None:
    shown = problems[:SHOWN_BAD_ROWS]
    columns = {"Row": [problem.row for problem in shown]}
    told: dict[str, list[str]] = {}
    if any(problem.column for problem in shown):
        told = {"Column": [problem.column for problem in shown], "Value": [problem.value for problem in shown]}
        told["What became of it"] = [
            f"read {problem.reason}" if problem.outcome == "read" else f"left empty: {problem.reason}"
            for problem in shown
        ]
    else:
        told["Why"] = [problem.reason for problem in shown]
    st.dataframe(pd.DataFrame({**columns, **told}), hide_index=True, alt=alt)


# --- from a file to a table with columns ------------------------------------------------------------------------------


def _choose_table(own: OwnTable[Records]) -> Mapped | None:
    uploaded = st.file_uploader(own.label, type=["csv", "tsv", "txt", "xlsx"], key=f"{own.key}:file")
    if uploaded is None:
        st.download_button(
            "Template", lambda: template(own.kind.name, own.kind.fields), f"{own.kind.name}-template.xlsx", _SHEET,
            key=f"{own.key}:template", type="tertiary", icon=":material/download:", on_click="ignore",
            help="An empty table with the names of the columns, and a sheet that says what goes into each",
        )  # fmt: skip
        return None
    try:
        key = f"{own.key}:{uploaded.file_id}"
        table = _draw_layout(own, uploaded, key)
        if not own.keep_blank:
            refuse_too_many(uploaded.name, *table.shape)
    except AppError as error:
        show_error(error)
        return None
    columns = _draw_columns(own.kind, list(table.columns), key)
    missing = [field.replace("_", " ") for field in own.kind.needed if columns[field] is None]
    if missing:
        st.warning(f"Choose a column for: {', '.join(missing)}.")
        return None
    if not own.keep_blank and (unused := unused_columns(table, columns)):
        st.markdown(f":material/info: {own.others}: {', '.join(f'“{plain(name)}”' for name in unused)}.")
    return Mapped(uploaded.name, table, columns)


def refuse_too_many(name: str, rows: int, columns: int) -> None:
    """Raise `InputError` for a table whose records would fill the memory of the server."""
    most = _MOST_VALUES // (columns + _VALUES_A_RECORD)
    if rows > most:
        reason = f"{name} has {rows:,} rows; of a table with {columns:,} columns {most:,} can be used at once."
        raise InputError(reason, "Split it into several files, or leave columns out.")


def _draw_layout(own: OwnTable[Records], uploaded: UploadedFile, key: str) -> pd.DataFrame:
    """Say how the file is read, with the way to have it read otherwise; the table with its joined columns."""
    opened = _opened(own, uploaded, f"{own.key}:opened")
    if (chosen := st.session_state.get(f"{key}:sheet", opened.sheet)) != opened.sheet:
        opened = _opened(own, uploaded, f"{own.key}:opened-sheet", chosen)
    sheet, found = opened.sheet, opened.found
    with st.expander(_describe(opened, _chosen_layout(key, sheet, found)), icon=":material/table_view:"):
        if len(opened.sheets) > 1:
            st.selectbox("Sheet", opened.sheets, index=opened.sheets.index(sheet), key=f"{key}:sheet")
        layout = _choose_layout(opened, f"{key}:{sheet}")
        if layout != found:
            opened = _opened(own, uploaded, f"{own.key}:opened-otherwise", sheet, layout)
        table = opened.table
        joined = st.multiselect(
            "Columns that make up one, in this order",
            list(table.frame.columns),
            max_selections=4,
            placeholder="for example first name, last name",
            key=f"{key}:{sheet}:join",
        )
        st.dataframe(table.frame.head(5), alt="The first rows of the file as they are read", placeholder="")
    for note in table.notes:
        st.markdown(f":material/info: {plain(note)}")
    return _remembered(
        f"{own.key}:joined", (id(table), tuple(joined)), lambda: _with_joined(own.kind, table.frame, joined)
    )


def _opened(
    own: OwnTable[Records], uploaded: UploadedFile, key: str, sheet: str | None = None, layout: Layout | None = None
) -> Opened:
    """Return the file as it is read, which a page that is drawn again at every click does not do anew."""
    return _remembered(
        key,
        (uploaded.file_id, sheet, layout),
        lambda: open_table(
            uploaded.getvalue(), uploaded.name, own.kind.words, sheet=sheet, layout=layout, keep_blank=own.keep_blank
        ),
    )


def _describe(opened: Opened, layout: Layout) -> str:
    count_of_sheets = len(opened.sheets)
    where = f"sheet “{plain(opened.sheet)}” of {count_of_sheets}, " if count_of_sheets > 1 else ""
    if not layout.header:
        return f"How it is read: {where}no row of names"
    last = layout.header + layout.header_rows - 1
    rows = f"row {layout.header}" if last == layout.header else f"rows {layout.header} to {last}"
    return f"How it is read: {where}names of the columns in {rows}"


def _chosen_layout(key: str, sheet: str, found: Layout) -> Layout:
    """Return what the pickers say, which are drawn inside what this names."""
    kept = st.session_state
    return Layout(
        kept.get(f"{key}:{sheet}:header", found.header),
        kept.get(f"{key}:{sheet}:header-rows", found.header_rows),
        kept.get(f"{key}:{sheet}:units", found.units),
    )


def _choose_layout(opened: Opened, key: str) -> Layout:
    found, rows_of = opened.found, dict(opened.first_rows)
    offered = sorted({0, found.header, *rows_of})

    def words(number: int) -> str:
        return f"Row {number}: {rows_of.get(number, '')}" if number else "No row: the first one is a record"

    first, second, third = st.columns([3, 1, 2], vertical_alignment="bottom")
    header = first.selectbox(
        "Names of the columns", offered, index=offered.index(found.header), format_func=words, key=f"{key}:header"
    )
    rows = second.selectbox(
        "Rows of names",
        range(1, _MOST_HEADER_ROWS + 1),
        index=found.header_rows - 1,
        disabled=not header,
        key=f"{key}:header-rows",
    )
    units = third.checkbox("The row below holds units", found.units, disabled=not header, key=f"{key}:units")
    return Layout(header, rows, units) if header else Layout(0)


def _with_joined(kind: TableKind, frame: pd.DataFrame, chosen: Sequence[str]) -> pd.DataFrame:
    """Return the table with a column more for first and last names that stand apart, and one for what the analyst
    joins."""
    names = name_columns(list(frame.columns)) if kind.full_name else None
    if names and guess_columns(list(frame.columns), kind.words)[kind.full_name] in (None, *names):
        frame, _ = join_columns(frame, names)
    if len(chosen) > 1:
        frame, _ = join_columns(frame, chosen)
    return frame


def _draw_columns(kind: TableKind, options: Sequence[str], key: str) -> dict[str, str | None]:
    guess = guess_fields(kind, options)
    st.markdown("Which column is which?")
    columns: dict[str, str | None] = {}
    for position, field in enumerate(kind.fields):
        if position % 3 == 0:  # a row at a time: on a narrow screen columns stand below each other
            places = st.columns(3)
        offered = [NOT_THERE, *options]
        guessed = guess[field.name]
        chosen = places[position % 3].selectbox(
            f"{field.label} (needed)" if field.needed else field.label,
            offered,
            index=offered.index(guessed) if guessed else 0,
            key=f"{key}:{hash(tuple(options))}:{field.name}",
        )
        columns[field.name] = None if chosen == NOT_THERE else chosen
    return columns


def guess_fields(kind: TableKind, options: Sequence[str]) -> dict[str, str | None]:
    """Return the column that looks like each field; a full name that was joined from two columns comes before
    either."""
    guess = guess_columns(options, kind.words)
    names = name_columns(options) if kind.full_name else None
    if names and (joined := " + ".join(names)) in options:
        return {field: column if column not in names else None for field, column in guess.items()} | {
            kind.full_name: joined
        }
    return guess


def _remembered(key: str, token: object, make: Callable[[], Value]) -> Value:
    """Return what was made of `token` when this page was drawn before, or made now; the last one is kept for the
    visit."""
    kept: tuple[object, Value] | None = st.session_state.get(key)
    if kept is None or kept[0] != token:
        kept = st.session_state[key] = (token, make())
    return kept[1]


# --- removing, and undoing it -----------------------------------------------------------------------------------------


def draw_removed(
    uploads: Uploads[CardType], key: str, instead_of: str = "", done: Callable[[str], object] | None = None
) -> None:
    """Say what was removed or replaced last, with the way to undo it; and what is there and cannot be opened.

    `instead_of` is the id of what stands in its place; `done` is told the id of what was brought back.
    """
    for card in uploads.unreadable():
        st.warning(f"“{plain(card.name)}” cannot be opened. {plain(card.reason)}", icon=":material/block:")
    removed = uploads.removed()
    if removed is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        word = "replaced" if instead_of else "removed"
        st.markdown(f":material/delete: “{plain(removed.name)}” was {word}.", width="content")
        act(
            "Undo", _bring_back, uploads, removed.id, instead_of, done,
            key=f"{key}:undo", type="tertiary", icon=":material/undo:",
            help="Can be undone for a day, or until something else is removed",
        )  # fmt: skip


def _bring_back(uploads: Uploads[CardType], id: str, instead_of: str, done: Callable[[str], object] | None) -> None:
    uploads.bring_back(id, instead_of)
    if done:
        done(id)
