"""The tables in which a PostgreSQL server keeps passages, of all collections together."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeAlias

from core.errors import StoreError
from core.retrieval.embedder import DIMENSIONS
from core.schema import Schema, prepare_server
from core.stores.passages_kept import Dialect

if TYPE_CHECKING:
    import psycopg
    from psycopg.rows import TupleRow

    Connection: TypeAlias = psycopg.Connection[TupleRow]

SETUP_LOCK = 0x676C617374
"""Any number by which several processes agree who makes the tables."""

_SETUP_PATIENCE = 10.0  # seconds
DIALECT = Dialect(
    documents="passage_documents",
    times="passage_times",
    order="t.number",
    mine="d.collection = (SELECT number FROM passage_collections WHERE name = :collection_name)",
    whole="d.whole",
    passage="d.id, p.place, p.body, p.first, p.last, array_to_json(p.headings)::text, p.page, p.parts",
    bytewise=' COLLATE "C"',
    value=r"%(\1)s",
)
_TABLES = f"""
CREATE EXTENSION IF NOT EXISTS vector;
CREATE TABLE IF NOT EXISTS passage_collections (number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE, model text NOT NULL, digest text NOT NULL, changed text NOT NULL,
    passages bigint NOT NULL, words bigint NOT NULL, terms text NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS passage_documents (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    collection integer NOT NULL REFERENCES passage_collections ON DELETE CASCADE, id text NOT NULL,
    name text NOT NULL, kind text NOT NULL, language text NOT NULL, encoding text NOT NULL,
    characters integer NOT NULL, added text NOT NULL, whole text NOT NULL, ended text NOT NULL DEFAULT '',
    embedded integer NOT NULL DEFAULT 0, UNIQUE (collection, id));
CREATE TABLE IF NOT EXISTS passage_times (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document bigint NOT NULL REFERENCES passage_documents ON DELETE CASCADE, name text NOT NULL, began text NOT NULL,
    ended text NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS passages (collection integer NOT NULL,
    document bigint NOT NULL REFERENCES passage_documents ON DELETE CASCADE, place integer NOT NULL, body text NOT NULL,
    first integer NOT NULL, last integer NOT NULL, headings text[] NOT NULL, page integer NOT NULL,
    embedding vector({DIMENSIONS}), parts text NOT NULL DEFAULT '[]',
    current boolean NOT NULL DEFAULT true, PRIMARY KEY (document, place));
CREATE TABLE IF NOT EXISTS passage_words (
    document bigint NOT NULL REFERENCES passage_documents ON DELETE CASCADE, place integer NOT NULL,
    length integer NOT NULL, words tsvector NOT NULL, current boolean NOT NULL DEFAULT true,
    PRIMARY KEY (document, place));
CREATE TABLE IF NOT EXISTS passage_terms (collection integer NOT NULL REFERENCES passage_collections ON DELETE CASCADE,
    term text NOT NULL, holders integer NOT NULL, PRIMARY KEY (collection, term));
CREATE INDEX IF NOT EXISTS passage_times_by_document ON passage_times (document);
CREATE INDEX IF NOT EXISTS passages_by_collection ON passages (collection);
CREATE INDEX IF NOT EXISTS passages_by_meaning ON passages USING hnsw (embedding vector_cosine_ops);
CREATE INDEX IF NOT EXISTS passages_by_words ON passage_words USING gin (words) WITH (fastupdate = off);
"""


def _note_terms(connection: Connection) -> None:
    """Let collections say by which release their words were counted; of these nobody knows."""
    connection.execute("ALTER TABLE passage_collections ADD COLUMN terms text NOT NULL DEFAULT ''")


def _note_parts(connection: Connection) -> None:
    """Let passages say what blocks they are made of; of these nobody knows."""
    connection.execute("ALTER TABLE passages ADD COLUMN parts text NOT NULL DEFAULT '[]'")


def _note_times(connection: Connection) -> None:
    """Let documents have earlier versions, and wait for their vectors; until now none did."""
    for statement in (
        "ALTER TABLE passage_documents ADD COLUMN ended text NOT NULL DEFAULT '',"
        " ADD COLUMN embedded integer NOT NULL DEFAULT 0",
        "UPDATE passage_documents SET embedded = (SELECT count(*) FROM passages WHERE document = number)",
        "ALTER TABLE passages ADD COLUMN current boolean NOT NULL DEFAULT true, ALTER COLUMN embedding DROP NOT NULL",
        "ALTER TABLE passage_words ADD COLUMN current boolean NOT NULL DEFAULT true",
        "CREATE TABLE passage_times (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
        " document bigint NOT NULL REFERENCES passage_documents ON DELETE CASCADE, name text NOT NULL,"
        " began text NOT NULL, ended text NOT NULL DEFAULT '')",
        "INSERT INTO passage_times (document, name, began) SELECT number, name, added FROM passage_documents",
    ):
        connection.execute(statement)


_UPGRADES = {1: _note_terms, 2: _note_parts, 3: _note_times}
_SCHEMA = Schema(version=4, tables=_TABLES, upgrades=_UPGRADES, store="passages", known_by="passage_collections")


def set_up(connection: Connection, place: str) -> None:
    """Make the tables, one process at a time: two at once break each other's `IF NOT EXISTS`."""
    import psycopg.errors

    deadline = time.monotonic() + _SETUP_PATIENCE
    while connection.execute("SELECT pg_try_advisory_lock(%s)", (SETUP_LOCK,)).fetchone() != (True,):
        if time.monotonic() > deadline:
            raise StoreError(f"{place} is being set up by another program.", "Wait a moment and try again.")
        time.sleep(0.05)
    try:
        prepare_server(connection, _SCHEMA, f"What {place} keeps of documents")
    except (psycopg.errors.FeatureNotSupported, psycopg.errors.UndefinedFile) as error:
        raise StoreError(
            f"{place} has no extension “vector”, by which passages are found.",
            "Install pgvector on the server, or unset DATABASE_URL to keep passages in a file.",
        ) from error
