"""The marks of a sentence: numbers with their units and bounds, years, dates and telling words."""

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
        ("144 books", [(144, "books", "")]),
        ("10,536 old French books", [(10_536, "books", "")]),
        ("one hundred and forty-four titles", [(144, "books", "")]),
        ("a dozen authors", [(12, "authors", "")]),
        ("a couple of books", [(2, "books", "")]),
        ("a 310-page book", [(310, "pages", "")]),
        ("309.1 (309.11) pages", [(309.1, "pages", ""), (309.11, "pages", "")]),
        ("94.7% or 5 percent", [(94.7, "percent", ""), (5, "percent", "")]),
        ("83 works", [(83, "works", "")]),
        ("8 out of 56", [(8, "", ""), (56, "", "")]),
        ("more than 300 pages", [(300, "pages", "more")]),
        ("at least 5 books", [(5, "books", "least")]),
        ("5 books or more", [(5, "books", "least")]),
        ("165 pages at least", [(165, "pages", "least")]),
        ("under 200 pages", [(200, "pages", "less")]),
        ("410 to 450 pages", [(410, "pages", "within")]),
        ("spread over eight genres", [(8, "genres", "")]),
        ("nearly 300 pages", [(300, "pages", "nearly")]),
        ("875 hours", [(875, "hours", "")]),
        ("one of them", []),
        ("1. a\n", []),
        ("from 1984", []),
    ],
)
def test_a_number_is_read_with_its_unit_and_with_what_bounds_it(text: str, found: list[tuple[float, str, str]]) -> None:
    assert [(mark.amount, mark.unit, mark.bound) for mark in one(text).of("number")] == found


def test_years_and_dates_are_no_numbers() -> None:
    sentence = one("before 1960, in the fifties, on May 30, 2008")
    assert [mark.spans for mark in sentence.of("years")] == [((None, 1959),), ((1950, 1959),)]
    assert [mark.value for mark in sentence.of("date")] == ["30 may 2008"]
    assert not sentence.of("number")


def test_a_year_that_is_said_about_is_marked_so() -> None:
    assert [mark.bound for mark in one("almost 1999").of("years")] == ["nearly"]
    assert [mark.bound for mark in one("in 1999").of("years")] == [""]


def test_sentences_and_lines_are_read_apart_and_clauses_are_counted() -> None:
    assert len(read("One. Two\nThree; four", FACTS)) == 4
    assert [mark.clause for mark in one("1984 is old, and George Orwell is its author").of("title", "person")] == [0, 2]
