"""A journey that people shall be able to make: “*and can come to India*”, “*or ready to travel*”. No profile tells it,
so that it is told as not judged; behind “or” the place before it is a wish, as who travels there will do, too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.language.gazetteer import named_places
from core.language.lexicon import alternatives
from core.systems.expert_search.requirements.grammar.pieces import GROUPS
from core.systems.expert_search.requirements.grammar.walk import Item

_BEGINS = r"(?:\A|[,;(]\s*|\b(?:and|or|but|who|that|they|must|should|with)\s+)"
_BEING = r"(?:(?:who|that|also|is|are|be|being|must|should)\s+){0,4}"
_MAY = r"(?:(?:can|could|will|would|may|might)\s+(?:also\s+|easily\s+)?|(?P<ready>[a-z]+)\s+to\s+(?:also\s+)?)"
_TRAVELS = rf"(?:{alternatives(GROUPS['travels'])})"
_AWAY = r"(?:\s+(?:over|out|back|down|up|there|abroad|overseas|here|often|regularly|frequently|a\s+lot))*"
_TO = r"(?:\s+(?:to|into|within|across|around|in|between|through))?(?:\s+(?:the|either|both|any|parts?|of)){0,2}\s+"
_CAN_TRAVEL = re.compile(rf"{_BEGINS}+{_BEING}{_MAY}{_TRAVELS}{_AWAY}(?![\w-])", re.IGNORECASE)
_THERE = re.compile(_TO, re.IGNORECASE)
_OFFICE = r"(?:offices?|sites?|place|premises|field)"
_OURS = re.compile(rf"\s+to\s+(?:us\b|(?:our|the)\s+(?:\w+\s+)?{_OFFICE}\b)", re.IGNORECASE)
_NEXT = re.compile(r"\s*(?:,|/|\b(?:and|or)\b)\s*(?:the\s+|to\s+)?", re.IGNORECASE)
_GOES_ON = r"(?:and|or|but|who|that|for|with|on|at|if|when|is|are|as)"
_ENDS = re.compile(rf"\s*(?:[,;.:!?)\n]|\Z)|\s+{_GOES_ON}\b", re.IGNORECASE)


def journeys(text: str) -> Iterator[tuple[int, int]]:
    """Find where a request asks who can travel, with where to: a place, or nothing said of it."""
    places = {one.start: one.end for one in named_places(text) if not one.adjective}
    for one in _CAN_TRAVEL.finditer(text):
        end = _reached(text, one.end(), places)
        if _ENDS.match(text, end):
            said = text[one.start() : end].lstrip(" ,;(")
            yield end - len(said), end


def _reached(text: str, end: int, places: dict[int, int]) -> int:
    """Return where the places end to which a journey goes that stand there; `end` where none does."""
    if ours := _OURS.match(text, end):
        return ours.end()
    way = _THERE.match(text, end)
    while way and (reached := places.get(way.end())):
        end, way = reached, _NEXT.match(text, reached)
    return end


def not_only_there(text: str, items: Sequence[Item], made: Sequence[tuple[int, int]]) -> list[Item]:
    """Return what is wanted, a place only as a wish where a journey will do as well: “in Peru *or ready to travel*”."""
    instead = [start for start, end in made if re.match(r"\W*or\b", text[start:end], re.IGNORECASE)]
    return [
        replace(one, wanted=replace(one.wanted, hard=False))
        if one.wanted.kind == "place" and any(not text[one.end : start].strip(" ,") for start in instead)
        else one
        for one in items
    ]
