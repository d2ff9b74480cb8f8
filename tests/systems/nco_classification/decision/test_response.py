"""What a ruling is told as: codes with their confidence, or what is certain with one question."""

from __future__ import annotations

from typing import Any

import pytest

from core.codec import to_state
from core.language.reading import Reading
from core.systems.nco_classification.decision.confidence import THRESHOLD, needed
from core.systems.nco_classification.decision.guarantees import Ruling
from core.systems.nco_classification.decision.response import answer, outcome, respond, tell
from core.systems.nco_classification.state import AnalyzerResponse
from tests.systems.nco_classification.little_index import (
    CLEAR,
    DOCTORS,
    TAILOR,
    make_assessment,
    make_state,
    new_case,
)

GIVEN: dict[str, Any] = {"question": "", "said": "", "code": "", "job": "", "words": "", "checkpoint": "x"}


def response_to(words: str, *hits: tuple[str, float], codes: tuple[str, ...] = (), **changes: Any) -> AnalyzerResponse:
    status: Any = "MATCH_FOUND" if codes else "MORE_INFO"
    context = new_case(**changes.pop("numbers", {})).context
    assessment = make_assessment(words, *hits, **changes)
    return respond(make_state(words, **changes), Ruling(status, list(codes), "", []), "Why.", assessment, context)


def test_a_match_has_its_probability_its_runner_up_and_no_question() -> None:
    response = response_to(TAILOR, *CLEAR, codes=("7531",))
    assert response["codes"][0]["level"] == "family"
    assert response["confidence"]["probability"] > 0.8
    assert response["runner_up"] is not None
    assert response["runner_up"]["code"] == "7533"
    assert (response["partial"], response["question"], response["choices"]) == (None, None, [])


def test_a_match_from_further_down_is_as_much_less_probable_as_its_candidate_is() -> None:
    first = response_to(TAILOR, ("7531", 0.6), ("7533", 0.55), codes=("7531",))["confidence"]["probability"]
    second = response_to(TAILOR, ("7531", 0.6), ("7533", 0.55), codes=("7533",))["confidence"]["probability"]
    both = response_to(TAILOR, ("7531", 0.6), ("7533", 0.55), codes=("7531", "7533"))["confidence"]["probability"]
    assert 0 < second < first < both == pytest.approx(first + second)


def test_what_the_user_chose_is_told_as_chosen() -> None:
    response = response_to("doctor", *DOCTORS, codes=("2212",), within="2212")
    assert response["confidence"]["basis"] == "chosen"
    assert response_to("doctor", *DOCTORS)["confidence"]["basis"] == "computed"


def test_programs_get_no_probability_for_what_was_chosen_and_the_threshold_that_such_a_text_needs() -> None:
    def told(response: AnalyzerResponse) -> Any:
        return answer({"analyzer_response": response, "reading": to_state(Reading("a job"))})["confidence"]

    assert told(response_to("doctor", *DOCTORS, codes=("2212",), within="2212"))["probability"] is None
    match = response_to(TAILOR, *CLEAR, codes=("7531",))
    assert told(match)["probability"] == match["confidence"]["probability"]
    assert match["threshold"] == needed("title", THRESHOLD)


def test_without_a_match_what_is_certain_is_told_with_a_question() -> None:
    response = response_to("doctor", *DOCTORS)
    assert response["partial"] is not None
    assert (response["partial"]["code"], response["partial"]["level"]) == ("221", "group")
    assert {(choice["attribute"], choice["value"]) for choice in response["choices"]} == {
        ("object", "patients"),
        ("object", "organs"),
    }


def test_no_choice_leads_out_of_what_is_told_as_certain() -> None:
    hits = [("7531", 0.8), ("7533", 0.2), ("5223", 0.79)]
    response = response_to(TAILOR, *hits, within="", certain_before="75")
    offered = {code for choice in response["choices"] for code in choice.get("codes", ())}
    assert "5223" in offered
    assert response["partial"] is None
    inside = response_to("doctor", *DOCTORS, ("5223", 0.58))
    assert inside["partial"] is not None
    assert all(
        code.startswith(inside["partial"]["code"])
        for choice in inside["choices"]
        for code in choice.get("codes", ())
    )  # fmt: skip


@pytest.mark.parametrize("before", ["22", ""])
def test_not_knowing_leaves_what_is_certain_and_no_less_than_was_shown(before: str) -> None:
    left = response_to("doctor", *DOCTORS, answers=[GIVEN], certain_before=before)["partial"]
    assert left is not None
    assert left["code"] == "221"


def test_nobody_is_asked_again_who_does_not_know_or_has_been_asked_often_enough() -> None:
    assert response_to("doctor", *DOCTORS, answers=[{**GIVEN, "words": "x"}])["question"]
    assert response_to("doctor", *DOCTORS, answers=[GIVEN])["question"] is None
    assert response_to("doctor", *DOCTORS, answers=[{**GIVEN, "words": "x"}] * 3)["question"] is None
    assert response_to("doctor", *DOCTORS, numbers={"most_questions": 0})["question"] is None


@pytest.mark.parametrize(
    ("response", "came_to", "told"),
    [
        pytest.param(response_to(TAILOR, *CLEAR, codes=("7531",)), "coded", "7531 Tailors", id="a match"),
        pytest.param(
            response_to("doctor", *DOCTORS), "question open", "What is the work mostly about", id="a question"
        ),
        pytest.param(
            response_to("doctor", *DOCTORS, answers=[GIVEN]), "coded in part", "Likely so far: group 221", id="a part"
        ),
        pytest.param(
            response_to("Pune", *DOCTORS, answers=[GIVEN]), "cannot be coded", "These words cannot", id="nothing"
        ),
    ],
)
def test_what_a_run_came_to_is_told_in_words_to_people_and_programs(
    response: AnalyzerResponse, came_to: str, told: str
) -> None:
    assert outcome(response) == came_to
    assert tell(response).startswith(told)
    given = answer({"analyzer_response": response, "reading": to_state(Reading("a job"))})
    assert given["outcome"] == came_to
    assert (given["level"] is None) == (came_to == "cannot be coded")
