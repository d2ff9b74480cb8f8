"""What an answer rests on: its figures, its books with the charts that narrow them, and the way to the shelf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.ui.buttons import act
from core.ui.library_chat.agents.books import Result, books_table, draw_book, draw_statistics
from core.ui.library_chat.catalogue.facets import draw_filters, facets_of_books, values_of
from core.ui.library_chat.catalogue.shelf import keep_button
from core.ui.words import count, plain


def draw_found(state: Mapping[str, Any], books: Sequence[Result], catalogue: tuple[str, str], key: str) -> None:
    """The figures and the books; `catalogue` is the id and the name of the one that was asked."""
    statistics, searched = state["statistics"], state["route"]["agent"] in ("librarian", "both")
    if statistics:
        draw_statistics(statistics)
    if not books:
        st.markdown("This answer lists no books." if statistics or not searched else "No books were found.")
        return
    table, charts = st.container(), st.container()
    picked: dict[str, str] = {}
    tries = st.session_state.setdefault(f"{key}:tries", 0)
    if len(books) > 1:
        with charts:
            st.markdown("**Narrow the books.** Click a bar; the table shows the books of all the bars that are picked.")
            picked = draw_filters(facets_of_books(books), f"{key}:{tries}")
    shown = [book for book in books if all(value in values_of(book, facet) for facet, value in picked.items())]
    with table:
        if picked:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"{len(shown)} of {count(len(books), 'book')}: {plain(', '.join(picked.values()))}")
                act(
                    "Show all", st.session_state.__setitem__, f"{key}:tries", tries + 1,
                    key=f"{key}:all", icon=":material/close:", icon_position="right",
                )  # fmt: skip
        chosen = books_table(shown, f"{key}:{tries}:{len(shown)}:table")
        keep_button(shown, chosen, catalogue, f"{key}:keep")
        if shown:
            draw_book((chosen or shown)[0], f"{key}:book")
