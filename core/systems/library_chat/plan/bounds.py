"""Years and numbers of pages in a question, as bounds: "after 2018", "from the 1950s", "under 300 pages"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

_UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
NUMBER_WORDS: Mapping[str, int] = {
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: 10 * value for value, word in enumerate(_TENS, start=2)},
}
_DECADES = {f"{word[:-1]}ies": 10 * value for value, word in enumerate(_TENS, start=2)}  # "fifties"
_CENTURIES = {"eighteenth": 18, "nineteenth": 19, "twentieth": 20, "twenty-first": 21, "twenty first": 21}
_SPOKEN = rf"(?:{'|'.join(NUMBER_WORDS)}|hundred|thousand)"
_NUMBER = rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,5}}|(?:(?:{_SPOKEN}|and|a)[ -]?)*{_SPOKEN})"
_NEAR = 0.1  # "about 300 pages" is 270 to 330


@dataclass(frozen=True)
class Bound:
    """What some words of a question ask of the year or the length; `low` and `high` are inclusive, None is open.

    `start` and `end` are where the words stand.
    """

    kind: Literal["year", "pages"]
    low: int | None
    high: int | None
    start: int
    end: int


def number(said: str) -> int | None:
    """A number in figures ("1,200") or in words ("three hundred and fifty"); None for anything else."""
    plain = said.strip().lower().replace(",", "")
    if plain.isdigit():
        return int(plain)
    total, hundreds, seen = 0, 0, False
    for word in re.split(r"[\s-]+", plain):
        if word in NUMBER_WORDS:
            hundreds += NUMBER_WORDS[word]
        elif word == "hundred":
            hundreds = max(hundreds, 1) * 100
        elif word == "thousand":
            total, hundreds = total + max(hundreds, 1) * 1000, 0
        elif word not in ("and", "a"):
            return None
        seen = seen or word not in ("and", "a")
    return total + hundreds if seen else None


# --- years ------------------------------------------------------------------------------------------------------------

_DECADE_WORD = "|".join(_DECADES)
_CENTURY_WORD = "|".join(_CENTURIES)
_TIME = (
    r"(?:the\s+)?(?:years?\s+)?(?:(?P<part{n}>early|mid|late)[\s-]+)?(?:"
    rf"(?P<century{{n}}>\d{{{{2}}}}(?=(?:th|st|nd|rd)\s+century)|(?:{_CENTURY_WORD})(?=[\s-]+century))(?:th|"
    rf"st|nd|rd)?[\s-]+century"
    r"|(?P<decade{n}>(?:1\d|20)\d0|['’]?\d0)['’]?s\b"
    rf"|(?:nineteen[\s-]*)?(?P<spoken{{n}}>{_DECADE_WORD})\b"
    r"|(?P<year{n}>1[0-9]\d\d|20\d\d)(?!['’]?s\b|\d|,\d|\s*(?:-\s*)?pages?\b))"
)


def _time(place: int) -> str:
    return _TIME.format(n=place)


_SINCE = r"(?:since|not\s+before|no\s+earlier\s+than|not\s+(?:earlier|older)\s+than|starting\s+(?:in|from))"
_ONWARDS = r"(?:on(?:wards?)?\b|(?:and|or)\s+(?:later|newer|after)\b|up\b)"
_UNTIL = r"(?:until|till|up\s+to|no\s+later\s+than|not\s+later\s+than|not\s+after|not\s+newer\s+than|through)"
_AFTER = r"(?:after|later\s+than|newer\s+than|more\s+recent(?:ly)?\s+than|younger\s+than|past|post)"
_BEFORE = r"(?:before|earlier\s+than|older\s+than|prior\s+to|preceding|pre)"
_LAST = rf"(?:in|from|over|within|during|of)?\s*the\s+(?:last|past)\s+(?P<count>{_NUMBER})\s+(?P<unit>years|decades)"
_YEARS: tuple[tuple[str, str], ...] = (
    ("between", rf"\bbetween\s+{_time(1)}\s*(?:and|to|-|–)\s*{_time(2)}"),
    ("between", rf"\b(?:from\s+|in\s+)?{_time(1)}\s*(?:to|until|till|through|-|–)\s*{_time(2)}"),
    ("from", rf"\b(?:{_SINCE}|from)\s+{_time(1)}\s*{_ONWARDS}"),
    ("from", rf"\b{_SINCE}\s+{_time(1)}"),
    ("from", rf"\b(?:in\s+)?{_time(1)}\s+(?:onwards?|(?:or|and)\s+(?:later|newer|after))\b"),
    ("until", rf"\b(?:in\s+)?{_time(1)}\s+(?:or|and)\s+(?:earlier|before|older)\b"),
    ("until", rf"\b{_UNTIL}\s+{_time(1)}"),
    ("after", rf"\b{_AFTER}[\s-]+{_time(1)}"),
    ("before", rf"\b{_BEFORE}[\s-]+{_time(1)}"),
    ("last", rf"\b{_LAST}\b"),
    ("this", r"\b(?:from|in|of)?\s*(?P<which>this|last)\s+(?P<unit2>year|decade|century)\b"),
    ("in", rf"\b(?:(?:in|from|of|during|dating\s+from)\s+)?{_time(1)}"),
)
_YEAR_PATTERNS = [(meaning, re.compile(pattern, re.IGNORECASE)) for meaning, pattern in _YEARS]


def years(text: str, known: tuple[int, int] | None = None, today: int | None = None) -> list[Bound]:
    """The bounds on the year in a text, in order. `known` are the catalogue's years: they tell which 20s are meant.

    "after" and "before" leave the year itself out, "since", "from … on" and "until" take it in.
    """
    now = today or datetime.now(UTC).year
    return list(_find(text, _YEAR_PATTERNS, "year", lambda meaning, match: _span_of_years(meaning, match, known, now)))


def _span_of_years(
    meaning: str, match: re.Match[str], known: tuple[int, int] | None, now: int
) -> tuple[int | None, int | None] | None:
    if meaning == "last":
        count = number(match["count"]) or 1
        return now - count * (10 if match["unit"].lower() == "decades" else 1), now
    if meaning == "this":
        size = {"year": 1, "decade": 10, "century": 100}[match["unit2"].lower()]
        low = now // size * size - (size if match["which"].lower() == "last" else 0)
        return low, low + size - 1
    first = _period(match, 1, known)
    if meaning == "between":
        earlier, later = sorted((first, _period(match, 2, known)))
        return earlier[0], later[1]
    open_or_closed = {
        "from": (first[0], None),
        "until": (None, first[1]),
        "after": (first[1] + 1, None),
        "before": (None, first[0] - 1),
        "in": first,
    }
    return open_or_closed[meaning]


def _period(match: re.Match[str], place: int, known: tuple[int, int] | None) -> tuple[int, int]:
    """First and last year of a year, a decade, a century or a part of one."""
    if said := match[f"year{place}"]:
        return int(said), int(said)
    if said := match[f"century{place}"]:
        count = int(said) if said.isdigit() else _CENTURIES[said.lower()]
        low, size = (count - 1) * 100 + 1, 100
    else:
        decade = match[f"decade{place}"]
        figures = decade.strip("'’") if decade else str(_DECADES[match[f"spoken{place}"].lower()])
        low, size = (int(figures) if len(figures) == 4 else _century_of(int(figures), known)), 10
    third = {"early": (0, 0.4), "mid": (0.3, 0.7), "late": (0.6, 1)}.get((match[f"part{place}"] or "").lower(), (0, 1))
    return low + round(size * third[0]), low + round(size * third[1]) - 1


def _century_of(decade: int, known: tuple[int, int] | None) -> int:
    """1950 for 50: the last such decade that begins within the catalogue, or else the usual one."""
    choices = (2000 + decade, 1900 + decade)
    if known:
        within = [year for year in choices if known[0] - 9 <= year <= known[1]]
        if within:
            return within[0]
    return choices[0] if decade < 30 else choices[1]


# --- pages ------------------------------------------------------------------------------------------------------------

_N = rf"(?P<n>{_NUMBER})"
_P = r"[\s-]*(?:pages?|pp\.?)\b(?:\s+long\b)?"
_WITH = r"(?:(?:with|of|having)\s+)?"
_LESS = r"(?:under|below|less\s+than|fewer\s+than|shorter\s+than|not\s+reaching|beneath|thinner\s+than)"
_MORE = r"(?:over|above|more\s+than|longer\s+than|greater\s+than|exceeding|beyond|thicker\s+than|upwards?\s+of)"
_MOST = (
    r"(?:at\s+most|up\s+to|no\s+more\s+than|not\s+more\s+than|no\s+longer\s+than|not\s+longer\s+than|"
    r"not\s+over|a\s+maximum\s+of|maximum|max|not\s+exceeding)"
)
_LEAST = (
    r"(?:at\s+least|no\s+(?:fewer|less)\s+than|not\s+(?:less|fewer|under|shorter)\s+than|no\s+shorter\s+than|"
    r"a\s+minimum\s+of|minimum|min)"
)
_PAGES: tuple[tuple[str, str], ...] = (
    ("between", rf"\b{_WITH}between\s+{_N}(?:{_P})?\s*(?:and|to|-|–)\s*(?P<m>{_NUMBER}){_P}"),
    ("between", rf"\b{_WITH}(?:from\s+)?{_N}\s*(?:to|-|–)\s*(?P<m>{_NUMBER}){_P}"),
    ("most", rf"\b{_WITH}{_MOST}\s+{_N}{_P}"),
    ("least", rf"\b{_WITH}{_LEAST}\s+{_N}{_P}"),
    ("most", rf"\b{_WITH}{_N}{_P}\s+(?:or|and)\s+(?:less|fewer|shorter|under|below)\b"),
    ("least", rf"\b{_WITH}{_N}{_P}\s+(?:or|and)\s+(?:more|longer|over|above|up)\b"),
    ("least", rf"\b{_WITH}{_N}\s+(?:or|and)\s+more{_P}"),
    ("most", rf"\b{_WITH}{_N}\s+(?:or|and)\s+(?:less|fewer){_P}"),
    ("least", rf"\b{_WITH}{_N}\+{_P}"),
    ("less", rf"\b{_WITH}{_LESS}\s+{_N}{_P}"),
    ("more", rf"\b{_WITH}{_MORE}\s+{_N}{_P}"),
    ("near", rf"\b{_WITH}(?:about|around|roughly|approximately|some|nearly|close\s+to)\s+{_N}{_P}"),
    ("less", rf"\b(?:shorter|thinner)\s+than\s+{_N}(?!\s*(?:books?|genres?|authors?)\b)"),
    ("more", rf"\b(?:longer|thicker)\s+than\s+{_N}(?!\s*(?:books?|genres?|authors?)\b)"),
    ("same", rf"\b{_WITH}(?:exactly\s+)?{_N}{_P}"),
)  # fmt: skip
_PAGE_PATTERNS = [(meaning, re.compile(pattern, re.IGNORECASE)) for meaning, pattern in _PAGES]


def pages(text: str) -> list[Bound]:
    """The bounds on the number of pages in a text, in order; "under" and "over" leave the number itself out."""
    return list(_find(text, _PAGE_PATTERNS, "pages", _span_of_pages))


def _span_of_pages(meaning: str, match: re.Match[str]) -> tuple[int | None, int | None] | None:
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


Span = tuple[int | None, int | None]


def _find(
    text: str,
    patterns: list[tuple[str, re.Pattern[str]]],
    kind: Literal["year", "pages"],
    span: Callable[[str, re.Match[str]], Span | None],
) -> Iterator[Bound]:
    """Every match, the patterns in their order; what one has taken no later one sees."""
    found: list[Bound] = []
    for meaning, pattern in patterns:
        for match in pattern.finditer(text):
            bounds = span(meaning, match)
            free = all(match.end() <= other.start or match.start() >= other.end for other in found)
            if bounds is not None and free:
                found.append(Bound(kind, *bounds, match.start(), match.end()))
    yield from sorted(found, key=lambda bound: bound.start)
