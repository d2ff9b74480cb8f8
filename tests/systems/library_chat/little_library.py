"""A library in memory that answers by looking through its books one by one: the second way to count everything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import Any

import numpy as np

from core.retrieval.embedder import Vectors
from core.stores.library import (
    NO_FILTERS,
    PAGES_FIGURES,
    Book,
    Filters,
    Group,
    Match,
    Measure,
    Named,
    Order,
    Reason,
    Row,
    Statement,
)
from core.stores.library_names import NameIndex
from tests.word_embedder import WordEmbedder

_LAST = 10**9


def passes(book: Book, filters: Filters) -> bool:
    """Whether a book passes, by the rules that `Filters` states."""
    return (
        (not filters.genres or bool(set(filters.genres) & set(book.genres)))
        and (not filters.authors or bool(set(filters.authors) & set(book.authors)))
        and not set(filters.without_genres) & set(book.genres)
        and not set(filters.without_authors) & set(book.authors)
        and book.year not in filters.without_years
        and within(book.year, filters.year_from, filters.year_to)
        and within(book.pages, filters.pages_from, filters.pages_to)
        and (not filters.ids or book.id in filters.ids)
    )


def within(value: int | None, low: int | None, high: int | None) -> bool:
    if low is None and high is None:
        return True
    return value is not None and (low is None or value >= low) and (high is None or value <= high)


class LittleLibrary:
    """Some books, in one process, without a database."""

    kind = "a list of books"
    writes_cypher = False

    def __init__(self, books: Iterable[Book], embedder: Any = None) -> None:
        self._books = list(books)
        self._embedder = embedder or WordEmbedder()
        authors = sorted({author for book in self._books for author in book.authors})
        genres = sorted({genre for book in self._books for genre in book.genres})
        self._names = NameIndex(
            [
                *(Named("Book", book.title, book.id, 0) for book in self._books),
                *(Named("Author", name, name, 0) for name in authors),
                *(Named("Genre", name, name, 0) for name in genres),
            ]
        )
        self.asked: list[str] = []

    def search_books(self, vector: Vectors, limit: int, filters: Filters = NO_FILTERS) -> list[Match]:
        passing = [book for book in self._books if passes(book, filters)]
        scores = self._scores(vector, [book.context for book in passing])
        found = [Match(book, score, "Book Match", book.title) for book, score in zip(passing, scores, strict=True)]
        return sorted(found, key=lambda match: (-match.score, match.book.id))[:limit]

    def search_authors(self, vector: Vectors, limit: int, filters: Filters = NO_FILTERS) -> list[Match]:
        return self._through(vector, limit, filters, "Author Match", lambda book: book.authors)

    def search_genres(self, vector: Vectors, limit: int, filters: Filters = NO_FILTERS) -> list[Match]:
        return self._through(vector, limit, filters, "Genre Match", lambda book: book.genres)

    def _through(
        self,
        vector: Vectors,
        limit: int,
        filters: Filters,
        reason: Reason,
        names_of: Callable[[Book], Sequence[str]],
    ) -> list[Match]:
        passing = sorted(
            (book for book in self._books if passes(book, filters)), key=lambda book: (book.title, book.id)
        )
        names = sorted({name for book in passing for name in names_of(book)})
        ranked = sorted(zip(self._scores(vector, names), names, strict=True), key=lambda pair: (-pair[0], pair[1]))
        return [
            Match(book, score, reason, name)
            for score, name in ranked[:limit]
            for book in [book for book in passing if name in names_of(book)][:limit]
        ]

    def _scores(self, vector: Vectors, texts: Sequence[str]) -> list[float]:
        if not texts:
            return []
        return [float(score) for score in (1 + self._embedder.encode(texts) @ np.asarray(vector)) / 2]

    def find_names(self, words: str, limit: int = 5) -> list[Named]:
        return self._names.find(words, limit)

    def books(self, filters: Filters = NO_FILTERS, order: Order = "title", limit: int = 10) -> list[Book]:
        return sorted((book for book in self._books if passes(book, filters)), key=_ORDERS[order])[:limit]

    def count(self, filters: Filters = NO_FILTERS) -> int:
        return sum(passes(book, filters) for book in self._books)

    def group(self, by: Group, measure: Measure = "books", filters: Filters = NO_FILTERS, limit: int = 20) -> list[Row]:
        members: defaultdict[str, list[Book]] = defaultdict(list)
        for book in self._books:
            if passes(book, filters):
                for name in groups_of(book, by):
                    members[name].append(book)
        rows = [Row(name, value) for name, books in members.items() if (value := measured(books, measure)) is not None]
        return sorted(rows, key=lambda row: (-row.value, row.name))[:limit]

    def totals(self) -> dict[str, int]:
        return {
            "books": len(self._books),
            "authors": len({author for book in self._books for author in book.authors}),
            "genres": len({genre for book in self._books for genre in book.genres}),
        }

    def pages_statistics(self, filters: Filters = NO_FILTERS) -> dict[str, float]:
        lengths = [book.pages for book in self._books if passes(book, filters) and book.pages is not None]
        if not lengths:
            return dict.fromkeys(PAGES_FIGURES, 0)
        return {
            "books": len(lengths),
            "pages": sum(lengths),
            "average": sum(lengths) / len(lengths),
            "median": median(lengths),
            "shortest": min(lengths),
            "longest": max(lengths),
        }

    def years(self) -> tuple[int, int] | None:
        found = [book.year for book in self._books if book.year is not None]
        return (min(found), max(found)) if found else None

    def authors_of_many_genres(self, least: int = 2, limit: int = 20) -> list[Row]:
        genres: defaultdict[str, set[str]] = defaultdict(set)
        for book in self._books:
            for author in book.authors:
                genres[author] |= set(book.genres)
        rows = [Row(author, len(found)) for author, found in genres.items() if len(found) >= least]
        return sorted(rows, key=lambda row: (-row.value, row.name))[:limit]

    def statement(self, operation: str, **arguments: Any) -> Statement:
        self.asked.append(operation)
        return Statement(operation, {name: str(value)[:100] for name, value in arguments.items()})

    def load(self, books: Sequence[Book], vectors: Vectors) -> None:
        raise NotImplementedError

    def clear(self) -> None:
        raise NotImplementedError

    def check(self) -> None:
        """It is always there."""


def groups_of(book: Book, by: Group) -> Sequence[str]:
    if by == "genre":
        return book.genres
    if by == "author":
        return book.authors
    if book.year is None:
        return ()
    return (str(book.year),) if by == "year" else (f"{book.year // 10 * 10}s",)


def measured(books: Sequence[Book], measure: Measure) -> float | None:
    if measure == "books":
        return len(books)
    lengths = [book.pages for book in books if book.pages is not None]
    if not lengths:
        return None
    if measure == "median pages":
        return median(lengths)
    return sum(lengths) if measure == "pages" else sum(lengths) / len(lengths)


_ORDERS: dict[Order, Callable[[Book], tuple[Any, ...]]] = {
    "title": lambda book: (book.title, book.id),
    "newest": lambda book: (-(book.year if book.year is not None else -_LAST), book.title, book.id),
    "oldest": lambda book: (book.year if book.year is not None else _LAST, book.title, book.id),
    "longest": lambda book: (-(book.pages if book.pages is not None else -_LAST), book.title, book.id),
    "shortest": lambda book: (book.pages if book.pages is not None else _LAST, book.title, book.id),
}
