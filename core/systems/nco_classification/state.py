"""What flows through a classification, and what is lent to it. Names are those of specification 003."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any, TypedDict

from langchain_core.messages import AnyMessage

from core.codec import from_state, to_state
from core.llm.engine import Engine
from core.retrieval.fusion import Receipt
from core.systems.nco_classification.decision.confidence import THRESHOLD
from core.systems.nco_classification.decision.guarantees import MOST_QUESTIONS
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate, Match, OccupationIndex


class Answer(TypedDict):
    """What the user answered to one question. One of `code`, `job` and `words` is filled, none for "I don't know".

    `code` is the part of the classification that was chosen, `job` the one of several occupations, `words` free words.
    `checkpoint` is the id of the checkpoint on which the graph waited.
    """

    question: str
    said: str
    code: str
    job: str
    words: str
    checkpoint: str


class State(TypedDict, total=False):
    """Plain values and messages; checkpointed after every step. Only `messages` grows, all else is written anew."""

    request: str
    messages: Annotated[list[AnyMessage], operator.add]
    answers: list[Answer]
    words: str
    within: str
    expander_analysis: dict[str, Any]
    queries: list[str]
    retrieved_results: dict[str, Any]
    candidates: list[dict[str, Any]]
    analyzer_response: dict[str, Any]
    improved_search: bool
    improved_search_count: int


@dataclass(frozen=True)
class Context:
    """The engine, the classification, the index over it, and the thresholds, which are probabilities.

    A code is given from `threshold` on; a partial code is the deepest level that reaches `certain`. `depth` candidates
    are kept. `most_questions` may lower the limit of the guarantees, to 0 for unattended work; it cannot raise it.
    """

    engine: Engine
    classification: Classification
    index: OccupationIndex
    threshold: float = THRESHOLD
    certain: float = 0.75
    depth: int = 10
    most_questions: int = MOST_QUESTIONS


def keep(candidate: Candidate) -> dict[str, Any]:
    """A candidate as plain values, ready for a checkpoint."""
    return {
        "family": candidate.family,
        "score": candidate.score,
        "receipt": to_state(candidate.receipt),
        "evidence": [{**asdict(match), "words": [list(span) for span in match.words]} for match in candidate.evidence],
        "occupations": [list(occupation) for occupation in candidate.occupations],
    }


def recall(kept: Mapping[str, Any]) -> Candidate:
    """Read back what `keep` wrote."""
    return Candidate(
        family=kept["family"],
        score=kept["score"],
        receipt=from_state(Receipt, kept["receipt"]),
        evidence=[
            Match(**{**match, "words": [(start, end) for start, end in match["words"]]}) for match in kept["evidence"]
        ],
        occupations=[(code, score) for code, score in kept["occupations"]],
    )
