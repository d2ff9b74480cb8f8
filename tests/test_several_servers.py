"""Several servers on one store: what two do with one thread at the same moment, and what comes of it when one dies."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from core.errors import Busy, NotAllowed
from core.installation import Installation
from core.llm.engine import OfflineEngine
from core.session import GraphSession
from core.settings import Settings
from core.stores.leases import LENGTH
from tests.conftest import a_database
from tests.racing import NEVER, Server, asked, house_at, race
from tests.tiny_system import CHAT, open_tiny

RACES = int(os.environ.get("GLASSBOX_RACES", "6"))
"""Of each kind on each store; a thousand by hand."""


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def settings(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """One store of each kind for all tests: every one has threads of its own, and starting a server takes its time."""
    folder = tmp_path_factory.mktemp("shared")
    if request.param == "SQLite":
        yield Settings(data=folder)
        return
    with a_database(request.getfixturevalue("postgres")) as url:
        yield Settings(data=folder, database_url=url)


@pytest.fixture(scope="module")
def here(settings: Settings) -> Iterator[Installation]:
    house = house_at(settings)
    yield house
    house.close()


@pytest.fixture(scope="module")
def there(settings: Settings) -> Iterator[Installation]:
    house = house_at(settings)
    yield house
    house.close()


class Gate(threading.Event):
    """Tells when somebody stands before it."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = threading.Event()

    def wait(self, timeout: float | None = None) -> bool:
        self.reached.set()
        return super().wait(timeout)


@pytest.fixture
def at_work(here: Installation) -> Iterator[GraphSession]:
    """A conversation with one answer, whose second question is at work here until its gate is opened."""
    session = open_tiny(here, system=CHAT)
    session.start("first")
    session.wait(20)
    gate = Gate()
    session.context = replace(session.context, gate=gate)
    session.start("second")
    assert gate.reached.wait(30)
    yield session
    gate.set()


def seen_from(house: Installation, session: GraphSession, **context: Any) -> GraphSession:
    other = open_tiny(house, system=session.system, **context)
    other.open(str(session.thread))
    return other


def let_run_out(house: Installation, thread: str) -> None:
    """Let the lease of a thread be one that was not renewed for too long."""
    house.threads.leases._database.execute("UPDATE leases SET until = 0 WHERE thread = ?", (thread,))


def go_on(session: GraphSession) -> None:
    session.context.gate.set()
    session.wait(20)


class Waiting(OfflineEngine):
    """Answers by the rules, when it is let."""

    def __init__(self) -> None:
        self.gate = threading.Event()

    def write(self, task: Any, /, *args: Any, **inputs: Any) -> str:
        self.gate.wait(60)
        return super().write(task, *args, **inputs)


def test_a_run_at_work_elsewhere_is_shown_with_its_steps_and_then_its_answer(
    here: Installation, there: Installation
) -> None:
    at_work = open_tiny(here, engine=(engine := Waiting()))
    at_work.start("hello")
    other = seen_from(there, at_work)
    assert other.elsewhere
    assert not other.running
    assert not other.unfinished
    assert other.question is None
    assert other.is_at_work(other.past()[0])
    deadline = time.monotonic() + 30
    while sorted(step.node for step in other.steps) != ["clarify", "left", "right"] and time.monotonic() < deadline:
        other.wait(0)
    assert len(other.steps) == 3
    engine.gate.set()
    at_work.wait(20)
    assert not at_work.elsewhere
    other.wait(0)
    assert not other.at_work
    assert other.state["answer"] == "HELLO NONE"
    assert not other.is_at_work(other.past()[0])


