"""Two documents that say different things of one matter: both values are told, with where they stand and since when."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from core.evidence.numbers.amounts import comparable, equal
from core.language.quantities import Quantity, is_year, quantities
from core.language.sentences import CELLS
from core.language.terms import analyse
from core.systems.knowledge_base.answer.need import Kind, Need, need_of
from core.systems.knowledge_base.answer.unit_scores import ScoredUnit
from core.systems.knowledge_base.answer.units import Unit
from core.systems.knowledge_base.rows.cell_values import moments
from core.systems.knowledge_base.state import Answer, DifferingValue, Retrieved

_NEAR = 0.1  # of the best share: a weaker unit speaks of something else
_ALIKE = 0.5  # of the words of the shorter text
_NEARLY_ALL = 0.8  # of the words of the longer text
_WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b")
_NAME = re.compile(
    r"(?<![.!?] )(?<!^)\b(?:[A-Z][a-z]+(?:[-’'][A-Z][a-z]+)?)(?: [A-Z]\.)?(?: [A-Z][a-z]+(?:-[A-Z][a-z]+)?)+"
)
_LEAVE = r"(?:allowed|permitted|accepted|welcome|admitted)"
_FORBIDS = re.compile(
    rf"\b(?:not|never|no longer|n[’']t)(?: be)? {_LEAVE}\b|\b(?:forbidden|prohibited|banned)\b"
    rf"|^No (?=[a-z]+\b(?:\W*$| {_LEAVE}))",
    re.IGNORECASE,
)
_ALLOWS = re.compile(rf"\b{_LEAVE}\b", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:if|unless|except|only|when|where|but|without|until|after|before|some)\b", re.IGNORECASE)
_BRACKET = re.compile(r"[(\[]([^)\]]+)[)\]]\s*$")
_ONE_VALUE = 2  # numbers of one kind: more of them are a list or a table of several things


def with_other_values(
    question: str, need: Need, scored: Sequence[ScoredUnit], documents: Sequence[Retrieved]
) -> list[ScoredUnit]:
    """Return the best unit and those of other documents that give another value for the same; else nothing.

    Only where a value, a time or a person is asked for, or yes or no. `scored` are units of these passages, best first.
    What another document says counts where it says of the question's words what the first one does, mostly in the same
    words, with one number of the same kind that is no rounding or conversion of it, or with another day, time or name.
    """
    if need.kind not in _KINDS or not scored:
        return []
    best = scored[0].unit
    documents_seen = {documents[best.number - 1]["document"]}
    others = []
    for one in scored[1:]:
        document = documents[one.unit.number - 1]["document"]
        row = one.unit.kind == "row" and bool(_words(one.unit)) and _words(one.unit) <= _words(best)
        if (one.share < _NEAR * scored[0].share and not row) or document in documents_seen:
            continue
        if _speak_of_the_same(question, best, one.unit) and _apart(question, need, best, one.unit):
            others.append(replace(one, share=max(one.share, _NEAR * scored[0].share)))  # it is quoted, too
            documents_seen.add(document)
    return [scored[0], *others] if others else []


def told(question: str, found: Sequence[ScoredUnit], documents: Sequence[Retrieved]) -> list[DifferingValue]:
    """Say what each of the units that differ gives, the latest document first."""
    entries: list[DifferingValue] = []
    for one in found:
        document, others = documents[one.unit.number - 1], [other.unit for other in found if other is not one]
        apart = [value for other in others for value, _ in _apart(question, need_of(question), one.unit, other)]
        entries.append(
            {
                "number": one.unit.number,
                "name": document["name"],
                "date": document.get("added", "")[:10],
                "values": list(dict.fromkeys(apart)),
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
    return _plain_words(unit.text)


def _plain_words(text: str) -> frozenset[str]:
    return frozenset(stem for stem in analyse(text) if not any(map(str.isdigit, stem)))


def _apart(question: str, need: Need, one: Unit, other: Unit) -> list[tuple[str, str]]:
    """Return what the two give of one kind that is not the same, as written; nothing where any two agree.

    Numbers may stand in sentences of which half of the words are alike; days, times, names, and what is allowed or not,
    only in sentences that are alike but for them.
    """
    for find in _FOUND_IN.get(need.kind, ()):
        mine, others = find(one.text), find(other.text)
        if len(mine) == len(others) == 1 and mine[0][0] != others[0][0] and _alike_but(one, mine[0], other, others[0]):
            return [(mine[0][1], others[0][1])]
    if need.kind not in ("value", "when"):
        return []
    numbers = _values_apart(question, _as_sentence(question, one), _as_sentence(question, other))
    return [(value.text, against.text) for value, against in numbers]


_Said: TypeAlias = tuple[object, str]
"""What is said, in a form in which it is compared, and as it is written."""


def _alike_but(one: Unit, mine: _Said, other: Unit, theirs: _Said) -> bool:
    first, second = (_plain_words(unit.text.replace(said[1], " ")) for unit, said in ((one, mine), (other, theirs)))
    return bool(first & second) and len(first & second) >= _NEARLY_ALL * max(len(first), len(second))


def _moments_in(text: str) -> list[_Said]:
    return [((moment.kind, moment.first), text[moment.start : moment.end]) for moment in moments(text)]


def _weekdays_in(text: str) -> list[_Said]:
    return [(match.group().lower(), match.group()) for match in _WEEKDAY.finditer(text)]


def _names_in(text: str) -> list[_Said]:
    return [(match.group(), match.group()) for match in _NAME.finditer(text)]


def _leave_in(text: str) -> list[_Said]:
    """Return whether a sentence allows or forbids, once, without a condition."""
    if _CONDITION.search(text):
        return []
    forbids = [match.group() for match in _FORBIDS.finditer(text)]
    allows = [match.group() for match in _ALLOWS.finditer(_FORBIDS.sub(" ", text))]
    return [(bool(forbids), (forbids or allows)[0])] if bool(forbids) != bool(allows) else []


_FOUND_IN: dict[Kind, tuple[Callable[[str], list[_Said]], ...]] = {
    "value": (_moments_in,),
    "when": (_moments_in, _weekdays_in),
    "who": (_names_in,),
    "yes or no": (_leave_in,),
}
_KINDS = frozenset(_FOUND_IN)


def _as_sentence(question: str, unit: Unit) -> str:
    """Return the words of a unit; of a row the cells whose columns are asked about, each with its column and unit."""
    names, cells = unit.columns.split(CELLS), unit.text.split(CELLS)
    if unit.kind != "row" or not unit.columns or len(names) != len(cells):
        return unit.text
    asked = frozenset(analyse(question))
    meant = [place for place, name in enumerate(names) if asked.intersection(analyse(name))]
    parts = []
    for place in meant or range(len(cells)):
        bracket = _BRACKET.search(names[place])
        unit_said = f" {bracket[1]}" if bracket and cells[place].strip()[-1:].isdigit() else ""
        parts.append(f"{names[place]}: {cells[place]}{unit_said}")
    return "; ".join(parts)


def _values_apart(question: str, one: str, other: str) -> list[tuple[Quantity, Quantity]]:
    """Return the numbers of the two that measure the same and are not the same; nothing where any two agree."""
    pairs = [
        (value, against)
        for value in _values(question, one)
        for against in _values(question, other)
        if comparable(value, against) and value.dimension == against.dimension
    ]
    agree = any(equal(value, against, other) or equal(against, value, one) for value, against in pairs)
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
