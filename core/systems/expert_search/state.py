"""What flows through an expert search, and what is lent to it. Names and numbers are those of specification 000."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from core.llm.engine import Engine
from core.retrieval.fusion import Method, Normalisation, ReceiptState
from core.systems.expert_search.people.records import People
from core.types import JSON

Combine = Literal["best three", "best"]

SOURCES = {
    "profile_vectors": "Profile, meaning",
    "profile_keywords": "Profile, words",
    "project_vectors": "Answers, meaning",
    "project_keywords": "Answers, words",
}


class Match(TypedDict):
    """One document of a person that a search found.

    `query` is the index of the query that gave the best score: 0 for the request itself, then the variants. `trusted`
    is the best score by the request and its rewordings alone.
    """

    document: str
    score: float
    query: int
    trusted: float


class Hit(TypedDict):
    """One person found by one search, with up to three documents, best first."""

    id: str
    documents: list[Match]


class Results(TypedDict):
    """What one search found, best first. `bound` is the score that counts as perfect: 1.0 on the absolute scale."""

    hits: list[Hit]
    bound: float


class BeforeRefinement(TypedDict):
    """How things stood when the gate asked for a refinement."""

    fused_results: list[ReceiptState]
    quality_score: float


class FinalExpert(TypedDict):
    """One of the first few, as the answer names them."""

    id: str
    name: str
    headline: str
    score: float


class State(TypedDict, total=False):
    """Plain values only; checkpointed after every step. Each of the four searches writes a key of its own.

    `reading` is a `Reading` of the request, as plain values (`core.codec`).
    """

    request: str
    reading: dict[str, JSON]
    query: str
    refined_queries: list[str]
    query_weights: list[float]
    trusted_queries: int
    iteration: int
    profile_vector_results: Results
    profile_keyword_results: Results
    project_vector_results: Results
    project_keyword_results: Results
    fused_results: list[ReceiptState]
    quality_score: float
    should_refine: bool
    before_refinement: BeforeRefinement | None
    final_experts: list[FinalExpert]
    nothing_good: bool


def results_by_source(state: State) -> dict[str, Results]:
    """Return what each of the four searches found, by the name of its source."""
    return {
        "profile_vectors": state["profile_vector_results"],
        "profile_keywords": state["profile_keyword_results"],
        "project_vectors": state["project_vector_results"],
        "project_keywords": state["project_keyword_results"],
    }


@dataclass(frozen=True)
class Context:
    """The engine, the people, and the numbers of the specification; a slider is `dataclasses.replace(context, …)`.

    `without` are the ids of assumptions that are not to be made.
    """

    engine: Engine
    people: People
    alpha: float = 0.6
    candidates: int = 10
    keep: int = 5
    threshold: float = 0.5
    max_refinements: int = 1
    method: Method = "weighted sum"
    normalisation: Normalisation = "bound"
    rrf_k: float = 60.0
    combine: Combine = "best three"
    without: frozenset[str] = frozenset()
    depth: int = 100  # how far each search looks, so that more candidates can be fused later without searching again