@pytest.mark.parametrize(
    "begin",
    [
        lambda session: session.start("third"),
        lambda session: session.carry_on(),
        lambda session: session.ask_again(),
        lambda session: session.ask_from(1, "third"),
        lambda session: session.fork(session.history[-1].id, {"request": "third"}),
    ],
    ids=["start", "carry on", "ask again", "ask from", "fork"],
)
def test_nothing_is_begun_nor_written_on_a_thread_at_work_elsewhere(
    at_work: GraphSession, there: Installation, begin: Callable[[GraphSession], object]
) -> None:
    other = seen_from(there, at_work)
    before = there.threads.find(str(other.thread)), other.history, len(other.past(10_000))
    with pytest.raises(Busy):
        begin(other)
    other.wait(0)
    assert (there.threads.find(str(other.thread)), other.history, len(other.past(10_000))) == before
    go_on(at_work)
    other.wait(0)
    assert asked(other) == ["first", "second"]


def test_a_run_is_stopped_from_elsewhere_before_its_next_step_and_carried_on_there(
    at_work: GraphSession, there: Installation
) -> None:
    other = seen_from(there, at_work)
    assert not other.stopping
    other.stop()
    assert other.stopping
    go_on(at_work)
    assert at_work.run is not None
    assert at_work.run.status == "stopped"
    other.wait(0)
    assert other.unfinished
    assert asked(other) == ["first"]
    other.carry_on()
    other.wait(20)
    at_work.wait(0)
    assert asked(at_work) == ["first", "second"]
    assert at_work.run is None, "what this server saw last is no longer how it is"
    assert not at_work.unfinished


def test_whoever_was_overtaken_while_it_was_paused_stops_in_words_and_overwrites_nothing(
    at_work: GraphSession, there: Installation
) -> None:
    run = at_work.run
    assert run is not None
    let_run_out(there, str(at_work.thread))
    other = seen_from(there, at_work)
    assert other.unfinished
    other.carry_on()
    other.wait(20)
    assert asked(other) == ["first", "second"]
    kept = there.threads.find(str(other.thread)), other.steps, other.history
    at_work.context.gate.set()
    assert run.wait(20)
    assert run.failure is not None
    assert "went on elsewhere" in run.failure.message
    other.wait(0)
    assert (there.threads.find(str(other.thread)), other.steps, other.history) == kept
    at_work.wait(0)
    assert at_work.state == other.state
    assert at_work.failure is None
    assert not at_work.unfinished


def test_a_holder_that_lost_its_thread_learns_it_at_the_next_renewal_and_stops_before_its_next_step(
    at_work: GraphSession, here: Installation, there: Installation
) -> None:
    run = at_work.run
    assert run is not None
    there.threads.leases.seize(str(at_work.thread))
    here.threads.leases.renew()
    assert run.control.drain_requested
    at_work.context.gate.set()
    assert run.wait(20)
    assert run.failure is not None
    assert "went on elsewhere" in run.failure.message


def test_what_is_forgotten_elsewhere_while_it_is_at_work_stays_forgotten(
    at_work: GraphSession, there: Installation
) -> None:
    thread, run = str(at_work.thread), at_work.run
    seen_from(there, at_work).forget()
    assert run is not None
    at_work.context.gate.set()
    assert run.wait(20)
    assert there.threads.find(thread) is None
    assert there.threads.steps(thread) == []
    assert at_work.graph.get_state({"configurable": {"thread_id": thread}}).values == {}
    with pytest.raises(NotAllowed):
        at_work.start("third")
    assert not there.threads.leases.is_taken(thread)


def test_an_answer_to_a_question_that_was_answered_elsewhere_meanwhile_is_not_taken(
    here: Installation, there: Installation
) -> None:
    session = open_tiny(here, ask_back=True)
    session.start("hello")
    session.wait(20)
    other = seen_from(there, session, ask_back=True)
    assert session.question == other.question is not None
    other.resume({"colour": "blue"})
    other.wait(20)
    assert session.resume({"colour": "red"}) is None
    assert not there.threads.leases.is_taken(str(session.thread))
    session.wait(0)
    assert session.state["answer"] == "HELLO BLUE"


