"""What the embedded library graph keeps in memory: vectors and relations of one state of its file."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.retrieval.embedder import DIMENSIONS, Vectors
from core.retrieval.vectors import VectorIndex

MEMORY_VERSION = "SELECT state.version || '.' || vector_state.version FROM state, vector_state"

Numbers = NDArray[np.int64]
_ROUNDING = 1e-6  # what single precision may hide
_QUESTIONS = 8
_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")


class Nodes:
    """All nodes of one label: their keys (an id, a name) by number, and the vectors [n, 384] of `numbers`, which are
    all of them unless some vectors are still to come."""

    def __init__(self, keys: dict[int, str], numbers: Numbers, matrix: Vectors) -> None:
        self.key = keys
        self._numbers = numbers
        self._index = VectorIndex(matrix)
        self._recent: dict[bytes, Future[Vectors]] = {}
        self._guard = threading.Lock()

    def __len__(self) -> int:
        return len(self._numbers)

    def nearest(self, vector: Vectors, limit: int, allowed: Numbers | None = None) -> list[tuple[int, float]]:
        """Return number and score (1 + cosine) / 2 of the nearest nodes among the `allowed`, best first, ties by key.

        Those that may be among the first in single precision are scored again in double, so that equal vectors have
        equal scores.
        """
        query = np.asarray(vector, np.float64)
        length = float(np.linalg.norm(query))
        if allowed is not None and len(self) < len(self.key):
            allowed = np.intersect1d(allowed, self._numbers)
        places = None if allowed is None else np.searchsorted(self._numbers, allowed)
        limit = min(limit, len(self) if places is None else len(places))
        if limit < 1 or not length:
            return []
        query /= length
        scores = self._scores(query.astype(np.float32))
        scores = scores if places is None else scores[places]
        least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        rows = np.flatnonzero(scores >= least - _ROUNDING)
        rows = rows if places is None else places[rows]
        exact = self._index.matrix[rows].astype(np.float64)
        cosines = (exact * query).sum(axis=1) / np.maximum(np.linalg.norm(exact, axis=1), 1e-12)
        found = zip(self._numbers[rows].tolist(), np.clip((1 + cosines) / 2, 0, 1).tolist(), strict=True)
        return sorted(found, key=lambda node: (-node[1], self.key[node[0]]))[:limit]

    def _scores(self, query: Vectors) -> Vectors:
        """Return the cosines of all nodes. Two searches of one question, at the same time, calculate them once."""
        key = query.tobytes()
        with self._guard:
            mine = key not in self._recent
            future = self._recent.setdefault(key, Future())
            for oldest in list(self._recent)[:-_QUESTIONS]:
                del self._recent[oldest]
        if mine:
            try:
                future.set_result(self._index.scores(query))
            except BaseException as error:
                future.set_exception(error)
                raise
        return future.result()


@dataclass(frozen=True)
class Relations:
    """All relations of one type, in the order of their books: row i says that `books[i]` has to do with `others[i]`."""

    books: Numbers
    others: Numbers

    def other_ends(self, books: Numbers | None) -> Numbers | None:
        """Who has to do with any of these books (None: all of them, on both sides)."""
        if books is None:
            return None
        ends = np.zeros(self.others.max(initial=0) + 1, np.bool_)  # several times as fast as sorting them out
        ends[self.others[np.isin(self.books, books)]] = True
        return np.flatnonzero(ends)

    def ends_of(self, books: Sequence[int]) -> list[list[int]]:
        """For each of these books its other ends, in their order."""
        firsts, lasts = (np.searchsorted(self.books, books, side).tolist() for side in _SIDES)
        return [self.others[first:last].tolist() for first, last in zip(firsts, lasts, strict=True)]

    def members(self, books: Sequence[int]) -> dict[int, list[int]]:
        """For each other end the books among these, in the order given."""
        found: dict[int, list[int]] = {}
        for book, others in zip(books, self.ends_of(books), strict=True):
            for other in others:
                found.setdefault(other, []).append(book)
        return found


@dataclass(frozen=True)
class Memory:
    """One state of the file, by its version; safe to read from many threads."""

    version: str
    books: Nodes
    authors: Nodes
    genres: Nodes
    wrote: Relations
    belongs_to: Relations


def read_nodes(connection: sqlite3.Connection, sql: str) -> Nodes:
    """Return the nodes that a query gives as number, key and vector (or none), in the order of their numbers."""
    rows = connection.execute(sql).fetchall()
    known = [(number, vector) for number, _, vector in rows if vector is not None]
    matrix = np.frombuffer(b"".join(vector for _, vector in known), np.float32).reshape(-1, DIMENSIONS)
    keys = {number: key for number, key, _ in rows}
    return Nodes(keys, np.array([number for number, _ in known], np.int64), matrix)


def read_relations(connection: sqlite3.Connection, sql: str) -> Relations:
    """Return the relations that a query gives as book and other end, in the order of the books."""
    rows = np.array(connection.execute(sql).fetchall(), np.int64).reshape(-1, 2)
    return Relations(rows[:, 0].copy(), rows[:, 1].copy())
