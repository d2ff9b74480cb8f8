"""One analyst's view of one system: start, watch, answer, carry on, fork, look back.

This is the wrapper that all pages share around the graphs. It knows no Streamlit: `memory` is any mapping, a part of
`st.session_state` on a page and `{}` in a test. The checkpointer owns the truth; the mapping holds the thread's id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, cast

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
from core.stores.threads import Thread, Threads
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
            # One sentence for all three: an address must not tell whether somebody else's thread exists.
            raise NotAllowed(
                "There is no such run here.", "It may have been forgotten, or belong to someone else. Start a new one."
            )
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
        is empty or too long, `Busy` when the thread is at work.
        """
        request = tidy(request)
        goes_on = self.system.remembers and self.thread is not None
        thread = self.thread if goes_on and self.thread else self.threads.new_id()
        kept: dict[str, JSON] = {"request": request, **(settings or {})}
        if goes_on:
            kept |= {name: self.settings[name] for name in _STAYS if name in self.settings}
        if goes_on:
            entry = self.threads.find(thread)
            self.threads.update(thread, settings=kept, requests=(entry.requests if entry else 0) + 1)
        else:
            self.threads.begin(thread, self.system.name, self.owner, request, kept)
        self.memory["thread"] = thread
        return self._run(_asks(request))

    def resume(self, answer: Answer) -> Run | None:
        """Answer the open question. None when it is answered already (a second tab, a double click)."""
        snapshot = self._snapshot
        if self.thread is None or snapshot is None or not snapshot.interrupts or self.running:
            return None
        return self._run(Command(resume={snapshot.interrupts[0].id: answer}))

    def carry_on(self, offline: bool = False) -> Run:
        """Go on from where a run stopped, failed or was killed; with `offline`, by the rules instead of the model."""
        if self.thread is None:
            raise InputError("There is nothing to carry on with.", "Ask something first.")
        if offline:
            self.context = _with_rules(self.context)
        begun = len(self.turns) >= self.requests  # else the latest state is that of the request before
        return self._run(None if begun else _asks(self.request))

    def ask_again(self) -> Run:
        """Ask the latest request once more with what is lent now; what was answered before stays in the history."""
        asked = next((past for past in self._branch if past.source == "input"), None)
        if asked is None:
            raise InputError("There is nothing to ask again.", "Ask something first.")
        return self.fork(asked.id, _asks(self.request), as_node=START, again=True)

    def ask_from(self, turn: int, request: str, settings: Mapping[str, JSON] | None = None) -> Run:
        """Ask something else in the place of a request of the conversation, the first being 1: what was said before it
        is its context.

        The conversation goes on in a thread of its own. The one that it branches from stays as it is, with its later
        turns, and `edited` names it. Raises as `start` does, and `InputError` for a turn that there is not.
        """
        if self.thread is None or not 1 <= turn <= self.requests:
            raise InputError("There is no such question in this conversation.", "Ask it as a new one.")
        if self.running:
            raise Busy("This conversation is still working on an answer.", "Wait for it, or stop it first.")
        request, source, title = tidy(request), self.thread, self._entry.title if self._entry else ""
        branch = [past.id for past in self._branch]
        before = branch[branch.index(self.turns[turn - 2].id) :] if turn > 1 else []
        kept: dict[str, JSON] = {"request": request, **(settings or {}), _EDITED: {"thread": source, "turn": turn}}
        kept |= {_SAID: cast(JSON, self.said)} if self.said else {}
        thread = self.threads.new_id()
        self.threads.begin(thread, self.system.name, self.owner, title if before else request, kept)
        self.threads.copy(source, thread, before, turn - 1)
        self.threads.update(thread, requests=turn)
        self.memory["thread"] = thread
        self._look_again()
        return self._run(_asks(request))

    def say(self, key: str, says_so: bool | None) -> None:
        """Keep the analyst's own word on a sentence by its key (`Statement.key`); None takes it back."""
        self._look_again()  # a word may have been given elsewhere since this page was drawn
        said = {**self.said, key: says_so}
        kept = {name: word for name, word in said.items() if word is not None}
        if self.thread:
            self.threads.update(self.thread, settings={**self.settings, _SAID: cast(JSON, kept)})
            self._look_again()

    def stop(self) -> None:
        """Ask the run to stop before its next node."""
        if self.run:
            self.run.stop()

    def fork(self, checkpoint: str, change: S, as_node: str | None = None, again: bool = False) -> Run:
        """Go back to a moment of the past, change the state there, and go on from it; the old branch stays."""
        if self.running:
            raise Busy("This run is at work already.", "Wait for it, or stop it first.")
        past = self._config(checkpoint)
        with reading():
            branch = self.graph.update_state(past, cast(dict[str, object], change), as_node=as_node)
        return self._run(None, branch, again)

    def _run(self, entry: S | Command[object] | None, config: RunnableConfig | None = None, again: bool = False) -> Run:
        thread = self.thread
        assert thread is not None
        graph, context, threads = self.graph, self.context, self.threads
        limited: RunnableConfig = {**(config or self._config()), "recursion_limit": RECURSION_LIMIT}

        def stream(control: RunControl) -> Iterator[TasksStreamPart]:
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
            threads.conclude(thread, status)

        registered = threads.update(thread, unfinished=True, engine=context.engine.label, outcome="running")
        threads.settle()  # no checkpoint shall outlive, in a power cut, the entry of the request that it belongs to
        turn = registered.requests if registered else 1
        asked = max((step.again for step in self._kept_steps if step.turn == turn), default=0)
        run = self.runs.start(
            thread,
            stream,
            after=self._kept_steps[-1] if self._kept_steps else None,
            turn=(turn, asked + again),
            on_step=lambda step: threads.keep_steps(thread, [step]),
            on_end=on_end,
        )
        self._look_again()
        return run

    # --- looking --------------------------------------------------------------------------------------------------

    @property
    def run(self) -> Run | None:
        """The latest run on this thread in this process."""
        return self.runs.find(self.thread) if self.thread else None

    @property
    def running(self) -> bool:
        """Whether this thread is at work now."""
        return bool(self.run and self.run.running)

    def is_at_work(self, thread: str) -> bool:
        """Tell whether a thread, this one or another, is at work now."""
        run = self.runs.find(thread)
        return bool(run and run.running)

    @property
    def failure(self) -> Failure | None:
        """Why the last run on this thread failed, if it did and this process saw it."""
        return self.run.failure if self.run and not self.run.running else None

    @property
    def unfinished(self) -> bool:
        """Whether work remains and nobody is doing it: stopped, failed, or the server was killed."""
        return not self.running and bool(self._entry and self._entry.unfinished)

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
        if self.running or self._snapshot is None or not self._snapshot.interrupts:
            return None
        return from_state(Question, self._snapshot.interrupts[0].value)

    @property
    def question_id(self) -> str:
        """What tells the open question from any other of this thread; "" when none is open."""
        return self._snapshot.interrupts[0].id if self._snapshot and self._snapshot.interrupts else ""

    @property
    def said(self) -> dict[str, bool]:
        """What the analyst said of sentences, by their keys: whether the passage says so."""
        kept = self.settings.get(_SAID)
        return {key: bool(word) for key, word in kept.items()} if isinstance(kept, dict) else {}

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
    def _kept_steps(self) -> list[Step]:
        return self.threads.steps(self.thread) if self.thread else []

    def _config(self, checkpoint: str | None = None) -> RunnableConfig:
        named = {"checkpoint_id": checkpoint, "checkpoint_ns": ""} if checkpoint else {}
        return {"configurable": {"thread_id": self.thread, **named}}

    def _look_again(self) -> None:
        """Forget what was read; a session lives for one script run, but tests and the API keep one longer."""
        for name in ("history", "_snapshot", "_entry", "_kept_steps"):
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


def _with_rules(context: Any) -> Any:
    """Return the same context, lent the rules instead of the model."""
    return replace(context, engine=OfflineEngine())
