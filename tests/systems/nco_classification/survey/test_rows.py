"""What comes of one text, as a row."""

from __future__ import annotations

from typing import Any

import pytest

from core.systems.nco_classification.decision.guarantees import Ruling
from core.systems.nco_classification.decision.response import respond
from core.systems.nco_classification.survey.rows import Row, row_of, row_without_code
from tests.systems.nco_classification.little_index import (
    CLASSIFICATION,
    CLEAR,
    DOCTORS,
    TAILOR,
    make_assessment,
    make_state,
    new_case,
)


def row(words: str, *hits: tuple[str, float], codes: tuple[str, ...] = ()) -> Row:
    status: Any = "MATCH_FOUND" if codes else "MORE_INFO"
    assessment, ruling = make_assessment(words, *hits), Ruling(status, list(codes), "", [])
    response = respond(make_state(words), ruling, "Why.", assessment, new_case().context)
    return row_of(words, response, assessment, CLASSIFICATION)


def test_a_match_is_coded_with_its_probability_and_the_next_families() -> None:
    coded = row(TAILOR, *CLEAR, codes=("7531",))
    assert (coded["status"], coded["code"], coded["level"]) == ("coded", "7531", "family")
    assert coded["confidence"] > 0.9
    assert (coded["likeliest_code"], coded["runners_up"]) == ("7531", ["7533"])
    assert (coded["machine_status"], coded["machine_code"]) == ("coded", "7531")
    assert coded["question"] == ""


def test_close_codes_are_coded_in_part_by_their_group_which_is_as_likely_as_all_in_it() -> None:
    close = row("writes code", ("2512", 0.6), ("2514", 0.6), ("9112", 0.6), codes=("2512", "2514"))
    assert (close["status"], close["code"], close["level"]) == ("partial", "251", "group")
    assert close["confidence"] == pytest.approx(2 / 3, abs=1e-4)


def test_what_is_certain_of_an_open_question_is_a_part_and_the_question_stands_beside_it() -> None:
    part = row("doctor", *DOCTORS)
    assert (part["status"], part["code"]) == ("partial", "221")
    assert part["question"].startswith("What is the work mostly about")
    assert " / " in part["question"]


def test_where_nothing_is_certain_the_row_is_unsure_and_names_the_likeliest() -> None:
    unsure = row("zorbing", ("7531", 0.6), ("2211", 0.6), ("9112", 0.59))
    assert (unsure["status"], unsure["code"], unsure["level"]) == ("unsure", "", "")
    assert unsure["likeliest_code"] == "7531"
    assert 0 < unsure["confidence"] < 0.62


@pytest.mark.parametrize("words", ["E010", "Pune", "private job"])
def test_of_words_that_say_nothing_about_work_no_family_is_told(words: str) -> None:
    empty = row(words, *CLEAR)
    assert (empty["status"], empty["likeliest_code"], empty["runners_up"]) == ("not codable", "", [])
    assert empty["data"] == "little index"


def test_several_jobs_are_unsure_and_asked_about() -> None:
    several = row("cook and driver", ("5120", 0.9))
    assert (several["status"], several["likeliest_code"]) == ("unsure", "5120")
    assert several["question"].endswith("cook / driver")


def test_a_text_that_was_not_worked_on_has_the_same_columns() -> None:
    assert set(row_without_code("cook", "It broke.")) == set(row(TAILOR, *CLEAR))
