"""Whether the documents answer a question at all: plainly, perhaps, or not. Measured without any model of language.

All measures are on an absolute scale, because the best of any list is the best whatever was asked, and none grows with
the length of the question. The weights were fitted by `core.evaluate.fit_units`; docs/decisions/0034 says on which
questions, and what they reach on others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from core.language.terms import analyse
from core.language.tokens import words
from core.systems.knowledge_base.answer.need import Kind
from core.systems.knowledge_base.answer.question_terms import Term, coverage
from core.systems.knowledge_base.answer.unit_scores import ScoredUnit
from core.systems.knowledge_base.search.retrieval import context_of
from core.systems.knowledge_base.state import Answer, Outcome, Retrieved

SUPPORT_WEIGHTS = {"words": 3.7, "cosine": 4.9, "covered": 1.7, "named": 2.5, "unknown": -2.9, "agreement": 0.9}
SUPPORT_BIAS = -6.3
RIGHT_WEIGHTS = {"words": 2.0, "cosine": 2.3, "named": 1.5, "unknown": -1.1, "agreement": 0.9, "settled": 2.1}
RIGHT_BIAS = -5.3
PERHAPS_FROM = 0.25
"""The least support with which anything is quoted as an answer."""

SURE_FROM = {"support": 0.85, "right": 0.6, "near": 0.25}
"""What an answer must reach that is not given under “perhaps”."""

LIKELY_FROM, EVEN_FROM = 0.6, 0.4
"""How likely an answer is that is called probable, clearly more likely than not, and one that is as likely as not."""

MOST_UNKNOWN = 0.5
"""From which share of a question in words that no passage holds its answer is not called probable."""

PROBABLY, PERHAPS = "Probably answered", "Perhaps answered"
PERHAPS_NOT, NOT_FOUND = "Perhaps not in the documents", "No answer was found."
"""What is said of an answer that is not given plainly. No rule can know that the documents do not say something."""

_FORM_OF: dict[Kind, str] = {
    "value": "number of that kind",
    "who": "name of a person",
    "when": "date or time",
    "where": "place",
    "why": "reason",
}
"""What is told by its form, in an analyst's words."""

_IN_WORDS: tuple[Kind, ...] = ("value", "who", "when", "where", "why", "yes or no", "definition", "summary")
"""What no code answers."""

_FIRST = 5  # units
_HALF = 0.5
_TOLD = 4  # words


def measure_support(
    scored: Sequence[ScoredUnit], documents: Sequence[Retrieved], terms: Sequence[Term], says: float = 1.0
) -> dict[str, float]:
    """Measure how well passages answer a question; `scored` are their units, best first.

    `words` and `cosine` compare the question with the passage of the best unit and with that unit; `covered` is the
    largest share of the question's words that a passage holds, rare ones counting more, `named` that of the names in
    the question that the passage of one of the first units says, `unknown` the share of words that no passage of the
    collection holds, each the less the nearer another word of the first passages comes to it, and `unheld` that share
    whatever comes near; `agreement` is how much of what was found belongs to the document of the best unit, `settled`
    the share of the first units in all that may answer, and `near` how close their passages come to the word of the
    question that they are farthest from. Of the first unit alone, `form` is whether it has the form of what is asked
    for, and `prose` whether it is anything but code; of what is quoted first, `says` is the share of the names in the
    question that it says.
    """
    if not scored:
        names = [*(SUPPORT_WEIGHTS | RIGHT_WEIGHTS), "unheld", "form", "near", "says", "prose"]
        return {name: float(name in ("unknown", "unheld")) for name in names}
    best, total = scored[0].measures, sum(term.weight for term in terms) or 1.0
    stems = [frozenset(analyse(context_of(document))) for document in documents]
    near = {part: cosine for word, cosine in _nearness(scored).items() for part in words(word)}
    unheld = _not_held(terms, stems)
    return {
        "words": best["passage words"],
        "cosine": best["cosine"],
        "covered": max((coverage(terms, of_passage) for of_passage in stems), default=0.0),
        "named": max(one.measures["named in passage"] for one in scored[:_FIRST]),
        "unknown": sum(term.weight * (1 - near.get(term.word, 0.0)) for term in unheld if not term.asks) / total,
        "unheld": sum(term.weight for term in unheld) / total,
        "agreement": best["page agreement"],
        "settled": sum(one.share for one in scored[:_FIRST]),
        "form": best["form"],
        "near": min(near.values(), default=1.0),
        "says": says,
        "prose": float(scored[0].unit.kind != "code"),
    }


