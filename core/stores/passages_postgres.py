"""A collection in PostgreSQL: pgvector finds by meaning, a GIN index by words; BM25 and the fusion by rank are SQL.

All collections share the tables. What is searched by words are the very terms of the embedded store
(`core.language.terms`) in a `tsvector`, each behind the number of its collection, so that a rare word of one is not a
common word of another.

PostgreSQL's own ranks know nothing of how rare a word is. BM25 needs how often a passage says a word, and `ts_rank` of
a single word gives that away: it is a·Σ 1/j² for j up to that number, with a = 0.1 · 6/π² (`calc_rank_or` of tsrank.c),
and the sum can be undone. How many passages hold a word is counted in a table when passages come and go. The scores are
those of `KeywordIndex`. To score every passage that holds a common word would take too long: words are taken from the
rarest on, until they lead to enough passages; passages that hold all words are always among them.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from math import log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.errors import StoreError
from core.language.terms import analyse, terms_version
from core.retrieval.embedder import Embedder, Vectors
from core.retrieval.fusion import Found
from core.retrieval.keywords import EPSILON, K1, B
from core.stores.checkpoints import in_words
from core.stores.passages import (
    Document,
    IndexCard,
    Passage,
    check_added,
    combined_digest,
    may_be_id,
    not_here,
    parts_from_text,
    parts_to_text,
    place_of,
    refuse_other_model,
)
from core.stores.passages_server import acquire, own_table, release, table_of_vectors

if TYPE_CHECKING:
    from psycopg.rows import TupleRow

    from core.stores.passages_server import Connection

logger = logging.getLogger(__name__)

MOST_SCORED = 3_000
"""The passages that are scored by words for one query, unless its rarest word alone leads to more."""

MOST_WORDS = 64
"""The different words of a query that count, from the rarest on."""

_LONGEST_WORD = 200  # letters; PostgreSQL refuses lexemes of more than 2 kB
_FARTHEST = 16_383  # the last place in a text that a tsvector can name
_DOCUMENT = "id, name, kind, language, encoding, characters, added"
_PASSAGE = "d.id, p.place, p.body, p.first, p.last, p.headings, p.page, p.parts"
# Of unit vectors the inner product is the cosine, and 0 instead of no number for a query without any direction.
_NEAREST = """
    SELECT document, place, -(embedding <#> %(vector)s) AS score FROM {table} WHERE collection = %(collection)s
    ORDER BY embedding <=> %(vector)s LIMIT %(limit)s"""


class Fused(NamedTuple):
    """A passage as the server fused it: score = weight/(k + rank by vectors) + (1 − weight)/(k + rank by text).

    Ranks count from 1; None where a search did not find it.
    """

    id: str
    score: float
    vector_rank: int | None
    text_rank: int | None


class _Card(NamedTuple):
    number: int
    model: str
    digest: str
    changed: str
    passages: int
    words: int


class PostgresPassages:
    """Implements `Passages`. May be shared by any number of threads; all collections of one server share a pool."""

    def __init__(self, url: str, collection: str, embedder: Embedder) -> None:
        """Open a collection, or begin it. Raises `StoreError` when the server cannot be used."""
        self._url = url
        self._name = collection
        self._embedder = embedder
        self._mean_idf: tuple[str, float] = ("", 0.0)
        self._server = acquire(url)
        with self._writing() as connection:
            connection.execute(
                "INSERT INTO passage_collections (name, model, digest, changed, passages, words, terms)"
                " VALUES (%s, '', '', %s, 0, 0, %s) ON CONFLICT DO NOTHING",
                (collection, _now(), terms_version()),
            )
            if not self._is_counted(connection):
                self._count_anew(connection)

    @property
    def kind(self) -> str:
        """Which store it is, for the screen; never a password."""
        return self._server.place

    # --- changing -----------------------------------------------------------------------------------------------------

    def add(
        self, document: Document, text: str, passages: Sequence[Passage], vectors: Vectors, instead_of: str = ""
    ) -> bool:
        """Keep a document with its passages and vectors, all or none; see `Passages.add`. Raises `StoreError`."""
        check_added(document, text, passages, vectors, self._embedder.dimensions)
        terms = [_terms(passage.context) for passage in passages]
        with self._writing() as connection:
            refuse_other_model(self._card(connection, alone=True).model, self._embedder.name)
            self._remove(connection, instead_of)
            card = self._card(connection)
            values = [getattr(document, field) for field in _DOCUMENT.split(", ")]
            row = connection.execute(
                f"INSERT INTO passage_documents (collection, {_DOCUMENT}, whole)"  # noqa: S608 - ours
                " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING RETURNING number",
                (card.number, *values, text),
            ).fetchone()
            if row is None:
                return False
            number = row[0]
            table = own_table(connection, vectors.shape[1])
            rows = np.asarray(vectors, np.float32)
            with connection.cursor() as cursor, cursor.copy("COPY passages FROM STDIN (FORMAT BINARY)") as copy:
                copy.set_types(["int4", "int8", "int4", "text", "int4", "int4", "text[]", "int4", "vector", "text"])
                for one, vector in zip(passages, rows, strict=True):
                    place = (one.place, one.text, one.start, one.end, list(one.headings), one.page)
                    beside = None if table else vector
                    copy.write_row((card.number, number, *place, beside, parts_to_text(one.parts)))
            if table:
                with connection.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN (FORMAT BINARY)") as copy:
                    copy.set_types(["int4", "int8", "int4", "vector"])
                    for one, vector in zip(passages, rows, strict=True):
                        copy.write_row((card.number, number, one.place, vector))
            self._write_words(connection, card.number, number, terms)
            self._change(connection, card, [passage.id for passage in passages], sum(map(len, terms)))
        return True

    def remove(self, document: str) -> None:
        """Remove a document with its passages; one that is not there is no error."""
        if not may_be_id(document):
            return
        with self._writing() as connection:
            self._remove(connection, document)

    def _remove(self, connection: Connection, document: str) -> None:
        card = self._card(connection, alone=True)
        row = connection.execute(
            "SELECT number FROM passage_documents WHERE collection = %s AND id = %s", (card.number, document)
        ).fetchone()
        if row is None:
            return
        places = connection.execute("SELECT place, length FROM passage_words WHERE document = %s", row).fetchall()
        lexemes = connection.execute(
            "SELECT lexeme, count(*) FROM passage_words, unnest(tsvector_to_array(words)) AS lexeme"
            " WHERE document = %s GROUP BY lexeme",
            row,
        ).fetchall()
        df = Counter({lexeme.split(" ", 1)[1]: -count for lexeme, count in lexemes})
        self._count(connection, card.number, df)
        connection.execute("DELETE FROM passage_documents WHERE number = %s", row)
        ids = [f"{document}:{place}" for place, _ in places]
        self._change(connection, card, ids, sum(length for _, length in places), removed=True)

    def clear(self) -> None:
        """Remove the whole collection from the server."""
        with self._writing() as connection:
            connection.execute("DELETE FROM passage_collections WHERE name = %s", (self._name,))
        self.close()

    def close(self) -> None:
        """Let go of the server; nothing may be asked of it afterwards."""
        release(self._url)

    # --- looking ------------------------------------------------------------------------------------------------------

    def documents(self) -> list[Document]:
        """All documents, by name."""
        with self._reading() as connection:
            rows = connection.execute(
                f"SELECT {', '.join('d.' + field for field in _DOCUMENT.split(', '))} FROM passage_documents d"  # noqa: S608
                " JOIN passage_collections c ON c.number = d.collection WHERE c.name = %s"
                ' ORDER BY d.name COLLATE "C", d.id COLLATE "C"',
                (self._name,),
            ).fetchall()
        return [Document(*row) for row in rows]

    def text(self, document: str) -> str:
        """Return the whole text of a document. Raises `InputError` when it is not there."""
        if not may_be_id(document):
            raise not_here()
        with self._reading() as connection:
            row = connection.execute(
                "SELECT whole FROM passage_documents d JOIN passage_collections c ON c.number = d.collection"
                " WHERE c.name = %s AND d.id = %s",
                (self._name, document),
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
                f"SELECT {_PASSAGE} FROM passages p JOIN passage_documents d ON d.number = p.document"  # noqa: S608
                " JOIN passage_collections c ON c.number = d.collection"
                " WHERE c.name = %s AND d.id = %s ORDER BY p.place",
                (self._name, document),
            ).fetchall()
        return [_passage(row) for row in rows]

    def get(self, ids: Sequence[str]) -> list[Passage]:
        """Return these passages, in this order, without those that are gone."""
        places = [place for id in ids if (place := place_of(id))]
        with self._reading() as connection:
            rows = connection.execute(
                f"SELECT {_PASSAGE} FROM unnest(%s::text[], %s::int[]) AS wanted (id, place)"  # noqa: S608 - ours
                " JOIN passage_collections c ON c.name = %s"
                " JOIN passage_documents d ON d.collection = c.number AND d.id = wanted.id"
                " JOIN passages p ON p.document = d.number AND p.place = wanted.place",
                ([document for document, _ in places], [place for _, place in places], self._name),
            ).fetchall()
        found = {passage.id: passage for passage in map(_passage, rows)}
        return [found[id] for id in ids if id in found]

    def search(self, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return what the two searches find, best first; see `Passages.search`. Raises `StoreError`."""
        nearest: list[TupleRow] = []
        by_words: list[TupleRow] = []
        with self._reading() as connection:
            card = self._card(connection)
            refuse_other_model(card.model, self._embedder.name)
            plan = self._plan(connection, card, query)
            values = {"collection": card.number, "limit": limit, "vector": np.asarray(vector, np.float32)}
            if limit > 0 and card.passages:
                by_meaning = _NEAREST.format(table=table_of_vectors(np.size(vector)))
                nearest = connection.execute(_named(by_meaning), values).fetchall()
                if plan.sql:
                    by_words = connection.execute(_named(plan.sql), {**values, **plan.values}).fetchall()
        return [
            Found("vectors", "vector", [(id, float(score)) for id, score in nearest], low=-1.0, high=1.0),
            Found("text", "keyword", [(id, float(score)) for id, score in by_words], low=0.0, high=plan.bound),
        ]

    def hybrid(self, query: str, vector: Vectors, limit: int, weight: float, k: float = 60.0) -> list[Fused]:
        """Both searches, `limit` candidates of each, fused by reciprocal rank in one statement; ties by id.

        `weight` (λ) is that of the vectors, 1 − weight that of the text. Raises `StoreError`.
        """
        with self._reading() as connection:
            card = self._card(connection)
            refuse_other_model(card.model, self._embedder.name)
            if limit <= 0 or not card.passages:
                return []
            plan = self._plan(connection, card, query)
            nothing = "SELECT document, place, 0.0 AS score FROM passages WHERE false"
            by_meaning = _NEAREST.format(table=table_of_vectors(np.size(vector)))
            rows = connection.execute(
                f"""
                WITH v AS MATERIALIZED (SELECT *, row_number() OVER (ORDER BY score DESC) AS r FROM ({by_meaning}) a),
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
            words = [term[:_LONGEST_WORD] for term in terms if may_be_id(term)]
            df = self._df(connection, self._card(connection), words)
        return {term: df.get(term[:_LONGEST_WORD], 0) for term in terms}

    def card(self) -> IndexCard:
        """Return what the index is made of."""
        with self._reading() as connection:
            card = self._card(connection)
            (documents,) = connection.execute(
                "SELECT count(*) FROM passage_documents WHERE collection = %s", (card.number,)
            ).fetchone() or (0,)
        return IndexCard(card.model, self._embedder.dimensions, documents, card.passages, card.changed, card.digest)

    def check(self) -> None:
        """Ask the server now. Raises `StoreError`."""
        with self._reading() as connection:
            self._card(connection)

    # --- words --------------------------------------------------------------------------------------------------------

    def _plan(self, connection: Connection, card: _Card, query: str) -> _Plan:
        """How the words of a query are searched: the statement that scores, and its values."""
        asked = Counter(_terms(query))
        df = self._df(connection, card, list(asked))
        rarest_first = sorted(df, key=lambda term: (df[term], term))[:MOST_WORDS]
        idf = {term: _idf(card.passages, df.get(term, 0)) for term in asked}
        if any(idf[term] < 0 for term in rarest_first):
            common = EPSILON * self._average_idf(connection, card)
            idf = {term: common if value < 0 else value for term, value in idf.items()}
        bound = (K1 + 1) * sum(max(idf[term], 0.0) * count for term, count in asked.items())
        if not rarest_first:
            return _Plan("", {}, bound)
        lexemes = {term: _quoted(card.number, term) for term in rarest_first}
        leading = _leading(rarest_first, df)
        found = " | ".join(lexemes[term] for term in leading)
        if len(leading) < len(rarest_first):
            found += f" | ({' & '.join(lexemes.values())})"
        values: dict[str, str | float] = {"average": card.words / card.passages, "found": found}
        parts = []
        for number, term in enumerate(rarest_first):
            values |= {f"term{number}": lexemes[term], f"idf{number}": idf[term] * asked[term] * (K1 + 1)}
            parts.append(f"%(idf{number})s * tf{number} / (tf{number} + length_norm)")
        counts = ", ".join(
            f"round(1 / (1.6449340668 - 16.449340668 * ts_rank(words, %(term{number})s::tsquery)) - 0.5) AS tf{number}"
            for number in range(len(parts))
        )
        return _Plan(
            f"""
            SELECT document, place, {" + ".join(parts)} AS score FROM (
                SELECT document, place, {K1} * ({1 - B} + {B} * length / %(average)s::float8) AS length_norm, {counts}
                FROM passage_words WHERE words @@ %(found)s::tsquery OFFSET 0) AS counted
            ORDER BY score DESC, document, place LIMIT %(limit)s""",  # noqa: S608 - numbers of ours
            values,
            bound,
        )

    def _df(self, connection: Connection, card: _Card, terms: list[str]) -> dict[str, int]:
        """How many passages hold each term, of those that any holds. Tables of older versions have it as `holders`."""
        rows = connection.execute(
            "SELECT term, holders FROM passage_terms WHERE collection = %s AND term = ANY(%s)", (card.number, terms)
        )
        return dict(rows.fetchall())

    def _average_idf(self, connection: Connection, card: _Card) -> float:
        """Return the mean over all words of the collection, kept until it changes."""
        if self._mean_idf[0] != card.digest:
            (mean,) = connection.execute(
                "SELECT avg(ln(%(n)s - holders + 0.5) - ln(holders + 0.5)) FROM passage_terms WHERE collection = %(c)s",
                {"n": float(card.passages), "c": card.number},
            ).fetchone() or (0.0,)
            self._mean_idf = (card.digest, float(mean))
        return self._mean_idf[1]

    # --- the server ---------------------------------------------------------------------------------------------------

    def _card(self, connection: Connection, alone: bool = False) -> _Card:
        """Return what the collection says of itself; `alone` keeps other writers of this collection waiting."""
        row = connection.execute(
            "SELECT number, model, digest, changed, passages, words FROM passage_collections"  # noqa: S608 - ours
            f" WHERE name = %s{' FOR UPDATE' if alone else ''}",
            (self._name,),
        ).fetchone()
        if row is None:
            raise StoreError("This collection is no longer on the server.", "It may have been removed.")
        return _Card(*row)

    def _change(
        self, connection: Connection, card: _Card, ids: Sequence[str], words: int, removed: bool = False
    ) -> None:
        passages = card.passages + (-len(ids) if removed else len(ids))
        connection.execute(
            "UPDATE passage_collections SET model = %s, digest = %s, changed = %s, passages = %s, words = %s"
            " WHERE number = %s",
            (
                self._embedder.name if passages else "",
                combined_digest(card.digest, ids, removed),
                _now(),
                passages,
                card.words + (-words if removed else words),
                card.number,
            ),
        )

    def _is_counted(self, connection: Connection) -> bool:
        """Whether the words of the passages were counted as terms are found today."""
        statement = "SELECT terms = %s FROM passage_collections WHERE name = %s"
        return connection.execute(statement, (terms_version(), self._name)).fetchone() == (True,)

    def _count_anew(self, connection: Connection) -> None:
        """Count the words of all passages: another release took other words for terms."""
        card = self._card(connection, alone=True)
        if self._is_counted(connection):  # while we waited for another server, which did it
            return
        logger.info("The words of a collection are counted anew, as this release finds terms.")
        connection.execute("DELETE FROM passage_terms WHERE collection = %s", (card.number,))
        documents = "SELECT number FROM passage_documents WHERE collection = %s"
        words = 0
        for (number,) in connection.execute(documents, (card.number,)).fetchall():
            connection.execute("DELETE FROM passage_words WHERE document = %s", (number,))
            rows = connection.execute(
                f"SELECT {_PASSAGE} FROM passages p JOIN passage_documents d ON d.number = p.document"  # noqa: S608
                " WHERE d.number = %s ORDER BY p.place",
                (number,),
            )
            terms = [_terms(_passage(row).context) for row in rows]
            self._write_words(connection, card.number, number, terms)
            words += sum(map(len, terms))
        connection.execute(
            "UPDATE passage_collections SET terms = %s, words = %s WHERE number = %s",
            (terms_version(), words, card.number),
        )

    def _write_words(
        self, connection: Connection, collection: int, document: int, terms: Sequence[Sequence[str]]
    ) -> None:
        """Write the words of the passages of a document, in their order, and count them in."""
        with connection.cursor() as cursor, cursor.copy("COPY passage_words FROM STDIN") as copy:
            for place, some in enumerate(terms):
                copy.write_row((document, place, len(some), _tsvector(collection, some)))
        self._count(connection, collection, Counter(term for some in terms for term in set(some)))

    def _count(self, connection: Connection, collection: int, df: Counter[str]) -> None:
        """Add to, or with negative numbers take from, how many passages hold each word."""
        connection.execute(
            "INSERT INTO passage_terms SELECT %s, term, change FROM unnest(%s::text[], %s::int[]) AS of (term, change)"
            " ON CONFLICT (collection, term) DO UPDATE SET holders = passage_terms.holders + excluded.holders",
            (collection, list(df), list(df.values())),
        )
        if any(change < 0 for change in df.values()):
            connection.execute("DELETE FROM passage_terms WHERE collection = %s AND holders <= 0", (collection,))

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


class _Plan(NamedTuple):
    sql: str
    values: dict[str, str | float]
    bound: float


def _leading(rarest_first: Sequence[str], df: Mapping[str, int]) -> list[str]:
    """Return the words that lead to the passages that are scored: from the rarest on, until they lead to enough."""
    leading: list[str] = []
    reached = 0
    for term in rarest_first:
        if leading and reached + df[term] > MOST_SCORED:
            break
        leading.append(term)
        reached += df[term]
    return leading


def _terms(text: str) -> list[str]:
    return [term[:_LONGEST_WORD] for term in analyse(text)]


def _idf(passages: int, df: int) -> float:
    return log(passages - df + 0.5) - log(df + 0.5)


def _quoted(collection: int, term: str) -> str:
    """Return a lexeme as a tsquery or tsvector reads it, whatever characters it holds."""
    escaped = term.replace("\\", "\\\\").replace("'", "''")
    return f"'{collection} {escaped}'"


def _tsvector(collection: int, terms: Sequence[str]) -> str:
    places: dict[str, list[int]] = {}
    for position, term in enumerate(terms, start=1):
        places.setdefault(term, []).append(min(position, _FARTHEST))
    return " ".join(f"{_quoted(collection, term)}:{','.join(map(str, some))}" for term, some in places.items())


def _named(found: str) -> str:
    """Return the hits with the ids of their passages, best first."""
    return (
        f"SELECT d.id || ':' || place, score FROM ({found}) AS found JOIN passage_documents d ON d.number = document"  # noqa: S608
        " ORDER BY score DESC, document, place"
    )


def _passage(row: TupleRow) -> Passage:
    document, place, text, start, end, headings, page, written = row
    parts = parts_from_text(written)
    return Passage(f"{document}:{place}", document, place, text, start, end, tuple(headings), page, parts)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
