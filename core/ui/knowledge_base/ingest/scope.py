"""What of the documents is asked: other collections, too; files, folders, kinds, languages, dates; as of a day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from typing import NamedTuple

import streamlit as st

from core.stores.passages import Passages, Scope
from core.systems.knowledge_base.ingest.collections import DOCUMENTS, needs_anew
from core.systems.knowledge_base.ingest.sharing import shared_with
from core.ui.knowledge_base.ingest.collections import Chosen
from core.ui.knowledge_base.ingest.sharing import called
from core.ui.resources import resources
from core.ui.words import count, plain


class Asked(NamedTuple):
    """The collections that are asked, the chosen one first, and what of them."""

    collections: list[str]
    scope: Scope

    @property
    def settings(self) -> dict[str, object]:
        """What a question was asked with, as far as it is not the whole of one collection."""
        said = asdict(self.scope)
        scope = {name: value if isinstance(value, str) else list(value) for name, value in said.items() if value}
        return {"scope": scope, "also": self.collections[1:]}


def choose_scope(chosen: Chosen, passages: Passages) -> Asked:
    """Draw what of the documents is asked, and return it."""
    key = f"knowledge_base:scope:{chosen.id}"
    others = _choose_others(chosen, key)
    return Asked([chosen.id, *others], _choose(passages, key))


def _choose_others(chosen: Chosen, key: str) -> list[str]:
    borrowed = resources()
    own = [(card, card.name) for card in DOCUMENTS.uploads(borrowed.folder).all()]
    others = {
        card.id: name
        for card, name in own + [(one.card, called(one)) for one in shared_with(borrowed)]
        if card.id != chosen.id and card.ready and not needs_anew(borrowed, card)
    }
    if not others:
        return []
    return st.multiselect(
        "Ask these collections, too",
        list(others),
        format_func=others.__getitem__,
        key=f"{key}:also",
        persist_state="session",
    )


def _choose(passages: Passages, key: str) -> Scope:
    documents = passages.documents()
    names = [document.name for document in documents]
    files = st.multiselect(
        "Only these files and folders", [*_folders(names), *names], key=f"{key}:documents", persist_state="session"
    )
    kind, language = st.columns(2)
    kinds = kind.multiselect(
        "Only these types", sorted({one.kind for one in documents}), key=f"{key}:kinds", persist_state="session"
    )
    languages = language.multiselect(
        "Only these languages",
        sorted({one.language for one in documents} - {""}),
        key=f"{key}:languages",
        persist_state="session",
    )
    first, last, moment = st.columns(3)
    since = first.date_input("Added from", None, key=f"{key}:from", persist_state="session")
    until = last.date_input("Added to", None, key=f"{key}:to", persist_state="session")
    as_of = moment.date_input(
        "As of", None, key=f"{key}:as-of", persist_state="session",
        help="What was current at the end of that day is asked, and nothing that came later",
    )  # fmt: skip
    return Scope(tuple(files), tuple(kinds), tuple(languages), _day(since), _day(until), _day(as_of))


def _folders(names: Sequence[str]) -> list[str]:
    return sorted({name[: place + 1] for name in names for place, sign in enumerate(name) if sign == "/"})


def _day(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else ""


def scope_in_words(asked: Asked) -> str:
    """Say in a few words what of the documents is asked, as Markdown."""
    scope = asked.scope
    files = list(scope.documents[:2]) + ([f"{len(scope.documents) - 2} more"] if len(scope.documents) > 2 else [])
    said = [
        ", ".join(files),
        ", ".join(scope.kinds),
        ", ".join(scope.languages),
        f"from {scope.added_from}" if scope.added_from else "",
        f"to {scope.added_to}" if scope.added_to else "",
        f"as of {scope.as_of}" if scope.as_of else "",
        f"and {count(len(asked.collections) - 1, 'other collection')}" if len(asked.collections) > 1 else "",
    ]
    return plain("; ".join(filter(None, said)) or "all documents")
