"""The library graph in Neo4j: three vector indexes, and one catalogue among others.

Every node that is loaded carries the id of its catalogue; nothing else in the database is read, changed or removed.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, TypeVar, Unpack

import numpy as np
from pydantic import TypeAdapter

from core.errors import StoreError
from core.retrieval.embedder import Vectors
from core.schema import refuse_newer
from core.stores import library_cypher as cypher
from core.stores.library import (
    Arguments,
    Book,
    Figure,
    GroupOfBooks,
    Kind,
    Match,
    Reason,
    Selected,
    Statement,
)
from core.stores.library_columns import FIXED, OF_TEXT, PLAIN_RULE, fixed_columns, group_name, plain_text, shuffle_of
from core.stores.library_loading import Encode, vectors_lacking, what_is_new
from core.stores.library_plan import Column, Key, Plan, Where
from core.stores.library_plan_cypher import RULE_PROPERTY, plain_property
from core.stores.library_server import Neo4jServer

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

Record: TypeAlias = dict[str, Any]
"""A row of whatever statement, by the names behind its RETURN: the driver knows no types."""

T = TypeVar("T")
_Columns = TypeAdapter(list[Column])


class NewBookRow(TypedDict):
    """A book as it is loaded."""

    id: str
    properties: dict[str, object]
    authors: list[str]
    genres: list[str]


_LABELS: dict[str, tuple[Reason, str]] = {
    "search_books": ("Book Match", "books"),
    "search_authors": ("Author Match", "authors"),
    "search_genres": ("Genre Match", "genres"),
}
_PORTION = 500  # books in one statement
_REMEMBERED = 64  # conditions
_FRESH = 0.2  # seconds for which the state of a catalogue is not asked again: a question asks many things in a row
_PAUSES = (0.1, 0.5, 1.0)  # seconds between attempts to make indexes that another process takes away
_LASTING = ("columns", "totals")  # the same until books are loaded


class Neo4jLibrary:
    """One catalogue in Neo4j, for any number of threads. `Library` says what the operations do."""

    writes_cypher = True

    def __init__(self, server: Neo4jServer, catalogue: str, encode: Encode) -> None:
        """`encode` gives the vectors of the names of authors and genres. Making it asks the server nothing."""
        self.catalogue = catalogue
        self.kind = f"Neo4j at {server.uri}"
        self._server = server
        self._encode = encode
        self._known = _Known("")
        self._guard = threading.Lock()
        self._made: list[str] | None = None

    # --- searching ----------------------------------------------------------------------------------------------------

    def search_books(self, vector: Vectors, limit: int, where: Where = ()) -> list[Match]:
        """Compare the books themselves."""
        return self._search("search_books", vector, limit, where)

    def search_authors(self, vector: Vectors, limit: int, where: Where = ()) -> list[Match]:
        """Find authors, and from there their books."""
        return self._search("search_authors", vector, limit, where)

    def search_genres(self, vector: Vectors, limit: int, where: Where = ()) -> list[Match]:
        """Find genres, and from there their books."""
        return self._search("search_genres", vector, limit, where)

    def _search(self, operation: str, vector: Vectors, limit: int, where: Where) -> list[Match]:
        if limit < 1 or not np.any(vector):
            return []
        reason, label = _LABELS[operation]
        passing = self._passing(where)
        known = self._current()
        asked = Arguments(vector=vector, limit=limit, where=where)
        statement = cypher.reading(operation, self.catalogue, passing, known.nodes, further=known.further, **asked)
        rows = self._rows(statement)
        found = len(rows) if label == "books" else len({row["node"] for row in rows})
        looked_at = statement.parameters.get("most_genres" if label == "genres" else "candidates")
        if found < limit and isinstance(looked_at, int) and looked_at < known.nodes[label]:
            # The index gave nodes of other catalogues, or such as do not pass, instead of those that were wanted.
            rows = self._rows(
                cypher.reading(
                    operation, self.catalogue, passing, known.nodes, exact=True, further=known.further, **asked
                )
            )
        return [Match(_book(row["book"]), min(row["score"], 1.0), reason, row["node"]) for row in rows]

    # --- counting -----------------------------------------------------------------------------------------------------

    def totals(self) -> dict[str, int]:
        """Count each label."""
        return dict(self._ask("totals")[0])

    def state(self) -> str:
        """Name the version that Neo4j keeps."""
        return self._current().version

    def columns(self) -> list[Column]:
        """Ask which of the fixed ones are filled."""
        filled = self._ask("columns")[0]
        return [*fixed_columns([name for name, has_values in filled.items() if has_values]), *self._current().further]

    def values(self, column: str) -> dict[str, int]:
        """Group by it."""
        if not any(known.name == column and known.kind in ("text", "list") for known in self._all_columns()):
            return {}
        groups = self.select(Plan(by=(Key(column=column),))).groups
        return {group.names[0]: group.figures[0].of for group in groups}

    def select(self, plan: Plan) -> Selected:
        """Ask in one statement."""
        self._bring_up_to_date()
        (row,) = self._ask("select", plan=plan)
        return _selected(row, plan)

    def _all_columns(self) -> list[Column]:
        return [*FIXED, *self._current().further]

    def statement(self, operation: str, **arguments: Unpack[Arguments]) -> Statement:
        """Write the one that runs."""
        if operation not in cypher.SEARCHES:
            return self._reading(operation, **arguments)
        # Which way a search goes depends on how many books there are.
        passing = self._passing(arguments.get("where", ()))
        known = self._current()
        return cypher.reading(
            operation, self.catalogue, passing, known.nodes, further=known.further, **arguments
        ).shortened

    def _ask(self, operation: str, **arguments: Unpack[Arguments]) -> list[Record]:
        statement = self._reading(operation, **arguments)
        if operation not in _LASTING:
            return self._rows(statement)
        known, asked = self._current(), repr(statement)
        if asked not in known.answers:
            known.answers[asked] = self._rows(statement)
        return known.answers[asked]

    def _reading(self, operation: str, **arguments: Unpack[Arguments]) -> Statement:
        return cypher.reading(operation, self.catalogue, further=self._current().further, **arguments)

    def _rows(self, statement: Statement) -> list[Record]:
        return self._server.read(partial(_run, statement=statement))

    def _current(self) -> _Known:
        """Give what is remembered of the catalogue as it is now, or was a moment ago."""
        with self._guard:  # the three searches of a question ask once
            if time.monotonic() - self._known.asked > _FRESH:
                (row,) = self._rows(cypher.state(self.catalogue))
                version, columns, nodes = row.pop("version"), row.pop("columns"), row
                rule = row.pop("rule") or 0
                refuse_newer(rule, PLAIN_RULE, f"The catalogue in {self.kind}")
                is_old = rule < PLAIN_RULE
                if version != self._known.version or is_old != self._known.is_old:
                    self._known = _Known(version, _Columns.validate_json(columns or "[]"), is_old)
                self._known.nodes, self._known.asked = nodes, time.monotonic()
            return self._known

    def _passing(self, where: Where) -> int:
        """Count the books that pass, once for the searches of a question. Raises `InputError` as `select` does."""
        if where:
            self._bring_up_to_date()
        known = self._current()
        with known.guard:
            if where not in known.passing:
                while len(known.passing) >= _REMEMBERED:
                    known.passing.popitem()
                known.passing[where] = self._ask("select", plan=Plan(where=where, limit=0))[0]["passing"]
            return known.passing[where]

    # --- loading ------------------------------------------------------------------------------------------------------

    def load(self, books: Sequence[Book], vectors: Vectors | None, columns: Sequence[Column] = ()) -> None:
        """Load in one transaction; names are embedded before it, so that it is short."""
        self._prepare()
        new = what_is_new(books, vectors, partial(self._among, cypher.KNOWN), self._encode, columns)
        if not new.books and set(columns) <= set(self._current().further):
            return
        self._bring_up_to_date()
        names = {"Author": new.authors, "Genre": new.genres}

        def work(transaction: ManagedTransaction) -> None:
            for label, vectors_of in names.items():
                for portion in _portions([_name_row(name, vector) for name, vector in vectors_of.items()]):
                    transaction.run(cypher.ADD_NAMES[label], catalogue=self.catalogue, rows=portion).consume()
            for books_portion in _portions([_row(book, vector, columns) for book, vector in new.books]):
                transaction.run(cypher.ADD_BOOKS, catalogue=self.catalogue, rows=books_portion).consume()
            self._renew(transaction, columns)

        self._server.write(work)
        self._known = _Known("")
        self._prepare(again=True)  # until this catalogue was there, another process could take them away with its last

    def add_vectors(self, books: Sequence[Book], vectors: Vectors) -> None:
        """Add them in one transaction; names are embedded before it, so that it is short."""
        made = vectors_lacking(books, vectors, partial(self._among, cypher.LACKING), self._encode)

        def work(transaction: ManagedTransaction) -> None:
            for kind, of_kind in made.items():
                for portion in _portions([{"key": key, "embedding": _floats(one)} for key, one in of_kind.items()]):
                    transaction.run(cypher.ADD_VECTORS[kind], catalogue=self.catalogue, rows=portion).consume()

        self._server.write(work)

    def _renew(self, transaction: ManagedTransaction, columns: Sequence[Column]) -> None:
        """Give the catalogue a new version, and those of the columns that it has not."""
        (row,) = transaction.run(cypher.NEW_VERSION, catalogue=self.catalogue).data()  # others wait from here on
        known = _Columns.validate_json(row["columns"] or "[]")
        names = {column.name for column in known}
        further = [*known, *(column for column in columns if column.name not in names)]
        kept = _Columns.dump_json(further).decode()
        transaction.run(cypher.SET_COLUMNS, catalogue=self.catalogue, columns=kept).consume()

    def _bring_up_to_date(self) -> None:
        """Give a catalogue that was loaded when texts were compared otherwise, or not, what plans look at."""
        known = self._current()
        if not (known.version and known.is_old):
            return

        def some(transaction: ManagedTransaction) -> bool:
            rows = transaction.run(cypher.not_plain(known.further), catalogue=self.catalogue).data()
            renewed = [{"node": row["node"], "properties": _plain_properties(row["texts"])} for row in rows]
            transaction.run(cypher.ADD_PLAIN, catalogue=self.catalogue, rows=renewed).consume()
            return bool(rows)

        while self._server.write(some):
            pass
        self._server.write(lambda transaction: self._renew(transaction, ()))
        self._known = _Known("")

    def clear(self) -> None:
        """Remove the nodes of this catalogue, and the indexes that this object made if no catalogue is left."""

        def some(transaction: ManagedTransaction) -> int:
            (row,) = transaction.run(cypher.CLEAR, catalogue=self.catalogue).data()
            return int(row["deleted"])

        while self._server.write(some):
            pass
        self._known = _Known("")
        if (
            self._made
            and not self._server.read(lambda transaction: transaction.run(cypher.ANY_CATALOGUE).data())[0]["any"]
        ):
            self._server.change_schema([cypher.drop(name) for name in self._made])
        self._made = None

    def check(self) -> None:
        """Ask for its state."""
        self._rows(cypher.state(self.catalogue))

    def _prepare(self, *, again: bool = False) -> None:
        """Make the indexes that are not there, once, or looked for `again`."""
        if self._made is not None and not (again and self._missing_indexes()):
            return
        made: dict[str, None] = dict.fromkeys(self._made or ())
        for pause in _PAUSES:
            missing = self._missing_indexes()
            for name in missing:
                self._make(name)
            made |= dict.fromkeys(missing)
            if not (others := self._missing_indexes()):
                break
            time.sleep(pause)  # another process may have taken them away just now, with the last catalogue of its own
        else:  # Neo4j passes over one that is there under another name
            raise StoreError(
                f"{self.kind} has indexes of its own in the place of {', '.join(others)}.",
                "Drop them there, or give Glassbox a Neo4j of its own.",
            )
        self._server.write(lambda transaction: transaction.run(cypher.AWAIT_INDEXES).consume())
        self._made = list(made)

    def _make(self, name: str) -> None:
        try:
            self._server.change_schema([cypher.SCHEMA[name]])
        except StoreError:
            if name in self._missing_indexes():  # else another process made it at the same moment
                raise

    def _missing_indexes(self) -> list[str]:
        (row,) = self._server.read(lambda transaction: transaction.run(cypher.INDEXES).data())
        return [name for name in cypher.SCHEMA if name not in row["names"]]

    def _among(self, statements: Mapping[str, str], kind: Kind, keys: Sequence[str]) -> set[str]:
        """Return those of the keys that a statement for this kind finds."""
        (row,) = self._rows(Statement(statements[kind], {"catalogue": self.catalogue, "keys": keys}))
        return set(row["found"])


@dataclass
class _Known:
    """What is remembered of one state of the catalogue, how many nodes Neo4j has in all, and when it was asked last."""

    version: str
    further: list[Column] = field(default_factory=list)
    is_old: bool = False  # its texts are not kept as they are compared today, or it is not there at all
    nodes: dict[str, int] = field(default_factory=dict)
    asked: float = -math.inf
    passing: dict[Where, int] = field(default_factory=dict)
    answers: dict[str, list[Record]] = field(default_factory=dict)
    guard: threading.Lock = field(default_factory=threading.Lock)


def _run(transaction: ManagedTransaction, statement: Statement) -> list[Record]:
    return [dict(record) for record in transaction.run(statement.cypher, dict(statement.parameters))]


def _book(row: Record) -> Book:
    """Put a book together; what is not of every book is a further column."""
    names = tuple(row["authors"]), tuple(row["genres"])
    extra = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in row.items()
        if name not in _FIXED and value is not None
    }
    return Book(row["id"], row["title"], *names, row["year"], row["pages"], tuple(row["subjects"] or ()), extra)


_FIXED = frozenset(column.name for column in FIXED)


def _selected(row: Record, plan: Plan) -> Selected:
    """Read the one row of a plan."""
    groups = row.get("groups", [])
    if plan.each and len(plan.by) > 1:  # those of each group of the first key
        groups = [group for some in groups for group in some]
    return Selected(
        row["passing"],
        tuple(map(_book, row.get("books", ()))),
        tuple(map(_figure, row.get("figures", ()))),
        tuple(_group(group, plan) for group in groups),
        row.get("groups_in_all", 0),
    )


def _group(row: Record, plan: Plan) -> GroupOfBooks:
    names = tuple(group_name(value, key.part) for value, key in zip(row["keys"], plan.by, strict=True))
    return GroupOfBooks(names, tuple(map(_figure, row["figures"])), tuple(map(_book, row.get("books", ()))))


def _figure(row: Record) -> Figure:
    return Figure(None if row["value"] is None else float(row["value"]), row["of"])


def _row(book: Book, vector: Vectors, columns: Sequence[Column]) -> NewBookRow:
    extra = {name: list(value) if isinstance(value, tuple) else value for name, value in book.extra.items()}
    texts = {column.name: extra[column.name] for column in columns if column.kind in OF_TEXT and column.name in extra}
    properties: dict[str, object] = {
        "title": book.title,
        "year": book.year,
        "pages": book.pages,
        "subjects": list(book.subjects),
        "embedding": _floats(vector),
        **extra,
        **_plain_properties({"id": book.id, "title": book.title, "subjects": list(book.subjects), **texts}),
    }
    return NewBookRow(id=book.id, properties=properties, authors=list(book.authors), genres=list(book.genres))


def _plain_properties(texts: Record) -> dict[str, object]:
    """Return the properties that plans look at beside these, which are texts or lists of them."""
    plain: dict[str, object] = {
        plain_property(name): plain_text(text) if isinstance(text, str) else list(map(plain_text, text))
        for name, text in texts.items()
        if text is not None
    }
    plain[RULE_PROPERTY] = PLAIN_RULE
    return plain | ({"shuffle": shuffle_of(texts["id"])} if texts.get("id") is not None else {})


def _name_row(name: str, vector: Vectors) -> Record:
    return {"name": name, "plain": plain_text(name), "embedding": _floats(vector)}


def _floats(vector: Vectors) -> list[float] | None:
    """Return a vector as Neo4j takes it; none where it comes later."""
    numbers: list[float] = np.asarray(vector, np.float64).tolist()
    return numbers or None


def _portions(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    return (rows[start : start + _PORTION] for start in range(0, len(rows), _PORTION))
