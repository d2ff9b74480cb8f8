"""What a catalogue knows of one book, in sentences: what was asked about it, and nothing more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.stores.library import Book
from core.stores.library_plan import Column
from core.systems.library_chat.agents.wording import figure, joined, people, plural
from core.systems.library_chat.grammar.references import value_in
from core.systems.library_chat.grammar.sentences import date

_SAID = {
    "authors": "was written by {}", "pages": "has {}", "year": "is from {}", "published": "was published on {}",
    "publisher": "was published by {}", "language": "is in {}", "subjects": "is about {}",
}  # fmt: skip


def facts_of(book: Book, show: Sequence[str], columns: Mapping[str, Column], several: bool = False) -> str:
    """Say what is known of a book in the columns that were asked for; of `several` with its year, to tell them apart.

    "Dune by Frank Herbert has 702 pages and is in English."
    """
    asked = [column for column in show if column != "title"] or list(show)
    if "published" in asked and value_of(book, "published"):
        asked = [column for column in asked if column != "year"]  # the date says it
    by = f" by {people(book.authors)}" if book.authors and "authors" not in asked else ""
    year = f" ({book.year})" if several and book.year is not None and "year" not in asked else ""
    said = joined(_fact(book, column, columns) for column in asked)
    return f"{book.title}{by}{year} {said}."


def _fact(book: Book, column: str, columns: Mapping[str, Column]) -> str:
    title = columns[column].title.lower().replace("_", " ") if column in columns else column
    value = value_of(book, column)
    if not value:
        return f"has no known {title}"
    if column == "genres":
        number = f"{len(book.genres)} genres: " if len(book.genres) > 1 else "the genre "
        return f"belongs to {number}{value}"
    if column in _SAID:
        return _SAID[column].format(value)
    several = value_in(book, column)
    number = f" ({len(several)})" if isinstance(several, tuple) and len(several) > 1 else ""
    return f"has the {title}{number} {value}"


def value_of(book: Book, column: str) -> str:
    """Return what a book says in a column; empty where nothing is known."""
    value = value_in(book, column)
    if value in (None, "", ()):
        return ""
    if column == "pages":
        return plural(book.pages or 0, "page")
    if column == "authors":
        return joined(book.authors)
    if column == "published" and isinstance(value, float | int):
        return date(value)
    if isinstance(value, tuple):
        return ", ".join(value)
    return figure(value) if isinstance(value, float | int) and column != "year" else str(value)
