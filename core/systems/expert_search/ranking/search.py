"""What is searched for, and one of the four searches: a query with its variants over profiles or project answers."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from operator import mul

import numpy as np

from core.language.terms import without_asking
from core.systems.expert_search.people.records import BEST, STEADY, Corpus, Side
from core.systems.expert_search.requirements.requirement import AT_END, Requirement, Requirements
from core.systems.expert_search.state import Combine, Context, Hit, Match, Results, Topic


def person_score(hit: Hit, combine: Combine) -> float:
    """Return the score of a person in one search, by a rule for several documents.

    - "best": that of the best one, as the specification has it.
    - "best three": the mean of the best three, weighted 1, ½, ⅓; a further one that is worse lowers it.
    - "three": the best three weighted 4, 2, 1, of seven even where there are fewer; no further document lowers it.
    """
    scores = [match["score"] for match in hit["documents"]]
    if combine == "best":
        return scores[0]
    if combine == "three":
        return math.fsum(map(mul, STEADY, scores))
    weights = [1 / rank for rank in range(1, len(scores) + 1)]
    return sum(weight * score for weight, score in zip(weights, scores, strict=True)) / sum(weights)


def topics_of(request: str, requirements: Requirements) -> list[Topic]:
    """Return what is searched for. A request that asks for one topic and nothing else is searched for as it stands, but
    for the words that only ask; so is one of which nothing was understood. What is set aside is not searched for."""
    wanted, whole = requirements.wanted, without_asking(" ".join(request.split()))
    if not wanted:
        return [_topic(Requirement("topic", whole), whole)]
    topics = [one for one in wanted if one.kind == "topic"]
    alone = wanted == requirements.topics and len(wanted) == 1 and requirements.people == 1
    return [_topic(one, whole if alone and whole.strip(AT_END) == one.value else one.value) for one in topics]


def _topic(one: Requirement, query: str) -> Topic:
    return {
        "id": one.id,
        "query": query,
        "excluded": one.excluded,
        "refined_queries": [],
        "query_weights": [1.0],
        "trusted_queries": 1,
    }


def search(
    topic: Topic, context: Context, corpus: Corpus, side: Side, groups: Sequence[frozenset[str]] = ()
) -> Results:
    """Search with the query and its variants; a document keeps the best score that any of them gave it.

    A variant counts by its likeness to the query, so that one which wandered off cannot win by itself. BM25 scores of a
    variant are brought to the scale of the query, by the most that each can get.
    """
    people = context.people
    queries = [topic["query"], *topic["refined_queries"]]
    bound = people.bound(corpus, side, queries[0]) or 1.0
    scores = bound * np.array(
        [
            people.document_scores(corpus, side, query) * weight
            for query, weight in zip(queries, topic["query_weights"], strict=True)
        ]
    )
    found = people.best_documents(corpus, scores, context.depth, groups)
    places = [position for documents in found.values() for _, position in documents]
    by_query, every = iter(scores[:, places].T.tolist()), range(len(queries))
    hits = [
        _hit(person, [_match(id, next(by_query), every, topic["trusted_queries"]) for id, _ in documents])
        for person, documents in found.items()
    ]
    hits.sort(key=lambda hit: (-person_score(hit, context.combine), hit["id"]))
    return {"hits": hits, "bound": float(bound)}


def with_queries(results: Results, queries: Sequence[int], trusted: int) -> Results:
    """Return what a search would have found with these of its queries alone, the query itself being 0; nothing is
    searched again."""
    hits = []
    for hit in results["hits"]:
        matches = [
            _match(match["document"], match["scores"], queries, trusted)
            for match in (*hit["documents"], *hit["spare"])
        ]  # fmt: skip
        found = sorted((match for match in matches if match["score"] > 0), key=lambda match: -match["score"])
        if found:
            hits.append(_hit(hit["id"], found))
    return {"hits": hits, "bound": results["bound"]}


def _match(document: str, scores: list[float], queries: Sequence[int], trusted: int) -> Match:
    best = max(queries, key=scores.__getitem__) if len(queries) > 1 else queries[0]
    return {
        "document": document,
        "score": scores[best],
        "query": best,
        "trusted": max(map(scores.__getitem__, queries[: bisect_left(queries, trusted)])),
        "scores": scores,
    }


def _hit(person: str, matches: list[Match]) -> Hit:
    return {"id": person, "documents": matches[:BEST], "spare": matches[BEST:]}
