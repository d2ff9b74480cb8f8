"""Pins are asked again once their documents changed and rest; a run that fails is told, and tried later."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from core.errors import ModelError
from core.systems.knowledge_base import open_context
from core.systems.knowledge_base.ingest.collections import add_files, remove_collection
from core.systems.knowledge_base.living.keeping_true import PinsOfOwner
from core.systems.knowledge_base.living.pins import Pin, ask_again, pin, pins_of, take_new_answer
from core.systems.knowledge_base.state import Context, State
from tests.systems.knowledge_base.little_manual import Chat
from tests.systems.knowledge_base.living.little_folder import PUMP, VALVE, LittleFolder

QUESTION = "What is the default speed of the pump?"


class Pinned:
    """A folder with a pin on it, and who keeps it true."""

    def __init__(self, here: LittleFolder) -> None:
        self.here = here
        here.write("pump.md", PUMP)
        here.write("valve.md", VALVE)
        here.settle()
        self.asked: list[str] = []
        self.failure: ModelError | None = None
        self.pins = PinsOfOwner(here.lent, self.ask)
        self.seen: dict[str, str] = {}
        context = open_context(here.lent, here.collection)
        state: Any = Chat(context).ask(QUESTION)
        self.id = pin(here.lent.folder, here.collection, state, {"top_k": 3, "nonsense": 1}, context).id

    def ask(self, question: str, context: Context) -> State:
        self.asked.append(question)
        if self.failure:
            raise self.failure
        assert context.top_k == 3
        state: Any = Chat(context).ask(question)
        return state  # type: ignore[no-any-return]

    def look(self) -> list[str]:
        waiting, self.seen = self.pins.waiting(self.seen)
        return waiting

    def check(self) -> Pin:
        self.pins.check(self.id)
        return self.now

    @property
    def now(self) -> Pin:
        (kept,) = pins_of(self.here.lent.folder).all()
        return kept


@pytest.fixture
def pinned(here: LittleFolder) -> Pinned:
    return Pinned(here)


def change(pinned: Pinned, text: str) -> None:
    pinned.here.write("pump.md", text)
    pinned.here.settle()


def test_nothing_is_asked_while_nothing_changes(pinned: Pinned) -> None:
    assert [pinned.look(), pinned.look()] == [[], []]


def test_a_pin_waits_until_its_documents_rest_and_then_turns_changed(pinned: Pinned) -> None:
    pinned.look()
    change(pinned, PUMP.replace("40", "48"))
    assert pinned.look() == []  # changed since the look before
    add_files(pinned.here.lent.folder, pinned.here.collection, [("more.md", b"More words.")])
    assert pinned.look() == []  # at work
    pinned.here.settle()
    pinned.look()
    assert pinned.look() == [pinned.id]
    found = pinned.check()
    assert (found.label, pinned.asked) == ("changed", [QUESTION])
    assert found.now is not None
    assert "48" in found.now["lines"][0]["text"]
    assert "40" in found.then["lines"][0]["text"]
    assert pinned.look() == []


def test_an_answer_that_cites_a_renamed_file_holds(pinned: Pinned) -> None:
    change(pinned, PUMP.replace("40", "44"))
    change(pinned, PUMP)
    pinned.check()
    (pinned.here.folder / "pump.md").rename(pinned.here.folder / "pump, revised.md")
    pinned.here.settle()
    assert pinned.here.texts.keys() == {"pump, revised.md", "valve.md"}
    assert [pinned.look(), pinned.look()] == [[], []]  # the documents are the same
    assert pinned.now.label == "holds"
    now = pinned.check()
    assert (now.label, now.differences) == ("holds", [])


def test_what_comes_back_holds_again(pinned: Pinned) -> None:
    change(pinned, PUMP.replace("40", "48"))
    first = pinned.check()
    change(pinned, PUMP)
    assert (first.label, pinned.check().label, pinned.now.now) == ("changed", "holds", None)


def test_a_collection_without_documents_or_without_a_folder_leaves_nothing_of_the_answer(pinned: Pinned) -> None:
    for file in pinned.here.folder.glob("*.md"):
        file.unlink()
    pinned.here.settle()
    assert pinned.check().label == "gone"
    remove_collection(pinned.here.lent, pinned.here.collection)
    assert pinned.check().label == "gone"
    assert pinned.asked == []


def test_a_run_that_fails_is_told_keeps_the_label_and_is_tried_later(pinned: Pinned) -> None:
    change(pinned, PUMP.replace("40", "48"))
    pinned.failure = ModelError("The model did not answer.", "Wait a little.")
    found = pinned.check()
    assert (found.label, found.trouble, found.tries) == ("holds", "The model did not answer. Wait a little.", 1)
    pinned.look()
    assert pinned.look() == []  # not at once
    earlier = (datetime.now(UTC) - timedelta(minutes=2)).isoformat()
    pins_of(pinned.here.lent.folder).update(replace(found, checked=earlier))
    assert pinned.look() == [pinned.id]
    pinned.failure = None
    assert (pinned.check().label, pinned.now.trouble) == ("changed", "")


def test_who_does_not_want_to_wait_has_it_asked_again_at_once(pinned: Pinned) -> None:
    pinned.look()
    ask_again(pinned.here.lent.folder, pinned.id)
    assert pinned.look() == [pinned.id]
    assert pinned.check().label == "holds"


def test_a_new_answer_that_is_taken_is_the_pinned_one(pinned: Pinned) -> None:
    change(pinned, PUMP.replace("40", "48"))
    pinned.check()
    take_new_answer(pinned.here.lent.folder, pinned.id)
    assert (pinned.now.label, pinned.check().label) == ("", "holds")
    assert "48" in pinned.now.then["lines"][0]["text"]
    change(pinned, PUMP)
    assert pinned.check().label == "changed"


def test_a_pin_that_is_taken_away_meanwhile_does_not_come_back(pinned: Pinned) -> None:
    kept = pins_of(pinned.here.lent.folder)
    taken_away = pinned.pins.ask

    def ask(question: str, context: Context) -> State:
        kept.remove(pinned.id)
        return taken_away(question, context)

    PinsOfOwner(pinned.here.lent, ask).check(pinned.id)
    assert kept.all() == []
