"""A collection in one SQLite file; `HybridIndex` finds, in memory.

The file is the truth: documents, their texts, passages, and for each document the matrix of its vectors. In memory are
vectors and the word counts of BM25. Counting the words of 100,000 passages takes seconds, so the counts are kept beside
the file as well (`.words.npz`); whatever they lack or have too much is put right at opening, and they may be deleted.
Counts of a release that took other words for terms are made anew.

Every change raises a version in the file. A search looks at it first, and brings the index up to date, whether this
process changed the file or another one. Documents have numbers that are never given twice: the difference of two sets
of numbers is all that changed.
"""

from __future__ import annotations

import json
import logging
import secrets
import sqlite3
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from queue import Empty, LifoQueue
from typing import NamedTuple, TypeAlias
from zipfile import BadZipFile

import numpy as np

from core.errors import StoreError
from core.language.terms import analyse, terms_version
from core.retrieval.embedder import Embedder, Vectors
from core.retrieval.fusion import Found
from core.retrieval.hybrid import HybridIndex
from core.retrieval.keywords import KeywordIndex
from core.retrieval.vectors import VectorIndex
from core.schema import Schema, prepare_file
from core.stores.checkpoints import in_words
from core.stores.passages import (
    Asked,
    Document,
    IndexCard,
    Passage,
    Passages,
    Scope,
    Version,
    check_added,
    combined_digest,
    may_be_id,
    not_here,
    parts_from_text,
    parts_to_text,
    place_of,
    refuse_other_model,
)
from core.stores.passages_scope import PassagesWithin
from core.stores.sqlite import open_shared

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds that one who writes waits for another; who reads never waits."""

_MUCH = 0.05  # the share of passages that must have changed before the counts of words are kept again
_FEW = 2_000  # so many are counted at once in no time
_TABLES = """
CREATE TABLE IF NOT EXISTS documents (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL, kind TEXT NOT NULL, language TEXT NOT NULL, encoding TEXT NOT NULL,
    characters INTEGER NOT NULL, added TEXT NOT NULL, passages INTEGER NOT NULL, ended TEXT NOT NULL DEFAULT '',
    embedded INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS times (document INTEGER NOT NULL, name TEXT NOT NULL, began TEXT NOT NULL,
    ended TEXT NOT NULL DEFAULT '');
CREATE INDEX IF NOT EXISTS times_by_name ON times (name);
CREATE INDEX IF NOT EXISTS times_by_document ON times (document);
CREATE TABLE IF NOT EXISTS texts (document INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS passages (document INTEGER NOT NULL, place INTEGER NOT NULL, text TEXT NOT NULL,
    first INTEGER NOT NULL, last INTEGER NOT NULL, headings TEXT NOT NULL, page INTEGER NOT NULL,
    parts TEXT NOT NULL DEFAULT '[]', PRIMARY KEY (document, place));
CREATE TABLE IF NOT EXISTS vectors (document INTEGER PRIMARY KEY, matrix BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS card (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), birth TEXT NOT NULL,
    version INTEGER NOT NULL, model TEXT NOT NULL, digest TEXT NOT NULL, changed TEXT NOT NULL);
"""


def _note_parts(connection: sqlite3.Connection) -> None:
    """Let passages say what blocks they are made of; of these nobody knows."""
    connection.execute("ALTER TABLE passages ADD COLUMN parts TEXT NOT NULL DEFAULT '[]'")


def _note_times(connection: sqlite3.Connection) -> None:
    """Let documents have earlier versions, and wait for their vectors; until now none did."""
    connection.execute("ALTER TABLE documents ADD COLUMN ended TEXT NOT NULL DEFAULT ''")
    connection.execute("ALTER TABLE documents ADD COLUMN embedded INTEGER NOT NULL DEFAULT 0")
    connection.execute("UPDATE documents SET embedded = passages")
    connection.execute(
        "CREATE TABLE times (document INTEGER NOT NULL, name TEXT NOT NULL, began TEXT NOT NULL,"
        " ended TEXT NOT NULL DEFAULT '')"
    )
    connection.execute("INSERT INTO times (document, name, began) SELECT number, name, added FROM documents")


_SCHEMA = Schema(version=3, tables=_TABLES, upgrades={1: _note_parts, 2: _note_times})
_DOCUMENT = "id, name, kind, language, encoding, characters, added"
_PASSAGE = "documents.id, place, text, first, last, headings, page, parts"
_ASKED_AT_ONCE = 500
_PARTS_KEPT = 8  # scopes that were looked at lately
_BYTES = 4  # of a number of a vector


_Ids: TypeAlias = dict[int, list[str]]  # the passages of each document, by its number


class _Card(NamedTuple):
    """What the file says of itself. `birth` tells it from another file that was once at its place."""

    birth: str
    version: int
    model: str
    digest: str
    changed: str


class _Index(NamedTuple):
    """What is in memory, of which version of the file; `uncounted` passages changed since the counts were kept."""

    hybrid: HybridIndex
    version: int
    ids: _Ids
    embedded: dict[int, int]  # how many passages of each document have their vectors
    uncounted: int


class _Part(NamedTuple):
    """What a scope allows."""

    hybrid: HybridIndex
    documents: list[Document]
    card: IndexCard


class EmbeddedPassages:
    """Implements `Passages`. May be shared by any number of threads, and its file by any number of processes."""

    def __init__(self, path: Path, embedder: Embedder) -> None:
        """Open the file, or begin it. Raises `StoreError`."""
        self._path = path
        self._embedder = embedder
        self._connections: LifoQueue[sqlite3.Connection] = LifoQueue()  # not at work
        self._refreshing = threading.Lock()
        self._index: _Index | None = None
        self._asked = Asked()
        self._parts_changing = threading.Lock()
        self._parts_of = -1  # of which version of the file
        self._parts: dict[Scope, _Part] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"The folder {path.parent} cannot be made: {error.strerror}.", "Make the data folder writable."
            ) from error
        try:
            with self._writing() as connection:
                prepare_file(connection, _SCHEMA, f"The file {path.name}")
                birth = (secrets.token_hex(8), _now())
                connection.execute("INSERT OR IGNORE INTO card VALUES (1, ?, 0, '', '', ?)", birth)
        except BaseException:
            self.close()
            raise

    @property
    def kind(self) -> str:
        """Which store it is, for the screen."""
        return "SQLite file, searched in memory"

    # --- changing -----------------------------------------------------------------------------------------------------

    def add(
        self,
        document: Document,
        text: str,
        passages: Sequence[Passage],
        vectors: Vectors | None = None,
        instead_of: str = "",
    ) -> bool:
        """Keep a document with its passages and vectors, all or none; see `Passages.add`. Raises `StoreError`."""
        check_added(document, text, passages, vectors, self._embedder.dimensions)
        with self._writing() as connection:
            refuse_other_model(_card(connection).model, self._embedder.name)
            times = _take_times(connection, instead_of)
            number = _number_of(connection, document.id)
            is_fresh = number is None
            if number is None:
                number = self._insert(connection, document, text, passages, vectors)
            held = _current_names(connection, number)
            connection.executemany("INSERT INTO times VALUES (?, ?, ?, ?)", [(number, *time) for time in times])
            rows = connection.execute(
                "SELECT DISTINCT document FROM times WHERE name = ? AND ended = '' AND document != ?",
                (document.name, number),
            ).fetchall()
            connection.execute(
                "UPDATE times SET ended = ? WHERE name = ? AND ended = '' AND document != ?",
                (document.added, document.name, number),
            )
            if document.name not in _current_names(connection, number):
                connection.execute("INSERT INTO times VALUES (?, ?, ?, '')", (number, document.name, document.added))
            _settle(connection, [*(other for (other,) in rows), number])
        return is_fresh or not held

    def _insert(
        self,
        connection: sqlite3.Connection,
        document: Document,
        text: str,
        passages: Sequence[Passage],
        vectors: Vectors | None,
    ) -> int:
        number = connection.execute(
            f"INSERT INTO documents ({_DOCUMENT}, passages, embedded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            (
                *(getattr(document, field) for field in _DOCUMENT.split(", ")),
                len(passages),
                0 if vectors is None else len(passages),
            ),
        ).lastrowid
        assert number is not None
        connection.execute("INSERT INTO texts VALUES (?, ?)", (number, text))
        connection.executemany(
            "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    number,
                    passage.place,
                    passage.text,
                    passage.start,
                    passage.end,
                    json.dumps(passage.headings),
                    passage.page,
                    parts_to_text(passage.parts),
                )
                for passage in passages
            ],
        )
        if vectors is None:
            length = len(passages) * self._embedder.dimensions * _BYTES
            connection.execute("INSERT INTO vectors VALUES (?, zeroblob(?))", (number, length))
        else:
            matrix = np.ascontiguousarray(vectors, np.float32).tobytes()
            connection.execute("INSERT INTO vectors VALUES (?, ?)", (number, matrix))
        card = _card(connection)
        _change(connection, self._embedder.name, combined_digest(card.digest, [passage.id for passage in passages]))
        return number

    def set_vectors(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Set the vectors of these passages, all or none; see `Passages.set_vectors`. Raises `StoreError`."""
        size = self._embedder.dimensions * _BYTES
        with self._writing() as connection:
            card = _card(connection)
            refuse_other_model(card.model, self._embedder.name)
            for id, vector in zip(ids, vectors, strict=True):
                document, place = place_of(id) or ("", 0)
                number = _number_of(connection, document)
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
            _change(connection, card.model, card.digest)

    def without_vectors(self, limit: int, skip: Collection[str] = ()) -> list[Passage]:
        """Return current passages without a vector; see `Passages.without_vectors`. Raises `StoreError`."""
        found: list[Passage] = []
        first = {document: place for place, document in enumerate(self._asked.documents)}
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT number, id, passages FROM documents WHERE ended = '' AND embedded < passages ORDER BY number"
            ).fetchall()
            for number, id, count in sorted(rows, key=lambda row: first.get(row[1], len(first))):
                matrix = _matrix(connection, {number: [""] * count}, self._embedder.dimensions)
                missing = [
                    place for place in np.flatnonzero(~matrix.any(axis=1)).tolist() if f"{id}:{place}" not in skip
                ]
                found += _some(connection, number, missing[: limit - len(found)])
                if len(found) >= limit:
                    break
        return found

    def remove(self, document: str) -> None:
        """Remove a document with all versions of its names; see `Passages.remove`. Raises `StoreError`."""
        if not may_be_id(document):
            return
        with self._writing() as connection:
            number = _number_of(connection, document)
            if number is None:
                return
            touched = {number}
            for name in _current_names(connection, number):
                rows = connection.execute("SELECT document FROM times WHERE name = ?", (name,)).fetchall()
                touched.update(other for (other,) in rows)
                connection.execute("DELETE FROM times WHERE name = ?", (name,))
            connection.execute("DELETE FROM times WHERE document = ?", (number,))
            _settle(connection, sorted(touched))

    def clear(self) -> None:
        """Remove the whole collection: the file, and what was kept beside it."""
        self.close()
        for ending in ("", "-wal", "-shm"):
            self._path.with_name(self._path.name + ending).unlink(missing_ok=True)
        self._counts_file.unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of the file; nothing may be asked of it afterwards."""
        self._index = None
        while not self._connections.empty():
            self._connections.get_nowait().close()

    # --- looking ------------------------------------------------------------------------------------------------------

    def documents(self) -> list[Document]:
        """All current documents, by name."""
        with self._reading() as connection:
            return [document for document, _ in _within(connection, None)]

    def versions(self, name: str = "") -> list[Version]:
        """Return what stood under a name, the newest first; see `Passages.versions`. Raises `StoreError`."""
        if "\0" in name:
            return []
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT id, times.name, kind, language, encoding, characters, began, times.ended FROM times"
                " JOIN documents ON number = document WHERE ? IN ('', times.name)"
                " ORDER BY began DESC, times.rowid DESC",
                (name,),
            ).fetchall()
        return [Version(Document(*row[:-1]), row[-1]) for row in rows]

    def text(self, document: str) -> str:
        """Return the whole text of a document. Raises `InputError` when it is not there."""
        if not may_be_id(document):
            raise not_here()
        with self._reading() as connection:
            row = connection.execute(
                "SELECT text FROM texts JOIN documents ON number = document WHERE id = ?", (document,)
            ).fetchone()
        if row is None:
            raise not_here()
        return str(row[0])

    def passages(self, document: str) -> list[Passage]:
        """Return the passages of a document, in order."""
        if not may_be_id(document):
            return []
        with self._reading() as connection:
            rows = connection.execute(
                f"SELECT {_PASSAGE} FROM passages JOIN documents ON number = document"  # noqa: S608 - ours
                " WHERE documents.id = ? ORDER BY place",
                (document,),
            ).fetchall()
        return [_passage(row) for row in rows]

    def get(self, ids: Sequence[str]) -> list[Passage]:
        """Return these passages, in this order, without those that are gone."""
        wanted = [place for id in ids if (place := place_of(id))]
        found: dict[str, Passage] = {}
        with self._reading() as connection:
            for start in range(0, len(wanted), _ASKED_AT_ONCE):
                some = wanted[start : start + _ASKED_AT_ONCE]
                rows = connection.execute(
                    f"WITH wanted (id, place) AS (VALUES {','.join(['(?, ?)'] * len(some))})"  # noqa: S608 - ours
                    f" SELECT {_PASSAGE} FROM wanted JOIN documents USING (id)"
                    " JOIN passages USING (place) WHERE passages.document = documents.number AND documents.ended = ''",
                    [value for pair in some for value in pair],
                )
                found |= {passage.id: passage for passage in map(_passage, rows)}
        return [found[id] for id in ids if id in found]

    def search(self, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return what the two searches find, best first; see `Passages.search`. Raises `StoreError`."""
        index = self._up_to_date()
        found = _search(index.hybrid, query, vector, limit)
        if sum(index.embedded.values()) < len(index.hybrid):
            self._asked.note([id for id, _ in found[1].hits])
        return found

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """How many passages hold each of these terms; see `Passages.frequencies`. Raises `StoreError`."""
        return self._up_to_date().hybrid.keywords.frequencies(terms)

    def within(self, scope: Scope) -> Passages:
        """Return what a scope allows; see `Passages.within`."""
        return PassagesWithin(self, scope)

    def search_within(self, scope: Scope, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return what the two searches find of a scope. Raises `StoreError`."""
        found = _search(self._part(scope).hybrid, query, vector, limit)
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

    def card(self) -> IndexCard:
        """Return what the index is made of."""
        with self._reading() as connection:
            card = _card(connection)
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

    # --- the index in memory ------------------------------------------------------------------------------------------

    def _up_to_date(self) -> _Index:
        index = self._index
        with self._reading() as connection:
            if index and index.version == _card(connection).version:
                return index
            with self._refreshing:
                index = self._index = self._refreshed(connection)
                return index

    def _refreshed(self, connection: sqlite3.Connection) -> _Index:
        before, card = self._index, _card(connection)
        if before and before.version == card.version:  # another thread was quicker
            return before
        refuse_other_model(card.model, self._embedder.name)
        rows = connection.execute(
            "SELECT number, id, passages, embedded FROM documents WHERE ended = '' ORDER BY number"
        ).fetchall()
        ids = {number: [f"{id}:{index}" for index in range(count)] for number, id, count, _ in rows}
        embedded = {number: count for number, _, _, count in rows}
        if before is None:
            keywords, uncounted = self._counted(connection, card.birth, ids)
            vectors = _matrix(connection, ids, self._embedder.dimensions)
            hybrid = HybridIndex.opened(self._embedder, list(_flat(ids.values())), keywords, VectorIndex(vectors))
        else:
            hybrid = before.hybrid.copy()
            gone = list(_flat(some for number, some in before.ids.items() if number not in ids))
            fresh = {number: some for number, some in ids.items() if number not in before.ids}
            uncounted = before.uncounted + len(gone) + sum(map(len, fresh.values()))
            if gone:
                hybrid.remove(gone)
            if fresh:
                vectors = _matrix(connection, fresh, self._embedder.dimensions)
                hybrid.add(list(_flat(fresh.values())), _contexts(connection, fresh), vectors=vectors)
            came = {
                number: ids[number] for number, count in before.embedded.items() if embedded.get(number, count) != count
            }
            if came:
                vectors = _matrix(connection, came, self._embedder.dimensions)
                hybrid.set_vectors(dict(zip(_flat(came.values()), vectors, strict=True)))
        if uncounted > max(_FEW, _MUCH * len(hybrid)):
            self._keep_counts(card.birth, ids, hybrid.keywords)
            uncounted = 0
        return _Index(hybrid, card.version, ids, embedded, uncounted)

    def _part(self, scope: Scope) -> _Part:
        """Return the index of a scope: derived from that of all, and kept while the file does not change."""
        with self._reading() as connection, self._parts_changing:
            index = self._up_to_date()
            if self._parts_of != index.version:
                self._parts.clear()
                self._parts_of = index.version
            if scope not in self._parts:
                while len(self._parts) >= _PARTS_KEPT:
                    self._parts.pop(next(iter(self._parts)))
                self._parts[scope] = self._derived(connection, index, scope)
            return self._parts[scope]

    def _derived(self, connection: sqlite3.Connection, index: _Index, scope: Scope) -> _Part:
        documents = _within(connection, scope)
        numbers = {number for _, number in documents}
        rows = connection.execute("SELECT number, id, passages, embedded FROM documents ORDER BY number").fetchall()
        chosen = [row for row in rows if row[0] in numbers]
        ids = {number: [f"{id}:{place}" for place in range(count)] for number, id, count, _ in chosen}
        hybrid = index.hybrid.copy()
        hybrid.remove(list(_flat(some for number, some in index.ids.items() if number not in numbers)))
        earlier = {number: some for number, some in ids.items() if number not in index.ids}
        vectors = _matrix(connection, earlier, self._embedder.dimensions)
        hybrid.add(list(_flat(earlier.values())), _contexts(connection, earlier), vectors=vectors)
        card = _card(connection)
        digest, embedded = combined_digest("", list(_flat(ids.values()))), sum(row[3] for row in chosen)
        made = IndexCard(
            card.model, self._embedder.dimensions, len(chosen), len(hybrid), card.changed, digest, embedded
        )
        return _Part(hybrid, [document for document, _ in documents], made)

    def _counted(self, connection: sqlite3.Connection, birth: str, ids: _Ids) -> tuple[KeywordIndex, int]:
        """Return the words of all passages counted: what was kept, put right; and how many passages that were."""
        keywords, kept = self._kept_counts(birth)
        gone = [number not in ids for number, count in kept.items() for _ in range(count)]
        if any(gone):
            keywords = keywords.removed(np.flatnonzero(gone).tolist())
        fresh = {number: some for number, some in ids.items() if number not in kept}
        if fresh:
            keywords = keywords.added([analyse(context) for context in _contexts(connection, fresh)])
        return keywords, sum(gone) + sum(map(len, fresh.values()))

    @property
    def _counts_file(self) -> Path:
        return self._path.with_suffix(".words.npz")

    def _kept_counts(self, birth: str) -> tuple[KeywordIndex, dict[int, int]]:
        """Return the counts kept beside the file, and the documents in them, each with the number of its passages."""
        try:
            with self._counts_file.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                if (str(arrays["birth"]), str(arrays["terms"])) == (birth, terms_version()):
                    kept = dict(zip(arrays["numbers"].tolist(), arrays["passages"].tolist(), strict=True))
                    return KeywordIndex.from_arrays(arrays), kept
        except FileNotFoundError:
            pass
        except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
            log.warning("The word counts in %s cannot be read and are made anew: %s", self._counts_file.name, error)
        return KeywordIndex([]), {}

    def _keep_counts(self, birth: str, ids: _Ids, keywords: KeywordIndex) -> None:
        fresh = self._path.with_name(f"{self._counts_file.name}.{secrets.token_hex(4)}")
        try:
            with fresh.open("wb") as file:
                np.savez(
                    file,
                    birth=np.array(birth),
                    terms=np.array(terms_version()),
                    numbers=np.array(list(ids), np.int64),
                    passages=np.array([len(some) for some in ids.values()], np.int32),
                    **keywords.to_arrays(),
                )
            fresh.replace(self._counts_file)
        except OSError as error:
            fresh.unlink(missing_ok=True)
            log.warning("The word counts could not be kept in %s: %s", self._counts_file.name, error)

    # --- the file -----------------------------------------------------------------------------------------------------

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


def _search(index: HybridIndex, query: str, vector: Vectors, limit: int) -> list[Found]:
    hybrid = index.copy()
    nearest = [(hit.id, hit.score) for hit in hybrid.nearest(vector, limit)]
    by_words = [(hit.id, hit.score) for hit in hybrid.keyword_top(query, limit)]
    return [
        Found("vectors", "vector", nearest, low=-1.0, high=1.0),
        Found("text", "keyword", by_words, low=0.0, high=hybrid.keyword_bound(query)),
    ]


def _card(connection: sqlite3.Connection) -> _Card:
    return _Card(*connection.execute("SELECT birth, version, model, digest, changed FROM card").fetchone())


def _change(connection: sqlite3.Connection, model: str, digest: str) -> None:
    connection.execute(
        "UPDATE card SET version = version + 1, model = ?, digest = ?, changed = ?", (model, digest, _now())
    )


def _number_of(connection: sqlite3.Connection, document: str) -> int | None:
    row = connection.execute("SELECT number FROM documents WHERE id = ?", (document,)).fetchone()
    return int(row[0]) if row else None


def _current_names(connection: sqlite3.Connection, number: int) -> list[str]:
    """Return the names that hold a document, the first one first."""
    rows = connection.execute("SELECT name FROM times WHERE document = ? AND ended = '' ORDER BY rowid", (number,))
    return [name for (name,) in rows.fetchall()]


def _take_times(connection: sqlite3.Connection, document: str) -> list[tuple[str, str, str]]:
    """Remove a document alone, and return when it stood under which names: for the one that is kept instead of it."""
    number = _number_of(connection, document)
    if number is None:
        return []
    times = connection.execute("SELECT name, began, ended FROM times WHERE document = ? ORDER BY rowid", (number,))
    taken = times.fetchall()
    connection.execute("DELETE FROM times WHERE document = ?", (number,))
    _settle(connection, [number])
    return taken


def _settle(connection: sqlite3.Connection, numbers: Iterable[int]) -> None:
    """Let documents be current, earlier or gone, as their times say now."""
    for number in numbers:
        document, passages, was = connection.execute(
            "SELECT id, passages, ended FROM documents WHERE number = ?", (number,)
        ).fetchone()
        times = connection.execute(
            "SELECT ended, name, began FROM times WHERE document = ? ORDER BY ended = '', ended, rowid DESC", (number,)
        ).fetchall()
        ended: str | None = None
        if not times:
            for table in ("texts", "passages", "vectors"):
                connection.execute(f"DELETE FROM {table} WHERE document = ?", (number,))  # noqa: S608 - ours
            connection.execute("DELETE FROM documents WHERE number = ?", (number,))
        else:
            ended, name, began = times[-1]
            connection.execute(
                "UPDATE documents SET name = ?, added = ?, ended = ? WHERE number = ?", (name, began, ended, number)
            )
        if (was == "") != (ended == ""):
            card = _card(connection)
            ids = [f"{document}:{index}" for index in range(passages)]
            empty = not connection.execute("SELECT 1 FROM documents LIMIT 1").fetchone()
            _change(connection, "" if empty else card.model, combined_digest(card.digest, ids, removed=was == ""))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _passage(row: tuple[str, int, str, int, int, str, int, str]) -> Passage:
    document, place, text, start, end, headings, page, written = row
    parts = parts_from_text(written)
    return Passage(f"{document}:{place}", document, place, text, start, end, tuple(json.loads(headings)), page, parts)


def _some(connection: sqlite3.Connection, number: int, places: Sequence[int]) -> list[Passage]:
    """Return the passages of a document at these places."""
    query = (
        f"SELECT {_PASSAGE} FROM passages JOIN documents ON number = document"  # noqa: S608 - ours
        " WHERE document = ? AND place = ?"
    )
    return [_passage(connection.execute(query, (number, place)).fetchone()) for place in places]


def _within(connection: sqlite3.Connection, scope: Scope | None) -> list[tuple[Document, int]]:
    """Return the documents of a scope with their numbers, by name; without one, those that are current."""
    moment = scope.moment if scope else ""
    rows = connection.execute(
        "SELECT id, times.name, kind, language, encoding, characters, began, number, min(times.rowid) FROM times"
        " JOIN documents ON number = document WHERE CASE WHEN ?1 = '' THEN times.ended = ''"
        " ELSE began <= ?1 AND (times.ended = '' OR times.ended > ?1) END"
        " GROUP BY number ORDER BY times.name, id",
        (moment,),
    ).fetchall()
    documents = [(Document(*row[:-2]), row[-2]) for row in rows]
    return [one for one in documents if scope is None or scope.holds(one[0])]


def _contexts(connection: sqlite3.Connection, documents: Iterable[int]) -> list[str]:
    """Return what is searched of every passage of these documents."""
    query = (
        f"SELECT {_PASSAGE} FROM passages JOIN documents ON number = document"  # noqa: S608 - ours
        " WHERE document = ? ORDER BY place"
    )
    return [_passage(row).context for number in documents for row in connection.execute(query, (number,))]


def _matrix(connection: sqlite3.Connection, ids: _Ids, dimensions: int) -> Vectors:
    """Return the vectors [n, dimensions] of all passages of these documents."""
    matrix = np.empty((sum(map(len, ids.values())), dimensions), np.float32)
    filled = 0
    for number, some in ids.items():
        (blob,) = connection.execute("SELECT matrix FROM vectors WHERE document = ?", (number,)).fetchone()
        matrix[filled : filled + len(some)] = np.frombuffer(blob, np.float32).reshape(len(some), dimensions)
        filled += len(some)
    return matrix


_flat = chain.from_iterable
