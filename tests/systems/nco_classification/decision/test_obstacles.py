"""What in a user's own words stands in the way of a code."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.decision.obstacles import find_obstacle, outside, strip_ids_and_places
from tests.systems.nco_classification.little_index import CLASSIFICATION


@pytest.mark.parametrize(
    "text", ["Pune", "I am from Nagpur", "New Delhi, India", "lives in a small village", "I work in Mumbai", "दिल्ली"]
)
def test_a_place_alone_names_no_occupation(text: str) -> None:
    obstacle = find_obstacle(text, CLASSIFICATION)
    assert obstacle is not None
    assert obstacle.kind == "place"


@pytest.mark.parametrize("text", ["E010", "emp-00123", "employee id E010", "004512", "a.b@example.org", "7531", "#42"])
def test_an_employee_id_names_no_occupation(text: str) -> None:
    obstacle = find_obstacle(text, CLASSIFICATION)
    assert obstacle is not None
    assert obstacle.kind == "id"


@pytest.mark.parametrize(
    "text",
    [
        "private job",
        "naukri",
        "worker",
        "I work",
        "government service",
        "!!!",
        "मैं काम करता हूँ",
        "banata hoon",
        "main lagati hoon",
    ],
)
def test_words_that_only_say_that_somebody_works_name_no_occupation(text: str) -> None:
    obstacle = find_obstacle(text, CLASSIFICATION)
    assert obstacle is not None
    assert obstacle.kind == "vague"


@pytest.mark.parametrize("text", ["retired, electrician", "welder, jobless at present", "tailor on pension"])
def test_work_that_may_be_over_is_asked_about(text: str) -> None:
    obstacle = find_obstacle(text, CLASSIFICATION)
    assert obstacle is not None
    assert obstacle.kind == "today"
    [work] = obstacle.parts
    assert work in text
    assert find_obstacle(work, CLASSIFICATION) is None


def test_where_somebody_elses_work_is_told_too_only_the_own_is_looked_at() -> None:
    stripped = strip_ids_and_places("My wife cooks, I repair watches")
    assert stripped.query == "I repair watches"
    assert stripped.assumptions == ["“My wife cooks” tells of somebody else's work"]
    assert outside(find_obstacle("My wife cooks, I am out of work", CLASSIFICATION)) == "not in work"


def test_where_only_somebody_elses_work_is_told_that_is_an_assumption() -> None:
    [told] = strip_ids_and_places("my husband is a mason").assumptions
    assert told.startswith("“my husband” is taken for the person")


@pytest.mark.parametrize(
    "text", ["cook and driver", "I am a plumber and also a barber", "electrician / tailor", "darzi aur nai"]
)
def test_several_occupations_are_seen_and_asked_about(text: str) -> None:
    obstacle = find_obstacle(text, CLASSIFICATION)
    assert obstacle is not None
    assert obstacle.kind == "several"
    assert len(obstacle.parts) == 2


@pytest.mark.parametrize(
    "text",
    [
        "electrician",
        "plumber and pipe fitter",
        "baal kaatne wala",
        "staff nurse",
        "Mysore silk weaver",
        "3D artist",
        "दर्जी",
    ],
)
def test_words_that_name_one_occupation_meet_no_obstacle(text: str) -> None:
    assert find_obstacle(text, CLASSIFICATION) is None


def test_ids_and_places_are_left_out_of_the_search_and_told_as_assumptions() -> None:
    stripped = strip_ids_and_places("hotel cook E010 in Pune")
    assert stripped.query == "hotel cook"
    assert len(stripped.assumptions) == 2
    assert strip_ids_and_places("Pune").query == "Pune"


@pytest.mark.parametrize(
    ("text", "kind"),
    [("student", "not in work"), ("housewife", "not in work"), ("retired", "not in work"), ("99", "no answer"),
     ("refused", "no answer"), ("-", "no answer"), ("पता नहीं", "no answer")],
)  # fmt: skip
def test_who_is_not_at_work_or_does_not_answer_has_an_outcome_of_their_own(text: str, kind: str) -> None:
    obstacle = find_obstacle(text, CLASSIFICATION)
    assert obstacle is not None
    assert (obstacle.kind, outside(obstacle)) == (kind, kind)
    assert obstacle.why


def test_other_obstacles_and_none_are_no_such_outcome() -> None:
    assert outside(None) == outside(find_obstacle("Pune", CLASSIFICATION)) == ""


def test_being_retired_is_set_aside_where_the_work_is_told() -> None:
    stripped = strip_ids_and_places("retired clerk, sells tea")
    assert stripped.query == "sells tea"
    assert "“retired clerk”" in stripped.assumptions[0]


def test_that_it_is_todays_work_is_not_searched() -> None:
    assert strip_ids_and_places("now runs a kirana shop").query == "runs a kirana shop"
    assert strip_ids_and_places("now").query == "now"
