"""What was decided by hand, kept in the owner's folder: for this round, and remembered for the next.

Every act is added and none is written over, so that any number of them can be undone. The rounds of an owner share one
file: what was decided in one is remembered in all others, also when its survey is removed.
"""

# ruff: noqa: S608 - statements are put together from the constants below

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from core.errors import StoreError
from core.language.tokens import words
from core.schema import Schema, prepare_file
from core.stores.sqlite import open_shared
from core.stores.uploads import keeping
from core.systems.nco_classification.office.outcomes import ASK

How = Literal["analyst", "together", "adjudicated", "rule", "earlier", "imported", "withdrawn"]
MEMORY = ""
"""The round of what was imported or withdrawn, and not decided on any survey."""
_REMEMBERED: tuple[How, ...] = ("analyst", "together", "adjudicated", "imported", "withdrawn")
_UNSEEN: tuple[How, ...] = ("together", "earlier", "imported")

_SCHEMA = Schema(
    version=1,
    tables="""
CREATE TABLE IF NOT EXISTS decisions (number INTEGER PRIMARY KEY, step INTEGER NOT NULL, round TEXT NOT NULL,
    coder TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, industry TEXT NOT NULL, education TEXT NOT NULL,
    gives TEXT NOT NULL, how TEXT NOT NULL, why TEXT NOT NULL, decided_by TEXT NOT NULL, decided_on TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS decisions_of_round ON decisions (round, coder, key, number);
CREATE INDEX IF NOT EXISTS decisions_on_words ON decisions (key, number);
CREATE TABLE IF NOT EXISTS samples (round TEXT PRIMARY KEY, size INTEGER NOT NULL, weighted INTEGER NOT NULL,
    seed INTEGER NOT NULL);
""",
)
_ASKED = "asked about"
_APART = " | "  # no word has a bar in it
_FIELDS = "text, gives, industry, education, how, why, decided_by, decided_on"


@lru_cache(maxsize=50_000)
def key_of(text: str, industry: str = "", education: str = "") -> str:
    """Return the key under which decisions on an answer are kept; "" when nothing in it can be read.

    The same words have the same key, whatever their case and punctuation; nothing is translated and nothing is guessed,
    so that what was decided for one wording is never given to another. Where industry or education are told they are
    part of it: “operator” of a mill is not “operator” of a cinema.
    """
    said = " ".join(words(text))
    beside = [" ".join(words(cell)) for cell in (industry, education)]
    return _APART.join([said, *beside]) if said and any(beside) else said


@dataclass(frozen=True)
class Decision:
    """What an answer was given: a code, or one of `outcomes.WITHOUT_CODE`; "" takes back what was decided before.

    `why` goes on from that in an analyst's words; `by` is a name, and `on` ISO 8601 in UTC. What was accepted
    `together` with others was not looked at by itself, and says so for ever.
    """

    text: str
    gives: str
    industry: str = ""
    education: str = ""
    how: How = "analyst"
    why: str = ""
    by: str = ""
    on: str = ""

    @property
    def key(self) -> str:
        """What it is kept under."""
        return key_of(self.text, self.industry, self.education)

    @property
    def unseen(self) -> str:
        """How it was decided together with others, of which nobody looked at each; "" where somebody did."""
        return self.why if self.how in _UNSEEN else ""

    @property
    def told(self) -> str:
        """What was decided, in a few words, as it stands in the result."""
        if self.how == "rule":
            return f"by a rule of the office: {self.why} is {_ASKED if self.gives == ASK else self.gives}"
        if self.how == "earlier":
            how = f" ({self.unseen})" if self.unseen else ""
            return f"decided earlier by {self.by or 'an analyst'} on {self.on[:10]}{how}: {self.gives}"
        if self.how == "together":
            return f"{self.why}: {self.gives}" if self.gives else self.why
        return self.why or self.gives

    @property
    def sentence(self) -> str:
        """The same as a sentence."""
        return f"{self.told[:1].upper()}{self.told[1:]}."


@dataclass(frozen=True)
class Sample:
    """Which rows are drawn for a check, so that they can be drawn again; see `sampling.draw`."""

    size: int
    weighted: bool
    seed: int


