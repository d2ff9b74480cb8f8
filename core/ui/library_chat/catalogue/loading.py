"""Loading a catalogue: a table of books and its columns, the rows left out, the work itself; and removing one."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.errors import AppError
from core.own_data import Tell
from core.systems import Resources
from core.systems.library_chat.catalogue.book_table import BOOKS, check_books
from core.systems.library_chat.catalogue.catalogues import (
    CATALOGUES,
    Catalogue,
    add_catalogue,
    is_loaded,
    load_books,
    remove_catalogue,
)
from core.ui.bulk_work import drop_work, work_through
from core.ui.buttons import act
from core.ui.choice import give_up, turn_to
from core.ui.controls import Controls
from core.ui.own_data import OwnTable, bring, draw_removed
from core.ui.resources import resources, show_error
from core.ui.words import count, plain

CHOICE = "library_chat:catalogue"  # the choice of the catalogue that is asked
_BOOKS = OwnTable(
    "library_chat:books",
    "Books (CSV or XLSX)",
    BOOKS,
    "book",
    lambda mapped: check_books(mapped.table, mapped.columns),
    others="Kept beside the fields, to be asked about",
)


def bring_in(card: Catalogue) -> Catalogue:
    """Load the books at once where the store is here, and turn to them; the card that says whether they are there."""
    borrowed = resources()
    if is_loaded(borrowed, card):
        return card
    try:
        loaded = load_books(borrowed, card, _telling(f"Loading “{plain(card.name)}”"))
    except AppError as error:
        show_error(error)
        return card
    if is_loaded(borrowed, loaded):
        turn_to(CHOICE, card.id)
    return loaded


def prepare(card: Catalogue) -> None:
    """Begin or go on with what searches by meaning need, and watch it; everything else works where books are there."""
    name = plain(card.name)
    label = f"Reading “{name}”"
    if is_loaded(resources(), card):
        label = f"Search by meaning in “{name}” is being prepared; everything else works"
    work_through(CATALOGUES, card, label, finish=partial(_finish, card))


def _finish(card: Catalogue) -> None:
    """Every text is embedded; what that made goes into the store, which may not be there."""
    CATALOGUES.finish(resources(), card.id, _telling("Writing into the store"))
    if not is_loaded(resources(), card):
        turn_to(CHOICE, card.id)  # asked as soon as it is loaded


def _telling(deed: str) -> Tell:
    """Draw how far something is that goes through the books of a catalogue."""
    bar = st.progress(0.0, deed)

    def tell(done: int, total: int) -> None:
        if done < total:
            bar.progress(done / total, f"{deed}: {done:,} of {count(total, 'book')}")
        else:
            bar.empty()

    return tell


def wanted_here(card: Catalogue) -> str:
    """Where the visit keeps that a catalogue of another store is to be loaded into this one too."""
    return f"library_chat:wanted:{card.id}"


def offer_loading(controls: Controls) -> None:
    """Draw the way to bring a catalogue, at the end of the line that tells which one is asked."""
    with controls.beside.popover("Load a catalogue", icon=":material/upload_file:"):
        _bring()


def draw_own(chosen: str) -> None:
    """Draw the catalogues of the analyst's own, with the way to be rid of one; `chosen` is the id of the one that is
    asked."""
    own = CATALOGUES.uploads(resources().folder).all()
    if own:
        with st.expander(f"Catalogues of your own: {len(own)}", icon=":material/library_books:"):
            for card in own:
                _draw_own(card, chosen)
    draw_removed(CATALOGUES.uploads(resources().folder), CHOICE, done=partial(turn_to, CHOICE))


def _bring() -> None:
    st.markdown(
        "A table of books; several authors or genres may stand in a cell, and dates as they come. It stays on this "
        "machine."
    )
    if books := bring(_BOOKS):
        act(
            "Load and ask", add_catalogue, resources().folder, books.name, books.records.books, books.records.columns,
            key="library_chat:load", type="primary", disabled=not books.records,
        )  # fmt: skip


def _draw_own(card: Catalogue, chosen: str) -> None:
    borrowed = resources()
    name, first, second = st.columns([4, 2, 2], vertical_alignment="center")
    where = " and ".join(card.loaded) or "not loaded yet"
    name.markdown(f"**{plain(card.name)}** · {count(card.books, 'book')} · {card.created[:10]} · {plain(where)}")
    if not is_loaded(borrowed, card):
        if card.loaded:
            act("Load into this store", _want, card, place=first, key=f"load:{card.id}", width="stretch")
    elif card.id != chosen:
        act("Ask this one", turn_to, CHOICE, card.id, place=first, key=f"turn:{card.id}", width="stretch")
    with second.popover("Remove", icon=":material/delete:", width="stretch"):
        st.markdown("This removes the catalogue as it was loaded here. Your file stays as it is.")
        act("Remove it", _remove, borrowed, card.id, key=f"remove:{card.id}")


def _want(card: Catalogue) -> None:
    st.session_state[wanted_here(card)] = True


def _remove(borrowed: Resources, id: str) -> None:
    drop_work(id)
    remove_catalogue(borrowed, id)
    give_up(CHOICE, id)
