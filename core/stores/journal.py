"""What a job over many items has done so far: one SQLite file a job, so that a killed process resumes where it was.

The results of a chunk and its mark are written in one transaction: a chunk with a mark is done and is never done again,
a chunk without a mark has left nothing behind. The number of an item, counted from 0, is the key of its result, so that
no item can have two.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import InputError, StoreError
from core.schema import Schema, prepare_file, refuse_newer, version_of
from core.stores.sqlite import open_shared, turn

_TABLES = """
CREATE TABLE IF NOT EXISTS job (work TEXT NOT NULL, chunk INTEGER NOT NULL, total INTEGER, digest TEXT);
CREATE TABLE IF NOT EXISTS results (number INTEGER PRIMARY KEY, result TEXT, reason TEXT);
CREATE TABLE IF NOT EXISTS marks (first INTEGER PRIMARY KEY, size INTEGER NOT NULL, failed INTEGER NOT NULL,
    digest TEXT NOT NULL);
"""
_SCHEMA = Schema(version=1, tables=_TABLES)
_PAGE = 1_000  # rows read at a time: a reader that is slow, or never finishes, holds nothing open
_RESUME = "What is done is kept: start the same work again to resume."
_WORDS = {
    sqlite3.SQLITE_BUSY: ("is locked by another program", f"Close that program. {_RESUME}"),
    sqlite3.SQLITE_LOCKED: ("is locked by another program", f"Close that program. {_RESUME}"),
    sqlite3.SQLITE_FULL: ("cannot grow: the disk is full", f"Make room on the disk. {_RESUME}"),
    sqlite3.SQLITE_READONLY: ("is read-only", "Allow writing to the file and its folder, or choose another place."),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", "See that its folder exists and can be written to."),
    sqlite3.SQLITE_IOERR: ("cannot be read or written", f"See that the disk is there and has room. {_RESUME}"),
    sqlite3.SQLITE_CORRUPT: ("is damaged", "Delete the file and begin again."),
    sqlite3.SQLITE_NOTADB: ("is not a journal, or is damaged", "Choose another place, or delete the file."),
}


class AtWork(StoreError):
    """Somebody else is working on this journal."""


@dataclass(frozen=True)
class Failed:
    """An item that could not be done, and why. A function may give it in the place of a result."""

    reason: str


class Counts(NamedTuple):
    """How many items are done, how many of these failed, and how many there are (None: not known yet)."""

    done: int
    failed: int
    total: int | None


class Purpose(NamedTuple):
    """What a journal belongs to: the work with its version, the size of its chunks, how many items and which.

    `total` and `digest` belong to all items; they are None when these can be read only once.
    """

    work: str
    chunk: int
    total: int | None
    digest: str | None


class Record(NamedTuple):
    """What is kept of one item: its result as JSON text, or the reason why there is none."""

    result: str | None
    reason: str | None


@dataclass(frozen=True)
class Chunk:
    """Items that are handed to the function together, each as JSON text; `first` is the number of the first one."""

    first: int
    items: list[str]

    @property
    def digest(self) -> str:
        """What tells these items from others."""
        return hashlib.sha256("\n".join(self.items).encode()).hexdigest()


class Journal:
    """The results of one job, in one file. Making it touches nothing; the file begins with the work."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def writing(self, purpose: Purpose) -> Iterator[Writer]:
        """Open the journal for the one process that works, or begin it.

        Raises `InputError` for a journal of other work or of other items, `AtWork` when another process is at work on
        it, `StoreError` when the file cannot be used.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"There is no folder for the journal {self.path.name}: {error.strerror}.", "Choose another place."
            ) from error
        with _alone(self.path), self._opened() as connection:
            yield Writer(self.path, connection, purpose)

    def counts(self) -> Counts:
        """Return what is done so far, whether somebody is working on it or not. Raises `StoreError`."""
        with self._reading() as connection, _in_words(self.path):
            return _counts(connection) if _is_begun(connection) else Counts(0, 0, None)

    def results(self, start: int = 0) -> Generator[tuple[int, Any], None, None]:
        """Give number (from 0) and result, or `Failed`, of every finished item from number `start` on.

        They come in order and are read as they are asked for; who stops before the end closes the iterator.
        """
        for number, result, reason in self._rows(start):
            yield number, Failed(reason) if reason is not None else json.loads(result)

    @contextmanager
    def looking_up(self) -> Generator[Callable[[Collection[int]], dict[int, Any]], None, None]:
        """Give a function that returns the result, or `Failed`, of each of some finished items by its number."""
        with self._reading() as connection:

            def look_up(numbers: Collection[int]) -> dict[int, Any]:
                marks = ",".join("?" * len(numbers))
                query = f"SELECT number, result, reason FROM results WHERE number IN ({marks})"  # noqa: S608
                with _in_words(self.path):
                    rows = connection.execute(query, tuple(numbers)).fetchall()
                return {
                    number: Failed(reason) if reason is not None else json.loads(result)
                    for number, result, reason in rows
                }

            yield look_up

    def _rows(self, start: int) -> Iterator[tuple[int, str, str | None]]:
        query = "SELECT number, result, reason FROM results WHERE number > ? ORDER BY number LIMIT ?"
        last = start - 1
        with self._reading() as connection:
            with _in_words(self.path):
                if not _is_begun(connection):
                    return
            while True:
                with _in_words(self.path):
                    rows = connection.execute(query, (last, _PAGE)).fetchall()
                if not rows:
                    return
                yield from rows
                last = rows[-1][0]

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        if not self.path.is_file():
            raise StoreError(f"There is no journal {self.path.name}.", "Start the work first.")
        with self._opened() as connection:
            with _in_words(self.path):
                refuse_newer(version_of(connection), _SCHEMA.version, f"The journal {self.path.name}")
            yield connection

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        with _in_words(self.path):
            # a reader left in the middle is closed by whichever thread collects it
            connection = open_shared(self.path, check_same_thread=False)
        with closing(connection):
            yield connection


class Writer:
    """The pen of the one process that works on a journal. `chunk` is the size that the journal was begun with."""

    def __init__(self, path: Path, connection: sqlite3.Connection, purpose: Purpose) -> None:
        self._path = path
        self._connection = connection
        with self._transaction():
            prepare_file(connection, _SCHEMA, f"The journal {path.name}")
            if connection.execute("SELECT count(*) FROM job").fetchone() == (0,):
                connection.execute("INSERT INTO job VALUES (?, ?, ?, ?)", purpose)
            known = Purpose(*connection.execute("SELECT work, chunk, total, digest FROM job").fetchone())
        if known.work != purpose.work:
            raise InputError(
                f"The journal {path.name} belongs to other work: {known.work}, not {purpose.work}.",
                "Begin a new journal for this work.",
            )
        if _differ(known.total, purpose.total) or _differ(known.digest, purpose.digest):
            raise self._other_items()
        self.chunk = known.chunk
        self.total = known.total

    def counts(self) -> Counts:
        """Return what is done so far."""
        with _in_words(self._path):
            return _counts(self._connection)

    def has(self, chunk: Chunk) -> bool:
        """Whether this chunk is done. Raises `InputError` when the journal knows other items at its place."""
        with _in_words(self._path):
            mark = self._connection.execute("SELECT digest FROM marks WHERE first = ?", (chunk.first,)).fetchone()
        beyond = self.total is not None and chunk.first + len(chunk.items) > self.total
        if beyond or mark not in (None, (chunk.digest,)):
            raise self._other_items()
        return mark is not None

    def write(self, chunk: Chunk, records: Sequence[Record]) -> None:
        """Keep what came of a chunk, and its mark, at once. A bad item is kept with its reason."""
        rows = [(chunk.first + index, *record) for index, record in enumerate(records)]
        failed = sum(record.reason is not None for record in records)
        with self._transaction():
            self._connection.executemany("INSERT INTO results (number, result, reason) VALUES (?, ?, ?)", rows)
            mark = (chunk.first, len(rows), failed, chunk.digest)
            self._connection.execute("INSERT INTO marks VALUES (?, ?, ?, ?)", mark)

    def end(self, total: int) -> None:
        """Note that the items end here. Raises `InputError` when the journal knows more of them."""
        with self._transaction():
            known = self._connection.execute("SELECT max(first + size) FROM marks").fetchone()[0] or 0
            if known > total or _differ(total, self.total):
                raise self._other_items()
            self._connection.execute("UPDATE job SET total = ?", (total,))
        self.total = total

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with _in_words(self._path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            yield

    def _other_items(self) -> InputError:
        return InputError(
            f"The journal {self._path.name} was begun with other items.",
            "Give the same items in the same order to resume, or begin a new journal.",
        )


def _is_begun(connection: sqlite3.Connection) -> bool:
    """Tell whether the tables are there: the file is, for a moment, without them, and somebody may look just then."""
    return connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'job'").fetchone() is not None


def _counts(connection: sqlite3.Connection) -> Counts:
    done, failed = connection.execute("SELECT coalesce(sum(size), 0), coalesce(sum(failed), 0) FROM marks").fetchone()
    (total,) = connection.execute("SELECT total FROM job").fetchone()
    return Counts(done, failed, total)


def _differ(one: object, other: object) -> bool:
    """Tell whether both are known and not the same."""
    return one is not None and other is not None and one != other


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep a second process out as long as this one lives."""
    with ExitStack() as held:
        try:
            with _in_words(path):
                held.enter_context(turn(Path(f"{path}.lock"), patience=0))
        except StoreError as error:
            if getattr(error.__cause__, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
                raise
            raise AtWork(
                f"Somebody is already working on the journal {path.name}.",
                "Wait until that work is finished or cancel it, then start again.",
            ) from error
        yield


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    """Turn what SQLite says into a `StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte is the family of the error
        what, advice = _WORDS.get(code, ("cannot be used", "Choose another place, or delete the file."))
        raise StoreError(f"The journal {path.name} {what} ({error}).", advice) from error
