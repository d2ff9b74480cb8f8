"""What passes, and what does not."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evidence.verdicts import Standing
from core.systems.knowledge_base import tasks
from core.systems.knowledge_base.answer.grading import (
    Given,
    PassageToGrade,
    SentenceToGrade,
    clarity,
    clean,
    grades_of,
    regraded,
    show_passages,
    summarise_grades,
    summarise_response,
)
from core.systems.knowledge_base.answer.question_terms import Term
from core.systems.knowledge_base.state import DocumentGrade
from tests.systems.knowledge_base.little_manual import retrieved


def grades(*scores: float) -> list[DocumentGrade]:
    return [{"id": "d:0", "score": score, "relevant": score >= 0.5, "reason": ""} for score in scores]


@pytest.mark.parametrize(
    ("scores", "passed"),
    [
        ((0.9, 0.9, 0.1, 0.1), True),  # two relevant, mean 0.5
        ((0.9, 0.4, 0.4, 0.4), False),  # one relevant
        ((0.6, 0.6, 0.1, 0.1), False),  # mean 0.35
        ((0.9,), True),  # there is no second
        ((0.4,), False),
        ((), False),
    ],
)
def test_passages_pass_with_two_relevant_ones_and_a_mean_of_a_half(scores: tuple[float, ...], passed: bool) -> None:
    assert summarise_grades(grades(*scores), 2, 0.5)["passed"] is passed


def test_a_score_is_a_number_from_0_to_1_whatever_was_written() -> None:
    assert [clean(one) for one in (math.nan, math.inf, -math.inf, -3, 0.4, 7)] == [0, 0, 0, 0, 0.4, 1]


def test_the_rule_grades_a_near_passage_as_relevant_and_a_far_one_not() -> None:
    near: PassageToGrade = {"number": 1, "text": "", "likeness": 0.65, "covered": 0.9, "lacks": []}
    far: PassageToGrade = {"number": 2, "text": "", "likeness": 0.2, "covered": 0.3, "lacks": ["pump"]}
    first, second = tasks.grade_documents.rule("q", [near, far]).grades
    assert first.score > 0.5 > second.score
    assert "“pump”" in second.reason


def test_a_good_answer_passes_and_a_poor_one_does_not() -> None:
    said: SentenceToGrade = {"sentence": "The pump moves water through the loop.", "verdict": "backed", "passages": [1]}
    good = tasks.grade_response.rule("q", [said], [], {}, 0.7, 1.0, 1.0)
    poor = tasks.grade_response.rule("q", [{**said, "sentence": "sand"}], [], {}, 0.1, 0.0, 0.0)
    assert (good.relevance + good.completeness + good.clarity) / 3 > 0.5
    assert (poor.relevance + poor.completeness + poor.clarity) / 3 < 0.5
    assert clarity([]) == 0


def test_a_passage_is_shown_with_the_words_it_lacks() -> None:
    terms = [Term("pump", ("pump",), 3, 1.0), Term("impeller", ("impel",), 1, 3.0)]
    [shown] = show_passages([retrieved("The pump hums.", headings=["Pumps"])], terms)
    assert shown["text"] == "Pumps\nThe pump hums."
    assert (shown["covered"], shown["lacks"]) == (0.25, ["impeller"])


def test_a_grade_is_handed_out_by_number_and_a_forgotten_passage_counts_nothing() -> None:
    documents = [retrieved("a", id="d:0"), retrieved("b", id="d:1")]
    first, second = grades_of(documents, {2: Given(7.0, "fits"), 9: Given(1.0, "no such passage")})
    assert (first["score"], first["relevant"], first["reason"]) == (0.0, False, "It was not graded.")
    assert (second["id"], second["score"], second["relevant"]) == ("d:1", 1.0, True)


SCORES = {"relevance": 0.9, "completeness": 0.9, "clarity": 0.9}


@pytest.mark.parametrize(("scores", "passed"), [((0.5, 0.5, 0.5), True), ((1.0, 0.4, 0.0), False), ((9, 9, -9), True)])
def test_an_answer_passes_with_a_mean_of_a_half(scores: tuple[float, float, float], passed: bool) -> None:
    given = dict(zip(("relevance", "completeness", "clarity"), scores, strict=True))
    result = summarise_response(given, "because", ["backed"], "A model")
    assert (result["passed"], result["reason"], result["by"]) == (passed, "because", "A model")
    assert all(0 <= score <= 1 for score in result["details"].values())


@pytest.mark.parametrize(
    ("standings", "passed"),
    [
        (["backed"] * 4 + ["not in the passage"], False),
        (["backed"] * 9 + ["contradicted"], False),
        (["not checked"], False),
        (["not checked", "not checked", "backed"], False),
        (["not checked", "backed"], True),
        ([], False),
    ],
)
def test_what_did_not_hold_or_is_mostly_unchecked_is_not_called_good_whoever_praises_it(
    standings: list[Standing], passed: bool
) -> None:
    result = summarise_response(SCORES, "splendid", standings, "A model")
    assert result["passed"] is passed
    assert ("splendid" in result["reason"]) is (passed or not standings)
    again = regraded(result, ["backed"])
    assert (again["passed"], again["reason"]) == (True, "splendid")


@given(st.lists(st.sampled_from(["backed", "contradicted", "not in the passage", "not checked"]), max_size=8))
def test_no_score_is_higher_than_the_share_that_held(standings: list[Standing]) -> None:
    result = summarise_response(dict.fromkeys(SCORES, 1.0), "splendid", standings, "A model")
    assert result["score"] <= result["details"]["held"] <= 1
    assert not (result["passed"] and {"contradicted", "not in the passage"} & set(standings))
