"""The class of a question sets the range of λ; the evidence moves λ within it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.retrieval.fusion import Found
from core.systems.knowledge_base.search.lambda_weight import RANGES, adjust_lambda, keep_within_range, weigh
from core.systems.knowledge_base.state import QueryType


@pytest.mark.parametrize(
    "question",
    [
        "What is the price of the iPhone 15 Pro?",
        "When was Python first released?",
        "Who created Linux?",
        "What is the default port of PostgreSQL?",
        "max_connections",
        "error code E11000",
        "Where is pg_hba.conf located?",
        '"checkpoint timeout"',
    ],
)
def test_facts_and_exact_names_trust_words(question: str) -> None:
    weight = weigh(question)
    assert weight.type in ("factual", "version-specific")
    assert 0.1 <= weight.lambda_mult <= 0.3


@pytest.mark.parametrize(
    "question",
    [
        "What's new in Python 3.12?",
        "Does Django 4.2 support async views?",
        "What changed in PostgreSQL 15?",
        "How do I upgrade from version 13 to 15?",
        "PyTorch 2.0 compile",
    ],
)
def test_questions_that_name_a_version_lie_between(question: str) -> None:
    assert weigh(question).type == "version-specific"
    assert 0.3 <= weigh(question).lambda_mult <= 0.5


@pytest.mark.parametrize(
    "question",
    [
        "What is machine learning?",
        "Explain the concept of attention in transformers",
        "How does vector search work?",
        "Why do neural networks need activation functions?",
        "What does MVCC mean?",
        "What is the idea behind write-ahead logging?",
    ],
)
def test_questions_for_an_idea_trust_meaning(question: str) -> None:
    assert weigh(question).type == "conceptual"
    assert 0.8 <= weigh(question).lambda_mult <= 1.0


@pytest.mark.parametrize("question", ["How do I create an index?", "LangChain vs LlamaIndex", "foods for glaucoma"])
def test_instructions_comparisons_and_topics_are_balanced(question: str) -> None:
    assert weigh(question).type == "balanced"
    assert 0.3 <= weigh(question).lambda_mult <= 0.7


def test_a_question_without_a_word_to_look_for_has_the_default_of_a_quarter() -> None:
    assert weigh("the of and").lambda_mult == 0.25


def test_every_class_says_what_set_it() -> None:
    assert any("asks for a fact" in feature.noticed for feature in weigh("Who created Linux?").features)


def lists(cosines: list[float]) -> list[Found]:
    return [Found("vectors", "vector", [(str(place), one) for place, one in enumerate(sorted(cosines)[::-1])])]


@given(st.lists(st.floats(-1, 1), max_size=60), st.sampled_from(["Who made it?", "Explain rain", "soup", "Rust 1.2"]))
def test_evidence_never_moves_lambda_out_of_the_range_of_its_class(cosines: list[float], question: str) -> None:
    weight = adjust_lambda(weigh(question), lists(cosines))
    low, high = RANGES[weight.type]
    assert low <= weight.lambda_mult <= high


def test_cosines_that_part_good_from_bad_move_lambda_towards_meaning() -> None:
    clear = adjust_lambda(weigh("soup"), lists([0.9] * 10 + [0.5] * 40))
    vague = adjust_lambda(weigh("soup"), lists([0.5] * 50))
    assert clear.lambda_mult > weigh("soup").lambda_mult > vague.lambda_mult


@given(st.sampled_from(sorted(RANGES)), st.floats())
def test_what_a_model_says_is_brought_into_the_range_of_the_class(type: QueryType, lambda_mult: float) -> None:
    low, high = RANGES[type]
    assert low <= keep_within_range(type, lambda_mult, "because", "soup").lambda_mult <= high
