"""The same words for the same facts."""

from __future__ import annotations

from core.stores.library import Book
from core.systems.library_chat.agents.wording import book_line, figure, joined, plural


def test_numbers_are_whole_or_have_one_decimal() -> None:
    assert [figure(3.0), figure(283.333), plural(1, "book"), plural(0, "page")] == ["3", "283.3", "1 book", "0 pages"]


def test_names_are_joined_as_people_do() -> None:
    assert [joined([]), joined(["A"]), joined(["A", "B"], "or"), joined(["A", "B", "C"])] == [
        "", "A", "A or B", "A, B and C",
    ]  # fmt: skip


def test_a_book_is_said_with_what_is_known_of_it() -> None:
    assert book_line(Book("1", "Amber", ("Ada", "Bo"), ("Mystery",), 1999, 1)) == (
        "Amber by Ada and Bo (1999; Mystery; 1 page)"
    )
    assert book_line(Book("1", "Amber", (), ())) == "Amber"
