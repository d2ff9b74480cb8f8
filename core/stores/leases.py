"""Who works on a thread now, agreed between all servers on one store: a lease a thread, which runs out when it is not
renewed.

A lease is a row: the thread, a token that nobody guesses, and when it ends. Taking one is a single statement, so of two
that take it at the same moment one gets it and the other is `Busy`. One thread a process renews all that it holds. A
lease ends by one clock for all servers: that of PostgreSQL, or the clock since the start of the machine, which nobody
sets. One that would end further away than any lease lasts is from a clock that was set, and is none.

Whoever was paused or cut off may have lost a lease without knowing. What is written under a lease is written in
`holding`, in which nobody else can take the thread: there it is seen that the token is no longer in the row.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from core.errors import Busy, StoreError
from core.schema import Schema
from core.stores.checkpoints import in_words

log = logging.getLogger(__name__)

LENGTH = 15.0
"""Seconds that a lease lasts: how long a thread stays taken whose server was killed."""

RENEWAL = 4.0
"""Seconds between two renewals: three may be missed."""

LEASE = "__lease"
"""Under this name a run's configuration carries the token to the checkpointer; LangGraph keeps no such names."""

SCHEMA = Schema(
    version=1,
    store="leases",
    tables="CREATE TABLE IF NOT EXISTS leases (thread TEXT PRIMARY KEY, token TEXT NOT NULL,"
    " until DOUBLE PRECISION NOT NULL, stop INTEGER NOT NULL DEFAULT 0);",
)
EMPTY = "DELETE FROM leases"
_ALIVE = "leases.until > {now} AND leases.until <= {now} + {length}"
_SEIZE = (
    "INSERT INTO leases (thread, token, until) VALUES (?, ?, {now} + {length}) ON CONFLICT (thread) DO UPDATE"
    " SET token = excluded.token, until = excluded.until, stop = 0"
)
_TAKE = f"{_SEIZE} WHERE NOT ({_ALIVE}) RETURNING token"
_FIND = f"SELECT stop FROM leases WHERE thread = ? AND {_ALIVE}"  # noqa: S608 - of constants
_STOP = "UPDATE leases SET stop = 1 WHERE thread = ?"
_RENEW = "UPDATE leases SET until = {now} + {length} WHERE token IN ({tokens}) RETURNING token, stop"
_RELEASE = "DELETE FROM leases WHERE token IN ({tokens})"

Row: TypeAlias = tuple[Any, ...]


class Database(Protocol):
    """The place that all servers share. Statements have `?` where values go."""

    clock: str
    """What gives the seconds of one clock for all servers, in its SQL."""

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        """Do one statement by itself and return its rows."""

    def holding(self, thread: str, token: str) -> AbstractContextManager[tuple[list[Row], Any]]:
        """Give the row (stop,) of this lease, or none, and let nobody take the thread meanwhile; and the connection."""


@dataclass(eq=False)
class Lease:
    """The right to work on a thread. `on_stop` is called, once or more, when the work should end: it was asked to from
    elsewhere, or the lease was lost."""

    thread: str
    token: str
    lost: bool = False
    on_stop: Callable[[], None] = lambda: None


class Leases:
    """The leases of one process, and what others hold. Every method raises `StoreError` when the store is not there."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._held: dict[str, Lease] = {}  # by token
        self._guard = threading.Lock()
        self._ended = threading.Event()
        self._renewing: threading.Thread | None = None

    def take(self, thread: str) -> Lease:
        """Take a thread to work on it. Raises `Busy` while somebody else has it."""
        lease = Lease(thread, secrets.token_hex(8))
        if not self._execute(_TAKE, thread, lease.token):
            raise Busy(
                "This run is at work elsewhere.",
                "Another window or another server works on it; its steps and its answer are shown here as they come. "
                "Wait for it, or stop it first.",
            )
        return self._hold(lease)

    def seize(self, thread: str) -> Lease:
        """Take a thread whoever has it: that one can write nothing more."""
        lease = Lease(thread, secrets.token_hex(8))
        self._execute(_SEIZE, thread, lease.token)
        return self._hold(lease)

    def release(self, lease: Lease) -> None:
        """Let others have the thread. Where that cannot be written, the lease runs out by itself."""
        with self._guard:
            self._held.pop(lease.token, None)
        self._execute(_RELEASE, lease.token)

    def is_taken(self, thread: str) -> bool:
        """Tell whether somebody, here or elsewhere, works on a thread."""
        return bool(self._execute(_FIND, thread))

    def is_stopping(self, thread: str) -> bool:
        """Tell whether whoever works on a thread was asked from elsewhere to stop."""
        return self._execute(_FIND, thread) == [(1,)]

    def stop(self, thread: str) -> None:
        """Ask whoever works on a thread to stop: seen before the next step that is kept, or at the next renewal."""
        self._execute(_STOP, thread)

    @contextmanager
    def holding(self, thread: str, token: str) -> Iterator[Any]:
        """Let nobody take the thread while something is written under this lease. Raises `Busy` when it is lost.

        What is written through the connection that this gives is kept with the proof, or not at all.
        """
        with self._database.holding(thread, token) as (rows, connection):
            lease = self._held.get(token)
            if not rows:
                raise _lost(lease)
            if lease and rows == [(1,)]:
                lease.on_stop()
            yield connection

    def renew(self) -> None:
        """Renew all that this process holds, and tell whose work should end."""
        with self._guard:
            held = dict(self._held)
        if not held:
            return
        kept: dict[str, int] = dict(self._execute(_RENEW, *held))
        for token, lease in held.items():
            if token not in kept and token in self._held:
                lease.lost = True
                lease.on_stop()
            elif kept.get(token):
                lease.on_stop()

    def close(self) -> None:
        """Give back all that is held: what still works can write nothing more, and others may go on at once."""
        self._ended.set()
        with self._guard:
            held, self._held = self._held, {}
        if held:
            try:
                self._execute(_RELEASE, *held)
            except StoreError:
                log.warning("leases could not be given back; they run out in %s seconds", LENGTH)

    def _hold(self, lease: Lease) -> Lease:
        with self._guard:
            self._held[lease.token] = lease
            if self._renewing is None or not self._renewing.is_alive():
                self._renewing = threading.Thread(target=self._renew_on, name="leases", daemon=True)
                self._renewing.start()
        return lease

    def _renew_on(self) -> None:
        """Renew while anything is held; a process that rests asks nothing of the store."""
        while not self._ended.wait(RENEWAL):
            with self._guard:
                if not self._held:
                    self._renewing = None
                    return
            try:
                self.renew()
            except StoreError:  # a lease that nobody took is still held: the next renewal says
                log.warning("leases could not be renewed", exc_info=True)

    def _execute(self, statement: str, *values: str) -> list[Row]:
        tokens = ", ".join("?" * len(values))
        with in_words():
            return self._database.execute(
                statement.format(now=self._database.clock, length=LENGTH, tokens=tokens), values
            )


def _lost(lease: Lease | None) -> Busy:
    if lease:
        lease.lost = True
    return Busy(
        "This run went on elsewhere, or was forgotten: this server did not answer for a while.",
        "Look at it again: what is kept of it is shown.",
    )
