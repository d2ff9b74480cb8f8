"""What of a sentence can be checked: numbers with their units and bounds, years, dates and telling words."""

from __future__ import annotations

import pytest

from core.systems.library_chat.review.facts import Edition, Facts
from core.systems.library_chat.review.marks import Sentence, read

FACTS = Facts("", books=(Edition("1984", ("George Orwell",)),))


def one(text: str) -> Sentence:
    (sentence,) = read(text, FACTS)
    return sentence


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("144 books", [(144, "books", None)]),
        ("10,536 old French books", [(10_536, "books", None)]),
        ("one hundred and forty-four titles", [(144, "books", None)]),
        ("a dozen authors", [(12, "authors", None)]),
        ("a couple of books", [(2, "books", None)]),
        ("a 310-page book", [(310, "pages", None)]),
        ("309.1 (309.11) pages", [(309.1, "pages", None), (309.11, "pages", None)]),
        ("94.7% or 5 percent", [(94.7, "percent", None), (5, "percent", None)]),
        ("83 works", [(83, "works", None)]),
        ("8 out of 56", [(8, "", None), (56, "", None)]),
        ("more than 300 pages", [(300, "pages", (301, None))]),
        ("at least 5 books", [(5, "books", (5, None))]),
        ("5 books or more", [(5, "books", (5, None))]),
        ("165 pages at least", [(165, "pages", (165, None))]),
        ("under 200 pages", [(200, "pages", (None, 199))]),
        ("410 to 450 pages", [(410, "pages", (410, 450))]),
        ("spread over eight genres", [(8, "genres", None)]),
        ("one of them", []),
        ("1. a\n", []),
        ("from 1984", []),
    ],
)
def test_a_number_is_read_with_its_unit_and_with_what_bounds_it(
    text: str, found: list[tuple[float, str, tuple[float | None, float | None] | None]]
) -> None:
    marks = [mark.number for mark in one(text).of("number")]
    assert [(number.value, number.unit, number.bound) for number in marks] == found


def test_years_and_dates_are_no_numbers() -> None:
    sentence = one("before 1960, in the fifties, on May 30, 2008")
    assert [mark.spans for mark in sentence.of("years")] == [((None, 1959),), ((1950, 1959),)]
    assert [mark.value for mark in sentence.of("date")] == ["30 may 2008"]
    assert not sentence.of("number")


def test_a_year_that_is_said_about_is_marked_so() -> None:
    assert [mark.number.about for mark in one("almost 1999").of("years")] == [True]
    assert [mark.number.about for mark in one("in 1999").of("years")] == [False]


def test_sentences_and_lines_are_read_apart_and_clauses_are_counted() -> None:
    assert len(read("One. Two\nThree; four", FACTS)) == 4
    assert [mark.clause for mark in one("1984 is old, and George Orwell is its author").of("title", "person")] == [0, 2]
