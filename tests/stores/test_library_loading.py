"""Of a portion of a catalogue only what is new goes in, each once, in texts that every store can keep."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import pytest

from core.retrieval.embedder import Vectors
from core.stores.library import Book, Kind
from core.stores.library_loading import Known, vectors_lacking, what_is_new
from tests.stores.little_library import EMBEDDER, vectors_of

FIRST = Book("1", "Tides", ("Ann", "Ben"), ("Sea",))
SECOND = Book("2", "Orbit", ("Ben",), ("Space", "Sea"))


def knowing(*names: str) -> Known:
    def known(kind: Kind, asked: Sequence[str]) -> Collection[str]:
        return {name for name in asked if f"{kind} {name}" in names}

    return known


def test_a_store_that_has_nothing_gets_every_book_author_and_genre_once() -> None:
    books = [FIRST, SECOND]
    new = what_is_new(books, vectors_of(books), knowing(), EMBEDDER.encode)
    assert [book for book, _ in new.books] == books
    assert (list(new.authors), list(new.genres)) == (["Ann", "Ben"], ["Sea", "Space"])
    assert np.array_equal(new.genres["Space"], EMBEDDER.encode(["Space"])[0])


def test_what_the_store_has_is_neither_loaded_nor_embedded_again() -> None:
    embedded: list[str] = []

    def encode(texts: Sequence[str]) -> Vectors:
        embedded.extend(texts)
        return EMBEDDER.encode(texts)

    known = knowing("Book 1", "Author Ben", "Genre Sea")
    new = what_is_new([FIRST, SECOND], vectors_of([FIRST, SECOND]), known, encode)
    assert [book for book, _ in new.books] == [SECOND]
    assert (list(new.authors), list(new.genres)) == ([], ["Space"])
    assert embedded == ["Space"]


def test_of_two_books_with_one_id_the_first_counts() -> None:
    twice = [FIRST, Book("1", "Another", ("Cid",), ())]
    new = what_is_new(twice, vectors_of(twice), knowing(), EMBEDDER.encode)
    assert [book for book, _ in new.books] == [FIRST]
    assert "Cid" not in new.authors


def test_a_text_that_a_store_cannot_keep_is_made_readable_wherever_it_stands() -> None:
    bad = Book("i\x00d", "T\ud800", ("A\x00",), ("G\ud800",), subjects=("S\x00",))
    new = what_is_new([bad], vectors_of([FIRST]), knowing(), lambda texts: vectors_of([FIRST] * len(texts)))
    ((book, _),) = new.books
    written = "".join((book.id, book.title, *book.authors, *book.genres, *book.subjects))
    assert "\x00" not in written
    written.encode()


def test_as_many_vectors_as_books_are_asked_for() -> None:
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        what_is_new([FIRST, SECOND], vectors_of([FIRST]), knowing(), EMBEDDER.encode)


def test_of_vectors_that_come_later_those_are_made_that_a_store_lacks() -> None:
    embedded: list[str] = []

    def encode(texts: Sequence[str]) -> Vectors:
        embedded.extend(texts)
        return EMBEDDER.encode(texts)

    books, lacking = [FIRST, SECOND], knowing("Book 2", "Author Ann", "Genre Sea")
    made = vectors_lacking(books, vectors_of(books), lacking, encode)
    assert {kind: list(of_kind) for kind, of_kind in made.items()} == {
        "Book": ["2"],
        "Author": ["Ann"],
        "Genre": ["Sea"],
    }
    assert np.array_equal(made["Book"]["2"], vectors_of([SECOND])[0])
    assert embedded == ["Ann", "Sea"]


def test_without_vectors_nothing_is_embedded() -> None:
    new = what_is_new([FIRST], None, knowing(), lambda texts: pytest.fail("embedded"))
    assert [vector.size for vector in (new.books[0][1], *new.authors.values(), *new.genres.values())] == [0] * 4
