"""What changed between two versions of a document, section by section and word by word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from typing import Literal, NamedTuple

from core.stores.passages import Passage

Change = Literal["same", "added", "removed"]
_WORD = re.compile(r"\s+|\w+|[^\w\s]")
_ALIKE = 0.4  # below this share of common words a section is shown as it was, and then as it is
_AROUND = 12  # words and spaces beside a change


class Piece(NamedTuple):
    """Words that are in both versions, or only in one of them."""

    change: Change
    text: str


@dataclass(frozen=True)
class SectionChange:
    """A section, by the headings that lead to it, that is new, gone or changed, with its words in order."""

    headings: tuple[str, ...]
    change: Literal["added", "removed", "changed"]
    pieces: list[Piece]


def differences(before: tuple[str, Sequence[Passage]], after: tuple[str, Sequence[Passage]]) -> list[SectionChange]:
    """Return the sections that differ between two versions, each its text and its passages, in the order of both."""
    old, new = _sections(*before), _sections(*after)
    changes: list[SectionChange] = []
    matcher = SequenceMatcher(None, list(old), list(new), autojunk=False)
    for kind, low, high, first, last in matcher.get_opcodes():
        if kind == "equal":
            for section in list(old)[low:high]:
                if old[section] != new[section]:
                    changes.append(SectionChange(section[0], "changed", _pieces(old[section], new[section])))
            continue
        for section in list(old)[low:high]:
            changes.append(SectionChange(section[0], "removed", [Piece("removed", old[section])]))
        for section in list(new)[first:last]:
            changes.append(SectionChange(section[0], "added", [Piece("added", new[section])]))
    return changes


def _sections(text: str, passages: Sequence[Passage]) -> dict[tuple[tuple[str, ...], int], str]:
    """Return the text below each heading path; one that comes again has the next number."""
    sections: dict[tuple[tuple[str, ...], int], str] = {}
    seen: dict[tuple[str, ...], int] = {}
    for headings, some in groupby(passages, key=lambda one: one.headings):
        run = list(some)
        seen[headings] = seen.get(headings, -1) + 1
        sections[headings, seen[headings]] = text[run[0].start : max(one.end for one in run)]
    return sections


def _pieces(before: str, after: str) -> list[Piece]:
    old, new = _WORD.findall(before), _WORD.findall(after)
    if _shared(old, new) < _ALIKE:
        return [Piece("removed", before), Piece("added", after)]
    pieces: list[Piece] = []
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for number, (kind, low, high, first, last) in enumerate(codes):
        if kind == "equal":
            pieces.append(Piece("same", _shortened(new[first:last], number > 0, number < len(codes) - 1)))
            continue
        if low < high:
            pieces.append(Piece("removed", "".join(old[low:high])))
        if first < last:
            pieces.append(Piece("added", "".join(new[first:last])))
    return pieces


def _shared(old: Sequence[str], new: Sequence[str]) -> float:
    """Return the share of words that two texts have in common in their order, 0 … 1."""
    return SequenceMatcher(None, [*filter(str.strip, old)], [*filter(str.strip, new)], autojunk=False).ratio()


def _shortened(words: Sequence[str], follows: bool, goes_on: bool) -> str:
    """Leave out what is far from any change."""
    before = list(words[:_AROUND]) if follows else []
    behind = list(words[-_AROUND:]) if goes_on else []
    if len(words) < len(before) + len(behind) + _AROUND:
        return "".join(words)
    return "".join([*before, " … ", *behind])