def far_words(scored: Sequence[ScoredUnit]) -> list[str]:
    """Return the words of the question that no passage of the first units comes near, whatever words it uses."""
    return [word for word, near in _nearness(scored).items() if near < SURE_FROM["near"]]


def _nearness(scored: Sequence[ScoredUnit]) -> dict[str, float]:
    near: dict[str, float] = {}
    for one in scored[:_FIRST]:
        for word, cosine in one.near.items():
            near[word] = max(cosine, near.get(word, 0.0))
    return near


def unheld_words(documents: Sequence[Retrieved], terms: Sequence[Term]) -> list[str]:
    """Return the telling words of the question that no passage says."""
    stems = [frozenset(analyse(context_of(document))) for document in documents]
    return [term.word for term in _not_held(terms, stems) if not term.asks]


def _not_held(terms: Sequence[Term], texts: Sequence[frozenset[str]]) -> list[Term]:
    missing = [term for term in terms if not term.passages]
    return [term for term in missing if not any(stems.issuperset(term.stems) for stems in texts)]


def support(measures: Mapping[str, float]) -> float:
    """Weigh the measures of `measure_support`: how likely it is that the documents answer the question, 0 … 1."""
    return logistic(measures, SUPPORT_WEIGHTS, SUPPORT_BIAS)


def rightness(measures: Mapping[str, float]) -> float:
    """Weigh the same measures: how likely the quotations that are chosen hold the answer, 0 … 1."""
    return logistic(measures, RIGHT_WEIGHTS, RIGHT_BIAS)


def outcome_of(measures: Mapping[str, float], kind: Kind = "open") -> Outcome:
    """Tell whether a question for something of a kind is answered in the documents, perhaps, or not.

    Who asks for a number, a person, a time, a place or a reason is not answered by what names none, and who names a
    thing (“Heron 150”) not by what is said of another one; no more is who asks of “parental leave” by what speaks of
    leave and of nothing like parents. What comes near to a word of the question may save an answer from being refused;
    for a plain one the words themselves count.
    """
    in_documents = support(measures)
    if in_documents < PERHAPS_FROM:
        return "not in the documents"
    return "in the documents" if _is_sure(measures) and _fits(measures, kind) else "perhaps not in the documents"


def _is_sure(measures: Mapping[str, float]) -> bool:
    """Whether all is likely enough for a plain answer, where only the words of the question themselves count."""
    by_words = {**measures, "unknown": _unheld(measures)}
    return support(by_words) >= SURE_FROM["support"] and rightness(by_words) >= SURE_FROM["right"]


def _unheld(measures: Mapping[str, float]) -> float:
    return measures.get("unheld", measures["unknown"])  # in old threads they are one


def _fits(measures: Mapping[str, float], kind: Kind) -> bool:
    """Whether nothing speaks against what is quoted first but how likely it is."""
    return not _misfit(measures, kind)


def _misfit(measures: Mapping[str, float], kind: Kind, far: Sequence[str] = ()) -> str:
    """Say what is missing in what is quoted first, however near it is; `far` are words that nothing comes near."""
    if far or measures.get("near", 1.0) < SURE_FROM["near"]:
        return f"what is quoted speaks of nothing like {in_marks(far) or 'one of the words of the question'}"
    if min(measures["named"], measures.get("says", 1.0)) < 1:
        return "what is quoted first does not say every name in the question"
    if kind in _FORM_OF and measures["form"] <= 0:
        return f"the rules see no {_FORM_OF[kind]} in what is quoted first"
    return "what is quoted first is code" if kind in _IN_WORDS and measures.get("prose", 1.0) <= 0 else ""


