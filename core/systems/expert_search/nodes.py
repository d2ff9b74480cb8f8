"""The steps of an expert search, one function for each box of specification 000's diagram."""

from __future__ import annotations

from langgraph.runtime import Runtime

from core.codec import to_state
from core.language.terms import without_asking
from core.retrieval.fusion import Receipt
from core.systems.expert_search import tasks
from core.systems.expert_search.ranking.fusion import fuse_results, quality_of
from core.systems.expert_search.ranking.refinement import (
    VARIANTS,
    evidence_words,
    unknown_words,
    usable,
    words_to_mend,
)
from core.systems.expert_search.ranking.request_words import read_request
from core.systems.expert_search.ranking.search import search
from core.systems.expert_search.state import Context, State


def initial_state(state: State, runtime: Runtime[Context]) -> State:
    """Begin: the request on one line without the words that only ask, nothing found and nothing refined yet."""
    query = without_asking(" ".join(state["request"].split()))
    return {
        "reading": to_state(read_request(state["request"], runtime.context.people, [query])),
        "query": query,
        "refined_queries": [],
        "query_weights": [1.0],
        "trusted_queries": 1,
        "iteration": 0,
        "profile_vector_results": {"hits": [], "bound": 1.0},
        "profile_keyword_results": {"hits": [], "bound": 1.0},
        "project_vector_results": {"hits": [], "bound": 1.0},
        "project_keyword_results": {"hits": [], "bound": 1.0},
        "fused_results": [],
        "quality_score": 0.0,
        "should_refine": False,
        "before_refinement": None,
        "final_experts": [],
        "nothing_good": False,
    }


def profile_vector_search(state: State, runtime: Runtime[Context]) -> State:
    """Search the profiles by meaning."""
    return {"profile_vector_results": search(state, runtime.context, "profile", "vector")}


def profile_keyword_search(state: State, runtime: Runtime[Context]) -> State:
    """Search the profiles by words (BM25)."""
    return {"profile_keyword_results": search(state, runtime.context, "profile", "keyword")}


def project_vector_search(state: State, runtime: Runtime[Context]) -> State:
    """Search the project answers by meaning."""
    return {"project_vector_results": search(state, runtime.context, "project", "vector")}


def project_keyword_search(state: State, runtime: Runtime[Context]) -> State:
    """Search the project answers by words (BM25)."""
    return {"project_keyword_results": search(state, runtime.context, "project", "keyword")}


def rerank(state: State, runtime: Runtime[Context]) -> State:
    """Merge the four lists, fuse their scores, and measure how good the best one is on an absolute scale."""
    context, before = runtime.context, state["before_refinement"]
    floor = before["quality_score"] if before and state["refined_queries"] else 0.0
    return {
        "fused_results": to_state(fuse_results(state, context), list[Receipt]),
        "quality_score": max(floor, quality_of(state, context)),
    }


def check_refine(state: State, runtime: Runtime[Context]) -> State:
    """Judge by the quality gate: good enough, or refine, at most once."""
    poor = state["quality_score"] < runtime.context.threshold
    return {"should_refine": poor and state["iteration"] < runtime.context.max_refinements, "nothing_good": poor}


def refine(state: State, runtime: Runtime[Context]) -> State:
    """Write variants of the query from the best evidence so far, and remember how things stood before."""
    context, query = runtime.context, state["query"]
    alike = unknown_words(query, context)
    variants = context.engine.ask(
        tasks.refine_query,
        request=query,
        unknown_words=words_to_mend(alike, context),
        evidence_words=evidence_words(state, context),
    )
    rewordings = usable(variants.rewordings, {query})
    expansions = usable(variants.expansions, {query, *rewordings})
    refined = [*rewordings, *expansions][:VARIANTS]
    reading = read_request(state["request"], context.people, [query, *refined], alike, context.without)
    return {
        "reading": to_state(reading),
        "refined_queries": refined,
        "query_weights": [1.0, *(context.people.likeness(query, variant) for variant in refined)],
        "trusted_queries": 1 + min(len(rewordings), VARIANTS),
        "iteration": state["iteration"] + 1,
        "before_refinement": {"fused_results": state["fused_results"], "quality_score": state["quality_score"]},
    }


def select_final(state: State, runtime: Runtime[Context]) -> State:
    """Keep the first few."""
    experts = runtime.context.people.experts
    return {
        "final_experts": [
            {
                "id": receipt["id"],
                "name": experts[receipt["id"]].name,
                "headline": experts[receipt["id"]].headline,
                "score": receipt["score"],
            }
            for receipt in state["fused_results"][: runtime.context.keep]
        ]
    }
