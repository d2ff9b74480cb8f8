"""Whether the documents answer: more surely when they hold the words of a question, less when they lack its names."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.knowledge_base.answer.question_terms import Term
from core.systems.knowledge_base.answer.support import (
    PERHAPS,
    PERHAPS_NOT,
    PROBABLY,
    RIGHT_WEIGHTS,
    SUPPORT_WEIGHTS,
    doubt_of,
    far_words,
    how_sure,
    logistic,
    measure_support,
    outcome_of,
    rightness,
    support,
    unheld_words,
    why_not,
)
from core.systems.knowledge_base.answer.unit_scores import ScoredUnit
from core.systems.knowledge_base.answer.units import Unit
from tests.systems.knowledge_base.little_manual import retrieved

TERMS = [Term("pump", ("pump",), 4, 1.0), Term("zyx", ("zyx",), 0, 3.0)]
MEASURES = {"passage words": 0.8, "cosine": 0.6, "named in passage": 0.5, "page agreement": 0.4, "form": 1.0}
BEST = ScoredUnit(Unit(1, "sentence", "The pump hums.", 0, 14), MEASURES, 2.0, 0.7, {"pump": 0.9, "zyx": 0.1})


def test_the_best_unit_and_the_passages_are_measured() -> None:
    measures = measure_support([BEST], [retrieved("The pump hums."), retrieved("a valve")], TERMS)
    assert measures == pytest.approx(
        {
            "words": 0.8,
            "cosine": 0.6,
            "covered": 0.25,
            "named": 0.5,
            "unknown": 0.675,
            "unheld": 0.75,
            "agreement": 0.4,
            "settled": 0.7,
            "form": 1.0,
            "near": 0.1,
            "says": 1.0,
            "prose": 1.0,
        }
    )


def test_what_speaks_of_nothing_like_a_word_of_the_question_is_never_a_plain_answer() -> None:
    beside = ScoredUnit(BEST.unit, MEASURES, 1.0, 0.2, {"pump": 0.2, "zyx": 0.3})
    assert far_words([BEST]) == ["zyx"]
    assert far_words([BEST, beside]) == far_words([]) == []
    measures = {**dict.fromkeys(RIGHT_WEIGHTS | SUPPORT_WEIGHTS, 1.0), "unknown": 0.0, "form": 1.0}
    assert outcome_of({**measures, "near": 0.3}) == "in the documents"
    assert outcome_of({**measures, "near": 0.2}) == "perhaps not in the documents"
    answer: Any = {"measures": measures, "far": ["parental"]}
    assert "but what is quoted speaks of nothing like “parental”." in doubt_of(answer)


def test_a_word_that_only_another_tool_holds_is_not_unknown() -> None:
    assert measure_support([BEST], [retrieved("the zyx")], TERMS)["unknown"] == 0.0


def test_a_word_that_no_passage_holds_counts_the_less_the_nearer_another_word_comes_and_not_where_it_only_asks() -> (
    None
):
    near = [replace(BEST, near={"pump": 0.9, "Zyx": level}) for level in (0.0, 0.4, 0.8)]
    found = [measure_support([one], [retrieved("The pump hums.")], TERMS) for one in near]
    assert [one["unknown"] for one in found] == pytest.approx([0.75, 0.45, 0.15])
    assert {one["unheld"] for one in found} == {0.75}
    asking = [TERMS[0], replace(TERMS[1], asks=True)]
    assert measure_support(near[:1], [retrieved("The pump hums.")], asking)["unknown"] == 0.0


def test_what_only_comes_near_saves_from_a_refusal_and_makes_no_plain_answer() -> None:
    measures = {**dict.fromkeys(RIGHT_WEIGHTS | SUPPORT_WEIGHTS, 0.45), "named": 1.0, "form": 1.0, "unheld": 1.0}
    assert outcome_of({**measures, "unknown": 1.0}) == "not in the documents"
    assert outcome_of({**measures, "unknown": 0.1}) == "perhaps not in the documents"
    sure = {**dict.fromkeys(RIGHT_WEIGHTS | SUPPORT_WEIGHTS, 0.75), "named": 1.0, "form": 1.0, "unknown": 0.0}
    assert outcome_of({**sure, "unheld": 0.0}) == "in the documents"
    assert outcome_of({**sure, "unheld": 1.0}) == "perhaps not in the documents"


def test_no_passages_support_nothing() -> None:
    measures = measure_support([], [], TERMS)
    assert support(measures) < 0.01
    assert outcome_of(measures) == "not in the documents"


@given(st.sampled_from(sorted(SUPPORT_WEIGHTS)), st.lists(st.floats(0, 1), min_size=2, max_size=5, unique=True))
def test_support_moves_with_each_measure_as_its_weight_says(name: str, values: list[float]) -> None:
    measures = dict.fromkeys(SUPPORT_WEIGHTS, 0.3)
    results = [support({**measures, name: value}) for value in sorted(values)]
    if SUPPORT_WEIGHTS[name] < 0:
        results.reverse()
    assert all(low <= high for low, high in pairwise(results))
    assert all(0 <= result <= 1 for result in results)


def test_between_yes_and_no_there_is_perhaps() -> None:
    outcomes = [
        outcome_of({**dict.fromkeys(RIGHT_WEIGHTS | SUPPORT_WEIGHTS, level), "unknown": 1 - level})
        for level in (0.0, 0.6, 1.0)
    ]
    assert outcomes == ["not in the documents", "perhaps not in the documents", "in the documents"]


def test_who_asks_for_a_number_is_not_plainly_answered_where_none_stands() -> None:
    measures = {**dict.fromkeys(RIGHT_WEIGHTS | SUPPORT_WEIGHTS, 1.0), "unknown": 0.0, "form": 0.0}
    assert outcome_of(measures, "value") == "perhaps not in the documents"
    assert outcome_of(measures, "open") == outcome_of({**measures, "form": 1.0}, "value") == "in the documents"


def test_code_is_never_a_plain_answer_to_who_asks_for_words() -> None:
    measures = {**dict.fromkeys(RIGHT_WEIGHTS | SUPPORT_WEIGHTS, 1.0), "unknown": 0.0, "form": 1.0, "prose": 0.0}
    assert outcome_of(measures, "code") == "in the documents"
    assert outcome_of(measures, "definition") == "perhaps not in the documents"


def test_what_is_said_of_another_name_than_the_one_asked_for_is_never_a_plain_answer() -> None:
    measures = {**dict.fromkeys(RIGHT_WEIGHTS | SUPPORT_WEIGHTS, 1.0), "unknown": 0.0, "form": 1.0}
    assert outcome_of(measures, "value") == "in the documents"
    assert outcome_of({**measures, "named": 0.5}, "value") != "in the documents"
    assert outcome_of({**measures, "says": 0.5}, "value") != "in the documents"


def test_the_words_of_a_doubt_follow_its_number() -> None:
    said = []
    for level in range(101):
        measures = {**dict.fromkeys(RIGHT_WEIGHTS | SUPPORT_WEIGHTS, level / 100), "unknown": 0.0, "named": 1.0}
        answer: Any = {"measures": {**measures, "form": 1.0}}
        doubt = re.match(f"{PERHAPS_NOT}|{PERHAPS}|{PROBABLY}", doubt_of(answer, "value"))
        said.append((float(how_sure(answer).split()[-1].rstrip(".")), doubt and doubt.group()))
    assert said == sorted(said, key=lambda one: ([PERHAPS_NOT, PERHAPS, PROBABLY].index(one[1]), one[0]))
    assert {doubt for likely, doubt in said if 0.41 < likely < 0.59} == {PERHAPS}
    assert {doubt for likely, doubt in said if likely < 0.39} == {PERHAPS_NOT}


def test_what_is_clearly_more_likely_answered_than_not_says_so_unless_something_speaks_against_it() -> None:
    measures = {**dict.fromkeys(RIGHT_WEIGHTS | SUPPORT_WEIGHTS, 0.45), "unknown": 0.0, "named": 1.0, "form": 1.0}
    measures["settled"] = 1.0
    answer: Any = {"measures": measures}
    assert outcome_of(measures, "value") == "perhaps not in the documents"
    assert doubt_of(answer, "value") == f"{PROBABLY}. Look at the place."
    for against, told in (
        ({"form": 0.0}, "the rules see no number of that kind in what is quoted first"),
        ({"says": 0.5}, "what is quoted first does not say every name in the question"),
        ({"near": 0.1}, "what is quoted speaks of nothing like one of the words of the question"),
        ({"prose": 0.0}, "what is quoted first is code"),
        ({"unknown": 0.5, "words": 0.9}, "no passage says some of the words of the question"),
    ):
        doubtful: Any = {"measures": {**measures, **against}}
        assert doubt_of(doubtful, "value") == f"{PERHAPS}, but {told}."
        assert how_sure(doubtful, "value").startswith("Probability that it answers, by nearness")
    assert doubt_of({**answer, "measures": {**measures, "words": 0.0}}, "value") == f"{PERHAPS_NOT}."
    not_read: Any = {**answer, "computed": {"said": "Not read.", "sure": False}}
    assert doubt_of(not_read, "value") == f"{PERHAPS}, but the rules could not compute it."
    old: Any = {"measures": {"sentence": 0.4}}
    assert doubt_of(old) == f"{PERHAPS_NOT}."


def test_words_that_no_passage_says_are_named_however_sure_an_answer_is_and_never_as_a_share() -> None:
    level = {**dict.fromkeys(RIGHT_WEIGHTS | SUPPORT_WEIGHTS, 0.45), "unknown": 0.0, "named": 1.0, "form": 1.0}
    answer: Any = {"measures": {**level, "settled": 1.0}, "unheld": ["re-elected", "zyx"], "far": ["zyx"]}
    assert doubt_of(answer, "value").endswith("“zyx”; no passage says “re-elected”.")
    answer["far"] = []
    told = "no passage says “re-elected”, “zyx”."
    assert doubt_of(answer, "value") == f"{PROBABLY}. Look at the place: {told}"
    assert doubt_of({**answer, "measures": {**level, "settled": 0.8}}, "value") == f"{PERHAPS}, but {told}"
    assert (
        doubt_of({**answer, "measures": {**level, "unheld": 0.5, "settled": 1.0}}, "value") == f"{PERHAPS}, but {told}"
    )
    assert doubt_of({**answer, "measures": {**level, "words": 0.0}}, "value") == f"{PERHAPS_NOT}: {told}"


def test_a_word_is_missing_where_neither_the_collection_nor_what_was_read_says_it() -> None:
    asking = Term("many", ("mani",), 0, 1.0, asks=True)
    assert unheld_words([retrieved("The pump hums.")], [*TERMS, asking]) == ["zyx"]
    assert unheld_words([retrieved("the zyx")], TERMS) == []


def test_how_sure_an_answer_is_stands_in_a_number_and_of_old_threads_nothing() -> None:
    measures = dict.fromkeys(RIGHT_WEIGHTS | SUPPORT_WEIGHTS, 0.6)
    answer: Any = {"measures": measures}
    assert f"{min(support(measures), rightness(measures)):.2f}" in how_sure(answer)
    old: Any = {"measures": {"sentence": 0.4}}
    assert how_sure(old) == ""


def test_a_refusal_says_what_was_missing() -> None:
    assert "“zyx”" in why_not({"named": 1.0, "covered": 0.9, "cosine": 0.9}, ["zyx"])
    assert "cosine 0.20" in why_not({"named": 1.0, "covered": 0.9, "cosine": 0.2}, [])
    assert why_not({}, [])


def test_a_score_stays_a_number_however_large_the_measures() -> None:
    assert logistic({"a": 1e9}, {"a": 1.0}, 0.0) == pytest.approx(1.0)
    assert logistic({"a": -1e9}, {"a": 1.0}, 0.0) == pytest.approx(0.0)
