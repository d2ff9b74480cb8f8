"""Searching by words in PostgreSQL, with the scores of `KeywordIndex`: BM25 in SQL.

What is searched are the very terms of the embedded store (`core.language.terms`) in a `tsvector`, each behind the
number of its collection, so that a rare word of one is not a common word of another.

PostgreSQL's own ranks know nothing of how rare a word is. BM25 needs how often a passage says a word, and `ts_rank` of
a single word gives that away: it is a·Σ 1/j² for j up to that number, with a = 0.1 · 6/π² (`calc_rank_or` of tsrank.c),
and the sum can be undone. How many passages hold a word is counted in a table when passages come and go. To score every
passage that holds a common word would take too long: words are taken from the rarest on, until they lead to enough
passages; passages that hold all words are always among them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

from core.language.terms import analyse
from core.retrieval.keywords import EPSILON, K1, B
from core.stores.passages import may_be_id
from core.stores.passages_postgres.card import Card

if TYPE_CHECKING:
    from core.stores.passages_postgres.tables import Connection

MOST_SCORED = 3_000
"""The passages that are scored by words for one query, unless its rarest word alone leads to more."""

MOST_WORDS = 64
"""The different words of a query that count, from the rarest on."""

CURRENT = "current"
CHOSEN = "document = ANY(%(documents)s)"
"""What is searched: all that is current, or the `documents` of a part."""

_LONGEST_WORD = 200  # letters; PostgreSQL refuses lexemes of more than 2 kB
_FARTHEST = 16_383  # the last place in a text that a tsvector can name


class Plan(NamedTuple):
    """How the words of a query are searched: the statement that scores, its values, and the score none exceeds."""

    sql: str
    values: dict[str, Any]
    bound: float


class Words:
    """The words of one collection; a `part` of it are the numbers of its documents, None is all that is current."""

    def __init__(self) -> None:
        self._mean_idf: tuple[object, float] = ("", 0.0)

    def plan(self, connection: Connection, card: Card, query: str, part: Collection[int] | None = None) -> Plan:
        """Return how the words of a query are searched; `card` counts what the part holds."""
        asked = Counter(terms_of(query))
        df = _df(connection, card, list(asked), part)
        rarest_first = sorted(df, key=lambda term: (df[term], term))[:MOST_WORDS]
        idf = {term: _idf(card.passages, df.get(term, 0)) for term in asked}
        if any(idf[term] < 0 for term in rarest_first):
            common = EPSILON * self._average_idf(connection, card, part)
            idf = {term: common if value < 0 else value for term, value in idf.items()}
        bound = (K1 + 1) * sum(max(idf[term], 0.0) * count for term, count in asked.items())
        chosen: dict[str, Any] = {} if part is None else {"documents": list(part)}
        if not rarest_first:
            return Plan("", chosen, bound)
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
        return Plan(
            f"""
            SELECT document, place, {" + ".join(parts)} AS score FROM (
                SELECT document, place, {K1} * ({1 - B} + {B} * length / %(average)s::float8) AS length_norm, {counts}
                FROM passage_words WHERE words @@ %(found)s::tsquery AND {CURRENT if part is None else CHOSEN}
                OFFSET 0) AS counted
            ORDER BY score DESC, document, place LIMIT %(limit)s""",  # noqa: S608 - numbers of ours
            values,
            bound,
        )

    def _average_idf(self, connection: Connection, card: Card, part: Collection[int] | None) -> float:
        """Return the mean over all words of the collection, or of a part of it, kept until it changes."""
        if self._mean_idf[0] != card.digest:
            counted = "SELECT holders FROM passage_terms WHERE collection = %(c)s"
            if part is not None:
                counted = (
                    "SELECT count(*) AS holders FROM passage_words, unnest(tsvector_to_array(words)) AS lexeme"
                    " WHERE document = ANY(%(d)s) GROUP BY lexeme"
                )
            (mean,) = connection.execute(
                f"SELECT avg(ln(%(n)s - holders + 0.5) - ln(holders + 0.5)) FROM ({counted}) AS counted",  # noqa: S608
                {"n": float(card.passages), "c": card.number, "d": list(part or ())},
            ).fetchone() or (0.0,)
            self._mean_idf = (card.digest, float(mean))
        return self._mean_idf[1]


def frequencies(
    connection: Connection, card: Card, terms: Sequence[str], part: Collection[int] | None = None
) -> dict[str, int]:
    """How many passages hold each of these terms; 0 where none does."""
    df = _df(connection, card, [term[:_LONGEST_WORD] for term in terms if may_be_id(term)], part)
    return {term: df.get(term[:_LONGEST_WORD], 0) for term in terms}


def terms_of(text: str) -> list[str]:
    """Return the terms of a text as they are kept here."""
    return [term[:_LONGEST_WORD] for term in analyse(text)]


def write_words(
    connection: Connection, collection: int, document: int, terms: Sequence[Sequence[str]], current: bool = True
) -> None:
    """Write the words of the passages of a document, in their order, and count them in."""
    with connection.cursor() as cursor, cursor.copy("COPY passage_words FROM STDIN") as copy:
        for place, some in enumerate(terms):
            copy.write_row((document, place, len(some), _tsvector(collection, some), current))
    if current:
        _count(connection, collection, Counter(term for some in terms for term in set(some)))


def turn_words(connection: Connection, collection: int, document: int, current: bool) -> None:
    """Let the words of a document count, or count no longer."""
    lexemes = connection.execute(
        "SELECT lexeme, count(*) FROM passage_words, unnest(tsvector_to_array(words)) AS lexeme"
        " WHERE document = %s GROUP BY lexeme",
        (document,),
    ).fetchall()
    sign = 1 if current else -1
    _count(connection, collection, Counter({lexeme.split(" ", 1)[1]: sign * n for lexeme, n in lexemes}))
    connection.execute("UPDATE passage_words SET current = %s WHERE document = %s", (current, document))


def _count(connection: Connection, collection: int, df: Counter[str]) -> None:
    """Add to, or with negative numbers take from, how many passages hold each word."""
    connection.execute(
        "INSERT INTO passage_terms SELECT %s, term, change FROM unnest(%s::text[], %s::int[]) AS of (term, change)"
        " ON CONFLICT (collection, term) DO UPDATE SET holders = passage_terms.holders + excluded.holders",
        (collection, list(df), list(df.values())),
    )
    if any(change < 0 for change in df.values()):
        connection.execute("DELETE FROM passage_terms WHERE collection = %s AND holders <= 0", (collection,))


def _df(connection: Connection, card: Card, terms: list[str], part: Collection[int] | None) -> dict[str, int]:
    """How many passages hold each term, of those that any holds. Tables of older versions have it as `holders`."""
    if part is None:
        rows = connection.execute(
            "SELECT term, holders FROM passage_terms WHERE collection = %s AND term = ANY(%s)", (card.number, terms)
        )
    else:
        rows = connection.execute(
            "SELECT term, count(*) FROM unnest(%s::text[], %s::text[]) AS asked (term, lexeme)"
            " JOIN passage_words ON words @@ lexeme::tsquery AND document = ANY(%s) GROUP BY term",
            (terms, [_quoted(card.number, term) for term in terms], list(part)),
        )
    return dict(rows.fetchall())


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
