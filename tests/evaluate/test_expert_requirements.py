"""What of a request was understood, and what a team covers, is told against what somebody wrote down."""

from __future__ import annotations

import pytest

from core.evaluate.expert_requirements import best_coverage, ignored, likeness, matched, team_coverage
from core.evaluate.judged_requests import Request
from core.language.reading import Reading, Word
from core.systems.expert_search.requirements.requirement import Requirement, Requirements

FLOODS = Requirement("topic", "flood modelling")
FRENCH = Requirement("language", "French")
TEN = Requirement("years", "", low=10)


def apart(one: str, other: str) -> float:
    """Nothing is near anything."""
    return 0.0


def request(*gold: Requirement, people: int = 1, met: dict[int, frozenset[str]] | None = None) -> Request:
    return Request("1", "a request", "answer", gold, people, {}, met or {})


@pytest.mark.parametrize(
    ("read", "same"),
    [
        (Requirement("topic", "modelling floods"), True),
        (Requirement("topic", "modelling of floods in deltas, estuaries and cities"), False),
        (Requirement("topic", "flood modelling", excluded=True), False),
        (Requirement("skill", "flood modelling"), False),
    ],
)
def test_a_topic_is_found_where_half_of_all_words_agree(read: Requirement, same: bool) -> None:
    assert (likeness(FLOODS, read, apart) >= 0.5) is same


def test_bounds_and_names_must_be_the_same() -> None:
    assert likeness(TEN, Requirement("years", "", low=10), apart) == 1
    assert likeness(TEN, Requirement("years", "", high=10), apart) == 0
    assert likeness(FRENCH, Requirement("language", "french"), apart) == 1
    assert likeness(FRENCH, Requirement("language", "Arabic"), apart) == 0


def test_each_requirement_that_was_read_stands_for_one_alone() -> None:
    found = matched(request(FLOODS, FLOODS), Requirements((FLOODS,)), apart)
    assert list(found) == [0]


def test_what_is_missing_and_nowhere_told_is_ignored() -> None:
    read = Requirements((FLOODS,))
    assert ignored(request(FLOODS, FRENCH), read, Reading("r"), apart) == [FRENCH]
    told = Reading("r", words=(Word("French", 0, 6, "unused"),))
    assert ignored(request(FLOODS, FRENCH), read, told, apart) == []
    used = Reading("r", words=(Word("French", 0, 6, "used"),))
    assert ignored(request(FLOODS, FRENCH), read, used, apart) == [FRENCH]


def test_a_word_in_a_topic_that_was_searched_for_is_not_ignored_unless_the_negation_is_lost() -> None:
    topic = Requirements((Requirement("topic", "bridges in French villages"),))
    assert ignored(request(FLOODS, FRENCH), topic, Reading("r"), apart) == [FLOODS]
    lost = Requirement("topic", "finance", excluded=True)
    assert ignored(
        request(FLOODS, lost), Requirements((FLOODS, Requirement("topic", "finance"))), Reading("r"), apart
    ) == [lost]


def test_a_topic_in_other_words_is_found_by_its_meaning() -> None:
    other = Requirements((Requirement("topic", "inundations"), FRENCH))
    asked = request(FLOODS, FRENCH)
    assert list(matched(asked, other, lambda one, two: 0.6)) == [0, 1]
    assert list(matched(asked, other, lambda one, two: 0.4)) == [1]


def test_a_request_of_one_topic_that_was_read_as_one_is_found() -> None:
    assert list(matched(request(FLOODS), Requirements((Requirement("topic", "where water goes"),)), apart)) == [0]


def test_a_team_covers_the_share_of_those_needed_and_all_requirements_weigh_alike() -> None:
    one = Requirement("language", "French", people=1)
    asked = request(FLOODS, one, people=2, met={0: frozenset({"a", "b"}), 1: frozenset({"c"})})
    assert team_coverage(asked, ["a", "b"]) == 0.5
    assert team_coverage(asked, ["a", "c"]) == 0.75
    assert best_coverage(asked) == 0.75


def test_the_best_team_takes_nobody_twice() -> None:
    asked = request(FLOODS, people=2, met={0: frozenset({"a"})})
    assert best_coverage(asked) == 0.5