def test_what_failed_here_and_was_carried_on_elsewhere_is_no_failure_here(
    here: Installation, there: Installation
) -> None:
    session = open_tiny(here, broken=True)
    session.start("hello")
    session.wait(20)
    assert session.failure is not None
    late = seen_from(there, session)
    assert late.unfinished
    other = seen_from(there, session)
    other.carry_on()
    other.wait(20)
    session.wait(0)
    assert session.failure is None
    assert session.state["answer"] == "HELLO NONE"
    with pytest.raises(Busy, match="was carried on elsewhere"):
        late.carry_on()


@pytest.mark.parametrize("then", ["carry on", "ask on"])
def test_a_question_that_was_cut_off_before_its_first_step_is_not_lost(here: Installation, then: str) -> None:
    """A server was killed when it had entered the question, before LangGraph kept it."""
    session = open_tiny(here, system=CHAT)
    session.start("first")
    session.wait(20)
    here.threads.update(
        str(session.thread), requests=2, settings=lambda kept: {**kept, "request": "second"}, unfinished=True
    )
    session.wait(0)
    if then == "carry on":
        session.carry_on()
        session.wait(20)
        assert asked(session) == ["first", "second"]
    else:
        session.start("third")
        session.wait(20)
        assert asked(session) == ["first", "third"]
    assert [turn.values["request"] for turn in session.turns] == ["first", "second", "third"][: session.requests]


def test_words_given_on_two_servers_are_all_kept(at_work: GraphSession, there: Installation) -> None:
    other = seen_from(there, at_work)
    giving = [
        threading.Thread(target=lambda s=session, w=word: [s.say(f"{w}{n}", True) for n in range(10)])  # type: ignore[misc]
        for session, word in ((at_work, "a"), (other, "b"))
    ]
    for one in giving:
        one.start()
    for one in giving:
        one.join()
    other.rename("Another name")
    go_on(at_work)
    other.wait(0)
    assert other.said == {f"{word}{n}": True for word in "ab" for n in range(10)}
    assert other.past()[0].title == "Another name"
    assert other.request == "second"


# --- two processes ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two(settings: Settings) -> Iterator[tuple[Server, Server]]:
    one, other = Server(settings), Server(settings)
    yield one, other
    for server in (one, other):
        server.kill()


def begun(server: Server, **more: Any) -> str:
    thread = str(server.do("start", text="first", **more)["thread"])
    server.do("wait", thread)
    return thread


def ended(servers: tuple[Server, Server], told: list[dict[str, Any]], thread: str) -> list[Server]:
    """Wait for the runs that came of a race, and give the servers that were told so; every other was told, too."""
    won = [server for server, answer in zip(servers, told, strict=True) if answer["told"] == "done"]
    for server in won:
        server.do("wait", thread)
    for answer in told:
        assert answer["told"] in ("done", "busy", "nothing"), answer
        assert answer["told"] != "busy" or "elsewhere" in answer["words"] or "already" in answer["words"]
    return won


@pytest.mark.slow
def test_of_questions_asked_at_the_same_moment_none_that_was_taken_is_lost_or_asked_twice(
    here: Installation, two: tuple[Server, Server]
) -> None:
    overlapped = 0
    for number in range(RACES):
        thread = begun(two[0])
        told = race(*two, *({"do": "start", "thread": thread, "text": f"{one} {number}"} for one in "ab"))
        won = ended(two, told, thread)
        assert won
        overlapped += len(won) == 1
        taken = [f"{'ab'[two.index(server)]} {number}" for server in won]
        session = open_tiny(here, system=CHAT)
        session.open(thread)
        assert sorted(asked(session)) == sorted(["first", *taken])
        assert session.requests == len(session.turns) == 1 + len(taken)
        assert sorted(step.node for step in session.steps) == sorted(
            ["left", "right", "clarify", "talk"] * len(asked(session))
        )
        assert not session.unfinished
    assert overlapped, "they never met: this was no race"


