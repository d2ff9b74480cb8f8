"""The same words for the same facts."""

from __future__ import annotations

import pytest

from core.stores.library import Book
from core.systems.library_chat.agents.wording import (
    book_line,
    figure,
    joined,
    parted,
    plural,
    shortened,
    sides_of,
    topic_in_words,
)

GENRES = ("Fantasy", "Horror", "Fiction", "Vampires")


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


def test_a_book_of_many_genres_and_authors_is_said_with_the_first_of_them() -> None:
    many = Book("1", "Amber", ("Ada", "Bo", "Cy", "Di", "Ed"), GENRES)
    assert book_line(many) == "Amber by Ada, Bo, Cy and 2 others (Fantasy, Horror, Fiction +1)"


@pytest.mark.parametrize(
    ("names", "said"),
    [((), ""), (("A", "B", "C"), "A, B, C"), (GENRES, "Fantasy, Horror, Fiction +1"), (tuple("abcdefg"), "a, b, c +4")],
)
def test_a_long_list_names_its_first_three_and_how_many_more_there_are(names: tuple[str, ...], said: str) -> None:
    assert shortened(names) == said


def test_an_answer_is_parted_into_its_sentences_and_the_lines_of_its_list() -> None:
    assert parted("Yes. I found 2 books:\n- A (1999)\n- B: C\n\nNone is called “D”.") == (
        "Yes. I found 2 books.\n\nNone is called “D”.",
        "- A (1999)\n- B: C",
    )
    assert parted("There are 5 books.") == ("There are 5 books.", "")


def test_a_topic_with_or_has_sides_and_is_told_as_either() -> None:
    assert sides_of("travel or the sea") == ("travel", "sea")
    assert sides_of("travel, islands or about the sea") == ("travel", "islands", "sea")
    assert sides_of("war and peace, in short") == ("war and peace, in short",)
    assert topic_in_words("travel or the sea") == "“travel” or “sea”"
    assert topic_in_words("oregon") == "“oregon”"
