"""Books that are loaded before their vectors: all but searches by meaning works, and these look at what has vectors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from core.stores.library import Book, Library
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_plan import Plan, Test, Where, must
from tests.stores.test_library import in_neo4j
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


@pytest.fixture(params=["embedded", "Neo4j"])
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Library, Library]]:
    """Two empty libraries of each kind."""
    if request.param == "embedded":
        yield EmbeddedLibrary(tmp_path / "books.sqlite", ENCODE), EmbeddedLibrary(tmp_path / "other.sqlite", ENCODE)
    else:
        place = request.getfixturevalue("neo4j")
        with in_neo4j(place, ENCODE) as one, in_neo4j(place, ENCODE) as other:
            yield one, other


@pytest.fixture
def library(two: tuple[Library, Library]) -> Library:
    """Loaded without a vector."""
    two[0].load(BOOKS, None)
    return two[0]


def found(library: Library, where: Where = ()) -> list[object]:
    searches = (library.search_books, library.search_authors, library.search_genres)
    return [search(QUERY, 10, where) for search in searches]


def test_without_vectors_everything_but_meaning_works(library: Library) -> None:
    assert list(library.select(Plan()).books) == BOOKS
    assert library.select(Plan(where=CRAFT)).passing == 2
    assert library.values("authors") == {"Ann Bell": 2, "Bo Ek": 2}
    assert library.totals() == {"books": 3, "authors": 2, "genres": 2}
    assert found(library) == found(library, CRAFT) == [[], [], []]


def test_with_some_vectors_a_search_looks_at_those_and_no_other(library: Library) -> None:
    library.add_vectors(BOOKS[:2], VECTORS[:2])
    assert {match.book.id for match in library.search_books(QUERY, 10)} == {"1", "2"}
    assert {match.book.id for match in library.search_books(QUERY, 10, MUSIC)} == {"2"}
    assert {match.node for match in library.search_authors(QUERY, 10)} == {"Ann Bell", "Bo Ek"}
    library.load([Book("4", "Organs", ("Cy Orr",), ("Craft",))], None)
    assert {match.node for match in library.search_authors(QUERY, 10)} == {"Ann Bell", "Bo Ek"}
    assert {match.book.id for match in library.search_genres(QUERY, 10)} == {"1", "2"}


def test_once_all_vectors_are_there_it_is_the_same_as_if_they_had_come_with_the_books(
    library: Library, two: tuple[Library, Library]
) -> None:
    at_once = two[1]
    at_once.load(BOOKS, VECTORS)
    for portion in (slice(0, 2), slice(2, 3)):
        library.add_vectors(BOOKS[portion], VECTORS[portion])
    for where in ((), MUSIC, (must(Test(column="authors", values=("Ann Bell",))),)):
        assert found(library, where) == found(at_once, where)


def test_vectors_that_are_there_stay_and_those_of_books_that_are_not_there_change_nothing(
    library: Library,
) -> None:
    library.add_vectors(BOOKS, VECTORS)
    before = found(library)
    library.add_vectors(BOOKS, np.roll(VECTORS, 1, axis=0))
    library.add_vectors([Book("9", "Nowhere", ("Nobody",), ())], VECTORS[:1])
    assert found(library) == before
    with pytest.raises(ValueError, match="argument"):
        library.add_vectors(BOOKS, VECTORS[:1])


def test_vectors_change_no_state_so_that_nothing_is_read_again_for_a_plan(library: Library) -> None:
    before = library.state()
    library.add_vectors(BOOKS, VECTORS)
    assert library.state() == before
    library.load([Book("4", "Organs", ("Cy Orr",), ("Craft",))], None)
    assert library.state() != before


def test_what_another_process_adds_is_found_without_loading(tmp_path: Path) -> None:
    here, there = (EmbeddedLibrary(tmp_path / "books.sqlite", ENCODE) for _ in range(2))
    here.load(BOOKS, None)
    assert here.search_books(QUERY, 10) == []
    there.add_vectors(BOOKS, VECTORS)
    assert len(here.search_books(QUERY, 10)) == len(BOOKS)
