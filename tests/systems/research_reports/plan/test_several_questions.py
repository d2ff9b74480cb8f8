"""Where one question of a request ends and the next begins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.research_reports.plan.several_questions import asked_of, questions_in


@pytest.mark.parametrize(
    ("request_", "questions"),
    [
        ("What is known about rust and is it harmful?", ["What is known about rust", "is it harmful?"]),
        ("Microplastics in water. Are they harmful?", ["Microplastics in water", "Are they harmful?"]),
        ("Vaccines and autism: is there a link?", ["Vaccines and autism", "is there a link?"]),
        (
            "What are heat pumps, how do they work and who sells them?",
            ["What are heat pumps", "how do they work", "who sells them?"],
        ),
        ("How do cells age? And what slows it?", ["How do cells age?", "what slows it?"]),
    ],
)
def test_each_question_of_a_request_is_found(request_, questions):
    assert questions_in(request_) == questions


@pytest.mark.parametrize(
    "question",
    [
        "Health of people who smoke and who drink",
        "How and why do cells age?",
        "What is known about whether and how sleep affects memory?",
        "What drives inflation and is important for banks?",
        "Countries, which trade, and peace",
        "machine learning and rules",
    ],
)
def test_what_is_one_question_stays_one(question):
    assert questions_in(question) == [question]


@given(st.text(min_size=1, max_size=80))
def test_no_question_is_empty(text):
    assert all(question or question == text for question in questions_in(text))


def test_a_later_question_stands_alone():
    assert asked_of("are they harmful?", "microplastics") == "Are microplastics harmful?"
    assert asked_of("how it forms?", "rust") == "What is known about how rust forms?"
    assert asked_of("is it possible to recycle them", "tin cells") == "Is it possible to recycle tin cells?"
    assert asked_of("what do they cost?", "") == "What do they cost?"
