"""Numbers as they are written, in what they are counted, and whether an answer has them."""

from __future__ import annotations

import pytest

from core.systems.library_chat.review.facts import Book, Facts, numbers_in


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("144 books", [(144, "count")]),
        ("10,536 French books", [(10_536, "count")]),
        ("one hundred and forty-four titles", [(144, "count")]),
        ("a dozen authors", [(12, "count")]),
        ("310 pages in 2020", [(310, "pages"), (2020, "year")]),
        ("a 310-page book", [(310, "pages")]),
        ("94.7% or 5 percent", [(94.7, "percent"), (5, "percent")]),
        ("one of them", []),
        ("2,020 of them", [(2020, "number")]),
    ],
)
def test_a_number_is_read_in_figures_or_in_words_with_what_it_counts(text: str, read: list[tuple[float, str]]) -> None:
    assert [(one.value, one.unit) for one in numbers_in(text)] == read


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("3 books", True), ("4 books", False), ("2 books", True), ("from 1999", True), ("from 1998", False),
        ("after 2001", True), ("210 pages", True), ("3 pages", True), ("211 pages", False), ("210 books", False),
        ("28.7 pages", True), ("28.67 pages", True), ("28.6 pages", False), ("29 pages", False), ("12.5%", True),
    ],
)  # fmt: skip
def test_a_number_is_held_where_the_answer_has_it_in_the_same_unit(text: str, holds: bool) -> None:
    facts = Facts("There are 3 books.", "How many after 2001?", books={"Tides": Book({"Ann"}, {1999.0}, {210.0})},
                  figures=(28.666667, 0.125))  # fmt: skip
    assert facts.holds(numbers_in(text)[0], mentioned=2) is holds


def test_a_number_in_a_name_is_a_part_of_the_name() -> None:
    facts = Facts("I found 1984.", books={"1984": Book()})
    assert facts.said == []
    assert numbers_in(facts.without_names("1984 and 1985"))[0].value == 1985
