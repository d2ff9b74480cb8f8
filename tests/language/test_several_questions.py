"""Where one question of a request ends and the next begins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.several_questions import asked_of, questions_in, separate_questions


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


@pytest.mark.parametrize(
    ("request_", "questions"),
    [
        ("What is the notice period and who do I call?", ["What is the notice period", "who do I call?"]),
        ("Do I need a permit, and what does it cost?", ["Do I need a permit", "what does it cost?"]),
        (
            "Could you tell me how long the warranty is and who repairs the door?",
            ["Could you tell me how long the warranty is", "who repairs the door?"],
        ),
        (
            "When I leave, what do I hand in and who signs the form?",
            ["When I leave, what do I hand in", "who signs the form?"],
        ),
        (
            "I want to put up a shed, whom must I ask and how long do they take?",
            ["I want to put up a shed, whom must I ask", "how long do they take?"],
        ),
        (
            "Until what time may a band play, and must we bring guards?",
            ["Until what time may a band play", "must we bring guards?"],
        ),
        ("fee for late pickup? and who do i tell", ["fee for late pickup?", "who do i tell"]),
    ],
)
def test_questions_that_can_be_asked_one_by_one_are_parted(request_, questions):
    assert separate_questions(request_) == questions


@pytest.mark.parametrize(
    "question",
    [
        "When I leave, what do I hand in?",
        "I have a puncture. What do I do?",
        "Who drew the logo, and when?",
        "How many levels are there and which is the default?",
        "How do I get a certificate and have it renewed?",
        "Is the password safe, i.e. is it scrambled?",
        "What happens when it leaks and when I am away?",
        "What is the difference between the cook and who serves?",
    ],
)
def test_what_says_little_by_itself_or_only_leads_to_a_question_is_not_parted(question):
    assert separate_questions(question) == [question]


@given(st.text(min_size=1, max_size=80))
def test_the_first_of_parted_questions_begins_the_request_and_all_stand_in_it(text):
    first, *others = separate_questions(text)
    assert text.startswith(first)
    assert all(other in text for other in others)


def test_a_later_question_stands_alone():
    assert asked_of("are they harmful?", "microplastics") == "Are microplastics harmful?"
    assert asked_of("how it forms?", "rust") == "What is known about how rust forms?"
    assert asked_of("is it possible to recycle them", "tin cells") == "Is it possible to recycle tin cells?"
    assert asked_of("what do they cost?", "") == "What do they cost?"
