"""Which unit of the passages answers a question best: measured without any model of language, weighed to one score.

A score orders the units of one question and says nothing beside those of another. The weights are those of a
conditional logit (McFadden, 1974: softmax over the units of one question), fitted by `core.evaluate.fit_units` on
questions in users' own words; docs/decisions/0034 says on which, and what they reach on others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from core.language.orders import gives_orders, speaks_of_orders
from core.language.reading import content_words
from core.language.sentences import sentences
from core.language.terms import analyse
from core.retrieval.embedder import Embedder, Vectors
from core.retrieval.fusion import Found
from core.retrieval.late_interaction import is_content
from core.retrieval.minilm import Pieces
from core.stores.passages import place_of
from core.systems.knowledge_base.answer.cues import fits, leans_on_another, opens_with_topic, says_default
from core.systems.knowledge_base.answer.need import Need
from core.systems.knowledge_base.answer.question_terms import Term, coverage, identifiers_in, names_in, says
from core.systems.knowledge_base.answer.units import Unit, is_heading_line, name_of, parts_of, units_of
from core.systems.knowledge_base.search.retrieval import context_of
from core.systems.knowledge_base.state import Retrieved

WEIGHTS = {
    "passage cosine": 5.6,
    "passage words": 7.1,
    "page agreement": 2.0,
    "named in passage": 1.1,
    "cosine": 4.5,
    "words": 2.7,
    "covered": 1.5,
    "covered around": 1.9,
    "form": 0.8,
    "opens": 2.0,
    "number": 2.7,
    "code": 2.4,
    "item": 1.4,
    "default": 2.9,
    "leads on": -1.5,
    "leans": -1.0,
    "length": 0.24,
}
"""What each measure of `ScoredUnit` weighs."""

_LISTS = ("list", "name", "steps")  # which headings may answer
_LOOKED_AT = 30  # hits of each search that tell which document speaks of the matter
_DAMPED = 4
_FIRST = 5  # units, of which the sentences are told apart


class ScoredSentence(NamedTuple):
    """Characters `start` to `end` of a passage, and how likely they answer beside the best sentence of its unit: 1 for
    that."""

    start: int
    end: int
    share: float


@dataclass(frozen=True)
class ScoredUnit:
    """A unit, its measures by name, its score, and its share among all units of the question (softmax; 0 … 1).

    `near` tells of each word of the question how close its passage comes to it: the best cosine of its pieces.
    `sentences` are those of an item that has several, of the first units.
    """

    unit: Unit
    measures: Mapping[str, float]
    score: float
    share: float
    near: Mapping[str, float] = field(default_factory=dict)
    sentences: Sequence[ScoredSentence] = ()


def score_units(
    question: str,
    need: Need,
    documents: Sequence[Retrieved],
    terms: Sequence[Term],
    agreement: Mapping[str, float],
    embedder: Embedder,
) -> list[ScoredUnit]:
    """Score all units of the passages, best first; what several passages hold counts once.

    `agreement` is how much of what the searches found belongs to each document (`document_shares`). What gives orders
    to a reader or a model answers nothing, unless orders are what was asked about. Raises `StoreError` when the
    embedding model cannot be loaded.
    """
    if not documents:
        return []
    asked, *read = embedder.read([question, *map(context_of, documents)])
    told_of = speaks_of_orders(question)
    looked_for = _LookedFor(asked, names_in(question), _words_in(question, need, asked))
    measured: dict[tuple[str, int], tuple[Unit, dict[str, float], _Passage]] = {}
    for number, (document, pieces) in enumerate(zip(documents, read, strict=True), start=1):
        of_passage = _Passage(document, pieces, looked_for, agreement.get(document["document"], 0.0))
        units = [unit for unit in units_of(number, document) if told_of or not gives_orders(unit.text)]
        for place, unit in enumerate(units):
            at = (document["document"], document["start"] + unit.start)
            if at not in measured:
                beside = units[max(0, place - 1) : place + 2]
                measured[at] = unit, _measure(question, need, unit, beside, terms, of_passage), of_passage
    named = {at: one for at, one in measured.items() if at[1] or not _is_title(one[0], documents)}
    measured = named or measured
    found = _about_what_is_named(question, [unit for unit, _, _ in measured.values()])
    titles = _titles(documents) if need.kind not in _LISTS else {}
    kept = [
        one
        for (document, _), one in measured.items()
        if one[0] in found and _bare(one[0].text) not in titles.get(document, ())
    ]
    scored, passage_of = _weighed(kept), {unit: passage for unit, _, passage in kept}

    def told(unit: Unit) -> list[ScoredSentence]:
        inner = [
            replace(unit, kind="sentence", text=one.text, start=unit.start + one.start, end=unit.start + one.end)
            for one in sentences(unit.text)
        ]
        scores = [_score(_measure(question, need, one, [unit], terms, passage_of[unit])) for one in inner]
        return [
            ScoredSentence(one.start, one.end, math.exp(s - max(scores))) for one, s in zip(inner, scores, strict=True)
        ]

    first = [replace(one, sentences=told(one.unit)) if one.unit.kind == "item" else one for one in scored[:_FIRST]]
    return first + scored[_FIRST:]


def document_shares(lists: Sequence[Found]) -> dict[str, float]:
    """Return for each document how much of the first hits of all searches it holds: Σ 1 ÷ (4 + rank), together 1."""
    shares: dict[str, float] = {}
    for found in lists:
        for rank, (id, _) in enumerate(found.hits[:_LOOKED_AT], start=1):
            document = (place_of(id) or ("", 0))[0]
            shares[document] = shares.get(document, 0.0) + 1 / (_DAMPED + rank)
    total = sum(shares.values())
    return {document: share / total for document, share in shares.items()}


def _titles(documents: Sequence[Retrieved]) -> dict[str, set[str]]:
    """Return the headings that are known of each document: a line of a table of contents says no more than they do."""
    titles: dict[str, set[str]] = {}
    for document in documents:
        above = [document["headings"], *(part.headings for part in parts_of(document))]
        titles.setdefault(document["document"], set()).update(_bare(title) for some in above for title in some)
    return titles


def _is_title(unit: Unit, documents: Sequence[Retrieved]) -> bool:
    """Whether the unit with which a document begins only names it."""
    after = next((one for one in units_of(unit.number, documents[unit.number - 1]) if one.start >= unit.end), None)
    return is_heading_line(unit, after)


def _bare(title: str) -> str:
    return " ".join(title.split()).casefold()


# --- measures ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _LookedFor:
    """A question as the model reads it, what it names, and its telling words, each with the places of its pieces."""

    asked: Pieces
    names: Sequence[str]
    words: Mapping[str, Sequence[int]]


def _words_in(question: str, need: Need, asked: Pieces) -> dict[str, list[int]]:
    """Return the words of a question but those that only ask, each with the places of its pieces among the telling."""
    asking = need.said.lower().split()
    spans = [asked.spans[place] for place, name in enumerate(asked.names) if is_content(name)]
    found = {
        word.text: [
            place
            for place, (start, end) in enumerate(spans)
            if start < word.start + len(word.text) and end > word.start
        ]
        for word in content_words(question)
        if word.text.lower() not in asking
    }
    return {word: places for word, places in found.items() if places}


class _Passage:
    """A passage as the model reads it beside the question: the vectors of its word pieces know what stands around."""

    def __init__(self, document: Retrieved, pieces: Pieces, looked_for: _LookedFor, agreement: float) -> None:
        asked, self.agreement = looked_for.asked, agreement
        context = context_of(document)
        self._above = len(context) - len(document["text"])
        self._pieces, self._asked = pieces, asked
        self._vectors = pieces.vectors
        kept = [place for place, name in enumerate(asked.names) if is_content(name)]
        self._words = asked.vectors[kept or slice(None)]
        self._content = np.array([is_content(name) for name in pieces.names], bool)
        self._cosines: Vectors = np.clip(self._words @ self._vectors.T, 0, None)
        self.cosine = float(pieces.whole @ asked.whole)
        self.words = self._closest(self._content)
        self.named = share_said(looked_for.names, context)
        best = self._cosines[:, self._content].max(axis=1) if self._content.any() else np.zeros(len(self._words))
        self.near = {word: float(best[places].mean()) for word, places in looked_for.words.items()} if kept else {}

    def cosine_of(self, unit: Unit) -> float:
        """Return the cosine of the question with the mean of a unit's pieces."""
        return float(self._pieces.mean_of(self._inside(unit)) @ self._asked.whole)

    def words_of(self, unit: Unit) -> float:
        """Return how close the words of the question come to those of a unit: the mean over them of the best cosine."""
        return self._closest(self._content & self._inside(unit))

    def _inside(self, unit: Unit) -> np.ndarray:
        starts, ends = self._pieces.spans[:, 0], self._pieces.spans[:, 1]
        inside: np.ndarray = (starts >= unit.start + self._above) & (ends <= unit.end + self._above)
        return inside

    def _closest(self, pieces: np.ndarray) -> float:
        return float(self._cosines[:, pieces].max(axis=1).mean()) if pieces.any() and len(self._words) else 0.0


