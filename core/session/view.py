"""What one analyst sees of a thread: how it is, what it says, what waits, and what it went through.

Read from the stores when it is asked for, and kept until `_look_again`: a page makes a view for each script run.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Self, cast

from langchain_core.runnables import RunnableConfig
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import StateSnapshot

from core.codec import from_state
from core.runs import Failure, Run, Runs
from core.stores.checkpoints import reading
from core.stores.threads import Thread, Threads
from core.systems import C, S, System
from core.types import JSON, Question, Step

EDITED, SAID = "edited", "said"  # among the settings of a thread


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


def is_at_work(thread: Thread, runs: Runs, threads: Threads) -> bool:
    """Tell whether a thread is at work now, in this process or elsewhere. Raises `StoreError`."""
    run = runs.find(thread.id)
    return bool(run and run.running) or (thread.outcome == "running" and threads.leases.is_taken(thread.id))


class ThreadView(Generic[S, C]):
    """The open thread of one owner in one system, as this server sees it; nothing here begins or changes anything.

    Raises what the stores raise: a `StoreError` with words.
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

    @property
    def thread(self) -> str | None:
        """The id of the thread that is open, if one is."""
        return self.memory.get("thread")

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
        return is_at_work(thread, self.runs, self.threads)

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
        return said_in(self.settings)

    @property
    def edited(self) -> tuple[str, int] | None:
        """The thread of the conversation from which this one branched, and the turn at which; None when it did not."""
        kept = self.settings.get(EDITED)
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

    @property
    def moment(self) -> tuple[str, str]:
        """The id of the checkpoint at which the thread stands and when it was written, ISO 8601; "" before the first
        run."""
        if self._snapshot is None:
            return "", ""
        return str(self._snapshot.config["configurable"].get("checkpoint_id", "")), self._snapshot.created_at or ""

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

    def wait(self, seconds: float | None = None) -> Self:
        """Wait for the run at work and look again: for tests, the API and the command line."""
        if self.run:
            self.run.wait(seconds)
        self._look_again()
        return self


def said_in(settings: Mapping[str, JSON]) -> dict[str, bool]:
    """Return the analyst's own words on sentences that stand in the settings of a thread, by their keys."""
    kept = settings.get(SAID)
    return {key: bool(word) for key, word in kept.items()} if isinstance(kept, dict) else {}
