"""What the rows of a long file say, each once and on disk: memory holds one whole number a row and nothing else."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from core.errors import StoreError
from core.stores.journal import Failed, Journal
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import index_name
from core.systems.nco_classification.survey.batch import Item, as_item, said_in
from core.systems.nco_classification.survey.rows import Row, row_without_code
from core.systems.nco_classification.survey.said import Said

_TOGETHER = 500  # rows looked up at once
_HELD = 10_000  # results, some 3 kB each


class KeptItems(Collection[Item]):
    """The items of a job, in the order of their first row: read from disk as often as they are wanted."""

    def __init__(self, path: Path, count: int) -> None:
        self._path = path
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Item]:
        with closing(_opened_to_read(self._path)) as connection:
            for (item,) in connection.execute("SELECT item FROM said ORDER BY number"):
                yield json.loads(item)

    def __contains__(self, item: object) -> bool:
        return any(item == kept for kept in self)


class DistinctRows:
    """For every row of a file the number of what it says; two that say the same have the same number."""

    def __init__(self, path: Path) -> None:
        """`path` is a file that is written anew."""
        self._path = path
        self.numbers = array("I")
        self.count = 0

    def gather(self, rows: Iterable[Said]) -> KeptItems:
        """Give all rows their numbers. Raises `StoreError` when the disk is full or cannot be written to."""
        self._path.unlink(missing_ok=True)
        try:
            with closing(sqlite3.connect(self._path, isolation_level=None)) as connection:
                connection.execute("PRAGMA synchronous = OFF")  # it is made anew after a power cut
                connection.execute("PRAGMA journal_mode = OFF")
                connection.execute("CREATE TABLE said (number INTEGER PRIMARY KEY, digest BLOB UNIQUE, item TEXT)")
                connection.execute("BEGIN")
                remaining = iter(rows)
                while some := list(islice(remaining, _TOGETHER)):
                    self._add(connection, some)
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreError(f"{self._path} cannot be written: {error}.", "See that the disk has room.") from error
        return KeptItems(self._path, self.count)

    def _add(self, connection: sqlite3.Connection, rows: Sequence[Said]) -> None:
        items = [json.dumps(as_item(said)) for said in rows]
        digests = [hashlib.sha256(item.encode()).digest()[:16] for item in items]
        distinct = dict(zip(digests, items, strict=True))
        marks = ",".join("?" * len(distinct))
        query = f"SELECT digest, number FROM said WHERE digest IN ({marks})"  # noqa: S608
        known: dict[bytes, int] = dict(connection.execute(query, tuple(distinct)).fetchall())
        fresh = [digest for digest in distinct if digest not in known]
        known |= {digest: self.count + place for place, digest in enumerate(fresh)}
        connection.executemany(
            "INSERT INTO said VALUES (?, ?, ?)", [(known[digest], digest, distinct[digest]) for digest in fresh]
        )
        self.count += len(fresh)
        self.numbers.extend(known[digest] for digest in digests)

    def results(self, journal: Journal) -> Iterator[Row]:
        """Give what came of each row, in order, when all is coded; what was needed lately is held."""
        held: dict[int, Row] = {}
        with journal.looking_up() as look_up, closing(_opened_to_read(self._path)) as connection:
            for start in range(0, len(self.numbers), _TOGETHER):
                some = self.numbers[start : start + _TOGETHER]
                for number, result in look_up(set(some) - held.keys()).items():
                    held[number] = self._failed(connection, number, result) if isinstance(result, Failed) else result
                yield from map(held.__getitem__, some)
                for number in list(held)[:-_HELD]:
                    del held[number]

    def _failed(self, connection: sqlite3.Connection, number: int, failed: Failed) -> Row:
        (item,) = connection.execute("SELECT item FROM said WHERE number = ?", (number,)).fetchone()
        said = said_in(json.loads(item))
        return row_without_code(said.text, failed.reason, index_name(Classification.load()))


def _opened_to_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, check_same_thread=False)  # what is left in the middle is closed by any thread
