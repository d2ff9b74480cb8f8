"""The threads of this installation: which there are, whose they are, and the trace of what was done on each.

LangGraph's checkpoints know a thread only by its id and its state. What an analyst wants to see in a list (title, time,
system, unfinished or not) and in a trace (the steps) is kept here, in the store beside the checkpoints.
"""

from __future__ import annotations

import json
import re
import secrets
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from langgraph.store.base import PutOp
from pydantic import BaseModel

from core.codec import from_state
from core.stores.checkpoints import Checkpoints, in_words, reading
from core.types import JSON, Step

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.store.base import BaseStore, Item

    from core.stores.leases import Lease

TITLE_LENGTH = 80
_THREADS = ("threads",)
_EVERYTHING = 2**31 - 1


@dataclass(frozen=True)
class Thread:
    """One conversation with one system. Times are ISO 8601 in UTC and sort as text; `title` is the first request, cut.

    `unfinished` is true while a run works on it, and stays true when that run was stopped, failed or killed.
    `settings` is what the page wants to find again; `requests` counts what was asked. `engine` is the label of who was
    lent to the latest run, `outcome` how that run ended ("running" until it has), `run` what tells it from others.
    """

    id: str
    system: str
    owner: str
    title: str
    created: str
    updated: str
    unfinished: bool = True
    settings: dict[str, JSON] = field(default_factory=dict)
    requests: int = 1
    engine: str = ""
    outcome: str = ""
    run: str = ""


class Changes(TypedDict, total=False):
    """What can be changed in the entry of a thread: its settings by a function of those that are kept.

    What is counted on or added to must be read and written in one turn: somebody else may have changed it since it was
    looked at.
    """

    unfinished: bool
    settings: Callable[[dict[str, JSON]], dict[str, JSON]]
    requests: int
    title: str
    engine: str
    outcome: str
    run: str


