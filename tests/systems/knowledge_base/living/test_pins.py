"""A pin keeps the answer as it stood, what it rests on, and is its owner's alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.systems.knowledge_base.living import pins as module
from core.systems.knowledge_base.living.pins import ask_again, owners_with_pins, pin, pins_of, take_new_answer
from tests.systems.knowledge_base.little_manual import Chat, context_over, little_manual

QUESTION = "What is the default speed of the pump?"


def pinned(tmp_path: Path, question: str = QUESTION, owner: str = "me"):  # type: ignore[no-untyped-def]
    context = context_over(little_manual(tmp_path))
    state = Chat(context).ask(question)
    return pin(tmp_path / "owners" / owner, "manual", state, {"top_k": 4}, context)  # type: ignore[arg-type]


def test_a_pin_keeps_question_answer_sources_settings_and_the_digest_and_holds(tmp_path: Path) -> None:
    made = pinned(tmp_path)
    (kept,) = pins_of(tmp_path / "owners" / "me").all()
    assert kept == made
    assert (kept.name, kept.label, kept.settings) == (QUESTION, "holds", {"top_k": 4})
    assert "40 litres a minute" in kept.then["lines"][0]["text"]
    assert kept.then["lines"][0]["name"] == "pump.md"
    assert kept.then["by"] == "Offline rules"
    assert kept.digest == kept.then["digest"] != ""
    assert any("40 litres a minute" in claim["text"] for claim in kept.claims)


def test_a_follow_up_is_pinned_as_it_was_understood(tmp_path: Path) -> None:
    context = context_over(little_manual(tmp_path))
    chat = Chat(context)
    chat.ask("What is the default pressure of the valve?")
    state = chat.ask("And of the pump?")
    made = pin(tmp_path / "owners" / "me", "manual", state, {}, context)  # type: ignore[arg-type]
    assert made.name == state["original_query"]


def test_what_the_documents_do_not_say_cannot_be_pinned(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no answer"):
        pinned(tmp_path, "Who won the football championship in Mongolia?")


def test_pins_are_their_owners(tmp_path: Path) -> None:
    pinned(tmp_path)
    assert pins_of(tmp_path / "owners" / "you").all() == []
    assert owners_with_pins(tmp_path) == [tmp_path / "owners" / "me"]


def test_more_than_the_most_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_PINS", 1)
    pinned(tmp_path)
    with pytest.raises(InputError, match="1 answers are pinned"):
        pinned(tmp_path)


def test_unpinning_can_be_undone(tmp_path: Path) -> None:
    made, kept = pinned(tmp_path), pins_of(tmp_path / "owners" / "me")
    kept.remove(made.id)
    assert kept.all() == []
    kept.bring_back(made.id)
    assert kept.all() == [made]


def test_asking_again_and_taking_a_new_answer_that_is_not_there_change_no_answer(tmp_path: Path) -> None:
    made, owner = pinned(tmp_path), tmp_path / "owners" / "me"
    take_new_answer(owner, made.id)
    ask_again(owner, made.id)
    ask_again(owner, "nothing")
    (kept,) = pins_of(owner).all()
    assert (kept.then, kept.digest) == (made.then, "")
