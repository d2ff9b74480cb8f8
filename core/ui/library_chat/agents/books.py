"""What an answer rests on: its figures, its books with the charts that narrow them, and one book in full."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.systems.library_chat.agents.results import Figure, Result
from core.systems.library_chat.state import State
from core.ui.buttons import act
from core.ui.library_chat.catalogue.facets import draw_filters, facets_of_books, values_of
from core.ui.library_chat.catalogue.shelf import keep_button
from core.ui.library_chat.plan.question import ask, question_about
from core.ui.words import count, plain


def draw_found(state: State, books: Sequence[Result], catalogue: tuple[str, str], key: str) -> None:
    """Draw the figures and the books; `catalogue` is the id and the name of the one that was asked."""
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


def path_in_words(result: Result) -> str:
    """Return the way from the question through the graph to the book: “space” → Genre Science Fiction (0.71) → the
    title."""
    first, node, *rest = result["path"]
    steps = [f"“{first['name']}”", f"{node['kind']} {node['name']} ({result['score']:.2f})"]
    return " → ".join([*steps, *(step["name"] for step in rest)])


def books_table(results: Sequence[Result], key: str) -> list[Result]:
    """Draw one row a book, best first; gives the books that the analyst selected."""
    table = pd.DataFrame(
        {
            "Title": [result["book"] for result in results],
            "Score": [result["score"] for result in results],
            "Found by": [result["reason"] for result in results],
            "Path": [path_in_words(result) for result in results],
            "Author": [result["author"] for result in results],
            "Year": pd.array([result["year"] for result in results], dtype="Int64"),
            "Genre": [result["genre"] for result in results],
            "Pages": pd.array([result["pages"] for result in results], dtype="Int64"),
        }
    )
    picked = st.dataframe(
        table,
        hide_index=True,
        column_config={
            "Title": st.column_config.TextColumn(width=190, pinned=True),
            "Score": st.column_config.ProgressColumn(
                format="%.3f",
                min_value=0.0,
                max_value=1.0,
                width=105,
                help="(1 + cosine) / 2 where a search by meaning found the book; 1 where a name or a filter did, "
                "less for letters that differ",
            ),
            "Found by": st.column_config.TextColumn(width=100),
            "Path": st.column_config.TextColumn(width=400),
            "Author": st.column_config.TextColumn(width=150),
            "Year": st.column_config.NumberColumn(format="%d", width=60),
            "Genre": st.column_config.TextColumn(width=150),
            "Pages": st.column_config.NumberColumn(format="%d", width=60),
        },
        on_select="rerun",
        selection_mode="multi-row",
        key=key,
        placeholder="–",
        alt="The books of the answer, each with its score, the reason and the path on which it was found",
    )  # fmt: skip
    return [results[row] for row in picked.selection.rows if row < len(results)]


def draw_book(result: Result, key: str) -> None:
    """Draw one book with every way in which it was found, and what can be asked from here."""
    with st.container(border=True):
        known = [str(result["year"] or ""), result["genre"], f"{result['pages']} pages" if result["pages"] else ""]
        st.markdown(f"**{plain(result['book'])}**" + (f" by {plain(result['author'])}" if result["author"] else ""))
        st.markdown(plain(" · ".join(part for part in known if part)))
        if result["subjects"]:
            st.markdown(f"About {plain(', '.join(result['subjects']))}")
        st.markdown(f":material/route: {plain(path_in_words(result))}")
        others = [reason for reason in result["reasons"] if reason["node"] != result["path"][1]["name"]]
        if others:
            also = "; ".join(f"{other['reason']} through {other['node']} ({other['score']:.2f})" for other in others)
            st.markdown(f"Also found as: {plain(also)}")
        with st.container(horizontal=True):
            like = question_about("Like", result["book"])
            act("Books like it", ask, like, key=f"{key}:like", icon=":material/join_inner:")
            for author in result["authors"]:
                act(
                    f"More by {plain(author)}", ask, question_about("Author", author),
                    key=f"{key}:by:{author}", icon=":material/person:",
                )  # fmt: skip


def draw_statistics(statistics: Sequence[Figure]) -> None:
    """Draw the figures of an answer, as they were calculated."""
    values = [row["value"] for row in statistics]
    whole = all(float(value).is_integer() for value in values)
    columns: dict[str, list[str] | list[int] | list[float]] = {
        "What": [row["name"] for row in statistics],
        "Figure": [int(value) for value in values] if whole else values,
    }
    if any(row["measure"] != row["name"] for row in statistics):
        columns["Counted in"] = [row["measure"] for row in statistics]
    st.markdown("**The figures of the answer**")
    st.dataframe(
        pd.DataFrame(columns),
        hide_index=True,
        width="content",
        column_config={
            "What": st.column_config.TextColumn(width=240),
            "Figure": st.column_config.NumberColumn(format="%d" if whole else "%.2f"),
        },
        alt="The figures that the analyst calculated",
    )
