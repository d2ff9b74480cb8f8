"""Where the state of every run is kept: SQLite files by default, PostgreSQL with `DATABASE_URL`.

Three things are kept. The checkpointer holds the state of a graph after each step; LangGraph writes and reads it. The
store beside it holds what we write ourselves: the list of threads and their traces (`threads.py`). The leases say which
thread is at work now (`leases.py`): several servers may share one place. With SQLite each has a file of its own, so
that a run that writes its state never waits for a page that reads the list.

Whatever goes wrong has a sentence: `open_checkpoints` and `Checkpoints.check` raise `StoreError`, `translate` finds the
words for an error that LangGraph passes on in the middle of a run, and `reading` guards every look at a kept state,
which may be damaged. A run should take such a look before it goes on: inside `graph.stream` a damaged state cannot be
told from an error in a node.
"""

from __future__ import annotations

import logging
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from core.errors import StoreError
from core.schema import Schema, prepare_file, prepare_server, refuse_newer
from core.settings import Settings
from core.stores.sqlite import open_shared, settle_log, turn

if TYPE_CHECKING:
    import psycopg
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.store.base import BaseStore
    from psycopg.rows import DictRow

    from core.stores.leases import Lease, Leases

LOCK_PATIENCE = 1.0
"""Seconds to wait for a locked file. LangGraph tries up to four times before it gives up, and waits each time."""

OPEN_PATIENCE = 10.0
"""Seconds to wait for another process that is opening the same place."""

CONNECT_PATIENCE = 3
"""Seconds to wait until one address of PostgreSQL answers; a name such as localhost can stand for two of them."""

POOL_PATIENCE = 5.0
"""Seconds to wait for a free connection to PostgreSQL, or for a lost one to come back."""

CONNECTIONS = 20
"""The most connections to PostgreSQL that one process opens."""

_SETUP_LOCK = 0x676C617373
"""The number, any number, by which several processes agree who makes the tables."""

_SCHEMA = Schema(version=1, store="runs", known_by="store")
"""Of what we write ourselves, into LangGraph's tables: states by the codec, entries and steps by `threads.py`."""

_UNREADABLE = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, NotImplementedError)
"""What LangGraph raises when it decodes a damaged checkpoint: whatever the damaged bytes happen to mean."""


