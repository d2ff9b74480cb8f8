"""The library graph in Neo4j: three vector indexes, full text on names, and one catalogue among others.

Every node that is loaded carries the id of its catalogue; nothing else in the database is read, changed or removed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from core.errors import StoreError
from core.retrieval.embedder import Vectors
from core.stores import library_cypher as cypher
from core.stores.library import (
    NO_FILTERS,
    Book,
    Filters,
    Group,
    Match,
    Measure,
    Named,
    Order,
    Reason,
    Row,
    Statement,
    readable,
)
from core.stores.library_names import NameIndex, query_words
from core.stores.library_server import Neo4jServer

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

    Rows = list[dict[str, Any]]

_LABELS: dict[str, tuple[Reason, str]] = {
    "search_books": ("Book Match", "books"),
    "search_authors": ("Author Match", "authors"),
    "search_genres": ("Genre Match", "genres"),
}
_PORTION = 500  # books in one statement
_REMEMBERED = 64  # filters


class Neo4jLibrary:
    """One catalogue in Neo4j, for any number of threads. `Library` says what the operations do."""

    writes_cypher = True

    def __init__(self, server: Neo4jServer, catalogue: str, encode: Callable[[Sequence[str]], Vectors]) -> None:
        """`encode` gives the vectors of the names of authors and genres. Making it asks the server nothing."""
        self.catalogue = catalogue
        self.kind = f"Neo4j at {server.uri}"
        self._server = server
        self._encode = encode
        self._known = _Known("")
        self._guard = threading.Lock()
        self._made: list[str] | None = None

    # --- searching ----------------------------------------------------------------------------------------------------

    def search_books(self, vector: Vectors, limit: int, filters: Filters = NO_FILTERS) -> list[Match]:
        """The books themselves."""
        return self._search("search_books", vector, limit, filters)

    def search_authors(self, vector: Vectors, limit: int, filters: Filters = NO_FILTERS) -> list[Match]:
        """Authors, and from there their books."""
        return self._search("search_authors", vector, limit, filters)

    def search_genres(self, vector: Vectors, limit: int, filters: Filters = NO_FILTERS) -> list[Match]:
        """Genres, and from there their books."""
        return self._search("search_genres", vector, limit, filters)

    def _search(self, operation: str, vector: Vectors, limit: int, filters: Filters) -> list[Match]:
        if limit < 1 or not np.any(vector):
            return []
        reason, label = _LABELS[operation]

        def work(transaction: ManagedTransaction) -> Rows:
            known, all_nodes = self._state(transaction)
            passing = self._passing(transaction, known, filters)
            asked: dict[str, Any] = {"vector": vector, "limit": limit, "filters": filters}
            statement = cypher.reading(operation, self.catalogue, passing, all_nodes["books"], **asked)
            rows = _run(transaction, statement)
            found = len(rows) if label == "books" else len({row["node"] for row in rows})
            if found < limit and statement.parameters.get("candidates", all_nodes[label]) < all_nodes[label]:
                # The index gave nodes of other catalogues, or such as do not pass, instead of those that were wanted.
                rows = _run(transaction, cypher.reading(operation, self.catalogue, passing, 0, exact=True, **asked))
            return rows

        rows = self._server.read(work)
        return [Match(_book(row["book"]), min(row["score"], 1.0), reason, row["node"]) for row in rows]

    def find_names(self, words: str, limit: int = 5) -> list[Named]:
        """By the full-text index where it gives enough names that hold all words; else by the letters of all names."""
        if limit < 1 or not query_words(words):
            return []

        def work(transaction: ManagedTransaction) -> tuple[_Known, Rows]:
            known, _ = self._state(transaction)
            by_index = known.version and known.names is None
            return known, _run(transaction, self._reading("find_names", words=words, limit=limit)) if by_index else []

        known, rows = self._server.read(work)
        found = NameIndex(_named(rows)).find(words, limit)
        if len(found) == limit and not found[-1].distance and len(rows) < cypher.MOST_NAMES:
            return found
        if known.names is None:
            known.names = NameIndex(_named(row for label in cypher.LABELS for row in self._all_names(label)))
        return known.names.find(words, limit)

    def _all_names(self, label: str) -> Iterator[dict[str, Any]]:
        """Each portion in a transaction of its own, so that none of them takes long."""
        after = ""
        while True:
            statement = cypher.some_names(self.catalogue, label, after)
            rows = self._server.read(partial(_run, statement=statement))
            yield from rows
            if len(rows) < cypher.NAMES_AT_ONCE:
                return
            after = rows[-1]["id"]

    # --- counting -----------------------------------------------------------------------------------------------------

    def books(self, filters: Filters = NO_FILTERS, order: Order = "title", limit: int = 10) -> list[Book]:
        """Books in order."""
        return [_book(row["book"]) for row in self._ask("books", filters=filters, order=order, limit=limit)]

    def count(self, filters: Filters = NO_FILTERS) -> int:
        """How many pass."""
        return int(self._ask("count", filters=filters)[0]["books"])

    def group(self, by: Group, measure: Measure = "books", filters: Filters = NO_FILTERS, limit: int = 20) -> list[Row]:
        """A statistic."""
        rows = self._ask("group", by=by, measure=measure, filters=filters, limit=limit)
        return [Row(row["name"], float(row["value"])) for row in rows]

    def totals(self) -> dict[str, int]:
        """Of each label."""
        return dict(self._ask("totals")[0])

    def pages_statistics(self, filters: Filters = NO_FILTERS) -> dict[str, float]:
        """Over those of known length."""
        row = self._ask("pages_statistics", filters=filters)[0]
        return {name: row[name] for name in ("books", "pages", "average", "shortest", "longest")}

    def years(self) -> tuple[int, int] | None:
        """First and last."""
        row = self._ask("years")[0]
        return None if row["first"] is None else (row["first"], row["last"])

    def authors_of_many_genres(self, least: int = 2, limit: int = 20) -> list[Row]:
        """Through their books."""
        rows = self._ask("authors_of_many_genres", least=least, limit=limit)
        return [Row(row["name"], float(row["genres"])) for row in rows]

    def statement(self, operation: str, **arguments: Any) -> Statement:
        """The one that runs."""

        def work(transaction: ManagedTransaction) -> Statement:
            known, all_nodes = self._state(transaction)
            passing = self._passing(transaction, known, arguments.get("filters", NO_FILTERS))
            return cypher.reading(operation, self.catalogue, passing, all_nodes["books"], **arguments).shortened

        return self._server.read(work)

    def _ask(self, operation: str, **arguments: Any) -> Rows:
        statement = self._reading(operation, **arguments)
        return self._server.read(partial(_run, statement=statement))

    def _reading(self, operation: str, **arguments: Any) -> Statement:
        return cypher.reading(operation, self.catalogue, 0, 0, **arguments)

    def _state(self, transaction: ManagedTransaction) -> tuple[_Known, dict[str, int]]:
        """What is remembered of the catalogue as it is now, and how many nodes of each label there are in all."""
        (row,) = _run(transaction, cypher.state(self.catalogue))
        with self._guard:
            if self._known.version != row["version"]:
                self._known = _Known(row["version"])
            return self._known, row

    def _passing(self, transaction: ManagedTransaction, known: _Known, filters: Filters) -> int:
        if filters not in known.passing:
            while len(known.passing) >= _REMEMBERED:
                known.passing.popitem()
            known.passing[filters] = _run(transaction, self._reading("count", filters=filters))[0]["books"]
        return known.passing[filters]

    # --- loading ------------------------------------------------------------------------------------------------------

    def load(self, books: Sequence[Book], vectors: Vectors) -> None:
        """In one transaction; names are embedded before it, so that it is short."""
        self._prepare()
        known = self._known_among(cypher.KNOWN_BOOKS, ids=[readable(book.id) for book in books])
        rows: dict[str, dict[str, Any]] = {}
        for book, vector in zip(books, vectors, strict=True):
            row = _row(book, vector)
            if row["id"] not in known:
                rows.setdefault(row["id"], row)
        if not rows:
            return
        names = {
            "Author": self._new_names("Author", (name for row in rows.values() for name in row["authors"])),
            "Genre": self._new_names("Genre", (name for row in rows.values() for name in row["genres"])),
        }

        def work(transaction: ManagedTransaction) -> None:
            for label, new in names.items():
                for portion in _portions(new):
                    transaction.run(cypher.ADD_NAMES[label], catalogue=self.catalogue, rows=portion).consume()
            for portion in _portions(list(rows.values())):
                transaction.run(cypher.ADD_BOOKS, catalogue=self.catalogue, rows=portion).consume()
            transaction.run(cypher.NEW_VERSION, catalogue=self.catalogue).consume()

        self._server.write(work)

    def clear(self) -> None:
        """Remove the nodes of this catalogue, and the indexes that this object made if no catalogue is left."""

        def some(transaction: ManagedTransaction) -> int:
            (row,) = transaction.run(cypher.CLEAR, catalogue=self.catalogue).data()
            return int(row["deleted"])

        while self._server.write(some):
            pass
        if (
            self._made
            and not self._server.read(lambda transaction: transaction.run(cypher.ANY_CATALOGUE).data())[0]["any"]
        ):
            self._server.change_schema([cypher.drop(name) for name in self._made])
        self._made = None

    def check(self) -> None:
        """Ask for its state."""
        self._server.read(self._state)

    def _prepare(self) -> None:
        """Make the indexes that are not there, once."""
        if self._made is not None:
            return
        missing = self._missing_indexes()
        self._server.change_schema([cypher.SCHEMA[name] for name in missing])
        if others := self._missing_indexes():  # Neo4j passes over one that is there under another name
            raise StoreError(
                f"{self.kind} has indexes of its own in the place of {', '.join(others)}.",
                "Drop them there, or give Glassbox a Neo4j of its own.",
            )
        self._server.write(lambda transaction: transaction.run(cypher.AWAIT_INDEXES).consume())
        self._made = missing

    def _missing_indexes(self) -> list[str]:
        (row,) = self._server.read(lambda transaction: transaction.run(cypher.INDEXES).data())
        return [name for name in cypher.SCHEMA if name not in row["names"]]

    def _known_among(self, text: str, **asked: Any) -> set[str]:
        (row,) = self._server.read(lambda transaction: transaction.run(text, catalogue=self.catalogue, **asked).data())
        return set(row["known"])

    def _new_names(self, label: str, names: Iterable[str]) -> list[dict[str, Any]]:
        """Those names that are not there yet, each with its vector."""
        wanted = list(dict.fromkeys(names))
        known = self._known_among(cypher.KNOWN_NAMES[label], names=wanted)
        new = [name for name in wanted if name not in known]
        vectors = self._encode(new) if new else ()
        return [{"name": name, "embedding": _floats(vector)} for name, vector in zip(new, vectors, strict=True)]


@dataclass
class _Known:
    """What is remembered of one state of the catalogue."""

    version: str
    passing: dict[Filters, int] = field(default_factory=dict)
    names: NameIndex | None = None


def _run(transaction: ManagedTransaction, statement: Statement) -> Rows:
    return transaction.run(statement.cypher, statement.parameters).data()


def _named(rows: Iterable[dict[str, Any]]) -> list[Named]:
    return [Named(row["kind"], row["name"], row["id"], 0) for row in rows]


def _book(row: dict[str, Any]) -> Book:
    lists = {name: tuple(row[name] or ()) for name in ("authors", "genres", "subjects")}
    return Book(id=row["id"], title=row["title"], year=row["year"], pages=row["pages"], **lists)


def _row(book: Book, vector: Vectors) -> dict[str, Any]:
    lists = {name: [readable(text) for text in getattr(book, name)] for name in ("authors", "genres", "subjects")}
    plain = {"id": readable(book.id), "title": readable(book.title), "year": book.year, "pages": book.pages}
    return {**plain, **lists, "embedding": _floats(vector)}


def _floats(vector: Vectors) -> list[float]:
    return [float(number) for number in vector]


def _portions(rows: Rows) -> Iterator[Rows]:
    return (rows[start : start + _PORTION] for start in range(0, len(rows), _PORTION))
