"""A question taken apart: marks for what it names, what it does not want, and what it is about."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from core.systems.library_chat.plan.parts import LONGEST, Parts, straighten, take_apart
from tests.systems.library_chat.plan.little_catalogue import GENRES, lookup


def taken_apart(question: str, without: Collection[str] = ()) -> Parts:
    return take_apart(straighten(question), GENRES, lookup, (1999, 2021), without)


@pytest.mark.parametrize(
    ("question", "straight"),
    [
        ("  Who's  the author? ", "Who is the author?"),
        ("Hello, how many books are there?", "how many books are there?"),
        ("hello", "hello"),
        ("I don't want romance", "I do not want romance"),
        ("x" * (LONGEST + 5), "x" * LONGEST),
    ],
    ids=["contraction", "greeting before a question", "greeting alone", "negation", "too long"],
)
def test_a_question_is_straightened(question: str, straight: str) -> None:
    assert straighten(question) == straight


def test_everything_that_is_named_becomes_a_mark_in_the_frame() -> None:
    parts = taken_apart("Romance books by Cy Dole after 2010 under 300 pages")
    assert parts.frame == "GENRE0 books by AUTHOR1 YEARS2 PAGES3"
    assert [parts.named(kind) for kind in ("GENRE", "AUTHOR", "YEARS", "PAGES", "BOOK")] == [True] * 4 + [False]


@pytest.mark.parametrize(
    ("question", "negated"),
    [
        ("books that are not romance", {"GENRE0"}),
        ("science, but nothing by Cy Dole", {"AUTHOR1"}),
        ("anything but romance or mystery", {"GENRE0", "GENRE1"}),
        ("romance books not from 2019", {"YEARS1"}),
        ("not only romance", set()),
    ],
)
def test_what_is_not_wanted_is_known(question: str, negated: set[str]) -> None:
    assert taken_apart(question).negated == negated


@pytest.mark.parametrize(
    ("question", "topic", "decides"),
    [
        ("Do you have any books about space travel?", "space travel", True),
        ("romance books set in Paris by Cy Dole", "paris", True),
        ("books about gardens published after 2010", "gardens", True),
        ("How many books are there?", "", False),
    ],
)
def test_a_topic_ends_where_something_else_is_asked(question: str, topic: str, decides: bool) -> None:
    parts = taken_apart(question)
    assert (parts.topic, parts.topic_decides) == (topic, decides)


def test_an_assumption_that_was_undone_leaves_a_name_without_a_meaning() -> None:
    assert taken_apart("books by Ada Pyne").frame == "books by AUTHOR0"
    assert taken_apart("books by Ada Pyne", without={"name:Ada Pyne"}).frame == "books by UNKNOWN0"
