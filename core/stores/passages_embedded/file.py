"""The file of a collection: its tables, and what is read of them into memory.

Every change raises a version in the file. Documents have numbers that are never given twice.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple, TypeAlias

import numpy as np

from core.retrieval.embedder import Vectors
from core.schema import Schema
from core.stores.passages_kept import Dialect, now, passage_of

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
DIALECT = Dialect(
    documents="documents",
    times="times",
    order="t.rowid",
    mine="TRUE",
    whole="(SELECT text FROM texts WHERE document = d.number)",
    passage="d.id, p.place, p.text, p.first, p.last, p.headings, p.page, p.parts",
)

Ids: TypeAlias = dict[int, list[str]]
"""The passages of each document, by its number."""


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


SCHEMA = Schema(version=3, tables=_TABLES, upgrades={1: _note_parts, 2: _note_times})


class Card(NamedTuple):
    """What the file says of itself. `birth` tells it from another file that was once at its place."""

    birth: str
    version: int
    model: str
    digest: str
    changed: str


def read_card(connection: sqlite3.Connection) -> Card:
    """Return what the file says of itself."""
    return Card(*connection.execute("SELECT birth, version, model, digest, changed FROM card").fetchone())


def change_card(connection: sqlite3.Connection, model: str, digest: str) -> None:
    """Say that what is found changed."""
    connection.execute(
        "UPDATE card SET version = version + 1, model = ?, digest = ?, changed = ?", (model, digest, now())
    )


def read_contexts(connection: sqlite3.Connection, documents: Iterable[int]) -> list[str]:
    """Return what is searched of every passage of these documents."""
    statement = DIALECT.statement(
        "SELECT {passage} FROM passages p JOIN documents d ON d.number = p.document"
        " WHERE p.document = :number ORDER BY p.place"
    )
    return [
        passage_of(row).context for number in documents for row in connection.execute(statement, {"number": number})
    ]


def read_matrix(connection: sqlite3.Connection, ids: Ids, dimensions: int) -> Vectors:
    """Return the vectors [n, dimensions] of all passages of these documents."""
    matrix = np.empty((sum(map(len, ids.values())), dimensions), np.float32)
    filled = 0
    for number, some in ids.items():
        (blob,) = connection.execute("SELECT matrix FROM vectors WHERE document = ?", (number,)).fetchone()
        matrix[filled : filled + len(some)] = np.frombuffer(blob, np.float32).reshape(len(some), dimensions)
        filled += len(some)
    return matrix


def flat(ids: Ids) -> list[str]:
    """Return the passages of all these documents."""
    return list(chain.from_iterable(ids.values()))
