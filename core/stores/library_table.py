"""The books of one state of a file, column by column, as arrays: what the embedded library carries plans out on.

Row i is the i-th book by title, then id, so that the order of the rows is the order of books of which nothing else is
asked.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.stores.library import Book, Value
from core.stores.library_columns import FIXED, plain_text, shuffle_of
from core.stores.library_plan import Column, ColumnKind
from core.stores.sqlite import one_state

TABLE_VERSION = "SELECT version FROM state"

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Cells:
    """A column of `count` books: book `rows[i]` has the value `keys[codes[i]]`.

    Rows ascend, and those of one book stand in its order; keys ascend, each once: texts, or numbers.
    """

    kind: ColumnKind
    count: int
    rows: Numbers
    codes: Numbers
    keys: Sequence[str] | Floats

    @classmethod
    def of_texts(cls, kind: ColumnKind, count: int, rows: Sequence[int], texts: Sequence[str]) -> Cells:
        """Take the values one after the other, each with its row."""
        keys = sorted(set(texts))
        place = dict(zip(keys, range(len(keys)), strict=True))
        codes = np.fromiter((place[text] for text in texts), np.int64, len(texts))
        return cls(kind, count, np.array(rows, np.int64), codes, keys)

    @classmethod
    def of_numbers(cls, kind: ColumnKind, values: Floats) -> Cells:
        """Take one number a book [n], NaN where it is unknown."""
        rows = np.flatnonzero(~np.isnan(values))
        keys, codes = np.unique(values[rows], return_inverse=True)
        return cls(kind, len(values), rows, codes, keys)

    @cached_property
    def sizes(self) -> Numbers:
        """How many values each book has [count]."""
        return np.bincount(self.rows, minlength=self.count)

    @cached_property
    def starts(self) -> Numbers:
        """Where the values of each book begin [count + 1]."""
        return np.concatenate(([0], np.cumsum(self.sizes)))

    @cached_property
    def numbers(self) -> Floats:
        """The number of each book [count], NaN where it is unknown."""
        numbers = np.full(self.count, np.nan)
        numbers[self.rows] = np.asarray(self.keys, np.float64)[self.codes]
        return numbers

    @cached_property
    def places(self) -> Floats:
        """The place of each book's value in their order [count], NaN where it is unknown; lists go value by value."""
        places = np.full(self.count, np.nan)
        if self.kind != "list":
            places[self.rows] = self.codes
            return places
        codes, starts = self.codes.tolist(), self.starts.tolist()
        lists = [tuple(codes[start:end]) for start, end in pairwise(starts)]
        ranks = {values: rank for rank, values in enumerate(sorted(set(lists)))}
        known = self.sizes > 0
        places[known] = np.array([ranks[values] for values in lists], np.float64)[known]
        return places

    @cached_property
    def plain(self) -> list[str]:
        """Each key as texts are compared."""
        return [plain_text(str(key)) for key in self.keys]

    @cached_property
    def place_of(self) -> dict[str | float, int]:
        """Where each key stands."""
        keys = self.keys.tolist() if isinstance(self.keys, np.ndarray) else self.keys
        return dict(zip(keys, range(len(keys)), strict=True))

    def chosen(self, values: Iterable[str | float]) -> Mask:
        """Whether each key is one of these values."""
        chosen = np.zeros(len(self.keys), np.bool_)
        chosen[[place for value in values if (place := self.place_of.get(value)) is not None]] = True
        return chosen

    def with_any(self, chosen: Mask) -> Mask:
        """Whether each book has a value among the chosen keys [count]."""
        mask = np.zeros(self.count, np.bool_)
        mask[self.rows[chosen[self.codes]]] = True
        return mask

    def how_many(self, chosen: Mask) -> Numbers:
        """How many of its values are among the chosen keys, for each book [count]."""
        return np.bincount(self.rows[chosen[self.codes]], minlength=self.count)


class Record(NamedTuple):
    """A book as its row in the file has it; subjects and further columns are JSON."""

    number: int
    id: str
    title: str
    year: int | None
    pages: int | None
    subjects: str
    extra: str