def share_said(names: Sequence[str], text: str) -> float:
    """Return which share of some names a text says word for word, case aside; 1 where there are none."""
    whole = " ".join(text.lower().split())
    return sum(" ".join(name.lower().split()) in whole for name in names) / len(names) if names else 1.0


def _measure(
    question: str, need: Need, unit: Unit, beside: Sequence[Unit], terms: Sequence[Term], passage: _Passage
) -> dict[str, float]:
    above = frozenset(analyse(" ".join([*unit.subject, unit.lead, unit.columns])))
    around = frozenset(analyse(" ".join(one.text for one in beside)))
    fitting = fits(need, unit, question)
    return {
        "passage cosine": passage.cosine,
        "passage words": passage.words,
        "page agreement": passage.agreement,
        "named in passage": passage.named,
        "cosine": passage.cosine_of(unit),
        "words": passage.words_of(unit),
        "covered": coverage(terms, above.union(analyse(unit.text))),
        "covered around": coverage(terms, above | around),
        "form": float(fitting),
        "opens": float(need.kind in ("definition", "summary") and opens_with_topic(question, unit.text)),
        "number": float(fitting and need.kind == "value"),
        "code": float(unit.kind == "code" and need.kind in ("code", "steps")),
        "item": float(unit.kind == "item"),
        "default": float(need.default and says_default(unit.text)),
        "leads on": float(unit.text.rstrip().endswith(":")),
        "leans": float(leans_on_another(unit.text)),
        "length": math.log(1 + len(unit.text)),
    }


