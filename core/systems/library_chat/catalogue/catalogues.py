"""Which catalogue is asked, and in which store: the sample that comes with Glassbox, or catalogues of the analyst's.

A catalogue of the analyst's is a folder: the books as they were accepted, a card, and, until every text is embedded,
the journal of that work. It may be loaded into either store, and into both; loading that was interrupted goes on.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from pydantic import TypeAdapter

from core.bulk import Job
from core.embedding import embedding_job, forget_job, take_vectors
from core.errors import InputError
from core.paths import SAMPLES
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.stores.library import Book, Library
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_neo4j import Neo4jLibrary
from core.stores.library_server import shared_server
from core.stores.uploads import Kind, Uploads, fresh, read_json, write_json
from core.systems.library_chat.catalogue.book_table import BOOKS, check_books
from core.tables import guess_columns, read_table

SAMPLE = "sample"
SAMPLE_FILE = SAMPLES / "library" / "books.csv"
CHUNK = 100  # texts embedded together: about a second on two cores
PORTION = 500  # books loaded together

Store = Literal["embedded", "neo4j"]
_Books = TypeAdapter(list[Book])


@dataclass(frozen=True)
class Catalogue:
    """The card of a catalogue; `loaded` names the stores (`Library.kind`) that hold all of its books."""

    id: str
    name: str
    books: int
    created: str
    loaded: tuple[str, ...] = ()


# --- keeping ----------------------------------------------------------------------------------------------------------


def catalogues_of(folder: Path) -> list[Catalogue]:
    """Return this owner's catalogues, newest first."""
    return uploads(folder).all()


def uploads(folder: Path) -> Uploads[Catalogue]:
    """Return this owner's catalogues."""
    return Uploads(folder, Kind("catalogues", Catalogue))


def add_catalogue(folder: Path, name: str, books: Sequence[Book]) -> Catalogue:
    """Keep accepted books of this owner; they are asked once `load_job` and `finish_loading` are done."""
    if not books:
        raise InputError("There is no book to keep.", "See the reasons beside the rows that were left out.")
    id, created = fresh()
    card = Catalogue(id, name, len(books), created)
    uploads(folder).add(
        card, lambda place: write_json(place / "books.json", _Books.dump_python(list(books), mode="json"))
    )
    return card


def is_loaded(folder: Path, card: Catalogue, settings: Settings, embedder: Embedder) -> bool:
    """Whether the configured store holds all books of this catalogue; it is not asked, the card says so."""
    return _library(folder, card.id, settings, embedder, _configured(settings)).kind in card.loaded


def remove_catalogue(folder: Path, catalogue: str, settings: Settings, embedder: Embedder) -> None:
    """Undo `add_catalogue`, in every store that holds it. Raises `StoreError` for a server that does not answer.

    One that is brought back is not in a server any more, and is loaded again.
    """
    card = uploads(folder).get(catalogue)
    if card is None:
        return
    library = _library(folder, catalogue, settings, embedder, _configured(settings))
    if library.writes_cypher and library.kind in card.loaded:
        library.clear()
        loaded = tuple(store for store in card.loaded if store != library.kind)
        uploads(folder).update(replace(card, loaded=loaded))
    uploads(folder).remove(catalogue)


def _books(place: Path) -> list[Book]:
    return _Books.validate_python(read_json(place / "books.json"))


# --- loading ----------------------------------------------------------------------------------------------------------


def texts_to_embed(books: Sequence[Book]) -> list[str]:
    """List every text of a catalogue that has a vector: the books with their context, names of authors and genres."""
    names = [name for book in books for name in (*book.authors, *book.genres)]
    return list(dict.fromkeys([*(book.context for book in books), *names]))


def load_job(folder: Path, catalogue: str, scheduler: str | None = None) -> Job:
    """Return the long part of loading: embedding every text, begun or gone on with by `start()`."""
    place = uploads(folder).path(catalogue)
    return embedding_job(texts_to_embed(_books(place)), place, chunk=CHUNK, scheduler=scheduler)