class BookTable:
    """All books of one state of the file, by its version; safe to read from many threads."""

    def __init__(
        self, version: int, records: Sequence[Record], authors: Cells, genres: Cells, further: Sequence[Column]
    ) -> None:
        self.version = version
        self.further = further
        self._records = records
        self._cells = {"authors": authors, "genres": genres}

    def __len__(self) -> int:
        return len(self._records)

    @cached_property
    def columns(self) -> dict[str, Column]:
        """Every column that a plan may name, also those in which nothing is known."""
        return {column.name: column for column in (*FIXED, *self.further)}

    @cached_property
    def numbers(self) -> Numbers:
        """The number of each book in the file."""
        return np.array([record.number for record in self._records], np.int64)

    @cached_property
    def rows_by_number(self) -> Numbers:
        """The rows in the order of these numbers."""
        return np.argsort(self.numbers)

    @cached_property
    def shuffle(self) -> Numbers:
        """The number of each book by which it is put in an order of no meaning."""
        return np.array([shuffle_of(record.id) for record in self._records], np.int64)

    def cells(self, name: str) -> Cells:
        """Return a column, put into arrays when it is first asked for."""
        if name not in self._cells:
            self._cells[name] = self._in_arrays(self.columns[name])
        return self._cells[name]

    def book(self, row: int) -> Book:
        """Put the book of a row together."""
        record = self._records[row]
        authors, genres = (self._names(name, row) for name in ("authors", "genres"))
        subjects = tuple(json.loads(record.subjects))
        return Book(
            record.id, record.title, authors, genres, record.year, record.pages, subjects, extra_values(record.extra)
        )

    def _names(self, column: str, row: int) -> tuple[str, ...]:
        cells = self._cells[column]
        return tuple(str(cells.keys[code]) for code in cells.codes[cells.starts[row] : cells.starts[row + 1]].tolist())

    @cached_property
    def _extra(self) -> list[dict[str, Value]]:
        return [extra_values(record.extra) for record in self._records]

    def _in_arrays(self, column: Column) -> Cells:
        values = self._values(column.name)
        if column.kind in ("number", "date"):
            return Cells.of_numbers(column.kind, np.array(values, np.float64))
        if column.kind == "text":
            known = [row for row, value in enumerate(values) if value is not None]
            return Cells.of_texts("text", len(self), known, [str(values[row]) for row in known])
        lists = [value if isinstance(value, tuple) else () for value in values]
        rows = [row for row, texts in enumerate(lists) for _ in texts]
        return Cells.of_texts("list", len(self), rows, [text for texts in lists for text in texts])

    def _values(self, name: str) -> Sequence[Value | None]:
        """Return what each book has in a column."""
        if name == "subjects":
            return [tuple(json.loads(record.subjects)) for record in self._records]
        if name in Record._fields:
            place = Record._fields.index(name)
            return [record[place] for record in self._records]
        return [extra.get(name) for extra in self._extra]


def extra_values(extra: str) -> dict[str, Value]:
    """Read the further columns of a book out of their JSON."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in json.loads(extra).items()}


def read_table(connection: sqlite3.Connection) -> BookTable:
    """Read the table of the file as it is now."""
    with one_state(connection):
        (version,) = connection.execute(TABLE_VERSION).fetchone()
        books = "SELECT number, id, title, year, pages, subjects, extra FROM book ORDER BY title, id"
        records = list(map(Record._make, connection.execute(books)))
        row_of = {record.number: row for row, record in enumerate(records)}
        authors = _read_names(connection, row_of, "SELECT book, author, place FROM wrote", "author")
        genres = _read_names(connection, row_of, "SELECT book, genre, place FROM belongs_to", "genre")
        return BookTable(version, records, authors, genres, read_columns(connection))


def read_columns(connection: sqlite3.Connection) -> list[Column]:
    """Read the further columns of the file."""
    rows = connection.execute("SELECT name, title, kind FROM further_column ORDER BY number")
    return [Column(name=name, title=title, kind=kind) for name, title, kind in rows]


def _read_names(connection: sqlite3.Connection, row_of: Mapping[int, int], relations: str, label: str) -> Cells:
    names = connection.execute(f"SELECT number, name FROM {label} ORDER BY name").fetchall()  # noqa: S608 - ours
    code_of = {number: code for code, (number, _) in enumerate(names)}
    found = connection.execute(relations).fetchall()
    rows = np.fromiter((row_of[book] for book, _, _ in found), np.int64, len(found))
    codes = np.fromiter((code_of[other] for _, other, _ in found), np.int64, len(found))
    order = np.lexsort((np.array([place for _, _, place in found], np.int64), rows))
    return Cells("list", len(row_of), rows[order], codes[order], [name for _, name in names])
