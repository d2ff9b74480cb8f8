"""Runs: a graph at work in a thread of its own, which a page only looks at.

A run belongs to its thread of conversation, not to the page that started it. It collects, while it works, what a page
shows live: the steps with what each changed and asked, and the text that a model is writing.
"""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from langgraph.config import get_config
from langgraph.errors import GraphDrained, GraphRecursionError
from langgraph.runtime import RunControl
from langgraph.types import TaskPayload, TaskResultPayload, TasksStreamPart
from typing_extensions import TypeIs

from core.errors import AppError, Busy, ModelError
from core.llm.engine import listen
from core.stores.checkpoints import translate
from core.types import Asked, Step

log = logging.getLogger(__name__)

Status = Literal["running", "done", "asking", "stopped", "failed"]
KEPT_RUNS = 200


@dataclass(frozen=True)
class Failure:
    """Why a run stopped, in words; `from_model` tells whether the rules could carry on instead."""

    message: str
    advice: str = ""
    node: str = ""
    from_model: bool = False
    detail: str = ""


@dataclass
class Run:
    """One piece of work on one thread. Written by its own thread, read by any number of others.

    `id` tells it from other runs of its thread, wherever these were.
    `steps` are those of the run at work; once it has ended they are read from the registry of threads.
    """

    thread: str
    id: str = ""
    status: Status = "running"
    steps: list[Step] = field(default_factory=list)
    text: dict[str, str] = field(default_factory=dict)
    failure: Failure | None = None
    started: float = field(default_factory=time.time)
    seconds: float = 0.0
    began: dict[str, float] = field(default_factory=dict)  # when each open step did, by a clock that nobody sets
    control: RunControl = field(default_factory=RunControl)
    finished: threading.Event = field(default_factory=threading.Event)

    @property
    def running(self) -> bool:
        """Whether it is still at work."""
        return self.status == "running"

    @property
    def stopping(self) -> bool:
        """Whether it was asked to stop and is finishing the node it is in."""
        return self.running and self.control.drain_requested

    def stop(self) -> None:
        """Ask it to stop before the next node."""
        self.control.request_drain("stopped by the user")

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end; False when the time was up first."""
        return self.finished.wait(seconds)


class Runs:
    """All runs of this process; at most one at a time per thread. What other processes do, the leases say."""

    def __init__(self) -> None:
        self._runs: dict[str, Run] = {}
        self._at_work: dict[int, Run] = {}  # also those whose thread was forgotten meanwhile
        self._guard = threading.Lock()

    def find(self, thread: str) -> Run | None:
        """Return the latest run on this thread in this process, if any."""
        return self._runs.get(thread)

    def forget(self, thread: str) -> None:
        """Drop what is held of a thread; a run still at work is asked to stop first."""
        with self._guard:
            run = self._runs.pop(thread, None)
        if run and run.running:
            run.stop()

    def start(
        self,
        thread: str,
        stream: Callable[[RunControl], Iterator[TasksStreamPart]],
        after: Step | None = None,
        turn: tuple[int, int] = (1, 0),
        on_step: Callable[[Step], None] = lambda step: None,
        on_end: Callable[[Status], None] = lambda status: None,
        token: str = "",
    ) -> Run:
        """Work through `stream` (LangGraph's `tasks` parts, version 2) in a new thread.

        The steps are numbered on from `after`; `turn` is which request of the conversation they work for, and how often
        it was asked again. `on_step` is called with each finished step and `on_end` once with how it ended, both from
        that thread; an error out of either ends the run as failed. Raises `Busy` when the thread is at work already.
        """
        with self._guard:
            before = self._runs.get(thread)
            if before and before.running:
                raise Busy("This conversation is still working on an answer.", "Wait for it, or stop it first.")
            run = Run(thread, token)
            self._runs[thread] = run
            self._at_work[id(run)] = run
            self._drop_old()

        def work() -> None:
            _work(run, stream, after, turn, on_step, on_end)
            with self._guard:
                del self._at_work[id(run)]
            run.finished.set()

        threading.Thread(target=work, name=f"run-{thread[:6]}", daemon=True).start()
        return run

    @property
    def at_work(self) -> list[Run]:
        """All that are at work now, whoever's they are."""
        with self._guard:
            return list(self._at_work.values())

    def end(self, seconds: float) -> bool:
        """Ask all that is at work to stop, and wait for it; False when the time was up first."""
        at_work = self.at_work
        for run in at_work:
            run.stop()
        until = time.monotonic() + seconds
        return all(run.wait(max(0.0, until - time.monotonic())) for run in at_work)

    def _drop_old(self) -> None:
        done = [key for key, run in self._runs.items() if not run.running]
        for key in done[: max(0, len(self._runs) - KEPT_RUNS)]:
            del self._runs[key]


def _work(
    run: Run,
    stream: Callable[[RunControl], Iterator[TasksStreamPart]],
    after: Step | None,
    turn: tuple[int, int],
    on_step: Callable[[Step], None],
    on_end: Callable[[Status], None],
) -> None:
    """Do what a run's thread does: the one border where a crash becomes an error that is shown."""
    began = time.perf_counter()
    status: Status = "done"
    try:
        with _listening(run):
            if _collect(run, stream(run.control), after, turn, on_step):
                status = "asking"
    except GraphDrained:
        status = "stopped"
    except Exception as error:  # whatever went wrong is shown with its trace; nothing is swallowed
        status, run.failure = "failed", explain(error, _failed_node(run))
        log.info("run %s failed at %s", run.thread[:6], run.failure.node, exc_info=not isinstance(error, AppError))
    run.seconds = time.perf_counter() - began
    for step in run.steps:
        if step.seconds is None:
            step.seconds = time.perf_counter() - run.began[step.id]
    try:
        on_end(status)
    except Exception as error:  # the end of a run is written to a store, which can fail like any other
        status, run.failure = "failed", run.failure or explain(error)
        known = isinstance(error, AppError)  # it was forgotten meanwhile, or its store is not there
        log.warning("the end of run %s could not be kept: %s", run.thread[:6], error, exc_info=not known)
    run.status = status
    run.steps = []  # they are kept beside the checkpoints; here they would only fill the memory


def _collect(
    run: Run,
    parts: Iterator[TasksStreamPart],
    after: Step | None,
    turn: tuple[int, int],
    on_step: Callable[[Step], None],
) -> bool:
    """Turn the parts of a stream into steps; True when the graph asked a question."""
    open_steps: dict[str, tuple[Step, dict[str, object]]] = {}
    asked_back = False
    number, superstep = (after.number, after.superstep) if after else (0, 0)
    for part in parts:
        data = part["data"]
        if _begins(data):
            # All nodes of a superstep start before any of them is reported as finished.
            superstep += not open_steps
            number += 1
            step = Step(data["id"], data["name"], number, superstep, started=time.time(), turn=turn[0], again=turn[1])
            run.began[step.id] = time.perf_counter()
            run.steps.append(step)
            open_steps[step.id] = (step, data["input"])
            continue
        if data["id"] not in open_steps:  # finished before a failure and replayed from the checkpoint
            continue
        step, before = open_steps.pop(data["id"])
        step.seconds = time.perf_counter() - run.began[step.id]
        step.change = dict(data["result"] or {})
        step.before = {key: before[key] for key in step.change if key in before}
        step.error = str(data["error"]) if data["error"] else ""
        asked_back = asked_back or bool(data["interrupts"])
        on_step(step)
    return asked_back


def _begins(data: TaskPayload | TaskResultPayload) -> TypeIs[TaskPayload]:
    return "triggers" in data


@contextmanager
def _listening(run: Run) -> Iterator[None]:
    """Hear every task that the nodes of this run ask, and every word that is written."""

    def here() -> str:
        return str(get_config()["metadata"]["langgraph_checkpoint_ns"]).rpartition(":")[2]

    writing: dict[str, str] = {}  # at which step a node's text began: when it comes again, it begins anew

    def on_asked(asked: Asked) -> None:
        place = here()
        writing.pop(str(get_config()["metadata"]["langgraph_node"]), None)  # what is written next is another text
        for step in reversed(run.steps):
            if step.id == place:
                step.asked.append(asked)
                return

    def on_text(piece: str) -> None:
        node, place = str(get_config()["metadata"]["langgraph_node"]), here()
        so_far = run.text.get(node, "") if writing.get(node) == place else ""
        writing[node] = place
        run.text[node] = so_far + piece

    with listen(on_asked, on_text):
        yield


def _failed_node(run: Run) -> str:
    """Return the node in which the run failed: the one with an error, or else the one still open."""
    for step in reversed(run.steps):
        if step.error or step.seconds is None:
            return step.node
    return ""


def explain(error: BaseException, node: str = "") -> Failure:
    """Put any error into words for the page."""
    known = error if isinstance(error, AppError) else translate(error)
    detail = "".join(traceback.format_exception(error))
    if known is not None:
        return Failure(str(known), known.advice, node, isinstance(known, ModelError), detail)
    if isinstance(error, GraphRecursionError):
        return Failure("The run went round more often than it may and was ended.", "Start again.", node, False, detail)
    return Failure(
        f"Something went wrong in this program{f' in the step {node!r}' if node else ''}: {type(error).__name__}.",
        "Your earlier answers are safe. Try again; if it happens again, report it with the details below.",
        node,
        False,
        detail,
    )
