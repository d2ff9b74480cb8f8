"""One analyst's view of one system: start, watch, answer, carry on, fork, look back.

This is the wrapper that all pages share around the graphs. It knows no Streamlit: `memory` is any mapping, a part of
`st.session_state` on a page and `{}` in a test. The checkpointer owns the truth; the mapping holds the thread's id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, Unpack, cast

from langchain_core.runnables import RunnableConfig
from langgraph.graph import START
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import RunControl
from langgraph.types import Command, StateSnapshot, TasksStreamPart

from core.codec import from_state
from core.errors import Busy, InputError, NotAllowed
from core.language.sanitize import tidy
from core.llm.engine import OfflineEngine
from core.runs import Failure, Run, Runs, Status
from core.stores.checkpoints import reading
from core.stores.leases import LEASE, Lease
from core.stores.threads import Changes, Thread, Threads
from core.systems import C, S, System
from core.types import JSON, Answer, Question, Step

RECURSION_LIMIT = 60
_EDITED, _SAID = "edited", "said"
_STAYS = (_EDITED, _SAID)  # of the settings, what a further request does not replace


@dataclass(frozen=True)
class Checkpoint(Generic[S]):
    """A moment of the past that can be looked at, or gone on from.

    `source` is LangGraph's: "input" where a request came in, "loop" after a step, "update" where a branch begins.
    """

    id: str
    number: int
    created: str
    next: tuple[str, ...]
    values: S
    source: str = ""
    parent: str = ""


class GraphSession(Generic[S, C]):
    """A system, its graph and what is lent to it, bound to one thread of one owner.

    Several servers may look at one thread, and one of them works on it: every run takes the thread's lease before it
    reads what it goes on from, and writes under that lease alone. Whatever begins a run raises `Busy` for all others.

    `context` is a frozen dataclass with an `engine`. Raises what the stores raise: a `StoreError` with words.
    """

    def __init__(
        self,
        system: System[S, C],
        graph: CompiledStateGraph[S, C],
        context: C,
        memory: MutableMapping[str, str],
        *,
        runs: Runs,
        threads: Threads,
        owner: str = "",
    ) -> None:
        self.system = system
        self.graph = graph
        self.context = context
        self.memory = memory
        self.runs = runs
        self.threads = threads
        self.owner = owner

    # --- which thread ---------------------------------------------------------------------------------------------

    @property
    def thread(self) -> str | None:
        """The id of the thread that is open, if one is."""
        return self.memory.get("thread")

    def open(self, thread: str) -> None:
        """Look at a thread from before. Raises `NotAllowed` when it is unknown, forgotten or somebody else's."""
        found = self.threads.find(thread)
        if found is None or found.system != self.system.name or found.owner != self.owner:
            raise _no_such_run()  # one sentence for all three: an address must not tell whether somebody else's exists
        self.memory["thread"] = thread
        self._look_again()

    def leave(self) -> None:
        """Put the thread aside; it stays in the history."""
        self.memory.pop("thread", None)
        self._look_again()

    def forget(self, thread: str | None = None) -> None:
        """Delete a thread of this owner, this one by default, with all its checkpoints and its trace."""
        thread = thread or self.thread
        found = self.threads.find(thread) if thread else None
        if thread is None or found is None or found.owner != self.owner:
            return
        self.runs.forget(thread)
        self.threads.forget(thread)
        if thread == self.thread:
            self.leave()

    def rename(self, title: str) -> None:
        """Give the open thread another name in the list; one without words changes nothing."""
        if self.thread and (title := " ".join(title.split())):
            self.threads.update(self.thread, title=title)

    def past(self, limit: int = 50) -> Sequence[Thread]:
        """Return this owner's threads of this system, newest first."""
        return self.threads.of(self.owner, self.system.name, limit)

    # --- working --------------------------------------------------------------------------------------------------

    def start(self, request: str, settings: Mapping[str, JSON] | None = None) -> Run:
        """Ask. A system that remembers goes on in the open thread, any other begins a new one.

        `settings` is kept beside the thread, for the address bar and the export. Raises `InputError` for a request that
        is empty or too long, `Busy` when the thread is at work, `NotAllowed` when it was forgotten meanwhile.
        """
        request = tidy(request)
        kept: dict[str, JSON] = {"request": request, **(settings or {})}
        if self.system.remembers and self.thread is not None:
            with self._taken(self.thread) as lease:
                self._keep_what_never_began(lease)
                return self._run(
                    lease,
                    _asks(request),
                    settings=lambda before: kept | {name: before[name] for name in _STAYS if name in before},
                    requests=self.requests + 1,
                )
        thread = self.threads.new_id()
        with self._taken(thread) as lease:
            self.threads.begin(thread, self.system.name, self.owner, request, kept)
            self.memory["thread"] = thread
            return self._run(lease, _asks(request))

    def resume(self, answer: Answer) -> Run | None:
        """Answer the open question. None when it is answered already (a second tab, a double click).

        Raises `Busy` when the thread is at work on another server.
        """
        asked = self._snapshot.interrupts[:1] if self._snapshot else ()
        if self.thread is None or not asked or self.running:
            return None
        with self._taken(self.thread) as lease:
            if self._snapshot is None or self._snapshot.interrupts[:1] != asked:
                self.threads.leases.release(lease)
                return None
            return self._run(lease, Command(resume={asked[0].id: answer}))

    def carry_on(self, offline: bool = False) -> Run:
        """Go on from where a run stopped, failed or was killed; with `offline`, by the rules instead of the model.

        Raises `Busy` when that is being done, or was done elsewhere meanwhile.
        """
        if self.thread is None:
            raise InputError("There is nothing to carry on with.", "Ask something first.")
        if offline:
            self.context = _with_rules(self.context)
        cut_off = self._entry is not None and self._entry.unfinished
        with self._taken(self.thread) as lease:
            if cut_off and self._entry is not None and not self._entry.unfinished:
                raise Busy("This run was carried on elsewhere, and has ended.", "What came of it is shown here.")
            return self._run(lease, None if self._has_begun else _asks(self.request))

    def ask_again(self, settings: Mapping[str, JSON] | None = None) -> Run:
        """Ask the latest request once more with what is lent now; what was answered before stays in the history.

        `settings` are kept beside the thread in the place of those of the same name.
        """
        return self._go_back(self._latest_input, _asks(self.request), START, again=True, settings=settings or {})

    def ask_from(self, turn: int, request: str, settings: Mapping[str, JSON] | None = None) -> Run:
        """Ask something else in the place of a request of the conversation, the first being 1: what was said before it
        is its context.

        The conversation goes on in a thread of its own. The one that it branches from stays as it is, with its later
        turns, and `edited` names it. Raises as `start` does, and `InputError` for a turn that there is not.
        """
        if self.thread is None or not 1 <= turn <= self.requests:
            raise InputError("There is no such question in this conversation.", "Ask it as a new one.")
        if self.at_work:
            raise Busy("This conversation is still working on an answer.", "Wait for it, or stop it first.")
        request, source, title = tidy(request), self.thread, self._entry.title if self._entry else ""
        branch = [past.id for past in self._branch]
        before = branch[branch.index(self.turns[turn - 2].id) :] if turn > 1 else []
        kept: dict[str, JSON] = {"request": request, **(settings or {}), _EDITED: {"thread": source, "turn": turn}}
        kept |= {_SAID: cast(JSON, self.said)} if self.said else {}
        thread = self.threads.new_id()
        with self._taken(thread) as lease:
            self.threads.begin(thread, self.system.name, self.owner, title if before else request, kept, turn)
            self.threads.copy(source, thread, before, turn - 1)
            self.memory["thread"] = thread
            self._look_again()
            return self._run(lease, _asks(request))

    def say(self, key: str, says_so: bool | None) -> None:
        """Keep the analyst's own word on a sentence by its key (`Statement.key`); None takes it back."""

        def change(settings: dict[str, JSON]) -> dict[str, JSON]:
            # A word may have been given elsewhere since this page was drawn: the others stay.
            said = {**_said(settings), key: says_so}
            return {**settings, _SAID: {name: word for name, word in said.items() if word is not None}}

        if self.thread:
            self.threads.update(self.thread, settings=change)
            self._look_again()

    def stop(self) -> None:
        """Ask the run to stop before its next node, also one that is at work elsewhere."""
        if self.running and self.run:
            self.run.stop()
        elif self.thread:
            self.threads.leases.stop(self.thread)

    def fork(self, checkpoint: str, change: S, as_node: str | None = None) -> Run:
        """Go back to a moment of the past, change the state there, and go on from it; the old branch stays."""
        return self._go_back(lambda: checkpoint, change, as_node)

    def _go_back(
        self,
        moment: Callable[[], str],
        change: S,
        as_node: str | None,
        again: bool = False,
        settings: Mapping[str, JSON] | None = None,
    ) -> Run:
        """Fork from the moment that is the right one once nobody else works on the thread."""
        if self.thread is None:
            raise InputError("There is nothing to go back to.", "Ask something first.")
        with self._taken(self.thread) as lease:
            past = _under(lease, self._config(moment()))
            with reading():
                branch = self.graph.update_state(past, cast(dict[str, object], change), as_node=as_node)
            return self._run(lease, None, branch, again, settings=lambda before: {**before, **(settings or {})})

    def _latest_input(self) -> str:
        asked = next((past.id for past in self._branch if past.source == "input"), None)
        if asked is None:
            raise InputError("There is nothing to ask again.", "Ask something first.")
        return asked

    @contextmanager
    def _taken(self, thread: str) -> Iterator[Lease]:
        """Take a thread before anything is read or written for a run on it; given back when no run came of it.

        Raises `Busy` while it is at work, here or elsewhere.
        """
        if thread == self.thread and self.running:
            raise Busy("This conversation is still working on an answer.", "Wait for it, or stop it first.")
        lease = self.threads.leases.take(thread)
        try:
            self._look_again()
            yield lease
        except BaseException:
            self.threads.leases.release(lease)
            raise

    @property
    def _has_begun(self) -> bool:
        """Whether the latest request is in the state: a server may have been killed before it came there."""
        asked = self._snapshot.values.get("request") if self._snapshot and self._snapshot.next else None
        return asked == self.request or len(self.turns) >= self.requests

    def _keep_what_never_began(self, lease: Lease) -> None:
        """Let a request that was cut off before its first step be a turn of the conversation, though without answer."""
        if self._entry and self._entry.unfinished and not self._has_begun:
            with reading():
                config = _under(lease, self._config())
                self.graph.invoke(_asks(self.request), config, context=self.context, interrupt_before="*")
            self._look_again()

    def _run(
        self,
        lease: Lease,
        entry: S | Command[object] | None,
        config: RunnableConfig | None = None,
        again: bool = False,
        **changes: Unpack[Changes],
    ) -> Run:
        """Begin a run under a lease, which goes back when the run has ended; with what changes in the thread's entry.

        Raises `NotAllowed` when the thread was forgotten meanwhile.
        """
        thread = lease.thread
        graph, context, threads = self.graph, self.context, self.threads
        limited: RunnableConfig = {**_under(lease, config or self._config()), "recursion_limit": RECURSION_LIMIT}

        def stream(control: RunControl) -> Iterator[TasksStreamPart]:
            lease.on_stop = lambda: control.request_drain("stopped elsewhere")
            parts = graph.stream(
                entry,
                limited,
                context=context,
                stream_mode=["tasks"],
                version="v2",
                control=control,
                durability="sync",
            )
            return cast(Iterator[TasksStreamPart], parts)  # of the one mode that was asked for

        def on_end(status: Status) -> None:
            try:
                threads.conclude(thread, status, lease)
            finally:
                threads.leases.release(lease)

        changes |= {"unfinished": True, "engine": context.engine.label, "outcome": "running", "run": lease.token}
        registered = threads.update(thread, lease, **changes)
        if registered is None:
            raise _no_such_run()
        threads.settle()  # no checkpoint shall outlive, in a power cut, the entry of the request that it belongs to
        turn = registered.requests
        asked = max((step.again for step in self._kept_steps if step.turn == turn), default=0)
        run = self.runs.start(
            thread,
            stream,
            after=self._kept_steps[-1] if self._kept_steps else None,
            turn=(turn, asked + again),
            on_step=lambda step: threads.keep_steps(thread, [step], lease),
            on_end=on_end,
            token=lease.token,
        )
        self._look_again()
        return run

    # --- looking --------------------------------------------------------------------------------------------------

    @property
    def run(self) -> Run | None:
        """The latest run on this thread, if this process works or worked on it."""
        run = self.runs.find(self.thread) if self.thread else None
        latest = run and (run.running or self._entry is None or self._entry.run == run.id)
        return run if latest else None

    @property
    def running(self) -> bool:
        """Whether this process works on this thread now."""
        run = self.runs.find(self.thread) if self.thread else None
        return bool(run and run.running)

    @property
    def elsewhere(self) -> bool:
        """Whether another server works on this thread now: it can be watched here as it is kept, and be stopped."""
        return not self.running and self._taken_by_somebody

    @property
    def at_work(self) -> bool:
        """Whether this thread is at work now, here or elsewhere."""
        return self.running or self._taken_by_somebody

    @property
    def stopping(self) -> bool:
        """Whether the run was asked to stop and is finishing the node it is in."""
        if self.running and self.run:
            return self.run.stopping
        return self.elsewhere and self.threads.leases.is_stopping(str(self.thread))

    def is_at_work(self, thread: Thread) -> bool:
        """Tell whether a thread, this one or another, is at work now, here or elsewhere."""
        run = self.runs.find(thread.id)
        return bool(run and run.running) or (thread.outcome == "running" and self.threads.leases.is_taken(thread.id))

    @property
    def failure(self) -> Failure | None:
        """Why the last run on this thread failed, if it did and this process saw it."""
        return self.run.failure if self.run and not self.run.running else None

    @property
    def unfinished(self) -> bool:
        """Whether work remains and nobody is doing it: stopped, failed, or the server was killed."""
        return not self.at_work and bool(self._entry and self._entry.unfinished)

    @property
    def settings(self) -> dict[str, JSON]:
        """What was kept beside the thread when it began."""
        return dict(self._entry.settings) if self._entry else {}

    @property
    def request(self) -> str:
        """What was asked last on this thread; empty before the first run."""
        return str(self.settings.get("request", ""))

    @property
    def state(self) -> S:
        """The latest state of the thread; empty before the first run."""
        return cast(S, dict(self._snapshot.values) if self._snapshot else {})

    @property
    def question(self) -> Question | None:
        """The question that waits for the analyst's answer."""
        if self.at_work or self._snapshot is None or not self._snapshot.interrupts:
            return None
        return from_state(Question, self._snapshot.interrupts[0].value)

    @property
    def question_id(self) -> str:
        """What tells the open question from any other of this thread; "" when none is open."""
        return self._snapshot.interrupts[0].id if self._snapshot and self._snapshot.interrupts else ""

    @property
    def said(self) -> dict[str, bool]:
        """What the analyst said of sentences, by their keys: whether the passage says so."""
        return _said(self.settings)

    @property
    def edited(self) -> tuple[str, int] | None:
        """The thread of the conversation from which this one branched, and the turn at which; None when it did not."""
        kept = self.settings.get(_EDITED)
        return (str(kept["thread"]), int(str(kept["turn"]))) if isinstance(kept, dict) else None

    @property
    def steps(self) -> list[Step]:
        """Every step of the thread so far, with those being worked on, in the order in which they began."""
        known = {(step.id, step.number): step for step in self._kept_steps}
        if self.run and self.run.running:
            known = {(step.id, step.number): step for step in list(self.run.steps)} | known
        return sorted(known.values(), key=lambda step: step.number)

    @property
    def requests(self) -> int:
        """How many requests were made in this conversation."""
        return self._entry.requests if self._entry else 0

    @property
    def turns(self) -> list[Checkpoint[S]]:
        """How each request of the conversation ended, oldest first; the last one may still be at work.

        Of a request that was asked again only the latest ending is told.
        """
        ends: list[Checkpoint[S]] = []
        at_the_end = True
        for past in self._branch:
            if at_the_end:
                ends.append(past)
            at_the_end = past.source == "input"
        return ends[::-1]

    def steps_of(self, turn: int) -> list[Step]:
        """Return the steps of one request of the conversation, the first being 1; the latest, when it was asked
        again."""
        steps = [step for step in self.steps if step.turn == turn]
        latest = max((step.again for step in steps), default=0)
        return [step for step in steps if step.again == latest]

    @property
    def _branch(self) -> list[Checkpoint[S]]:
        """The checkpoints that led to the present state, newest first: without those that a fork left aside."""
        by_id = {past.id: past for past in self.history}
        past = self.history[0] if self.history else None
        branch: list[Checkpoint[S]] = []
        while past is not None:
            branch.append(past)
            past = by_id.get(past.parent)
        return branch

    @cached_property
    def history(self) -> list[Checkpoint[S]]:
        """Every checkpoint of the thread, newest first."""
        if self.thread is None:
            return []
        with reading():
            return [
                Checkpoint(
                    id=past.config["configurable"]["checkpoint_id"],
                    number=metadata["step"],
                    created=past.created_at or "",
                    next=past.next,
                    values=cast(S, dict(past.values)),
                    source=metadata["source"],
                    parent=past.parent_config["configurable"]["checkpoint_id"] if past.parent_config else "",
                )
                for past in self.graph.get_state_history(self._config())
                if (metadata := past.metadata)
            ]

    @cached_property
    def _snapshot(self) -> StateSnapshot | None:
        if self.thread is None:
            return None
        with reading():
            snapshot: StateSnapshot = self.graph.get_state(self._config())
            return snapshot

    @cached_property
    def _entry(self) -> Thread | None:
        return self.threads.find(self.thread) if self.thread else None

    @cached_property
    def _taken_by_somebody(self) -> bool:
        return self.thread is not None and self.threads.leases.is_taken(self.thread)

    @cached_property
    def _kept_steps(self) -> list[Step]:
        return self.threads.steps(self.thread) if self.thread else []

    def _config(self, checkpoint: str | None = None) -> RunnableConfig:
        named = {"checkpoint_id": checkpoint, "checkpoint_ns": ""} if checkpoint else {}
        return {"configurable": {"thread_id": self.thread, **named}}

    def _look_again(self) -> None:
        """Forget what was read; a session lives for one script run, but tests and the API keep one longer."""
        for name in ("history", "_snapshot", "_entry", "_taken_by_somebody", "_kept_steps"):
            self.__dict__.pop(name, None)

    def wait(self, seconds: float | None = None) -> GraphSession:
        """Wait for the run at work and look again: for tests, the API and the command line."""
        if self.run:
            self.run.wait(seconds)
        self._look_again()
        return self


def _asks(request: str) -> Any:
    """Return the state in which every graph begins."""
    return {"request": request}


def _under(lease: Lease, config: RunnableConfig) -> RunnableConfig:
    """Return a configuration with which only the holder of a lease writes."""
    return {**config, "configurable": {**config["configurable"], LEASE: lease.token}}


def _said(settings: Mapping[str, JSON]) -> dict[str, bool]:
    kept = settings.get(_SAID)
    return {key: bool(word) for key, word in kept.items()} if isinstance(kept, dict) else {}


def _no_such_run() -> NotAllowed:
    return NotAllowed(
        "There is no such run here.", "It may have been forgotten, or belong to someone else. Start a new one."
    )


def _with_rules(context: Any) -> Any:
    """Return the same context, lent the rules instead of the model."""
    return replace(context, engine=OfflineEngine())
