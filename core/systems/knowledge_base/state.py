"""What flows through a conversation with the documents, and what is lent to it (names: specification 002)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NotRequired, TypeAlias, TypedDict

from core.documents.outline import BlockKind
from core.evidence.judge.protocol import Judge
from core.llm.engine import Engine
from core.retrieval.embedder import Embedder
from core.retrieval.reranker import Reranker
from core.stores.passages import Passage, Passages
from core.types import JSON

KNOWLEDGE_BASE = "knowledge_base"
"""The tool that searches the documents."""

QueryType = Literal["factual", "version-specific", "balanced", "conceptual"]
Outcome = Literal["in the documents", "perhaps not in the documents", "not in the documents"]
"""Whether a question is answered in the documents."""

Written: TypeAlias = dict[str, JSON]
"""A dataclass as `core.codec.to_state` wrote it; `from_state` reads it back."""

# --- what is found ----------------------------------------------------------------------------------------------------


class ToolCall(TypedDict):
    """A tool that is asked, and what."""

    tool: str
    query: str


class PartRead(TypedDict):
    """A block of a passage: a `core.documents.chunking.Part` in plain values."""

    kind: BlockKind
    start: int
    end: int
    headings: list[str]
    columns: str


class Retrieved(TypedDict):
    """A passage that a tool brought: its text, where it stands in its document, and how its score was made.

    `page` is that of its own text, `begins_on` that of its first character: it may repeat the end of the page before.
    `parts` are its blocks, and `added` is when the document came (ISO 8601);
    old threads have neither.
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
    parts: NotRequired[list[PartRead]]
    added: NotRequired[str]


class Reranked(TypedDict):
    """How the score of a candidate was made: (1 − weight) · fused + weight · reranked; None where nobody looked."""

    id: str
    score: float
    fused: float
    reranked: float | None
    weight: float


class Candidate(Reranked):
    """A passage that the fusion put among the first, in the order after reranking; `rrf` is a `Receipt`.

    `answering` is the share of its units in what may answer the question; all candidates together have 1.
    """

    rrf: Written
    answering: NotRequired[float]


class UnitFound(TypedDict):
    """Characters of one of the passages that are read, by its number, and their share in what may answer.

    `sentences` are those of an item that has several: where each begins and ends, and its share beside the best one.
    """

    number: int
    start: int
    end: int
    share: float
    sentences: NotRequired[list[tuple[int, int, float]]]


class Evidence(TypedDict):
    """What the question is measured by: its words, each a `Term`, and the measures of `support` (none in old threads).

    `units` are those of the passages that are read, best first, `far` words of the question that these come nowhere
    near, `unheld` those that no passage says.
    """

    terms: list[Written]
    measures: NotRequired[dict[str, float]]
    units: NotRequired[list[UnitFound]]
    far: NotRequired[list[str]]
    unheld: NotRequired[list[str]]


# --- how it is graded -------------------------------------------------------------------------------------------------


class DocumentGrade(TypedDict):
    """How well one passage serves the question."""

    id: str
    score: float
    relevant: bool
    reason: str


class ReflectionResult(TypedDict):
    """What grading came to; the details are numbers, and whether another query is tried.

    Of an answer also who graded it, and the grader's own words, which `reason` repeats only where the answer passed.
    """

    passed: bool
    score: float
    reason: str
    details: dict[str, float]
    by: NotRequired[str]
    said: NotRequired[str]


class ChangedWords(TypedDict):
    """Which words a rewriting added and which it dropped."""

    added: list[str]
    dropped: list[str]


class Attempt(TypedDict):
    """One query that was tried: what it found, and how that was graded; `new` are the ids that none before found."""

    query: str
    changed: ChangedWords
    type: QueryType
    lambda_mult: float
    documents: list[Retrieved]
    new: list[str]
    grades: list[DocumentGrade]
    summary: ReflectionResult


# --- what is answered -------------------------------------------------------------------------------------------------


class Citation(TypedDict):
    """Where a sentence rests: characters `start` to `end` of a document, in the passage `number` (from 1).

    `quoted` says whether the sentence stands there word for word; `page` is 0 in documents without pages.
    """

    number: int
    passage: str
    document: str
    name: str
    start: int
    end: int
    page: int
    quoted: bool


class CitedSentence(Citation):
    """A sentence of an answer that stands, the place it rests on, and the others.

    `verdict` is a `Verdict` on it, whose words count from the beginning of `citations.text_of` its passages; `key` is
    that of the `Statement`, `place` the sentence's among all that were written, from 0. Old threads have none of them.
    """

    text: str
    also: list[Citation]
    place: NotRequired[int]
    key: NotRequired[str]
    verdict: NotRequired[Written]


class StruckSentence(TypedDict):
    """A sentence that did not hold, with the same fields; it may cite nothing."""

    text: str
    cites: list[Citation]
    place: int
    key: str
    verdict: Written


