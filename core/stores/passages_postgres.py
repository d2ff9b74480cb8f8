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
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from core.errors import StoreError
from core.language.terms import analyse, terms_version
from core.retrieval.embedder import Embedder, Vectors
from core.retrieval.fusion import Found
from core.retrieval.keywords import EPSILON, K1, B
from core.stores.checkpoints import in_words
from core.stores.passages import (
    Asked,
    Document,
    IndexCard,
    Passage,
    Passages,
    Scope,
    Version,
    check_added,
    combined_digest,
    may_be_id,
    not_here,
    parts_from_text,
    parts_to_text,
    place_of,
    refuse_other_model,
)
from core.stores.passages_scope import PassagesWithin
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
    SELECT document, place, -(embedding <#> %(vector)s) AS score FROM {table}
    WHERE collection = %(collection)s AND {among} AND embedding IS NOT NULL
    ORDER BY embedding <=> %(vector)s LIMIT %(limit)s"""


_TIME = "INSERT INTO passage_times (document, name, began, ended) VALUES (%s, %s, %s, %s)"
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
_CURRENT = "current"
_CHOSEN = "document = ANY(%(documents)s)"


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


class _Part(NamedTuple):
    """The documents of a scope by number, and what they are counted to."""

    documents: dict[int, Document]
    card: _Card
    embedded: int


class PostgresPassages:
    """Implements `Passages`. May be shared by any number of threads; all collections of one server share a pool."""

    def __init__(self, url: str, collection: str, embedder: Embedder) -> None:
        """Open a collection, or begin it. Raises `StoreError` when the server cannot be used."""
        self._url = url
        self._name = collection
        self._embedder = embedder
        self._mean_idf: tuple[object, float] = ("", 0.0)
        self._asked = Asked()
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
        self,
        document: Document,
        text: str,
        passages: Sequence[Passage],
        vectors: Vectors | None = None,
        instead_of: str = "",
    ) -> bool:
        """Keep a document with its passages and vectors, all or none; see `Passages.add`. Raises `StoreError`."""
        check_added(document, text, passages, vectors, self._embedder.dimensions)
        terms = [_terms(passage.context) for passage in passages]
        with self._writing() as connection:
            collection = self._card(connection, alone=True)
            refuse_other_model(collection.model, self._embedder.name)
            times = self._take_times(connection, instead_of)
            number = self._number_of(connection, document.id)
            is_fresh = number is None
            if number is None:
                number = self._insert(connection, document, text, passages, vectors, terms)
            held = _current_names(connection, number)
            for time in times:
                connection.execute(_TIME, (number, *time))
            rows = connection.execute(
                "UPDATE passage_times t SET ended = %s FROM passage_documents d WHERE d.number = t.document"
                " AND d.collection = %s AND t.name = %s AND t.ended = '' AND t.document != %s RETURNING t.document",
                (document.added, collection.number, document.name, number),
            ).fetchall()
            if document.name not in _current_names(connection, number):
                connection.execute(_TIME, (number, document.name, document.added, ""))
            self._settle(connection, [*dict.fromkeys(other for (other,) in rows), number])
        return is_fresh or not held

    def _insert(
        self,
        connection: Connection,
        document: Document,
        text: str,
        passages: Sequence[Passage],
        vectors: Vectors | None,
        terms: Sequence[Sequence[str]],
    ) -> int:
        card = self._card(connection)
        values = [getattr(document, field) for field in _DOCUMENT.split(", ")]
        (number,) = connection.execute(
            f"INSERT INTO passage_documents (collection, {_DOCUMENT}, whole, embedded)"  # noqa: S608 - ours
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING number",
            (card.number, *values, text, 0 if vectors is None else len(passages)),
        ).fetchone() or (0,)
        table = own_table(connection, self._embedder.dimensions)
        columns = "collection, document, place, body, first, last, headings, page, embedding, parts"
        with (
            connection.cursor() as cursor,
            cursor.copy(f"COPY passages ({columns}) FROM STDIN (FORMAT BINARY)") as copy,
        ):
            copy.set_types(["int4", "int8", "int4", "text", "int4", "int4", "text[]", "int4", "vector", "text"])
            for index, one in enumerate(passages):
                place = (one.place, one.text, one.start, one.end, list(one.headings), one.page)
                beside = None if table or vectors is None else np.asarray(vectors[index], np.float32)
                copy.write_row((card.number, number, *place, beside, parts_to_text(one.parts)))
        if table and vectors is not None:
            with connection.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN (FORMAT BINARY)") as copy:
                copy.set_types(["int4", "int8", "int4", "vector"])
                for one, vector in zip(passages, vectors, strict=True):
                    copy.write_row((card.number, number, one.place, np.asarray(vector, np.float32)))
        self._write_words(connection, card.number, number, terms)
        self._change(connection, card, [passage.id for passage in passages], sum(map(len, terms)))
        return int(number)

    def _nearest(self, among: str) -> str:
        return _NEAREST.format(table=f"{table_of_vectors(self._embedder.dimensions)} near", among=among)

    def set_vectors(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Set the vectors of these passages, all or none; see `Passages.set_vectors`. Raises `StoreError`."""
        with self._writing() as connection:
            card = self._card(connection, alone=True)
            refuse_other_model(card.model, self._embedder.name)
            table = own_table(connection, self._embedder.dimensions)
            for id, vector in zip(ids, vectors, strict=True):
                document, place = place_of(id) or ("", 0)
                connection.execute(
                    _SET_VECTOR.format(
                        vectors=table_of_vectors(self._embedder.dimensions),
                        put=_PUT_APART.format(table=table) if table else _PUT,
                    ),
                    {
                        "collection": card.number,
                        "id": document,
                        "place": place,
                        "vector": np.asarray(vector, np.float32),
                    },
                )
            connection.execute("UPDATE passage_collections SET changed = %s WHERE number = %s", (_now(), card.number))

    def without_vectors(self, limit: int, skip: Collection[str] = ()) -> list[Passage]:
        """Return current passages without a vector; see `Passages.without_vectors`. Raises `StoreError`."""
        with self._reading() as connection:
            rows = connection.execute(
                f"SELECT {_PASSAGE} FROM passage_documents d JOIN passages p ON p.document = d.number"  # noqa: S608 - ours
                f" LEFT JOIN {table_of_vectors(self._embedder.dimensions)} v"
                " ON v.document = p.document AND v.place = p.place"
                " JOIN passage_collections c ON c.number = d.collection WHERE c.name = %s AND d.ended = ''"
                " AND v.embedding IS NULL AND d.id || ':' || p.place != ALL(%s)"
                " ORDER BY array_position(%s::text[], d.id) NULLS LAST, d.number, p.place LIMIT %s",
                (self._name, list(skip), self._asked.documents, limit),
            ).fetchall()
        return [_passage(row) for row in rows]

    def remove(self, document: str) -> None:
        """Remove a document with all versions of its names; see `Passages.remove`. Raises `StoreError`."""
        if not may_be_id(document):
            return
        with self._writing() as connection:
            card = self._card(connection, alone=True)
            number = self._number_of(connection, document)
            if number is None:
                return
            rows = connection.execute(
                "DELETE FROM passage_times t USING passage_documents d WHERE d.number = t.document"
                " AND d.collection = %s AND t.name = ANY(%s) RETURNING t.document",
                (card.number, _current_names(connection, number)),
            ).fetchall()
            connection.execute("DELETE FROM passage_times WHERE document = %s", (number,))
            self._settle(connection, sorted({number, *(other for (other,) in rows)}))

    def _number_of(self, connection: Connection, document: str) -> int | None:
        row = connection.execute(
            "SELECT d.number FROM passage_documents d JOIN passage_collections c ON c.number = d.collection"
            " WHERE c.name = %s AND d.id = %s",
            (self._name, document),
        ).fetchone()
        return int(row[0]) if row else None

    def _take_times(self, connection: Connection, document: str) -> list[TupleRow]:
        """Remove a document alone, and return when it stood under which names: for the one kept instead of it."""
        number = self._number_of(connection, document)
        if number is None:
            return []
        taken = connection.execute(
            "SELECT name, began, ended FROM passage_times WHERE document = %s ORDER BY number", (number,)
        ).fetchall()
        connection.execute("DELETE FROM passage_times WHERE document = %s", (number,))
        self._settle(connection, [number])
        return taken

    def _settle(self, connection: Connection, numbers: Sequence[int]) -> None:
        """Let documents be current, earlier or gone, as their times say now."""
        for number in numbers:
            (was,) = connection.execute(
                "SELECT ended FROM passage_documents WHERE number = %s", (number,)
            ).fetchone() or ("",)
            time = connection.execute(
                "SELECT ended, name, began FROM passage_times WHERE document = %s"
                " ORDER BY ended = '' DESC, ended COLLATE \"C\" DESC, number LIMIT 1",
                (number,),
            ).fetchone()
            ended = time[0] if time else None
            if (was == "") != (ended == ""):
                self._turn(connection, number, current=ended == "")
            if time is None:
                connection.execute("DELETE FROM passage_documents WHERE number = %s", (number,))
            else:
                connection.execute(
                    "UPDATE passage_documents SET ended = %s, name = %s, added = %s WHERE number = %s", (*time, number)
                )

    def _turn(self, connection: Connection, number: int, current: bool) -> None:
        """Let a document count, or count no longer: its passages, their words, and how many hold each word."""
        card = self._card(connection)
        rows = connection.execute(
            "SELECT d.id || ':' || w.place, w.length FROM passage_words w"
            " JOIN passage_documents d ON d.number = w.document WHERE w.document = %s",
            (number,),
        ).fetchall()
        lexemes = connection.execute(
            "SELECT lexeme, count(*) FROM passage_words, unnest(tsvector_to_array(words)) AS lexeme"
            " WHERE document = %s GROUP BY lexeme",
            (number,),
        ).fetchall()
        sign = 1 if current else -1
        self._count(connection, card.number, Counter({lexeme.split(" ", 1)[1]: sign * n for lexeme, n in lexemes}))
        for table in ("passages", "passage_words"):
            connection.execute(f"UPDATE {table} SET current = %s WHERE document = %s", (current, number))  # noqa: S608
        self._change(connection, card, [id for id, _ in rows], sum(length for _, length in rows), removed=not current)

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
        """All current documents, by name."""
        with self._reading() as connection:
            return list(self._within(connection, Scope()).values())

    def versions(self, name: str = "") -> list[Version]:
        """Return what stood under a name, the newest first; see `Passages.versions`. Raises `StoreError`."""
        if "\0" in name:
            return []
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT d.id, t.name, d.kind, d.language, d.encoding, d.characters, t.began, t.ended"
                " FROM passage_times t JOIN passage_documents d ON d.number = t.document"
                " JOIN passage_collections c ON c.number = d.collection WHERE c.name = %s AND %s IN ('', t.name)"
                ' ORDER BY t.began COLLATE "C" DESC, t.number DESC',
                (self._name, name),
            ).fetchall()
        return [Version(Document(*row[:-1]), row[-1]) for row in rows]

    def _within(self, connection: Connection, scope: Scope) -> dict[int, Document]:
        """Return the documents of a scope by number, in the order of their names."""
        rows = connection.execute(
            "SELECT * FROM (SELECT DISTINCT ON (d.number) d.number, d.id, t.name, d.kind, d.language, d.encoding,"
            " d.characters, t.began FROM passage_times t JOIN passage_documents d ON d.number = t.document"
            " JOIN passage_collections c ON c.number = d.collection WHERE c.name = %(name)s"
            " AND CASE WHEN %(moment)s = '' THEN t.ended = '' ELSE t.began COLLATE \"C\" <= %(moment)s"
            " AND (t.ended = '' OR t.ended COLLATE \"C\" > %(moment)s) END ORDER BY d.number, t.number) AS held"
            ' ORDER BY name COLLATE "C", id COLLATE "C"',
            {"name": self._name, "moment": scope.moment},
        ).fetchall()
        found = {row[0]: Document(*row[1:]) for row in rows}
        return {number: document for number, document in found.items() if scope.holds(document)}

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
                " JOIN passage_documents d ON d.collection = c.number AND d.id = wanted.id AND d.ended = ''"
                " JOIN passages p ON p.document = d.number AND p.place = wanted.place",
                ([document for document, _ in places], [place for _, place in places], self._name),
            ).fetchall()
        found = {passage.id: passage for passage in map(_passage, rows)}
        return [found[id] for id in ids if id in found]

    def search(self, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return what the two searches find, best first; see `Passages.search`. Raises `StoreError`."""
        with self._reading() as connection:
            found = self._search(connection, self._card(connection), None, query, vector, limit)
            embedded = self._embedded(connection)
            complete = embedded >= self._card(connection).passages
        if not complete:
            self._asked.note([id for id, _ in found[1].hits])
        return found

    def _search(
        self, connection: Connection, card: _Card, part: _Part | None, query: str, vector: Vectors, limit: int
    ) -> list[Found]:
        refuse_other_model(card.model, self._embedder.name)
        nearest: list[TupleRow] = []
        by_words: list[TupleRow] = []
        plan = self._plan(connection, card, query, part)
        values = {"collection": card.number, "limit": limit, "vector": np.asarray(vector, np.float32), **plan.values}
        if limit > 0 and card.passages:
            among = _CHOSEN if part else _CURRENT
            nearest = connection.execute(_named(self._nearest(among)), values).fetchall()
            if plan.sql:
                by_words = connection.execute(_named(plan.sql), values).fetchall()
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
            rows = connection.execute(
                f"""
                WITH v AS MATERIALIZED (SELECT *, row_number() OVER (ORDER BY score DESC) AS r
                    FROM ({self._nearest(_CURRENT)}) a),
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

    def within(self, scope: Scope) -> Passages:
        """Return what a scope allows; see `Passages.within`."""
        return PassagesWithin(self, scope)

    def search_within(self, scope: Scope, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return what the two searches find of a scope. Raises `StoreError`."""
        with self._reading() as connection:
            part = self._part(connection, scope)
            found = self._search(connection, part.card, part, query, vector, limit)
        self._asked.note([id for id, _ in found[1].hits])
        return found

    def frequencies_within(self, scope: Scope, terms: Sequence[str]) -> dict[str, int]:
        """How many passages of a scope hold each of these terms. Raises `StoreError`."""
        with self._reading() as connection:
            part = self._part(connection, scope)
            words = [term[:_LONGEST_WORD] for term in terms if may_be_id(term)]
            df = self._df(connection, part.card, words, part)
        return {term: df.get(term[:_LONGEST_WORD], 0) for term in terms}

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
        numbers = list(documents)
        rows = connection.execute(
            "SELECT d.id || ':' || w.place, w.length FROM passage_words w"
            " JOIN passage_documents d ON d.number = w.document WHERE w.document = ANY(%s)",
            (numbers,),
        ).fetchall()
        (embedded,) = connection.execute(
            "SELECT coalesce(sum(embedded), 0) FROM passage_documents WHERE number = ANY(%s)", (numbers,)
        ).fetchone() or (0,)
        digest = combined_digest("", [id for id, _ in rows])
        words = sum(length for _, length in rows)
        card = self._card(connection)._replace(passages=len(rows), words=words, digest=digest)
        return _Part(documents, card, int(embedded))

    def card(self) -> IndexCard:
        """Return what the index is made of."""
        with self._reading() as connection:
            card, embedded = self._card(connection), self._embedded(connection)
            (documents,) = connection.execute(
                "SELECT count(*) FROM passage_documents WHERE collection = %s AND ended = ''", (card.number,)
            ).fetchone() or (0,)
        return self._index_card(card, documents, embedded)

    def _embedded(self, connection: Connection) -> int:
        (embedded,) = connection.execute(
            "SELECT coalesce(sum(embedded), 0) FROM passage_documents d JOIN passage_collections c"
            " ON c.number = d.collection WHERE c.name = %s AND ended = ''",
            (self._name,),
        ).fetchone() or (0,)
        return int(embedded)

    def _index_card(self, card: _Card, documents: int, embedded: int) -> IndexCard:
        return IndexCard(
            card.model, self._embedder.dimensions, documents, card.passages, card.changed, card.digest, embedded
        )

    def check(self) -> None:
        """Ask the server now. Raises `StoreError`."""
        with self._reading() as connection:
            self._card(connection)

    # --- words --------------------------------------------------------------------------------------------------------

    def _plan(self, connection: Connection, card: _Card, query: str, part: _Part | None = None) -> _Plan:
        """How the words of a query are searched: the statement that scores, and its values."""
        asked = Counter(_terms(query))
        df = self._df(connection, card, list(asked), part)
        rarest_first = sorted(df, key=lambda term: (df[term], term))[:MOST_WORDS]
        idf = {term: _idf(card.passages, df.get(term, 0)) for term in asked}
        if any(idf[term] < 0 for term in rarest_first):
            common = EPSILON * self._average_idf(connection, card, part)
            idf = {term: common if value < 0 else value for term, value in idf.items()}
        bound = (K1 + 1) * sum(max(idf[term], 0.0) * count for term, count in asked.items())
        chosen: dict[str, Any] = {"documents": list(part.documents)} if part else {}
        if not rarest_first:
            return _Plan("", chosen, bound)
        lexemes = {term: _quoted(card.number, term) for term in rarest_first}
        leading = _leading(rarest_first, df)
        found = " | ".join(lexemes[term] for term in leading)
        if len(leading) < len(rarest_first):
            found += f" | ({' & '.join(lexemes.values())})"
        values: dict[str, Any] = {"average": card.words / card.passages, "found": found, **chosen}
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
                FROM passage_words WHERE words @@ %(found)s::tsquery AND {_CHOSEN if part else _CURRENT}
                OFFSET 0) AS counted
            ORDER BY score DESC, document, place LIMIT %(limit)s""",  # noqa: S608 - numbers of ours
            values,
            bound,
        )

    def _df(self, connection: Connection, card: _Card, terms: list[str], part: _Part | None = None) -> dict[str, int]:
        """How many passages hold each term, of those that any holds. Tables of older versions have it as `holders`."""
        if part:
            rows = connection.execute(
                "SELECT term, count(*) FROM unnest(%s::text[], %s::text[]) AS asked (term, lexeme)"
                " JOIN passage_words ON words @@ lexeme::tsquery AND document = ANY(%s) GROUP BY term",
                (terms, [_quoted(card.number, term) for term in terms], list(part.documents)),
            )
        else:
            rows = connection.execute(
                "SELECT term, holders FROM passage_terms WHERE collection = %s AND term = ANY(%s)", (card.number, terms)
            )
        return dict(rows.fetchall())

    def _average_idf(self, connection: Connection, card: _Card, part: _Part | None) -> float:
        """Return the mean over all words of the collection, or of a part of it, kept until it changes."""
        if self._mean_idf[0] != card.digest:
            counted = "SELECT holders FROM passage_terms WHERE collection = %(c)s"
            if part:
                counted = (
                    "SELECT count(*) AS holders FROM passage_words, unnest(tsvector_to_array(words)) AS lexeme"
                    " WHERE document = ANY(%(d)s) GROUP BY lexeme"
                )
            (mean,) = connection.execute(
                f"SELECT avg(ln(%(n)s - holders + 0.5) - ln(holders + 0.5)) FROM ({counted}) AS counted",  # noqa: S608
                {"n": float(card.passages), "c": card.number, "d": list(part.documents) if part else []},
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
        documents = "SELECT number, ended = '' FROM passage_documents WHERE collection = %s"
        words = 0
        for number, current in connection.execute(documents, (card.number,)).fetchall():
            connection.execute("DELETE FROM passage_words WHERE document = %s", (number,))
            rows = connection.execute(
                f"SELECT {_PASSAGE} FROM passages p JOIN passage_documents d ON d.number = p.document"  # noqa: S608
                " WHERE d.number = %s ORDER BY p.place",
                (number,),
            )
            terms = [_terms(_passage(row).context) for row in rows]
            self._write_words(connection, card.number, number, terms, current)
            words += sum(map(len, terms)) if current else 0
        connection.execute(
            "UPDATE passage_collections SET terms = %s, words = %s WHERE number = %s",
            (terms_version(), words, card.number),
        )

    def _write_words(
        self,
        connection: Connection,
        collection: int,
        document: int,
        terms: Sequence[Sequence[str]],
        current: bool = True,
    ) -> None:
        """Write the words of the passages of a document, in their order, and count them in."""
        with connection.cursor() as cursor, cursor.copy("COPY passage_words FROM STDIN") as copy:
            for place, some in enumerate(terms):
                copy.write_row((document, place, len(some), _tsvector(collection, some), current))
        if current:
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
    values: dict[str, Any]
    bound: float


def _current_names(connection: Connection, number: int) -> list[str]:
    """Return the names that hold a document, the first one first."""
    rows = connection.execute(
        "SELECT name FROM passage_times WHERE document = %s AND ended = '' ORDER BY number", (number,)
    )
    return [name for (name,) in rows.fetchall()]


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
