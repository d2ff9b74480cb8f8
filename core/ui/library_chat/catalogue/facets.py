"""Books counted by genre, decade, length and further columns, as charts of which every bar can be clicked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TypeAlias

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.plotly_chart import PlotlyState

from core.stores.library import Book, Library
from core.stores.library_columns import FIXED
from core.stores.library_plan import Key, Measure, Order, Plan, Test, must
from core.systems.library_chat.grammar.vocabulary import CODES
from core.ui.figure import draw_figure
from core.ui.library_chat.agents.charts import horizontal_bars
from core.ui.library_chat.plan.question import ask, question_about
from core.ui.scores import SERIES
from core.ui.words import plain

Facets: TypeAlias = dict[str, dict[str, int]]
"""The number of books by facet and value, in the order of the chart: "Genre", "Decade", "Pages", a further column."""

LENGTHS: dict[str, tuple[int | None, int | None]] = {
    "under 200": (None, 199),
    "200 to 299": (200, 299),
    "300 to 399": (300, 399),
    "400 to 499": (400, 499),
    "500 or more": (500, None),
}
_BARS = 12
_BESIDE = 3  # charts
_NO_NAME = re.compile(r"\W+")


def values_of(book: Book, facet: str) -> list[str]:
    """Look up under which values of a facet a book counts; none where it is not known."""
    if facet == "Genre":
        return list(book.genres)
    if facet == "Decade":
        return [] if book.year is None else [f"{book.year // 10 * 10}s"]
    pages = book.pages
    return [
        name
        for name, (low, high) in LENGTHS.items()
        if pages is not None and (low or 0) <= pages and (high is None or pages <= high)
    ]


def facets_of_books(books: Iterable[Book]) -> Facets:
    """Count the facets of some books."""
    known = list(books)
    counts = {facet: Counter(value for book in known for value in values_of(book, facet)) for facet in _ORDERS}
    return {facet: _ORDERS[facet](counts[facet]) for facet in _ORDERS}


def facets_of_catalogue(library: Library) -> Facets:
    """Let the store count the facets of a whole catalogue."""
    genres = library.select(Plan(by=(Key(column="genres"),), limit=_BARS)).groups[:_BARS]
    decades = library.select(Plan(by=(Key(column="year", part="decade"),), order=(Order(by="name"),))).groups
    bounds = (must(Test(column="pages", how="between", low=low, high=high)) for low, high in LENGTHS.values())
    lengths = library.select(Plan(measures=tuple(Measure(where=(length,)) for length in bounds))).figures
    return {
        "Genre": {group.names[0]: group.figures[0].of for group in genres},
        "Decade": {group.names[0]: group.figures[0].of for group in decades},
        "Pages": {name: figure.of for name, figure in zip(LENGTHS, lengths, strict=True) if figure.of},
        **_further_facets(library),
    }


def _further_facets(library: Library) -> Facets:
    """Count the books by each further column of names that several books share."""
    fixed = {column.name for column in FIXED}
    found: Facets = {}
    for column in library.columns():
        if column.name in fixed | CODES or column.kind not in ("text", "list"):
            continue
        counted = library.select(Plan(by=(Key(column=column.name),), limit=_BARS))
        bars = {group.names[0]: group.figures[0].of for group in counted.groups[:_BARS]}
        if max(bars.values(), default=0) > 1:
            title = column.title.replace("_", " ")
            found[f"{title[:1].upper()}{title[1:]}"] = bars
    return found


_ORDERS: dict[str, Callable[[Counter[str]], dict[str, int]]] = {
    "Genre": lambda counts: dict(sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:_BARS]),
    "Decade": lambda counts: dict(sorted(counts.items())),
    "Pages": lambda counts: {name: counts[name] for name in LENGTHS if counts[name]},
}


def question_of(facet: str, value: str) -> str:
    """Word the question that asks for the books of a bar."""
    if facet == "Genre":
        return question_about("Genre", value)
    if facet == "Decade":
        return f"Find books from the {value}"
    if facet not in _ORDERS:
        return f"Find books whose {facet.lower()} is “{value}”"
    return f"Find books {value} pages" if value.startswith("under") else f"Find books of {_length(value)}"


def _length(value: str) -> str:
    return f"{value.split(maxsplit=1)[0]} pages or more" if value.endswith("more") else f"{value} pages"


def draw_filters(facets: Facets, key: str) -> dict[str, str]:
    """Draw the charts; gives the value that is picked in each of them."""
    picked: dict[str, str] = {}
    for place, (facet, bars) in zip(_places(facets), facets.items(), strict=True):
        with place:
            event = _chart(facet, bars, f"{key}:{facet}")
        if event and (value := _picked(event, bars)):
            picked[facet] = value
    return picked


def draw_questions(facets: Facets, key: str) -> None:
    """Draw the charts; a click on a bar asks for its books."""
    for place, (facet, bars) in zip(_places(facets), facets.items(), strict=True):
        name = f"{key}:{facet}"
        with place:
            _chart(facet, bars, name, partial(_ask_for_bar, facet, list(bars), name))


def _places(facets: Facets) -> list[DeltaGenerator]:
    """Make a place for each chart, three beside each other."""
    rows = (st.columns(_BESIDE) for _ in range(-(-len(facets) // _BESIDE)))
    return [place for row in rows for place in row][: len(facets)]


def _ask_for_bar(facet: str, values: list[str], key: str) -> None:
    if value := _picked(st.session_state[key], dict.fromkeys(values, 0)):
        ask(question_of(facet, value))


def _picked(event: PlotlyState, bars: Mapping[str, int]) -> str | None:
    places = [point["point_index"] for point in event["selection"]["points"]] if event else []
    return list(bars)[places[0]] if places and places[0] < len(bars) else None


def _chart(
    facet: str, bars: Mapping[str, int], key: str, on_click: Callable[[], None] | None = None
) -> PlotlyState | None:
    """Draw the bars of a facet; gives what is picked, unless `on_click` is told of that."""
    st.markdown(f"**{plain(facet)}**")
    if not bars:
        st.markdown("Not known of these books.")
        return None
    return draw_figure(
        horizontal_bars(list(bars), list(bars.values()), "books", SERIES[[*_ORDERS, facet].index(facet) % len(SERIES)]),
        pd.DataFrame({facet: list(bars), "Books": list(bars.values())}),
        alt=f"Books by {facet.lower()}: " + ", ".join(f"{name} {number}" for name, number in bars.items()),
        key=key,
        name=_NO_NAME.sub("-", f"books by {facet.lower()}"),
        on_select=on_click or "rerun",
    )
