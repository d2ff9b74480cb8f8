"""What both stores of passages do alike: documents under their names, with earlier versions, and reading what is kept.

Statements are written once: `{documents}` and the like stand for what a store calls it (`Dialect`), `:name` for values.
What is current and what is not any longer is told to the store (`_turn`), whose searches go by it.
"""

from __future__ import annotations

import hashlib
import json
import re
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from core.documents.chunking import Part, part_of
from core.errors import InputError
from core.retrieval.embedder import Embedder, Vectors
from core.stores.passages import Document, Passage, Passages, Scope, Version, may_be_id, not_here, place_of
from core.stores.passages_scope import PassagesWithin, Whole

_ASKED_AT_ONCE = 500
_ASKED_ABOUT = 100  # documents that go ahead of the others
DOCUMENT = "id, name, kind, language, encoding, characters, added"
"""The columns of a document, in the order of its fields."""


@dataclass(frozen=True)
class Dialect:
    """How a store calls what both keep; documents are `d`, their times `t`, passages `p`."""

    documents: str
    times: str
    order: str  # in which times were written
    mine: str  # whether a document is of this collection
    whole: str  # the text of a document
    passage: str  # the columns of a passage, headings as JSON
    bytewise: str = ""  # by which texts are compared
    value: str = r":\1"

    def statement(self, written: str) -> str:
        """Return a statement as the store understands it."""
        return _spoken(self, written)


@lru_cache(256)
def _spoken(dialect: Dialect, written: str) -> str:
    return re.sub(r"(?<!:):([a-z]\w*)", dialect.value, written.format_map(asdict(dialect)))


class Cursor(Protocol):
    """What a statement came to; as in DB-API."""

    @property
    def description(self) -> object | None:
        """The columns; None when there can be no rows."""

    def fetchall(self) -> list[Any]:
        """All rows."""


Link = TypeVar("Link")
"""A connection in a transaction."""


