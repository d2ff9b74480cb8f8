"""Two documents that say different things of one matter: both values are told, with where they stand and since when."""

from __future__ import annotations

from collections.abc import Sequence

from core.evidence.numbers.amounts import comparable, equal
from core.language.quantities import Quantity, is_year, quantities
from core.language.terms import analyse
from core.systems.knowledge_base.answer.need import Need
from core.systems.knowledge_base.answer.unit_scores import ScoredUnit
from core.systems.knowledge_base.answer.units import Unit
from core.systems.knowledge_base.state import Answer, DifferingValue, Retrieved

_NEAR = 0.1  # of the best share: a weaker unit speaks of something else
_ALIKE = 0.5  # of the words of the shorter text
_ONE_VALUE = 2  # numbers of one kind: more of them are a list or a table of several things


def with_other_values(
    question: str, need: Need, scored: Sequence[ScoredUnit], documents: Sequence[Retrieved]
) -> list[ScoredUnit]:
    """Return the best unit and those of other documents that give another value for the same; else nothing.

    Only where a value or a time is asked for. `scored` are units of these passages, best first. What another document
    says counts where it says of the question's words what the first one does, mostly in the same words, with one number
    of the same kind that is no rounding or conversion of it.
    """
    if need.kind not in ("value", "when") or not scored:
        return []
    best = scored[0].unit
    documents_seen = {documents[best.number - 1]["document"]}
    others = []
    for one in scored[1:]:
        document = documents[one.unit.number - 1]["document"]
        if one.share < _NEAR * scored[0].share or document in documents_seen:
            continue
        if _speak_of_the_same(question, best, one.unit) and _values_apart(question, best, one.unit):
            others.append(one)
            documents_seen.add(document)
    return [scored[0], *others] if others else []


def told(question: str, found: Sequence[ScoredUnit], documents: Sequence[Retrieved]) -> list[DifferingValue]:
    """Say what each of the units that differ gives, the latest document first."""
    entries: list[DifferingValue] = []
    for one in found:
        document, others = documents[one.unit.number - 1], [other.unit for other in found if other is not one]
        apart = [value for other in others for value, _ in _values_apart(question, one.unit, other)]
        entries.append(
            {
                "number": one.unit.number,
                "name": document["name"],
                "date": document.get("added", "")[:10],
                "values": list(dict.fromkeys(value.text for value in apart)),
            }
        )
    return sorted(entries, key=lambda entry: entry["date"], reverse=True)


def in_words(answer: Answer) -> str:
    """Say which documents do not agree, and what each says; nothing where all do."""
    parts = [
        f"{entry['name']}{since} says {' and '.join(entry['values'])} [{entry['number']}]"
        for entry in answer.get("differing", [])
        for since in [f" (here since {entry['date']})" if entry["date"] else ""]
    ]
    return f"{'; '.join(parts)}." if parts else ""


def _speak_of_the_same(question: str, one: Unit, other: Unit) -> bool:
    asked = frozenset(analyse(question))
    first, second = frozenset(analyse(one.context)), frozenset(analyse(other.context))
    words, others = _words(one), _words(other)
    shorter = min(len(words), len(others))
    return first & asked == second & asked and shorter > 0 and len(words & others) >= _ALIKE * shorter


def _words(unit: Unit) -> frozenset[str]:
    return frozenset(stem for stem in analyse(unit.text) if not any(map(str.isdigit, stem)))


def _values_apart(question: str, one: Unit, other: Unit) -> list[tuple[Quantity, Quantity]]:
    """Return the numbers of the two that measure the same and are not the same; nothing where any two agree."""
    pairs = [
        (value, against)
        for value in _values(question, one.text)
        for against in _values(question, other.text)
        if comparable(value, against) and value.dimension == against.dimension
    ]
    agree = any(equal(value, against, other.text) or equal(against, value, one.text) for value, against in pairs)
    return [] if agree or len(pairs) > _ONE_VALUE else pairs


def _values(question: str, text: str) -> list[Quantity]:
    asked = {(one.value, one.dimension) for one in quantities(question)}
    return [
        one
        for one in quantities(text)
        if not (one.implied or is_year(one) or one.dimension in ("ordinal", "times"))
        and (one.dimension or not one.word)  # “one of them” counts nothing
        and (one.value, one.dimension) not in asked
    ]
