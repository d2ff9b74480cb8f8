"""A session survives what happens to an analyst: a reload, a second tab, stopping, failing, a killed server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.errors import Busy, InputError, NotAllowed
from core.installation import Installation
from tests.tiny_system import CHAT, FailingEngine, new_house, open_tiny


@pytest.fixture(params=["files", "PostgreSQL"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Installation]:
    """Runs are kept in files, and again in a real PostgreSQL."""
    server = {} if request.param == "files" else {"database_url": request.getfixturevalue("database_url")}
    house = new_house(tmp_path / "data", **server)
    yield house
    house.close()


def test_a_run_answers_and_leaves_every_step_with_what_it_changed_and_asked(house: Installation) -> None:
    session = open_tiny(house)
    session.start("  hello  ")
    session.wait(20)
    assert session.state["answer"] == "HELLO NONE"
    assert [step.node for step in session.steps][2:] == ["clarify", "talk"]
    assert {step.node for step in session.steps[:2]} == {"left", "right"}
    assert [step.superstep for step in session.steps] == [1, 1, 2, 3]
    talk = session.steps[-1]
    assert talk.change["answer"] == "HELLO NONE"
    assert [(asked.task, asked.engine, asked.answer) for asked in talk.asked] == [
        ("speak", "Offline rules", "HELLO NONE")
    ]
    assert all(step.seconds is not None for step in session.steps)
    assert not session.unfinished
    assert session.run is not None
    assert session.run.text == {"talk": "HELLO NONE"}


def test_another_tab_sees_the_same_run_while_it_works_and_after(house: Installation) -> None:
    gate = threading.Event()
    session = open_tiny(house, gate=gate)
    session.start("hello")
    other = open_tiny(house)
    other.open(str(session.thread))
    assert other.running
    assert {step.node for step in other.steps} <= {"left", "right"}
    gate.set()
    other.wait(20)
    assert other.state["answer"] == "HELLO NONE"


def test_words_given_in_two_tabs_are_all_kept_and_taken_back_one_by_one(house: Installation) -> None:
    session = open_tiny(house)
    session.start("hello")
    session.wait(20)
    other = open_tiny(house)
    other.open(str(session.thread))
    assert other.said == {}  # as its page was drawn
    session.say("a", True)
    other.say("b", False)
    assert other.said == {"a": True, "b": False}
    session.say("a", None)
    assert session.said == {"b": False}


def test_what_is_noted_beside_a_run_stands_beside_words_and_other_notes_and_knows_what_stood_there(
    house: Installation,
) -> None:
    session = open_tiny(house)
    assert session.moment == ("", "")
    session.note("mine", lambda kept: "nowhere")  # no thread, nothing to stand beside
    session.start("hello")
    session.wait(20)
    checkpoint, created = session.moment
    assert checkpoint == session.history[0].id
    assert created == session.history[0].created
    other = open_tiny(house)
    other.open(str(session.thread))
    session.say("a", True)
    session.note("mine", lambda kept: [kept, "one"])
    other.note("mine", lambda kept: [kept, "two"])
    other.note("other", lambda kept: "three")
    assert other.settings["mine"] == [[None, "one"], "two"]
    assert other.settings["other"] == "three"
    assert other.said == {"a": True}
    assert other.request == "hello"


def test_one_thread_works_on_one_thing_at_a_time(house: Installation) -> None:
    gate = threading.Event()
    session = open_tiny(house, gate=gate)
    session.start("hello")
    with pytest.raises(Busy):
        session.carry_on()
    with pytest.raises(Busy):  # whatever moment is named: it looks before it reads
        session.fork("no such moment", {"request": "elsewhere"})
    gate.set()
    session.wait(20)
    assert {past.values.get("request", "hello") for past in session.history} == {"hello"}


def test_a_stopped_run_keeps_what_it_did_and_carries_on_from_there(house: Installation) -> None:
    gate = threading.Event()
    session = open_tiny(house, gate=gate)
    session.start("hello")
    session.stop()
    gate.set()
    session.wait(20)
    assert session.run is not None
    assert session.run.status == "stopped"
    assert session.unfinished
    assert "answer" not in session.state
    session.carry_on()
    session.wait(20)
    assert session.state["answer"] == "HELLO NONE"
    assert [step.node for step in session.steps].count("left") == 1
    assert not session.unfinished


def test_a_failing_model_stops_the_run_at_its_node_and_never_turns_silently_into_a_rule(house: Installation) -> None:
    session = open_tiny(house, engine=FailingEngine())
    session.start("hello")
    session.wait(20)
    assert session.failure is not None
    assert (session.failure.message, session.failure.node) == ("The model is tired.", "talk")
    assert session.failure.from_model
    assert "answer" not in session.state
    assert session.unfinished


def test_carrying_on_offline_goes_on_from_the_failed_node_by_the_rules(house: Installation) -> None:
    session = open_tiny(house, engine=FailingEngine())
    session.start("hello")
    session.wait(20)
    session.carry_on(offline=True)
    session.wait(20)
    assert session.state["answer"] == "HELLO NONE"
    nodes = [step.node for step in session.steps]
    assert nodes.count("talk") == 2, "the failed try stays in the trace"
    assert nodes.count("left") == nodes.count("clarify") == 1
    assert [step.number for step in session.steps] == [1, 2, 3, 4, 5]


def test_a_crash_of_our_own_is_shown_with_its_trace_and_the_other_branch_is_kept(house: Installation) -> None:
    session = open_tiny(house, broken=True)
    session.start("hello")
    session.wait(20)
    assert session.failure is not None
    assert "ZeroDivisionError" in session.failure.message
    assert "one over nothing" in session.failure.detail
    assert not session.failure.from_model
    mended = open_tiny(house)
    mended.open(str(session.thread))
    mended.carry_on()
    mended.wait(20)
    assert mended.state["answer"] == "HELLO NONE"


def test_a_question_waits_for_its_answer_and_takes_only_one(house: Installation) -> None:
    session = open_tiny(house, ask_back=True)
    session.start("hello")
    session.wait(20)
    assert session.question is not None
    assert session.question.text == "Which colour?"
    other = open_tiny(house, ask_back=True)
    other.open(str(session.thread))
    other.resume({"colour": "blue"})
    other.wait(20)
    assert other.state["answer"] == "HELLO BLUE"
    session.wait(0)
    assert session.resume({"colour": "red"}) is None
    assert session.state["answer"] == "HELLO BLUE"


def test_going_back_and_answering_differently_leaves_the_first_branch_in_the_history(house: Installation) -> None:
    session = open_tiny(house)
    session.start("hello")
    session.wait(20)
    before_talk = next(past for past in session.history if past.next == ("talk",))
    session.fork(before_talk.id, {"colour": "green"}, as_node="clarify")
    session.wait(20)
    assert session.state["answer"] == "HELLO GREEN"
    assert {past.values.get("answer") for past in session.history} >= {"HELLO NONE", "HELLO GREEN"}


def test_ids_of_threads_cannot_be_guessed_and_belong_to_their_owner(house: Installation) -> None:
    session = open_tiny(house, owner="ann")
    session.start("secret")
    session.wait(20)
    thread = str(session.thread)
    assert len(thread) >= 22
    other = open_tiny(house, owner="bob")
    with pytest.raises(NotAllowed):
        other.open(thread)
    assert other.past() == []
    other.forget(thread)
    session.wait(0)
    assert session.state["answer"] == "SECRET NONE"


def test_a_forgotten_thread_is_gone_with_its_state_and_its_trace(house: Installation) -> None:
    session = open_tiny(house)
    session.start("hello")
    session.wait(20)
    thread = str(session.thread)
    session.forget()
    assert session.thread is None
    assert session.past() == []
    assert house.threads.steps(thread) == []
    assert session.graph.get_state({"configurable": {"thread_id": thread}}).values == {}
    with pytest.raises(NotAllowed):
        session.open(thread)


@pytest.mark.parametrize("request_text", ["", "   \n", "\x00\x07", "a" * 20_001])
def test_an_empty_or_endless_request_is_refused_in_words_and_begins_nothing(
    house: Installation, request_text: str
) -> None:
    session = open_tiny(house)
    with pytest.raises(InputError):
        session.start(request_text)
    assert session.past() == []


@pytest.mark.parametrize("request_text", ["<b>x</b>", "日本語の質問", "🙂🙂", "a" * 20_000, "=1+1", "'; DROP TABLE x"])
def test_an_odd_request_is_answered_like_any_other(house: Installation, request_text: str) -> None:
    session = open_tiny(house)
    session.start(request_text)
    session.wait(20)
    assert session.state["answer"] == f"{request_text} none".upper()


def test_twenty_sessions_at_once_never_mix_their_results(house: Installation) -> None:
    sessions = [open_tiny(house, owner=f"owner {number}") for number in range(20)]
    threads = [
        threading.Thread(target=session.start, args=(f"number {number}",)) for number, session in enumerate(sessions)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, session in enumerate(sessions):
        session.wait(60)
        assert session.failure is None
        assert session.state["answer"] == f"NUMBER {number} NONE"
        assert [asked.answer for step in session.steps for asked in step.asked] == [f"NUMBER {number} NONE"]


KILLED = """
import sys, threading, time
from pathlib import Path
from tests.tiny_system import new_house, open_tiny
house = new_house(Path(sys.argv[1]))
session = open_tiny(house, gate=threading.Event(), ask_back=sys.argv[2] == "ask")
session.start("hello")
if sys.argv[2] == "ask":
    session.context.gate.set()
    session.wait(20)
