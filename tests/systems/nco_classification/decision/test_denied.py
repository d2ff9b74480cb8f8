"""A title whose own work is said not to be done is not given, it is asked about."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.decision.denied import denials, denied_by
from core.systems.nco_classification.questions.weighing import contradicted, likelihood
from tests.systems.nco_classification.little_index import CLASSIFICATION, LittleIndex, candidate, new_case

WELDER, GRINDER = [("7212", 0.95), ("7224", 0.3)], [("7224", 0.95), ("7212", 0.3)]


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Welder: not welding, only grinds", True), ("welder, does not grind", False), ("welder", False),
        ("welder who retired", False),
    ],
)  # fmt: skip
def test_the_likeliest_family_is_denied_by_its_own_work(text: str, denied: bool) -> None:
    index = LittleIndex({"welding": WELDER, "grind": GRINDER}, [])
    said = denied_by(text, [candidate(*WELDER[0])], index)  # type: ignore[arg-type]
    assert bool(said) == denied


def test_without_candidates_nothing_is_denied() -> None:
    assert denied_by("not welding", [], LittleIndex({}, [])) == ""  # type: ignore[arg-type]


def against(text: str) -> list[str]:
    """List of a teacher, a driver, a cook and a clerk those against whom words speak."""
    told = denials(text, CLASSIFICATION.query_normalizer)
    return [family for family in ("2341", "8322", "5120", "4110") if contradicted(family, told)]


@pytest.mark.parametrize(
    ("text", "families"),
    [
        ("does not teach, only keeps the fee register of a school", ["2341"]),
        ("teacher nahi hai, hostel warden", ["2341"]),
        ("not a driver, loads trucks", ["8322"]),
        ("gaadi nahi chalata, sirf saaf karta hai", ["8322"]),
        ("doesn't cook, only serves", ["5120"]),
        ("खाना नहीं बनाता, सिर्फ परोसता है", ["5120"]),
        ("no typing, carries the tea", ["4110"]),
        ("not a teacher in the school but its watchman", ["2341"]),
        ("does not teach maths, teaches drawing", []),  # only a part of it
        ("runs a canteen, does not cook on Sundays", []),
        ("guard, has no driving licence", []),
        ("carries loads, no cooking gas", []),  # a thing
        ("teaches those who do not drive", []),  # others
    ],
)
def test_what_is_said_not_to_be_the_work_speaks_against_the_families_whose_work_it_is(
    text: str, families: list[str]
) -> None:
    assert against(text) == families


def test_a_denial_weighs_as_an_answer_of_two_choices_and_leaves_the_family_possible() -> None:
    told = denials("does not teach, keeps the fee register of a school", CLASSIFICATION.query_normalizer)
    assert likelihood("4110", told) == 1.0
    assert likelihood("2341", told) == pytest.approx(1 / 9)


def test_neither_a_choice_nor_a_partial_code_is_of_the_work_that_is_denied() -> None:
    said = "does not teach, only keeps the fee registers of a school"
    found = [("2341", 0.6), ("2330", 0.58), ("4311", 0.56), ("4110", 0.55)]
    case = new_case(LittleIndex({said: found, said.split(", ")[1]: found})).ask(said)
    codes = {code for choice in case.response["choices"] for code in choice["codes"]}
    assert codes == {"4311", "4110"}
    case.answer("I don't know")
    assert not (case.response["partial"] or {"code": ""})["code"].startswith("2")
