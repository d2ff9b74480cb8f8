"""The steps of an expert search, one function for each box of specification 000's diagram."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from langgraph.runtime import Runtime
from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from core.codec import to_state
from core.language.terms import analyse, without_asking
from core.language.tokens import words
from core.retrieval.fusion import Found, Receipt, fuse, weighted_sum
from core.systems.expert_search import tasks
from core.systems.expert_search.people.records import Corpus, Side
from core.systems.expert_search.state import Combine, Context, Hit, Results, State

# The quality of a result: the absolute score of its best person, as a share of what a very good match reaches. Measured
# on judged queries (docs/decisions/0001): half of it parts queries that have an answer from those that have none.
QUALITY_ALPHA = 0.6
PRACTICAL_BEST = 0.48
VARIANTS = 3
LONGEST_VARIANT = 500  # characters
MENDED = 20  # words of a query that are looked up among all words


def initial_state(state: State) -> State:
    """Begin: the request on one line without the words that only ask, nothing refined yet."""
    query = without_asking(" ".join(state["request"].split()))
    return {"query": query, "refined_queries": [], "query_weights": [1.0], "trusted_queries": 1, "iteration": 0}


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


def search(state: State, context: Context, corpus: Corpus, side: Side) -> Results:
    """One search with the query and its variants; a document keeps the best score that any of them gave it.

    A variant counts by its likeness to the query, so that one which wandered off cannot win by itself. BM25 scores of a
    variant are brought to the scale of the query, by the most that each can get.
    """
    people = context.people
    queries = [state["query"], *state["refined_queries"]]
    bound = people.bound(corpus, side, queries[0]) or 1.0
    scores = bound * np.array(
        [
            people.document_scores(corpus, side, query) * weight
            for query, weight in zip(queries, state["query_weights"], strict=True)
        ]
    )
    winners, trusted = scores.argmax(axis=0), scores[: state["trusted_queries"]].max(axis=0)
    best = people.best_documents(corpus, scores.max(axis=0), context.depth)
    hits: list[Hit] = [
        {
            "id": person,
            "documents": [
                [document, score, int(winners[place]), float(trusted[place])] for document, score, place in documents
            ],
        }
        for person, documents in best.items()
    ]
    return {"hits": ordered(hits, context.combine), "bound": float(bound)}


def ordered(hits: list[Hit], combine: Combine) -> list[Hit]:
    """People of one search, best first under a rule for their several documents; equal scores by id."""
    return sorted(hits, key=lambda hit: (-person_score(hit, combine), hit["id"]))


def person_score(hit: Hit, combine: Combine) -> float:
    """The score of a person in one search: the best document's, or the mean of the best three, weighted 1, ½, ⅓."""
    scores = [document[1] for document in hit["documents"]]
    if combine == "best":
        return float(scores[0])
    weights = [1 / place for place in range(1, len(scores) + 1)]
    return float(sum(weight * score for weight, score in zip(weights, scores, strict=True)) / sum(weights))


def trusted_score(hit: Hit) -> float:
    """The best score of a person in one search by the query and its rewordings, leaving the expansions aside."""
    return float(max(document[3] for document in hit["documents"]))


def lists_of(state: State, score: Callable[[Hit], float]) -> list[Found]:
    """What the four searches found, in the form that fusion takes, by a way to score a person."""
    results: dict[str, Results] = {
        "profile_vectors": state["profile_vector_results"],
        "profile_keywords": state["profile_keyword_results"],
        "project_vectors": state["project_vector_results"],
        "project_keywords": state["project_keyword_results"],
    }
    found = []
    for source, result in results.items():
        hits = sorted(((hit["id"], score(hit)) for hit in result["hits"]), key=lambda pair: (-pair[1], pair[0]))
        side: Side = "vector" if source.endswith("vectors") else "keyword"
        found.append(Found(source, side, hits, low=0.0, high=result["bound"]))
    return found


def fuse_results(state: State, context: Context) -> list[Receipt]:
    """Fuse what was found by this context's numbers; the pages call it again for every move of a slider."""
    return fuse(
        lists_of(state, partial(person_score, combine=context.combine)),
        method=context.method,
        alpha=context.alpha,
        normalisation=context.normalisation,
        k=context.rrf_k,
        candidates=context.candidates,
    )