@dataclass(frozen=True)
class Checkpoints:
    """The open checkpointer, the store beside it and the leases; all may be used by many threads at once.

    `changing` gives the store to read and then write what belongs to a thread: nobody else changes it meanwhile, in
    this process or another; with a lease, only while that is held.

    `kind` says in words where they are and never holds a password. `notice` is a sentence for the user when something
    happened at the opening that they should know, otherwise empty. Use it in a `with` statement, or call `close`.
    """

    saver: BaseCheckpointSaver[str]
    store: BaseStore
    leases: Leases
    changing: Callable[[str, Lease | None], AbstractContextManager[BaseStore]]
    kind: str
    notice: str
    close: Callable[[], None]
    files: tuple[Path, ...] = ()

    def check(self) -> None:
        """Write to both now, and leave nothing behind. Raises `StoreError`."""
        for file in self.files:
            if not file.exists():  # SQLite itself would go on writing, into a file that no longer has a name
                raise StoreError(f"The file {file} {_MOVED[0]}.", _MOVED[1])
        with in_words():
            self.saver.delete_thread("check")
            self.store.put(("check",), "check", {"at": datetime.now(UTC).isoformat()})
            self.store.delete(("check",), "check")

    def settle(self) -> None:
        """Wait until what was kept so far survives a power cut; a server sees to that itself. Raises `StoreError`."""
        for file in self.files:
            try:
                settle_log(file)
            except OSError as error:
                raise StoreError(
                    f"The file {file} cannot be used: {error.strerror}.", "Check the disk, then try again."
                ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def open_checkpoints(settings: Settings) -> Checkpoints:
    """Open what `settings` asks for: PostgreSQL when `database_url` is set, otherwise files in the folder `data`.

    The folder is made when it is not there. A damaged file is set aside under a new name and a fresh one begun, and
    `notice` says so. Raises `StoreError` when the folder or a file cannot be written or is in use by another program,
    or when the server cannot be reached (within a few seconds).
    """
    if settings.database_url:
        return _open_server(settings.database_url)
    return _open_files(settings.data)


# --- SQLite files -----------------------------------------------------------------------------------------------------


def _open_files(folder: Path) -> Checkpoints:
    from langgraph.store.sqlite import SqliteStore

    from core.stores.leases import Leases
    from core.stores.leases_sqlite import LeasedSqliteSaver, LeasesFile
    from core.stores.order import InOrder

    class Saver(InOrder, LeasedSqliteSaver):
        pass

    states, threads, held = (folder / f"{name}.sqlite" for name in ("checkpoints", "threads", "leases"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"The data folder {folder} cannot be made: {error.strerror}.", _OTHER_FOLDER) from error
    with ExitStack() as opened, _turn_in(folder):
        with in_words(f"The file {held}"):
            _set_aside_if_damaged(held, "")  # nobody is at work on anything in a file that cannot be read
            file = opened.enter_context(closing(LeasesFile(held)))
            if opened.enter_context(_presence(folder)):
                file.forget_all()
            leases = Leases(file)
        with in_words(f"The file {states}"):
            notice = _set_aside_if_damaged(states, "Earlier runs cannot be continued.")
            connection = opened.enter_context(closing(_connect(states)))
            prepare_file(connection, _SCHEMA, f"The file {states}")
            connection.isolation_level = "DEFERRED"  # this store leaves the beginning of a transaction to Python
            saver = Saver(connection, leases)
            saver.setup()
        with in_words(f"The file {threads}"):
            notice += _set_aside_if_damaged(threads, "Earlier runs are no longer listed.")
            connection = opened.enter_context(closing(_connect(threads)))
            _refuse_newer_tables(connection, "store_migrations", len(SqliteStore.MIGRATIONS), f"The file {threads}")
            prepare_file(connection, _SCHEMA, f"The file {threads}")
            store = SqliteStore(connection)
            store.setup()
        opened.callback(leases.close)  # what still works gives its threads back before the files are closed

        @contextmanager
        def changing(thread: str, lease: Lease | None) -> Iterator[BaseStore]:
            # One turn for all threads: it lasts as long as a write.
            with leases.holding(thread, lease.token) if lease else file.alone():
                yield store

        close, files = opened.pop_all().close, (states, threads)
        return Checkpoints(saver, store, leases, changing, f"SQLite file {states}", notice, close, files)


@contextmanager
def _presence(folder: Path) -> Iterator[bool]:
    """Be seen to use the folder until the process ends, however it ends; tell whether nobody else does.

    A lock that all share, on an empty SQLite file. It is taken in one's turn, so that nobody comes between the look and
    the lock.
    """
    with closing(sqlite3.connect(folder / "in_use.lock", timeout=0, isolation_level=None, check_same_thread=False)) as (
        present
    ):
        try:
            present.execute("BEGIN EXCLUSIVE")
            present.execute("COMMIT")
            alone = True
        except sqlite3.OperationalError as error:
            if _code(error) != "SQLITE_BUSY":
                raise
            alone = False
        present.execute("BEGIN")
        present.execute("SELECT 1 FROM sqlite_master").fetchall()
        yield alone


def _refuse_newer_tables(connection: Any, table: str, known: int, place: str) -> None:
    """Raise `StoreError` when LangGraph's own tables are of a newer LangGraph: it would go on, with those it knows."""
    try:
        row = connection.execute(f"SELECT max(v) AS newest FROM {table}").fetchone()  # noqa: S608 - ours
    except _store_errors() as error:
        if "no such table" in str(error) or getattr(error, "sqlstate", "") == "42P01":
            return
        raise
    (newest,) = row.values() if isinstance(row, dict) else row
    refuse_newer(-1 if newest is None else newest, known - 1, place)


@contextmanager
def _turn_in(folder: Path) -> Iterator[None]:
    """Let one process at a time look for damage and make the tables, which two at once would make twice."""
    with in_words(f"The data folder {folder}"), turn(folder / "opening.lock", OPEN_PATIENCE):
        yield


def _connect(file: Path) -> sqlite3.Connection:
    # LangGraph guards each connection with a lock of its own, so threads may share it. A wait for the disk at every
    # step is spared: a killed process loses nothing by that, a power cut the steps since the last `settle`.
    return open_shared(file, patience=LOCK_PATIENCE, check_same_thread=False, each_commit_lasts=False)


def _set_aside_if_damaged(file: Path, consequence: str) -> str:
    """Rename a damaged file, with its log, so that it can still be sent to somebody who repairs it; say so."""
    if not file.exists() or _is_whole(file):
        return ""
    ending = f".corrupt-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    try:
        for part in ("", "-wal", "-shm"):
            # The log must go too: a fresh file must not find the changes of the old one waiting beside it.
            old = file.with_name(file.name + part)
            if old.exists():
                old.rename(file.with_name(file.name + ending + part))
    except OSError as error:
        raise StoreError(
            f"The file {file} is damaged and cannot be renamed: {error.strerror}.", _OTHER_FOLDER
        ) from error
    return (
        f"The file {file.name} was damaged. It was set aside as {file.name}{ending} and a new one begun. {consequence} "
    )


def _is_whole(file: Path) -> bool:
    try:
        with closing(_connect(file)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError as error:
        if _code(error).startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            return False
        raise


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def _open_server(url: str) -> Checkpoints:
    import psycopg
    from langgraph.checkpoint.postgres import PostgresSaver
    from langgraph.store.postgres import PostgresStore
    from psycopg.conninfo import conninfo_to_dict
    from psycopg.rows import DictRow, dict_row
    from psycopg_pool import ConnectionPool

    from core.stores.leases import SCHEMA as LEASES
    from core.stores.leases import Leases
    from core.stores.leases_postgres import LeasedPostgresSaver, LeasesOnServer, take_turn
    from core.stores.order import InOrder

    class Saver(InOrder, LeasedPostgresSaver):
        pass

    connection_class = psycopg.Connection[DictRow]
    try:
        address = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # Without its cause: the message of the driver can quote the password.
        raise StoreError("DATABASE_URL is not an address that PostgreSQL understands.", _CHECK_SERVER) from None
    place = f"PostgreSQL at {address.get('host', 'localhost')}/{address.get('dbname', '')}"
    # The pool says with a warning for every failed attempt what we say once, in words.
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
    connect = partial(
        connection_class.connect, url, autocommit=True, prepare_threshold=0, row_factory=dict_row,
        connect_timeout=CONNECT_PATIENCE,
    )  # fmt: skip
    with in_words(place):
        # First one connection by itself: a pool would answer a wrong password with silence until its time is up.
        with connect() as connection:
            _take_turn(connection, place)
            kept = f"What {place} keeps of runs"
            _refuse_newer_tables(connection, "checkpoint_migrations", len(PostgresSaver.MIGRATIONS), kept)
            _refuse_newer_tables(connection, "store_migrations", len(PostgresStore.MIGRATIONS), kept)
            prepare_server(connection, _SCHEMA, kept)
            PostgresSaver(connection).setup()
            PostgresStore(connection).setup()
            prepare_server(connection, LEASES, kept)
        pool = ConnectionPool(
            url,
            connection_class=connection_class,
            min_size=1,
            max_size=CONNECTIONS,
            timeout=POOL_PATIENCE,
            # Not minutes of ever longer pauses: each "try again" makes an attempt of its own when the server is back.
            reconnect_timeout=POOL_PATIENCE,
            check=ConnectionPool.check_connection,
            kwargs=connect.keywords,
            open=True,
        )
    server = LeasesOnServer(pool)
    leases = Leases(server)

    @contextmanager
    def changing(thread: str, lease: Lease | None) -> Iterator[BaseStore]:
        with leases.holding(thread, lease.token) if lease else server.transaction() as connection:
            take_turn(connection, thread)
            yield PostgresStore(connection)

    def close() -> None:
        leases.close()
        pool.close()

    return Checkpoints(Saver(pool, leases), PostgresStore(pool), leases, changing, place, "", close)


def _take_turn(connection: psycopg.Connection[DictRow], place: str) -> None:
    """Let one process at a time make the tables: two at once break each other's `CREATE TABLE IF NOT EXISTS`.

    The turn ends with the connection. It is asked for again and again, because a statement that waits for it would hold
    up the `CREATE INDEX CONCURRENTLY` of the process whose turn it is.
    """
    deadline = time.monotonic() + OPEN_PATIENCE
    while connection.execute("SELECT pg_try_advisory_lock(%s) AS mine", (_SETUP_LOCK,)).fetchone() != {"mine": True}:
        if time.monotonic() > deadline:
            raise StoreError(f"{place} is being set up by another program.", "Wait a moment and try again.")
        time.sleep(0.05)


# --- words for what goes wrong ----------------------------------------------------------------------------------------

_OTHER_FOLDER = "Make the folder writable for yourself, or name another one in GLASSBOX_DATA."
_CHECK_SERVER = (
    "Check DATABASE_URL (in its password write @ as %40 and / as %2F) and that the server runs, then try again. "
    "Without DATABASE_URL, runs are kept in a file."
)
_TRY_AGAIN = "Check that the server runs, then try again. What was kept is not lost."
_LOCKED = (
    "is being used by another program",
    "Close a second Glassbox, a database browser or a backup that uses it, then try again. What was kept is not lost.",
)
_DAMAGED = ("is damaged", "Start Glassbox again: it sets the damaged file aside and begins a new one.")
_MOVED = ("was moved or deleted while it was in use", "Put it back, or start Glassbox again to begin a new one.")
_SQLITE_WORDS = {
    "SQLITE_BUSY": _LOCKED,
    "SQLITE_LOCKED": _LOCKED,
    "SQLITE_READONLY_DBMOVED": _MOVED,
    "SQLITE_READONLY": ("may be read but not written", _OTHER_FOLDER),
    "SQLITE_CANTOPEN": ("cannot be opened", _OTHER_FOLDER),
    "SQLITE_PERM": ("cannot be opened", _OTHER_FOLDER),
    "SQLITE_FULL": ("cannot grow: the disk is full", "Make room on the disk or forget old runs, then try again."),
    "SQLITE_IOERR": ("cannot be used: the disk reports an error", "Check the disk, then try again."),
    "SQLITE_CORRUPT": _DAMAGED,
    "SQLITE_NOTADB": _DAMAGED,
}
_SERVER_WORDS = {
    "53100": ("has no room left on its disk", "Make room there or forget old runs, then try again."),
    "53300": ("has no free connection", "Let other programs release theirs, or raise max_connections, then try again."),
    "25006": ("may be read but not written", "Let DATABASE_URL name the primary server, not a copy of it."),
    "42501": ("does not let this user make or write tables", "Ask for the right to, or use another user."),
    "22P02": ("cannot keep a text of this run: it holds broken characters", "Ask again without them."),
    "22P05": ("cannot keep a text of this run: it holds a NUL character", "Ask again without it."),
}


@contextmanager
def in_words(place: str = "") -> Iterator[None]:
    """Raise a `StoreError` instead of whatever a store raises inside; `place` is the subject of its sentence."""
    try:
        yield
    except _perhaps_store_errors() as error:
        translated = translate(error, place)
        if translated is None:
            raise
        raise translated from error


@contextmanager
def reading() -> Iterator[None]:
    """Guard a look at a kept state (`get_state`, `get_state_history`, `update_state`). Raises `StoreError`."""
    try:
        with in_words():
            yield
    except _UNREADABLE as error:
        raise StoreError(
            "This run cannot be read: what was kept of it is damaged.", "Forget it and start a new one."
        ) from error


def translate(error: BaseException, place: str = "") -> StoreError | None:
    """Find words for an error that a store raised; None when it comes from elsewhere.

    `place` is the subject of the sentence; without it, the sentence speaks of a file in the data folder, or PostgreSQL.
    """
    if isinstance(error, StoreError):
        return error
    origin = _origin(error)
    if isinstance(origin, sqlite3.Error):
        code = _code(origin)
        # An exact code such as SQLITE_IOERR_WRITE has words of its own or those of its family, SQLITE_IOERR.
        words = _SQLITE_WORDS.get(code) or _SQLITE_WORDS.get("_".join(code.split("_")[:2]))
        words = words or (f"cannot be used: {origin}", "Start Glassbox again.")
        return StoreError(f"{place or 'A file in the data folder'} {words[0]}.", words[1])
    if origin is not None:
        from psycopg_pool import PoolTimeout

        said = str(origin).strip().splitlines() or [type(origin).__name__]
        lost = "does not answer" if isinstance(origin, PoolTimeout) else f"cannot be used: {said[0]}"
        words = _SERVER_WORDS.get(getattr(origin, "sqlstate", None) or "")
        words = words or (lost, _CHECK_SERVER if place else _TRY_AGAIN)
        return StoreError(f"{place or 'PostgreSQL'} {words[0]}.", words[1])
    return None


def _origin(error: BaseException) -> BaseException | None:
    """Return the first store error behind `error`: LangGraph wraps some of them, and hides some behind a failed
    commit."""
    found: BaseException | None = None
    current: BaseException | None = error
    while current is not None:
        behind = current.__cause__
        if isinstance(current, _store_errors()):
            found, behind = current, behind or current.__context__
        current = behind
    return found


def _store_errors() -> tuple[type[Exception], ...]:
    # Not imported for this: where psycopg was never imported, no error can be one of its errors.
    driver = sys.modules.get("psycopg")
    return (sqlite3.Error, driver.Error) if driver else (sqlite3.Error,)


def _perhaps_store_errors() -> tuple[type[Exception], ...]:
    return (ValueError, *_store_errors())  # SqliteStore wraps what goes wrong in a look-up in a ValueError


def _code(error: sqlite3.Error) -> str:
    """Return the name of SQLite's result code; empty for errors of Python's own, such as a closed connection."""
    return getattr(error, "sqlite_errorname", "")
