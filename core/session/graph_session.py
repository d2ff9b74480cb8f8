"""One analyst's work with one system: start, answer, carry on, fork, stop, forget.

This is the wrapper that all pages share around the graphs. It knows no Streamlit: `memory` is any mapping, a part of
`st.session_state` on a page and `{}` in a test. The checkpointer owns the truth; the mapping holds the thread's id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Unpack, cast

from langchain_core.runnables import RunnableConfig
from langgraph.graph import START
from langgraph.runtime import RunControl
from langgraph.types import Command, TasksStreamPart

from core.errors import Busy, InputError, NotAllowed
from core.language.sanitize import tidy
from core.llm.engine import OfflineEngine
from core.runs import Run, Status
from core.session.view import EDITED, SAID, ThreadView, said_in
from core.stores.checkpoints import reading
from core.stores.leases import LEASE, Lease
from core.stores.threads import Changes, Thread
from core.systems import C, S
from core.types import JSON, Answer

RECURSION_LIMIT = 60
_STAYS = (EDITED, SAID)  # of the settings, what a further request does not replace


class GraphSession(ThreadView[S, C]):
    """A system, its graph and what is lent to it, bound to one thread of one owner.

    Several servers may look at one thread, and one of them works on it: every run takes the thread's lease before it
    reads what it goes on from, and writes under that lease alone. Whatever begins a run raises `Busy` for all others.

    `context` is a frozen dataclass with an `engine`. Raises what the stores raise: a `StoreError` with words.
    """

    # --- which thread ---------------------------------------------------------------------------------------------

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
        kept: dict[str, JSON] = {"request": request, **(settings or {}), EDITED: {"thread": source, "turn": turn}}
        kept |= {SAID: cast(JSON, self.said)} if self.said else {}
        thread = self.threads.new_id()
        with self._taken(thread) as lease:
            self.threads.begin(thread, self.system.name, self.owner, title if before else request, kept, turn)
            self.threads.copy(source, thread, before, turn - 1)
            self.memory["thread"] = thread
            self._look_again()
            return self._run(lease, _asks(request))

    def say(self, key: str, says_so: bool | None) -> None:
        """Keep the analyst's own word on a sentence by its key (`Statement.key`); None takes it back."""

        def change(kept: JSON) -> JSON:
            # A word may have been given elsewhere since this page was drawn: the others stay.
            said = {**said_in({SAID: kept}), key: says_so}
            return {name: word for name, word in said.items() if word is not None}

        self.note(SAID, change)

    def note(self, name: str, change: Callable[[JSON], JSON]) -> None:
        """Keep something of the analyst's own beside the run, under a name among its settings.

        `change` gets what stands there now, None for nothing, and gives what shall stand there.
        """
        if self.thread:
            self.threads.update(self.thread, settings=lambda kept: {**kept, name: change(kept.get(name))})
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


def _asks(request: str) -> Any:
    """Return the state in which every graph begins."""
    return {"request": request}


def _under(lease: Lease, config: RunnableConfig) -> RunnableConfig:
    """Return a configuration with which only the holder of a lease writes."""
    return {**config, "configurable": {**config["configurable"], LEASE: lease.token}}


def _no_such_run() -> NotAllowed:
    return NotAllowed(
        "There is no such run here.", "It may have been forgotten, or belong to someone else. Start a new one."
    )


def _with_rules(context: Any) -> Any:
    """Return the same context, lent the rules instead of the model."""
    return replace(context, engine=OfflineEngine())
