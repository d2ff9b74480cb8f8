"""What no decision may come to, whoever decided; the promises on whole runs stand in `test_nco_classification`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.nco_classification.decision.assessment import Assessment
from core.systems.nco_classification.decision.confidence import chances, measure_confidence
from core.systems.nco_classification.decision.guarantees import (
    AMBIGUITY,
    CHECKPOINT,
    CORRECTION,
    EVIDENCE,
    LOOPS,
    check,
    enforce,
    shown_codes,
)
from core.systems.nco_classification.tasks import Decision
from tests.properties import examples
from tests.systems.nco_classification.anything import decisions, hits
from tests.systems.nco_classification.little_index import (
    CLASSIFICATION,
    CLEAR,
    TAILOR,
    candidate,
    make_assessment,
    new_case,
)

ASSESSED = make_assessment(TAILOR, *CLEAR)


def match(*codes: str) -> Decision:
    return Decision(status="MATCH_FOUND", codes=list(codes), reason="It fits.")


@examples(1_000)
@given(decisions, hits, st.booleans(), st.integers(0, 1))
def test_what_a_ruling_lets_through_is_always_allowed(decision: Decision, found: Any, clear: bool, done: int) -> None:
    families = [family for family, _ in found]
    candidates = [candidate(*hit) for hit in found]
    assessment = replace(
        ASSESSED,
        candidates=tuple(candidates),
        posterior=chances(candidates, measure_confidence(candidates)),
        ambiguity="" if clear else "Two trades.",
        corrections=done,
        searched=("searched",),
    )
    ruling = enforce(decision, assessment, CLASSIFICATION)
    if ruling.status == "MATCH_FOUND":
        assert clear
        assert 1 <= len(ruling.codes) <= 3
        assert all(CLASSIFICATION.exists(code) and code[:4] in families for code in ruling.codes)
        best = max(assessment.posterior.values())
        assert all(assessment.posterior[code[:4]] >= max(assessment.floor, best / 4) for code in ruling.codes)
    if ruling.status == "IMPROVED_SEARCH":
        assert done == 0
        assert ruling.refined_query not in ("", "searched")
    if ruling.status != decision.status:
        assert ruling.overruled


@pytest.mark.parametrize(
    ("assessment", "decision", "guarantee"),
    [
        pytest.param(make_assessment("farmer", ("6111", 0.9)), match("6111"), AMBIGUITY, id="a bare broad title"),
        pytest.param(make_assessment(TAILOR, ("7531", 0.1)), match("7531"), EVIDENCE, id="hardly a fit"),
        pytest.param(ASSESSED, match("9999"), EVIDENCE, id="no such code"),
        pytest.param(ASSESSED, match("2211"), EVIDENCE, id="not found"),
        pytest.param(ASSESSED, match("7531", "7533", "7531.0100", "7531.0200"), EVIDENCE, id="too many"),
    ],
)
def test_a_match_that_is_not_allowed_becomes_a_question_and_says_by_which_guarantee(
    assessment: Assessment, decision: Decision, guarantee: str
) -> None:
    ruling = enforce(decision, assessment, CLASSIFICATION)
    assert (ruling.status, ruling.codes) == ("MORE_INFO", [])
    assert ruling.overruled[-1][0] == guarantee


POTTER = "makes pottery on a wheel"
PILOT = ("3153", 0.7)


def test_a_code_that_the_words_hardly_carry_becomes_a_question_that_offers_the_likeliest_beside_it() -> None:
    assessment = make_assessment(POTTER, ("7314", 0.8), ("3153", 0.5))
    ruling = enforce(match("3153"), assessment, CLASSIFICATION)
    assert (ruling.status, ruling.codes, ruling.between) == ("MORE_INFO", [], ("7314", "3153"))
    assert "is likelier" in ruling.overruled[-1][1]


def test_a_code_far_behind_the_likeliest_is_asked_about_though_it_reaches_the_floor() -> None:
    assessment = replace(make_assessment(POTTER, ("7314", 0.8), ("7315", 0.6)), posterior={"7314": 0.7, "7315": 0.15})
    assert enforce(match("7315"), assessment, CLASSIFICATION).between == ("7314", "7315")
    near = replace(assessment, posterior={"7314": 0.5, "7315": 0.3})
    assert enforce(match("7315"), near, CLASSIFICATION).codes == ["7315"]


def test_a_code_of_which_nothing_was_said_is_no_match_below_the_threshold() -> None:
    assessment = make_assessment(POTTER, PILOT, ("7314", 0.69))
    ruling = enforce(match("3153"), assessment, CLASSIFICATION)
    assert ruling.status == "MORE_INFO"
    assert "was said" in ruling.overruled[-1][1]


def test_a_drifted_search_is_repeated_once_with_the_users_own_words_and_then_asked_about() -> None:
    assessment = make_assessment(POTTER, PILOT, queries=["astronaut"])
    ruling = enforce(match("3153"), assessment, CLASSIFICATION)
    assert (ruling.status, ruling.refined_query, ruling.overruled[-1][0]) == ("IMPROVED_SEARCH", POTTER, EVIDENCE)
    again = enforce(match("3153"), replace(assessment, corrections=1), CLASSIFICATION)
    assert (again.status, again.codes) == ("MORE_INFO", [])


@pytest.mark.parametrize("query", ["airline pilot", "7314.0100", "seven three one four potter"])
def test_an_improved_search_that_drifts_or_names_a_code_gives_way_to_the_users_own_words(query: str) -> None:
    wanted = Decision(status="IMPROVED_SEARCH", refined_query=query, reason="Better.")
    first = make_assessment(POTTER, PILOT, queries=["wheel"])
    assert enforce(wanted, first, CLASSIFICATION).refined_query == POTTER


def test_an_occupation_that_the_words_do_not_tell_is_cut_to_its_family() -> None:
    first, second = CLASSIFICATION.occupations_of("7531")[:2]
    one = candidate("7531", 0.95)
    one.occupations[:] = [(first, 0.9), (second, 0.5)]
    assessment = replace(ASSESSED, candidates=(one,))
    assert enforce(match(first), assessment, CLASSIFICATION).codes == [first]
    ruling = enforce(match(second), assessment, CLASSIFICATION)
    assert (ruling.codes, ruling.overruled[0][0]) == (["7531"], EVIDENCE)
    assert enforce(match(first), replace(assessment, digits=4), CLASSIFICATION).codes == ["7531"]


def test_what_the_user_chose_may_be_matched_however_poorly_it_was_found() -> None:
    assessment = make_assessment("farmer", ("6111", 0.1), within="6111")
    assert enforce(match("6111"), assessment, CLASSIFICATION).codes == ["6111"]


def test_every_code_that_is_shown_is_held_against_the_classification() -> None:
    case = new_case().ask("doctor")
    assert set(shown_codes(case.response)) == {"221", "2212"}
    by_task = {**case.response, "choices": [{"label": "Plead in court", "code": "2611"}]}
    assert set(shown_codes(by_task)) == {"221", "2212", "2611"}
    assert shown_codes({}) == []


def test_the_checklist_tells_what_is_broken() -> None:
    state: Any = new_case().ask(TAILOR).state
    assert all(line.held for line in check(state, CLASSIFICATION))
    broken: dict[str, Any] = {
        LOOPS: {"answers": [{"checkpoint": "x"}] * 4},
        AMBIGUITY: {"words": "Pune"},
        EVIDENCE: {"analyzer_response": {**state["analyzer_response"], "codes": [{"code": "9999"}]}},
        CORRECTION: {"improved_search_count": 2},
        CHECKPOINT: {"answers": [{"checkpoint": ""}]},
    }
    for guarantee, change in broken.items():
        lines = check({**state, **change}, CLASSIFICATION)
        assert guarantee in {line.guarantee for line in lines if not line.held}
    assert all(line.held for line in check({}, CLASSIFICATION))
