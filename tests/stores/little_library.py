"""Books for the tests of the library stores, and the plain scan that every count is compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median

import numpy as np
from hypothesis import strategies as some

from core.retrieval.embedder import DIMENSIONS, Vectors
from core.stores.library import Book, Filters, Group, Library, Measure, Row
from tests.word_embedder import WordEmbedder

EMBEDDER = WordEmbedder()
BOOKS = (
    Book("1", "The Amber Lighthouse", ("Ines Okafor",), ("Romance",), 1955, 210, ("harbour",)),
    Book("2", "Winter Orchard", ("Ines Okafor", "Paul Strand"), ("Romance", "Historical"), 1999, 320),
    Book("3", "Iron Tides", ("Paul Strand",), ("Thriller",), 2019, 150),
    Book("4", "Iron Tides", ("Wanda Quist",), ("Historical",), 1955, 400),
    Book("5", "Orbit of Glass", ("Wanda Quist",), ("Science Fiction",), 2021, None),
    Book("6", "An Undated Voyage", (), ("Adventure",), None, 95),
)


def loaded(library: Library, books: Sequence[Book] = BOOKS) -> Library:
    """The library with these books in it."""
    library.load(books, vectors_of(books))
    return library


def vectors_of(books: Sequence[Book]) -> Vectors:
    return EMBEDDER.encode([book.context for book in books])


def ask(words: str) -> Vectors:
    return EMBEDDER.encode([words])[0]


def clustered(count: int, seed: int = 7) -> Vectors:
    """Unit vectors [count, 384] in clusters, as those of texts are."""
    random = np.random.default_rng(seed)
    centres = random.normal(size=(40, DIMENSIONS))
    rows = centres[random.integers(40, size=count)] + random.normal(size=(count, DIMENSIONS))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


# --- the scan ---------------------------------------------------------------------------------------------------------


def passes(book: Book, filters: Filters) -> bool:
    """What `Filters` promises, in plain Python."""
    any_of = ((filters.genres, book.genres), (filters.authors, book.authors), (filters.ids, (book.id,)))
    none_of = ((filters.without_genres, book.genres), (filters.without_authors, book.authors))
    bounds = (
        (filters.year_from, filters.year_to, book.year),
        (filters.pages_from, filters.pages_to, book.pages),
    )
    return (
        all(not asked or set(asked) & set(has) for asked, has in any_of)
        and all(not set(asked) & set(has) for asked, has in none_of)
        and book.year not in filters.without_years
        and all(low is None or (value is not None and value >= low) for low, _, value in bounds)
        and all(high is None or (value is not None and value <= high) for _, high, value in bounds)
    )


def grouped(books: Iterable[Book], by: Group, measure: Measure) -> list[Row]:
    names: dict[Group, Callable[[Book], Sequence[str]]] = {
        "genre": lambda book: book.genres,
        "author": lambda book: book.authors,
        "year": lambda book: [] if book.year is None else [str(book.year)],
        "decade": lambda book: [] if book.year is None else [f"{book.year // 10}0s"],
    }
    groups: dict[str, list[Book]] = {}
    for book in books:
        if measure == "books" or book.pages is not None:
            for name in names[by](book):
                groups.setdefault(name, []).append(book)
    rows = [Row(name, _measured(measure, [book.pages or 0 for book in members])) for name, members in groups.items()]
    return sorted(rows, key=lambda row: (-row.value, row.name))


def _measured(measure: Measure, pages: list[int]) -> float:
    figures = {
        "books": len(pages),
        "pages": sum(pages),
        "average pages": sum(pages) / len(pages),
        "median pages": median(pages),
    }
    return float(figures[measure])


# --- random catalogues ------------------------------------------------------------------------------------------------

_NAMES = ["Ann Lee", "Bo Ådahl", "O'Hara; DROP", "李 明", "a", "A", "Zoë"]
_GENRES = ["Fiction", "fiction", "Science Fiction", "$genre", "' OR 1=1 --"]
_years = some.none() | some.integers(1900, 1930)
_pages = some.none() | some.integers(1, 40)


@some.composite
def catalogues(draw: some.DrawFn) -> list[Book]:
    """Books with few different values, so that groups have several members and orders have ties."""
    books = some.builds(
        Book,
        id=some.integers(0, 30).map(str),
        title=some.sampled_from(["Tides", "tides", "The Tides", 'A "quoted" one', "Émile"]),
        authors=some.lists(some.sampled_from(_NAMES), unique=True, max_size=3).map(tuple),
        genres=some.lists(some.sampled_from(_GENRES), unique=True, max_size=3).map(tuple),
        year=_years,
        pages=_pages,
    )
    return draw(some.lists(books, max_size=20, unique_by=lambda book: book.id))


def filters() -> some.SearchStrategy[Filters]:
    """Any filters, with names that are there and names that are not."""
    names, genres = (
        some.lists(some.sampled_from([*known, "nobody"]), max_size=2, unique=True).map(tuple)
        for known in (_NAMES, _GENRES)
    )
    return some.builds(
        Filters,
        genres=genres,
        authors=names,
        without_genres=genres,
        without_authors=names,
        without_years=some.lists(some.integers(1900, 1930), max_size=3, unique=True).map(tuple),
        year_from=_years,
        year_to=_years,
        pages_from=_pages,
        pages_to=_pages,
        ids=some.lists(some.integers(0, 30).map(str), max_size=3, unique=True).map(tuple),
    )
