"""Whose documents are asked: the manual or a collection of the analyst's own, made here and switched between here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from core.errors import AppError
from core.session import GraphSession
from core.systems.knowledge_base.collections import (
    MANUAL,
    Collection,
    add_collection,
    collections_of,
    needs_anew,
    stage,
)
from core.ui.address import adopt, publish
from core.ui.knowledge_base.files import work_on
from core.ui.resources import THREAD, resources, show_error

_KEY = "knowledge_base:documents"
_MANUAL_NAME = "The manual of Glassbox"


@dataclass(frozen=True)
class Chosen:
    """The collection on the page: its card (None is the manual), and whether the analyst has just turned to it."""

    id: str
    card: Collection | None
    turned: bool

    @property
    def name(self) -> str:
        """What it is called."""
        return self.card.name if self.card else _MANUAL_NAME

    @property
    def can_be_asked(self) -> bool:
        """Whether there is an index that fits."""
        return self.card is None or _can_be_asked(self.card)


def choose_collection() -> Chosen:
    """The manual or a collection of the analyst's own; work on any of them goes on here, whatever else is shown."""
    folder = resources().folder
    own = {card.id: card for card in collections_of(folder)}
    options = [MANUAL, *own]
    adopt(_KEY, "documents", MANUAL, options.__contains__)
    turned = st.session_state.pop(f"{_KEY}:turned", False)
    if (wanted := st.session_state.pop(f"{_KEY}:next", None)) in options:
        turned = turned or st.session_state[_KEY] != wanted
        st.session_state[_KEY] = wanted
    if st.session_state[_KEY] not in options:
        st.session_state[_KEY] = MANUAL
    left, right = st.columns([4, 1], vertical_alignment="bottom")
    id: str = left.selectbox(
        "Which documents",
        options,
        key=_KEY,
        persist_state="session",
        format_func=_labels(own).__getitem__,
        on_change=lambda: st.session_state.__setitem__(f"{_KEY}:turned", True),
    )
    publish(documents=(id, MANUAL))
    with right.popover("New collection", icon=":material/create_new_folder:", width="stretch"):
        _make()
    for card in own.values():
        if stage(folder, card.id):
            work_on(card)
    return Chosen(id, own.get(id), turned)


def _labels(own: Mapping[str, Collection]) -> dict[str, str]:
    """What each choice is called. The browser knows a choice by this name alone, so it may not change with the
    content, and no two are the same."""
    times = Counter[str]()
    labels = {MANUAL: _MANUAL_NAME}
    for card in sorted(own.values(), key=lambda card: card.created):
        times[card.name] += 1
        labels[card.id] = f"{card.name} ({times[card.name]})" if times[card.name] > 1 else card.name
    return labels


def _can_be_asked(card: Collection) -> bool:
    borrowed = resources()
    return card.ready and not needs_anew(card, borrowed.embedder, borrowed.settings)


def _make() -> None:
    with st.form("knowledge_base:make", border=False, clear_on_submit=True):
        st.markdown("A place for documents of your own. They stay on this machine.")
        name = st.text_input("Name of the collection", placeholder="for example: pump manuals")
        made = st.form_submit_button("Make it", type="primary")
    if made:
        try:
            card = add_collection(resources().folder, name)
        except AppError as error:
            show_error(error)
        else:
            turn_to(card.id)


def turn_to(id: str) -> None:
    """Show this collection when the page is drawn next, which is now."""
    st.session_state[f"{_KEY}:next"] = id
    st.rerun()


def stay_with(session: GraphSession, chosen: Chosen) -> None:
    """A conversation is about one collection: who turns to another leaves it, who opens it turns to its collection."""
    asked = session.settings.get("collection", chosen.id)
    if session.thread is None or asked == chosen.id:
        return
    if not chosen.turned:
        if asked == MANUAL or any(card.id == asked for card in collections_of(resources().folder)):
            turn_to(asked)
        st.warning("That conversation was about a collection that is not here any more.", icon=":material/block:")
    session.leave()
    st.query_params.pop(THREAD, None)
