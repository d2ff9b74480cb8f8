"""Figures of groups on the page: drawn, with the table behind, and each of them leading to its books."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from core.stores.library import Book, GroupOfBooks, Library, Selected
from core.stores.library_groups import books_of_group, spreads_of_groups
from core.stores.library_plan import Column, Measure, Plan
from core.systems.library_chat.agents.rows import books_csv, columns_used, heading, table_of
from core.systems.library_chat.grammar.answers import percentage
from core.systems.library_chat.grammar.sentences import key_in_words, measure_in_words, thousands
from core.ui.downloads import Download, draw_downloads
from core.ui.figure import draw_figure
from core.ui.library_chat.agents.charts import (
    MOST_BARS,
    Chart,
    Row,
    bars_of,
    boxes_of,
    in_words,
    line_of,
    shape_of,
    spread_column,
)  # fmt: skip
from core.ui.words import count, plain

MOST_ROWS = 500
"""So many books of a group are shown; the file has all."""


def draw_groups(library: Library, plan: Plan, key: str) -> None:
    """Draw the groups of a plan as a chart and a table; of the one that is picked in either, the books."""
    columns = {column.name: column for column in library.columns()}
    found = _selected(library, f"{library.kind}:{library.state()}:{key}", plan.model_dump_json())
    measures = plan.measures or (Measure(),)
    rows = [Row(group.names, tuple(figure.value for figure in group.figures)) for group in found.groups]
    what = [measure_in_words(measure, columns) for measure in measures]
    chart = _chart(library, plan, found.groups, rows, columns, what[0])
    table = _table(plan, found, columns, what)
    picks = _Picks(key)
    if chart and len(rows) > 1:
        draw_figure(
            chart.figure,
            table if chart.numbers is None else chart.numbers,
            alt=in_words(rows, what[0]),
            key=picks.chart,
            name="books-by-group",
            stands=chart.numbers is None,
            on_select=partial(picks.from_chart, chart),
        )
        if chart.left_out:
            st.markdown(chart.left_out)
    st.markdown(f"Pick {'a mark or ' if chart and len(rows) > 1 else ''}a row to see the books behind its number.")
    st.dataframe(
        table,
        hide_index=True,
        on_select=picks.from_table,
        selection_mode="single-row",
        key=picks.table,
        placeholder="–",
        height=min(38 + 35 * len(rows), 320),
        alt=f"The groups with their figures. {in_words(rows, what[0])}",
    )
    picked = picks.row
    if picked is not None and picked < len(rows):
        names = rows[picked].names
        behind = books_of_group(plan, names, columns, measures[0])
        draw_books_behind(library, behind, columns_used(plan, columns), " · ".join(names), f"{key}:{picked}")


def draw_books_behind(library: Library, plan: Plan, columns: Sequence[Column], of: str, key: str) -> None:
    """Draw the books that a plan lists, under what they are `of`; the first of very many, and all of them as a file."""
    found = library.select(plan.model_copy(update={"limit": MOST_ROWS}))
    cut = f"; here are the first {len(found.books)}" if len(found.books) < found.passing else ""
    st.markdown(f"**{plain(of)}:** {count(found.passing, 'book')}{cut}.")
    st.dataframe(
        table_of(found.books, columns),
        hide_index=True,
        key=f"{key}:books",
        placeholder="–",
        height=min(38 + 35 * len(found.books), 420),
        column_config={"Year": st.column_config.NumberColumn(format="%d")},
        alt=f"The books behind the number: {of}",
    )
    draw_downloads([all_books_file(library, plan, found.passing)], key)


def all_books_file(library: Library, plan: Plan, passing: int) -> Download:
    """Offer all books of a plan with everything that is known of them; written when it is asked for."""

    def build() -> bytes:
        every: tuple[Book, ...] = library.select(plan.model_copy(update={"limit": None, "skip": 0})).books
        return books_csv(every, library.columns())

    return Download(f"{thousands(passing)} as CSV", "books.csv", "text/csv", build)


# --- which one is picked ----------------------------------------------------------------------------------------------


class _Picks:
    """The row that was last picked, in the chart or in the table; picking in one clears the other."""

    def __init__(self, key: str) -> None:
        self._key = key
        turns = st.session_state.get(f"{key}:turns", {"chart": 0, "table": 0})
        self.chart = f"{key}:chart:{turns['chart']}"
        self.table = f"{key}:table:{turns['table']}"

    @property
    def row(self) -> int | None:
        row: int | None = st.session_state.get(f"{self._key}:row")
        return row

    def from_chart(self, chart: Chart) -> None:
        points = st.session_state[self.chart].selection.points
        row = chart.row_at(points[0]["curve_number"], points[0]["point_index"]) if points else None
        self._take(row, "table")

    def from_table(self) -> None:
        rows = st.session_state[self.table].selection.rows
        self._take(rows[0] if rows else None, "chart")

    def _take(self, row: int | None, clear: str) -> None:
        turns = st.session_state.get(f"{self._key}:turns", {"chart": 0, "table": 0})
        if row is not None:  # a widget of another key begins with nothing selected
            st.session_state[f"{self._key}:turns"] = {**turns, clear: turns[clear] + 1}
        st.session_state[f"{self._key}:row"] = row


# --- what is drawn ----------------------------------------------------------------------------------------------------


@st.cache_resource(max_entries=32, show_spinner=False)
def _selected(_library: Library, state: str, plan: str) -> Selected:
    """Carry out a plan; the same one again over the same state of a catalogue costs nothing."""
    return _library.select(Plan.model_validate_json(plan))


def _chart(
    library: Library,
    plan: Plan,
    groups: Sequence[GroupOfBooks],
    rows: Sequence[Row],
    columns: Mapping[str, Column],
    what: str,
) -> Chart | None:
    measure = plan.measures[0] if plan.measures else Measure()
    draw: dict[str, Callable[[], Chart]] = {
        "line": lambda: line_of(plan, rows, columns, what, measure.of == "count"),
        "bars": lambda: bars_of(rows, what),
        "boxes": lambda: _boxes(library, plan, groups, rows, columns),
    }
    shape = shape_of(plan, columns)
    return draw[shape]() if shape else None


def _boxes(
    library: Library, plan: Plan, groups: Sequence[GroupOfBooks], rows: Sequence[Row], columns: Mapping[str, Column]
) -> Chart:
    column = spread_column(plan, columns)
    spreads = spreads_of_groups(library, plan, column, groups[:MOST_BARS])
    return boxes_of(rows, spreads, columns[column].title.lower())


def _table(plan: Plan, found: Selected, columns: Mapping[str, Column], what: Sequence[str]) -> pd.DataFrame:
    """Make a row for each group: its names, its figures, which part of all books it is where these are counted, and of
    each so many books where these were asked for.
    """
    groups = found.groups
    table: dict[str, object] = {
        heading(key_in_words(key, columns)): [group.names[place] for group in groups]
        for place, key in enumerate(plan.by)
    }
    for place, name in enumerate(what):
        values = [group.figures[place].value for group in groups]
        is_whole = all(value is None or value.is_integer() for value in values)
        title = heading(name) if heading(name) not in table else f"{heading(name)} ({place + 1})"
        rounded = [None if value is None else round(value, 3) for value in values]
        table[title] = pd.array(rounded, dtype="Int64" if is_whole else "Float64")
    if plan.measures[:1] in ((), (Measure(),)):
        table["% of these books"] = pd.array([percentage(group, found) for group in groups], dtype="Float64")
    if any(group.books for group in groups):
        table["Book" if (plan.each or 0) < 2 else "Books"] = [
            "; ".join(book.title for book in group.books) for group in groups
        ]
    return pd.DataFrame(table)
