"""A question that leans on what was said before means that; one that stands alone forgets it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.library_chat.plan.question import Remembered
from tests.systems.library_chat.plan.little_catalogue import understand

BEFORE = Remembered(understand("mysteries by Ada Pine"), shown=("1", "2"), books=("1",), people=("Ada Pine",))
MYSTERIES_OF_ADA = {"genres": ["Mystery"], "authors": ["Ada Pine"]}


@pytest.mark.parametrize(
    ("question", "intent", "conditions"),
    [
        ("how many?", "count", MYSTERIES_OF_ADA),
        ("list them", "list", MYSTERIES_OF_ADA),
        ("which of those are under 300 pages?", "list", {**MYSTERIES_OF_ADA, "pages_to": 299}),
        ("only after 2000", "list", {**MYSTERIES_OF_ADA, "year_from": 2001}),
        ("and by Bo Reed?", "list", {"genres": ["Mystery"], "authors": ["Bo Reed"]}),
        ("what else did she write?", "list", {"authors": ["Ada Pine"]}),
        ("more", "list", MYSTERIES_OF_ADA),
    ],
)
def test_what_leans_on_the_books_before_means_these(question: str, intent: str, conditions: dict[str, Any]) -> None:
    understood = understand(question, BEFORE)
    assert (understood.intent.name, understood.selection.filters.asked) == (intent, conditions)
    assert understood.carried


@pytest.mark.parametrize(
    ("question", "books", "asked"),
    [
        ("the second one", ("2",), ""),
        ("the last one", ("2",), ""),
        ("tell me more about the first", ("1",), ""),
        ("who wrote it?", ("1",), "authors"),
        ("when was it published?", ("1",), "year"),
        ("how many pages does it have?", ("1",), "pages"),
    ],
)
def test_a_book_of_before_is_meant_by_its_place_or_by_it(question: str, books: tuple[str, ...], asked: str) -> None:
    understood = understand(question, BEFORE)
    assert (understood.intent.name, understood.books, understood.intent.asked) == ("book", books, asked)
    assert understood.carried


def test_a_list_goes_on_after_what_was_shown() -> None:
    assert understand("show me more", BEFORE).after == ("1", "2")


def test_a_place_that_nothing_was_shown_at_points_to_no_book() -> None:
    assert understand("the seventh one", BEFORE).books == ()


@pytest.mark.parametrize(
    "question",
    ["Find romances", "books by Cy Dole", "How many books are in the catalogue?", "Who wrote Numbers?", "Good morning"],
)
def test_a_question_that_says_everything_itself_takes_nothing_from_before(question: str) -> None:
    assert understand(question, BEFORE) == understand(question)


@pytest.mark.parametrize("question", ["how many of those?", "what else did she write?", "the second one", "more"])
def test_where_nothing_was_said_before_there_is_nothing_to_lean_on(question: str) -> None:
    understood = understand(question)
    assert (understood.carried, understood.books, understood.after, understood.people) == ((), (), (), ())


def test_those_of_a_search_by_meaning_are_the_books_that_were_shown() -> None:
    by_meaning = Remembered(understand("books about gardens"), shown=("3", "1"))
    assert understand("how many of those are romances?", by_meaning).selection.filters.asked == {
        "genres": ["Romance"],
        "ids": ["3", "1"],
    }


@given(st.text(max_size=80), st.lists(st.sampled_from(["1", "2", "3"]), max_size=3, unique=True))
def test_no_follow_up_is_too_strange_and_none_points_to_a_book_that_was_never_spoken_of(
    question: str, shown: list[str]
) -> None:
    before = Remembered(understand("mysteries"), shown=tuple(shown), books=tuple(shown[:1]))
    understood = understand(question, before)
    assert set(understood.books) <= {*shown, *understand(question).books}
