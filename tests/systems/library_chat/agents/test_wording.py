"""The same words for the same facts."""

from __future__ import annotations

import pytest

from core.stores.library import Book, Filters
from core.systems.library_chat.agents.wording import (
    assumptions,
    book_line,
    books_of,
    figure,
    joined,
    measured,
    nearest,
    plural,
)
from core.systems.library_chat.plan.selection import Selection
from tests.systems.library_chat.plan.little_catalogue import understand


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


@pytest.mark.parametrize(
    ("selection", "words"),
    [
        (Selection(), "2 books"),
        (Selection(Filters(genres=("A", "B"), year_from=2019)), "2 A or B books from 2019 on"),
        (Selection(all_genres=("A", "B")), "2 A and B books"),
        (Selection(Filters(authors=("X",), pages_to=99)), "2 books by X of at most 99 pages"),
        (
            Selection(Filters(year_from=1990, year_to=1999, pages_from=5)),
            "2 books from 1990 to 1999 of at least 5 pages",
        ),
        (
            Selection(Filters(without_genres=("A",), without_years=(1999, 2000))),
            "2 books, leaving out 1999 to 2000, leaving out A",
        ),
        (Selection(Filters(ids=("1",), without_authors=("X",))), "2 books of those before, leaving out those by X"),
    ],
)
def test_a_selection_is_said_with_every_condition(selection: Selection, words: str) -> None:
    assert books_of(selection, 2) == words


def test_a_value_says_its_measure() -> None:
    assert [measured(2, "books"), measured(2.5, "average pages")] == ["2 books", "2.5 pages on average"]
    assert [measured(3, "pages"), measured(4, "median pages")] == ["3 pages", "a median of 4 pages"]


def test_what_was_read_otherwise_and_what_is_missing_is_said() -> None:
    assert assumptions(understand("books by Ada Pyne")) == "“Ada Pyne” was read as Ada Pine."
    assert nearest(understand("horror books").unknown, ["Mystery", "Romance"]) == (
        "No books found: none of the genres of this catalogue is “horror”. It has Mystery and Romance."
    )
