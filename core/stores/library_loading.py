"""What a portion of a catalogue adds to a store: the books, authors and genres that it has not, and their vectors."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from core.retrieval.embedder import Vectors
from core.stores.library import Book, Kind, readable
from core.stores.library_columns import check_columns, kept_values
from core.stores.library_plan import Column

Encode = Callable[[Sequence[str]], Vectors]
Known = Callable[[Kind, Sequence[str]], Collection[str]]
"""Which of these ids of books, or names of authors or genres, a store has; or has without a vector."""
VectorsOf: TypeAlias = dict[Kind, dict[str, Vectors]]
"""Vectors [384] by ids of books, and by names of authors and genres."""


@dataclass(frozen=True)
class Portion:
    """New books with the vectors [384] of their contexts; new authors and genres with those of their names.

    Vectors that come later have no number.
    """

    books: list[tuple[Book, Vectors]]
    authors: dict[str, Vectors]
    genres: dict[str, Vectors]


def what_is_new(
    books: Sequence[Book], vectors: Vectors | None, known: Known, encode: Encode, columns: Sequence[Column] = ()
) -> Portion:
    """Pick what a store has not yet of these books, each once, in texts that every store can keep.

    Raises ValueError when there are not as many vectors [n, 384] as books, and where books and `columns`, the further
    ones, do not fit.
    """
    check_columns(columns)
    if vectors is None:
        vectors, encode = _later(books), _later
    given = [(_readable(book, columns), vector) for book, vector in zip(books, vectors, strict=True)]
    there = known("Book", [book.id for book, _ in given])
    new: dict[str, tuple[Book, Vectors]] = {}
    for book, vector in given:
        if book.id not in there:
            new.setdefault(book.id, (book, vector))
    return Portion(
        list(new.values()),
        _new_names("Author", (name for book, _ in new.values() for name in book.authors), known, encode),
        _new_names("Genre", (name for book, _ in new.values() for name in book.genres), known, encode),
    )


def vectors_lacking(books: Sequence[Book], vectors: Vectors, lacking: Known, encode: Encode) -> VectorsOf:
    """Pick those of the vectors [n, 384] of books, and make those of their authors and genres, that a store lacks.

    Raises ValueError when there are not as many vectors as books.
    """
    of_books = dict(zip((readable(book.id) for book in books), vectors, strict=True))
    wanted = lacking("Book", list(of_books))
    found: VectorsOf = {"Book": {id: vector for id, vector in of_books.items() if id in wanted}}
    names: dict[Kind, list[str]] = {
        "Author": [readable(name) for book in books for name in book.authors],
        "Genre": [readable(name) for book in books for name in book.genres],
    }
    for kind, given in names.items():
        without = sorted(lacking(kind, list(dict.fromkeys(given))))
        found[kind] = dict(zip(without, encode(without) if without else (), strict=True))
    return found


def _later(texts: Sequence[object]) -> Vectors:
    """Return as many vectors without a number as there are texts."""
    return np.empty((len(texts), 0), np.float32)


def _readable(book: Book, columns: Sequence[Column]) -> Book:
    return replace(
        book,
        id=readable(book.id),
        title=readable(book.title),
        authors=tuple(map(readable, book.authors)),
        genres=tuple(map(readable, book.genres)),
        subjects=tuple(dict.fromkeys(map(readable, book.subjects))),
        extra=kept_values(book.extra, columns),
    )


def _new_names(kind: Kind, names: Iterable[str], known: Known, encode: Encode) -> dict[str, Vectors]:
    wanted = list(dict.fromkeys(names))
    there = known(kind, wanted) if wanted else ()
    new = [name for name in wanted if name not in there]
    return dict(zip(new, encode(new) if new else (), strict=True))
