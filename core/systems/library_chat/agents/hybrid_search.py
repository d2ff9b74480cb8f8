"""Three vector searches at once, from what they find to books, each book once with its best score and every reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass

from core.retrieval.embedder import Vectors
from core.stores.library import Match
from core.stores.library_plan import Where
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.results import FoundBy, Result, result_of


@dataclass(frozen=True)
class Found:
    """What a search by meaning found: the books above the threshold, those below it, and every book's best score."""

    results: list[Result]
    near_misses: list[Result]
    scores: list[float]


def hybrid_search(
    asked: Mapping[str, Vectors],
    query_log: QueryLog,
    *,
    threshold: float = 0.7,
    limit: int = 10,
    depth: int = 10,
    where: Where = (),
) -> Found:
    """Find the books nearest to any query of `asked`, each with its vector [384] (specification 004): by title, by
    author, by genre.

    Each search gives `depth` nodes, and each of these at most as many books. A book keeps its best score, of several
    queries that of the nearest; scores are Neo4j's, (1 + cosine) / 2. Those of at least `threshold` are results, at
    most `limit` of them.
    """
    ranked = either([_ranked(query, vector, query_log, depth, where) for query, vector in asked.items()])
    passing = [result for result in ranked if result["score"] >= threshold]
    below = [result for result in ranked if result["score"] < threshold]
    return Found(passing[:limit], below[:limit], [result["score"] for result in ranked])


def _ranked(query: str, vector: Vectors, query_log: QueryLog, depth: int, where: Where) -> list[Result]:
    searches = (query_log.library.search_books, query_log.library.search_authors, query_log.library.search_genres)
    with ThreadPoolExecutor(len(searches), "hybrid-search") as workers:
        futures = [workers.submit(copy_context().run, _searched, search, vector, depth, where) for search in searches]
        matches: list[Match] = [match for future in futures for match in future.result()]
    for search in searches:
        statement = query_log.library.statement(search.__name__, vector=vector, limit=depth, where=where)
        query_log.write(search.__name__, statement)
    return combine(query, matches)


def _searched(search: Callable[..., list[Match]], vector: Vectors, depth: int, where: Where) -> list[Match]:
    return search(vector, depth, where=where)


def combine(query: str, matches: Sequence[Match]) -> list[Result]:
    """Put each book down once, with its best score and all reasons, best first; ties by title, then id."""
    by_book: dict[str, list[Match]] = {}
    for match in matches:
        by_book.setdefault(match.book.id, []).append(match)
    results = []
    for found in by_book.values():
        ordered = sorted(found, key=lambda match: -match.score)
        best = ordered[0]
        reasons = [FoundBy(reason=match.reason, node=match.node, score=match.score) for match in ordered]
        results.append(result_of(best.book, query, best.score, best.reason, best.node, reasons))
    return _best_first(results)


def either(lists: Sequence[Sequence[Result]]) -> list[Result]:
    """Join what several queries found: each book once, as the nearest of them found it, with the reasons of all."""
    by_book: dict[str, list[Result]] = {}
    for result in (result for results in lists for result in results):
        by_book.setdefault(result["id"], []).append(result)
    joined: list[Result] = []
    for found in by_book.values():
        best = max(found, key=lambda result: result["score"])
        every = sorted((reason for result in found for reason in result["reasons"]), key=lambda one: -one["score"])
        reasons: dict[tuple[str, str], FoundBy] = {}
        for reason in every:
            reasons.setdefault((reason["reason"], reason["node"]), reason)
        joined.append({**best, "reasons": list(reasons.values())})
    return _best_first(joined)


def _best_first(results: Sequence[Result]) -> list[Result]:
    return sorted(results, key=lambda result: (-result["score"], result["book"], result["id"]))
