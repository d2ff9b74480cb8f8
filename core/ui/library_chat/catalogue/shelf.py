"""The shelf on the page: books put there, taken off, and taken away as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from core.errors import AppError
from core.stores.library import Book
from core.systems.library_chat.catalogue.shelf import (
    Kept,
    keep,
    shelf_bibtex,
    shelf_csv,
    shelf_of,
    shelf_table,
    take_off,
)
from core.ui.buttons import act
from core.ui.downloads import Download, draw_downloads
from core.ui.resources import resources, show_error
from core.ui.words import count


def keep_button(books: Sequence[Book], chosen: Sequence[Book], catalogue: tuple[str, str], key: str) -> None:
    """Put the chosen books on the shelf, or all of them; `catalogue` is the id and the name of theirs."""
    kept = [Kept(*catalogue, book) for book in chosen or books]
    what = count(len(kept), "selected book") if chosen else "this book" if len(kept) == 1 else f"all {len(kept)} books"
    folder = resources().folder
    act(f"Keep {what} on the shelf", _keep, folder, kept, key=key, icon=":material/bookmark_add:", disabled=not kept)


def _keep(folder: Path, books: Sequence[Kept]) -> None:
    keep(folder, books)
    st.toast(f"{count(len(books), 'book')} on the shelf.", icon=":material/bookmark:")


def draw_shelf() -> None:
    """Draw the books that were kept, of all catalogues, with the files to take away."""
    folder = resources().folder
    try:
        shelf = shelf_of(folder)
    except AppError as error:
        show_error(error)
        return
    if not shelf:
        st.markdown("The shelf is empty. Keep books from an answer; they stay here until you take them off.")
        return
    st.markdown(f"{count(len(shelf), 'book')} on the shelf, kept on the computer that runs Glassbox.")
    picked = st.dataframe(
        shelf_table(shelf),
        hide_index=True,
        column_config={
            "Year": st.column_config.NumberColumn(format="%d"),
            "Pages": st.column_config.NumberColumn(format="%d"),
        },
        on_select="rerun",
        selection_mode="multi-row",
        key=f"library_chat:shelf:{len(shelf)}",
        placeholder="–",
        alt="The books on the shelf",
    )
    chosen = [shelf[row] for row in picked.selection.rows if row < len(shelf)]
    draw_downloads(
        [
            Download("CSV", "shelf.csv", "text/csv", lambda: shelf_csv(shelf)),
            Download("BibTeX", "shelf.bib", "application/x-bibtex", lambda: shelf_bibtex(shelf)),
        ],
        key="library_chat:shelf",
    )
    what = count(len(chosen), "selected book") if chosen else "all"
    label = f"Take {what} off the shelf"
    icon = ":material/bookmark_remove:"
    act(label, take_off, folder, chosen or shelf, key="library_chat:take-off", icon=icon)
