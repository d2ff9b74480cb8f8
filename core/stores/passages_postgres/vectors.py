"""Vectors of passages in PostgreSQL: where those of a length stand, setting them, and what is nearest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from core.retrieval.embedder import DIMENSIONS, Vectors
from core.stores.passages import place_of
from core.stores.passages_postgres.tables import SETUP_LOCK

if TYPE_CHECKING:
    from core.stores.passages_postgres.tables import Connection

_MOST_INDEXED = 2_000  # dimensions that an HNSW index takes; longer vectors are compared one by one
# Of unit vectors the inner product is the cosine, and 0 instead of no number for a query without any direction.
_NEAREST = """
    SELECT document, place, -(embedding <#> %(vector)s) AS score FROM {table}
    WHERE collection = %(collection)s AND {among} AND embedding IS NOT NULL
    ORDER BY embedding <=> %(vector)s LIMIT %(limit)s"""
_SET_VECTOR = """
    WITH was AS (SELECT p.collection, p.document, p.place, v.embedding IS NULL AS missing FROM passages p
    JOIN passage_documents d ON d.number = p.document
    LEFT JOIN {vectors} v ON v.document = p.document AND v.place = p.place
    WHERE d.collection = %(collection)s AND d.id = %(id)s AND p.place = %(place)s),
    counted AS (UPDATE passage_documents d SET embedded = embedded + 1 FROM was
    WHERE d.number = was.document AND was.missing)
    {put}"""
_PUT = "UPDATE passages p SET embedding = %(vector)s FROM was WHERE p.document = was.document AND p.place = was.place"
_PUT_APART = """INSERT INTO {table} SELECT collection, document, place, %(vector)s FROM was
    ON CONFLICT (document, place) DO UPDATE SET embedding = excluded.embedding"""


def nearest(dimensions: int, among: str) -> str:
    """Return the statement that finds the `limit` passages nearest to a `vector`, of those of which `among` is true."""
    return _NEAREST.format(table=f"{table_of_vectors(dimensions)} near", among=among)


def write_vectors(
    connection: Connection, collection: int, ids: Sequence[str], vectors: Vectors, dimensions: int
) -> None:
    """Set the vectors of these passages; those that are gone are no error."""
    table = own_table(connection, dimensions)
    statement = _SET_VECTOR.format(
        vectors=table_of_vectors(dimensions), put=_PUT_APART.format(table=table) if table else _PUT
    )
    for id, vector in zip(ids, vectors, strict=True):
        document, place = place_of(id) or ("", 0)
        beside = np.asarray(vector, np.float32)
        connection.execute(statement, {"collection": collection, "id": document, "place": place, "vector": beside})


def table_of_vectors(dimensions: int) -> str:
    """Return from where vectors of so many numbers are read, each with whether its passage is current.

    Those of MiniLM stand beside their passages. An index is of one length, so others have tables of their own.
    """
    if dimensions == DIMENSIONS:
        return "passages"
    columns = "apart.collection, document, place, apart.embedding, passages.current"
    return f"(SELECT {columns} FROM {_apart(dimensions)} apart JOIN passages USING (document, place))"  # noqa: S608


def own_table(connection: Connection, dimensions: int) -> str:
    """Return the table of its own into which such vectors are written, made where it is missing, in the transaction
    that writes; "" beside the passages."""
    if dimensions == DIMENSIONS:
        return ""
    table = _apart(dimensions)
    if connection.execute("SELECT to_regclass(%s)", (table,)).fetchone() == (None,):
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (SETUP_LOCK,))  # two at once break each other's IF NOT
        connection.execute(
            f"CREATE TABLE IF NOT EXISTS {table} (collection integer NOT NULL,"
            " document bigint NOT NULL REFERENCES passage_documents ON DELETE CASCADE, place integer NOT NULL,"
            f" embedding vector({int(dimensions)}) NOT NULL, PRIMARY KEY (document, place))"
        )
        connection.execute(f"CREATE INDEX IF NOT EXISTS {table}_by_collection ON {table} (collection)")
        if dimensions <= _MOST_INDEXED:
            connection.execute(
                f"CREATE INDEX IF NOT EXISTS {table}_by_meaning ON {table} USING hnsw (embedding vector_cosine_ops)"
            )
    return table


def _apart(dimensions: int) -> str:
    return f"passage_vectors_{int(dimensions)}"
