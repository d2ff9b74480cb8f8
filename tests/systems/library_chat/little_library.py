"""A small library: some books in an embedded store of their own, which writes down what it is asked."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any
from weakref import finalize

import pytest

from core.stores.library import Book, Library
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_neo4j import Neo4jLibrary
from core.stores.library_plan import Column
from core.stores.library_server import shared_server
from tests.word_embedder import WordEmbedder

_ASKED = (
    "search_books", "search_authors", "search_genres", "totals", "select", "values", "columns",
)  # fmt: skip


class LittleLibrary(EmbeddedLibrary):
    """Some books; `asked` are the names of the operations that were asked for."""

    def __init__(self, books: Iterable[Book], embedder: Any = None, columns: Sequence[Column] = ()) -> None:
        folder = mkdtemp()
        finalize(self, rmtree, folder)
        self.asked: list[str] = []
        embedder = embedder or WordEmbedder()
        super().__init__(Path(folder) / "books.sqlite", embedder.encode)
        given = list(books)
        self.load(given, embedder.encode([book.context for book in given]), columns)

    def __getattribute__(self, name: str) -> Any:
        if name in _ASKED:
            object.__getattribute__(self, "asked").append(name)
        return object.__getattribute__(self, name)


@contextmanager
def library_in(store: str, request: pytest.FixtureRequest, folder: Path, books: Sequence[Book]) -> Iterator[Library]:
    """Some books in a store of either kind, "embedded" or "Neo4j", which is left as it was found."""
    embedder = WordEmbedder()
    if store == "embedded":
        library: Library = EmbeddedLibrary(folder / "books.sqlite", embedder.encode)
    else:
        place = request.getfixturevalue("neo4j")
        server = shared_server(place.neo4j_uri, place.neo4j_username, place.neo4j_password)
        library = Neo4jLibrary(server, f"test-{secrets.token_hex(6)}", embedder.encode)
    try:
        library.load(books, embedder.encode([book.context for book in books]))
        yield library
    finally:
        library.clear()
