"""Facts in words: books, numbers and lists of names, the same words for the same facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from core.stores.library import Book

MOST_NAMED = 3
"""So many values of a list are named where there is little room."""


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


_EITHER = re.compile(r"(?i),?\s+or\s+")
_LEADS_SIDE = re.compile(r"(?i)^(?:(?:either|about|on|the|an?)\s+)+(?=\S)")


def sides_of(topic: str) -> tuple[str, ...]:
    """Part a topic of which any side will do: “travel or the sea”; with an “or” commas part, too."""
    *others, last = _EITHER.split(topic)
    sides = [side for other in others for side in other.split(",")] + [last]
    named = [_LEADS_SIDE.sub("", side.strip()) for side in sides] if others else sides
    return tuple(dict.fromkeys(side for side in named if side)) or (topic,)


def topic_in_words(topic: str) -> str:
    """Say a topic, its sides as either: “travel” or “sea”."""
    return joined((f"“{side}”" for side in sides_of(topic)), "or")


def shortened(names: Sequence[str]) -> str:
    """Name the first few of a list, and how many more there are: "Fantasy, Horror, Fiction +7"."""
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" +{more}" if more > 0 else "")


def parted(text: str) -> tuple[str, str]:
    """Part an answer into its sentences and the lines of its list, which a table can stand for."""
    lines = text.splitlines()
    said = [line for line in lines if not line.startswith("- ")]
    listed = [line for line in lines if line.startswith("- ")]
    sentences = [f"{line[:-1]}." if line.endswith(":") else line for line in said]
    return "\n".join(sentences).strip(), "\n".join(listed)


def book_line(book: Book) -> str:
    """Return a book with everything that is known of it but its subjects."""
    by = f" by {people(book.authors)}" if book.authors else ""
    return f"{book.title}{by}{details(book)}"


def people(names: Sequence[str]) -> str:
    """Name the authors of a book; of a collection the first, and how many others there are."""
    if len(names) <= MOST_NAMED + 1:
        return joined(names)
    return f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED} others"


MOST_GIVEN = 8
"""Books that a model is given, to choose its words by; the table beside its words has all."""

MOST_CHARACTERS = 1_900
"""Of them all: some 550 tokens."""


def given_to_model(books: Sequence[Book]) -> list[str]:
    """Return the first books of an answer as a model is given them: briefly, and more so where they are long."""
    for most_genres, most_authors, longest in ((3, 3, 300), (1, 2, 200), (0, 1, 120), (0, 1, 60)):
        lines = [_given(book, most_genres, most_authors, longest) for book in books[:MOST_GIVEN]]
        if sum(map(len, lines)) <= MOST_CHARACTERS:
            break
    return lines


def _given(book: Book, most_genres: int, most_authors: int, longest: int) -> str:
    title = book.title if len(book.title) <= longest else f"{book.title[:longest]}…"
    authors = ", ".join(name[:60] for name in book.authors[:most_authors])
    known = [
        title, authors, str(book.year or ""), f"{book.pages} pages" if book.pages else "",
        ", ".join(name[:40] for name in book.genres[:most_genres]),
    ]  # fmt: skip
    return " | ".join(filter(None, known))


def details(book: Book) -> str:
    """Year, the first genres and length in brackets, as far as they are known."""
    known = [str(book.year)] if book.year is not None else []
    known += [shortened(book.genres)] if book.genres else []
    known += [plural(book.pages, "page")] if book.pages is not None else []
    return f" ({'; '.join(known)})" if known else ""


def book_lines(books: Iterable[Book]) -> str:
    """List books, one a line."""
    return "\n".join(f"- {book_line(book)}" for book in books)