class Threads:
    """The list of threads and their traces, beside the checkpoints; many threads and processes may use it at once.

    `leases` tells who works on a thread now; `settle` waits until what is kept survives a power cut.

    Every method raises `StoreError` when the store cannot be used. What is asked of a thread that does not exist, or no
    longer does, comes back empty and changes nothing: a run that ends after its thread was forgotten does not bring it
    back.
    """

    def __init__(self, checkpoints: Checkpoints) -> None:
        self.leases = checkpoints.leases
        self._store = checkpoints.store
        self._saver = checkpoints.saver
        self._changing = checkpoints.changing
        self.settle = checkpoints.settle
        self._turn = threading.Lock()
        self._latest = 0

    def new_id(self) -> str:
        """Return an id that cannot be guessed: 128 random bits, in 22 characters that may stand in an address."""
        return secrets.token_urlsafe(16)

    def begin(
        self, id: str, system: str, owner: str, request: str, settings: Mapping[str, JSON], requests: int = 1
    ) -> Thread:
        """Enter a new thread, unfinished, with its request: the first, or a later one of a conversation."""
        now = _now()
        thread = Thread(
            id, system, owner, _title(request), created=now, updated=now, settings=dict(settings), requests=requests
        )
        with in_words():
            _write(self._store, thread)
        return thread

    def update(self, id: str, lease: Lease | None = None, **changes: Unpack[Changes]) -> Thread | None:
        """Change what is given and leave the rest; the thread becomes the newest of its owner.

        Raises `Busy` when the lease under which this is done is lost.
        """
        if not _is_id(id):
            return None
        if title := changes.get("title"):
            changes["title"] = _title(title)
        change_settings = changes.pop("settings", dict)  # as they are, when nothing is said
        with in_words(), self._changing(id, lease) as store:
            item = store.get(_THREADS, id)
            if item is None:
                return None
            with reading():
                thread = _thread(item)
            others: dict[str, Any] = {**changes, "settings": change_settings(dict(thread.settings))}
            changed = replace(thread, updated=_now(), **others)
            _write(store, changed)
            return changed

    def conclude(self, id: str, outcome: str, lease: Lease | None = None) -> None:
        """Note how a run ended, when what it made can no longer be lost, and wait until the note cannot either."""
        self.settle()
        self.update(id, lease, unfinished=outcome in ("stopped", "failed"), outcome=outcome)
        self.settle()

    def find(self, id: str) -> Thread | None:
        """Return the thread with this id, whoever owns it; the id may be any text that a visitor typed into the
        address."""
        if not _is_id(id):
            return None
        with reading():
            item = self._store.get(_THREADS, id)
            return _thread(item) if item else None

    def of(self, owner: str, system: str | None = None, limit: int = 50) -> list[Thread]:
        """Return the threads of an owner, of one system or of all, newest first."""
        if not _can_be_kept(f"{owner}{system}"):
            return []
        wanted = {"owner": owner} | ({"system": system} if system is not None else {})
        size = limit + 100
        with in_words():
            found = self._store.search(_THREADS, filter=wanted, limit=size)
            # The store cuts by its own times, which in SQLite are whole seconds: what changed in the same second as the
            # last one that is wanted may belong before it, so that second is read to its end.
            while len(found) == size and found[-1].updated_at == found[limit - 1].updated_at:
                size *= 2
                found = self._store.search(_THREADS, filter=wanted, limit=size)
        # Once more: SQLite reads a name in JSON up to its first NUL character, and would take one for another.
        theirs = [thread for thread in map(_thread, found) if thread.owner == owner]
        return sorted(theirs, key=lambda thread: thread.updated, reverse=True)[:limit]

    def hand_over(self, former: str, owner: str) -> None:
        """Give all threads of an owner to another one, and change nothing else in them."""
        for listed in reversed(self.of(former, limit=_EVERYTHING)):  # the latest is written last, and stays so
            with reading(), self._changing(listed.id, None) as store:
                item = store.get(_THREADS, listed.id)
                if item is not None and (thread := _thread(item)).owner == former:
                    _write(store, replace(thread, owner=owner))

    def forget(self, id: str) -> None:
        """Delete the state, the trace and the entry of a thread for good; whoever is at work on it writes no more."""
        if not _is_id(id):
            return
        lease = self.leases.seize(id)
        try:
            self._forget(id)
        finally:
            self.leases.release(lease)

    def _forget(self, id: str) -> None:
        with in_words():
            self._saver.delete_thread(id)
        with in_words(), self._changing(id, None) as store:
            steps = store.search(_steps_of(id), limit=_EVERYTHING)
            store.batch([PutOp(step.namespace, step.key, None) for step in steps])
            # The entry goes last: a deletion that was broken off can be asked for again from the list.
            store.delete(_THREADS, id)

    def copy(self, source: str, target: str, checkpoints: Collection[str], turns: int) -> None:
        """Copy these checkpoints of a thread, by their ids, and the steps of its first `turns` requests into another.

        The other one must have been entered.
        """
        with reading():
            kept = [one for one in self._saver.list(_config(source)) if one.checkpoint["id"] in checkpoints]
        with in_words():
            for one in reversed(kept):  # oldest first: each goes on from its parent
                parent = one.parent_config["configurable"]["checkpoint_id"] if one.parent_config else None
                versions = one.checkpoint["channel_versions"]
                self._saver.put(_config(target, parent), one.checkpoint, one.metadata, versions)
        self.keep_steps(target, [step for step in self.steps(source) if step.turn <= turns])

    def keep_steps(self, id: str, steps: Sequence[Step], lease: Lease | None = None) -> None:
        """Append steps to the trace, all or none; what JSON cannot say (a message, an object) by its content.

        Raises `Busy` when the lease under which this is done is lost.
        """
        if not _is_id(id):
            return
        with self._turn:  # a number for each that no other has, growing over restarts as the clock does
            first = self._latest = max(time.time_ns(), self._latest + 1)
            self._latest += len(steps)
        entries = [PutOp(_steps_of(id), f"{first + n:020d}", _pack(step)) for n, step in enumerate(steps)]
        with in_words(), self._changing(id, lease) as store:
            if store.get(_THREADS, id) is not None:
                store.batch(entries)

    def steps(self, id: str) -> list[Step]:
        """Return the whole trace of a thread, oldest step first."""
        if not _is_id(id):
            return []
        with reading():
            items = self._store.search(_steps_of(id), limit=_EVERYTHING)
            steps = [from_state(Step, _unpack(item)) for item in sorted(items, key=lambda item: item.key)]
        return sorted(steps, key=lambda step: step.number)  # keys tell the time, and clocks are set back


def _write(store: BaseStore, thread: Thread) -> None:
    # Owner and system stand beside the packed entry, because the list is searched by them.
    store.put(_THREADS, thread.id, {"owner": thread.owner, "system": thread.system, **_pack(thread)})


def _config(thread: str, checkpoint: str | None = None) -> RunnableConfig:
    named = {"checkpoint_id": checkpoint} if checkpoint else {}
    return {"configurable": {"thread_id": thread, "checkpoint_ns": "", **named}}


def _thread(item: Item) -> Thread:
    return from_state(Thread, _unpack(item))


def _steps_of(id: str) -> tuple[str, ...]:
    return ("steps", id)


def _can_be_kept(name: str) -> bool:
    """Whether a store can hold this name at all: halves of characters it cannot."""
    return name.encode(errors="ignore").decode() == name


def _is_id(text: str) -> bool:
    return re.fullmatch(r"[\w-]{1,64}", text, re.ASCII) is not None


def _pack(entry: Thread | Step) -> dict[str, str]:
    # As one text: PostgreSQL's own JSON refuses NUL characters and halves of surrogate pairs, which web pages contain.
    # Not by the codec, which refuses what it does not know: a trace tells of every value that a node wrote.
    return {"json": json.dumps(entry, default=_content)}


def _unpack(item: Item) -> object:
    return json.loads(item.value["json"])


def _content(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):  # not by asdict, which copies all that lies in it
        return {one.name: getattr(value, one.name) for one in fields(value)}
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else str(value)


def _title(request: str) -> str:
    words = " ".join(request.split())
    return words if len(words) <= TITLE_LENGTH else words[: TITLE_LENGTH - 1].rstrip() + "…"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
