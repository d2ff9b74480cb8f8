"""Whose documents are asked: the manual or a collection of the analyst's own, made here and switched between here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from core.session import GraphSession
from core.systems.knowledge_base.ingest.collections import (
    DOCUMENTS,
    MANUAL,
    Collection,
    add_collection,
    add_files,
    needs_anew,
    stage,
)
from core.systems.knowledge_base.ingest.sharing import Shared, card_to_read, shared_with
from core.ui.buttons import act
from core.ui.choice import choose, give_up, refuse_lost, stay_with, turn_to
from core.ui.controls import Controls
from core.ui.knowledge_base.ingest.files import choose_files, contents, work_on
from core.ui.knowledge_base.ingest.sharing import called
from core.ui.knowledge_base.living.folders import draw_add_folder, is_watched
from core.ui.own_data import draw_removed
from core.ui.resources import resources
from core.ui.words import plain

_KEY = "knowledge_base:documents"
_NEW = "knowledge_base:new"
_MADE = "knowledge_base:made"
_MANUAL_NAME = "The manual of Glassbox"
_LONGEST_NAME = 80


@dataclass(frozen=True)
class Chosen:
    """The collection on the page and its card, None for the manual's; and whose it is, where others share it."""

    id: str
    card: Collection | None
    shared: Shared | None = None

    @property
    def name(self) -> str:
        """What it is called."""
        return self.card.name if self.card else _MANUAL_NAME

    @property
    def own(self) -> Collection | None:
        """The card of one that the analyst may change."""
        return None if self.shared else self.card

    @property
    def can_be_asked(self) -> bool:
        """Whether there is an index that fits."""
        return self.card is None or _can_be_asked(self.card)


def choose_collection(controls: Controls) -> Chosen:
    """Return the manual, a collection of the analyst's own or one that is shared; work on any of her own goes on here,
    whatever else is shown."""
    folder = resources().folder
    kept = DOCUMENTS.uploads(folder)
    own = {card.id: card for card in kept.all()}
    others = {one.card.id: one for one in shared_with(resources())}
    words = _labels(own, others).__getitem__
    id = choose("Which documents", [MANUAL, *own, *others], MANUAL, _KEY, "documents", words, controls.fold)
    controls.tell(f"**{plain(words(id))}**")  # the rest of the line is known once the documents are open
    made = st.session_state.get(_MADE, 0)  # another box after each time, so that the one that was used is closed
    with controls.beside.popover("Use my own documents", icon=":material/upload_file:", key=f"{_NEW}:{made}"):
        _bring(f"{_NEW}:{made}")
        draw_add_folder(_use_new)
    draw_removed(kept, _KEY, done=partial(turn_to, _KEY))
    for card in own.values():
        if stage(folder, card.id) and not is_watched(card):
            work_on(card)
    shared = others.get(id)
    # Read anew: the work that began just now may have made it one that can be asked.
    return Chosen(id, shared.card if shared else kept.get(id), shared)


def is_removed_here(id: str) -> None:
    """Note that the analyst took this collection away on this page."""
    give_up(_KEY, id)


def still_there() -> None:
    """Refuse a question while the documents that were chosen are gone, and nobody has chosen anew."""
    refuse_lost(_KEY)


def _labels(own: Mapping[str, Collection], others: Mapping[str, Shared]) -> dict[str, str]:
    """Return what each choice is called. The browser knows a choice by this name alone, so it may not change with the
    content, and no two are the same."""
    times = Counter[str]()
    labels = {MANUAL: _MANUAL_NAME}
    names = {card.id: card.name for card in sorted(own.values(), key=lambda card: card.created)}
    for id, name in {**names, **{id: called(one) for id, one in others.items()}}.items():
        times[name] += 1
        labels[id] = f"{name} ({times[name]})" if times[name] > 1 else name
    return labels


def _can_be_asked(card: Collection) -> bool:
    return card.ready and not needs_anew(resources(), card)


def _bring(key: str) -> None:
    """Draw the way from files to a collection of them; it is named after the first until the analyst names it."""
    st.markdown("They become a collection, which you can add to. They stay on the computer that runs Glassbox.")
    files, recognise = choose_files(key)
    if files:
        name = f"{key}:name:{files[0].file_id}"
        st.session_state.setdefault(name, name_for(files[0].name))
        # The name stands last: on a telephone what is below it is out of sight.
        act("Index and use", _add, resources().folder, name, files, recognise, key=f"{key}:use", type="primary")
        st.text_input("Name of the collection", key=name)


def name_for(file: str) -> str:
    """Return what a collection is called that begins with a file of this name."""
    return " ".join(PurePath(file).stem.replace("_", " ").split())[:_LONGEST_NAME]


def _add(folder: Path, name: str, files: Sequence[UploadedFile], recognise: bool) -> None:
    card = add_collection(folder, st.session_state[name])
    add_files(folder, card.id, contents(files), recognise)
    _use_new(card.id)


def _use_new(id: str) -> None:
    turn_to(_KEY, id)
    st.session_state[_MADE] = st.session_state.get(_MADE, 0) + 1


def stay_with_collection(session: GraphSession, chosen: Chosen) -> None:
    """Keep a conversation to one collection: who turns to another leaves it, who opens it turns to its collection."""

    def askable(id: str) -> bool:
        return id == MANUAL or card_to_read(resources(), id) is not None

    if not stay_with(session, "collection", chosen.id, _KEY, askable):
        st.warning("That conversation was about a collection that is not here any more.", icon=":material/block:")