class DifferingValue(TypedDict):
    """What one of several documents that do not agree says: the values as written, in which passage, since when."""

    number: int
    name: str
    date: str
    values: list[str]


class Computed(TypedDict):
    """What the rules computed from the rows of a table, in words; where it is not `sure`, what was not read."""

    said: str
    sure: bool
    unread: list[str]


class Answer(TypedDict):
    """An answer; a refusal, where nothing was said; the ids of the `nearest` passages where no sentence stands.

    `support` says how likely the documents answer the question, 0 … 1, `measures` what that was judged by, and
    `outcome` what is said of it, `differing` what documents say of the matter that do not agree, and `far` words of the
    question that what is read speaks of nothing like, `unheld` those that no passage says. `computed` stands beside the
    sentences of a question over rows. Old threads have none of these, and nothing `struck`.
    """

    sentences: list[CitedSentence]
    struck: NotRequired[list[StruckSentence]]
    refused: bool
    note: str
    nearest: list[str]
    support: float
    measures: dict[str, float]
    answered_by: str
    outcome: NotRequired[Outcome]
    differing: NotRequired[list[DifferingValue]]
    far: NotRequired[list[str]]
    unheld: NotRequired[list[str]]
    computed: NotRequired[Computed]


class FollowUp(TypedDict):
    """Whether a question was read otherwise than it stands in the request, and how it was asked."""

    resolved: bool
    asked: str


class Message(TypedDict):
    """One side of a turn; a user's message has the `question` as it was understood."""

    role: Literal["user", "assistant"]
    content: str
    question: NotRequired[str]
    sentences: NotRequired[list[CitedSentence]]
    refused: NotRequired[bool]


class State(TypedDict, total=False):
    """Plain values only; checkpointed after every step. `messages` and `summary` are the memory of the thread.

    All else belongs to one turn. `reading` is a `Reading` of the request (`core.codec`). `found` holds the two lists of
    the latest search (each a `Found`), so that a slider fuses them anew; `lambda_features` what set λ (each a
    `Feature`); `attempts` all queries that were tried. `would_say` is what a model believes that a matching passage
    may say: it is searched for by meaning and never answers. `others` are questions of the request that
    this turn does not answer.
    """

    request: str
    reading: dict[str, JSON]
    messages: list[Message]
    summary: str
    original_query: str
    others: list[str]
    follow_up: FollowUp
    transformed_query: str | None
    would_say: str
    query_type: QueryType
    lambda_mult: float
    lambda_features: list[Written]
    iteration_count: int
    tool_calls: list[ToolCall]
    searched: bool
    found: list[Written]
    candidates: list[Candidate]
    retrieved_documents: list[Retrieved]
    document_grades: list[DocumentGrade]
    document_grade_summary: ReflectionResult
    evidence: Evidence
    attempts: list[Attempt]
    answer: Answer
    response_grade: ReflectionResult | None


def begin_turn(messages: list[Message], summary: str) -> State:
    """Return the state before a question is looked at: every field has a value, and only the memory is not empty."""
    return {
        "reading": {},
        "messages": messages,
        "summary": summary,
        "original_query": "",
        "others": [],
        "follow_up": {"resolved": False, "asked": ""},
        "transformed_query": None,
        "would_say": "",
        "query_type": "factual",
        "lambda_mult": 0.25,
        "lambda_features": [],
        "iteration_count": 0,
        "tool_calls": [],
        "searched": False,
        "found": [],
        "candidates": [],
        "retrieved_documents": [],
        "document_grades": [],
        "document_grade_summary": {"passed": False, "score": 0.0, "reason": "", "details": {}},
        "evidence": {"terms": [], "measures": {}, "units": []},
        "attempts": [],
        "answer": {
            "sentences": [],
            "struck": [],
            "refused": False,
            "note": "",
            "nearest": [],
            "support": 0.0,
            "measures": {},
            "answered_by": "",
        },
        "response_grade": None,
    }


# --- what is lent -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tool:
    """Something that answers a query with passages: they are graded, cited and shown like those of the knowledge base.

    `about` tells a model, and the offline rule, what it is good for. A passage says in `document` where it is from.
    """

    name: str
    about: str
    call: Callable[[str], Sequence[Passage]]


@dataclass(frozen=True)
class Context:
    """The engine, one collection of passages, and the switches and numbers; a slider is `dataclasses.replace`.

    `lambda_mult` is None where each question sets its own λ. `tools` are asked beside the knowledge base. `without` are
    are the ids of assumptions that are not to be made. `claim_model` judges sentences in the place of the engine.
    `own_model` made the vectors of the passages, where that was another model than `embedder`, by which what was found
    is weighed: the weights were fitted to its numbers.
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
    without: frozenset[str] = frozenset()
    claim_model: Judge | None = None
    own_model: Embedder | None = None

    @property
    def finder(self) -> Embedder:
        """Who reads a question as the passages were read."""
        return self.own_model or self.embedder
