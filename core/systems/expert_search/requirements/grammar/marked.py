"""Lists under numbers or bullets: of people, “(1) a cook, (2) a baker”, or of what is asked of all, “two conditions:
(1) French, (2) a licence”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.language.clauses import tokens
from core.language.lexicon import alternatives
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.enumerations import (
    MODALS,
    SOMEBODY,
    Enumeration,
    Listed,
    count_of,
    named_in,
)
from core.systems.expert_search.requirements.grammar.pieces import GROUPS

_POST = r"(?:experts?|positions?|profiles?|roles?|posts?|lots?|specialists?)"
_NUMBERED = re.compile(
    rf"(?<![\w(])\(?(?P<inline>\d{{1,2}}|[a-h]|i{{1,3}}|iv|v)\)\s*|(?m:^[ \t]*|(?<=:[ ]))(?P<line>\d{{1,2}})\.[ \t]+"
    rf"|\b(?:(?:non-)?key\s+)?{_POST}\s+(?:no\.?\s*)?\d{{1,2}}\s*[:.–—-]?(?=\s)|\b(?:non-)?key\s+{_POST}\s*[:–—-]?(?=\s)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"(?m:^[ \t]*)[-–—*•·][ \t]+")
_SENTENCE_ENDS = re.compile(r"[.!?](?=\s|$)|\n")
_OF_THEM = {"who", "whom", "that", "with", "having", *MODALS}  # behind these a list tells of those before it
_ROMAN = ("i", "ii", "iii", "iv", "v")
_ANNOUNCES = re.compile(  # “*on two conditions*: (1) …”
    rf"(?:\b(?:on|under|with)\s+)?\b(?:\d{{1,2}}|{alternatives(GROUPS['number'])}|these|the following)\s+"
    r"(?P<what>\w+)\s*[:–—-]?\s*\Z",
    re.IGNORECASE,
)
_FAR = 60  # characters of what announces a list
_FEWEST = 2  # items of a list


@dataclass(frozen=True)
class Marked:
    """What marks part: `people`, or else conditions behind the signs at `marks`, the first of which may be what
    announces them: “*three conditions:*”."""

    people: Enumeration | None = None
    marks: tuple[tuple[int, int], ...] = ()


def marked(text: str, counted: Sequence[tuple[int, int, int]], taken: Sequence[tuple[int, int]]) -> Marked:
    """Return the list of a text whose items are marked. `counted` are its heads, `taken` places of amounts, names,
    places and languages, at whose signs nothing ends."""
    for pattern in (_NUMBERED, _BULLET):
        marks = list(pattern.finditer(text))
        if len(marks) < _FEWEST or not _count_up(marks):
            continue
        on_lines = all(mark.start() == 0 or text[mark.start() - 1] == "\n" for mark in marks)
        stop = text.find("\n", marks[-1].end()) if on_lines else _end_of_sentence(text, marks[-1].end(), taken)
        ends = [*(mark.start() for mark in marks[1:]), stop if stop >= 0 else len(text)]
        items = [_behind(text, mark, end) for mark, end in zip(marks, ends, strict=True)]
        found = [one for one in items if one and not _is_taken(text, one, taken)]
        start = marks[0].start()
        announces = _ANNOUNCES.search(text, max(0, start - _FAR), start)
        things = announces if announces and not _names_people(announces["what"]) else None
        told = len(marks) in _announced(text, counted, start) or _are_people(pattern, marks, found)
        if len(found) == len(marks) and told and not things:
            return Marked(Enumeration(tuple(found), (0, 0), found[-1].end))
        if pattern is _NUMBERED:
            return Marked(marks=(*([things.span()] if things else ()), *(mark.span() for mark in marks)))
    return Marked()


def _count_up(marks: Sequence[re.Match[str]]) -> bool:
    """Whether numbers are those of a list, from the first on; bullets and names of posts have none."""
    said = [(mark["inline"] or mark["line"] or "").lower() for mark in marks if mark.re is _NUMBERED]
    roman = (*_ROMAN, *said)
    return all(one in ("", f"{place + 1}", chr(ord("a") + place), roman[place]) for place, one in enumerate(said))


def _names_people(word: str) -> bool:
    return is_role(word.lower()) or word.lower() in GROUPS["counted"] or re.fullmatch(_POST, word.lower()) is not None


def _announced(text: str, counted: Sequence[tuple[int, int, int]], before: int) -> Iterator[int]:
    """Give how many people a clause speaks of before the list that tells of them one by one."""
    for start, end, count in counted:
        between = text[end:before]
        words = [*tokens(text[start:end]), *named_in(tokens(between))]
        apart = _SENTENCE_ENDS.search(between.rstrip()) or not _OF_THEM.isdisjoint(one.word for one in tokens(between))
        if end <= before and not apart and any(_names_people(word.word) for word in words):
            yield count


def _are_people(pattern: re.Pattern[str], marks: Sequence[re.Match[str]], found: Sequence[Listed]) -> bool:
    """Whether each item begins like people do, or names them by what they are, as most of them do."""
    roles = sum(one.role for one in found)
    if pattern is _BULLET:
        return roles > 0
    posts = all(not (mark["inline"] or mark["line"]) for mark in marks)
    begun = all(one.role or one.said > mark.end() for one, mark in zip(found, marks, strict=False))
    return posts or (begun and roles * 2 > len(found))


def _behind(text: str, mark: re.Match[str], end: int) -> Listed | None:
    words = [word for word in tokens(text) if mark.end() <= word.start < end]
    if not words:
        return None
    first = next(word.start for word in tokens(text) if word.start >= mark.start())
    count = count_of(words[0])
    said = words[0].end if count and words[0].word not in SOMEBODY else mark.end()
    named = words[:1] if words[0].word in SOMEBODY else named_in(words[count > 0 :])
    return Listed(first, max(said, first), end, count or 1, role=any(is_role(word.word) for word in named))


def _end_of_sentence(text: str, start: int, taken: Sequence[tuple[int, int]]) -> int:
    signs = (sign.start() for sign in _SENTENCE_ENDS.finditer(text, start))
    return next((sign for sign in signs if not any(one <= sign < other for one, other in taken)), len(text))


def _is_taken(text: str, item: Listed, taken: Sequence[tuple[int, int]]) -> bool:
    """Whether an item only asks for years, a language or a place: a condition of somebody, and nobody."""
    words = [word for word in tokens(text) if item.said <= word.start < item.end and word.content]
    return not item.role and all(any(one <= word.start < other for one, other in taken) for word in words)