class Decisions:
    """The file of an owner. Any number of threads, processes and servers may use it at once.

    Every method raises `StoreError` when the file cannot be used. `coder` is "" for what holds, and the name of who
    codes blind for what is only compared.
    """

    def __init__(self, owner: Path) -> None:
        self._path = owner / "nco" / "decisions.sqlite"

    def keep(self, round: str, decisions: Sequence[Decision], coder: str = "") -> None:
        """Add what was decided, as one act; the moment is noted where none is told."""
        if not decisions:
            return
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with self._writing() as connection:
            (step,) = connection.execute("SELECT coalesce(max(step), 0) + 1 FROM decisions").fetchone()
            connection.executemany(
                f"INSERT INTO decisions (step, round, coder, key, {_FIELDS}) VALUES ({', '.join('?' * 12)})",
                [
                    (
                        step, round, coder, one.key, one.text, one.gives, one.industry, one.education, one.how, one.why,
                        one.by, one.on or now,
                    )
                    for one in decisions
                ],
            )  # fmt: skip

    def decided(self, round: str, coder: str = "") -> dict[str, Decision]:
        """Return what holds in a round, by the keys of the words."""
        query = f"SELECT {_FIELDS}, key, max(number) FROM decisions WHERE round = ? AND coder = ? GROUP BY key"
        return _by_key(self._read(query, round, coder))

    def remembered(self, but: str | None = None) -> dict[str, Decision]:
        """Return the latest decision by hand on any words, of all rounds but one, by the keys of the words."""
        query = (
            f"SELECT {_FIELDS}, key, max(number) FROM decisions WHERE coder = '' AND round IS NOT ? "
            f"AND how IN ({', '.join('?' * len(_REMEMBERED))}) GROUP BY key"
        )
        return _by_key(self._read(query, but, *_REMEMBERED))

    def withdraw(self, decisions: Sequence[Decision]) -> None:
        """Remember these no longer. What was made of them in a round stays; `undo` of `MEMORY` brings them back."""
        self.keep(MEMORY, [replace(one, gives="", how="withdrawn", on="") for one in decisions])

    def last_name(self) -> str:
        """Name who decided last by hand and not blind; "" when nobody gave a name."""
        query = (
            "SELECT decided_by FROM decisions WHERE coder = '' AND decided_by != '' "
            "AND how IN ('analyst', 'together', 'adjudicated') ORDER BY number DESC LIMIT 1"
        )
        return next((str(name) for (name,) in self._read(query)), "")

    def latest(self, round: str, coder: str = "") -> list[Decision]:
        """Return what the latest act of a round decided; nothing when there is none."""
        return [Decision(*row) for row in self._read(f"SELECT {_FIELDS} FROM decisions WHERE {_LATEST}", round, coder)]

    def undo(self, round: str, coder: str = "") -> None:
        """Undo the latest act of a round; what was decided before it holds again."""
        with self._writing() as connection:
            connection.execute(f"DELETE FROM decisions WHERE {_LATEST}", (round, coder))

    def coders(self, round: str) -> list[str]:
        """Name everybody who coded blind in a round, by their first act."""
        query = "SELECT coder FROM decisions WHERE round = ? AND coder != '' GROUP BY coder ORDER BY min(number)"
        return [str(coder) for (coder,) in self._read(query, round)]

    # --- the sample of a round ----------------------------------------------------------------------------------------

    def sample(self, round: str) -> Sample | None:
        """Return the sample that was drawn of a round; None when there is none."""
        rows = self._read("SELECT size, weighted, seed FROM samples WHERE round = ?", round)
        return next((Sample(size, bool(weighted), seed) for size, weighted, seed in rows), None)

    def keep_sample(self, round: str, sample: Sample) -> None:
        """Keep the sample of a round in the place of an earlier one. What was coded of that stays."""
        with self._writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO samples VALUES (?, ?, ?, ?)", (round, sample.size, sample.weighted, sample.seed)
            )

    # --- the file -----------------------------------------------------------------------------------------------------

    def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        if not self._path.exists():
            return []
        with self._opened() as connection:
            return connection.execute(query, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with keeping("It"):
            self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._opened() as connection:
            connection.execute("BEGIN IMMEDIATE")
            with connection:
                yield connection

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(open_shared(self._path)) as connection:
                prepare_file(connection, _SCHEMA, "The file of decisions")
                yield connection
        except sqlite3.Error as error:
            raise StoreError(
                f"The decisions of the office cannot be used: {error}.",
                f"See that {self._path} can be read and written, and that the disk has room. Then try again.",
            ) from error


_LATEST = "round = ?1 AND coder = ?2 AND step = (SELECT max(step) FROM decisions WHERE round = ?1 AND coder = ?2)"


def _by_key(rows: Sequence[tuple[Any, ...]]) -> dict[str, Decision]:
    decisions = {row[-2]: Decision(*row[:-2]) for row in rows}
    return {key: one for key, one in decisions.items() if one.gives}