else:
    while not any(step.node == "right" for step in session.steps):
        time.sleep(0.01)
print(session.thread, flush=True)
time.sleep(60)
"""


def _kill_while_working(folder: Path, how: str) -> str:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(folder), how],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdout is not None
        thread = process.stdout.readline().strip()
        os.kill(process.pid, signal.SIGKILL)
    assert thread
    return thread


@pytest.mark.slow
def test_a_run_that_was_killed_is_found_unfinished_and_carried_on(tmp_path: Path) -> None:
    thread = _kill_while_working(tmp_path, "work")
    house = new_house(tmp_path)
    session = open_tiny(house)
    session.open(thread)
    assert session.unfinished
    assert not session.running
    session.carry_on()
    session.wait(20)
    assert session.state["answer"] == "HELLO NONE"
    assert not session.unfinished
    house.close()


@pytest.mark.slow
def test_an_open_question_survives_a_killed_server(tmp_path: Path) -> None:
    thread = _kill_while_working(tmp_path, "ask")
    house = new_house(tmp_path)
    session = open_tiny(house, ask_back=True)
    session.open(thread)
    assert session.question is not None
    session.resume({"colour": "blue"})
    session.wait(20)
    assert session.state["answer"] == "HELLO BLUE"
    house.close()


# --- conversations ----------------------------------------------------------------------------------------------------


def said(state: dict[str, Any]) -> list[str]:
    return [message["content"] for message in state.get("messages", []) if message["role"] == "assistant"]


def test_the_turns_of_a_conversation_are_told_apart(house: Installation) -> None:
    session = open_tiny(house, system=CHAT)
    for request in ("one", "two", "three"):
        session.start(request)
        session.wait(20)
    assert [turn.values["answer"] for turn in session.turns] == ["ONE NONE", "TWO NONE", "THREE NONE"]
    assert [len(session.steps_of(turn)) for turn in (1, 2, 3, 4)] == [4, 4, 4, 0]
    assert session.steps_of(2)[-1].change["answer"] == "TWO NONE"


def test_a_request_asked_again_is_answered_anew_and_the_conversation_holds_it_once(house: Installation) -> None:
    session = open_tiny(house, system=CHAT)
    for request in ("one", "two"):
        session.start(request)
        session.wait(20)
    again = open_tiny(house, system=CHAT, memory=session.memory, ask_back=True)
    again.ask_again()
    again.wait(20)
    again.resume({"colour": "red"})
    again.wait(20)
    assert said(again.state) == ["ONE NONE", "TWO RED"]
    assert [turn.values["answer"] for turn in again.turns] == ["ONE NONE", "TWO RED"]
    assert any(said(past.values) == ["ONE NONE", "TWO NONE"] for past in again.history)
    assert [step.node for step in again.steps_of(2)][2:] == ["clarify", "clarify", "talk"]  # not those of before


def test_the_first_request_can_be_asked_again(house: Installation) -> None:
    session = open_tiny(house, system=CHAT)
    with pytest.raises(InputError):
        session.ask_again()
    session.start("one")
    session.wait(20)
    session.ask_again()
    session.wait(20)
    assert said(session.state) == ["ONE NONE"]
    assert len(session.turns) == 1


def talked(house: Installation, *requests: str) -> Any:
    session = open_tiny(house, system=CHAT)
    for request in requests:
        session.start(request)
        session.wait(20)
    return session


def test_an_edited_request_goes_on_from_what_was_said_before_it(house: Installation) -> None:
    session = talked(house, "one", "two", "three")
    session.ask_from(2, " other ")
    session.wait(20)
    assert said(session.state) == ["ONE NONE", "OTHER NONE"]
    assert [turn.values["answer"] for turn in session.turns] == ["ONE NONE", "OTHER NONE"]
    assert [len(session.steps_of(turn)) for turn in (1, 2, 3)] == [4, 4, 0]
    session.start("four")
    session.wait(20)
    assert said(session.state) == ["ONE NONE", "OTHER NONE", "FOUR NONE"]
    assert [session.steps_of(turn)[-1].change["answer"] for turn in (1, 2, 3)] == [
        "ONE NONE",
        "OTHER NONE",
        "FOUR NONE",
    ]


def test_the_conversation_before_an_edit_is_kept_whole_as_an_earlier_run(house: Installation) -> None:
    session = talked(house, "one", "two", "three")
    before = str(session.thread)
    session.ask_from(2, "other")
    session.wait(20)
    assert session.edited == (before, 2)
    session.start("four")
    session.wait(20)
    assert session.edited == (before, 2)
    assert [entry.id for entry in session.past()] == [session.thread, before]
    assert {entry.title for entry in session.past()} == {"one"}
    session.open(before)
    assert session.edited is None
    assert said(session.state) == ["ONE NONE", "TWO NONE", "THREE NONE"]
    assert [len(session.steps_of(turn)) for turn in (1, 2, 3)] == [4, 4, 4]


def test_the_first_request_can_be_edited_and_one_that_was_asked_again(house: Installation) -> None:
    session = talked(house, "one", "two")
    session.ask_again()
    session.wait(20)
    session.ask_from(2, "other")
    session.wait(20)
    assert said(session.state) == ["ONE NONE", "OTHER NONE"]
    session.ask_from(1, "first")
    session.wait(20)
    assert said(session.state) == ["FIRST NONE"]
    assert session.requests == len(session.turns) == 1
    assert len(session.past()) == 3


def test_an_edit_of_nothing_or_into_nothing_is_refused_and_changes_nothing(house: Installation) -> None:
    session = talked(house, "one")
    for turn, request in ((0, "x"), (2, "x"), (1, "  ")):
        with pytest.raises(InputError):
            session.ask_from(turn, request)
    assert len(session.past()) == 1
    with pytest.raises(InputError):
        open_tiny(house, system=CHAT).ask_from(1, "x")


def test_a_conversation_at_work_is_not_edited(house: Installation) -> None:
    gate = threading.Event()
    session = open_tiny(house, system=CHAT, gate=gate)
    session.start("one")
    with pytest.raises(Busy):
        session.ask_from(1, "other")
    gate.set()
    session.wait(20)
    assert said(session.state) == ["ONE NONE"]
