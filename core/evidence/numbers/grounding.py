"""Number grounding: every number and unit of a sentence occurs in its passage, and belongs to the same thing there.

From the fact that similarity cannot see numbers: a sentence with one figure replaced stays at a cosine of .99.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from core.evidence.numbers.amounts import comparable, equal, nearly
from core.evidence.numbers.belonging import belongs_to_other, fit, surroundings
from core.evidence.numbers.derived import composed, implied, may_follow, one_apart
from core.language import units
from core.language.clauses import tokens
from core.language.numbers import LARGE, LARGE_WORDS
from core.language.quantities import Quantity, is_year, quantities

Kind = Literal["missing", "elsewhere", "open"]
"""It stands in no passage; it stands there with something else, or with the opposite bound; a rule cannot tell."""

JOINT = "\n\n"
"""Stands between texts that are read as one."""

_SPELLED = 12  # up to here numbers in words may count what the passage only lists
_ALIKE = 1.0  # so much in common around two numbers, that both must be of one thing
_OPPOSITE = {"above": "below", "below": "above"}
_DESIGNATION = re.compile(r"(?<![\w.])(?:[A-Za-z]+[-‐‑–]?\d+[A-Za-z]*|\d+[A-Za-z]+|\d+(?:\.\d+){2,})(?!\w|[.,]\d)")


@cache
def _named_for_all() -> re.Pattern[str]:
    unit, money = units.pattern(), "|".join(map(re.escape, units.currencies()))
    return re.compile(
        rf"(?:\bin\s+|\(\s*)(?:(?P<large>{LARGE_WORDS})s?\s+(?:of\s+)?)?(?:(?P<unit>{unit})|(?P<money>{money})\s?(?P<letter>bn|mn|[mk]))(?!\w)"
        rf"|(?<!\d)\s(?P<last>{unit})\s*(?=[|\n)]|\Z)"
    )


@dataclass(frozen=True)
class NumberFault:
    """What is the matter with `sentence[start:end]`; `source` is where the passage has the nearest number."""

    kind: Kind
    message: str
    start: int
    end: int
    source: tuple[int, int] | None = None


def check_numbers(sentence: str, passage: str, asked: str = "") -> list[NumberFault]:
    """Return what is to be said of the numbers of a sentence, what strikes it first, else in the order they stand.

    A number of the question that was `asked` is left open, and so is what comes of it and of those of the passage.
    """
    there = _quantities(passage)
    faults = _designations(sentence, passage)
    for said in _checked(sentence):
        fault = _fault(said, _in_its_unit(said, there, passage), sentence, passage)
        if fault and fault.kind == "missing":
            fault = _of_the_question(said, sentence, passage, asked) or fault
        faults += [fault] if fault else []
    return sorted(faults, key=lambda one: (one.kind == "open", one.start))


def _of_the_question(said: Quantity, sentence: str, passage: str, asked: str) -> NumberFault | None:
    """Leave a number open that the question has, or that follows from it and the passage."""
    supposed = quantities(asked)
    if any(equal(said, one, asked) for one in supposed):
        return _fault_with("open", said, f"“{said.text}” is of the question, and does not occur", None)
    whole = f"{passage}{JOINT}{asked}"
    formula = may_follow(said, _quantities(whole), sentence, whole) if supposed else ""
    return _reckoned(said, formula) if formula else None


def _quantities(passage: str) -> list[Quantity]:
    found = quantities(passage)
    return [*found, *composed(found, passage)]


def _in_its_unit(said: Quantity, there: Sequence[Quantity], passage: str) -> list[Quantity]:
    """Add bare numbers with the unit of the one that is said, where the passage names it for all: “prices in euros”."""
    named = set()
    for match in _named_for_all().finditer(passage):
        dimension, factor = units.meaning(match["unit"] or match["money"] or match["last"])
        named.add((dimension, factor * LARGE.get((match["large"] or match["letter"] or "").lower(), 1.0)))
    measured = [
        replace(one, dimension=said.dimension, value=one.value * factor, step=one.step * factor, factor=factor)
        for dimension, factor in named
        if dimension == said.dimension
        for one in there
        if not one.dimension and not is_year(one)
    ]
    return [*measured, *there]


def _checked(sentence: str) -> list[Quantity]:
    return [one for one in quantities(sentence) if not one.implied]


def _fault(said: Quantity, there: Sequence[Quantity], sentence: str, passage: str) -> NumberFault | None:
    same = [other for other in there if equal(said, other, passage)]
    if same:
        return _misplaced(said, same, there, sentence, passage)
    nearest = _nearest(said, there, sentence, passage)
    if implied(said, there, sentence, passage) or _is_written(said, passage) or (nearest and nearly(said, nearest)):
        return None
    if formula := may_follow(said, there, sentence, passage):
        return _reckoned(said, formula)
    changed = said.dimension == "times" and {"from", "to"} <= {other.role for other in there}  # tripled, of 20 to 40
    if changed or _is_firm(said) or (nearest and _counts_the_same(said, nearest, sentence, passage)):
        return _fault_with("missing", said, f"“{said.text}” does not occur", nearest)
    return _fault_with("open", said, f"“{said.text}” may sum up what stands", nearest)


def _is_firm(said: Quantity) -> bool:
    """Whether a number that is missing is wrong: small ones in words, parts and ranks may be said of what is listed."""
    if said.dimension in ("ordinal", "times") and said.word:
        return False
    return not said.word or (said.dimension != "percent" and said.written > _SPELLED)


def _counts_the_same(said: Quantity, other: Quantity, sentence: str, passage: str) -> bool:
    """“Five causes” where the passage has four causes, of which it says much the same."""
    things = [
        next((one.stem for one in tokens(text) if one.start >= number.end and one.content), "")
        for text, number in ((sentence, said), (passage, other))
    ]
    alike = things[0] == things[1] != "" and said.dimension == other.dimension
    return alike and fit(surroundings(sentence, said), surroundings(passage, other)) >= _ALIKE


def _is_written(said: Quantity, passage: str) -> bool:
    """Whether the very figures stand in the passage as part of a name: FY2019, 2019-nCoV."""
    return not said.word and re.search(rf"(?<![\d.,]){re.escape(said.text)}(?![\d]|[.,]\d)", passage) is not None


def _nearest(said: Quantity, there: Sequence[Quantity], sentence: str, passage: str) -> Quantity | None:
    """Return the number that one figure of `said` away stands, else the one around which most of the same stands."""
    alike = [other for other in there if comparable(said, other) and not other.implied]
    near = surroundings(sentence, said)

    def likeness(other: Quantity) -> tuple[bool, float]:
        is_slip = said.dimension == other.dimension and not (said.word or other.word) and one_apart(said, other)
        return is_slip, fit(near, surroundings(passage, other))

    return max(alike, key=likeness, default=None)


def _misplaced(
    said: Quantity, same: Sequence[Quantity], there: Sequence[Quantity], sentence: str, passage: str
) -> NumberFault | None:
    """Return the fault of a number that the passage holds: with the opposite bound, end of a change, or thing."""
    opposite = _OPPOSITE.get(said.bound)
    if opposite and all(other.bound == opposite for other in same):
        side = "a lower" if said.bound == "above" else "an upper"
        return _fault_with("elsewhere", said, f"“{said.text}” is {side} bound here and the opposite", same[0])
    ends = {other.role for other in there if any(_in_one_sentence(one, other, passage) for one in same)}
    if said.role and said.role in ends and all(other.role and other.role != said.role for other in same):
        return _fault_with("elsewhere", said, f"“{said.text}” stands at the other end of the change", same[0])
    other = belongs_to_other(said, same, there, sentence, passage) if _is_firm(said) else None
    if other and (formula := may_follow(said, [one for one in there if one not in same], sentence, passage)):
        return _reckoned(said, formula)
    return _fault_with("elsewhere", said, f"“{said.text}” belongs to something else", other) if other else None


def _in_one_sentence(one: Quantity, other: Quantity, passage: str) -> bool:
    first, last = sorted((one, other), key=lambda quantity: quantity.start)
    return re.search(r"[.!?;]\s|\n", passage[first.end : last.start]) is None


def _reckoned(said: Quantity, formula: str) -> NumberFault:
    return _fault_with("open", said, f"“{said.text}” would be {formula}", None)


def _fault_with(kind: Kind, said: Quantity, message: str, there: Quantity | None) -> NumberFault:
    shown = f"; it says “{there.text}”" if there else ""
    source = (there.start, there.end) if there else None
    return NumberFault(kind, f"{message} in the cited passage{shown}.", said.start, said.end, source)


def _designations(sentence: str, passage: str) -> list[NumberFault]:
    """“COVID-91” where the passage knows COVID-19 and no other: a name whose figures are not those of the passage."""
    known: dict[str, list[re.Match[str]]] = {}
    for match in _DESIGNATION.finditer(passage):
        known.setdefault(_letters(match.group()), []).append(match)
    counted = [(one.start, one.end) for one in quantities(sentence)]
    faults = []
    for match in _DESIGNATION.finditer(sentence):
        others = known.get(_letters(match.group()), [])
        if any(start < match.end() and match.start() < end for start, end in counted) or not others:
            continue
        if _plain(match.group()) not in {_plain(other.group()) for other in others}:
            message = f"“{match.group()}” does not occur in the cited passage; it says “{others[0].group()}”."
            faults.append(NumberFault("missing", message, match.start(), match.end(), others[0].span()))
    return faults


def _letters(name: str) -> str:
    return re.sub(r"\d+", "#", _plain(name))


def _plain(name: str) -> str:
    return re.sub(r"[-‐‑–]|(?<=\.)0+(?=\d)", "", name.lower())
