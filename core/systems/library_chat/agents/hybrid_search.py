"""Three vector searches at once, from what they find to books, each book once with its best score and every reason."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

from core.retrieval.embedder import Vectors
from core.stores.library import NO_FILTERS, Book, Filters, Match
from core.systems.library_chat.agents.query_log import Ledger

Result = dict[str, Any]
NODE_KINDS = {"Book Match": "Book", "Author Match": "Author", "Genre Match": "Genre"}


@dataclass(frozen=True)
class Found:
    """What a search by meaning found: the books above the threshold, those below it, and every book's best score."""

    results: list[Result]
    near_misses: list[Result]
    scores: list[float]


def hybrid_search(
    query: str,
    vector: Vectors,
    ledger: Ledger,
    *,
    threshold: float = 0.7,
    limit: int = 10,
    depth: int = 10,
    filters: Filters = NO_FILTERS,
) -> Found:
    """The books nearest to a query vector [384] (specification 004): by themselves, by their authors, by their genres.

    Each search gives `depth` nodes, and each of these at most as many books. A book keeps its best score; scores are
    Neo4j's, (1 + cosine) / 2. Those of at least `threshold` are results, at most `limit` of them.
    """
    searches = (ledger.library.search_books, ledger.library.search_authors, ledger.library.search_genres)
    with ThreadPoolExecutor(len(searches), "hybrid-search") as workers:
        futures = [workers.submit(copy_context().run, search, vector, depth, filters) for search in searches]
        matches: list[Match] = [match for future in futures for match in future.result()]
    for search in searches:
        statement = ledger.library.statement(search.__name__, vector=vector, limit=depth, filters=filters)
        ledger.write(search.__name__, statement)
    ranked = combine(query, matches)
    passing = [result for result in ranked if result["score"] >= threshold]
    below = [result for result in ranked if result["score"] < threshold]
    return Found(passing[:limit], below[:limit], [result["score"] for result in ranked])


def combine(query: str, matches: Sequence[Match]) -> list[Result]:
    """Each book once, by its identity, with its best score and all reasons, best first; ties by title, then id."""
    by_book: dict[str, list[Match]] = {}
    for match in matches:
        by_book.setdefault(match.book.id, []).append(match)
    results = []
    for found in by_book.values():
        ordered = sorted(found, key=lambda match: -match.score)
        best = ordered[0]
        reasons = [{"reason": one.reason, "node": one.node, "score": one.score} for one in ordered]
        results.append(result_of(best.book, query, best.score, best.reason, best.node, reasons))
    return sorted(results, key=lambda result: (-result["score"], result["book"], result["id"]))


def result_of(
    book: Book, asked: str, score: float, reason: str, node: str, reasons: list[dict[str, Any]] | None = None
) -> Result:
    """A book as a result: the specification's keys, its parts, and the path from the question to it."""
    path = [{"kind": "Question", "name": asked}, {"kind": NODE_KINDS[reason], "name": node}]
    if reason != "Book Match":
        path.append({"kind": "Book", "name": book.title})
    return {
        "id": book.id,
        "book": book.title,
        "author": ", ".join(book.authors),
        "authors": list(book.authors),
        "genre": ", ".join(book.genres),
        "genres": list(book.genres),
        "year": book.year,
        "pages": book.pages,
        "subjects": list(book.subjects),
        "score": score,
        "reason": reason,
        "reasons": reasons or [{"reason": reason, "node": node, "score": score}],
        "path": path,
    }


def book_of(result: Result) -> Book:
    """The book of a result."""
    return Book(
        result["id"], result["book"], tuple(result["authors"]), tuple(result["genres"]), result["year"],
        result["pages"], tuple(result["subjects"]),
    )  # fmt: skip
