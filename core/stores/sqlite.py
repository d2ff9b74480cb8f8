"""SQLite files that one writes while others read: opened with the write-ahead log, also when two open at once."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from core.stores.files import settle

PATIENCE = 5.0  # seconds, as SQLite's own default
_PAUSE = 0.01


def open_shared(
    path: Path, *, patience: float = PATIENCE, check_same_thread: bool = True, each_commit_lasts: bool = True
) -> sqlite3.Connection:
    """Return a connection in autocommit whose readers and writer do not wait for each other.

    Every commit waits for the disk, and so survives a power cut. Without `each_commit_lasts` it does not, and spares
    the wait: a power cut takes the last commits, from the latest back, and damages nothing; `settle_log` ends that.

    Changing a file that is still in the old mode needs it for oneself, and for this SQLite does not wait: of two that
    open a new file at the same moment one was told that it is locked, one time in ten. So this waits, for `patience`
    seconds or whatever the connection says. Raises `sqlite3.Error`.
    """
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=check_same_thread)
    try:
        (milliseconds,) = connection.execute("PRAGMA busy_timeout").fetchone()
        deadline = time.monotonic() + milliseconds / 1000
        while not _is_write_ahead(connection, deadline):
            time.sleep(_PAUSE)
        # Said in words, because some builds of SQLite say otherwise where nobody says anything.
        connection.execute(f"PRAGMA synchronous = {'FULL' if each_commit_lasts else 'NORMAL'}")
    except BaseException:
        connection.close()
        raise
    return connection


def settle_log(path: Path) -> None:
    """Wait until all that was committed to a file lies on the disk. Raises `OSError`."""
    log = path.with_name(f"{path.name}-wal")
    if log.exists():  # without one everything is in the file itself, where SQLite waited for it
        settle(log)


def _is_write_ahead(connection: sqlite3.Connection, deadline: float) -> bool:
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
            raise
        return False
    return True


@contextmanager
def one_state(connection: sqlite3.Connection) -> Iterator[None]:
    """Let all that is read inside be of one state of the file, whoever writes meanwhile; also where it is already."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("COMMIT")


@contextmanager
def turn(file: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Let one at a time be in here, of all threads of all processes on a machine.

    An empty SQLite file is a lock that works on every system and ends with the process that holds it, however that
    ends. Raises `sqlite3.Error`, after `patience` seconds when somebody else is in here.
    """
    with closing(sqlite3.connect(file, timeout=patience, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield
