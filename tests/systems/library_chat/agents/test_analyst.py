"""Every figure is calculated twice: by the chat over a real store, and by looking through the books."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.llm.engine import OfflineEngine
from core.stores.library import Book
from core.stores.library_embedded import EmbeddedLibrary
from core.systems.library_chat.graph import build_graph
from core.systems.library_chat.state import Context
from tests.properties import examples
from tests.systems.library_chat.little_library import LittleLibrary
from tests.word_embedder import WordEmbedder

GENRES = ("Mystery", "Romance", "Science")
AUTHORS = ("Ada Pine", "Bo Reed", "Cy Dole")
BOOKS = st.lists(
    st.builds(
        Book,
        id=st.uuids().map(str),
        title=st.sampled_from(["Amber", "Basalt", "Cedar Hill", "Dust and Iron"]),
        authors=st.lists(st.sampled_from(AUTHORS), min_size=1, max_size=2, unique=True).map(tuple),
        genres=st.lists(st.sampled_from(GENRES), max_size=2, unique=True).map(tuple),
        year=st.none() | st.integers(1950, 2024),
        pages=st.none() | st.integers(40, 900),
    ),
    min_size=1,
    max_size=12,
    unique_by=lambda book: book.id,
)


def ask(question: str, library: object) -> dict[str, object]:
    context = Context(OfflineEngine(), library, WordEmbedder())  # type: ignore[arg-type]
    state: dict[str, object] = build_graph().invoke({"request": question}, {"recursion_limit": 60}, context=context)
    return state


@examples(25)
@given(
    books=BOOKS,
    genre=st.none() | st.sampled_from(GENRES),
    author=st.none() | st.sampled_from(AUTHORS),
    year=st.none() | st.integers(1951, 2023),
    pages=st.none() | st.integers(50, 890),
)
def test_every_count_is_the_same_by_query_and_by_looking(
    books: list[Book], genre: str | None, author: str | None, year: int | None, pages: int | None
) -> None:
    assume(not year or any(book.year for book in books))  # else there is no such column
    assume(not pages or any(book.pages for book in books))
    words = " ".join(
        part
        for part in (
            "How many", genre or "", "books", f"by {author}" if author else "", f"after {year}" if year else "",
            f"under {pages} pages" if pages else "",
        )
        if part
    )  # fmt: skip
    known = (not genre or any(genre in book.genres for book in books)) and (
        not author or any(author in book.authors for book in books)
    )
    with TemporaryDirectory() as folder:
        encode = WordEmbedder().encode
        store = EmbeddedLibrary(Path(folder) / "books.sqlite", encode)
        store.load(books, encode([book.context for book in books]))
        state = ask(f"{words}?", store)
    response = str(state["response"])
    if not known:
        assert "No books found" in response or "cannot be answered" in response
    elif not (genre or author or year or pages):
        assert f"{len(books)} book" in response
    else:
        assert int(re.findall(r"\d+", response)[0]) == sum(_passes(book, genre, author, year, pages) for book in books)


def _passes(book: Book, genre: str | None, author: str | None, year: int | None, pages: int | None) -> bool:
    """Whether a book passes, looked at one by one: the second way to count."""
    return (
        (not genre or genre in book.genres)
        and (not author or author in book.authors)
        and (year is None or (book.year is not None and book.year > year))
        and (pages is None or (book.pages is not None and book.pages < pages))
    )


BOOKSHELF = LittleLibrary(
    [
        Book("1", "Amber", ("Ada Pine",), ("Mystery",), 1999, 210),
        Book("2", "Basalt", ("Ada Pine", "Bo Reed"), ("Mystery", "Romance"), 2005, 320),
        Book("3", "Cedar Hill", ("Cy Dole",), ("Romance",), 2015, 320),
        Book("4", "Dust and Iron", ("Cy Dole",), ("Science",), 2021, None),
    ]
)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("What is the longest book?", ["Basalt", "Cedar Hill"]),
        ("Which author has the most books?", ["Ada Pine and Cy Dole", "2 books each"]),
        ("Which genre has the fewest books?", ["Science", "1 book"]),
        ("How many books per decade?", ["1990s: 1 book", "2000s: 1 book", "2010s: 1 book", "2020s: 1 book"]),
        ("What is the average length?", ["283.3"]),
        ("How many pages are there altogether?", ["850"]),
        ("What share of the books is mystery?", ["50%", "2 of 4"]),
        ("Which authors wrote in more than one genre?", ["3 authors", "Bo Reed: 2 different genres"]),
        ("Which authors have more than one book?", ["Ada Pine: 2 books", "Cy Dole: 2 books"]),
        ("How many authors wrote romance?", ["3 different authors among the 2 Romance books"]),
        ("How many books that are both mystery and romance?", ["1 Mystery and Romance book"]),
        ("How many mystery or science books?", ["There are 3 Mystery or Science books."]),
        ("Is Amber older than Basalt?", ["Basalt is the newer one: the difference is 6 years"]),
        ("What years does the catalogue cover?", ["1999", "2021"]),
        ("What is the shortest science book?", ["none"]),
    ],
)
def test_a_figure_is_said_with_everything_it_rests_on(question: str, says: list[str]) -> None:
    state = ask(question, BOOKSHELF)
    assert state["route"]["agent"] == "analyst"  # type: ignore[index]
    for words in says:
        assert words in str(state["response"]), state["response"]