@pytest.mark.slow
def test_of_two_answers_to_one_question_exactly_one_is_taken(here: Installation, two: tuple[Server, Server]) -> None:
    for _ in range(RACES):
        thread = begun(two[0], ask_back=True)
        told = race(*two, *({"do": "resume", "thread": thread, "text": one, "ask_back": True} for one in "ab"))
        (winner,) = ended(two, told, thread)
        session = open_tiny(here, system=CHAT)
        session.open(thread)
        assert session.state["answer"] == f"FIRST {'AB'[two.index(winner)]}"
        assert asked(session) == ["first"]


@pytest.mark.slow
def test_an_answer_and_a_new_question_at_the_same_moment_do_not_mix(
    here: Installation, two: tuple[Server, Server]
) -> None:
    for _ in range(RACES):
        thread = begun(two[0], ask_back=True)
        told = race(
            *two,
            {"do": "resume", "thread": thread, "text": "blue", "ask_back": True},
            {"do": "start", "thread": thread, "text": "second"},
        )
        won = ended(two, told, thread)
        assert won
        session = open_tiny(here, system=CHAT)
        session.open(thread)
        # An open question that is not answered is left aside by the next one, as on one server.
        expected = (["first"] if two[0] in won else []) + (["second"] if two[1] in won else [])
        assert asked(session) == expected
        assert [turn.values["request"] for turn in session.turns] == ["first", "second"][: session.requests]


@pytest.mark.slow
def test_a_run_that_was_cut_off_is_carried_on_by_one_of_two(here: Installation, two: tuple[Server, Server]) -> None:
    for _ in range(RACES):
        stopped = open_tiny(here, system=CHAT, gate=(gate := threading.Event()))
        stopped.start("first")
        stopped.stop()
        gate.set()
        stopped.wait(20)
        thread = str(stopped.thread)
        told = race(*two, *({"do": "carry_on", "thread": thread} for _ in "ab"))
        assert len(ended(two, told, thread)) == 1
        stopped.wait(0)
        assert asked(stopped) == ["first"]
        assert not stopped.unfinished


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "paused"])
def test_a_question_whose_server_dies_or_is_paused_is_carried_on_by_another_and_asked_once(
    settings: Settings, here: Installation, two: tuple[Server, Server], how: signal.Signals
) -> None:
    other = two[1]
    for number in range(max(1, RACES // 6)):
        dying = Server(settings)
        thread = begun(other)
        slow = 0.0 if number % 2 else NEVER  # at any moment of the run, or in the middle of a step
        told = race(
            dying,
            other,
            {"do": "start", "thread": thread, "text": "a", "slow": slow},
            {"do": "start", "thread": thread, "text": "b"},
        )
        os.kill(dying.process.pid, how)
        taken = [text for text, answer in zip("ab", told, strict=True) if answer["told"] == "done"]
        if "b" in taken:
            other.do("wait", thread)
        session = open_tiny(here, system=CHAT)
        session.open(thread)
        let_run_out(here, thread)
        session.wait(0)
        if session.unfinished:
            session.carry_on()
            session.wait(30)
        assert sorted(asked(session)) == sorted(["first", *taken])
        kept = session.history
        if how == signal.SIGSTOP:
            os.kill(dying.process.pid, signal.SIGCONT)
            if "a" in taken and slow:
                time.sleep(0.1)
            session.wait(0)
            assert session.history == kept
        dying.kill()
        assert not session.unfinished


@pytest.mark.slow
def test_the_lease_of_a_killed_server_runs_out_and_others_see_that_its_run_is_unfinished(
    settings: Settings, here: Installation
) -> None:
    dying = Server(settings, length=1.0)
    thread = dying.do("start", text="first", slow=NEVER)["thread"]
    session = open_tiny(here, system=CHAT)
    session.open(thread)
    dying.kill()
    deadline = time.monotonic() + 4 * LENGTH
    while session.elsewhere:
        assert time.monotonic() < deadline
        time.sleep(0.2)
        session.wait(0)
    assert session.unfinished
    session.carry_on()
    session.wait(20)
    assert asked(session) == ["first"]
