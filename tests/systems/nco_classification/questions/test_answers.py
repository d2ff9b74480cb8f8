"""What is taken from the user's answer to a question."""

from __future__ import annotations

from typing import Any

import pytest

from core.systems.nco_classification.questions.answers import (
    ANSWER,
    OUT_OF_WORK,
    attributes_asked,
    attributes_told,
    chosen_part,
    has_new_answer,
    may_mean,
    take_answer,
    utterances,
    what_is_kept,
    what_was_said,
)
from core.systems.nco_classification.questions.language import BOTH, DONT_KNOW, NOT_WORKING, STUDYING
from core.systems.nco_classification.state import AnalyzerResponse, Answer, PlainOption
from core.systems.nco_classification.words.standing import read_standing


def choice(label: str, code: str) -> PlainOption:
    return {"label": label, "code": code, "leaves": 1, "share": 0.5, "example": ""}


RESPONSE: AnalyzerResponse = {
    "question": {"text": "Which one?", "fields": [], "send_label": ""},
    "choices": [choice("Tailors", "7531"), choice("cook", "")],
}


def take(given: object) -> Answer:
    [answer] = take_answer(RESPONSE, [], given, "a checkpoint")["answers"]
    return answer


def given(**values: str) -> Answer:
    answer: Any = {"question": "", "said": "", "code": "", "job": "", "words": "", "checkpoint": "", **values}
    return answer  # type: ignore[no-any-return]


def test_a_choice_is_taken_as_what_it_means_and_anything_else_as_words() -> None:
    assert {key: take("Tailors")[key] for key in ("code", "job", "words")} == {"code": "7531", "job": "", "words": ""}
    assert {key: take("cook")[key] for key in ("code", "job", "words")} == {"code": "", "job": "cook", "words": ""}
    assert take({ANSWER: " sews shirts "})["words"] == "sews shirts"


def test_a_choice_may_stand_for_other_words_than_its_label() -> None:
    yes, no = {**choice("Yes", ""), "job": "cook"}, {**choice("No", ""), "job": OUT_OF_WORK}
    response: Any = {**RESPONSE, "choices": [yes, no]}
    jobs = [take_answer(response, [], said, "a checkpoint")["answers"][0]["job"] for said in ("Yes", "No", "Perhaps")]
    assert jobs == ["cook", OUT_OF_WORK, ""]


@pytest.mark.parametrize("reply", [DONT_KNOW, "pata nahi", "Not sure.", "", None, 3, {}, {ANSWER: "\u200b"}])
def test_not_knowing_and_what_cannot_be_read_fill_nothing(reply: object) -> None:
    answer = take(reply)
    assert (answer["code"], answer["job"], answer["words"]) == ("", "", "")
    assert answer["said"]


def test_own_words_keep_what_was_asked_and_how_likely_each_choice_was() -> None:
    part: PlainOption = {**choice("cars", ""), "attribute": "object", "value": "cars", "codes": ["8322"]}
    response: AnalyzerResponse = {**RESPONSE, "choices": [part], "chances": {"8322": 0.4, "8331": 0.1}}
    [own] = take_answer(response, [], "a tractor", "a checkpoint")["answers"]
    assert (own["asked"], own["refused"]) == ("object", {"8322": 0.4})
    [chosen] = take_answer(response, [], "cars", "a checkpoint")["answers"]
    assert "refused" not in chosen
    assert attributes_asked([own]) == attributes_asked([chosen]) == {"object"}
    assert attributes_asked([own, given(job="cook")]) == set()


def test_an_answer_is_kept_after_the_earlier_ones_with_its_question_and_checkpoint() -> None:
    earlier = given(words="sews")
    answers = take_answer(RESPONSE, [earlier], "Tailors", "a checkpoint")["answers"]
    assert answers[0] == earlier
    assert (answers[1]["question"], answers[1]["checkpoint"]) == ("Which one?", "a checkpoint")


def test_what_was_said_is_the_request_with_the_free_words_or_one_of_several_jobs_instead_of_it() -> None:
    assert utterances("cook", [given(words="in a hotel"), given(code="5120")]) == ["cook", "in a hotel"]
    assert utterances("cook and driver", [given(words="both"), given(job="cook"), given(words="soups")]) == [
        "cook",
        "soups",
    ]


def test_the_part_that_was_chosen_last_counts() -> None:
    assert chosen_part([given(code="214"), given(words="x"), given(code="2141"), given()]) == "2141"
    assert chosen_part([]) == ""


def test_an_answer_is_new_until_the_analyzer_has_decided_with_it() -> None:
    assert has_new_answer({"answers": [given(words="x")], "analyzer_response": {"round": 0}})
    assert not has_new_answer({"answers": [given(words="x")], "analyzer_response": {"round": 1}})
    assert not has_new_answer({"request": "cook"})
    assert not has_new_answer({"answers": [], "analyzer_response": {}})


def test_what_is_told_of_the_job_is_kept_as_attribute_and_value_and_dropped_with_the_job_it_was_told_of() -> None:
    asked: AnalyzerResponse = {
        "question": {"text": "Who is taught?", "fields": [], "send_label": ""},
        "choices": [{**choice("Classes 1 to 8", ""), "attribute": "pupils", "value": "primary"}],
    }
    [answer] = take_answer(asked, [], {ANSWER: "Classes 1 to 8"}, "a checkpoint")["answers"]
    assert {key: answer[key] for key in ("code", "job", "words")} == {"code": "", "job": "", "words": ""}  # type: ignore[literal-required]
    assert (answer["attribute"], answer["value"], answer["offered"]) == ("pupils", "primary", 1)
    assert attributes_told([answer]) == [answer]
    assert attributes_told([answer, given(job="cook"), given(words="soups")]) == []
    assert attributes_told([given(words="kept before there were attributes")]) == []


