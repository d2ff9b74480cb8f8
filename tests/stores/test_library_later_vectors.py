"""Books that are loaded before their vectors: all but searches by meaning works, and these look at what has vectors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.stores.library import Book
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_plan import Plan, Test, Where, must
from tests.word_embedder import WordEmbedder

BOOKS = [
    Book("1", "Bell Founding", ("Ann Bell",), ("Craft",), 1990, 90),
    Book("2", "Bells of the North", ("Bo Ek", "Ann Bell"), ("Craft", "Music"), 1999, 210),
    Book("3", "The Carillon Player", ("Bo Ek",), ("Music",)),
]
ENCODE = WordEmbedder().encode
VECTORS = ENCODE([book.context for book in BOOKS])
CRAFT, MUSIC = ((must(Test(column="genres", values=(genre,))),) for genre in ("Craft", "Music"))
QUERY = ENCODE(["music of bells"])[0]


@pytest.fixture
def library(tmp_path: Path) -> EmbeddedLibrary:
    """Loaded without a vector."""
    library = EmbeddedLibrary(tmp_path / "books.sqlite", ENCODE)
    library.load(BOOKS, None)
    return library


def found(library: EmbeddedLibrary, where: Where = ()) -> list[object]:
    searches = (library.search_books, library.search_authors, library.search_genres)
    return [search(QUERY, 10, where) for search in searches]


def test_without_vectors_everything_but_meaning_works(library: EmbeddedLibrary) -> None:
    assert list(library.select(Plan()).books) == BOOKS
    assert library.select(Plan(where=CRAFT)).passing == 2
    assert library.values("authors") == {"Ann Bell": 2, "Bo Ek": 2}
    assert library.totals() == {"books": 3, "authors": 2, "genres": 2}
    assert found(library) == found(library, CRAFT) == [[], [], []]


def test_with_some_vectors_a_search_looks_at_those_and_no_other(library: EmbeddedLibrary) -> None:
    library.add_vectors(BOOKS[:2], VECTORS[:2])
    assert {match.book.id for match in library.search_books(QUERY, 10)} == {"1", "2"}
    assert {match.book.id for match in library.search_books(QUERY, 10, MUSIC)} == {"2"}
    assert {match.node for match in library.search_authors(QUERY, 10)} == {"Ann Bell", "Bo Ek"}
    library.load([Book("4", "Organs", ("Cy Orr",), ("Craft",))], None)
    assert {match.node for match in library.search_authors(QUERY, 10)} == {"Ann Bell", "Bo Ek"}
    assert {match.book.id for match in library.search_genres(QUERY, 10)} == {"1", "2"}


def test_once_all_vectors_are_there_it_is_the_same_as_if_they_had_come_with_the_books(
    library: EmbeddedLibrary, tmp_path: Path
) -> None:
    at_once = EmbeddedLibrary(tmp_path / "at_once.sqlite", ENCODE)
    at_once.load(BOOKS, VECTORS)
    for portion in (slice(0, 2), slice(2, 3)):
        library.add_vectors(BOOKS[portion], VECTORS[portion])
    for where in ((), MUSIC, (must(Test(column="authors", values=("Ann Bell",))),)):
        assert found(library, where) == found(at_once, where)


def test_vectors_that_are_there_stay_and_those_of_books_that_are_not_there_change_nothing(
    library: EmbeddedLibrary,
) -> None:
    library.add_vectors(BOOKS, VECTORS)
    before = found(library)
    library.add_vectors(BOOKS, np.roll(VECTORS, 1, axis=0))
    library.add_vectors([Book("9", "Nowhere", ("Nobody",), ())], VECTORS[:1])
    assert found(library) == before
    with pytest.raises(ValueError, match="argument"):
        library.add_vectors(BOOKS, VECTORS[:1])
