"""What passes, what does not, and how a query is rewritten from the reasons."""

from __future__ import annotations

import math

import pytest

from core.systems.knowledge_base import tasks
from core.systems.knowledge_base.answer.grading import clarity, clean, summarise_grades
from core.systems.knowledge_base.answer.question_terms import Term, coverage
from core.systems.knowledge_base.search.query_rewriting import long_forms, rewrite, similar_words, telling_words


def grades(*scores: float) -> list[dict[str, object]]:
    return [{"score": score, "relevant": score >= 0.5} for score in scores]


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
    near = {"number": 1, "text": "", "likeness": 0.65, "covered": 0.9, "lacks": []}
    far = {"number": 2, "text": "", "likeness": 0.2, "covered": 0.3, "lacks": ["pump"]}
    first, second = tasks.grade_documents.rule("q", [near, far]).grades
    assert first.score > 0.5 > second.score
    assert "“pump”" in second.reason


def test_a_good_answer_passes_and_a_poor_one_does_not() -> None:
    good = tasks.grade_response.rule("q", ["The pump moves water through the loop."], 0.7, 1.0)
    poor = tasks.grade_response.rule("q", ["sand"], 0.1, 0.0)
    assert (good.relevance + good.completeness + good.clarity) / 3 > 0.5
    assert (poor.relevance + poor.completeness + poor.clarity) / 3 < 0.5
    assert clarity([]) == 0


def test_a_rare_word_covers_more_than_a_common_one() -> None:
    terms = [Term("pump", ("pump",), 90, 0.1), Term("impeller", ("impel",), 1, 4.0)]
    assert coverage(terms, "the impeller") > coverage(terms, "the pump")


def test_words_that_no_passage_holds_are_mended_or_left_out() -> None:
    terms = [Term("impelller", ("impell",), 0, 5.0), Term("zyx", ("zyx",), 0, 5.0), Term("pump", ("pump",), 3, 1.0)]
    unknown = similar_words(terms, ["The impeller of a pump"])
    query, why = rewrite("zyx impelller of the pump", ["zyx impelller of the pump"], unknown, {}, [])
    assert query == "impeller of the pump"
    assert "left out" in why


def test_abbreviations_are_spelled_out_from_the_documents() -> None:
    assert long_forms("What is WAL?", ["the write-ahead log (WAL) keeps"]) == {"WAL": "write ahead log"}
    assert long_forms("What is WAL?", ["this one (WAL) keeps"]) == {}


def test_a_rewritten_query_was_not_tried_before_while_there_are_words_to_add() -> None:
    near = telling_words("pump", ["pump water cooling", "pump cooling water"])
    first, _ = rewrite("pump", ["pump"], {}, {}, near)
    second, _ = rewrite("pump", ["pump", first], {}, {}, near)
    assert len({"pump", first, second}) == 3
