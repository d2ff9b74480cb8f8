"""What a classification asks a model, each with the rule that answers without one."""

from __future__ import annotations

import re
from typing import TypedDict

from pydantic import BaseModel, Field

from core.llm.task import task
from core.systems.nco_classification.decision.obstacles import strip_ids_and_places
from core.systems.nco_classification.index.classification import DIGITS
from core.systems.nco_classification.state import ExpanderAnalysis, Status


class Expansion(BaseModel):
    """The user's words as a structured query. It names no code."""

    division: str = Field(
        default="", description="the kind of work, such as Managers or Craft workers; empty when not said"
    )
    title: str = Field(default="", description="the job title in the usual English words; empty when none is said")
    duties: list[str] = Field(default_factory=list, description="what the person does, one duty an entry")
    query: str = Field(description="one search query made of title and duties")
    ambiguous: bool = Field(description="whether the words fit several clearly different occupations, or none")
    reason: str = Field(default="", description="why they are ambiguous; empty when they are not")
    assumptions: list[str] = Field(default_factory=list, description="whatever was assumed and not said")


class CandidateView(TypedDict):
    """A candidate as a model sees it, scored by the user's own words.

    `duties` is what its people do; `siblings` are the other families of its group, `occupations` those below it, the
    likeliest first, each with its title.
    """

    code: str
    title: str
    score: float
    probability: float
    duties: str
    evidence: list[str]
    siblings: list[str]
    occupations: list[str]


class Measured(BaseModel):
    """The part of an assessment that a model sees, so that a decision need not trust the order of the candidates."""

    fit: float = Field(description="how well the first candidate fits, 0 … 1")
    separation: float = Field(description="how far the second one is behind, 0 … 1")
    probability: float = Field(description="calibrated probability that the first family is right")
    threshold: float = Field(description="from this probability on a code may be given")
    needed_for: str = Field(default="", description="for which texts that is so")
    digits: int = Field(
        default=8,
        description="8: an occupation (eight digits) is wanted where the words settle it, else its family; 4: a family",
    )
    ambiguous: bool = Field(description="whether the words fit several families about equally well")
    denied: str = Field(
        default="", description="why the words speak against the first candidate's own work; empty when they do not"
    )
    drifted: bool = Field(description="whether the query that was searched shares no word with the user's words")
    noisy: bool = Field(description="whether even the first candidate hardly fits")
    best: str = Field(description="the deepest code of the first candidate that is certain; empty when there is none")
    close: list[str] = Field(description="two or three families of one group that together reach the threshold")
    chosen: str = Field(description="the code that the user chose; empty when none was chosen")
    better_query: str = Field(description="what else could be searched; empty when there is nothing else")


class Decision(BaseModel):
    """One of three statuses, with what it needs."""

    reason: str = Field(description="why, in one or two sentences for the analyst")
    status: Status
    codes: list[str] = Field(
        default_factory=list,
        description="for MATCH_FOUND one code, or up to three close ones of a fragmented occupation",
    )
    refined_query: str = Field(default="", description="for IMPROVED_SEARCH the better query; empty otherwise")


class Phrased(BaseModel):
    """One question to the person who knows the job."""

    question: str


_CLAUSE = re.compile(r"[.;:\n(]|,? (?:who|that|which|jo|and (?:i|he|she)) ", re.IGNORECASE)
_LEVELS = (
    (re.compile(r"\b(?:manager|director|head of|chief|ceo|prabandhak)\b", re.IGNORECASE), "Managers"),
    (
        re.compile(r"\b(?:helper|labourer|laborer|mazdoor|majdoor|coolie|peon|loader)\b", re.IGNORECASE),
        "Elementary occupations",
    ),
)


@task(
    """Prepare a job description for a search in India's National Classification of Occupations 2015.

The user's words, with what they answered to questions so far:
$words

What written checks found against these words (empty when nothing):
$obstacle

Rules: bring the words into a title and duties in plain English (Hindi and Hinglish are translated, spelling is mended,
abbreviations are spelled out); add nothing that is not said, and list as an assumption whatever you had to assume. The
words are ambiguous when they fit several clearly different occupations or say nothing about the work; a place or an
employee id says nothing about the work. Do not choose or mention any code."""
)
def expand(words: str, obstacle: str) -> Expansion:
    """Keep the user's own words, without ids and places; ambiguous when the written checks found an obstacle."""
    stripped = strip_ids_and_places(words)
    title, *duties = [part.strip(" ,") for part in _CLAUSE.split(stripped.query) if part and part.strip(" ,")] or [""]
    division = next((name for pattern, name in _LEVELS if pattern.search(title)), "")
    return Expansion(
        division=division,
        title=title,
        duties=duties,
        query=stripped.query,
        ambiguous=bool(obstacle),
        reason=obstacle,
        assumptions=stripped.assumptions,
    )


