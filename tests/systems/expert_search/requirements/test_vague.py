"""A vague request is asked back with topics of the collection, and goes on with the answer."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.vague import FIELD, clarified, question_for
from core.types import Choice
from tests.systems.expert_search.requirements.grammar.reading_of import PEOPLE, read, requirements_of


def test_a_vague_request_offers_topics_of_the_collection_the_most_frequent_first() -> None:
    question = question_for(requirements_of("someone good, in a senior position"), PEOPLE)
    assert question is not None
    (field,) = question.fields
    assert isinstance(field, Choice)
    assert field.options[0].lower() == "kilns"
    assert field.other


def test_a_request_that_can_be_searched_for_is_not_asked_back() -> None:
    assert question_for(requirements_of("kilns in Ghana"), PEOPLE) is None


def test_the_answer_is_understood_with_what_was_said() -> None:
    asked = requirements_of("a senior person")
    request = clarified("a senior person", {FIELD: ["glazes", "rope bridges"]}, asked)
    assert read(request) == {"wish seniority senior", "hard topic glazes", "hard topic rope bridges"}
    assert clarified("help", {}, requirements_of("help")) == "help"


@pytest.mark.parametrize(
    "request_",
    [
        "How many bricks does a kiln need?", "What time does the harbour open on Mondays?", "how old is that bridge?",
        "Translate this letter into Twi", "Please proofread my text: 'A kiln is warm.'",
        "When was the first rope bridge built?", "how much rice per person per day do we need?",
        "Summarise please the following: ...", "Calculate this: 12 x 4", "how deep is the lake behind it?",
        "what is the daily allowance for consultants in Lima this year?", "what's the cheapest bus to Izmir?",
        "tell me the time in Accra", "which visa do I need for Peru?",
        "could you give me the weather in Lima?", "where do they sell stamps?",
    ],
)  # fmt: skip
def test_a_request_for_something_else_than_people_is_asked_back(request_: str) -> None:
    asked = requirements_of(request_)
    assert asked.vague
    assert read(clarified(request_, {FIELD: ["glazes"]}, asked)) >= {"hard topic glazes"}


@pytest.mark.parametrize(
    "request_",
    [
        "How many potters do you have?", "translate contracts into Twi", "who knows how old a kiln is?", "kilns",
        "how to build a kiln", "writing grants", "burst pipe, what will insurance pay?", "explain glazes to children",
        "translators, please", "draft beer", "what person knows about glazes?", "which lawyer knows ports?",
        "where can I find a potter?", "how do I find someone for ropes", "when can a potter come?",
        "tell me the names of potters", "how do rope bridges sway?", "why is my tap dripping?",
        "how do I renew a permit",
    ],
)  # fmt: skip
def test_terse_topics_and_requests_for_people_are_searched_for(request_: str) -> None:
    assert not requirements_of(request_).vague
