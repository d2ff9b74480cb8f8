"""Answers that were good, kept in one SQLite file, so that the same question is not sent twice within days."""

from __future__ import annotations

import logging
import sqlite3
import zlib
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from core.errors import StoreError
from core.schema import Schema, prepare_file

KEEP = 7 * 86_400  # seconds for an answer with records
KEEP_EMPTY = 86_400  # seconds for one without: something may appear
_SCHEMA = Schema(
    version=1,
    tables="CREATE TABLE IF NOT EXISTS answers"
    " (key TEXT PRIMARY KEY, fetched REAL NOT NULL, expires REAL NOT NULL, body BLOB)",
)
_log = logging.getLogger(__name__)


class Kept(NamedTuple):
    """A body, and when (seconds since 1970) the source gave it."""

    body: bytes
    fetched: float


def cache_key(method: str, address: str, parameters: Mapping[str, str]) -> str:
    """Return the request in its normal form: what was asked of whom, without key and contact, whatever the order."""
    return f"{method} {address}?{urlencode(sorted(parameters.items()))}"


class Cache:
    """Good answers by request. A cache that cannot be read or written is no reason to stop: it says so in the log."""

    def __init__(self, file: Path, time: Callable[[], float]) -> None:
        self._file = file
        self._time = time

    def get(self, key: str) -> Kept | None:
        """Return what is kept and still fresh; not what the clock, set back since, would keep fresh for longer."""
        query = "SELECT body, fetched FROM answers WHERE key = ?1 AND expires > ?2 AND fetched <= ?2"
        try:
            with closing(self._open()) as database:
                row = database.execute(query, (key, self._time())).fetchone()
            return Kept(zlib.decompress(row[0]), row[1]) if row else None
        except (StoreError, sqlite3.Error, zlib.error, OSError) as error:
            _log.warning("The cache of answers cannot be read: %s", error)
            return None

    def put(self, key: str, body: bytes, empty: bool) -> None:
        """Keep a good answer; what is too old goes."""
        now = self._time()
        try:
            with closing(self._open()) as database, database:
                database.execute("DELETE FROM answers WHERE expires <= ?", (now,))
                row = (key, now, now + (KEEP_EMPTY if empty else KEEP), zlib.compress(body))
                database.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", row)
        except (StoreError, sqlite3.Error, OSError) as error:
            _log.warning("The cache of answers cannot be written: %s", error)

    def _open(self) -> sqlite3.Connection:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(self._file, timeout=5)
        try:
            prepare_file(database, _SCHEMA, f"The file {self._file.name}")
        except BaseException:
            database.close()
            raise
        return database
