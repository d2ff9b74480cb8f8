"""Editions of one work: which rows of a catalogue are the same book printed again, by a careful rule.

Rows are one work when their titles are the same but for capitals, accents and punctuation, and their authors are the
same people in any order. Nothing else folds: "Title" and "Title: Subtitle" are two, and so are "C" and "C++". A number
in a title or in brackets behind it ("#2", "Vol. II") is a part of it, and where a column tells volumes or places in a
series apart, they stay apart. A row without authors is a work of its own: too many books are called "Poems".
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence

from core.language.names import plain_name
from core.stores.library import Book
from core.stores.library_plan import Column

MOST_COUNTED = 300
"""Over so many books works are not counted: each of the books would have to be read for it."""

_SIGNS = re.compile(r"(?<=\w)[+#]+")  # “C”, “C++” and “C#” are different
_APART = re.compile(
    r"(?:^|_)(?:vol|volume|volumes|part|series|issue|number|no|nr|band|tome|tomo|teil|reihe|serie)(?:_|$)"
)


def apart(columns: Iterable[Column]) -> tuple[str, ...]:
    """Return the columns that tell the volumes of one title apart."""
    return tuple(column.name for column in columns if _APART.search(column.name))


def work_of(book: Book, apart: Sequence[str] = ()) -> Hashable:
    """Return what is the same for all editions of a work and for no other book; `apart` are columns that part them."""
    title = plain_name(_SIGNS.sub(_spelled, book.title))
    authors = frozenset(filter(None, map(plain_name, book.authors)))
    if not title or not authors:
        return book.id
    return title, authors, tuple(book.extra.get(column) for column in apart)


def _spelled(signs: re.Match[str]) -> str:
    return signs[0].replace("+", " plus").replace("#", " sharp")


def folded(books: Iterable[Book], apart: Sequence[str] = ()) -> list[list[Book]]:
    """Put the editions of each work together, works and editions in the order of the books."""
    works: dict[Hashable, list[Book]] = {}
    for book in books:
        works.setdefault(work_of(book, apart), []).append(book)
    return list(works.values())
