"""A small library: some books in an embedded store of their own, which writes down what it is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any
from weakref import finalize

from core.stores.library import Book
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_plan import Column
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
