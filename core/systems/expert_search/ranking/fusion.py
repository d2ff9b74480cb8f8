"""Four lists become one: what a person scores in one search, the fusion of all, and how good its best one is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from core.retrieval.fusion import Found, Receipt, fuse, weighted_sum
from core.systems.expert_search.people.records import Side
from core.systems.expert_search.state import Combine, Context, Hit, State, results_by_source

# The quality of a result: the absolute score of its best person, as a share of what a very good match reaches. Measured
# on judged queries (docs/decisions/0001): half of it parts queries that have an answer from those that have none.
QUALITY_ALPHA = 0.6
PRACTICAL_BEST = 0.48


def person_score(hit: Hit, combine: Combine) -> float:
    """Return the score of a person in one search: the best document's, or the mean of the best three, weighted 1, ½,
    ⅓."""
    scores = [match["score"] for match in hit["documents"]]
    if combine == "best":
        return scores[0]
    weights = [1 / rank for rank in range(1, len(scores) + 1)]
    return sum(weight * score for weight, score in zip(weights, scores, strict=True)) / sum(weights)


def trusted_score(hit: Hit) -> float:
    """Return the best score of a person in one search by the query and its rewordings, leaving the expansions aside."""
    return max(match["trusted"] for match in hit["documents"])


def ranked_lists(state: State, score: Callable[[Hit], float]) -> list[Found]:
    """Return what the four searches found, in the form that fusion takes, by a way to score a person."""
    found = []
    for source, result in results_by_source(state).items():
        hits = sorted(((hit["id"], score(hit)) for hit in result["hits"]), key=lambda pair: (-pair[1], pair[0]))
        side: Side = "vector" if source.endswith("vectors") else "keyword"
        found.append(Found(source, side, hits, low=0.0, high=result["bound"]))
    return found


def lists_to_fuse(state: State, context: Context) -> list[Found]:
    """Return the four lists, with several documents of one person combined by this context's rule."""
    return ranked_lists(state, partial(person_score, combine=context.combine))


def fuse_results(state: State, context: Context) -> list[Receipt]:
    """Fuse what was found by this context's numbers; the pages call it again for every move of a slider."""
    return fuse(
        lists_to_fuse(state, context),
        method=context.method,
        alpha=context.alpha,
        normalisation=context.normalisation,
        k=context.rrf_k,
        candidates=context.candidates,
    )


def quality_of(state: State, context: Context) -> float:
    """How good the best person is, 0 to 1, on an absolute scale that no setting of the page moves."""
    absolute = weighted_sum(ranked_lists(state, trusted_score), QUALITY_ALPHA, "bound", context.candidates)
    return min(1.0, absolute[0].score / PRACTICAL_BEST) if absolute else 0.0
