"""How surely the passages answer a question: more when they hold its words, less when they lack what it names."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.knowledge_base.answer.question_terms import Term
from core.systems.knowledge_base.answer.support import SUPPORT_WEIGHTS, logistic, measure_support, support

TERMS = [Term("pump", ("pump",), 4, 1.0), Term("zyx", ("zyx",), 0, 3.0)]


def test_the_best_passage_and_the_best_sentence_are_measured() -> None:
    measures = measure_support("What is a pump?", ["the pump hums", "a valve"], [0.4, 0.2], 0.7, TERMS)
    assert measures == pytest.approx({"cosine": 0.4, "sentence": 0.7, "covered": 0.25, "unnamed": 0.0, "missing": 0.75})


def test_a_word_that_only_another_tool_holds_is_not_missing() -> None:
    assert measure_support("pump zyx", ["the zyx"], [0.4], 0.7, TERMS)["missing"] == 0.0


def test_what_is_named_and_nowhere_said_takes_from_the_support() -> None:
    said = measure_support("What does work_mem set?", ["work_mem sets it"], [0.5], 0.6, [])
    other = measure_support("What does work_mem set?", ["it sets it"], [0.5], 0.6, [])
    assert support(said) > support(other)


def test_no_passages_support_nothing() -> None:
    assert support(measure_support("What is a pump?", [], [], 0.0, TERMS)) < 0.01


@given(st.sampled_from(sorted(SUPPORT_WEIGHTS)), st.lists(st.floats(0, 1), min_size=2, max_size=5, unique=True))
def test_support_moves_with_each_measure_as_its_weight_says(name: str, values: list[float]) -> None:
    measures = dict.fromkeys(SUPPORT_WEIGHTS, 0.3)
    results = [support({**measures, name: value}) for value in sorted(values)]
    if SUPPORT_WEIGHTS[name] < 0:
        results.reverse()
    assert all(low <= high for low, high in pairwise(results))
    assert all(0 <= result <= 1 for result in results)


def test_a_score_stays_a_number_however_large_the_measures() -> None:
    assert logistic({"a": 1e9}, {"a": 1.0}, 0.0) == pytest.approx(1.0)
    assert logistic({"a": -1e9}, {"a": 1.0}, 0.0) == pytest.approx(0.0)
