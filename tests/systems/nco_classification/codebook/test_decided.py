"""Who decided, why, and how sure it is, in the words that page and card share."""

from __future__ import annotations

import re
from typing import Any

import pytest

from core.systems.nco_classification.codebook.decided import (
    by_words_alone,
    chosen_in_words,
    decided,
    found_by_the_run,
    worth_of,
)
from core.systems.nco_classification.codebook.own_code import own_code
from core.systems.nco_classification.questions.form import task_of
from core.systems.nco_classification.state import State
from tests.systems.nco_classification.little_index import CLASSIFICATION, DOCTORS, TAILOR, WOOD, LittleIndex, new_case


def run(request: str = TAILOR, answer: str = "") -> State:
    case = new_case(LittleIndex({"wood": WOOD, "doctor": DOCTORS})).ask(request)
    state: Any = (case.answer({"answer": answer}) if answer else case).state
    return state  # type: ignore[no-any-return]


def test_what_the_machine_computed_says_of_what_it_is_and_what_that_was_worth() -> None:
    told = decided(run(), None)
    assert told.by == "Offline rules"
    assert "% for 7531 (of titles between " in told.sure


@pytest.mark.parametrize("code", ["7531.0100", "7533"])
def test_a_code_that_a_person_gave_carries_no_probability_and_says_who_gave_it_and_why(code: str) -> None:
    told = decided(run(), own_code(code, "says so", ["7531"], CLASSIFICATION, "asha", "2026-11-26T04:00:00+00:00"))
    assert told.by == "the analyst (asha)"
    assert told.why == "says so"
    assert told.sure == "none: a person gave this code"


def test_what_was_chosen_in_answer_to_a_question_carries_no_probability_but_that_of_the_words_before() -> None:
    told = decided(run("wood", task_of(CLASSIFICATION.words["7115"].text)), None)
    assert told.by.endswith("by what was chosen in answer to a question")
    assert re.fullmatch(r"none: it was chosen in answer to a question; the words alone made it \d+% likely", told.sure)


@pytest.mark.parametrize("late", [0.87, 0.1])
def test_what_the_words_alone_made_likely_is_measured_before_any_answer(late: float) -> None:
    state = run("wood", task_of(CLASSIFICATION.words["7115"].text))
    [last] = state["answers"]
    shown: Any = {"fit": 0.5, "separation": 0.1, "probability": 0.4, "basis": "computed"}
    first: Any = {**last, "code": "", "before": {"chances": {"7115": 0.22, "7522": 0.4}, "confidence": shown}}
    first.pop("likely")
    last["likely"], last["offered_likely"] = late, {"7115": late}
    state["answers"] = [first, last]
    assert by_words_alone(state) == f"; the words alone made it 22% likely; with the answers before it {late:.0%}"
    assert f"By the words alone 7115 had 22%. With the answers before it 7115 had {late:.0%}." in chosen_in_words(state)
    del first["before"]  # of a run from before this was kept
    assert "the words alone" not in by_words_alone(state)


def test_what_a_rule_of_the_office_gave_carries_no_probability() -> None:
    state = run()
    state["analyzer_response"]["rule"] = "Rule of the office: “tailor” is 7531."
    told = decided(state, None)
    assert (told.by, told.why) == ("a rule of the office", "Rule of the office: “tailor” is 7531.")
    assert "%" not in told.sure


def test_a_part_of_a_code_has_what_all_families_in_it_have_together() -> None:
    state = run("doctor")
    assert state["analyzer_response"]["partial"]
    assert "% for 221, all families in it together" in decided(state, None).sure


def test_beside_an_own_code_stands_what_was_found_with_its_confidence() -> None:
    found = f"7531 {CLASSIFICATION.title('7531')}, by Offline rules; its confidence: "
    assert found_by_the_run(run()).startswith(found)
    assert "no code, by Offline rules; it asked “" in found_by_the_run(run("E010"))


def test_what_a_confidence_was_worth_is_told_of_the_same_kind_of_text() -> None:
    shown: Any = {"fit": 0.9, "separation": 0.3, "probability": 0.95, "basis": "computed", "kind": "description"}
    assert worth_of(shown).startswith("of descriptions between 90% and")
    assert worth_of({**shown, "probability": 7.0}) == ""
