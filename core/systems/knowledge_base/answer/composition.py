"""An answer without a model: a few short quotations of the passages, the one that answers best first.

A quotation is a stretch of one passage, word for word: a sentence and what belongs to it, a whole list, code, a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict

from core.documents.outline import PAGE_END
from core.evidence.verbatim import frames
from core.language.orders import gives_orders, speaks_of_orders
from core.language.terms import analyse
from core.systems.knowledge_base.answer.cues import leans_on_another
from core.systems.knowledge_base.answer.need import Need, need_of
from core.systems.knowledge_base.answer.unit_scores import ScoredUnit
from core.systems.knowledge_base.answer.units import Unit, is_heading_line, units_of
from core.systems.knowledge_base.state import Retrieved

MOST = 6  # quotations
LONGEST = 1_400  # characters of an answer
_GOES_ON = 240  # so far a sentence is carried on by those after it
_WHOLE = 400  # a paragraph that is not cut
_ONE_THING = ("value", "who", "when", "where", "yes or no")  # which one item of a list may answer
_LONGEST_QUOTATION = 700  # of a list, or of what a colon leads to
_FAR_BEHIND = 0.02  # of the best share: what is weaker says nothing about the matter
_SIDES = re.compile(r"\s+(?:between|and|or|vs\.?|versus|than|from|to|with)\s+|\s*[,/]\s*", re.IGNORECASE)
_FEW = 3  # words that name a thing


@dataclass(frozen=True)
class Quotation:
    """Characters `start` to `end` of passage `number` (from 1), and the share of the best unit in it."""

    number: int
    start: int
    end: int
    share: float


def compose(question: str, need: Need, scored: Sequence[ScoredUnit], documents: Sequence[Retrieved]) -> list[Quotation]:
    """Choose what is quoted, the best first; `scored` are units of these passages, best first."""
    told_of = speaks_of_orders(question)
    units = {number: units_of(number, document) for number, document in enumerate(documents, start=1)}
    chosen: list[Quotation] = []
    length = 0
    for one in _in_turn(question, need, scored):
        if len(chosen) == MOST or (chosen and one.share < _FAR_BEHIND * scored[0].share):
            break
        of_passage = units[one.unit.number]
        start, end = _stretch(one.unit, of_passage if told_of else _between_orders(one.unit, of_passage), need)
        quotation = Quotation(one.unit.number, start, end, one.share)
        if any(_overlap(quotation, other, documents) for other in chosen):
            continue
        if chosen and length + end - start > LONGEST:
            continue
        chosen.append(quotation)
        length += end - start
    return chosen


def said_first(question: str, need: Need, scored: Sequence[ScoredUnit], documents: Sequence[Retrieved]) -> str:
    """Return what is quoted first, with all that is known of what it speaks of: the file, headings, columns."""
    for first in compose(question, need, scored, documents)[:1]:
        document = documents[first.number - 1]
        quoted = [one for one in units_of(1, document) if first.start <= one.start and one.end <= first.end]
        return "\n".join([document["name"], *(one.context for one in quoted)])
    return ""


def _in_turn(question: str, need: Need, scored: Sequence[ScoredUnit]) -> Iterator[ScoredUnit]:
    """Give the units best first; of a comparison first the best one for each side that is named."""
    firsts: list[ScoredUnit] = []
    if need.kind == "comparison" and scored:
        for side in _sides(question):
            speaks = next((one for one in scored if side <= frozenset(analyse(one.unit.context))), None)
            if speaks and speaks not in firsts:
                firsts.append(speaks)
        firsts.sort(key=lambda one: -one.score)
    yield from firsts
    yield from (one for one in scored if one not in firsts)


def _sides(question: str) -> list[frozenset[str]]:
    """Return the terms of the things that a question sets against each other, where it names two."""
    framing = frozenset(analyse(f"{need_of(question).said} difference better compared"))
    parts = [frozenset(analyse(part)) - framing for part in _SIDES.split(question.rstrip(" ?.!"))]
    named = [part for part in parts if 1 <= len(part) <= _FEW]
    return named[-2:] if len(named) >= 2 else []


def sides_said(question: str, answer: str) -> float:
    """Return which share of the things that a question compares an answer speaks of; 1 where it compares none."""
    sides = _sides(question) if need_of(question).kind == "comparison" else []
    said = frozenset(analyse(answer))
    return sum(side <= said for side in sides) / len(sides) if sides else 1.0


def _between_orders(unit: Unit, units: Sequence[Unit]) -> list[Unit]:
    """Return the units around one as far as none gives orders: no quotation reaches over such."""
    orders = [gives_orders(one.text) for one in units]
    place = units.index(unit)
    first = place - next((far for far, is_order in enumerate(reversed(orders[:place])) if is_order), place)
    last = next((far for far in range(place + 1, len(units)) if orders[far]), len(units))
    return list(units[first:last])


def _stretch(unit: Unit, units: Sequence[Unit], need: Need) -> tuple[int, int]:
    """Return how far a quotation of a unit reaches in its passage: with what it leans on and what belongs to it."""
    place = units.index(unit)
    first = last = place
    if unit.kind == "item" and need.kind in ("list", "steps"):
        first, last = _whole_part(units, place)
    elif unit.kind == "item" and need.kind not in _ONE_THING:
        first, last = _whole_paragraph(units, place) or (place, place)
    elif unit.text.rstrip().endswith(":") or _heads(units, place):
        last = _led_to(units, place)
    elif unit.kind in ("sentence", "definition"):
        first, last = _whole_paragraph(units, place) or (place, _carried_on(units, place))
    while first and (
        _is_led(units, first) or (leans_on_another(units[first].text) and _same_part(units, first, first - 1))
    ):
        first -= 1
        if units[place].start - units[first].start > _GOES_ON:
            break
    return units[first].start, units[last].end


def _is_led(units: Sequence[Unit], place: int) -> bool:
    """Whether a unit must not stand without what is before it: a line that denies or reports it, or leads its list."""
    lead = units[place].lead
    if not lead or not units[place - 1].text.endswith(lead):
        return bool(lead) and frames(lead)
    return frames(lead) or (units[place].kind == "item" and len(lead) <= _GOES_ON)


def _same_part(units: Sequence[Unit], place: int, other: int) -> bool:
    return 0 <= other < len(units) and units[place].part == units[other].part


def _whole_part(units: Sequence[Unit], place: int) -> tuple[int, int]:
    """Return the first and the last unit of the list that holds a unit, as far as there is room on both sides of it."""
    first = last = place
    while True:
        grown = False
        for other in (last + 1, first - 1):
            low, high = min(first, other), max(last, other)
            if _same_part(units, place, other) and units[high].end - units[low].start <= _LONGEST_QUOTATION:
                first, last, grown = low, high, True
        if not grown:
            return first, last


def _heads(units: Sequence[Unit], place: int) -> bool:
    """Whether a unit is alone in its part and only heads the next one."""
    alone = not _same_part(units, place, place - 1)
    return alone and is_heading_line(units[place], units[place + 1] if place + 1 < len(units) else None)


def _led_to(units: Sequence[Unit], place: int) -> int:
    """Return the last unit of what a colon leads to, as far as there is room; at least one."""
    last = place
    while last + 1 < len(units) and units[last + 1].part <= units[place].part + 1:
        if last > place and units[last + 1].end - units[place].start > _LONGEST_QUOTATION:
            break
        last += 1
    return last


def _whole_paragraph(units: Sequence[Unit], place: int) -> tuple[int, int] | None:
    """Return the first and the last unit of a short paragraph or list: “no food after 20:00” stays with the rest."""
    of_part = [other for other in range(len(units)) if _same_part(units, place, other)]
    first, last = of_part[0], of_part[-1]
    return (first, last) if units[last].end - units[first].start <= _WHOLE else None


def _carried_on(units: Sequence[Unit], place: int) -> int:
    last = place
    while _same_part(units, place, last + 1) and units[last + 1].end - units[place].start <= _GOES_ON:
        last += 1
    return last


def _overlap(one: Quotation, other: Quotation, documents: Sequence[Retrieved]) -> bool:
    first, second = documents[one.number - 1], documents[other.number - 1]
    if first["document"] != second["document"]:
        return " ".join(text_of(one, documents).split()) == " ".join(text_of(other, documents).split())
    return (
        first["start"] + one.start < second["start"] + other.end
        and second["start"] + other.start < first["start"] + one.end
    )


def text_of(quotation: Quotation, documents: Sequence[Retrieved]) -> str:
    """Return the words of a quotation as they stand."""
    return documents[quotation.number - 1]["text"][quotation.start : quotation.end].replace(PAGE_END, "")


# --- as it is shown and written ---------------------------------------------------------------------------------------


PassageToRead = TypedDict("PassageToRead", {"number": int, "from": str, "date": str, "text": str})
"""A passage as it is shown to whoever answers: where it stands, when it came, and its text as it stands."""


def show_passages(documents: Sequence[Retrieved]) -> list[PassageToRead]:
    """Show passages to whoever answers, numbered from 1."""
    return [
        {
            "number": number,
            "from": " › ".join([document["name"], *document["headings"]]),
            "date": document.get("added", "")[:10],
            "text": document["text"],
        }
        for number, document in enumerate(documents, start=1)
    ]


def in_lines(quotations: Sequence[Quotation], documents: Sequence[Retrieved]) -> list[str]:
    """Write quotations in the form that a model, too, has to use: one a line, with the number of its passage."""
    return [f"{' '.join(text_of(one, documents).split())} [{one.number}]" for one in quotations]
