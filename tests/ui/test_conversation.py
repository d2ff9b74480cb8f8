"""A conversation on the page: all its turns, one of them in full, and each to be edited and asked again."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.installation import Installation
from core.ui import conversation
from tests.tiny_system import CHAT, open_tiny
from tests.ui.steps import errors, finished, in_address, labels, press, say, texts

CONTEXT: dict[str, Any] = {}  # what the page below lends to its system


def page(lent):  # type: ignore[no-untyped-def]  # its text is run by itself, without this module
    import streamlit as st

    from core.ui.buttons import tell_failures
    from core.ui.conversation import draw_conversation
    from core.ui.panel import converse, draw_run, in_short
    from core.ui.resources import open_session
    from tests.tiny_system import CHAT, Context

    tell_failures()
    session = open_session(CHAT, Context(**lent))

    def draw_turn(turn):  # type: ignore[no-untyped-def]
        st.chat_message("assistant").markdown(f"in full: {turn.state['answer']}")

    def draw_short(state):  # type: ignore[no-untyped-def]
        st.markdown(state["answer"])

    before = st.container()
    answered = converse(session)
    with before:
        shown = draw_conversation(session, draw_turn, draw_short, {"kept": 7}, answered)
    if shown:
        st.markdown(in_short(session, shown.number))
        draw_run(session, shown.number)


@pytest.fixture(autouse=True)
def usual_context(house: Installation) -> None:
    CONTEXT.clear()


def opened(*requests: str, **address: str) -> AppTest:
    test = AppTest.from_function(page, default_timeout=60, args=(CONTEXT,))
    for name, value in address.items():
        test.query_params[name] = value
    test.run()
    for request in requests:
        say(test, request)
    return test


def thread_of(test: AppTest) -> str:
    return str(test.query_params["thread"])


def said(test: AppTest) -> list[str]:
    return [bubble.markdown[0].value for bubble in test.chat_message]


def edit(test: AppTest, label: str, words: str) -> AppTest:
    """Write something else in the place of the question at which Edit was pressed."""
    test.text_area[0].set_value(words)
    return press(test, label)


def test_every_turn_stands_on_the_page_with_its_own_answer_the_latest_in_full() -> None:
    test = opened("one", "two", "three")
    assert said(test) == ["one", "ONE NONE", "two", "TWO NONE", "three", "in full: THREE NONE"]
    assert any(text.startswith("Offline rules · 4 steps · ") for text in texts(test))


@pytest.mark.parametrize("typed", ["0", "4", "-1", "٢", "one", "9" * 40])
def test_the_turn_that_is_open_stands_in_the_address_and_what_else_is_typed_there_opens_the_latest(typed: str) -> None:
    test = press(opened("one", "two", "three"), "Show in full")
    first = ["one", "in full: ONE NONE", "two", "TWO NONE", "three", "THREE NONE"]
    assert said(test) == first
    assert in_address(test, "turn") == "1"
    assert said(opened(thread=thread_of(test), turn="1")) == first
    assert said(opened(thread=thread_of(test), turn=typed))[-1] == "in full: THREE NONE"
    press(test, "Show in short")
    assert "turn" not in test.query_params


def test_a_conversation_goes_on_in_one_thread_and_is_there_after_a_reload() -> None:
    test = opened("one")
    thread = thread_of(test)
    assert thread_of(say(test, "two")) == thread
    assert said(opened(thread=thread)) == ["one", "ONE NONE", "two", "in full: TWO NONE"]


def test_an_earlier_turn_is_opened_and_a_new_question_opens_itself() -> None:
    test = press(opened("one", "two"), "Show in full")
    assert said(test) == ["one", "in full: ONE NONE", "two", "TWO NONE"]
    assert said(press(test, "Show in short")) == ["one", "ONE NONE", "two", "in full: TWO NONE"]
    press(test, "Show in full")
    assert said(say(test, "three"))[-1] == "in full: THREE NONE"


def test_while_an_answer_is_made_the_turns_before_it_stay_and_cannot_be_edited() -> None:
    test = opened("one")
    CONTEXT["gate"] = gate = threading.Event()
    test.chat_input[0].set_value("two").run()
    assert said(test) == ["one", "ONE NONE", "two"]
    assert [button.disabled for button in test.button if button.label == "Edit"] == [True]
    gate.set()
    assert said(finished(test)) == ["one", "ONE NONE", "two", "in full: TWO NONE"]


def test_a_question_is_edited_in_its_place_and_the_conversation_goes_on_from_there(house: Installation) -> None:
    test = opened("one", "two", "three")
    before = thread_of(test)
    press(test, "Edit", 1)
    assert test.text_area[0].value == "two"
    assert any("with 1 later question" in text for text in texts(test))
    edit(test, "Ask again", "other")
    assert said(test) == ["one", "ONE NONE", "other", "in full: OTHER NONE"]
    assert thread_of(test) != before
    assert house.threads.find(thread_of(test)).settings["kept"] == 7  # type: ignore[union-attr]
    assert said(say(test, "four"))[-2:] == ["four", "in full: FOUR NONE"]


def test_what_an_edit_replaces_is_one_click_away() -> None:
    test = opened("one", "two", "three")
    before = thread_of(test)
    edit(press(test, "Edit", 0), "Ask again", "other")
    assert said(test) == ["other", "in full: OTHER NONE"]
    assert any("Edited at question 1" in text for text in texts(test))
    press(test, "Open it")
    assert thread_of(test) == before
    assert said(test)[-2:] == ["three", "in full: THREE NONE"]
    assert not any("Edited at question" in text for text in texts(test))


def test_where_the_conversation_before_an_edit_was_forgotten_nothing_leads_to_it(house: Installation) -> None:
    test = opened("one")
    before = thread_of(test)
    edit(press(test, "Edit", 0), "Ask again", "other")
    house.threads.forget(before)
    assert "Open it" not in labels(finished(test.run()))


def test_an_edit_can_be_left_and_an_empty_one_is_refused_in_words() -> None:
    test = press(press(opened("one"), "Edit"), "Leave it")
    assert not test.text_area
    edit(press(test, "Edit"), "Ask again", "  ")
    assert errors(test) == ["The request is empty."]
    assert said(press(test, "Leave it")) == ["one", "in full: ONE NONE"]


def test_of_very_many_turns_the_last_are_shown_and_the_others_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "_MOST", 2)
    test = opened("one", "two", "three", "four")
    assert said(test) == ["three", "THREE NONE", "four", "in full: FOUR NONE"]
    next(one for one in test.toggle if one.label == "Show 2 earlier questions").set_value(True).run()
    assert len(said(test)) == 8


def test_the_beginning_of_a_long_answer_is_text_and_ends_at_a_word() -> None:
    assert conversation.in_short("**a**  b\nc") == "\\*\\*a\\*\\* b c"
    assert conversation.in_short("word " * 100).endswith("word …")


def test_what_came_too_late_stands_on_the_page_and_can_be_asked_when_the_other_run_has_ended(
    house: Installation,
) -> None:
    test = opened("one")
    other = Installation(house.settings)
    gate = threading.Event()
    elsewhere = open_tiny(other, memory={"thread": thread_of(test)}, system=CHAT, gate=gate)
    elsewhere.start("two")
    test.chat_input[0].set_value("three").run()
    assert errors(test) == ["This run is at work elsewhere."]
    assert "**Not asked yet:** three" in texts(test)
    gate.set()
    elsewhere.wait(60)
    finished(test)
    press(test, "Ask it now")
    finished(test)
    assert "in full: THREE NONE" in texts(test)
    assert not any("Not asked yet" in text for text in texts(test))
    other.close()