def rerank(state: State, runtime: Runtime[Context]) -> State:
    """Merge the four lists, fuse their scores, and measure how good the best one is on an absolute scale."""
    context = runtime.context
    fused = fuse_results(state, context)
    absolute = weighted_sum(lists_of(state, trusted_score), QUALITY_ALPHA, "bound", context.candidates)
    quality = min(1.0, absolute[0].score / PRACTICAL_BEST) if absolute else 0.0
    before = state["before_refinement"]["quality_score"] if state["refined_queries"] else 0.0
    return {"fused_results": to_state(fused, list[Receipt]), "quality_score": max(before, quality)}


def check_refine(state: State, runtime: Runtime[Context]) -> State:
    """The quality gate: good enough, or refine, at most once."""
    poor = state["quality_score"] < runtime.context.threshold
    return {"should_refine": poor and state["iteration"] < runtime.context.max_refinements, "nothing_good": poor}


def refine(state: State, runtime: Runtime[Context]) -> State:
    """Write variants of the query from the best evidence so far, and remember how things stood before."""
    context = runtime.context
    unknown = _unknown_words(state["query"], context)
    variants = context.engine.ask(
        tasks.refine_query,
        request=state["query"],
        unknown_words=unknown,
        evidence_words=_evidence_words(state, context),
    )
    rewordings = _fresh(variants.rewordings, {state["query"]})
    expansions = _fresh(variants.expansions, {state["query"], *rewordings})
    refined = [*rewordings, *expansions][:VARIANTS]
    return {
        "refined_queries": refined,
        "query_weights": [1.0, *(context.people.likeness(state["query"], variant) for variant in refined)],
        "trusted_queries": 1 + min(len(rewordings), VARIANTS),
        "iteration": state["iteration"] + 1,
        "before_refinement": {"fused_results": state["fused_results"], "quality_score": state["quality_score"]},
    }


def _fresh(queries: list[str], known: set[str]) -> list[str]:
    """Usable queries, each once: printable, not endless, and not among those that are known."""
    tidied = (" ".join("".join(one if one.isprintable() else " " for one in query).split()) for query in queries)
    return [query for query in dict.fromkeys(tidied) if query and query not in known and len(query) <= LONGEST_VARIANT]


def select_final(state: State, runtime: Runtime[Context]) -> State:
    """Keep the first few."""
    context = runtime.context
    return {
        "final_experts": [
            {
                "id": receipt["id"],
                "name": context.people.experts[receipt["id"]].name,
                "headline": context.people.experts[receipt["id"]].headline,
                "score": receipt["score"],
            }
            for receipt in state["fused_results"][: context.keep]
        ]
    }


def _unknown_words(query: str, context: Context) -> dict[str, list[str]]:
    """The first words of the query that nobody uses; if misspelled, each with up to three that are spelled like it.

    A word that the embedding model knows in one piece is a common one, spelled well: flowers are not to become lowers.
    """
    vocabulary = context.people.vocabulary
    unknown = [
        word
        for word in dict.fromkeys(words(query))
        if word not in vocabulary and analyse(word) and not any(letter.isdigit() for letter in word)
    ][:MENDED]
    pieces = [len(names) for names, _ in context.people.embedder.token_vectors(unknown)]
    alike = partial(process.extract, scorer=DamerauLevenshtein.normalized_similarity, limit=3, score_cutoff=0.75)
    return {
        word: [match for match, *_ in alike(word, list(vocabulary))] if count > 1 else []
        for word, count in zip(unknown, pieces, strict=True)
    }


def _evidence_words(state: State, context: Context, people: int = 3, count: int = 4) -> list[list[str]]:
    """For each of the nearest few people the words that stand out in what was found of them and not in the query."""
    known = set(analyse(state["query"]))
    chosen: list[list[str]] = []
    for receipt in state["fused_results"][:people]:
        counts = Counter(
            word
            for document in _documents_of(state, receipt["id"])
            for word in set(words(context.people.document_text(document)))
            if len(word) > 3 and analyse(word) and not known & set(analyse(word))
        )
        rare = sorted(counts, key=lambda word: (-counts[word] * context.people.rarity(word), word))
        chosen.append(rare[:count])
    return [found for found in chosen if found]


def _documents_of(state: State, person: str) -> list[Any]:
    """The ids of the documents by which a person was found."""
    return [
        document
        for source in ("profile_vector", "profile_keyword", "project_vector", "project_keyword")
        for hit in state[f"{source}_results"]["hits"]  # type: ignore[literal-required]
        if hit["id"] == person
        for document, *_ in hit["documents"]
    ]