class KeptPassages(ABC, Generic[Link]):
    """Implements of `Passages` what does not depend on how is searched."""

    dialect: Dialect
    _embedder: Embedder

    # --- what a store says to it --------------------------------------------------------------------------------------

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Link]:
        """Give a connection that sees one moment of the collection, whatever others write meanwhile."""

    @abstractmethod
    def _writing(self) -> AbstractContextManager[Link]:
        """Give a connection in a transaction: all of it is kept, or none."""

    @abstractmethod
    def _execute(self, link: Link, statement: str, values: dict[str, object]) -> Cursor:
        """Run a statement of this store's dialect."""

    @abstractmethod
    def _alone(self, link: Link) -> str:
        """Keep other writers of this collection waiting, and return the model by which it was indexed."""

    @abstractmethod
    def _insert(
        self, link: Link, document: Document, text: str, passages: Sequence[Passage], vectors: Vectors | None
    ) -> int:
        """Keep a document that is current, and return its number."""

    @abstractmethod
    def _turn(self, link: Link, number: int, current: bool) -> None:
        """Let the passages of a document count, or count no longer."""

    @abstractmethod
    def _note_names(self, link: Link) -> None:
        """Note that documents have other names than before."""

    @abstractmethod
    def _forget(self, link: Link, number: int) -> None:
        """Delete a document that counts no longer."""

    def _rows(self, link: Link, statement: str, **values: object) -> list[Any]:
        """Run a statement as it is written here, and return its rows."""
        cursor = self._execute(link, self.dialect.statement(statement), values)
        return cursor.fetchall() if cursor.description else []

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
        _check_added(document, text, passages, vectors, self._embedder.dimensions)
        with self._writing() as link:
            refuse_other_model(self._alone(link), self._embedder.name)
            times = self._take_times(link, instead_of)
            number = self._number_of(link, document.id)
            is_fresh = number is None
            if number is None:
                number = self._insert(link, document, text, passages, vectors)
            held = self._names(link, number)
            for time in times:
                self._write_time(link, number, *time)
            others = self._rows(
                link,
                "UPDATE {times} SET ended = :moment WHERE name = :name AND ended = '' AND document != :number"
                " AND document IN (SELECT d.number FROM {documents} d WHERE {mine}) RETURNING document",
                moment=document.added, name=document.name, number=number,
            )  # fmt: skip
            if document.name not in self._names(link, number):
                self._write_time(link, number, document.name, document.added, "")
                self._note_names(link)
            self._settle(link, [*sorted({other for (other,) in others}), number])
        return is_fresh or not held

    def remove(self, document: str, name: str = "") -> None:
        """Remove a document, or a name of it, with all versions; see `Passages.remove`. Raises `StoreError`."""
        if not may_be_id(document):
            return
        with self._writing() as link:
            self._alone(link)
            number = self._number_of(link, document)
            if number is None:
                return
            touched = {number}
            for held in self._names(link, number):
                if name in ("", held):
                    rows = self._rows(
                        link,
                        "DELETE FROM {times} WHERE name = :name"
                        " AND document IN (SELECT d.number FROM {documents} d WHERE {mine}) RETURNING document",
                        name=held,
                    )
                    touched.update(other for (other,) in rows)
            if not name:
                self._rows(link, "DELETE FROM {times} WHERE document = :number", number=number)
            self._settle(link, sorted(touched))
            self._note_names(link)

    def rename(self, former: str, name: str) -> bool:
        """Let all versions of a name stand under another one; see `Passages.rename`. Raises `StoreError`."""
        with self._writing() as link:
            self._alone(link)
            mine = "document IN (SELECT d.number FROM {documents} d WHERE {mine})"
            if self._rows(link, f"SELECT 1 FROM {{times}} WHERE name = :name AND {mine} LIMIT 1", name=name):  # noqa: S608
                return False
            rows = self._rows(
                link,
                f"UPDATE {{times}} SET name = :name WHERE name = :former AND {mine} RETURNING document",  # noqa: S608
                name=name, former=former,
            )  # fmt: skip
            self._settle(link, sorted({number for (number,) in rows}))
            self._note_names(link)
        return bool(rows)

    def _number_of(self, link: Link, document: str) -> int | None:
        rows = self._rows(link, "SELECT d.number FROM {documents} d WHERE {mine} AND d.id = :id", id=document)
        return int(rows[0][0]) if rows else None

    def _names(self, link: Link, number: int) -> list[str]:
        """Return the names that hold a document, the first one first."""
        statement = "SELECT name FROM {times} t WHERE document = :number AND ended = '' ORDER BY {order}"
        return [name for (name,) in self._rows(link, statement, number=number)]

    def _write_time(self, link: Link, number: int, name: str, began: str, ended: str) -> None:
        statement = "INSERT INTO {times} (document, name, began, ended) VALUES (:number, :name, :began, :ended)"
        self._rows(link, statement, number=number, name=name, began=began, ended=ended)

    def _take_times(self, link: Link, document: str) -> list[tuple[str, str, str]]:
        """Remove a document alone, and return when it stood under which names: for the one kept instead of it."""
        number = self._number_of(link, document)
        if number is None:
            return []
        statement = "SELECT name, began, ended FROM {times} t WHERE document = :number ORDER BY {order}"
        taken = self._rows(link, statement, number=number)
        self._rows(link, "DELETE FROM {times} WHERE document = :number", number=number)
        self._settle(link, [number])
        return taken

    def _settle(self, link: Link, numbers: Iterable[int]) -> None:
        """Let documents be current, earlier or gone, as their times say now."""
        for number in numbers:
            ((was,),) = self._rows(link, "SELECT ended FROM {documents} WHERE number = :number", number=number)
            times = self._rows(
                link,
                "SELECT ended, name, began FROM {times} t WHERE document = :number"
                " ORDER BY ended = '' DESC, ended{bytewise} DESC, {order} LIMIT 1",
                number=number,
            )
            ended = times[0][0] if times else None
            if (was == "") != (ended == ""):
                self._turn(link, number, current=ended == "")
            if not times:
                self._forget(link, number)
                continue
            self._rows(
                link,
                "UPDATE {documents} SET ended = :ended, name = :name, added = :began WHERE number = :number",
                **dict(zip(("ended", "name", "began"), times[0], strict=True)), number=number,
            )  # fmt: skip

    # --- looking ------------------------------------------------------------------------------------------------------

    def documents(self) -> list[Document]:
        """All current documents, by name."""
        with self._reading() as link:
            return list(self._within(link, Scope()).values())

    def _within(self, link: Link, scope: Scope) -> dict[int, Document]:
        """Return the documents of a scope by number, in the order of their names."""
        rows = self._rows(
            link,
            "SELECT d.number, d.id, t.name, d.kind, d.language, d.encoding, d.characters, t.began FROM {times} t"
            " JOIN {documents} d ON d.number = t.document WHERE {mine} AND CASE WHEN :moment = '' THEN t.ended = ''"
            " ELSE t.began{bytewise} <= :moment AND (t.ended = '' OR t.ended{bytewise} > :moment) END ORDER BY {order}",
            moment=scope.moment,
        )
        held: dict[int, Document] = {}
        for number, *fields in rows:
            held.setdefault(number, Document(*fields))  # of several names the first
        by_name = sorted(held.items(), key=lambda one: (one[1].name, one[1].id))
        return {number: document for number, document in by_name if scope.holds(document)}

    def versions(self, name: str = "") -> list[Version]:
        """Return what stood under a name, the newest first; see `Passages.versions`. Raises `StoreError`."""
        if "\0" in name:
            return []
        with self._reading() as link:
            rows = self._rows(
                link,
                "SELECT d.id, t.name, d.kind, d.language, d.encoding, d.characters, t.began, t.ended FROM {times} t"
                " JOIN {documents} d ON d.number = t.document WHERE {mine} AND :name IN ('', t.name)"
                " ORDER BY t.began{bytewise} DESC, {order} DESC",
                name=name,
            )
        return [Version(Document(*row[:-1]), row[-1]) for row in rows]

    def text(self, document: str) -> str:
        """Return the whole text of a document. Raises `InputError` when it is not there."""
        if not may_be_id(document):
            raise not_here()
        with self._reading() as link:
            rows = self._rows(link, "SELECT {whole} FROM {documents} d WHERE {mine} AND d.id = :id", id=document)
        if not rows:
            raise not_here()
        return str(rows[0][0])

    def passages(self, document: str) -> list[Passage]:
        """Return the passages of a document, in order."""
        if not may_be_id(document):
            return []
        with self._reading() as link:
            rows = self._rows(
                link,
                "SELECT {passage} FROM passages p JOIN {documents} d ON d.number = p.document"
                " WHERE {mine} AND d.id = :id ORDER BY p.place",
                id=document,
            )
        return [passage_of(row) for row in rows]

    def get(self, ids: Sequence[str]) -> list[Passage]:
        """Return these passages, in this order, without those that are gone."""
        with self._reading() as link:
            return self._current(link, ids)

    def _current(self, link: Link, ids: Sequence[str]) -> list[Passage]:
        wanted = [place for id in ids if (place := place_of(id))]
        found: dict[str, Passage] = {}
        for start in range(0, len(wanted), _ASKED_AT_ONCE):
            some = wanted[start : start + _ASKED_AT_ONCE]
            values = ", ".join(f"(:id{n}, :place{n})" for n in range(len(some)))
            rows = self._rows(
                link,
                f"WITH wanted (id, place) AS (VALUES {values})"  # noqa: S608 - ours
                " SELECT {passage} FROM wanted JOIN {documents} d ON d.id = wanted.id AND {mine} AND d.ended = ''"
                " JOIN passages p ON p.document = d.number AND p.place = wanted.place",
                **{f"id{n}": document for n, (document, _) in enumerate(some)},
                **{f"place{n}": place for n, (_, place) in enumerate(some)},
            )
            found |= {passage.id: passage for passage in map(passage_of, rows)}
        return [found[id] for id in ids if id in found]

    def within(self: Whole, scope: Scope) -> Passages:
        """Return what a scope allows; see `Passages.within`."""
        return PassagesWithin(self, scope)


