"""What flows through a conversation with the documents, and what is lent to it (names: specification 002)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict

from core.llm.engine import Engine
from core.retrieval.embedder import Embedder
from core.retrieval.reranker import Reranker
from core.stores.passages import Passages
from core.systems.knowledge_base.search.tools import Tool


class Retrieved(TypedDict):
    """A passage that a tool brought: its text, where it stands in its document, and how its score was made.

    `page` is that of its own text, `begins_on` that of its first character: it may repeat the end of the page before.
    """

    id: str
    document: str
    name: str
    headings: list[str]
    page: int
    begins_on: int
    start: int
    end: int
    text: str
    tool: str
    score: float
    cosine: float


class DocumentGrade(TypedDict):
    """How well one passage serves the question."""

    id: str
    score: float
    relevant: bool
    reason: str


class ReflectionResult(TypedDict):
    """What grading came to."""

    passed: bool
    score: float
    reason: str
    details: dict[str, Any]


class State(TypedDict, total=False):
    """Plain values only; checkpointed after every step. `messages` and `summary` are the memory of the thread.

    All else belongs to one turn. `found` holds the two lists of the latest search, so that a slider fuses them anew;
    `attempts` holds, for each query tried, what it found and how that was graded.
    """

    request: str
    messages: list[dict[str, Any]]
    summary: str
    original_query: str
    follow_up: dict[str, Any]
    transformed_query: str | None
    query_type: str
    lambda_mult: float
    lambda_features: list[dict[str, str]]
    iteration_count: int
    tool_calls: list[dict[str, str]]
    searched: bool
    found: list[dict[str, Any]]
    candidates: list[dict[str, Any]]
    retrieved_documents: list[Retrieved]
    document_grades: list[DocumentGrade]
    document_grade_summary: ReflectionResult
    evidence: dict[str, Any]
    attempts: list[dict[str, Any]]
    answer: dict[str, Any]
    response_grade: ReflectionResult | None


@dataclass(frozen=True)
class Context:
    """The engine, one collection of passages, and the switches and numbers; a slider is `dataclasses.replace`.

    `lambda_mult` is None where each question sets its own λ. `tools` are asked beside the knowledge base.
    """

    engine: Engine
    passages: Passages
    embedder: Embedder
    reranker: Reranker | None = None
    tools: tuple[Tool, ...] = ()
    enable_reflection: bool = True
    enable_document_grading: bool = True
    enable_response_grading: bool = True
    enable_query_transformation: bool = True
    enable_reranking: bool = True
    max_iterations: int = 2
    min_relevant_docs: int = 2
    doc_score_threshold: float = 0.5
    fetch_k: int = 15
    top_k: int = 4
    rrf_k: float = 60.0
    depth: int = 100  # of each search; 50 is as good on Cranfield and costs .013 nDCG@10 on CACM
    lambda_mult: float | None = None
