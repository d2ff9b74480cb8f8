"""A collection in PostgreSQL: pgvector finds by meaning (`vectors`), a GIN index by words (`words`); BM25 and the
fusion by rank are SQL. All collections share the `tables`, and those of one `server` its connections."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from core.language.terms import terms_version
from core.retrieval.embedder import Embedder, Vectors
from core.retrieval.fusion import Found
from core.stores.checkpoints import in_words
from core.stores.passages import Document, IndexCard, Passage, Scope
from core.stores.passages_kept import (
    DOCUMENT,
    Asked,
    KeptPassages,
    combined_digest,
    now,
    parts_to_text,
    passage_of,
    refuse_other_model,
)
from core.stores.passages_postgres.card import Card, change_card, read_card
from core.stores.passages_postgres.server import acquire, release
from core.stores.passages_postgres.tables import DIALECT
from core.stores.passages_postgres.vectors import nearest, own_table, table_of_vectors, write_vectors
from core.stores.passages_postgres.words import CHOSEN, CURRENT, Words, frequencies, terms_of, turn_words, write_words

if TYPE_CHECKING:
    import psycopg
    from psycopg.rows import TupleRow

    from core.stores.passages_postgres.tables import Connection

logger = logging.getLogger(__name__)


class Fused(NamedTuple):
    """A passage as the server fused it: score = weight/(k + rank by vectors) + (1 − weight)/(k + rank by text).

    Ranks count from 1; None where a search did not find it.
    """

    id: str
    score: float
    vector_rank: int | None
    text_rank: int | None


class _Part(NamedTuple):
    """The documents of a scope by number, and what they are counted to."""

    documents: dict[int, Document]
    card: Card
    embedded: int


class PostgresPassages(KeptPassages["Connection"]):
    """Implements `Passages`. May be shared by any number of threads; all collections of one server share a pool."""

    dialect = DIALECT

    def __init__(self, url: str, collection: str, embedder: Embedder) -> None:
        """Open a collection, or begin it. Raises `StoreError` when the server cannot be used."""
        self._url = url
        self._name = collection
        self._embedder = embedder
        self._words = Words()
        self._asked = Asked()
        self._server = acquire(url)
        with self._writing() as connection:
            connection.execute(
                "INSERT INTO passage_collections (name, model, digest, changed, passages, words, terms)"
                " VALUES (%s, '', '', %s, 0, 0, %s) ON CONFLICT DO NOTHING",
                (collection, now(), terms_version()),
            )
            if not self._is_counted(connection):
                self._count_anew(connection)

    @property
    def kind(self) -> str:
        """Which store it is, for the screen; never a password."""
        return self._server.place

    # --- changing -----------------------------------------------------------------------------------------------------

    def _insert(
        self, link: Connection, document: Document, text: str, passages: Sequence[Passage], vectors: Vectors | None
    ) -> int:
        card = read_card(link, self._name)
        values = [getattr(document, field) for field in DOCUMENT.split(", ")]
        (number,) = link.execute(
            f"INSERT INTO passage_documents (collection, {DOCUMENT}, whole, embedded)"  # noqa: S608 - ours
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING number",
            (card.number, *values, text, 0 if vectors is None else len(passages)),
        ).fetchone() or (0,)
        table = own_table(link, self._embedder.dimensions)
        columns = "collection, document, place, body, first, last, headings, page, embedding, parts"
        with link.cursor() as cursor, cursor.copy(f"COPY passages ({columns}) FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types(["int4", "int8", "int4", "text", "int4", "int4", "text[]", "int4", "vector", "text"])
            for index, one in enumerate(passages):
                place = (one.place, one.text, one.start, one.end, list(one.headings), one.page)
                beside = None if table or vectors is None else np.asarray(vectors[index], np.float32)
                copy.write_row((card.number, number, *place, beside, parts_to_text(one.parts)))
        if table and vectors is not None:
            with link.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN (FORMAT BINARY)") as copy:
                copy.set_types(["int4", "int8", "int4", "vector"])
                for one, vector in zip(passages, vectors, strict=True):
                    copy.write_row((card.number, number, one.place, np.asarray(vector, np.float32)))
        terms = [terms_of(passage.context) for passage in passages]
        write_words(link, card.number, number, terms)
        change_card(link, card, self._embedder.name, [passage.id for passage in passages], sum(map(len, terms)))
        return int(number)

    def _turn(self, link: Connection, number: int, current: bool) -> None:
        card = read_card(link, self._name)
        lengths = _lengths(link, [number])
        turn_words(link, card.number, number, current)
        link.execute("UPDATE passages SET current = %s WHERE document = %s", (current, number))
        change_card(link, card, self._embedder.name, list(lengths), sum(lengths.values()), removed=not current)

    def _note_names(self, link: Connection) -> None:
        link.execute("UPDATE passage_collections SET changed = %s WHERE name = %s", (now(), self._name))

    def _forget(self, link: Connection, number: int) -> None:
        link.execute("DELETE FROM passage_documents WHERE number = %s", (number,))

    def set_vectors(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Set the vectors of these passages, all or none; see `Passages.set_vectors`. Raises `StoreError`."""
        with self._writing() as connection:
            card = read_card(connection, self._name, alone=True)
            refuse_other_model(card.model, self._embedder.name)
            write_vectors(connection, card.number, ids, vectors, self._embedder.dimensions)
            connection.execute("UPDATE passage_collections SET changed = %s WHERE number = %s", (now(), card.number))

    def without_vectors(self, limit: int, skip: Collection[str] = ()) -> list[Passage]:
        """Return current passages without a vector; see `Passages.without_vectors`. Raises `StoreError`."""
        with self._reading() as connection:
            rows = self._rows(
                connection,
                "SELECT {passage} FROM {documents} d JOIN passages p ON p.document = d.number"  # noqa: S608 - ours
                f" LEFT JOIN {table_of_vectors(self._embedder.dimensions)} v"
                " ON v.document = p.document AND v.place = p.place"
                " WHERE {mine} AND d.ended = '' AND v.embedding IS NULL AND d.id || ':' || p.place != ALL(:skip)"
                " ORDER BY array_position(:first::text[], d.id) NULLS LAST, d.number, p.place LIMIT :limit",
                skip=list(skip), first=self._asked.documents, limit=limit,
            )  # fmt: skip
        return [passage_of(row) for row in rows]

    def clear(self) -> None:
        """Remove the whole collection from the server."""
        with self._writing() as connection:
            connection.execute("DELETE FROM passage_collections WHERE name = %s", (self._name,))
        self.close()

    def close(self) -> None:
        """Let go of the server; nothing may be asked of it afterwards."""
        release(self._url)

    # --- looking ------------------------------------------------------------------------------------------------------

    def search(self, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return what the two searches find, best first; see `Passages.search`. Raises `StoreError`."""
        with self._reading() as connection:
            card = read_card(connection, self._name)
            found = self._search(connection, card, None, query, vector, limit)
            _, embedded = self._counted(connection)
        if embedded < card.passages:
            self._asked.note([id for id, _ in found[1].hits])
        return found

    def _search(
        self,
        connection: Connection,
        card: Card,
        part: Collection[int] | None,
        query: str,
        vector: Vectors,
        limit: int,
    ) -> list[Found]:
        refuse_other_model(card.model, self._embedder.name)
        by_meaning: list[TupleRow] = []
        by_words: list[TupleRow] = []
        plan = self._words.plan(connection, card, query, part)
        values = {"collection": card.number, "limit": limit, "vector": np.asarray(vector, np.float32), **plan.values}
        if limit > 0 and card.passages:
            statement = nearest(self._embedder.dimensions, CURRENT if part is None else CHOSEN)
            by_meaning = connection.execute(_named(statement), values).fetchall()
            if plan.sql:
                by_words = connection.execute(_named(plan.sql), values).fetchall()
        return [
            Found("vectors", "vector", [(id, float(score)) for id, score in by_meaning], low=-1.0, high=1.0),
            Found("text", "keyword", [(id, float(score)) for id, score in by_words], low=0.0, high=plan.bound),
        ]

    def hybrid(self, query: str, vector: Vectors, limit: int, weight: float, k: float = 60.0) -> list[Fused]:
        """Both searches, `limit` candidates of each, fused by reciprocal rank in one statement; ties by id.

        `weight` (λ) is that of the vectors, 1 − weight that of the text. Raises `StoreError`.
        """
        with self._reading() as connection:
            card = read_card(connection, self._name)
            refuse_other_model(card.model, self._embedder.name)
            if limit <= 0 or not card.passages:
                return []
            plan = self._words.plan(connection, card, query)
            nothing = "SELECT document, place, 0.0 AS score FROM passages WHERE false"
            rows = connection.execute(
                f"""
                WITH v AS MATERIALIZED (SELECT *, row_number() OVER (ORDER BY score DESC) AS r
                    FROM ({nearest(self._embedder.dimensions, CURRENT)}) a),
                t AS MATERIALIZED (SELECT *, row_number() OVER (ORDER BY score DESC, document, place) AS r
                    FROM ({plan.sql or nothing}) b),
                fused AS (SELECT document, place, v.r AS v, t.r AS t,
                    coalesce(%(weight)s / (%(k)s + v.r), 0) + coalesce((1 - %(weight)s) / (%(k)s + t.r), 0) AS score
                    FROM v FULL JOIN t USING (document, place))
                SELECT d.id || ':' || place, score, v, t FROM fused JOIN passage_documents d ON d.number = document
                ORDER BY score DESC, d.id COLLATE "C", place LIMIT %(limit)s""",  # noqa: S608 - ours
                {
                    "collection": card.number,
                    "limit": limit,
                    "vector": np.asarray(vector, np.float32),
                    "weight": float(weight),  # an integer would make the division one of integers
                    "k": float(k),
                    **plan.values,
                },
            ).fetchall()
        return [Fused(*row) for row in rows]

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """How many passages hold each of these terms; see `Passages.frequencies`. Raises `StoreError`."""
        with self._reading() as connection:
            return frequencies(connection, read_card(connection, self._name), terms)

    def search_within(self, scope: Scope, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return what the two searches find of a scope. Raises `StoreError`."""
        with self._reading() as connection:
            part = self._part(connection, scope)
            found = self._search(connection, part.card, part.documents, query, vector, limit)
        self._asked.note([id for id, _ in found[1].hits])
        return found

    def frequencies_within(self, scope: Scope, terms: Sequence[str]) -> dict[str, int]:
        """How many passages of a scope hold each of these terms. Raises `StoreError`."""
        with self._reading() as connection:
            part = self._part(connection, scope)
            return frequencies(connection, part.card, terms, part.documents)

    def documents_within(self, scope: Scope) -> list[Document]:
        """Return the documents of a scope, by name. Raises `StoreError`."""
        with self._reading() as connection:
            return list(self._within(connection, scope).values())

    def card_within(self, scope: Scope) -> IndexCard:
        """Return what an index of a scope is made of. Raises `StoreError`."""
        with self._reading() as connection:
            part = self._part(connection, scope)
        return self._index_card(part.card, len(part.documents), part.embedded)

    def _part(self, connection: Connection, scope: Scope) -> _Part:
        documents = self._within(connection, scope)
        lengths = _lengths(connection, list(documents))
        (embedded,) = connection.execute(
            "SELECT coalesce(sum(embedded), 0) FROM passage_documents WHERE number = ANY(%s)", (list(documents),)
        ).fetchone() or (0,)
        card = read_card(connection, self._name)._replace(
            passages=len(lengths), words=sum(lengths.values()), digest=combined_digest("", list(lengths))
        )
        return _Part(documents, card, int(embedded))

    def card(self) -> IndexCard:
        """Return what the index is made of."""
        with self._reading() as connection:
            return self._index_card(read_card(connection, self._name), *self._counted(connection))

    def _counted(self, connection: Connection) -> tuple[int, int]:
        """Return how many documents are current, and how many of their passages have vectors."""
        ((documents, embedded),) = self._rows(
            connection,
            "SELECT count(*), coalesce(sum(embedded), 0) FROM {documents} d WHERE {mine} AND d.ended = ''",
        )
        return int(documents), int(embedded)

    def _index_card(self, card: Card, documents: int, embedded: int) -> IndexCard:
        return IndexCard(
            card.model, self._embedder.dimensions, documents, card.passages, card.changed, card.digest, embedded
        )

    def check(self) -> None:
        """Ask the server now. Raises `StoreError`."""
        with self._reading() as connection:
            read_card(connection, self._name)

    # --- the server ---------------------------------------------------------------------------------------------------

    def _is_counted(self, connection: Connection) -> bool:
        """Whether the words of the passages were counted as terms are found today."""
        statement = "SELECT terms = %s FROM passage_collections WHERE name = %s"
        return connection.execute(statement, (terms_version(), self._name)).fetchone() == (True,)

    def _count_anew(self, connection: Connection) -> None:
        """Count the words of all passages: another release took other words for terms."""
        card = read_card(connection, self._name, alone=True)
        if self._is_counted(connection):  # while we waited for another server, which did it
            return
        logger.info("The words of a collection are counted anew, as this release finds terms.")
        connection.execute("DELETE FROM passage_terms WHERE collection = %s", (card.number,))
        documents = "SELECT number, ended = '' FROM passage_documents WHERE collection = %s"
        cut = "SELECT {passage} FROM passages p JOIN {documents} d ON d.number = p.document WHERE d.number = :number"
        words = 0
        for number, current in connection.execute(documents, (card.number,)).fetchall():
            connection.execute("DELETE FROM passage_words WHERE document = %s", (number,))
            rows = self._rows(connection, f"{cut} ORDER BY p.place", number=number)
            terms = [terms_of(passage_of(row).context) for row in rows]
            write_words(connection, card.number, number, terms, current)
            words += sum(map(len, terms)) if current else 0
        connection.execute(
            "UPDATE passage_collections SET terms = %s, words = %s WHERE number = %s",
            (terms_version(), words, card.number),
        )

    def _execute(self, link: Connection, statement: str, values: dict[str, Any]) -> psycopg.Cursor[TupleRow]:
        return link.execute(statement, {"collection_name": self._name, **values})

    def _alone(self, link: Connection) -> str:
        return read_card(link, self._name, alone=True).model

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """Give a connection that sees one moment of the collection, whatever others write meanwhile."""
        with self._writing() as connection:
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """Give a connection in a transaction: all of it is kept, or none."""
        with in_words(self._server.place), self._server.pool.connection() as connection, connection.transaction():
            yield connection


def _lengths(connection: Connection, documents: list[int]) -> dict[str, int]:
    """Return the number of words of each passage of these documents."""
    rows = connection.execute(
        "SELECT d.id || ':' || w.place, w.length FROM passage_words w"
        " JOIN passage_documents d ON d.number = w.document WHERE w.document = ANY(%s)",
        (documents,),
    )
    return dict(rows.fetchall())


def _named(found: str) -> str:
    """Return the hits with the ids of their passages, best first."""
    return (
        f"SELECT d.id || ':' || place, score FROM ({found}) AS found JOIN passage_documents d ON d.number = document"  # noqa: S608
        " ORDER BY score DESC, document, place"
    )
