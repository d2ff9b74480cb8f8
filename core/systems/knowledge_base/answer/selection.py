"""Which of the passages that were found are read: those whose units answer best, whatever query found them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.codec import to_state
from core.language.terms import analyse
from core.language.tokens import words
from core.retrieval.fusion import Found
from core.systems.knowledge_base.answer.composition import said_first
from core.systems.knowledge_base.answer.need import need_of
from core.systems.knowledge_base.answer.question_terms import Term, cosines, names_in, terms_of, written
from core.systems.knowledge_base.answer.support import far_words, measure_support, unheld_words
from core.systems.knowledge_base.answer.unit_scores import (
    ScoredSentence,
    ScoredUnit,
    document_shares,
    score_units,
    share_said,
)
from core.systems.knowledge_base.answer.units import units_of
from core.systems.knowledge_base.search.follow_up import newly_named
from core.systems.knowledge_base.search.retrieval import context_of
from core.systems.knowledge_base.search.tool_calls import first_page
from core.systems.knowledge_base.state import CitedSentence, Context, Evidence, Retrieved, State, UnitFound

COMPARABLE = 0.25
"""The share of that of the best quotation from which another one is about as likely to answer."""

LEADING = 1.6
"""How many times as likely as the next one in its quotation a sentence answers that is in bold: of such sentences 14 of
16 held the answer to questions to short documents, of others 3 of 8."""

_OPEN = 3  # quotations at most that are the answer; the others only may say it


@dataclass(frozen=True)
class Selection:
    """The passages that are read, what the question is measured by, and the share of each passage that was found."""

    documents: list[Retrieved]
    evidence: Evidence
    shares: dict[str, float]


def choose_passages(state: State, found: Sequence[Retrieved], lists: Sequence[Found], context: Context) -> Selection:
    """Choose `context.top_k` passages of those that were found now and those read after earlier queries.

    The passage with the best unit is the first. Raises `StoreError`.
    """
    before = [document for attempt in state["attempts"] for document in attempt["documents"]]
    pool = list({document["id"]: document for document in [*found, *before]}.values())
    # What the rules mended is only spelled otherwise; a model's other query may have left out what was asked.
    question = (context.engine.offline and state["transformed_query"]) or state["original_query"]
    terms, need = terms_of(question, context.passages), need_of(question)
    scored = score_units(question, need, pool, terms, document_shares(lists), context.embedder)
    shares: dict[str, float] = {}
    for one in scored:
        id = pool[one.unit.number - 1]["id"]
        shares[id] = shares.get(id, 0.0) + one.share
    best = dict.fromkeys(one.unit.number for one in scored)
    others = [number for number in range(1, len(pool) + 1) if number not in best]
    numbers = {old: new for new, old in enumerate([*best, *others][: context.top_k], start=1)}
    documents = [pool[old - 1] for old in numbers]
    likeness = cosines(question, [context_of(document) for document in documents], context.embedder)
    for document, cosine in zip(documents, likeness, strict=True):
        document["cosine"] = cosine
        document["begins_on"] = first_page(document, context)
    units: list[UnitFound] = [
        {
            "number": numbers[unit.number],
            "start": unit.start,
            "end": unit.end,
            "share": one.share,
            "sentences": [(start, end, share) for start, end, share in one.sentences],
        }
        for one in scored
        for unit in [one.unit]
        if unit.number in numbers
    ]
    first = said_first(question, need, scored, pool)
    asked = state["follow_up"]["asked"]
    named = newly_named(asked) if state["original_query"] != asked else ""
    unsaid = _unsaid([word for word in words(named) if word in words(question)], first)
    measures = measure_support(scored, pool, terms, 0.0 if unsaid else share_said(names_in(question), first))
    evidence: Evidence = {
        "terms": to_state(terms, list[Term]),
        "measures": measures,
        "units": units,
        "far": list(dict.fromkeys([*unsaid, *written(far_words(scored), question)])),
        "unheld": written(unheld_words(pool, terms), question),
    }
    return Selection(documents, evidence, shares)


def _unsaid(named: Sequence[str], text: str) -> list[str]:
    """Return the words of what a follow-up names anew that a text does not say: its answer is about that thing."""
    said = frozenset(analyse(text))
    return [word for word in named if not said.issuperset(analyse(word))]


def read_units(evidence: Evidence, documents: Sequence[Retrieved]) -> list[ScoredUnit]:
    """Return the units of the passages that are read, best first, as the state keeps them."""
    units = {
        (unit.number, unit.start, unit.end): unit
        for number, document in enumerate(documents, start=1)
        for unit in units_of(number, document)
    }
    kept = [(units.get((one["number"], one["start"], one["end"])), one) for one in evidence.get("units", [])]
    return [
        ScoredUnit(unit, {}, 0.0, one["share"], {}, [ScoredSentence(*told) for told in one.get("sentences", [])])
        for unit, one in kept
        if unit
    ]


def chosen_in(sentence: CitedSentence, state: State) -> str:
    """Return the sentence for which a quotation was chosen, as it stands; "" where that is the whole, no
    sentence of it is clearly likelier to answer than the next one, or nothing is known."""
    told = [
        ScoredSentence(part.start, part.end, part.share * one.share)
        for one in _units_in(sentence, state)
        for part in one.sentences or [ScoredSentence(one.unit.start, one.unit.end, 1.0)]
    ]
    if not told:
        return ""
    first, *others = sorted(told, key=lambda one: -one.share)
    whole = first.end - first.start == sentence["end"] - sentence["start"]
    if whole or any(first.share < LEADING * one.share for one in others):
        return ""
    return state["retrieved_documents"][sentence["number"] - 1]["text"][first.start : first.end]


def is_comparable(sentence: CitedSentence, state: State) -> bool:
    """Whether a quotation is about as likely to answer as the first one; what is no quotation is not weighed so."""
    first, best = (_best_in(one, state) for one in (state["answer"]["sentences"][0], sentence))
    return first is None or best is None or best.share >= COMPARABLE * first.share


def stands_open(state: State) -> int:
    """Return how many sentences are the answer, from the first on; the others are places that may say it, too.

    All that a model wrote is, and so are all rows that were computed, and both of what is set against each other.
    """
    answer = state["answer"]
    sentences, computed = answer["sentences"], answer.get("computed")
    if (computed and computed["sure"]) or not all(one["quoted"] for one in sentences):
        return len(sentences)
    first = sentences[:_OPEN]
    if answer.get("differing") or need_of(state["original_query"]).kind == "comparison":
        return len(first)
    return sum(is_comparable(one, state) for one in first)


def _best_in(sentence: CitedSentence, state: State) -> ScoredUnit | None:
    """Return the unit of a quotation that answers best."""
    return next(iter(_units_in(sentence, state)), None)


def _units_in(sentence: CitedSentence, state: State) -> list[ScoredUnit]:
    """Return the units of a quotation, the best first; of what is no quotation none."""
    shift = state["retrieved_documents"][sentence["number"] - 1]["start"]
    start, end = sentence["start"] - shift, sentence["end"] - shift
    return [
        one
        for one in read_units(state["evidence"], state["retrieved_documents"])
        if sentence["quoted"]
        and one.unit.number == sentence["number"]
        and start <= one.unit.start
        and one.unit.end <= end
    ]


def nearest_of(state: State) -> str:
    """Return the sentence that came nearest to an answer, and its document in brackets; "" where nothing was found."""
    for one in read_units(state["evidence"], state["retrieved_documents"]):
        name = state["retrieved_documents"][one.unit.number - 1]["name"]
        return f"“{' '.join(one.unit.text.split())}” ({name})"
    return ""
