"""Facts in words: books, numbers and lists of names, the same words for the same facts."""

from __future__ import annotations

from collections.abc import Iterable

from core.stores.library import Book


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
