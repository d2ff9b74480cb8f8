"""The library graph in one SQLite file, with exact cosine search in memory: no server needed.

The file is the truth. What the searches need is read into memory once for each state of the file, so that the next
question sees what another process loaded. Nothing of a question is ever part of a statement: texts of SQL are ours,
values are parameters.
"""

# ruff: noqa: S608 - statements are put together from the constants below

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Generic, Protocol, TypeVar, Unpack

import numpy as np

from core.errors import StoreError
from core.retrieval.embedder import Vectors
from core.schema import Schema, prepare_file
from core.stores import library_cypher as cypher
from core.stores.library import (
    EXACT,
    NEAR,
    Arguments,
    Book,
    Kind,
    Match,
    Reason,
    Selected,
    Statement,
)
from core.stores.library_columns import FIXED, fixed_columns
from core.stores.library_loading import Encode, vectors_lacking, what_is_new
from core.stores.library_masks import mask_of
from core.stores.library_memory import MEMORY_VERSION, Memory, Nodes, Numbers, read_nodes, read_relations
from core.stores.library_plan import Column, Plan, Where
from core.stores.library_plan_check import check_where
from core.stores.library_selecting import count_values, select
from core.stores.library_table import TABLE_VERSION, BookTable, extra_values, read_columns, read_table
from core.stores.sqlite import one_state, open_shared


def _give_room_for_further_columns(connection: sqlite3.Connection) -> None:
    if not any(row[1] == "extra" for row in connection.execute("PRAGMA table_info (book)")):
        connection.execute("ALTER TABLE book ADD COLUMN extra TEXT NOT NULL DEFAULT '{}'")


_TABLES = """
    CREATE TABLE IF NOT EXISTS book (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, year INTEGER, pages INTEGER,
        subjects TEXT NOT NULL, extra TEXT NOT NULL DEFAULT '{}');
    CREATE TABLE IF NOT EXISTS further_column (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL, kind TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS author (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE IF NOT EXISTS genre (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE IF NOT EXISTS wrote (
        book INTEGER NOT NULL, author INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (book, author)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS belongs_to (
        book INTEGER NOT NULL, genre INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (book, genre)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS wrote_back ON wrote (author, book);
    CREATE INDEX IF NOT EXISTS belongs_to_back ON belongs_to (genre, book);
    CREATE TABLE IF NOT EXISTS book_vector (number INTEGER PRIMARY KEY, vector BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS author_vector (number INTEGER PRIMARY KEY, vector BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS genre_vector (number INTEGER PRIMARY KEY, vector BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS state (version INTEGER NOT NULL);
    INSERT INTO state SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM state);
    CREATE TABLE IF NOT EXISTS vector_state (version INTEGER NOT NULL);
    INSERT INTO vector_state SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM vector_state);
"""
_SCHEMA = Schema(version=1, tables=_TABLES, upgrades={0: _give_room_for_further_columns})
_ALL_TABLES = (
    "book", "further_column", "author", "genre", "wrote", "belongs_to", "book_vector", "author_vector", "genre_vector"
)  # fmt: skip


