"""What an expert search asks a model, each with the rule that answers without one."""

from __future__ import annotations

from pydantic import BaseModel, Field

from core.language.tokens import words
from core.llm.task import task
from core.systems.expert_search.requirements.requirement import Kind


class ReadRequirement(BaseModel):
    """One thing that a request asks of people, with the words that say it."""

    kind: Kind
    value: str = Field(default="", description="what is wanted, in words of the quote; a place or a language as a noun")
    quote: str = Field(description="the words of the request that say it, copied letter by letter")
    hard: bool = Field(default=True, description="false for what is only wished for: preferably, ideally, a plus")
    excluded: bool = Field(default=False, description="true for what the people wanted must not be or have")
    low: float | None = Field(
        default=None, description="the least number: of years, of a column, the first year of an activity"
    )
    high: float | None = Field(
        default=None,
        description="the greatest number: of years, of a column, the last year of an activity, km from a place",
    )
    open: bool = Field(default=False, description="whether these numbers themselves do not do: more than 7, under 10")
    near: bool = Field(default=False, description="whether the surroundings of a place will do")
    column: str = Field(default="", description="for the kind column: the name of that column")
    people: int = Field(default=0, description="how many of a team must meet it; 0: each of them; -1: all but 1")


class ReadRequest(BaseModel):
    """All that a request asks of people."""

    wanted: list[ReadRequirement] = []
    people: int = Field(default=1, description="how many people are asked for; 1 when the request does not say")


class Variants(BaseModel):
    """Other ways to ask for the same people."""

    rewordings: list[str] = Field(max_length=3, description="search queries that mean the same, most promising first")
    expansions: list[str] = Field(
        default=[], max_length=3, description="leave empty: the query with words added that were not asked for"
    )


@task(
    """A search for experts found nothing convincing. Write three other search queries for the same need.

The need, as the analyst wrote it:
$request

Words of the need that occur in no profile, each with the most similar words that do:
$unknown_words

Words that stand out in the nearest profiles and project answers (they may be beside the point):
$evidence_words

Rules: each query has 2 to 8 words; keep the meaning of the need, do not widen it to other fields; use synonyms, the
spelled-out form of abbreviations, and the usual names of the field; write no explanation."""
)
def refine_query(request: str, unknown_words: dict[str, list[str]], evidence_words: list[list[str]]) -> Variants:
    """Mend words that nobody uses; add words that stand out in the nearest evidence, which proves nothing by itself."""
    mended = " ".join(unknown_words.get(word, [])[0] if unknown_words.get(word) else word for word in words(request))
    reworded = [mended] if any(unknown_words.values()) else []
    base = mended if reworded else request
    return Variants(rewordings=reworded, expansions=[f"{base} {' '.join(added)}" for added in evidence_words][:3])


@task(
    """Read what an analyst's request asks of the people that a search of experts shall find.

The request:
$request

Further columns of the table of people, each with some of its values:
$columns

What a grammar made of the request. Correct it where it is wrong, and keep what is right:
$draft

Kinds: topic (what somebody knows or has done; one item for each field asked for), skill (a tool, method or certificate
that must be there), place, years (of experience, with low and high), seniority, language (that somebody speaks),
organisation, person, column (with its name), activity (when they answered, years as low and high). Quote for every item
the words of the request that say it, letter by letter, with the words that negate it or weaken it; what is nowhere said
is no item. A language or place that belongs to
a field (“German contract law”, “West Nile virus”) is part of the topic. A description of a project is one topic."""
)
def read_requirements(request: str, columns: dict[str, list[str]], draft: ReadRequest) -> ReadRequest:
    """Take the request as the grammar reads it."""
    return draft
