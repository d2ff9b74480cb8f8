"""The books of an answer: why each was found and on which path, its figures, and one book in full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.ui.buttons import act
from core.ui.library_chat.plan.asking import ask, question_about
from core.ui.words import plain

Result = Mapping[str, Any]


def path_in_words(result: Result) -> str:
    """The way from the question through the graph to the book: “space” → Genre Science Fiction (0.71) → the title."""
    first, node, *rest = result["path"]
    steps = [f"“{first['name']}”", f"{node['kind']} {node['name']} ({result['score']:.2f})"]
    return " → ".join([*steps, *(step["name"] for step in rest)])


def books_table(results: Sequence[Result], key: str) -> list[Result]:
    """One row a book, best first; gives the books that the analyst selected."""
    table = pd.DataFrame(
        {
            "Title": [one["book"] for one in results],
            "Score": [one["score"] for one in results],
            "Found by": [one["reason"] for one in results],
            "Path": [path_in_words(one) for one in results],
            "Author": [one["author"] for one in results],
            "Year": pd.array([one["year"] for one in results], dtype="Int64"),
            "Genre": [one["genre"] for one in results],
            "Pages": pd.array([one["pages"] for one in results], dtype="Int64"),
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
    """One book with every way in which it was found, and what can be asked from here."""
    with st.container(border=True):
        known = [str(result["year"] or ""), result["genre"], f"{result['pages']} pages" if result["pages"] else ""]
        st.markdown(f"**{plain(result['book'])}**" + (f" by {plain(result['author'])}" if result["author"] else ""))
        st.markdown(plain(" · ".join(part for part in known if part)))
        if result["subjects"]:
            st.markdown(f"About {plain(', '.join(result['subjects']))}")
        st.markdown(f":material/route: {plain(path_in_words(result))}")
        others = [one for one in result["reasons"] if one["node"] != result["path"][1]["name"]]
        if others:
            also = "; ".join(f"{one['reason']} through {one['node']} ({one['score']:.2f})" for one in others)
            st.markdown(f"Also found as: {plain(also)}")
        with st.container(horizontal=True):
            like = question_about("Like", result["book"])
            act("Books like it", ask, like, key=f"{key}:like", icon=":material/join_inner:")
            for author in result["authors"]:
                act(
                    f"More by {plain(author)}", ask, question_about("Author", author),
                    key=f"{key}:by:{author}", icon=":material/person:",
                )  # fmt: skip


def draw_statistics(statistics: Sequence[Mapping[str, Any]]) -> None:
    """The figures of an answer, as they were calculated."""
    values = [row["value"] for row in statistics]
    whole = all(float(value).is_integer() for value in values)
    columns: dict[str, Any] = {
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
