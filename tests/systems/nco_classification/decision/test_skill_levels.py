"""Where words tell tasks and nobody who does them, it is asked which level of the field it is."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.decision.skill_levels import NEAR, other_levels
from tests.systems.nco_classification.little_index import CLASSIFICATION, candidate, make_assessment, new_case
from tests.systems.nco_classification.little_index import LittleIndex as Index

INJECTS = "gives injections to whoever comes there"
NURSES = [("2221", 0.7), ("3253", 0.6), ("3221", 0.58), ("2250", 0.2)]


@pytest.mark.parametrize(
    ("said", "families", "levels"),
    [
        (INJECTS, ("2221", "3221"), ("2221", "3221")),
        (INJECTS, ("3221", "2221"), ("3221", "2221")),
        (INJECTS, ("2221", "3253", "3221", "2250"), ("2221", "3253", "3221")),
        (INJECTS, ("2221", "2222"), ()),  # the same level
        (INJECTS, ("2221", "5120"), ()),  # another field
        ("nurse who gives injections", ("2221", "3221"), ()),
        ("measures land and draws its plan", ("2165", "3118"), ()),
        (INJECTS, (), ()),
    ],
)
def test_the_level_is_open_between_families_of_one_field_where_the_words_name_nobody(
    said: str, families: tuple[str, ...], levels: tuple[str, ...]
) -> None:
    shares = {family: 0.8 if place == 0 else 0.05 for place, family in enumerate(families)}
    assert other_levels(said, [candidate(family, 0.5) for family in families], shares, CLASSIFICATION) == levels


def test_a_level_that_is_far_behind_is_not_open() -> None:
    found = [candidate("2221", 0.7), candidate("3221", 0.1)]
    assert other_levels(INJECTS, found, {"2221": 0.9, "3221": 0.9 * NEAR / 2}, CLASSIFICATION) == ()


def test_no_code_is_given_before_it_is_asked_between_the_levels_and_none_where_nobody_knows() -> None:
    assessment = make_assessment(INJECTS, *NURSES, threshold=0.1)
    assert assessment.levels[0] == "2221"
    assert "3221" in assessment.levels
    case = new_case(Index({INJECTS: NURSES}), threshold=0.1).ask(INJECTS)
    assert case.question is not None
    assert {"2221", "3221"} <= {choice["code"] for choice in case.response["choices"]}
    case.answer("I don't know")
    assert (case.codes, case.response["partial"]) == ([], None)
