"""Of every word of a question to the documents it is told in how many passages it stands, or that none has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.codec import from_state
from core.language.reading import Reading, spelling_id
from core.systems.knowledge_base.search.request_words import (
    OTHER_QUESTION,
    UNKNOWN,
    Understood,
    conversation_id,
    read_request,
    with_held,
)
from tests.systems.knowledge_base.little_manual import Chat, context_over, little_manual, said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def read(folder: Path, request: str) -> Reading:
    return read_request(request, Understood(request), little_manual(folder), frozenset())


def asked(folder: Path, *requests: str, without: frozenset[str] = frozenset()) -> Reading:
    chat = Chat(context_over(little_manual(folder), without=without))
    states = [chat.ask(request) for request in requests]
    return from_state(Reading, states[-1]["reading"])


def test_words_of_the_passages_are_used_and_others_could_not_be(folder: Path) -> None:
    reading = read(folder, "What is the default speed of the zorblaxian pump?")
    assert {word.text: word.as_ for word in reading.used} == {
        "default": "found in 2 passages", "speed": "found in 1 passage", "pump": "found in 2 passages",
    }  # fmt: skip
    assert [(word.text, word.as_) for word in reading.unused] == [("zorblaxian", UNKNOWN)]


def test_a_word_is_told_in_the_form_in_which_passages_hold_it_and_with_what_a_hyphen_ties_to_it(folder: Path) -> None:
    pages = {"rules.md": "# Rules\n\nHens are kept until 09:15. Ines was elected."}
    request = "May Ines keep hens at 9:15, re-elected?"
    reading = read_request(request, Understood(request), little_manual(folder, pages), frozenset())
    assert " ".join(word.text for word in reading.used).split()[-4:] == ["keep", "hens", "9", "15"]
    assert [(word.text, word.as_) for word in reading.unused] == [("re-elected", UNKNOWN)]


def test_what_compares_could_not_be_used_and_a_bare_number_is_a_word(folder: Path) -> None:
    reading = read(folder, "Which pumps after 2018 move under 5 litres, and which move 40?")
    assert [word.text for word in reading.unused] == ["after 2018", "under 5 litres"]
    assert "40" in " ".join(word.text for word in reading.used)


def test_what_stands_in_the_passages_that_were_read_is_never_said_to_be_unused(folder: Path) -> None:
    reading = read(folder, "Who may order what costs more than 800 euros, and after 2018?")
    assert [word.text for word in reading.unused][-2:] == ["more than 800 euros", "after 2018"]
    held = with_held(reading, ["What costs MORE than 800 euros is ordered by two.", "In 2018, after the flood."])
    assert [word.text for word in held.unused][-1] == "after 2018"
    assert "costs more than 800 euros" in [phrase.text for phrase in held.used]


def test_the_name_of_what_is_asked_for_is_used_though_no_passage_says_it(folder: Path) -> None:
    reading = read(folder, "What is the zorblaxian price of the pump?")
    assert [word.text for word in reading.unused] == ["zorblaxian"]
    assert {word.text: word.as_ for word in reading.used}["price"] == "asks for a value"


def test_what_is_asked_about_a_pump_that_does_not_run_is_no_condition(folder: Path) -> None:
    assert read(folder, "Why does the pump not move water?").unused == ()


def test_a_question_that_leans_on_the_one_before_is_told_as_it_was_understood(folder: Path) -> None:
    [assumed] = asked(folder, "What is the default speed of the pump?", "and its error?").assumed
    assert assumed.text == "and"
    assert "pump" in assumed.as_
    assert assumed.id == conversation_id("and its error?")


def test_undone_the_question_stands_alone_and_that_can_be_put_back(folder: Path) -> None:
    id = conversation_id("and its error?")
    undone = asked(folder, "What is the default speed of the pump?", "and its error?", without=frozenset({id}))
    assert undone.assumed == ()
    assert [chip.id for chip in undone.removed] == [id]


def test_a_misspelt_word_of_another_try_is_assumed_and_can_be_left_as_it_is(folder: Path) -> None:
    request = "the calibrateed sensorr"
    reading = asked(folder, request)
    assert {word.text for word in reading.assumed} == {"calibrateed", "sensorr"}
    left = asked(folder, request, without=frozenset({spelling_id("sensorr")}))
    assert "sensorr" not in {word.text for word in left.assumed}
    assert spelling_id("sensorr") in [chip.id for chip in left.removed]


def test_a_word_that_asks_what_is_allowed_is_used_and_a_month_that_no_passage_says_is_not(
    folder: Path,
) -> None:
    assert [word.text for word in read(folder, "How fast may the pump move?").unused] == []
    assert [word.text for word in read(folder, "Does the pump move in May?").unused] == ["May"]


TWO = "What is the default speed of the pump and when is the sensor calibrated?"


def test_of_two_questions_the_rules_answer_the_first_and_tell_the_other(folder: Path) -> None:
    chat = Chat(context_over(little_manual(folder)))
    state = chat.ask(TWO)
    assert state["original_query"] == "What is the default speed of the pump"
    assert "40 litres" in said(state)
    assert state["others"] == ["when is the sensor calibrated?"]
    [aside] = from_state(Reading, state["reading"]).aside
    assert (aside.text, aside.as_) == ("when is the sensor calibrated?", OTHER_QUESTION)
    later = chat.ask(state["others"][0])
    assert later["others"] == []
    assert "every month" in said(later)
