"""What flows through a research report, and what is lent to it. Names and numbers are those of specification 001."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, NotRequired

from langchain_core.messages import AnyMessage
from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from core.evidence.judge.protocol import Judge
from core.llm.engine import Engine
from core.retrieval.embedder import Embedder
from core.sources.merging import Reason
from core.sources.papers import PaperRecord, Source
from core.systems.research_reports.plan.question_reading import Intent, Kind
from core.systems.research_reports.search.shelves import Shelf
from core.types import JSON

Tool = Literal["pubmed", "arxiv", "openalex", "materials", "web", "shelf"]
ToolStatus = Literal["ok", "empty", "cached", "failed", "skipped"]

TOOL_TITLES: dict[Tool, str] = {
    "pubmed": "PubMed",
    "arxiv": "arXiv",
    "openalex": "OpenAlex",
    "materials": "Materials Project",
    "web": "Web search",
    "shelf": "Shelf and own documents",
}
"""The tools in the fixed order in which they are asked."""
TOOL_ORDER: tuple[Tool, ...] = tuple(TOOL_TITLES)
MOST_REFINEMENTS = 2
MOST_SEARCHES = 3  # of one tool for one report, all passes together: OpenAlex is paid by the search
MOST_SUB_QUESTIONS = 8


class Constraints(TypedDict):
    """To what the question limits itself: years of publication, chemical formulas, groups of people or animals.

    `absent` is what it wants to do without: lead, where it asks for lead-free cells.
    """

    since: int | None
    until: int | None
    materials: list[str]
    populations: list[str]
    absent: list[str]


class SubQuestion(TypedDict):
    """One question that gets a section. `words` are what is searched for; `kind` is one of `question_reading.FACETS`.

    `follow_up` is true for one that was asked when the report was there: for it nothing is fetched.
    """

    id: str
    text: str
    words: str
    kind: Kind
    follow_up: bool


class Plan(TypedDict):
    """What will be done. `confirmed` once the analyst let it go, or when nobody is asked; `remarks` tell of changes.

    Papers that have what is `absent` are left out where others do without it.
    """

    sub_questions: list[SubQuestion]
    tools: list[Tool]
    unavailable: dict[Tool, str]
    since: int | None
    until: int | None
    absent: list[str]
    limit: int
    confirmed: bool
    made_by: str
    remarks: list[str]


class ToolLine(TypedDict):
    """What became of one search of one tool in one pass. `url` has no key; `count` is of records, `new` of fresh ones.

    `status` ok and cached have records, empty has none, failed and skipped have a `reason` and were never answered.
    """

    tool: Tool
    title: str
    round: int
    status: ToolStatus
    words: str
    count: int
    new: int
    total: int | None
    milliseconds: int
    requests: int
    url: str
    fetched: str
    cost: float
    reason: str
    advice: str
    notes: list[str]


class MergeRecord(TypedDict):
    """Which record went into which, because of what both have."""

    kept: str
    merged: str
    reason: Reason
    value: str


class PassageSpan(TypedDict):
    """Characters `start` to `end` of the abstract of `paper`: texts are kept once, with their papers."""

    paper: str
    start: int
    end: int


class ScreenedHit(TypedDict):
    """One passage as two searches see it: its cosine and its BM25 score."""

    passage: str
    meaning: float
    words: float


class Screening(TypedDict):
    """What the two searches over all passages gave for one sub-question.

    `bound` is the BM25 score that no passage can exceed. `unread` counts passages that were not compared by meaning.
    """

    hits: list[ScreenedHit]
    bound: float
    unread: int


class Extract(TypedDict):
    """A sentence of the evidence as it stands there, with the id of its passage."""

    text: str
    evidence: list[str]


class Claim(TypedDict):
    """One sentence. `lead` are connecting words that claim nothing; `passages` are the ids of its evidence.

    `verdict` is a `Verdict` (`core.codec`), whose words count in the cited passages that exist; a claim that did not
    hold is struck out and never exported. `nearness` is the cosine, with the title of its paper, to what was asked. A
    report from before there were verdicts has neither.
    """

    id: str
    section: str
    lead: str
    text: str
    passages: list[str]
    verdict: NotRequired[dict[str, JSON]]
    nearness: NotRequired[float]


class Section(TypedDict):
    """The answer to one sub-question: the claims that stand, those struck out, and words where there is nothing.

    `asked_again` once its writer was told what did not hold and wrote it a second time. `left_out` counts the sentences
    that a file does not have, by why: "struck" or "not checked".
    """

    id: str
    question: str
    follow_up: bool
    claims: list[Claim]
    struck: list[Claim]
    note: str
    written_by: str
    asked_again: NotRequired[bool]
    left_out: NotRequired[dict[str, int]]


class Report(TypedDict):
    """A version of the report. `status` is "no evidence" when there is nothing to report; `summary` holds claim ids."""

    title: str
    status: Literal["report", "no evidence"]
    summary: list[str]
    sections: list[Section]


class Opposed(TypedDict):
    """Two claims of different papers, by their ids, that cannot both be true: why, and the words of the other."""

    one: str
    other: str
    why: str
    words: list[str]


class Comparison(TypedDict):
    """Who compared claims on one matter with one another, how many pairs, how many were left, and what was found.

    `by` is "" where nobody could: rules do not look for contradictions between sources.
    """

    by: str
    pairs: int
    left: int
    found: list[Opposed]


class Version(TypedDict):
    """An earlier version: its sentences by section, its figures, and why it was refined."""

    sentences: dict[str, list[str]]
    figures: dict[str, float]
    reasons: list[str]


class Opinion(TypedDict):
    """What a model thinks of the report, and which one."""

    text: str
    by: str


class Seal(TypedDict):
    """Whether an opened bundle is as it was exported: `none` where its version had no digest; and what is changed."""

    standing: Literal["whole", "changed", "none"]
    changed: list[str]


RefineAt = Literal["query_generation", "rag_filter"]


class State(TypedDict, total=False):
    """Plain values and messages; checkpointed after every step. Only `messages` grows, all else is written anew.

    `question` is what the report is about, `request` what was asked last: the same, or a follow-up, and `turn` the
    request that is being worked on, of which `reading` is a `Reading` (`core.codec`). Papers stand once in `papers`,
    passages once in `passages`. `said` is the analyst's word on sentences, only in a state that is looked at or opened
    from a bundle: a run keeps it beside its state. `seal` stands in one that is opened from a bundle alone.
    """

    request: str
    reading: dict[str, JSON]
    messages: Annotated[list[AnyMessage], operator.add]
    turn: str
    question: str
    next_node: Literal["clean_query", "query_generation", "rag_filter"]
    cleaned_query: str
    primary_intent: Intent
    constraints: Constraints
    plan: Plan
    active_tools: list[Tool]
    tool_queries: dict[Tool, list[str]]
    tool_log: list[ToolLine]
    papers: dict[str, PaperRecord]
    merges: list[MergeRecord]
    passages: dict[str, PassageSpan]
    screened: dict[str, Screening]
    set_aside: list[str]
    threshold: float
    alpha: float
    report: Report
    figures: dict[str, float]
    as_written: dict[str, float]
    refine_reasons: list[str]
    refine_at: RefineAt
    needs_refinement: bool
    refinement_count: int
    stopped_because: str
    opinion: Opinion | None
    compared: Comparison
    versions: list[Version]
    said: dict[str, bool]
    seal: Seal


def blank_report() -> State:
    """Return what a new question begins with: nothing understood, planned, found or written yet."""
    return {
        "reading": {},
        "question": "",
        "cleaned_query": "",
        "primary_intent": "overview",
        "constraints": {"since": None, "until": None, "materials": [], "populations": [], "absent": []},
        "plan": {
            "sub_questions": [],
            "tools": [],
            "unavailable": {},
            "since": None,
            "until": None,
            "absent": [],
            "limit": Context.limit,
            "confirmed": False,
            "made_by": "",
            "remarks": [],
        },
        "active_tools": [],
        "tool_queries": {},
        "tool_log": [],
        "papers": {},
        "merges": [],
        "passages": {},
        "screened": {},
        "set_aside": [],
        "threshold": Context.threshold,
        "alpha": Context.alpha,
        "report": {"title": "", "status": "no evidence", "summary": [], "sections": []},
        "figures": {},
        "as_written": {},
        "refine_at": "rag_filter",
    }


@dataclass(frozen=True)
class Context:
    """The engine, the embedder, what can be asked, and the numbers; a slider is `dataclasses.replace(context, …)`.

    `sources` are the live tools by name, `addresses` where each is, without keys; `shelves` need no network. With
    `ask_plan` a run waits for the analyst to confirm the plan, where it can wait. A passage is kept from `threshold` on
    (0 to 1), `alpha` weighs meaning against words. `limit` is how many records a tool is asked for, `sentences` how
    many a section has at most. `max_refinements` may lower the limit of two, not raise it. `without` are the ids of
    limits of the question that are not to be kept. `claim_model` judges sentences in the place of the engine.
    """

    engine: Engine
    embedder: Embedder
    sources: Mapping[str, Source] = field(default_factory=dict)
    shelves: tuple[Shelf, ...] = ()
    addresses: Mapping[str, str] = field(default_factory=dict)
    ask_plan: bool = True
    threshold: float = 0.3
    alpha: float = 0.6
    limit: int = 20
    sentences: int = 5
    max_refinements: int = MOST_REFINEMENTS
    without: frozenset[str] = frozenset()
    claim_model: Judge | None = None
