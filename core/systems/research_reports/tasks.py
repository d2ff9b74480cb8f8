"""What a research report asks a model, each with the rule that answers without one."""

from __future__ import annotations

from pydantic import BaseModel, Field

from core.evidence.check import RULES_FOR_WRITERS
from core.llm.task import task
from core.systems.research_reports.plan import question_reading
from core.systems.research_reports.state import Extract


class Cleaned(BaseModel):
    """A question without what does not belong to it."""

    question: str = Field(description="the question on one line, its meaning unchanged")


@task(
    """Clean up a research question: mend obvious misspellings, drop courtesies and what is not part of the question.
Keep its language, its meaning, its names, figures and years.

$request"""
)
def clean_question(request: str) -> Cleaned:
    """Put it on one line without courtesies."""
    return Cleaned(question=question_reading.clean(request))


class Understood(BaseModel):
    """What a question asks for."""

    primary_intent: question_reading.Intent
    since: int | None = Field(default=None, description="first year of publication, only if the question names it")
    until: int | None = Field(default=None, description="last year of publication, only if the question names it")
    materials: list[str] = Field(default=[], max_length=5, description="chemical formulas that the question names")
    populations: list[str] = Field(default=[], max_length=5, description="groups of people or animals it is limited to")
    absent: list[str] = Field(
        default=[],
        max_length=5,
        description="what must be absent, in its own words: lead, for lead-free",
    )


@task(
    """What kind of answer does this research question ask for, and to what does it limit itself? Name only limits that
stand in the question.

$question"""
)
def read_intent(question: str) -> Understood:
    """Look for the usual words of a comparison, of causes, of evidence, of the newest; for years, formulas, “-free”."""
    bounds = question_reading.read_bounds(question)
    return Understood(
        primary_intent=question_reading.read_intent(question),
        since=bounds.since,
        until=bounds.until,
        materials=list(bounds.materials)[:5],
        populations=list(bounds.populations)[:5],
        absent=list(bounds.absent)[:5],
    )


class PlannedQuestion(BaseModel):
    """One sub-question."""

    text: str = Field(description="a question that a section of the report will answer")
    words: str = Field(description="2 to 8 words to search for")
    kind: question_reading.Kind = "question"


class Planned(BaseModel):
    """The sub-questions of a report."""

    sub_questions: list[PlannedQuestion] = Field(min_length=1, max_length=6)


@task(
    """Plan a research report. Give three to six sub-questions that together answer the question; each becomes a
section. They must not overlap, and none may go beyond the question.

The question:
$question

What it asks for: $intent"""
)
def plan_report(question: str, intent: question_reading.Intent) -> Planned:
    """Ask for meaning, findings, methods, comparisons and limits, as the kind of question needs them."""
    facets = question_reading.sub_questions(question, intent)
    return Planned(
        sub_questions=[PlannedQuestion(text=facet.text, words=facet.words, kind=facet.kind) for facet in facets]
    )


class Queries(BaseModel):
    """Search words for each tool."""

    pubmed: list[str] = Field(default=[], max_length=3)
    arxiv: list[str] = Field(default=[], max_length=3)
    openalex: list[str] = Field(default=[], max_length=3)
    materials: list[str] = Field(default=[], max_length=3)
    web: list[str] = Field(default=[], max_length=3)
    shelf: list[str] = Field(default=[], max_length=3)


@task(
    """Write search queries for a research report, one to three for each tool, each of 2 to 8 plain words without
operators or quotation marks. For the tool materials give only chemical formulas or element sets (CsSnI3, Cs-Sn-I).

Tools: $tools

What to find, one entry for each sub-question:
$wanted

Chemical formulas in the question: $materials

Queries that were asked already and brought too little; write wider ones: $asked_before"""
)
def write_queries(tools: list[str], wanted: list[str], materials: list[str], asked_before: list[str]) -> Queries:
    """Ask each tool for the words of the sub-questions; when that brought too little, for fewer of them."""
    distinct = list(dict.fromkeys(wanted))
    if asked_before:
        distinct = list(dict.fromkeys(filter(None, map(question_reading.wider, distinct))))
    queries = dict.fromkeys(tools, distinct[:3])
    if "materials" in queries:
        queries["materials"] = [] if asked_before else materials[:3]
    return Queries(**queries)


class Written(BaseModel):
    """One sentence with its evidence."""

    text: str
    evidence: list[str] = Field(description="ids of the passages that say this, at least one")


class WrittenSection(BaseModel):
    """The sentences of a section, in order."""

    sentences: list[Written] = Field(default=[], max_length=12)


@task(
    """Write one section of a research report: three to $most sentences that answer the sub-question from the evidence
alone. An empty list is right when the evidence does not answer the sub-question. No headings, no introduction, no ids
inside the text.

"""
    + RULES_FOR_WRITERS
    + """

The whole question: $question
The sub-question of this section: $sub_question

Evidence, by id:
$evidence

The papers that it is from, with the ids of their passages:
$papers

Sentences of the evidence that a plain rule would put here; it may be wrong, and you need not use them:
$extract

Sentences of an earlier version that hold; keep them as they are, with their ids:
$standing

Sentences of an earlier version that did not hold, and why; mend them or leave them out:
$objections"""
)
def write_section(
    question: str,
    sub_question: str,
    evidence: dict[str, str],
    papers: dict[str, list[str]],
    extract: list[Extract],
    standing: list[Extract],
    objections: list[str],
    most: int,
) -> WrittenSection:
    """Take the chosen sentences of the evidence as they stand."""
    return WrittenSection(sentences=[Written(**sentence) for sentence in extract[:12]])


@task(
    """Give your opinion of this research report in three sentences at most: how well it answers the question, and
what is missing. It is shown as an opinion and decides nothing.

The question: $question

The report:
$report"""
)
def give_opinion(question: str, report: str) -> str:
    """Give none: without a model there are only the measures."""
    return ""
