"""What flows through a classification, and what is lent to it. Names are those of specification 003."""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal, NotRequired, TypedDict

from langchain_core.messages import AnyMessage

from core.language.reading import spelled_right
from core.llm.engine import Engine
from core.systems.nco_classification.decision.confidence import CERTAIN, FLOOR, THRESHOLD
from core.systems.nco_classification.decision.confidence import Kind as TextKind
from core.systems.nco_classification.decision.obstacles import Outside
from core.systems.nco_classification.decision.reading import WordReader
from core.systems.nco_classification.decision.several_jobs import find_several_jobs
from core.systems.nco_classification.index.classification import Classification, Level
from core.systems.nco_classification.index.documents import Kind
from core.systems.nco_classification.index.occupations import OccupationIndex
from core.systems.nco_classification.office.rules import RuleBook
from core.types import JSON

# The specification's limits. A context may lower the number of questions; nothing can raise either.
MOST_CORRECTIONS = 1
MOST_QUESTIONS = 3

Status = Literal["MATCH_FOUND", "MORE_INFO", "IMPROVED_SEARCH"]


class ShownConfidence(TypedDict):
    """How sure the response is, all from 0 to 1; `basis` tells what was computed from what the user chose.

    `kind` is what was said: only texts of one kind can be compared.
    """

    fit: float
    separation: float
    probability: float
    basis: Literal["computed", "chosen"]
    kind: NotRequired[TextKind]


class BeforeAnswers(TypedDict):
    """What the first words alone came to, before any answer: how likely each family was, and how sure the first."""

    chances: dict[str, float]
    confidence: ShownConfidence


class Answer(TypedDict):
    """What the user answered to one question. One of `code`, `job` and `value` is filled, or `words`, or one beside
    `words`; none for "I don't know".

    `code` is the part of the classification that was chosen, `job` the one of several occupations, or words that
    stand for all that was said before, `value` that of an `attribute` of the job (several that lead to the same codes
    are parted by `;`), one of so many `offered`, `words` free words. `checkpoint` is the id of the checkpoint on which
    the graph waited. `likely` is how likely the chosen part was by the words and the answers before, `offered_likely`
    how likely each part was that could be chosen; the first answer keeps what was `before` any. Of free words
    instead of a choice, `asked` is the attribute that was asked ("" for the tasks), and `refused` how likely each
    family of the choices was before. Of "I don't know", `shared` is the part of the classification that all choices lie
    in.
    """

    question: str
    said: str
    code: str
    job: str
    words: str
    checkpoint: str
    likely: NotRequired[float]
    offered_likely: NotRequired[dict[str, float]]
    before: NotRequired[BeforeAnswers]
    attribute: NotRequired[str]
    value: NotRequired[str]
    offered: NotRequired[int]
    asked: NotRequired[str]
    refused: NotRequired[dict[str, float]]
    shared: NotRequired[str]


class ExpanderAnalysis(TypedDict):
    """The user's words as a structured query. `obstacle` is the kind of what keeps them from being coded, or empty.

    `refused_words` tell what a model worded and was not used, and why.
    """

    division: str
    title: str
    duties: list[str]
    query: str
    ambiguous: bool
    reason: str
    obstacle: str
    assumptions: list[str]
    refused_words: NotRequired[list[str]]
    answered_by: str


class Hit(TypedDict):
    """What a search tells of one family beside its distance; `occupations` are the likeliest, with their likeness."""

    family: str
    score: float
    occupations: dict[str, float]


class RetrievedResults(TypedDict):
    """What the searches found, in the shape of a ChromaDB answer to one query, as the specification keeps it."""

    ids: list[list[str]]
    distances: list[list[float]]
    metadatas: list[list[Hit]]
    documents: list[list[str]]


class PlainMatch(TypedDict):
    """A `Match` as plain values."""

    document: str
    kind: Kind
    text: str
    score: float
    words: list[list[int]]


class PlainCandidate(TypedDict):
    """A `Candidate` as plain values, written and read by `core.codec`."""

    family: str
    score: float
    receipt: dict[str, JSON]
    evidence: list[PlainMatch]
    occupations: list[list[str | float]]


class Entry(TypedDict):
    """A code of the classification, for the screen."""

    code: str
    title: str
    level: Level


class RunnerUp(Entry):
    """The family that came second."""

    score: float


