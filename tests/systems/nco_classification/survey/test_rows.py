"""What comes of one text, as a row."""

from __future__ import annotations

from typing import Any

import pytest

from core.systems.nco_classification.decision.assessment import LISTED
from core.systems.nco_classification.decision.guarantees import Ruling
from core.systems.nco_classification.decision.response import respond
from core.systems.nco_classification.survey.rows import (
    ANALYST,
    Row,
    check_of,
    confidence_of,
    outside,
    row_of,
    row_without_code,
)
from core.systems.nco_classification.survey.said import Said
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
    return row_of(Said(words), response, assessment, CLASSIFICATION)


def test_a_match_is_coded_with_its_probability_and_the_next_families() -> None:
    coded = row(TAILOR, *CLEAR, codes=("7531",))
    assert (coded["status"], coded["code"], coded["level"]) == ("coded", "7531", "family")
    assert (coded["confidence"] or 0) > 0.8
    assert (coded["likeliest_code"], coded["runners_up"]) == ("7531", ["7533"])
    assert (coded["machine_status"], coded["machine_code"]) == ("coded", "7531")
    assert coded["question"] == ""


def test_close_codes_are_coded_in_part_by_their_group_which_is_as_likely_as_all_in_it() -> None:
    hits = (("2512", 0.9), ("2514", 0.9), ("9112", 0.3))
    close, one = (
        row("writes code for the web site of a bank", *hits, codes=codes) for codes in (("2512", "2514"), ("2512",))
    )
    assert (close["status"], close["code"], close["level"]) == ("partial", "251", "group")
    assert close["confidence"] == pytest.approx(one["shares"]["2512"] + one["shares"]["2514"], abs=1e-3)


def test_what_is_certain_of_an_open_question_is_a_part_and_the_question_stands_beside_it() -> None:
    part = row("doctor", ("2211", 0.95), ("2212", 0.6))
    assert (part["status"], part["code"]) == ("partial", "221")
    assert part["question"].startswith("What is the work mostly about")
    assert " / " in part["question"]


def test_where_nothing_is_certain_the_row_is_unsure_and_names_the_likeliest() -> None:
    unsure = row("zorbing", ("7531", 0.6), ("2211", 0.6), ("9112", 0.59))
    assert (unsure["status"], unsure["code"], unsure["level"]) == ("unsure", "", "")
    assert unsure["likeliest_code"] == "7531"
    assert 0 < (unsure["confidence"] or 0) < 0.62


@pytest.mark.parametrize("words", ["E010", "Pune", "private job"])
def test_of_words_that_say_nothing_about_work_no_family_is_told(words: str) -> None:
    empty = row(words, *CLEAR)
    assert (empty["status"], empty["likeliest_code"], empty["runners_up"]) == ("not codable", "", [])
    assert empty["data"] == "little index"


def test_several_jobs_are_unsure_and_asked_about() -> None:
    several = row("cook and driver", ("5120", 0.9))
    assert (several["status"], several["likeliest_code"]) == ("unsure", "5120")
    assert several["question"].endswith("cook / driver / Both about equally")
    assert several["confidence"] == 0.0


def test_work_that_may_be_over_is_never_coded_unseen_and_waits_with_that_question() -> None:
    open_row = row("retired, cook", ("5120", 0.9))
    assert (open_row["status"], open_row["code"], open_row["likeliest_code"]) == ("unsure", "", "5120")
    assert open_row["confidence"] == 0.0
    assert open_row["question"].startswith("Is that the work of today: “cook”?")


def test_a_text_that_was_not_worked_on_has_the_same_columns() -> None:
    assert set(row_without_code("cook", "It broke.")) == set(row(TAILOR, *CLEAR))


def test_a_part_of_a_code_never_contradicts_the_candidates_and_is_as_likely_as_all_below_it() -> None:
    elsewhere = row("doctor", ("7531", 0.9), *((family, 0.5) for family, _ in DOCTORS))
    assert (elsewhere["status"], elsewhere["code"], elsewhere["likeliest_code"]) == ("partial", "221", "2211")
    assert elsewhere["confidence"] == LISTED < 1
    part = row("doctor", ("2211", 0.95), ("2212", 0.6))
    below = sum(share for family, share in part["shares"].items() if family.startswith(part["code"]))
    assert part["confidence"] == pytest.approx(below, abs=1e-3)
    assert part["likeliest_code"].startswith(part["code"])


def test_a_row_tells_its_key_its_weight_and_how_likely_each_candidate_is() -> None:
    told = row(TAILOR, *CLEAR, codes=("7531",))
    assert (told["key"], told["id"], told["weight"], told["obstacle"]) == (Said(TAILOR).key, "", 1.0, "")
    assert (told["confidence"] or 0) <= sum(told["shares"].values()) <= 1
    assert max(told["shares"], key=lambda family: told["shares"][family]) == told["likeliest_code"]
    assert row("Pune", *CLEAR)["obstacle"] == "place"


@pytest.mark.parametrize(("words", "status"), [("housewife", "not in work"), ("99", "no answer")])
def test_a_row_of_nobody_at_work_or_of_no_answer_says_so_and_tells_no_family(words: str, status: str) -> None:
    told = row(words, *CLEAR)
    assert (told["status"], told["code"], told["likeliest_code"], told["question"]) == (status, "", "", "")


@pytest.mark.parametrize("words", ["E010", "EMP-0012", "12345", "a.b@example.org"])
def test_an_id_alone_is_a_row_that_nobody_has_to_look_at(words: str) -> None:
    told = row(words, *CLEAR)
    assert (told["status"], told["likeliest_code"], outside(told)) == ("not codable", "", "cannot be coded")
    assert outside(row("Pune", *CLEAR)) == ""
    assert outside(row("99", *CLEAR)) == "refused"


@pytest.mark.parametrize(("words", "code"), [("7531", "7531"), ("7531.01", "7531.0100"), ("75", "75")])
def test_a_code_in_the_place_of_words_is_offered_and_not_taken(words: str, code: str) -> None:
    told = row(words, *CLEAR)
    assert (told["status"], told["code"], told["likeliest_code"], outside(told)) == ("not codable", "", code, "")
    assert told["confidence"] == 0.0
    assert f"{words} may be the code {code}, {told['likeliest_title']}, or a number" in told["reason"]


def test_a_code_that_may_well_be_wrong_is_marked_with_the_words_that_are_not_in_it() -> None:
    row: Any = {**row_without_code("teaches class 8", ""), "status": "coded", "code": "2341", "confidence": 0.81}
    assert check_of({**row, "unused": ["8"]}) == "worth a check; not in 2341: 8"
    assert check_of({**row, "confidence": 0.95}) == ""
    assert check_of({**row, "decided_by": ANALYST}) == ""


def test_a_confidence_names_the_level_it_belongs_to() -> None:
    row = row_without_code("driver", "a test")
    coded: Row = {
        **row, "status": "coded", "machine_status": "coded", "confidence": 0.89,
        "code": "8321.0101", "machine_code": "8321.0101", "likeliest_code": "8321",
    }  # fmt: skip
    assert confidence_of(coded) == "family 8321"
    assert confidence_of({**coded, "status": "partial", "code": "9", "machine_code": "9"}) == "division 9"
    assert confidence_of({**coded, "status": "unsure", "code": "", "machine_code": ""}) == "family 8321"
    assert confidence_of(row) == ""