@task(
    """Decide on the occupation code of a job description (National Classification of Occupations 2015, India).

The user's words:
$words

The structured query made of them:
$expansion

Candidates from a search, with their duties, their siblings and their occupations. They are evidence, not truth; the
right one may be missing, and the order may be wrong:
$candidates

What was computed about them:
$measured

How many improved searches are left: $corrections_left

Work in phases: what does the person do; which candidates do that; what speaks against the best of them; is the
runner-up really excluded by the words. Then choose exactly one status:
MATCH_FOUND when the words settle it: one code from the candidates, of four or eight digits as is wanted, or two or
three close codes of one group when an occupation is spread over several. Never when the words are ambiguous. A code for
which the user's own words hardly speak becomes a question.
MORE_INFO when only the user can settle it.
IMPROVED_SEARCH when the candidates are beside the point, or the structured query says what the user did not: give a
better query. Not possible when none is left.
Never give a code that is not among the candidates; the reason names no other code either, and no percentage that was
not computed above, else it is not used."""
)
def analyze(
    words: str,
    expansion: ExpanderAnalysis,
    candidates: list[CandidateView],
    measured: Measured,
    corrections_left: int,
) -> Decision:
    """Decide by the calibrated probability; ask when the words are ambiguous, search again when the hits are noise."""
    if expansion["ambiguous"]:
        return Decision(status="MORE_INFO", reason=expansion["reason"])
    if measured.chosen:
        return Decision(
            status="MATCH_FOUND", codes=[measured.chosen], reason="This was chosen in answer to a question."
        )
    if corrections_left and measured.better_query and (measured.drifted or measured.noisy):
        drift = "The query shares no word with what was said, so the user's own words are searched too."
        reason = drift if measured.drifted else "Hardly anything fits, so other words are tried."
        return Decision(status="IMPROVED_SEARCH", refined_query=measured.better_query, reason=reason)
    return _decide_by_probability(measured, _doubt(measured, candidates))


def _decide_by_probability(measured: Measured, doubt: str) -> Decision:
    chance, family = f"{measured.probability:.0%}", measured.best[:4]
    if doubt:
        return Decision(status="MORE_INFO", reason=doubt)
    if measured.probability >= measured.threshold:
        return Decision(
            status="MATCH_FOUND",
            codes=[measured.best],
            reason=f"Family {family} is right with a probability of {chance}{_unmeasured(measured.best)}.",
        )
    if measured.close:
        return Decision(
            status="MATCH_FOUND",
            codes=measured.close,
            reason="The occupation is spread over close families of one group, and the words do not part them.",
        )
    short = _below(measured.probability, measured.threshold)
    wanting = f" for {measured.needed_for}" if measured.needed_for else ""
    return Decision(
        status="MORE_INFO",
        reason=f"The likeliest family, {family}, is right with a probability of only {short}{wanting}.",
    )


def _unmeasured(code: str) -> str:
    """Say of a code of eight digits what the last four rest on; "" of a family."""
    said = "; its title says the same as the words, and its last four digits have no probability of their own"
    return f", {code} lies in it{said}" if len(code) > DIGITS["family"] else ""


def _below(probability: float, threshold: float) -> str:
    """Tell both so precisely that they differ."""
    digits = next((digits for digits in range(4) if f"{probability:.{digits}%}" != f"{threshold:.{digits}%}"), 4)
    return f"{probability:.{digits}%}; {threshold:.{digits}%} are needed"


def _doubt(measured: Measured, candidates: list[CandidateView]) -> str:
    """Say what speaks against any code, however likely the first one looks; empty when nothing does."""
    if measured.noisy or not candidates:
        return "Nothing in the classification fits these words well enough."
    return "The words fit several families about equally well." if measured.ambiguous else measured.denied


@task(
    """Put one question to a person whose occupation is to be coded.

Their words so far:
$words

Why a question is needed:
$reason

The answers they can choose from; they stay as they are:
$options

The question as a computer would put it:
$computed

Rules: exactly one short, friendly sentence in plain English without markup, that asks and ends in a question mark (no
"right?", nothing before or after it); ask for what parts the answers; name several of the answers or none, and no
other occupation; name no codes and no figures; promise nothing. Other words are not used."""
)
def word_question(words: str, reason: str, options: list[str], computed: str) -> Phrased:
    """Put the computed question as it is."""
    return Phrased(question=computed)
