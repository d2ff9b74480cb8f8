"""Below an answer: its text with references, a thumb with a word of why, and files to take away."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.installation import NOBODY, Installation
from core.stores.thumbs import Thumb, as_csv, thumbs
from core.systems.knowledge_base.ingest.collections import add_collection, add_files
from tests.systems.knowledge_base.ingesting import work
from tests.systems.knowledge_base.little_manual import PAGES
from tests.ui import steps
from tests.ui.steps import press, said, say

pytestmark = pytest.mark.usefixtures("words_by_hash")
QUESTION = "What is the default speed of the pump?"


@pytest.fixture
def asked(house: Installation) -> AppTest:
    folder = house.folder_of(NOBODY)
    card = add_collection(folder, "Pump manuals")
    add_files(folder, card.id, [(name, text.encode()) for name, text in PAGES.items()])
    work(folder, card.id, house.embedder, house.settings)  # type: ignore[arg-type]
    return say(steps.opened("knowledge_base", documents=card.id), QUESTION)


def kept(house: Installation) -> list[Thumb]:
    return thumbs(house.folder_of(NOBODY), "knowledge_base")


def why(test: AppTest) -> Any:
    [field] = [one for one in test.text_input if one.label == "Why?"]
    return field


def offered(test: AppTest) -> list[str]:
    return [one.label for one in test.get("download_button")]


def test_the_text_to_copy_has_its_references(asked: AppTest) -> None:
    drawn = [json.loads(one.proto.json) for one in asked.main.get("bidi_component")]
    [text] = [data["text"] for data in drawn if "text" in data]
    question, answer, references = text.split("\n\n")
    assert question == QUESTION
    assert "The default speed of the pump is 40 litres a minute." in answer
    assert answer.endswith(" [1]")
    assert references == "[1] pump.md, Pump\n"


def test_a_thumb_is_kept_with_question_answer_sources_and_settings_changed_and_taken_back(
    asked: AppTest, house: Installation
) -> None:
    assert not said(asked, "answer**, ")
    [thumb] = asked.feedback
    assert thumb.value is None
    test = thumb.set_value(0).run()
    why(test).set_value("  It is about   litres. ").run()
    [one] = kept(house)
    assert (one.up, one.why, one.question, one.turn, one.owner) == (
        False, "It is about litres.", QUESTION, 1, NOBODY,
    )  # fmt: skip
    assert "40 litres a minute" in one.answer
    assert one.sources[0] == "pump.md, Pump"
    assert (one.collection, one.answered_by) == ("Pump manuals", "Offline rules")
    assert one.thread == test.query_params["thread"]
    assert one.settings["top_k"] == 4
    assert said(test, "**1 answer**, 0 with thumb up and 1 with thumb down")
    test.feedback[0].set_value(1).run()
    assert [(one.up, one.why) for one in kept(house)] == [(True, "It is about litres.")]
    test = press(test, "Take back")
    assert kept(house) == []
    assert test.feedback[0].value is None
    assert "Kept for judging" not in [one.label for one in test.expander]


def test_a_click_on_the_thumb_that_is_given_takes_it_back(asked: AppTest, house: Installation) -> None:
    test = asked.feedback[0].set_value(1).run()
    assert len(kept(house)) == 1
    test.feedback[0].set_value(None).run()
    assert kept(house) == []


def test_each_answer_has_a_thumb_of_its_own_and_a_later_visit_finds_it(asked: AppTest, house: Installation) -> None:
    test = asked.feedback[0].set_value(0).run()
    test = say(test, "What does the valve do?")
    assert test.feedback[0].value is None
    test.feedback[0].set_value(1).run()
    assert [(one.turn, one.up) for one in kept(house)] == [(1, False), (2, True)]
    again = steps.opened("knowledge_base", thread=test.query_params["thread"])
    assert again.feedback[0].value == 1


def test_what_was_thought_is_taken_away_as_a_table_forgotten_and_brought_back(
    asked: AppTest, house: Installation
) -> None:
    test = asked.feedback[0].set_value(0).run()
    before = kept(house)
    [row] = csv.DictReader(io.StringIO(as_csv(before).decode("utf-8-sig")))
    assert (row["question"], row["thumb"], row["documents"]) == (QUESTION, "down", "Pump manuals")
    assert "As CSV" in offered(test)
    test = press(test, "Forget them all")
    assert kept(house) == []
    assert said(test, "What you thought of 1 answer is forgotten.")
    press(test, "Bring it back")
    assert kept(house) == before


def test_thumbs_that_cannot_be_read_are_told_and_the_answer_stands(asked: AppTest, house: Installation) -> None:
    test = asked.feedback[0].set_value(0).run()
    (house.folder_of(NOBODY) / "thumbs.jsonl").write_text("{", encoding="utf-8")
    test.run()
    assert not test.exception
    assert any("cannot be read any more" in error.value for error in test.error)
    assert said(test, "40 litres a minute")


def test_the_conversation_is_offered_in_three_formats(asked: AppTest) -> None:
    assert offered(asked) == ["Conversation with its sources", "Only what is backed", "As HTML", "As Word"]