def _about_what_is_named(question: str, units: Sequence[Unit]) -> set[Unit]:
    """Return the units that may answer: where the question names a setting that has a definition, none of another one.

    “The default value is three” below superuser_reserved_connections does not say what max_connections is.
    """
    defined = {unit: name_of(unit.subject[-1]) for unit in units if unit.subject}
    known = {name.lower() for name in defined.values()}
    named = [name for name in identifiers_in(question) if name.lower() in known]
    return {
        unit
        for unit in units
        if not named
        or identifiers_in(defined.get(unit, "")) != [defined.get(unit)]
        or any(says(text, name) for name in named for text in (*unit.subject, unit.text))
    }


def _score(measures: Mapping[str, float]) -> float:
    return sum(WEIGHTS[name] * value for name, value in measures.items())


def _weighed(measured: Sequence[tuple[Unit, dict[str, float], _Passage]]) -> list[ScoredUnit]:
    scores = np.array([_score(measures) for _, measures, _ in measured])
    shares = np.exp(scores - scores.max(initial=0.0))
    shares /= shares.sum() or 1.0
    scored = [
        ScoredUnit(unit, measures, float(score), float(share), passage.near)
        for (unit, measures, passage), score, share in zip(measured, scores, shares, strict=True)
    ]
    return sorted(scored, key=lambda one: (-one.score, one.unit.number, one.unit.start))
