"""A question understood is kept and read back; what was kept under older names is read too."""

from __future__ import annotations

import json

import pytest

from core.codec import from_state, to_state
from core.systems.library_chat.plan.question import Remembered, Understanding
from tests.systems.library_chat.plan.little_catalogue import understand

QUESTIONS = (
    "Find books by Ada Pyne after 2010, but no mystery",
    "books by Zzyzx Quorn",
    "How many books about gardens, and which?",
    "Which genre has the most books?",
    "hello",
)


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_understanding_is_plain_and_comes_back_as_it_was(question: str) -> None:
    read = understand(question)
    kept = json.loads(json.dumps(to_state(read)))
    assert from_state(Understanding, kept) == read


def test_what_is_remembered_comes_back_as_it_was() -> None:
    remembered = Remembered(understand("Find romance books"), ("2", "3"), ("2",), ("Bo Reed",))
    assert from_state(Remembered, to_state(remembered)) == remembered


def test_a_conversation_that_was_kept_when_an_intent_was_called_a_wish_goes_on() -> None:
    read = understand("How many romance books?")
    kept = to_state(read)
    intent = kept.pop("intent")
    kept |= {"intent": intent["name"], "wish": {**intent, "intent": intent.pop("name")}, "chips": []}
    assert from_state(Understanding, kept) == read
