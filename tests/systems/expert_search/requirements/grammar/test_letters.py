"""Of a letter only what wishes for somebody is searched for; the rest is told as set aside."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.letters import letter
from core.systems.expert_search.requirements.vague import FIELD, clarified, question_for
from core.types import Choice
from tests.systems.expert_search.requirements.grammar.reading_of import PEOPLE, read, requirements_of

VALLEY = "The valley floods each spring. " + "Houses stand on rope bridges and the road to Lima washes away. " * 8


def set_aside(request: str) -> list[str]:
    return [request[start:end].strip() for start, end in letter(request).aside]


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        (
            "Good morning, I run a small museum in Bergen with my sister. We need somebody for old glazes. It is for "
            "the spring show. Kind regards, Olav (Trustee)",
            {"hard topic old glazes"},
        ),
        (
            "We are a Bolivian school with 30 years of experience and look for a roofer who speaks Quechua",
            {"hard topic roofer", "hard language Quechua"},
        ),
        (
            "Hi there, hope all is well! A short one from Lima: our cook leaves in May, so we need a baker. "
            "Thanks, Rosa",
            {"hard topic baker"},
        ),
        (
            "Dear Ms Kim, last year our kiln burnt down and my boss asked me whether there is someone who knows "
            "kilns. They must speak Twi, because nobody in Kumasi reads English.",
            {"hard topic kilns", "hard language Twi"},
        ),
        (
            "Dear all, I coordinate a harbour. We are missing (1) somebody for tides, (2) somebody for rope bridges. "
            "They should not be from a bank. Best wishes, Ana",
            {"hard topic tides for 1", "hard topic rope bridges for 1", "hard organisation not bank"},
        ),
        (
            "We write a proposal. What is missing is a key expert 1: kilns; and a key expert 2: harbour pilots. None "
            "of them should be based in Peru.",
            {"hard topic kilns for 1", "hard topic harbour pilots for 1", "hard place not Peru"},
        ),
    ],
)  # fmt: skip
def test_only_what_wishes_for_somebody_is_read_in_a_letter(request_: str, wanted: set[str]) -> None:
    assert read(request_) == wanted


@pytest.mark.parametrize(
    "request_",
    [
        "kilns", "Is there a potter who knows glazes?",
        "We're after a pair of potters; neither should be a freelancer.",
        "I'd like to talk with a potter", "lawyers: immigration. Belgium. no Brussels.",
        "Somebody for kilns. Twi a must. German would be nice.",
        "a potter; the person should have been trained in Accra",
    ],
)  # fmt: skip
def test_a_request_without_a_letter_wishes_with_all_of_it(request_: str) -> None:
    assert not set_aside(request_)


def test_a_long_text_that_wishes_for_nothing_is_asked_back_with_its_own_words() -> None:
    asked = requirements_of(VALLEY)
    assert asked.vague
    assert not asked.topics
    question = question_for(asked, PEOPLE, VALLEY)
    assert question is not None
    (field,) = question.fields
    assert isinstance(field, Choice)
    assert field.options[0] == "rope bridges"
    answered = clarified(VALLEY, {FIELD: ["rope bridges"]}, asked)
    assert "hard topic rope bridges" in read(answered)
    assert not requirements_of(answered).vague


def test_a_long_text_before_a_wish_without_a_topic_says_what_it_is_about() -> None:
    asked = requirements_of(f"{VALLEY}We need an expert who speaks Spanish, not from the ministry.")
    assert not asked.vague
    assert "rope bridges" in asked.topics[0].value
