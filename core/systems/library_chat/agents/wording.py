"""Sentences made of facts alone: books, selections and figures in words, the same words for the same facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.stores.library import Book, Measure
from core.systems.library_chat.plan.question import Understanding, UnknownName
from core.systems.library_chat.plan.selection import Selection, in_words, spans


def plural(count: float, one: str) -> str:
    """ "1 book", "12 books", "3.5 pages"."""
    return f"{figure(count)} {one if count == 1 else f'{one}s'}"


def figure(value: float) -> str:
    """Return a number as it is shown: whole, or with one decimal."""
    shown = f"{value:.1f}"
    return shown.removesuffix(".0")


def joined(names: Iterable[str], word: str = "and") -> str:
    """Join names: "A", "A and B", "A, B and C"."""
    *first, last = list(names) or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def book_line(book: Book) -> str:
    """Return a book with everything that is known of it but its subjects."""
    by = f" by {joined(book.authors)}" if book.authors else ""
    return f"{book.title}{by}{details(book)}"


def details(book: Book) -> str:
    """Year, genres and length in brackets, as far as they are known."""
    known = [str(book.year)] if book.year is not None else []
    known += [", ".join(book.genres)] if book.genres else []
    known += [plural(book.pages, "page")] if book.pages is not None else []
    return f" ({'; '.join(known)})" if known else ""


def book_lines(books: Iterable[Book]) -> str:
    """List books, one a line."""
    return "\n".join(f"- {book_line(book)}" for book in books)


def books_of(selection: Selection, count: float | None = None, noun: str = "book") -> str:
    """ "12 Science Fiction books by Mira Okonkwo from 2019 on", or without the number."""
    filters = selection.filters
    genres = joined(selection.all_genres) if selection.all_genres else joined(filters.genres, "or")
    number = "" if count is None else f"{figure(count)} "
    noun = noun if count == 1 else f"{noun}s"
    words = f"{number}{genres + ' ' if genres else ''}{noun}"
    if filters.ids:
        words += " of those before"
    if filters.authors:
        words += f" by {joined(filters.authors, 'and' if selection.all_authors else 'or')}"
    words += _years(filters.year_from, filters.year_to) + _pages(filters.pages_from, filters.pages_to)
    if filters.without_years:
        words += f", leaving out {joined(in_words(*span) for span in spans(filters.without_years))}"
    if filters.without_genres:
        words += f", leaving out {joined(filters.without_genres)}"
    if filters.without_authors:
        words += f", leaving out those by {joined(filters.without_authors)}"
    return words


def _years(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f" from {low}" if low == high else f" from {low} to {high}"
    if low is not None:
        return f" from {low} on"
    return f" until {high}" if high is not None else ""


def _pages(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f" of {low} pages" if low == high else f" of {low} to {high} pages"
    if low is not None:
        return f" of at least {low} pages"
    return f" of at most {high} pages" if high is not None else ""


def measured(value: float, measure: Measure) -> str:
    """Return the value of a group in words."""
    if measure == "books":
        return plural(value, "book")
    if measure == "median pages":
        return f"a median of {figure(value)} pages"
    return f"{figure(value)} pages" + (" on average" if measure == "average pages" else "")


def assumptions(question: Understanding) -> str:
    """Return what was read otherwise than it was written, a sentence each; empty when nothing was."""
    by_words: dict[str, list[str]] = {}
    for assumption in question.assumptions:
        if assumption["letters"]:
            by_words.setdefault(assumption["said"], []).append(assumption["read"])
    return " ".join(f"“{said}” was read as {joined(names, 'or')}." for said, names in by_words.items())


def nearest(unknown: Sequence[UnknownName], genres: Sequence[str]) -> str:
    """Return that names are not in the catalogue, and which are the nearest that it has."""
    sentences = []
    for one in unknown:
        said, names = one["said"], one["nearest"]
        if one["kind"] == "genre":
            sentences.append(
                f"No books found: none of the genres of this catalogue is “{said}”. It has {joined(genres)}."
            )
        elif one["kind"] == "author":
            sentences.append(f"No books found: there are none by “{said}” in this catalogue.{_offer(names, 'names')}")
        else:
            sentences.append(
                f"No book found: there is none called “{said}” in this catalogue.{_offer(names, 'titles')}"
            )
    return " ".join(sentences)


def _offer(names: list[str], what: str) -> str:
    return f" The nearest {what} are {joined(names, 'and')}." if names else ""