class Asked:
    """The documents that questions found by words while their vectors were missing, the latest question first."""

    def __init__(self) -> None:
        self._documents: OrderedDict[str, None] = OrderedDict()

    def note(self, passages: Sequence[str]) -> None:
        """Note what a question found, best first."""
        for id in reversed(passages[:_ASKED_ABOUT]):
            document = id.rpartition(":")[0]
            self._documents[document] = None
            self._documents.move_to_end(document, last=False)
        while len(self._documents) > _ASKED_ABOUT:
            self._documents.popitem()

    @property
    def documents(self) -> list[str]:
        """The ids of these documents."""
        return list(self._documents)


def _check_added(
    document: Document, text: str, passages: Sequence[Passage], vectors: Vectors | None, dimensions: int
) -> None:
    """Raise `ValueError` unless passages, offsets, ids and vectors belong together: a mistake of the caller."""
    if vectors is not None and vectors.shape != (len(passages), dimensions):
        raise ValueError(f"{len(passages)} passages need vectors of {dimensions} numbers each, not {vectors.shape}")
    for index, one in enumerate(passages):
        if (one.id, one.document, one.place) != (f"{document.id}:{index}", document.id, index):
            raise ValueError(f"passage {one.id} does not stand at place {index} of document {document.id}")
        if text[one.start : one.end] != one.text:
            raise ValueError(f"characters {one.start} to {one.end} of the document are not the text of {one.id}")


def passage_of(row: Sequence[Any]) -> Passage:
    """Return the passage of a row of `Dialect.passage`."""
    document, place, text, start, end, headings, page, written = row
    parts = tuple(map(part_of, json.loads(written)))
    return Passage(f"{document}:{place}", document, place, text, start, end, tuple(json.loads(headings)), page, parts)


def parts_to_text(parts: Sequence[Part]) -> str:
    """Write the parts of a passage as a store keeps them: JSON."""
    return json.dumps(parts)


def combined_digest(digest: str, ids: Sequence[str], removed: bool = False) -> str:
    """Return the digest of an index after passages came or went; the order in which they came does not matter.

    The sum of the ids' hashes: nothing needs to be read again but what changes.
    """
    change = sum(int.from_bytes(hashlib.sha256(id.encode()).digest()[:16]) for id in ids)
    return f"{(int(digest or '0', 16) + (-change if removed else change)) % 2**128:032x}"


def refuse_other_model(made_by: str, used: str) -> None:
    """Raise `InputError` when vectors of two models would meet: their numbers mean different things."""
    if made_by not in ("", used):
        raise InputError(
            f"This collection was indexed by the model {made_by}, and the model is now {used}.", "Index it anew."
        )


def now() -> str:
    """Return the moment as cards tell it: ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="microseconds")
