"""What somebody should do with what they know: “who can *explain* tides *in plain words to sailors*”, “to *advise a
school on* kitchens”. Neither the deed, nor whom it is for, nor its manner is a topic."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.lexicon import alternatives
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.pieces import GROUPS

DEED = "tells what they should do with what they know, and no topic"
_MAY = r"(?:can|could|will|would|should|may|might|to|able to|willing to)\s+(?:also\s+|really\s+)?"
_WHO = rf"(?:(?<=\bwho\s)|(?<=\bthat\s)|\b(?={_MAY}))(?P<may>{_MAY})?"
_BREAKS = r"(?:and|or|who|that|which|what|why|when|where|whether|if|how|in|of|at|from|about|on|with)\b"
_MEDIUM = (
    r"(?:on|at|for|in|during)\s+(?:(?:an?|the|our|my|your|their|live|national|local)\s+){0,2}"
    rf"(?:(?!{_BREAKS})[\w'’-]+\s+)?(?:{alternatives(GROUPS['medium'] | GROUPS['event'])})"
    rf"(?=\s*(?:[,;.:!?\n]|$)|\s+(?:and|but|who|how|why|what|about|on|to|for)\b)"
)
_ABOUT = rf"(?:about|(?!{_MEDIUM})on|regarding|concerning|how\s+to)"
_WHOM = rf"(?:(?:to|with|for)\s+)?(?:(?!{_BREAKS})[\w'’-]+\s+){{1,4}}?"
_TO = rf"(?:{_MEDIUM}\s+|(?:to|with|for)\s+{_WHOM})"
_EXPLAINS = re.compile(
    rf"{_WHO}(?:{alternatives(GROUPS['explains'])})\s+"
    rf"(?:{_TO}{{1,2}}(?:{_ABOUT}\s+|(?=(?:how|why|what|when|where)\b))|(?:{_WHOM})?{_ABOUT}\s+)?(?=\w)",
    re.IGNORECASE,
)
_ADVISES = re.compile(
    rf"{_WHO}(?:{alternatives(GROUPS['advises'])})\s+(?:{_WHOM})?(?:{_ABOUT}|with|in(?=\s+(?-i:[a-z])))\s+"
    r"(?:(?:making|getting|using)\s+)?(?=\w)",
    re.IGNORECASE,
)
_TALKS = re.compile(
    rf"{_WHO}(?:{alternatives(GROUPS['talks'])})\s+{_TO}{{0,2}}{_ABOUT}\s+(?=\w)",
    re.IGNORECASE,
)
_TO_WHOM = re.compile(
    r"\s(?:to|for)\s+(?:[\w'’-]+\s+){0,2}?(?P<who>[\w'’-]+)"
    rf"(?=\s*(?:[,;.:!?\n]|$)|\s+(?:who|and|but)\b|\s+{_MEDIUM})"
)
_THERE = re.compile(rf"\s{_MEDIUM}", re.IGNORECASE)
_MANNER = re.compile(
    rf"\bin\s+(?:an?\s+)?(?:very\s+)?(?:{alternatives(GROUPS['plain'])})\s+(?:words|language|terms|english|way)\b",
    re.IGNORECASE,
)


def deeds(text: str) -> Iterator[tuple[int, int]]:
    """Give where a request tells what people should do with what they know, and for whom, around the topic of it."""
    found = sorted({one.span() for each in (_EXPLAINS, _ADVISES, _TALKS) for one in each.finditer(text)})
    end = 0
    for start, stop in found:
        if start < end:
            continue
        around = list(_around(text, stop))
        yield from [(start, len(text[:stop].rstrip())), *around]
        end = max([stop, *(last for _, last in around)])


def _around(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Give for whom and where it is done, behind what it is about: “*to sailors on a podcast*”, in any order."""
    clause = re.compile(r"[,;.:!?\n]").search(text, start)
    stop = clause.start() + 1 if clause else len(text)
    found = [one for one in _TO_WHOM.finditer(text, start, stop) if _are_people(one["who"].lower())]
    for one in sorted([*found, *_THERE.finditer(text, start, stop)], key=lambda one: one.start()):
        yield one.start() + 1, one.end()


def untold(text: str) -> Iterator[tuple[int, int]]:
    """Give where a request asks for what no text or column tells: how somebody talks."""
    yield from (one.span() for one in _MANNER.finditer(text))


def _are_people(word: str) -> bool:
    return is_role(word) or not GROUPS["person"].isdisjoint((word, word.removesuffix("s"))) or word in _AUDIENCE


_AUDIENCE = GROUPS["kind of employer"] | GROUPS["audience"]
