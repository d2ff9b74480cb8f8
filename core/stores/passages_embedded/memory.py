"""What is searched, in memory: vectors and word counts of a file, brought up to date when something is asked.

The version in the file is looked at first, whether this process changed the file or another one. As numbers of
documents are never given twice, the difference of two sets of numbers is all that changed.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from core.retrieval.embedder import Embedder, Vectors
from core.retrieval.fusion import Found
from core.retrieval.hybrid import HybridIndex
from core.retrieval.vectors import VectorIndex
from core.stores.passages import Document, IndexCard, Scope
from core.stores.passages_embedded.counts import Counts
from core.stores.passages_embedded.file import Ids, flat, read_card, read_contexts, read_matrix
from core.stores.passages_kept import combined_digest, refuse_other_model

_PARTS_KEPT = 8  # scopes that were looked at lately


class Index(NamedTuple):
    """What is in memory, of which version of the file; `uncounted` passages changed since the counts were kept."""

    hybrid: HybridIndex
    version: int
    ids: Ids
    embedded: dict[int, int]  # how many passages of each document have their vectors
    uncounted: int


class Part(NamedTuple):
    """What a scope allows."""

    hybrid: HybridIndex
    documents: list[Document]
    card: IndexCard


class Memory:
    """The index of one file, and those of the parts of it that were asked about lately."""

    def __init__(self, path: Path, embedder: Embedder) -> None:
        self.counts = Counts(path)
        self._embedder = embedder
        self._refreshing = threading.Lock()
        self._index: Index | None = None
        self._parts_changing = threading.Lock()
        self._parts_of = -1  # of which version of the file
        self._parts: dict[Scope, Part] = {}

    def forget(self) -> None:
        """Let go of all."""
        self._index = None

    def up_to_date(self, connection: sqlite3.Connection) -> Index:
        """Return the index of the file as the connection sees it."""
        index = self._index
        if index and index.version == read_card(connection).version:
            return index
        with self._refreshing:
            index = self._index = self._refreshed(connection)
            return index

    def part(self, connection: sqlite3.Connection, scope: Scope, within: Callable[[], dict[int, Document]]) -> Part:
        """Return the index of a scope: derived from that of all, and kept while the file does not change.

        `within` looks up its documents, by number.
        """
        with self._parts_changing:
            index = self.up_to_date(connection)
            if self._parts_of != index.version:
                self._parts.clear()
                self._parts_of = index.version
            if scope not in self._parts:
                while len(self._parts) >= _PARTS_KEPT:
                    self._parts.pop(next(iter(self._parts)))
                self._parts[scope] = self._derived(connection, index, within())
            return self._parts[scope]

    def _refreshed(self, connection: sqlite3.Connection) -> Index:
        before, card = self._index, read_card(connection)
        if before and before.version == card.version:  # another thread was quicker
            return before
        refuse_other_model(card.model, self._embedder.name)
        ids, embedded = _passages_of(connection, "ended = ''")
        if before is None:
            keywords, uncounted = self.counts.counted(connection, card.birth, ids)
            vectors = read_matrix(connection, ids, self._embedder.dimensions)
            hybrid = HybridIndex.opened(self._embedder, flat(ids), keywords, VectorIndex(vectors))
        else:
            hybrid = before.hybrid.copy()
            uncounted = before.uncounted + self._change(connection, hybrid, before.ids, ids)
            came = {
                number: ids[number] for number, count in before.embedded.items() if embedded.get(number, count) != count
            }
            if came:
                vectors = read_matrix(connection, came, self._embedder.dimensions)
                hybrid.set_vectors(dict(zip(flat(came), vectors, strict=True)))
        uncounted = self.counts.keep_where_many(uncounted, card.birth, ids, hybrid.keywords)
        return Index(hybrid, card.version, ids, embedded, uncounted)

    def _derived(self, connection: sqlite3.Connection, index: Index, documents: dict[int, Document]) -> Part:
        everything, embedded = _passages_of(connection)
        ids = {number: some for number, some in everything.items() if number in documents}
        hybrid = index.hybrid.copy()
        self._change(connection, hybrid, index.ids, ids)
        card = read_card(connection)
        made = IndexCard(
            card.model,
            self._embedder.dimensions,
            len(ids),
            len(hybrid),
            card.changed,
            combined_digest("", flat(ids)),
            sum(embedded[number] for number in ids),
        )
        return Part(hybrid, list(documents.values()), made)

    def _change(self, connection: sqlite3.Connection, hybrid: HybridIndex, before: Ids, ids: Ids) -> int:
        """Let an index of these documents be one of those; return how many passages came and went."""
        gone = flat({number: some for number, some in before.items() if number not in ids})
        fresh = {number: some for number, some in ids.items() if number not in before}
        if gone:
            hybrid.remove(gone)
        if fresh:
            vectors = read_matrix(connection, fresh, self._embedder.dimensions)
            hybrid.add(flat(fresh), read_contexts(connection, fresh), vectors=vectors)
        return len(gone) + len(flat(fresh))


def search(index: HybridIndex, query: str, vector: Vectors, limit: int) -> list[Found]:
    """Return what the two searches find, best first."""
    hybrid = index.copy()
    nearest = [(hit.id, hit.score) for hit in hybrid.nearest(vector, limit)]
    by_words = [(hit.id, hit.score) for hit in hybrid.keyword_top(query, limit)]
    return [
        Found("vectors", "vector", nearest, low=-1.0, high=1.0),
        Found("text", "keyword", by_words, low=0.0, high=hybrid.keyword_bound(query)),
    ]


def _passages_of(connection: sqlite3.Connection, those: str = "TRUE") -> tuple[Ids, dict[int, int]]:
    """Return the ids of the passages of documents, and how many of them have their vectors, by its number."""
    rows: Iterable[tuple[int, str, int, int]] = connection.execute(
        f"SELECT number, id, passages, embedded FROM documents WHERE {those} ORDER BY number"  # noqa: S608 - ours
    ).fetchall()
    ids = {number: [f"{id}:{place}" for place in range(count)] for number, id, count, _ in rows}
    return ids, {number: count for number, _, _, count in rows}
