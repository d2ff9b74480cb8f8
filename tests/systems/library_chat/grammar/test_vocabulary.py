"""The vocabulary of a catalogue is read once for each state of it, and nobody waits for that of another."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from core.stores.library import Book
from core.systems.library_chat.grammar.vocabulary import vocabulary_of
from tests.systems.library_chat.little_library import LittleLibrary

BELLS = Book("1", "Bell Founding", ("Ann Bell",), ("Craft",), 1990, 90)
BOATS = Book("2", "Boats", ("Bo Ek",), ("Sea",))


class Slow(LittleLibrary):
    """A library that is read only when it may be."""

    def __init__(self, books: list[Book], may_be_read: Callable[[], object]) -> None:
        super().__init__(books)
        self.may_be_read = may_be_read

    def values(self, column: str) -> dict[str, int]:
        self.may_be_read()
        return super().values(column)


def test_it_holds_the_columns_the_values_and_the_years_of_a_catalogue() -> None:
    names = vocabulary_of(LittleLibrary([BELLS, BOATS]))
    assert [column.name for column in names.columns] == ["title", "authors", "genres", "year", "pages", "id"]
    assert names.counts["genres"] == {"Craft": 1, "Sea": 1}
    assert names.years == (1990, 1990)
    assert vocabulary_of(LittleLibrary([BOATS])).years is None


def test_a_catalogue_is_read_once_however_many_ask_and_again_in_another_state() -> None:
    library = LittleLibrary([BELLS])
    with ThreadPoolExecutor(8) as visitors:
        first, *others = visitors.map(vocabulary_of, [library] * 8)
    assert all(other is first for other in others)
    assert library.asked.count("columns") == 1
    library.load([BOATS], None)
    assert vocabulary_of(library).counts["authors"] == {"Ann Bell": 1, "Bo Ek": 1}


def test_while_one_catalogue_is_read_another_can_be() -> None:
    begun, done = threading.Event(), threading.Event()
    slow = Slow([BELLS], lambda: (begun.set(), done.wait(60)))
    with ThreadPoolExecutor(1) as visitor:
        reading = visitor.submit(vocabulary_of, slow)
        try:
            assert begun.wait(60)
            assert vocabulary_of(LittleLibrary([BOATS])).counts["authors"] == {"Bo Ek": 1}
            assert not reading.done()
        finally:
            done.set()
        assert reading.result().counts["authors"] == {"Ann Bell": 1}
