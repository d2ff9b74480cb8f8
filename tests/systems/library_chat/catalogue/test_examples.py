"""Questions to begin with: made of the catalogue's own titles, subjects, genres, years and authors, and answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.installation import Installation
from core.llm.engine import OfflineEngine
from core.settings import Settings
from core.stores.library import Book
from core.systems.library_chat import SYSTEM
from core.systems.library_chat.catalogue.catalogues import lent_library, sample_books
from core.systems.library_chat.catalogue.examples import examples_of
from core.systems.library_chat.state import Context
from tests.systems.library_chat.loading import EMBEDDER

BELLS = [
    Book("1", "Bell Founding", ("Ann Bell",), ("Craft",), 1990, 90, ("bronze",)),
    Book("2", "Bells of the North", ("Bo Ek",), ("Craft", "Music"), 1999, 210, ("bronze", "travel")),
    Book("3", "The Carillon Player", ("Bo Ek",), ("Music",), None, None),
]
BARE = [replace(book, genres=(), year=None, pages=None, subjects=()) for book in BELLS]


def examples(books: Sequence[Book], settings: Settings | None = None) -> tuple[str, ...]:
    with lent_library(books, settings or Settings(), EMBEDDER) as library:
        return examples_of(library)


@pytest.mark.parametrize("store", ["embedded", "Neo4j"])
def test_they_are_made_of_what_the_catalogue_holds(store: str, request: pytest.FixtureRequest) -> None:
    assert examples(BELLS, request.getfixturevalue("neo4j") if store == "Neo4j" else None) == (
        "Who wrote Bell Founding?",
        "Do you have any books about bronze?",
        "How many Craft books after 1994?",
        "Find books by Bo Ek",
        "Which authors wrote in more than one genre?",
    )


def test_of_a_catalogue_that_lacks_years_genres_and_subjects_only_what_it_has_is_asked() -> None:
    assert examples(BARE) == ("Who wrote Bell Founding?", "Find books by Bo Ek", "Which author has the most books?")


def test_of_titles_alone_nothing_is_asked_that_has_no_answer() -> None:
    assert examples([Book("1", "Bell Founding", (), ())]) == ()


@pytest.mark.parametrize("hostile", ["<b>Bells</b> of", "x'}) DETACH DELETE n //", "Who wrote? Me", "1984 2001", " "])
def test_a_name_that_is_more_than_a_few_plain_words_stands_in_no_example(hostile: str) -> None:
    books = [Book("1", hostile, (hostile,), (hostile,), 1990, 90, (hostile,)), *BELLS]
    assert not [example for example in examples(books) if hostile.strip() and hostile in example]


def test_a_genre_that_is_called_as_what_is_asked_for_confuses_nobody() -> None:
    books = [replace(book, genres=(*book.genres, "Authors")) for book in BELLS]
    assert not [example for example in examples(books) if example.startswith("Which")]


@pytest.mark.parametrize("books", [BELLS, BARE, sample_books()], ids=["bells", "bare", "sample"])
def test_every_example_that_names_something_is_answered_with_books_or_figures(
    books: Sequence[Book], tmp_path: Path
) -> None:
    house = Installation(Settings(data=tmp_path))
    with lent_library(books, Settings(), EMBEDDER) as library:
        session = house.open_session(SYSTEM, {}, Context(OfflineEngine(), library, EMBEDDER))
        for example in examples_of(library):
            if " about " not in example:  # what is near depends on the embedding model
                session.leave()
                session.start(example)
                state = session.wait(60).state
                assert state["results"] or state["statistics"], example
                assert not state["response"].startswith("There are no"), example
    house.close()