def finish_loading(
    folder: Path,
    catalogue: str,
    settings: Settings,
    embedder: Embedder,
    store: Store | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Catalogue:
    """Load the books of a finished `load_job` into a store (None: the configured one), and note that on the card.

    `progress` is told how many of how many books are there. A portion is loaded as a whole or not at all; to go on
    after a fault, call it again: what is there already is passed over. Raises `InputError`, `StoreError`.
    """
    kept = uploads(folder)
    card, place = kept.get(catalogue), kept.path(catalogue)
    if card is None:
        raise _gone()
    books = _books(place)
    if any(place.glob("index.journal*")):
        take_vectors(texts_to_embed(books), place, embedder)
    library = _library(folder, catalogue, settings, embedder, store or _configured(settings))
    _load(library, books, embedder, progress)
    card = replace(card, loaded=tuple(dict.fromkeys([*card.loaded, library.kind])))
    kept.update(card)
    forget_job(place)
    return card


def _load(
    library: Library, books: Sequence[Book], embedder: Embedder, progress: Callable[[int, int], None] | None = None
) -> None:
    for start in range(0, len(books), PORTION):
        portion = books[start : start + PORTION]
        library.load(portion, embedder.encode([book.context for book in portion]))
        if progress:
            progress(start + len(portion), len(books))


# --- opening ----------------------------------------------------------------------------------------------------------


def open_library(
    folder: Path, settings: Settings, embedder: Embedder, catalogue: str = SAMPLE, store: Store | None = None
) -> Library:
    """Return a catalogue, ready to be asked, in the configured store or in `store`; `folder` is the owner's.

    Raises `InputError` for a catalogue that is not there or not loaded, `StoreError` for a store that cannot be used.
    """
    chosen = store or _configured(settings)
    if catalogue == SAMPLE:
        library = _library(settings.data, sample_id(), settings, embedder, chosen)
        _load_sample(library, embedder)
        return library
    card = uploads(folder).get(catalogue)
    if card is None:
        raise _gone()
    library = _library(folder, catalogue, settings, embedder, chosen)
    if library.kind not in card.loaded:
        raise InputError(
            f"“{card.name}” is not loaded yet ({library.kind}).", "Wait for the loading, or carry on with it."
        )
    return library


@contextmanager
def lent_library(
    books: Sequence[Book], settings: Settings, embedder: Embedder, store: Store | None = None
) -> Iterator[Library]:
    """Give a library of these books alone, which leaves nothing behind in its store."""
    with TemporaryDirectory() as folder:
        catalogue = f"lent-{secrets.token_hex(8)}"
        library = _new_library(Path(folder), catalogue, settings, embedder, store or _configured(settings))
        try:
            _load(library, books, embedder)
            yield library
        finally:
            library.clear()


@cache
def sample_books() -> tuple[Book, ...]:
    """Return the books that come with Glassbox."""
    table = read_table(SAMPLE_FILE.read_bytes(), SAMPLE_FILE.name)
    books, _ = check_books(table, guess_columns(list(table.columns), BOOKS.words))
    return tuple(books)


@cache
def sample_id() -> str:
    """Return the name of the sample in a store: another one for each state of its file."""
    return f"{SAMPLE}-{hashlib.sha256(SAMPLE_FILE.read_bytes()).hexdigest()[:12]}"


_loading = threading.Lock()


def _load_sample(library: Library, embedder: Embedder) -> None:
    """Load the sample where it is not; its vectors are shipped, so that takes a moment."""
    if library.count() < len(sample_books()):
        with _loading:  # several first visitors wait for one of them
            _load(library, sample_books(), embedder)


def _configured(settings: Settings) -> Store:
    return "neo4j" if settings.neo4j_uri else "embedded"


def _gone() -> InputError:
    return InputError("This catalogue is not here.", "It may have been removed. Choose another one.")


@lru_cache(maxsize=16)  # what a store remembers is shared by all who ask this catalogue
def _library(folder: Path, catalogue: str, settings: Settings, embedder: Embedder, store: Store) -> Library:
    return _new_library(uploads(folder).path(catalogue), catalogue, settings, embedder, store)


def _new_library(place: Path, catalogue: str, settings: Settings, embedder: Embedder, store: Store) -> Library:
    if store == "embedded":
        return EmbeddedLibrary(place / f"{catalogue}.sqlite", embedder.encode)
    server = shared_server(settings.neo4j_uri, settings.neo4j_username, settings.neo4j_password, settings.neo4j_timeout)
    return Neo4jLibrary(server, catalogue, embedder.encode)
