"""What no decision may come to, whoever decided; the promises on whole runs stand in `test_nco_classification`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.nco_classification.decision.assessment import Assessment
from core.systems.nco_classification.decision.confidence import posterior
from core.systems.nco_classification.decision.guarantees import (
    AMBIGUITY,
    CHECKPOINT,
    CORRECTION,
    EVIDENCE,
    LOOPS,
    check,
    enforce,
    hide_unknown_codes,
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


@examples(3_000)
@given(decisions, hits, st.booleans(), st.integers(0, 1))
def test_what_a_ruling_lets_through_is_always_allowed(decision: Decision, found: Any, clear: bool, done: int) -> None:
    families = [family for family, _ in found]
    assessment = replace(
        ASSESSED,
        posterior=posterior([candidate(*hit) for hit in found]),
        ambiguity="" if clear else "Two trades.",
        corrections=done,
        searched=("searched",),
    )
    ruling = enforce(decision, assessment, CLASSIFICATION)
    if ruling.status == "MATCH_FOUND":
        assert clear
        assert 1 <= len(ruling.codes) <= 3
        assert all(CLASSIFICATION.exists(code) and code[:4] in families for code in ruling.codes)
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


def test_what_the_user_chose_may_be_matched_however_poorly_it_was_found() -> None:
    assessment = make_assessment("farmer", ("6111", 0.1), within="6111")
    assert enforce(match("6111"), assessment, CLASSIFICATION).codes == ["6111"]


def test_a_models_words_never_bring_a_code_that_is_none() -> None:
    shown = hide_unknown_codes("7531 fits, 9999.0000 too, sure to 100%; since 1998", "since 1998", CLASSIFICATION)
    assert shown == "7531 fits, (no such code) too, sure to 100%; since 1998"


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
