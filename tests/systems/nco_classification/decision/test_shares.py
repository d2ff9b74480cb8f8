"""How likely each family is, said once for everything that is shown."""

from __future__ import annotations

from math import fsum
from typing import Any

import pytest

from core.codec import from_state
from core.systems.nco_classification.decision.assessment import LISTED
from core.systems.nco_classification.decision.confidence import posterior
from core.systems.nco_classification.decision.shares import shares_of, told_probability
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.questions.form import task_of
from tests.systems.nco_classification.little_index import (
    CLASSIFICATION,
    TAILOR,
    WOOD,
    LittleIndex,
    candidate,
    new_case,
)

TIED = [("2211", 0.6), ("2212", 0.59), ("7531", 0.58)]


def outcome(request: str, found: Any = None, answer: str = "") -> tuple[Any, list[Candidate]]:
    case = new_case(LittleIndex({}, otherwise=found) if found else LittleIndex()).ask(request)
    state = (case.answer({"answer": answer}) if answer else case).state
    return state["analyzer_response"], from_state(list[Candidate], state["candidates"])


@pytest.mark.parametrize(("request_text", "found"), [(TAILOR, None), ("doctor", TIED), ("plumber", TIED)])
def test_the_families_that_are_shown_have_what_the_confidence_says_and_all_together_no_more_than_one(
    request_text: str, found: Any
) -> None:
    response, candidates = outcome(request_text, found)
    shares = shares_of(response, candidates)
    shown = {entry["code"][:4] for entry in response["codes"]} or {candidates[0].family}
    assert fsum(shares[family] for family in shown) == pytest.approx(response["confidence"]["probability"], abs=1e-12)
    assert response["confidence"]["probability"] - 1e-12 <= fsum(shares.values()) <= 1.0 + 1e-12
    assert shares.keys() == {one.family for one in candidates}


def test_the_others_keep_the_proportions_of_their_scores() -> None:
    response, candidates = outcome("treats what people bring", TIED)
    shares, likely = shares_of(response, candidates), posterior(candidates)
    assert shares["2212"] / shares["7531"] == pytest.approx(likely["2212"] / likely["7531"])


def test_what_was_chosen_has_all_of_it() -> None:
    response, candidates = outcome("wood", WOOD, answer=task_of(CLASSIFICATION.words["7115"].text))
    assert response["confidence"]["basis"] == "chosen"
    assert shares_of(response, candidates) == {"7115": 1.0}


def test_what_a_bare_title_may_mean_is_alike_wherever_it_is_shown_and_leaves_a_little_to_what_else_was_found() -> None:
    response, candidates = outcome("doctor", TIED)
    alike = LISTED / 2
    assert shares_of(response, candidates) == pytest.approx({"2211": alike, "2212": alike, "7531": 1 - LISTED})
    assert response["confidence"]["probability"] == alike
    assert response["partial"]["code"] == "221"


def test_no_probability_stands_beside_what_somebody_chose() -> None:
    found, _ = outcome(TAILOR)
    assert told_probability(found) == found["confidence"]["probability"]
    chosen, _ = outcome("wood", WOOD, answer=task_of(CLASSIFICATION.words["7115"].text))
    assert told_probability(chosen) is None


def test_in_a_run_of_an_earlier_version_one_candidate_has_the_confidence_and_none_has_nothing() -> None:
    response, _ = outcome(TAILOR)
    del response["chances"]
    assert shares_of(response, [candidate("7531", 0.95)]) == {"7531": response["confidence"]["probability"]}
    assert shares_of({**response, "codes": []}, []) == {}
