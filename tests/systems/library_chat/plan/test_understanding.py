"""A question is understood as its conditions, its names and its topic; what is no name of the catalogue is said."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.systems.library_chat.plan.little_catalogue import understand


@pytest.mark.parametrize(
    ("question", "conditions"),
    [
        ("Find books by Ada Pine", {"authors": ["Ada Pine"]}),
        ("books by Ada Pine or Cy Dole", {"authors": ["Ada Pine", "Cy Dole"]}),
        (
            "mysteries not by Ada Pine after 2000",
            {"genres": ["Mystery"], "without_authors": ["Ada Pine"], "year_from": 2001},
        ),
        ("romances except those of 2015", {"genres": ["Romance"], "without_years": [2015]}),
        ("how many romances under 300 pages?", {"genres": ["Romance"], "pages_to": 299}),
        ("books that are not longer than 200 pages", {"pages_to": 200}),
        ("science books, no romance", {"genres": ["Science"], "without_genres": ["Romance"]}),
        ("Which books are there?", {}),
    ],
)
def test_every_condition_of_a_question_is_a_filter(question: str, conditions: dict[str, Any]) -> None:
    assert understand(question).selection.filters.asked == conditions


def test_several_bounds_narrow_one_another() -> None:
    filters = understand("books after 1990 and before 2010, over 100 pages and under 300 pages").selection.filters
    assert (filters.year_from, filters.year_to, filters.pages_from, filters.pages_to) == (1991, 2009, 101, 299)


def test_both_of_two_genres_or_authors_is_more_than_either() -> None:
    assert understand("mysteries that are also romances").selection.all_genres == ("Mystery", "Romance")
    assert understand("mysteries or romances").selection.all_genres == ()
    assert understand("novels by Ada Pine and Bo Reed together").selection.all_authors == ("Ada Pine", "Bo Reed")
    assert understand("novels by Ada Pine or Bo Reed").selection.all_authors == ()


@pytest.mark.parametrize(
    ("question", "intent", "agent"),
    [
        ("books about gardens", "list", "librarian"),
        ("Who wrote Green Rivers?", "book", "librarian"),
        ("how many mysteries?", "count", "analyst"),
        ("which author wrote the most books?", "group", "analyst"),
        ("longest book", "extreme", "analyst"),
        ("How many mysteries are there, and which are they?", "count", "both"),
        ("Good morning", "greeting", "none"),
        ("What is the boiling point of water?", "foreign", "none"),
    ],
)
def test_what_is_wanted_decides_who_answers(question: str, intent: str, agent: str) -> None:
    understood = understand(question)
    assert (understood.intent.name, understood.agent) == (intent, agent)


def test_a_topic_decides_where_nothing_else_does() -> None:
    alone, ordered = understand("books about gardens"), understand("gardens by Ada Pine")
    assert (alone.topic, alone.topic_decides) == ("gardens", True)
    assert ordered.people == ("Ada Pine",)
    assert understand("how long is Green Rivers?").topic == ""


def test_a_name_that_the_catalogue_does_not_have_is_told_with_the_nearest_and_is_no_filter() -> None:
    understood = understand("books by Ada Pineapple Quill")
    assert understood.selection.empty
    (unknown,) = understood.unknown
    assert (unknown["said"], unknown["kind"]) == ("Ada Pineapple Quill", "author")
    assert "Ada Pine" in unknown["nearest"]


def test_a_name_that_is_read_otherwise_than_it_was_written_is_an_assumption_and_can_be_undone() -> None:
    understood = understand("Find books by Ada Pin")
    (assumed,) = understood.assumptions
    assert (assumed["said"], assumed["read"], assumed["letters"]) == ("Ada Pin", "Ada Pine", 1)
    undone = understand("Find books by Ada Pin", without=[assumed["id"]])
    assert (undone.people, undone.assumptions) == ((), ())
    assert [unknown["said"] for unknown in undone.unknown] == ["Ada Pin"]


def test_each_chip_takes_its_own_condition_away_and_no_other() -> None:
    question = "mysteries by Ada Pine after 2000 under 400 pages"
    chips = [chip["id"] for chip in understand(question).chips()]
    assert len(chips) == 4
    for chip in chips:
        left = [other["id"] for other in understand(question, without=[chip]).chips()]
        assert left == [other for other in chips if other != chip]


@given(st.text(max_size=120))
def test_no_question_is_too_strange_to_be_understood(question: str) -> None:
    understood = understand(question)
    assert understood.agent in ("librarian", "analyst", "both", "none")
    assert understood.carried == ()
