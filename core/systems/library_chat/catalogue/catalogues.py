"""Which catalogue is asked, and in which store: the sample that comes with Glassbox, or catalogues of the analyst's.

A catalogue of the analyst's is a folder: the books as they were accepted, a card, and, until every text is embedded,
the journal of that work. It may be loaded into either store, and into both; loading that was interrupted goes on.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from pydantic import TypeAdapter

from core.errors import InputError
from core.own_data import Embedded, Lent, OwnData, Tell, embedding
from core.paths import SAMPLES
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.stores.library import Book, Library
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_neo4j import Neo4jLibrary
from core.stores.library_plan import Column
from core.stores.library_server import shared_server
from core.stores.uploads import Kind, fresh, read_json, write_json
from core.systems.library_chat.catalogue.book_table import BOOKS, check_books
from core.tables import guess_columns, read_table

SAMPLE = "sample"
SAMPLE_FILE = SAMPLES / "library" / "books.csv"
CHUNK = 100  # texts embedded together: about a second on two cores
PORTION = 500  # books loaded together

Store = Literal["embedded", "neo4j"]
_Books = TypeAdapter(list[Book])
_Columns = TypeAdapter(list[Column])
_COLUMNS_FILE = "columns.json"


@dataclass(frozen=True)
class Catalogue:
    """The card of a catalogue; `loaded` names the stores (`Library.kind`) that hold all of its books, so that it can be
    asked, and `prepared` those that hold their vectors too, so that it can be searched by meaning."""

    id: str
    name: str
    books: int
    created: str
    loaded: tuple[str, ...] = ()
    prepared: tuple[str, ...] = ()


# --- keeping ----------------------------------------------------------------------------------------------------------


def add_catalogue(folder: Path, name: str, books: Sequence[Book], columns: Sequence[Column] = ()) -> Catalogue:
    """Keep accepted books of this owner, with their further columns; they are asked once they are worked through."""
    if not books:
        raise InputError("There is no book to keep.", "See the reasons beside the rows that were left out.")
    id, created = fresh()
    card = Catalogue(id, name, len(books), created)

    def write(place: Path) -> None:
        write_json(place / "books.json", _Books.dump_python(list(books), mode="json"))
        write_json(place / _COLUMNS_FILE, _Columns.dump_python(list(columns), mode="json"))

    CATALOGUES.uploads(folder).add(card, write)
    return card


def is_loaded(lent: Lent, card: Catalogue) -> bool:
    """Whether the configured store holds all books of this catalogue; it is not asked, the card says so."""
    return _library_of(lent, card.id).kind in card.loaded


def is_prepared(lent: Lent, card: Catalogue) -> bool:
    """Whether the configured store can search all of this catalogue by meaning; it is not asked, the card says so."""
    return _library_of(lent, card.id).kind in card.prepared


def remove_catalogue(lent: Lent, catalogue: str) -> None:
    """Undo `add_catalogue`, in every store that holds it. Raises `StoreError` for a server that does not answer.

    One that is brought back is not in a server any more, and is loaded again.
    """
    kept = CATALOGUES.uploads(lent.folder)
    card = kept.get(catalogue)
    if card is None:
        return
    library = _library_of(lent, catalogue)
    if library.writes_cypher and library.kind in card.loaded:
        library.clear()
        kept.update(_without(card, library.kind))
    kept.remove(catalogue)


def _books(place: Path) -> list[Book]:
    return _Books.validate_python(read_json(place / "books.json"))


def _columns(place: Path) -> list[Column]:
    """Return the further columns; a catalogue from before there were any has no such file."""
    file = place / _COLUMNS_FILE
    return _Columns.validate_python(read_json(file)) if file.exists() else []


# --- loading ----------------------------------------------------------------------------------------------------------


def texts_to_embed(books: Sequence[Book]) -> list[str]:
    """List every text of a catalogue that has a vector: the books with their context, names of authors and genres."""
    names = [name for book in books for name in (*book.authors, *book.genres)]
    return list(dict.fromkeys([*(book.context for book in books), *names]))


def load_books(lent: Lent, card: Catalogue, tell: Tell | None = None) -> Catalogue:
    """Load the books at once, without vectors, so that all but searches by meaning works; the card that says so.

    A portion is loaded as a whole or not at all, and one that is there is passed over. Raises `StoreError`.
    """
    library = _library_of(lent, card.id)
    if library.kind in card.loaded:
        return card
    place = CATALOGUES.uploads(lent.folder).path(card.id)
    columns = _columns(place)
    for portion in _portions(_books(place), tell):
        library.load(portion, None, columns)
    loaded = replace(card, loaded=_with(card.loaded, library.kind))
    CATALOGUES.uploads(lent.folder).update(loaded)
    return loaded


def _conclude(done: Embedded[Catalogue]) -> Catalogue:
    """Load the vectors into the configured store, after the books where these are not there. A portion is loaded as a
    whole or not at all, and one that is there is passed over."""
    library, card = _library_of(done.lent, done.card.id), load_books(done.lent, done.card, done.tell)
    for portion in _portions(_books(done.place), done.tell):
        library.add_vectors(portion, done.lent.embedder.encode([book.context for book in portion]))
    return replace(card, prepared=_with(card.prepared, library.kind))


def _without(card: Catalogue, store: str) -> Catalogue:
    """Return the card of a catalogue that a store does not hold any more."""
    loaded, prepared = (tuple(one for one in stores if one != store) for stores in (card.loaded, card.prepared))
    return replace(card, loaded=loaded, prepared=prepared)


def _with(stores: Sequence[str], store: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*stores, store]))


def _load(library: Library, books: Sequence[Book], columns: Sequence[Column], embedder: Embedder) -> None:
    for portion in _portions(books):
        library.load(portion, embedder.encode([book.context for book in portion]), columns)


def _portions(books: Sequence[Book], tell: Tell | None = None) -> Iterator[Sequence[Book]]:
    """Give the books in portions, and tell of each that was taken."""
    for start in range(0, len(books), PORTION):
        portion = books[start : start + PORTION]
        yield portion
        if tell:
            tell(start + len(portion), len(books))


# --- opening ----------------------------------------------------------------------------------------------------------


def _read(lent: Lent, card: Catalogue) -> Library:
    library = _library_of(lent, card.id)
    if library.kind not in card.loaded:
        raise InputError(
            f"“{card.name}” is not loaded yet ({library.kind}).", "Wait for the loading, or carry on with it."
        )
    if library.writes_cypher and not library.totals()["books"]:  # a server may have come back without what it held
        CATALOGUES.uploads(lent.folder).update(_without(card, library.kind))
        raise InputError(
            f"“{card.name}” is no longer in {library.kind}: the server has lost it.",
            "Carry on with its loading: the books are kept here, and nothing of them is lost.",
        )
    return library


def _open_sample(lent: Lent) -> Library:
    library = _library(lent.settings.data, sample_id(), lent.settings, lent.embedder, _configured(lent.settings))
    _load_sample(library, lent.embedder)
    return library


@contextmanager
def lent_library(
    books: Sequence[Book],
    settings: Settings,
    embedder: Embedder,
    store: Store | None = None,
    columns: Sequence[Column] = (),
) -> Iterator[Library]:
    """Give a library of these books alone, which leaves nothing behind in its store."""
    with TemporaryDirectory() as folder:
        catalogue = f"lent-{secrets.token_hex(8)}"
        library = _new_library(Path(folder), catalogue, settings, embedder, store or _configured(settings))
        try:
            _load(library, books, columns, embedder)
            yield library
        finally:
            library.clear()


@cache
def sample_books() -> tuple[Book, ...]:
    """Return the books that come with Glassbox."""
    table = read_table(SAMPLE_FILE.read_bytes(), SAMPLE_FILE.name)
    accepted, _ = check_books(table, guess_columns(list(table.columns), BOOKS.words))
    return accepted.books


@cache
def sample_id() -> str:
    """Return the name of the sample in a store: another one for each state of its file."""
    return f"{SAMPLE}-{hashlib.sha256(SAMPLE_FILE.read_bytes()).hexdigest()[:12]}"


_loading = threading.Lock()


def _load_sample(library: Library, embedder: Embedder) -> None:
    """Load the sample where it is not; its vectors are shipped, so that takes a moment."""
    if library.totals()["books"] < len(sample_books()):
        with _loading:  # several first visitors wait for one of them
            _load(library, sample_books(), (), embedder)


def _configured(settings: Settings) -> Store:
    return "neo4j" if settings.neo4j_uri else "embedded"


def _library_of(lent: Lent, catalogue: str) -> Library:
    return _library(lent.folder, catalogue, lent.settings, lent.embedder, _configured(lent.settings))


@lru_cache(maxsize=16)  # what a store remembers is shared by all who ask this catalogue
def _library(folder: Path, catalogue: str, settings: Settings, embedder: Embedder, store: Store) -> Library:
    return _new_library(CATALOGUES.uploads(folder).path(catalogue), catalogue, settings, embedder, store)


def _new_library(place: Path, catalogue: str, settings: Settings, embedder: Embedder, store: Store) -> Library:
    if store == "embedded":
        return EmbeddedLibrary(place / f"{catalogue}.sqlite", embedder.encode)
    server = shared_server(settings.neo4j_uri, settings.neo4j_username, settings.neo4j_password, settings.neo4j_timeout)
    return Neo4jLibrary(server, catalogue, embedder.encode)


_KIND = Kind(
    "catalogues",
    Catalogue,
    schema=2,
    upgrades={1: lambda card: {**card, "prepared": card.get("loaded", [])}},  # books came with their vectors
)
CATALOGUES = OwnData(
    _KIND,
    "catalogue",
    _read,
    embedding(
        _KIND,
        lambda place: texts_to_embed(_books(place)),
        chunk=CHUNK,
        is_ready=is_prepared,
        conclude=_conclude,
    ),
    {SAMPLE: _open_sample},
)
