"""Four books, and questions over them as the supervisor reads them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.stores.library import Book, Named
from core.systems.library_chat.plan.question import Remembered, Understanding
from core.systems.library_chat.plan.understanding import read
from tests.systems.library_chat.little_library import LittleLibrary

GENRES = ("Mystery", "Romance", "Science")
LIBRARY = LittleLibrary(
    [
        Book("1", "The Green Door", ("Ada Pine",), ("Mystery",), 1999, 210),
        Book("2", "Green Rivers", ("Ada Pine", "Bo Reed"), ("Mystery", "Romance"), 2005, 320),
        Book("3", "A Quiet Orbit", ("Cy Dole",), ("Romance",), 2015, 180),
        Book("4", "Numbers", ("Cy Dole",), ("Science",), 2021, None),
    ]
)


def lookup(words: str) -> Sequence[Named]:
    return LIBRARY.find_names(words, 10)


def understand(question: str, before: Remembered | None = None, without: Collection[str] = ()) -> Understanding:
    return read(question, GENRES, lookup, (1999, 2021), before, without)