def test_with_a_chosen_part_it_is_kept_how_likely_the_words_had_made_it() -> None:
    asked: AnalyzerResponse = {
        "question": {"text": "Which?", "fields": [], "send_label": ""},
        "choices": [choice("Stitches", "753")],
        "chances": {"7531": 0.25, "7532": 0.125, "8153": 0.5},
    }
    [answer] = take_answer(asked, [], {ANSWER: "Stitches"}, "a checkpoint")["answers"]
    assert answer["likely"] == 0.375
    [free] = take_answer(asked, [], {ANSWER: "something else"}, "a checkpoint")["answers"]
    assert "likely" not in free


def test_not_knowing_is_understood_in_hindi_too() -> None:
    for reply in ("पता नहीं", "Pata nahi", "पता नहीं।"):
        assert not any(take(reply)[key] for key in ("code", "job", "words"))  # type: ignore[literal-required]


def test_words_beside_a_choice_count_with_it() -> None:
    answer = take({ANSWER: {"chosen": "Tailors", "words": "only blouses"}})
    assert (answer["code"], answer["words"]) == ("7531", "only blouses")
    assert answer["said"] == "Tailors; only blouses"
    answer = take({ANSWER: {"chosen": DONT_KNOW, "words": "sews at home"}})
    assert (answer["code"], answer["words"]) == ("", "sews at home")
    answer = take({ANSWER: {"chosen": "cook", "words": "in a school"}})
    assert utterances("cook and driver", [answer]) == ["cook", "in a school"]


@pytest.mark.parametrize("said", [NOT_WORKING.english, NOT_WORKING.hindi, NOT_WORKING.hinglish])
def test_who_does_not_work_takes_back_all_that_was_said_before(said: str) -> None:
    answer = take(said)
    assert utterances("driver", [given(words="a truck"), answer]) == [OUT_OF_WORK]
    assert read_standing(OUT_OF_WORK).kind
    assert answer["said"] == said


def test_a_choice_may_be_meant_by_a_family_that_has_it_or_may_have_any() -> None:
    own: PlainOption = {**choice("Own business", ""), "attribute": "account", "value": "own"}
    assert [may_mean(own, family) for family in ("5221", "7531", "5223")] == [True, True, False]
    assert [may_mean(choice("Tailors", "7531"), family) for family in ("7531", "7533")] == [True, False]
    assert not may_mean(choice("cook", ""), "5120")


@pytest.mark.parametrize("reply", ["refused", "does not want to say", "-"])
def test_no_answer_in_own_words_is_not_knowing(reply: str) -> None:
    assert take(reply)["words"] == ""


JOBS: AnalyzerResponse = {
    "question": {"text": "Which takes most of the time?", "fields": [], "send_label": ""},
    "choices": [
        choice("grows wheat", ""), choice("keeps buffaloes", ""),
        {**choice(BOTH.english, "6130"), "job": "Mixed Crop and Animal Workers"},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "reply",
    [
        BOTH.english, "both equally", "half and half", "about the same, I think", "dono barabar samay lete hain",
        "दोनों में बराबर समय", "50-50", {"chosen": "", "words": "equal time to both"},
    ],
)  # fmt: skip
def test_who_says_that_both_jobs_take_the_same_time_chose_that(reply: object) -> None:
    [answer] = take_answer(JOBS, [], {ANSWER: reply}, "a checkpoint")["answers"]
    assert (answer["code"], answer["job"], answer["words"]) == ("6130", "Mixed Crop and Animal Workers", "")
    assert answer["said"] != ""
    assert utterances("two jobs", [answer]) == ["Mixed Crop and Animal Workers"]


@pytest.mark.parametrize(
    "reply", ["both, but mostly the buffaloes", "dono, kheti zyada", "not both, only the field", "the field"]
)
def test_who_says_more_of_one_of_two_jobs_is_heard_as_they_say_it(reply: str) -> None:
    [answer] = take_answer(JOBS, [], {ANSWER: reply}, "a checkpoint")["answers"]
    assert (answer["code"], answer["job"], answer["words"]) == ("", "", reply)


def test_both_are_meant_only_where_both_were_offered() -> None:
    assert take("both equally")["words"] == "both equally"


@pytest.mark.parametrize("said", [STUDYING.english, STUDYING.hindi, STUDYING.hinglish])
def test_who_studies_and_does_not_teach_is_not_in_work(said: str) -> None:
    answer = take(said)
    assert read_standing(answer["job"]).kind == "student"
    assert answer["words"] == ""


@pytest.mark.parametrize(
    ("answers", "words", "kept"),
    [
        ([], "cook", "cook"),
        ([given(words="soups")], "cook\nsoups", "cook\nsoups"),
        ([given(words="soups")], "soups", "soups"),
        ([given(job="driver")], "driver", ""),
        ([given(words="soups"), given(job="driver"), given(words="of a bus")], "driver\nof a bus", "of a bus"),
    ],
)
def test_what_still_counts_is_the_end_of_what_was_said(answers: list[Answer], words: str, kept: str) -> None:
    assert what_is_kept("cook", answers, words) == kept
    assert what_was_said("cook", answers).endswith(kept)
