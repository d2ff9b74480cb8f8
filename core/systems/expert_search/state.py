"""What flows through an expert search, and what is lent to it. Names and numbers are those of specification 000."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from core.llm.engine import Engine
from core.retrieval.fusion import Method, Normalisation, ReceiptState, SideRule
from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.standing import Fits, Together
from core.types import JSON

Combine = Literal["three", "best three", "best"]

SOURCES = {
    "profile_vectors": "Profile, meaning",
    "profile_keywords": "Profile, words",
    "project_vectors": "Answers, meaning",
    "project_keywords": "Answers, words",
}


class Match(TypedDict):
    """One document of a person that a search found.

    `scores` are those by the query and its variants, in their order, `score` is the best of them and `query` the index
    of the one that gave it. `trusted` is the best score by the query and its rewordings alone.
    """

    document: str
    score: float
    query: int
    trusted: float
    scores: list[float]


class Hit(TypedDict):
    """One person found by one search, with up to three documents, best first.

    `spare` documents come up only when a variant of the query is left out.
    """

    id: str
    documents: list[Match]
    spare: list[Match]


class Results(TypedDict):
    """What one search found, best first. `bound` is the score that counts as perfect: 1.0 on the absolute scale."""

    hits: list[Hit]
    bound: float


class Topic(TypedDict):
    """One thing that the people wanted should know about, or when `excluded` should not, and how it is searched for.

    `id` is that of its requirement. A variant of the `query` counts by its weight, the query itself by 1. The first
    `trusted_queries` of the query and its variants mean the same, the others have words that were not asked for.
    """

    id: str
    query: str
    excluded: bool
    refined_queries: list[str]
    query_weights: list[float]
    trusted_queries: int


class Quality(TypedDict):
    """Of a person and a topic, 0 … 1 on absolute scales: the quality for the gate, how likely the person `knows` about
    it, and the document on which that rests."""

    value: float
    knows: float
    document: str


class BeforeRefinement(TypedDict):
    """How things stood when the gate asked for a refinement: who was ranked, best first, and the quality by topic."""

    ranked: list[str]
    topic_qualities: dict[str, float]
    quality_score: float


class PlaceState(TypedDict):
    """A person's place for the whole request, as the run left it; `failing` as in `Standing`."""

    id: str
    rank: int
    score: float
    fits: Fits
    failing: list[str]


class FinalExpert(TypedDict):
    """One of the first few, or of those left out, as the answer names them.

    `meets` has a `Cell`, as plain values, for each requirement by its id.
    """

    id: str
    name: str
    headline: str
    score: float
    fits: Fits
    failing: list[str]
    meets: dict[str, JSON]


class GapState(TypedDict):
    """What the team lacks: a requirement by its id, and a sentence."""

    requirement: str
    sentence: str


class State(TypedDict, total=False):
    """Plain values only; checkpointed after every step. Each of the four searches writes a key of its own.

    `query` is the request on one line, without the words that only ask.
    `reading` is a `Reading` of the request and `requirements` are its `Requirements`, both as plain values
    (`core.codec`); `clarified` is the request with what was answered to a question, "" when nothing was. What the
    searches found, what became of it and how good it is, of each person and of the best, are kept for each topic, by
    its id. `left_out` are the first of those who do not meet a hard requirement. `team` is a `Team`, as plain values,
    where one was looked for, and `gaps` what it lacks.
    """

    request: str
    query: str
    clarified: str
    reading: dict[str, JSON]
    requirements: dict[str, Any]
    topics: list[Topic]
    iteration: int
    profile_vector_results: dict[str, Results]
    profile_keyword_results: dict[str, Results]
    project_vector_results: dict[str, Results]
    project_keyword_results: dict[str, Results]
    fused_results: dict[str, list[ReceiptState]]
    qualities: dict[str, dict[str, Quality]]
    topic_qualities: dict[str, float]
    quality_score: float
    should_refine: bool
    before_refinement: BeforeRefinement | None
    standings: list[PlaceState]
    final_experts: list[FinalExpert]
    left_out: list[FinalExpert]
    nothing_good: bool
    team: dict[str, JSON] | None
    gaps: list[GapState]


def is_of_earlier_version(state: State) -> bool:
    """Whether a version before topics and requirements left this: it has begun and lacks what is kept today."""
    return "iteration" in state and "topics" not in state


def results_by_source(state: State, topic: str) -> dict[str, Results]:
    """Return what each of the four searches found for a topic, by the name of its source."""
    kept = {
        "profile_vectors": state["profile_vector_results"],
        "profile_keywords": state["profile_keyword_results"],
        "project_vectors": state["project_vector_results"],
        "project_keywords": state["project_keyword_results"],
    }
    return {source: by_topic[topic] for source, by_topic in kept.items() if topic in by_topic}


@dataclass(frozen=True)
class Context:
    """The engine, the people, and the numbers of the specification; a slider is `dataclasses.replace(context, …)`.

    `without` are the ids of assumptions that are not to be made, of requirements that do not count and of variants that
    are not to be searched with; `switched` are requirements that are a wish where they would filter, or the other way
    round. `together` is how the topics of a person make one score, `side` how two searches make one side. Beside a
    topic, which weighs 1, `wish` is what meeting a wish weighs, times the wish's own weight; `recency` and `amount` are
    what the date and the number of the documents found weigh.
    """

    engine: Engine
    people: People
    alpha: float = 0.6
    candidates: int = 100
    keep: int = 5
    threshold: float = 0.5
    max_refinements: int = 1
    method: Method = "weighted sum"
    normalisation: Normalisation = "bound"
    rrf_k: float = 60.0
    combine: Combine = "three"
    side: SideRule = "max"
    together: Together = "mean"
    wish: float = 0.05
    recency: float = 0.0
    amount: float = 0.0
    without: frozenset[str] = frozenset()
    switched: frozenset[str] = frozenset()
    depth: int = 100  # how far each search looks, so that more candidates can be fused later without searching again
