"""Four lists become one: what a person scores in one search, the fusion of all, and how good a person is."""

from __future__ import annotations

from collections.abc import Collection

from core.retrieval.fusion import Found, Receipt, fuse
from core.systems.expert_search.people.records import Side
from core.systems.expert_search.ranking.quality import Known, Qualities, qualities
from core.systems.expert_search.ranking.refinement import variant_id
from core.systems.expert_search.ranking.search import person_score, with_queries
from core.systems.expert_search.state import Combine, Context, Results, State, Topic, results_by_source


def left_out(topic: Topic, context: Context) -> set[int]:
    """Return the variants that this context leaves out, by their place among the queries."""
    refined = enumerate(topic["refined_queries"], start=1)
    return {place for place, variant in refined if variant_id(variant) in context.without}


def results_of(state: State, context: Context, topic: Topic) -> dict[str, Results]:
    """Return what the four searches found for a topic, without the variants that this context leaves out."""
    found, gone = results_by_source(state, topic["id"]), left_out(topic, context)
    if not gone:
        return found
    kept = [query for query in range(1 + len(topic["refined_queries"])) if query not in gone]
    return {source: with_queries(result, kept, topic["trusted_queries"]) for source, result in found.items()}


def lists_to_fuse(state: State, context: Context, topic: Topic, among: Collection[str] | None = None) -> list[Found]:
    """Return the four lists of a topic, of all or `among` some people, in the form that fusion takes.

    Several answers of one person are combined by this context's rule; a profile is one document and counts whole.
    """
    lists = []
    for source, result in results_of(state, context, topic).items():
        combine: Combine = "best" if source.startswith("profile") else context.combine
        found = (hit for hit in result["hits"] if among is None or hit["id"] in among)
        hits = sorted(((hit["id"], person_score(hit, combine)) for hit in found), key=lambda hit: (-hit[1], hit[0]))
        side: Side = "vector" if source.endswith("vectors") else "keyword"
        lists.append(Found(source, side, hits, low=0.0, high=result["bound"]))
    return lists


def fuse_results(state: State, context: Context, topic: Topic, among: Collection[str] | None = None) -> list[Receipt]:
    """Fuse what was found for a topic, of all or `among` some people, by this context's numbers; the pages call it
    again for every move of a slider."""
    return fuse(
        lists_to_fuse(state, context, topic, among),
        method=context.method,
        alpha=context.alpha,
        normalisation=context.normalisation,
        k=context.rrf_k,
        candidates=context.candidates,
        side=context.side,
    )


def qualities_of(state: State, context: Context, topic: Topic) -> Qualities:
    """How likely each person found knows about a topic, 0 to 1, on an absolute scale that no setting of the page moves,
    and the document on which that rests; by the query and its rewordings, leaving the expansions aside."""
    gone, kept = left_out(topic, context), state.get("qualities", {}).get(topic["id"])
    if kept is not None and not gone:
        return {person: Known(one["value"], one["knows"], one["document"]) for person, one in kept.items()}
    found: dict[str, list[str]] = {}
    for result in results_of(state, context, topic).values():
        for hit in result["hits"]:
            found.setdefault(hit["id"], []).extend(match["document"] for match in hit["documents"])
    queries = list(zip([topic["query"], *topic["refined_queries"]], topic["query_weights"], strict=True))
    trusted = [queries[place] for place in range(topic["trusted_queries"]) if place not in gone]
    return qualities(context.people, trusted, found)