class EmbeddedLibrary:
    """One catalogue in one SQLite file, for any number of threads. `Library` says what the operations do."""

    kind = "embedded graph"
    writes_cypher = False

    def __init__(self, path: Path, encode: Encode) -> None:
        """`encode` gives the vectors of the names of authors and genres. The file begins with the first use."""
        self.path = path
        self._encode = encode
        self._memory: _Latest[Memory] = _Latest(_read, MEMORY_VERSION)
        self._table = _Latest(read_table, TABLE_VERSION)
        self._has_tables = False

    # --- searching ----------------------------------------------------------------------------------------------------

    def search_books(self, vector: Vectors, limit: int, where: Where = ()) -> list[Match]:
        """Compare the books themselves."""
        with self._open() as connection, one_state(connection):
            memory = self._current(connection)
            found = memory.books.nearest(vector, limit, self._passing(connection, where))
            books = _books(connection, memory, [number for number, _ in found])
        return [Match(books[number], score, "Book Match", books[number].title) for number, score in found]

    def search_authors(self, vector: Vectors, limit: int, where: Where = ()) -> list[Match]:
        """Find authors, and from there their books."""
        sql = "SELECT number FROM wrote JOIN book ON book = number WHERE author = ? ORDER BY title, id"
        with self._open() as connection, one_state(connection):
            memory = self._current(connection)
            passing = self._passing(connection, where)
            authors = memory.authors.nearest(vector, limit, memory.wrote.other_ends(passing))
            books = {
                author: _among([number for (number,) in connection.execute(sql, [author])], passing)[:limit]
                for author, _ in authors
            }
            return _matches(connection, memory, "Author Match", memory.authors, authors, books)

    def search_genres(self, vector: Vectors, limit: int, where: Where = ()) -> list[Match]:
        """Find genres, and from there their books."""
        with self._open() as connection, one_state(connection):
            memory = self._current(connection)
            passing = self._passing(connection, where)
            count = len(memory.books.key) if passing is None else len(passing)
            near = memory.books.nearest(vector, count if count <= EXACT else NEAR, passing)
            genres = memory.genres.nearest(vector, limit, memory.belongs_to.other_ends(passing))
            members = memory.belongs_to.members([number for number, _ in near])
            books = {genre: members.get(genre, [])[:limit] for genre, _ in genres}
            return _matches(connection, memory, "Genre Match", memory.genres, genres, books)

    # --- counting -----------------------------------------------------------------------------------------------------

    def totals(self) -> dict[str, int]:
        """Count each table."""
        sql = "SELECT (SELECT count(*) FROM book), (SELECT count(*) FROM author), (SELECT count(*) FROM genre)"
        with self._open() as connection:
            return dict(zip(("books", "authors", "genres"), connection.execute(sql).fetchone(), strict=True))

    def state(self) -> str:
        """Name the version of the file."""
        return str(self._current_table().version)

    def columns(self) -> list[Column]:
        """Look through the table in memory."""
        table = self._current_table()
        filled = [column.name for column in FIXED if len(table.cells(column.name).rows)]
        return [*fixed_columns(filled), *table.further]

    def values(self, column: str) -> dict[str, int]:
        """Count in memory."""
        return count_values(self._current_table(), column)

    def select(self, plan: Plan) -> Selected:
        """Carry it out in memory."""
        return select(self._current_table(), plan)

    def _passing(self, connection: sqlite3.Connection, where: Where) -> Numbers | None:
        """Return the sorted numbers of the books that pass, None for all. Raises `InputError` as `select` does."""
        if not where:
            return None
        table = self._table.of(connection)
        check_where(where, table.columns)
        rows = table.rows_by_number
        numbers: Numbers = table.numbers[rows[mask_of(table, where)[rows]]]
        return numbers

    def _current_table(self) -> BookTable:
        with self._open() as connection:
            return self._table.of(connection)

    def statement(self, operation: str, **arguments: Unpack[Arguments]) -> Statement:
        """Write what would run on Neo4j, were this catalogue alone there."""
        with self._open() as connection:
            further = read_columns(connection)
        if operation not in cypher.SEARCHES:
            return cypher.reading(operation, self.path.stem, further=further, **arguments)
        passing = self.select(Plan(where=arguments.get("where", ()), limit=0)).passing
        return cypher.reading(operation, self.path.stem, passing, self.totals(), further=further, **arguments).shortened

    # --- loading ------------------------------------------------------------------------------------------------------

    def load(self, books: Sequence[Book], vectors: Vectors | None, columns: Sequence[Column] = ()) -> None:
        """Load in one transaction; names are embedded before it, so that it is short."""
        with self._open() as connection:
            new = what_is_new(books, vectors, partial(_known, connection), self._encode, columns)
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                _add_names(connection, "author", new.authors)
                _add_names(connection, "genre", new.genres)
                added = _add_columns(connection, columns)
                added += sum(_add_book(connection, book, vector) for book, vector in new.books)
                if added:
                    connection.execute("UPDATE state SET version = version + 1")

    def add_vectors(self, books: Sequence[Book], vectors: Vectors) -> None:
        """Add them in one transaction; names are embedded before it, so that it is short."""
        with self._open() as connection:
            made = vectors_lacking(books, vectors, partial(_lacking, connection), self._encode)
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                for kind, of_kind in made.items():
                    _add_vectors(connection, kind, of_kind)
                connection.execute("UPDATE vector_state SET version = version + 1")

    def clear(self) -> None:
        """Empty every table."""
        with self._open() as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            for table in _ALL_TABLES:
                connection.execute(f"DELETE FROM {table}")
            connection.execute("UPDATE state SET version = version + 1")

    def check(self) -> None:
        """Read a little."""
        self.totals()

    # --- the file -----------------------------------------------------------------------------------------------------

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open a connection for one operation. Whatever SQLite says becomes a `StoreError`."""
        try:
            if not self._has_tables:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(open_shared(self.path)) as connection:
                if not self._has_tables:
                    prepare_file(connection, _SCHEMA, f"The catalogue in {self.path.name}")
                    self._has_tables = True
                yield connection
        except (sqlite3.Error, OSError) as error:
            self._has_tables = False
            raise StoreError(
                f"The catalogue in {self.path.name} cannot be used: {error}.",
                "See that its folder is there, has room and can be written to; a damaged catalogue is loaded again.",
            ) from error

    def _current(self, connection: sqlite3.Connection) -> Memory:
        """Read the memory of the file as it is now."""
        return self._memory.of(connection)


class _State(Protocol):
    """What is remembered of one state of the file."""

    @property
    def version(self) -> int | str: ...


S = TypeVar("S", bound=_State)


class _Latest(Generic[S]):
    """What was read of the file, read again when the file is in another state."""

    def __init__(self, read: Callable[[sqlite3.Connection], S], version: str) -> None:
        """`version` is how the file is asked for what `read` depends on."""
        self._read = read
        self._version = version
        self._kept: S | None = None
        self._guard = threading.Lock()

    def of(self, connection: sqlite3.Connection) -> S:
        (version,) = connection.execute(self._version).fetchone()
        kept = self._kept
        if kept is None or kept.version != version:
            with self._guard:  # several first visitors wait for one of them to read
                kept = self._kept
                if kept is None or kept.version != version:
                    kept = self._kept = self._read(connection)
        return kept


def _read(connection: sqlite3.Connection) -> Memory:
    with one_state(connection):
        return _read_memory(connection)


def _read_memory(connection: sqlite3.Connection) -> Memory:
    (version,) = connection.execute(MEMORY_VERSION).fetchone()
    return Memory(
        version,
        read_nodes(
            connection, "SELECT number, id, vector FROM book LEFT JOIN book_vector USING (number) ORDER BY number"
        ),
        read_nodes(
            connection, "SELECT number, name, vector FROM author LEFT JOIN author_vector USING (number) ORDER BY number"
        ),
        read_nodes(
            connection, "SELECT number, name, vector FROM genre LEFT JOIN genre_vector USING (number) ORDER BY number"
        ),
        read_relations(connection, "SELECT book, author FROM wrote ORDER BY book, place"),
        read_relations(connection, "SELECT book, genre FROM belongs_to ORDER BY book, place"),
    )


def _among(numbers: list[int], passing: Numbers | None) -> list[int]:
    """Return those of the numbers that are among the sorted ones, in their order; all, if these are None."""
    if passing is None:
        return numbers
    kept: list[int] = np.array(numbers, np.int64)[np.isin(numbers, passing)].tolist()
    return kept


def _matches(
    connection: sqlite3.Connection,
    memory: Memory,
    reason: Reason,
    nodes: Nodes,
    found: Sequence[tuple[int, float]],
    books: dict[int, list[int]],
) -> list[Match]:
    """From each node that was found to its books."""
    read = _books(connection, memory, sorted({number for numbers in books.values() for number in numbers}))
    return [Match(read[number], score, reason, nodes.key[node]) for node, score in found for number in books[node]]


def _books(connection: sqlite3.Connection, memory: Memory, numbers: Sequence[int]) -> dict[int, Book]:
    """Put together the books of these numbers: properties from the file, the names they are tied to from memory."""
    sql = (
        "SELECT number, id, title, year, pages, subjects, extra FROM book"
        " WHERE number IN (SELECT value FROM json_each(?))"
    )
    rows = {row[0]: row[1:] for row in connection.execute(sql, [json.dumps(numbers)])}
    books = {}
    for number, authors, genres in zip(
        numbers, memory.wrote.ends_of(numbers), memory.belongs_to.ends_of(numbers), strict=True
    ):
        id, title, year, pages, subjects, extra = rows[number]
        names = (
            tuple(memory.authors.key[author] for author in authors),
            tuple(memory.genres.key[genre] for genre in genres),
        )
        books[number] = Book(id, title, *names, year, pages, tuple(json.loads(subjects)), extra_values(extra))
    return books


_KEYS: dict[Kind, str] = {"Book": "id", "Author": "name", "Genre": "name"}


def _known(connection: sqlite3.Connection, kind: Kind, keys: Sequence[str]) -> set[str]:
    sql = f"SELECT {_KEYS[kind]} FROM {kind.lower()} WHERE {_KEYS[kind]} IN (SELECT value FROM json_each(?))"
    return {key for (key,) in connection.execute(sql, [json.dumps(list(keys))])}


def _lacking(connection: sqlite3.Connection, kind: Kind, keys: Sequence[str]) -> set[str]:
    sql = (
        f"SELECT {_KEYS[kind]} FROM {kind.lower()} LEFT JOIN {kind.lower()}_vector USING (number)"
        f" WHERE vector IS NULL AND {_KEYS[kind]} IN (SELECT value FROM json_each(?))"
    )
    return {key for (key,) in connection.execute(sql, [json.dumps(list(keys))])}


def _add_columns(connection: sqlite3.Connection, columns: Sequence[Column]) -> int:
    """How many of them were new."""
    rows = [(column.name, column.title, column.kind) for column in columns]
    sql = "INSERT OR IGNORE INTO further_column (name, title, kind) VALUES (?, ?, ?)"
    return connection.executemany(sql, rows).rowcount if rows else 0


def _add_names(connection: sqlite3.Connection, table: str, names: dict[str, Vectors]) -> None:
    for name, vector in names.items():
        added = connection.execute(f"INSERT OR IGNORE INTO {table} (name) VALUES (?)", [name])
        if added.rowcount:
            _add_vector(connection, table, added.lastrowid, vector)


def _add_book(connection: sqlite3.Connection, book: Book, vector: Vectors) -> bool:
    """Whether it was new."""
    added = connection.execute(
        "INSERT OR IGNORE INTO book (id, title, year, pages, subjects, extra) VALUES (?, ?, ?, ?, ?, ?)",
        [book.id, book.title, book.year, book.pages, json.dumps(book.subjects), json.dumps(book.extra)],
    )
    if not added.rowcount:
        return False
    number = added.lastrowid
    _add_vector(connection, "book", number, vector)
    for table, column, names in (("wrote", "author", book.authors), ("belongs_to", "genre", book.genres)):
        connection.executemany(
            f"INSERT OR IGNORE INTO {table} SELECT ?, number, ? FROM {column} WHERE name = ?",
            [(number, index, name) for index, name in enumerate(names)],
        )
    return True


def _add_vector(connection: sqlite3.Connection, table: str, number: int | None, vector: Vectors) -> None:
    if vector.size:
        connection.execute(f"INSERT INTO {table}_vector VALUES (?, ?)", [number, _bytes(vector)])


def _add_vectors(connection: sqlite3.Connection, kind: Kind, vectors: Mapping[str, Vectors]) -> None:
    table = kind.lower()
    connection.executemany(
        f"INSERT OR IGNORE INTO {table}_vector SELECT number, ? FROM {table} WHERE {_KEYS[kind]} = ?",
        ((_bytes(vector), key) for key, vector in vectors.items()),
    )


def _bytes(vector: Vectors) -> bytes:
    return np.ascontiguousarray(vector, np.float32).tobytes()
