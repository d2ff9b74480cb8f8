"""Who answers tasks: the Engine protocol, the engine that follows the written rules, and how a run overhears both."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel

from core.llm.task import P, T, Task
from core.types import Asked


class Engine(Protocol):
    """Answers tasks. Whoever asks need not know whether a model or a rule does it; whoever reads the answer must."""

    @property
    def label(self) -> str:
        """Who answers, in words for the screen, such as "Offline rules"."""

    @property
    def offline(self) -> bool:
        """True when no model is asked."""

    def ask(self, task: Task[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the answer to a task; ModelError when a model gives none that can be used."""

    def write(self, task: Task[P, str], /, *args: P.args, **kwargs: P.kwargs) -> str:
        """Answer like `ask`, for a text: its pieces go to the listener of the run while they come in."""


# --- how a run overhears what its nodes ask ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _Listener:
    on_asked: Callable[[Asked], None]
    on_text: Callable[[str], None]


# LangGraph copies the context into the threads of its nodes, so each run finds its own listener there.
_listener: ContextVar[_Listener | None] = ContextVar("listener", default=None)


@contextmanager
def listen(on_asked: Callable[[Asked], None], on_text: Callable[[str], None]) -> Iterator[None]:
    """Hear every task that is asked inside this block, and every piece of text while it is written.

    `on_asked` is called once for each task, when it is over; a record with an `error` takes back the pieces of text
    that came before it. Both are called in the thread of the node that asks, so nodes that run side by side call them
    at the same time. What they raise goes through to the node.
    """
    token = _listener.set(_Listener(on_asked, on_text))
    try:
        yield
    finally:
        _listener.reset(token)


def announce_asked(asked: Asked) -> None:
    """Give the record of a task to whoever listens."""
    if listener := _listener.get():
        listener.on_asked(asked)


def announce_text(piece: str) -> None:
    """Give a piece of a text that is being written to whoever listens."""
    if listener := _listener.get():
        listener.on_text(piece)


def show_answer(answer: BaseModel | str) -> str:
    """Return an answer as it stands in the trace: a text as it is, anything else as JSON."""
    return answer if isinstance(answer, str) else answer.model_dump_json(indent=2)


# --- the engine that needs nothing ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfflineEngine:
    """Answers every task by its written rule: no key, no network, the same answer each time."""

    label: str = "Offline rules"
    offline: bool = True

    def ask(self, task: Task[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the rule's answer."""
        return self._answer(task, lambda _: None, *args, **kwargs)

    def write(self, task: Task[P, str], /, *args: P.args, **kwargs: P.kwargs) -> str:
        """Return the rule's text, in one piece: a rule has it all at once, and pretending to type would only cost
        time."""
        return self._answer(task, announce_text, *args, **kwargs)

    def _answer(self, task: Task[P, T], announce: Callable[[T], None], /, *args: P.args, **kwargs: P.kwargs) -> T:
        started = time.perf_counter()
        answer = task.rule(*args, **kwargs)
        seconds = time.perf_counter() - started
        announce(answer)
        announce_asked(
            Asked(
                task=task.name,
                engine=self.label,
                prompt=task.show_inputs(*args, **kwargs),
                answer=show_answer(answer),
                seconds=seconds,
            )
        )
        return answer
