"""A collection in one SQLite file; `HybridIndex` finds, in memory.

The file is the truth (`file`): documents, their texts, passages, and for each document the matrix of its vectors. In
memory (`memory`) are vectors and the word counts of BM25, which are kept beside the file as well (`counts`).
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, LifoQueue
from typing import Any

import numpy as np

from core.errors import StoreError
from core.retrieval.embedder import Embedder, Vectors
from core.retrieval.fusion import Found
from core.schema import prepare_file
from core.stores.checkpoints import in_words
from core.stores.passages import Document, IndexCard, Passage, Scope, place_of
from core.stores.passages_embedded.file import DIALECT, SCHEMA, change_card, read_card, read_matrix
from core.stores.passages_embedded.memory import Memory, Part, search
from core.stores.passages_kept import (
    DOCUMENT,
    Asked,
    KeptPassages,
    combined_digest,
    now,
    parts_to_text,
    refuse_other_model,
)
from core.stores.sqlite import open_shared

PATIENCE = 10.0
"""Seconds that one who writes waits for another; who reads never waits."""

_BYTES = 4  # of a number of a vector


class EmbeddedPassages(KeptPassages[sqlite3.Connection]):
    """Implements `Passages`. May be shared by any number of threads, and its file by any number of processes."""

    dialect = DIALECT

    def __init__(self, path: Path, embedder: Embedder) -> None:
        """Open the file, or begin it. Raises `StoreError`."""
        self._path = path
        self._embedder = embedder
        self._connections: LifoQueue[sqlite3.Connection] = LifoQueue()  # not at work
        self._memory = Memory(path, embedder)
        self._asked = Asked()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"The folder {path.parent} cannot be made: {error.strerror}.", "Make the data folder writable."
            ) from error
        try:
            with self._writing() as connection:
                prepare_file(connection, SCHEMA, f"The file {path.name}")
                birth = (secrets.token_hex(8), now())
                connection.execute("INSERT OR IGNORE INTO card VALUES (1, ?, 0, '', '', ?)", birth)
        except BaseException:
            self.close()
            raise

    @property
    def kind(self) -> str:
        """Which store it is, for the screen."""
        return "SQLite file, searched in memory"

    # --- changing -----------------------------------------------------------------------------------------------------

    def _insert(
        self,
        link: sqlite3.Connection,
        document: Document,
        text: str,
        passages: Sequence[Passage],
        vectors: Vectors | None,
    ) -> int:
        number = link.execute(
            f"INSERT INTO documents ({DOCUMENT}, passages, embedded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            (
                *(getattr(document, field) for field in DOCUMENT.split(", ")),
                len(passages),
                0 if vectors is None else len(passages),
            ),
        ).lastrowid
        assert number is not None
        link.execute("INSERT INTO texts VALUES (?, ?)", (number, text))
        link.executemany(
            "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (number, one.place, one.text, one.start, one.end, json.dumps(one.headings), one.page,
                 parts_to_text(one.parts))
                for one in passages
            ],
        )  # fmt: skip
        if vectors is None:
            length = len(passages) * self._embedder.dimensions * _BYTES
            link.execute("INSERT INTO vectors VALUES (?, zeroblob(?))", (number, length))
        else:
            matrix = np.ascontiguousarray(vectors, np.float32).tobytes()
            link.execute("INSERT INTO vectors VALUES (?, ?)", (number, matrix))
        digest = combined_digest(read_card(link).digest, [passage.id for passage in passages])
        change_card(link, self._embedder.name, digest)
        return number

    def _turn(self, link: sqlite3.Connection, number: int, current: bool) -> None:
        card = read_card(link)
        id, count = link.execute("SELECT id, passages FROM documents WHERE number = ?", (number,)).fetchone()
        ids = [f"{id}:{place}" for place in range(count)]
        change_card(link, card.model, combined_digest(card.digest, ids, removed=not current))

    def _note_names(self, link: sqlite3.Connection) -> None:
        card = read_card(link)
        change_card(link, card.model, card.digest)

    def _forget(self, link: sqlite3.Connection, number: int) -> None:
        for table in ("texts", "passages", "vectors"):
            link.execute(f"DELETE FROM {table} WHERE document = ?", (number,))  # noqa: S608 - ours
        link.execute("DELETE FROM documents WHERE number = ?", (number,))
        link.execute("UPDATE card SET model = '' WHERE NOT EXISTS (SELECT 1 FROM documents)")

    def set_vectors(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Set the vectors of these passages, all or none; see `Passages.set_vectors`. Raises `StoreError`."""
        size = self._embedder.dimensions * _BYTES
        with self._writing() as connection:
            card = read_card(connection)
            refuse_other_model(card.model, self._embedder.name)
            for id, vector in zip(ids, vectors, strict=True):
                document, place = place_of(id) or ("", 0)
                number = self._number_of(connection, document)
                if number is None:
                    continue
                with connection.blobopen("vectors", "matrix", number) as blob:
                    if (place + 1) * size > len(blob):
                        continue
                    blob.seek(place * size)
                    is_new = not any(blob.read(size))
                    blob.seek(place * size)
                    blob.write(np.asarray(vector, np.float32).tobytes())
                connection.execute("UPDATE documents SET embedded = embedded + ? WHERE number = ?", (is_new, number))
            change_card(connection, card.model, card.digest)

    def without_vectors(self, limit: int, skip: Collection[str] = ()) -> list[Passage]:
        """Return current passages without a vector; see `Passages.without_vectors`. Raises `StoreError`."""
        missing: list[str] = []
        first = {document: place for place, document in enumerate(self._asked.documents)}
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT number, id, passages FROM documents WHERE ended = '' AND embedded < passages ORDER BY number"
            ).fetchall()
            for number, id, count in sorted(rows, key=lambda row: first.get(row[1], len(first))):
                matrix = read_matrix(connection, {number: [""] * count}, self._embedder.dimensions)
                places = np.flatnonzero(~matrix.any(axis=1)).tolist()
                missing += [one for place in places if (one := f"{id}:{place}") not in skip]
                if len(missing) >= limit:
                    break
            return self._current(connection, missing[:limit])

    def clear(self) -> None:
        """Remove the whole collection: the file, and what was kept beside it."""
        self.close()
        for ending in ("", "-wal", "-shm"):
            self._path.with_name(self._path.name + ending).unlink(missing_ok=True)
        self._memory.counts.clear()

    def close(self) -> None:
        """Let go of the file; nothing may be asked of it afterwards."""
        self._memory.forget()
        while not self._connections.empty():
            self._connections.get_nowait().close()

    # --- looking ------------------------------------------------------------------------------------------------------

    def search(self, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return what the two searches find, best first; see `Passages.search`. Raises `StoreError`."""
        with self._reading() as connection:
            index = self._memory.up_to_date(connection)
        found = search(index.hybrid, query, vector, limit)
        if sum(index.embedded.values()) < len(index.hybrid):
            self._asked.note([id for id, _ in found[1].hits])
        return found

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """How many passages hold each of these terms; see `Passages.frequencies`. Raises `StoreError`."""
        with self._reading() as connection:
            return self._memory.up_to_date(connection).hybrid.keywords.frequencies(terms)

    def search_within(self, scope: Scope, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return what the two searches find of a scope. Raises `StoreError`."""
        found = search(self._part(scope).hybrid, query, vector, limit)
        self._asked.note([id for id, _ in found[1].hits])
        return found

    def frequencies_within(self, scope: Scope, terms: Sequence[str]) -> dict[str, int]:
        """How many passages of a scope hold each of these terms. Raises `StoreError`."""
        return self._part(scope).hybrid.keywords.frequencies(terms)

    def documents_within(self, scope: Scope) -> list[Document]:
        """Return the documents of a scope, by name. Raises `StoreError`."""
        return self._part(scope).documents

    def card_within(self, scope: Scope) -> IndexCard:
        """Return what an index of a scope is made of. Raises `StoreError`."""
        return self._part(scope).card

    def _part(self, scope: Scope) -> Part:
        with self._reading() as connection:
            return self._memory.part(connection, scope, lambda: self._within(connection, scope))

    def card(self) -> IndexCard:
        """Return what the index is made of."""
        with self._reading() as connection:
            card = read_card(connection)
            documents, passages, embedded = connection.execute(
                "SELECT count(*), coalesce(sum(passages), 0), coalesce(sum(embedded), 0) FROM documents"
                " WHERE ended = ''"
            ).fetchone()
        return IndexCard(
            card.model, self._embedder.dimensions, documents, passages, card.changed, card.digest, embedded
        )

    def check(self) -> None:
        """Read from the file now. Raises `StoreError`."""
        if not self._path.exists():  # SQLite itself would go on, with a file that no longer has a name
            raise StoreError(f"The file {self._path.name} was moved or deleted while it was in use.", "Put it back.")
        with self._reading() as connection:
            connection.execute("SELECT count(*) FROM documents").fetchone()

    # --- the file -----------------------------------------------------------------------------------------------------

    def _execute(self, link: sqlite3.Connection, statement: str, values: dict[str, Any]) -> sqlite3.Cursor:
        return link.execute(statement, values)

    def _alone(self, link: sqlite3.Connection) -> str:
        return read_card(link).model  # who writes a file is alone anyway

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Give a connection that sees one moment of the file, whatever others write meanwhile."""
        with self._connection() as connection:
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.execute("COMMIT")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Give a connection that alone writes; what it writes is kept as a whole or not at all."""
        with self._connection() as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """Give a connection for one deed; they are used again, so that there are as many as are at work at once."""
        with in_words(f"The file {self._path.name}"):
            try:
                connection = self._connections.get_nowait()
            except Empty:
                connection = open_shared(self._path, patience=PATIENCE, check_same_thread=False)
            try:
                yield connection
            except sqlite3.Error:
                connection.close()
                raise
            except BaseException:
                self._connections.put(connection)
                raise
            self._connections.put(connection)
