"""Which collections there are, in which store and of which model each is, and how one is opened: the manual, too."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.documents import read_here
from core.errors import InputError
from core.own_data import Lent
from core.paths import DOCS
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.stores.passages import Document, Passage, Passages
from core.stores.passages_embedded import EmbeddedPassages
from core.stores.uploads import Kind, Uploads
from core.systems.knowledge_base.ingest.documents import read_document

MANUAL = "manual"
MANUAL_FOLDER = DOCS
# In the folder, and not in the manual.
FOR_DEVELOPERS = frozenset(
    {"architecture.md", "benchmarks.md", "deploying.md", "extending.md", "glossary.md", "security.md"}
)
EMBEDDED, POSTGRES = "embedded", "postgres"
_STORE_NAMES = {EMBEDDED: "a file", POSTGRES: "PostgreSQL"}
WHAT = "collection of documents"


@dataclass(frozen=True)
class Collection:
    """The card of a collection: how much is in it, and which store and which model its index was made with."""

    id: str
    name: str
    created: str
    store: str = ""
    model: str = ""
    documents: int = 0
    passages: int = 0

    @property
    def ready(self) -> bool:
        """Whether there is something to ask."""
        return self.documents > 0


# Since the second, what became of a file says which bytes these were.
KIND = Kind("documents", Collection, schema=2, upgrades={1: lambda card: card})


def card_of(folder: Path, collection: str) -> Collection:
    """Return the card of a collection. Raises `InputError` for one that is not there, or another owner's."""
    card = Uploads(folder, KIND).get(collection)
    if card is None:
        raise InputError(f"This {WHAT} is not here.", "It may have been removed. Choose another one.")
    return card


def place_of(folder: Path, collection: str) -> Path:
    """Return the folder of a collection. Raises `InputError` for one that is not there."""
    return Uploads(folder, KIND).path(card_of(folder, collection).id)


def needs_anew(lent: Lent, card: Collection) -> bool:
    """Whether the index was made with another model or lies in another store than is used now."""
    return bool(card.store) and (card.store, card.model) != (store_of(lent.settings), lent.embedder.name)


def open_ready(lent: Lent, card: Collection) -> Passages:
    """Return the documents of a collection, opened once for this process."""
    if not card.ready:
        raise InputError(f"“{card.name}” has no documents yet.", "Bring some, or wait until they are indexed.")
    if needs_anew(lent, card):
        raise InputError(
            f"“{card.name}” was indexed by {card.model} into {_STORE_NAMES[card.store]}; now it would be"
            f" {lent.embedder.name} into {_STORE_NAMES[store_of(lent.settings)]}.",
            "Index it anew.",
        )
    return open_store(lent, card.id, card.store, card.model)


def open_manual(lent: Lent) -> Passages:
    """Return the manual of Glassbox in the store of now."""
    settings = lent.settings
    return _manual(store_of(settings), settings.database_url, settings.data / MANUAL, lent.embedder)


@lru_cache(maxsize=4)
def _manual(kind: str, url: str, place: Path, embedder: Embedder) -> Passages:
    """Return the manual, brought up to date with its pages: a new release may have changed some of them."""
    with _opening:
        store = _store(kind, url, place, MANUAL, embedder.name, embedder)
        pages = {document.id: (document, text, passages) for document, text, passages in read_manual()}
        known = {document.id for document in store.documents()}
        for old in known:
            if old not in pages or store.passages(old) != pages[old][2]:
                store.remove(old)
        known = {document.id for document in store.documents()}
        for document, text, passages in (pages[id] for id in pages if id not in known):
            store.add(document, text, passages, embedder.encode([passage.context for passage in passages]))
        return store


def read_manual() -> list[tuple[Document, str, list[Passage]]]:
    """Return the pages of the manual with their passages: those that are written for analysts."""
    pages = [page for page in sorted(MANUAL_FOLDER.glob("*.md")) if page.name not in FOR_DEVELOPERS]
    return [read_document(page.read_bytes(), page.name, read_here) for page in pages]


def open_current(lent: Lent, card: Collection) -> Passages:
    """Return the documents of a collection in the store and with the model of now."""
    return open_store(lent, card.id, store_of(lent.settings), lent.embedder.name)


def open_store(lent: Lent, id: str, kind: str, model: str) -> Passages:
    """Return what a collection has in a store for a model. Raises `InputError`, `StoreError`."""
    url = lent.settings.database_url
    if kind == POSTGRES and not url:
        raise InputError("This collection is in PostgreSQL, and no server is set.", "Set DATABASE_URL again.")
    with _opening:
        return _store(kind, url, place_of(lent.folder, id), id, model, lent.embedder)


_opening = threading.RLock()  # several first visitors at once wait for one of them to open it


@lru_cache(maxsize=32)
def _store(kind: str, url: str, place: Path, id: str, model: str, embedder: Embedder) -> Passages:
    tag = hashlib.sha256(model.encode()).hexdigest()[:8]  # indexes of two models lie side by side while one is made
    if kind == POSTGRES:
        from core.stores.passages_postgres import PostgresPassages

        return PostgresPassages(url, f"{id}/{tag}", embedder)
    return EmbeddedPassages(place / f"passages-{tag}.sqlite", embedder)


def forget_opened() -> None:
    """Let nobody be handed a store that was cleared."""
    _store.cache_clear()
    _manual.cache_clear()


def store_of(settings: Settings) -> str:
    """Return which store these settings ask for."""
    return POSTGRES if settings.database_url else EMBEDDED