def doubt_of(answer: Answer, kind: Kind = "open") -> str:
    """Say in short how an answer stands that is not given plainly: it probably answers; perhaps, where it is less
    likely or something speaks against what is quoted first; or it is perhaps not there. And what speaks against it,
    with the words that no passage says."""
    measures = answer["measures"]
    if not measures.keys() >= {*SUPPORT_WEIGHTS, *RIGHT_WEIGHTS}:
        return f"{PERHAPS_NOT}."
    against, likely = _against(answer, kind), _likelihood(measures)
    told = "; ".join(dict.fromkeys(filter(None, [against, _unsaid(answer)])))
    if likely < EVEN_FROM:
        return f"{PERHAPS_NOT}{told and f': {told}'}."
    if told and (against or likely < LIKELY_FROM):
        return f"{PERHAPS}, but {told}."
    return f"{PROBABLY if likely >= LIKELY_FROM else PERHAPS}. Look at the place{told and f': {told}'}."


def _likelihood(measures: Mapping[str, float]) -> float:
    """Return how likely what is quoted answers; never likelier than that the documents do at all."""
    return min(support(measures), rightness(measures))


def how_sure(answer: Answer, kind: Kind = "open") -> str:
    """Say what the rules make of an answer to a question for something of a kind, with how likely it is.

    Nothing of old threads, whose measures were others.
    """
    measures = answer["measures"]
    if not measures.keys() >= {*SUPPORT_WEIGHTS, *RIGHT_WEIGHTS}:
        return ""
    by = "nearness of words and meaning alone" if _against(answer, kind) else "the rules"
    return f"Probability that it answers, by {by}: {_likelihood(measures):.2f}."


def _against(answer: Answer, kind: Kind) -> str:
    """Say what speaks against an answer, however likely it is; "" where nothing does."""
    computed, measures = answer.get("computed"), answer["measures"]
    if computed and not computed["sure"]:
        return "the rules could not compute it"
    if misfit := _misfit(measures, kind, answer.get("far", [])):
        return misfit
    most = _unheld(measures) >= MOST_UNKNOWN
    return (_unsaid(answer) or "no passage says some of the words of the question") if most else ""


def _unsaid(answer: Answer) -> str:
    """Name the words of the question that no passage says, but for those that nothing comes near: these are named."""
    said = [word for word in answer.get("unheld", []) if word not in answer.get("far", [])]
    return f"no passage says {in_marks(said)}" if said else ""


def why_not(measures: Mapping[str, float], unknown: Sequence[str]) -> str:
    """Say why the nearest passages are not enough for an answer; `unknown` are words that no passage holds."""
    reasons = []
    if unknown:
        reasons.append(f"no passage says {in_marks(unknown)}")
    if measures.get("named", 1.0) < 1:
        reasons.append("the nearest passages do not say every name in the question")
    if measures.get("covered", 1.0) < _HALF:
        reasons.append(f"the best of them holds {measures['covered']:.0%} of the telling words of the question")
    if measures.get("cosine", 1.0) < _HALF:
        reasons.append(f"the nearest sentence is far in meaning (cosine {measures['cosine']:.2f})")
    return f"Not enough for an answer: {'; '.join(reasons)}." if reasons else "Taken together they are not near enough."


def in_marks(words: Sequence[str]) -> str:
    """List the first few words, each in quotation marks."""
    return ", ".join(f"“{word}”" for word in words[:_TOLD])


def logistic(measures: Mapping[str, float], weights: Mapping[str, float], bias: float) -> float:
    """Weigh some measures to one score, 0 … 1: 1 ÷ (1 + e^−(bias + Σ weight · measure))."""
    total = bias + sum(weight * measures[name] for name, weight in weights.items())
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, total))))
