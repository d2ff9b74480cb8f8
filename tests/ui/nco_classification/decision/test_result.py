"""Which candidates a page shows, and how it says how sure a code is."""

from __future__ import annotations

from typing import Any

import pytest

from core.systems.nco_classification.codebook.own_code import own_code
from core.systems.nco_classification.state import State
from core.ui.nco_classification.decision.result import _parted_in_words, _sure, level_name, relevant
from tests.systems.nco_classification.little_index import CLASSIFICATION, CLEAR, NOISE, TAILOR, LittleIndex, new_case

TIED = [("2211", 0.6), ("2212", 0.59), ("7531", 0.58)]


def run(request: str, found: Any = tuple(CLEAR)) -> State:
    state: Any = new_case(LittleIndex({}, otherwise=found)).ask(request).state
    return state  # type: ignore[no-any-return]


def families(state: State) -> list[str]:
    return [candidate.family for candidate in relevant(state)]


def test_of_a_match_every_candidate_is_shown() -> None:
    assert families(run(TAILOR)) == ["7531", "7533"]


@pytest.mark.parametrize("request_text", ["E010", "Pune"])
def test_what_a_search_came_upon_after_an_id_or_a_place_is_chance(request_text: str) -> None:
    assert families(run(request_text)) == []


def test_noise_is_not_shown_as_a_candidate() -> None:
    assert families(run("zorbing", NOISE)) == []


def test_with_an_open_question_only_what_can_be_chosen_is_meant() -> None:
    assert families(run("doctor", TIED)) == ["2211", "2212"]


def test_the_level_is_named_as_the_classification_writes_it() -> None:
    assert (level_name("subdivision"), level_name("family"), level_name("")) == ("sub-division", "family", "")


def test_a_code_says_how_often_such_a_confidence_was_right_and_a_question_says_nothing() -> None:
    assert "were right when it was measured" in _sure(run(TAILOR), None)
    assert _sure(run("doctor", TIED), None) == ""


def test_what_parts_a_code_from_its_runner_up_is_told_of_another_group_too() -> None:
    told = _parted_in_words("8322", "3258")
    assert told.startswith("**What parts 8322 from 3258**")
    assert "8322: **Cars, taxis, jeeps or vans** · 3258: **Patients of any kind**" in told
    assert _parted_in_words("8322", "8322") == ""


def test_a_code_that_may_well_be_wrong_is_worth_a_check() -> None:
    state = run(TAILOR)
    for probability, doubtful in ((0.95, False), (0.75, True)):
        state["analyzer_response"]["confidence"]["probability"] = probability
        assert ("worth a check" in _sure(state, None)) is doubtful


def test_a_code_that_a_person_gave_has_no_probability_in_the_headline() -> None:
    said = _sure(run(TAILOR), own_code("7531.0100", "", ["7531"], CLASSIFICATION))
    assert said.startswith(":material/how_to_reg: Decided by the analyst, ")
    assert "%" not in said