class Overruled(TypedDict):
    """Something that was not allowed to stand, and by which guarantee."""

    guarantee: str
    why: str


class PlainOption(TypedDict):
    """What a choice of the question means: a `code`, the `value` of an `attribute`, or one of several jobs.

    `codes` are those of the tied ones that it leads to; `leaves` counts also those in which any answer may be right.
    `job` are words that stand for all that was said before, where the label does not; `likely` is how likely a family
    that is offered by a task is.
    """

    label: str
    code: str
    attribute: NotRequired[str]
    value: NotRequired[str]
    leaves: int
    codes: NotRequired[list[str]]
    share: float
    example: str
    job: NotRequired[str]
    likely: NotRequired[float]


class PlainQuestion(TypedDict):
    """A `Question` as plain values, written and read by `core.codec`."""

    text: str
    fields: list[dict[str, JSON]]
    send_label: str
    beside: NotRequired[str]


class AnalyzerResponse(TypedDict, total=False):
    """What the analyzer decided; empty until it has.

    `codes` are those of a match; without one `partial` is the part of the classification that is certain, and
    `question` with the `choices` behind it is open. `round` counts the answers that had been given before.
    `refused_words` tell what a model worded and was not used, and why. `chances` are how likely each candidate is by
    the user's own words, `threshold` the least at which such a text is given a code by the rule, for what
    `needed_for` names, `floor` the least that any code needs. `rule` tells of the rule of the office that decided.
    `outside` tells that the words are of nobody at work or answer nothing ("not in work", "no answer"): an outcome
    without a code and without a question.
    """

    status: Status
    reason: str
    refined_query: str
    overruled: list[Overruled]
    refused_words: list[str]
    answered_by: str
    index: str
    round: int
    codes: list[Entry]
    confidence: ShownConfidence
    threshold: float
    needed_for: str
    floor: float
    chances: dict[str, float]
    runner_up: RunnerUp | None
    partial: Entry | None
    question: PlainQuestion | None
    choices: list[PlainOption]
    why_it_lost: str
    rule: str
    outside: Outside


class State(TypedDict, total=False):
    """Plain values and messages; checkpointed after every step. Only `messages` grows, all else is written anew.

    `reading` is a `Reading` (`core.codec`) of the request and of what was answered in free words; `proposed` are the
    families that a query found which says more than the user said; `certain_before` is the part of the classification
    that was certain before the last answer.
    """

    request: str
    reading: dict[str, JSON]
    messages: Annotated[list[AnyMessage], operator.add]
    answers: list[Answer]
    words: str
    within: str
    certain_before: str
    expander_analysis: ExpanderAnalysis
    queries: list[str]
    retrieved_results: RetrievedResults
    candidates: list[PlainCandidate]
    proposed: list[str]
    analyzer_response: AnalyzerResponse
    improved_search: bool
    improved_search_count: int


@dataclass(frozen=True)
class Context:
    """The engine, the classification, the index over it, and the thresholds, which are probabilities.

    A title is given a code from `threshold` on, other texts from what answers to it (`needed`); a partial code is the
    deepest level that reaches `certain`. A code that anybody else than the rule chose needs at least `floor`. `digits`
    is 8 where an occupation is wanted when the words settle it, 4 where a family is enough. `depth` candidates are
    kept. `most_questions` may lower the limit of the guarantees, to 0 for unattended work; it cannot raise it.
    `without` are the ids of spellings that are not to be guessed, `rules` those of the office.
    """

    engine: Engine
    classification: Classification
    index: OccupationIndex
    threshold: float = THRESHOLD
    floor: float = FLOOR
    digits: Literal[4, 8] = 8
    certain: float = CERTAIN
    depth: int = 10
    most_questions: int = MOST_QUESTIONS
    without: frozenset[str] = frozenset()
    rules: RuleBook = field(default_factory=RuleBook)

    @cached_property
    def reader(self) -> WordReader:
        """Reads words against the classification."""
        searched = self.searched
        return WordReader(
            self.classification, searched.query_normalizer, lambda text: find_several_jobs(text, searched)
        )

    @cached_property
    def searched(self) -> OccupationIndex:
        """The index, which guesses nothing about words that are to be left as they are."""
        return self.index.leaving(spelled_right(self.without)) if self.without else self.index
