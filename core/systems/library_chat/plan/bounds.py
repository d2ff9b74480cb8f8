"""Years and numbers of pages in a question, as bounds: "after 2018", "from the 1950s", "under 300 pages"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from core.language.comparators import OR_LESS, OR_MORE, comparing
from core.language.numbers import COUNT, number
from core.language.periods import Span, periods

_NEAR = 0.1  # "about 300 pages" is 270 to 330


@dataclass(frozen=True)
class Bound:
    """What some words of a question ask of the year or the length; `low` and `high` are inclusive, None is open.

    `start` and `end` are where the words stand; `gaps` are years within that are not meant: "the 1950s or 1970s".
    """

    kind: Literal["year", "pages"]
    low: int | None
    high: int | None
    start: int
    end: int
    gaps: tuple[int, ...] = ()


def years(text: str, known: tuple[int, int] | None = None, today: int | None = None) -> list[Bound]:
    """Return the bounds on the year in a text, in order. `known` are the catalogue's years: they tell which 20s are
    meant."""
    return [
        Bound("year", found.spans[0][0], found.spans[-1][1], found.start, found.end, found.gaps)
        for found in periods(text, known, today)
    ]


_N = rf"(?P<n>{COUNT})"
_M = rf"(?P<m>{COUNT})"
_P = r"[\s-]*(?:pages?|pp\.?)\b(?:\s+long\b)?"
_WITH = r"(?:(?:with|of|having)\s+)?"
_ALONE = rf"(?!\s+{COUNT})"  # "over 100 pages and under 300" has two bounds
_LESS, _MORE = comparing("less"), comparing("more")
_MOST = rf"{comparing('most')}|maximum|max"
_LEAST = rf"{comparing('least')}|minimum|min"
_PAGES: tuple[tuple[str, str], ...] = (
    ("between", rf"\b{_WITH}between\s+{_N}(?:{_P})?\s*(?:and|to|-|–)\s*{_M}{_P}"),
    ("between", rf"\b{_WITH}(?:from\s+)?{_N}\s*(?:to|-|–)\s*{_M}{_P}"),
    ("most", rf"\b{_WITH}(?:{_MOST})\s+{_N}{_P}"),
    ("least", rf"\b{_WITH}(?:{_LEAST})\s+{_N}{_P}"),
    ("most", rf"\b{_WITH}{_N}{_P}\s+(?:or|and)\s+(?:{OR_LESS})\b{_ALONE}"),
    ("least", rf"\b{_WITH}{_N}{_P}\s+(?:or|and)\s+(?:{OR_MORE})\b{_ALONE}"),
    ("least", rf"\b{_WITH}{_N}\s+(?:or|and)\s+more{_P}"),
    ("most", rf"\b{_WITH}{_N}\s+(?:or|and)\s+(?:less|fewer){_P}"),
    ("least", rf"\b{_WITH}{_N}\+{_P}"),
    ("less", rf"\b{_WITH}(?:{_LESS})\s+{_N}{_P}"),
    ("more", rf"\b{_WITH}(?:{_MORE})\s+{_N}{_P}"),
    ("near", rf"\b{_WITH}(?:{comparing('about')})\s+{_N}{_P}"),
    ("less", rf"\b(?:shorter|thinner)\s+than\s+{_N}(?!\s*(?:books?|genres?|authors?)\b)"),
    ("more", rf"\b(?:longer|thicker)\s+than\s+{_N}(?!\s*(?:books?|genres?|authors?)\b)"),
    ("same", rf"\b{_WITH}(?:exactly\s+)?{_N}{_P}"),
)
_PAGE_PATTERNS = [(meaning, re.compile(pattern, re.IGNORECASE)) for meaning, pattern in _PAGES]


def pages(text: str) -> list[Bound]:
    """Return the bounds on the number of pages in a text, in order; "under" and "over" leave the number itself out."""
    found: list[Bound] = []  # what one pattern has taken no later one sees
    for meaning, pattern in _PAGE_PATTERNS:
        for match in pattern.finditer(text):
            span = _span_of_pages(meaning, match)
            free = all(match.end() <= other.start or match.start() >= other.end for other in found)
            if span is not None and free:
                found.append(Bound("pages", *span, match.start(), match.end()))
    return sorted(found, key=lambda bound: bound.start)


def _span_of_pages(meaning: str, match: re.Match[str]) -> Span | None:
    count = number(match["n"])
    if count is None:
        return None
    if meaning == "between":
        low, high = sorted((count, number(match["m"]) or count))
        return low, high
    return {
        "most": (None, count),
        "least": (count, None),
        "less": (None, count - 1),
        "more": (count + 1, None),
        "near": (round(count * (1 - _NEAR)), round(count * (1 + _NEAR))),
        "same": (count, count),
    }[meaning]
