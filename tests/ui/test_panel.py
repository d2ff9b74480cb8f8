"""The common half of every page, over a system small enough to wait for."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.installation import Installation
from core.llm.engine import OfflineEngine, announce_text
from core.ui import resources
from tests import tiny_system
from tests.tiny_system import FailingEngine
from tests.ui.steps import as_read, ask, errors, finished, labels, look_until, press, request_box, texts

CONTEXT: dict[str, Any] = {}  # what the page below lends to its system


def page(lent):  # type: ignore[no-untyped-def]  # its text is run by itself, without this module
    import streamlit as st

    from core.ui.buttons import tell_failures
    from core.ui.panel import converse, draw_run, in_short
    from core.ui.resources import open_session
    from tests.tiny_system import SYSTEM, Context

    tell_failures()
    session = open_session(SYSTEM, Context(**lent))
    if converse(session):
        st.markdown(session.state["answer"])
        st.markdown(in_short(session))
        draw_run(session)


@pytest.fixture(autouse=True)
def usual_context(house: Installation) -> None:
    CONTEXT.clear()


def opened(thread: str = "") -> AppTest:
    test = AppTest.from_function(page, default_timeout=60, args=(CONTEXT,))
    if thread:
        test.query_params["thread"] = thread
    return test.run()


def thread_of(test: AppTest) -> str:
    return str(test.query_params["thread"])


def test_an_answer_comes_with_who_gave_it_and_how_many_steps_it_took() -> None:
    test = ask(opened(), "hello")
    assert "HELLO NONE" in texts(test)
    assert any(text.startswith("Offline rules · 4 steps · ") for text in texts(test))


def test_the_button_can_be_pressed_again_when_a_run_ends_while_the_page_is_drawn() -> None:
    CONTEXT["gate"] = gate = threading.Event()
    test = opened()
    request_box(test).set_value("hello")
    next(button for button in test.button if button.label == "Search").click().run()
    assert any("At work" in text for text in texts(test))
    threading.Timer(0.1, gate.set).start()
    finished(test.run())
    assert "HELLO NONE" in texts(test)
    assert [button.disabled for button in test.button if button.label == "Search"] == [False]


class SlowWriter:
    """A model that has written the beginning of its text until it is let go on."""

    label, offline = "Slow model", False

    def __init__(self) -> None:
        self.gate = threading.Event()

    def write(self, task: Any, /, **inputs: Any) -> str:
        announce_text("It is gr")
        self.gate.wait(60)
        return "It is green."


def test_what_is_being_written_is_marked_as_unchecked_until_the_answer_stands() -> None:
    CONTEXT["engine"] = writer = SlowWriter()
    test = opened()
    request_box(test).set_value("hello")
    next(button for button in test.button if button.label == "Search").click().run()
    look_until(test, lambda: "It is gr" in texts(test))
    shown = texts(test)
    assert "Being written, not checked yet" in shown[shown.index("It is gr") - 1]
    writer.gate.set()
    finished(test)
    assert "It is green." in texts(test)
    assert not any("not checked yet" in text for text in texts(test))


def test_the_address_leads_back_to_the_run_and_the_request() -> None:
    thread = thread_of(ask(opened(), "hello"))
    again = opened(thread)
    assert "HELLO NONE" in texts(again)
    assert request_box(again).value == "hello"


def test_an_unknown_run_is_refused_in_words_and_the_form_is_there() -> None:
    for thread in ("nothing", "../../etc/passwd", "a" * 1000):
        test = opened(thread)
        assert errors(test) == ["There is no such run here."]
        assert request_box(test).value == ""
        assert "thread" not in test.query_params
        assert errors(test.run()) == ["There is no such run here."]  # until something is asked
        assert not ask(test, "hello").error


def test_somebody_elses_run_is_refused_like_one_that_never_was(house: Installation) -> None:
    session = tiny_system.open_tiny(house, owner="ann")
    session.start("a secret")
    session.wait()
    test = opened(str(session.thread))
    assert errors(test) == ["There is no such run here."]
    assert not any("secret" in text.lower() for text in texts(test))


def test_an_empty_request_is_refused_in_words() -> None:
    test = ask(opened(), "  ")
    assert errors(test) == ["The request is empty."]
    assert "thread" not in test.query_params


def test_a_question_is_asked_back_and_its_answer_carries_on() -> None:
    CONTEXT["ask_back"] = True
    test = ask(opened(), "hello")
    assert any("Which colour?" in text for text in texts(test))
    test.text_input[1].set_value("green")
    assert "HELLO GREEN" in texts(press(test, "Send answer"))


def test_a_question_without_an_answer_stays_open() -> None:
    CONTEXT["ask_back"] = True
    test = press(ask(opened(), "hello"), "Send answer")
    assert errors(test) == ["Still open: Colour."]


def test_a_model_that_fails_is_said_in_words_and_the_rules_can_carry_on() -> None:
    CONTEXT["engine"] = FailingEngine()
    test = ask(opened(), "hello")
    assert errors(test) == ["The model is tired. It happened in the step “Talk”."]
    assert "Let it rest." in map(as_read, texts(test))
    test = press(test, "Try again")
    assert len(test.error) == 1
    test = press(test, "Carry on offline")
    assert "HELLO NONE" in texts(test)
    assert not test.error


def test_a_crash_of_a_step_is_shown_with_details_and_never_as_a_bare_exception() -> None:
    CONTEXT["broken"] = True
    test = ask(opened(), "hello")
    assert "ZeroDivisionError" in test.error[0].value
    assert "one over nothing" in test.code[0].value
    CONTEXT["broken"] = False
    assert "HELLO NONE" in texts(press(test.run(), "Try again"))  # with what the page lends now


def test_starting_afresh_leaves_an_empty_form_and_the_run_in_the_list() -> None:
    test = press(ask(opened(), "hello"), "Start afresh")
    assert request_box(test).value == ""
    assert "thread" not in test.query_params
    assert "HELLO NONE" in texts(press(test, "hello"))


def test_going_on_in_two_tabs_is_refused_in_words_in_the_second() -> None:
    CONTEXT["engine"] = FailingEngine()
    test = ask(opened(), "hello")
    gate = threading.Event()

    class SlowEngine(OfflineEngine):
        def write(self, *args: Any, **kwargs: Any) -> str:
            gate.wait(120)
            return super().write(*args, **kwargs)

    CONTEXT["engine"] = SlowEngine()
    other = opened(thread_of(test))
    next(button for button in test.run().button if button.label == "Try again").click().run()
    next(button for button in other.button if button.label == "Try again").click().run()
    assert "This run is at work already." in errors(other)
    gate.set()
    assert "HELLO NONE" in texts(finished(other.run()))
    assert "HELLO NONE" in texts(finished(test.run()))


def test_a_question_that_another_tab_has_answered_is_not_answered_again() -> None:
    CONTEXT["ask_back"] = True
    test = ask(opened(), "hello")
    other = opened(thread_of(test))
    for tab, colour, told in ((test, "green", []), (other, "red", ["This question was answered already"])):
        next(box for box in tab.text_input if box.label == "Colour").set_value(colour)
        assert "HELLO GREEN" in texts(press(tab, "Send answer"))
        assert [error.partition(",")[0] for error in errors(tab)] == told


def test_a_run_that_another_tab_forgot_cannot_be_opened_and_the_page_says_so(house: Installation) -> None:
    thread = thread_of(ask(opened(), "hello"))
    test = opened()
    house.threads.forget(thread)
    assert errors(press(test, "hello")) == ["There is no such run here."]


def test_a_run_is_forgotten_only_when_that_is_confirmed(house: Installation) -> None:
    test = ask(opened(), "hello")
    thread = thread_of(test)
    test.button(key=f"forget:{thread}").click().run()
    assert any("for good" in text for text in texts(test))
    press(test, "Keep it")
    assert [kept.id for kept in house.threads.of("local")] == [thread]
    assert "HELLO NONE" in texts(test)
    assert not any("for good" in text for text in texts(test))


def test_earlier_runs_tell_when_they_were_who_was_asked_and_how_they_ended(house: Installation) -> None:
    ask(opened(), "hello")
    CONTEXT["engine"] = FailingEngine()
    ask(opened(), "fails")
    CONTEXT.clear()
    CONTEXT["ask_back"] = True
    test = ask(opened(), "asks")
    lines = [caption.value for caption in test.sidebar.caption]
    assert [line.split(" · ")[1:] for line in lines] == [
        ["Offline rules", "question open"],
        ["Tired model", "failed"],
        ["Offline rules", "answered"],
    ]
    assert all(re.fullmatch(r"\d{1,2} \w{3} \d{4}, \d\d:\d\d", line.split(" · ")[0]) for line in lines)


def test_every_result_repeats_its_question() -> None:
    test = ask(opened(), "hello *there*")
    assert [one.markdown[0].value for one in test.chat_message] == ["hello \\*there\\*"]


def test_another_run_in_the_address_brings_its_own_question_into_the_box() -> None:
    test = ask(opened(), "first")
    first = thread_of(test)
    ask(test, "second")
    test.query_params["thread"] = first  # as the browser's Back does
    test.run()
    assert "FIRST NONE" in texts(test)
    assert request_box(test).value == "first"


def test_back_to_an_address_without_a_run_shows_the_empty_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "ADDRESS_PATIENCE", -1.0)
    test = ask(opened(), "hello")
    del test.query_params["thread"]
    test.run()
    assert "HELLO NONE" not in texts(test)
    assert request_box(test).value == ""
    assert "thread" not in test.query_params


def test_a_click_before_the_browser_shows_the_address_of_a_run_does_not_leave_it() -> None:
    test = ask(opened(), "hello")
    del test.query_params["thread"]
    test.run()
    assert "HELLO NONE" in texts(test)
    assert "thread" in test.query_params


def test_a_forgotten_run_is_gone(house: Installation) -> None:
    test = ask(opened(), "hello")
    thread = thread_of(test)
    test.button(key=f"forget:{thread}").click().run()
    press(test, "Forget it")
    assert "thread" not in test.query_params
    assert house.threads.of("local") == []
    assert errors(opened(thread)) == ["There is no such run here."]


def test_a_run_at_work_on_another_server_is_watched_and_nothing_can_be_begun_on_it(house: Installation) -> None:
    other, engine = Installation(house.settings), SlowWriter()
    session = tiny_system.open_tiny(other, engine=engine)
    session.start("hello")
    test = opened(str(session.thread))
    look_until(test, lambda: any("Clarify" in text for text in texts(test)))
    assert any("At work elsewhere: another server works on it." in text for text in texts(test))
    assert [button.disabled for button in test.button if button.label == "Search"] == [True]
    assert not {"Carry on", "Try again"} & set(labels(test))
    assert "at work" in test.sidebar.caption[0].value
    next(button for button in test.button if button.label == "Stop").click().run()
    assert any("Stopping before the next step" in text for text in texts(test))
    engine.gate.set()
    finished(test)
    assert "It is green." in texts(test), "it was in its last step"
    other.close()


def test_what_another_server_did_with_a_run_replaces_what_this_one_saw_last(house: Installation) -> None:
    CONTEXT["broken"] = True
    test = ask(opened(), "hello")
    assert "Try again" in labels(test)
    other = Installation(house.settings)
    session = tiny_system.open_tiny(other)
    session.open(thread_of(test))
    session.carry_on()
    session.wait(30)
    test.run()
    assert "HELLO NONE" in texts(test)
    assert "Try again" not in labels(test)
    other.close()
