"""Years and periods in a text: "after 2018", "from the 1950s", "before the millennium", "the 1960s or 1970s"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from core.language.lexicon import alternatives, word_groups
from core.language.numbers import COUNT, ORDINALS, TENS, number

Span = tuple[int | None, int | None]
"""First and last year, inclusive; None is open."""

_MILLENNIUM = 2000  # the year by which people part "before" and "after the millennium"
_GROUPS = word_groups("period_words")
_DECADES = {f"{word[:-1]}ies": value for word, value in TENS.items()} | {"noughties": 0, "aughts": 0}  # "fifties"
_CENTURIES = {word: value for word, value in ORDINALS.items() if value > 9} | {"twenty-first": 21, "twenty first": 21}
_PARTS = {
    "early": (0.0, 0.4),
    "mid": (0.3, 0.7),
    "late": (0.6, 1.0),
    "first half": (0.0, 0.5),
    "second half": (0.5, 1.0),
}


@dataclass(frozen=True)
class Period:
    """What some words say of the year: `text[start:end]`, and the spans of years that they allow, in order.

    There is one span but for "from the 1950s or 1970s" and "before 1950 or after 2000".
    """

    spans: tuple[Span, ...]
    start: int
    end: int


def periods(text: str, known: tuple[int, int] | None = None, today: int | None = None) -> list[Period]:
    """Read the years and periods in a text, in order. `known` are first and last year: they tell which 20s are meant.

    "after" and "before" leave the year itself out, "since", "from … on" and "until" take it in. Periods that "or" joins
    are one, and so are those that "and" joins where none is a bound: "in the 1960s and 1970s", but "after 1950 and
    before 1960" are two, which both hold.
    """
    found: list[_Part] = []
    for meaning, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if all(match.end() <= other.start or match.start() >= other.end for other in found):
                span = _span(meaning, match, known, today or datetime.now(UTC).year)
                found.append(_Part(span, match.start(), match.end(), meaning in _CLOSED))
    return list(_joined(text, sorted(found, key=lambda part: part.start)))


def ages(text: str, today: int | None = None) -> list[Period]:
    """Read how old things are to be, as when they came to be: "older than 20 years" is before the year 20 years ago."""
    now = today or datetime.now(UTC).year
    found: list[Period] = []
    for meaning, pattern in _AGES:
        for match in pattern.finditer(text):
            year = now - round(number(match["count"]) or 1) * (10 if match["unit"].lower() == "decades" else 1)
            if all(match.end() <= other.start or match.start() >= other.end for other in found):
                found.append(Period((_bounded(meaning, year, year),), *match.span()))
    return sorted(found, key=lambda period: period.start)


# --- one period -------------------------------------------------------------------------------------------------------

_NO_YEAR = r"['’]?s\b|\d|,\d|\s*(?:-\s*)?pages?\b"  # behind 1950: a decade, a longer number, a length
_NEXT_YEAR = r"\s+(?:the\s+)?\S*\d"  # behind "1950 or after": the "after" belongs to the year that follows
_TIME = (
    r"(?:the\s+)?(?:years?\s+)?(?:(?P<part{n}>early|mid|late|(?:first|second)\s+half)[\s-]+(?:of\s+)?(?:the\s+)?)?(?:"
    rf"(?P<century{{n}}>\d{{{{2}}}}(?=(?:th|st|nd|rd)\s+century)|(?:{alternatives(_CENTURIES)})(?=[\s-]+century))"
    r"(?:th|st|nd|rd)?[\s-]+century"
    r"|(?P<decade{n}>(?:1\d|20)\d0|['’]?\d0)['’]?s\b"
    rf"|(?:nineteen[\s-]*)?(?P<spoken{{n}}>{alternatives(_DECADES)})\b"
    rf"|(?P<year{{n}}>1[0-9]\d\d|20\d\d)(?!{_NO_YEAR}))"
)
_TURN = r"(?:the\s+)?(?:turn\s+of\s+the\s+)?(?P<turn>millenn?ium)\b"


def _time(place: int) -> str:
    return _TIME.format(n=place)


_SINCE, _ONWARDS, _UNTIL, _AFTER, _BEFORE = (
    rf"(?:{alternatives(_GROUPS[kind])})" for kind in ("since", "onwards", "until", "after", "before")
)
_BOUND = rf"(?:{_time(1)}|{_TURN})"
_LAST = rf"(?:in|from|over|within|during|of)?\s*the\s+(?:last|past)\s+(?P<count>{COUNT})\s+(?P<unit>years|decades)"
_THROUGH = r"(?:(?:and\s+)?up\s+to|to|until|till|through|-|–)(?:\s+and\s+including)?"
_CLOSED = ("between", "last", "this", "in")  # they bound nothing, but say when
_PATTERNS = [
    (meaning, re.compile(pattern, re.IGNORECASE))
    for meaning, pattern in (
        ("between", rf"\bbetween\s+{_time(1)}\s*(?:and|to|-|–)\s*{_time(2)}"),
        ("between", rf"\b(?:from\s+|in\s+)?{_time(1)}\s*{_THROUGH}\s*{_time(2)}"),
        ("from", rf"\b(?:{_SINCE}|from)\s+{_BOUND}\s*{_ONWARDS}\b(?!{_NEXT_YEAR})"),
        ("from", rf"\b{_SINCE}\s+{_BOUND}"),
        ("from", rf"\b(?:in\s+)?{_time(1)}\s+(?:onwards?|(?:or|and)\s+(?:later|newer|after))\b(?!{_NEXT_YEAR})"),
        ("until", rf"\b(?:in\s+)?{_time(1)}\s+(?:or|and)\s+(?:earlier|before|older)\b(?!{_NEXT_YEAR})"),
        ("until", rf"\b{_UNTIL}\s+{_BOUND}"),
        ("after", rf"\b{_AFTER}[\s-]+{_BOUND}"),
        ("before", rf"\b{_BEFORE}[\s-]+{_BOUND}"),
        ("last", rf"\b{_LAST}\b"),
        (
            "this",
            r"\b(?:from|in|of)?\s*(?:the\s+)?(?P<which>this|last|current|present|previous)\s+(?P<unit2>year|decade|century|millennium)\b",
        ),
        ("in", rf"\b(?:(?:in|from|of|during|dating\s+from)\s+)?{_time(1)}"),
    )
]


_AGE = rf"(?P<count>{COUNT})\s+(?P<unit>years|decades)(?:\s+old)?"
_OLD = rf"(?={COUNT}\s+(?:years|decades)\s+old\b)"  # “over 20 years” alone is no age
_AGES = [
    (meaning, re.compile(rf"\b(?:(?:{than})\s+|(?:{amount})\s+{_OLD}){_AGE}\b", re.IGNORECASE))
    for meaning, than, amount in (
        ("until", r"(?:no|not)\s+(?:younger|newer)\s+than", r"at\s+least|no\s+less\s+than"),
        ("from", r"(?:no|not)\s+older\s+than", r"at\s+most|no\s+more\s+than"),
        ("before", r"older\s+than", r"more\s+than|over"),
        ("after", r"(?:younger|newer)\s+than", r"less\s+than|under"),
    )
]


def _span(meaning: str, match: re.Match[str], known: tuple[int, int] | None, now: int) -> Span:
    if meaning == "last":
        ago = number(match["count"]) or 1
        return now - ago * (10 if match["unit"].lower() == "decades" else 1), now
    if meaning == "this":
        size = {"year": 1, "decade": 10, "century": 100, "millennium": 1000}[match["unit2"].lower()]
        low = now // size * size - (size if match["which"].lower() in ("last", "previous") else 0)
        return low, low + size - 1
    first, last = _years(match, 1, known)
    if meaning == "between":
        earlier, later = sorted(((first, last), _years(match, 2, known)))
        return earlier[0], later[1]
    return _bounded(meaning, first, last)


def _bounded(meaning: str, first: int, last: int) -> Span:
    bounded: dict[str, Span] = {
        "from": (first, None),
        "until": (None, last),
        "after": (last + 1, None),
        "before": (None, first - 1),
        "in": (first, last),
    }
    return bounded[meaning]


def _years(match: re.Match[str], place: int, known: tuple[int, int] | None) -> tuple[int, int]:
    """First and last year of a year, a decade, a century or a part of one."""
    if match.groupdict().get("turn"):
        return _MILLENNIUM, _MILLENNIUM
    if year := match[f"year{place}"]:
        return int(year), int(year)
    if century := match[f"century{place}"]:
        count = int(century) if century.isdigit() else _CENTURIES[" ".join(century.lower().split())]
        low, size = (count - 1) * 100 + 1, 100
    else:
        decade = match[f"decade{place}"]
        figures = decade.strip("'’") if decade else str(_DECADES[match[f"spoken{place}"].lower()])
        low, size = (int(figures) if len(figures) == 4 else _century_of(int(figures), known)), 10
    begins, ends = _PARTS.get((match[f"part{place}"] or "").lower(), (0.0, 1.0))
    return low + round(size * begins), low + round(size * ends) - 1


def _century_of(decade: int, known: tuple[int, int] | None) -> int:
    """1950 for 50: the last such decade that begins within the known years, or else the usual one."""
    choices = (2000 + decade, 1900 + decade)
    if known:
        within = [year for year in choices if known[0] - 9 <= year <= known[1]]
        if within:
            return within[0]
    return choices[0] if decade < 30 else choices[1]


# --- several that are one ---------------------------------------------------------------------------------------------

_OR = re.compile(r"\s*(?:,\s*)?\b(?:or|and/or)\s+(?:(?:also|even|maybe|perhaps|either)\s+)?", re.IGNORECASE)
_AND = re.compile(r"\s*(?:,|(?:,\s*)?\band\s+(?:also\s+)?)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class _Part:
    span: Span
    start: int
    end: int
    closed: bool


def _joined(text: str, parts: Sequence[_Part]) -> Iterator[Period]:
    group: list[_Part] = []
    for part in parts:
        if group and not _belongs(text[group[-1].end : part.start], group[-1], part):
            yield _period(group)
            group = []
        group.append(part)
    if group:
        yield _period(group)


def _belongs(between: str, one: _Part, other: _Part) -> bool:
    return bool(_OR.fullmatch(between) or (one.closed and other.closed and _AND.fullmatch(between)))


def _period(group: Sequence[_Part]) -> Period:
    return Period(tuple(_united([part.span for part in group])), group[0].start, group[-1].end)


def _united(spans: Sequence[Span]) -> list[Span]:
    """Return the same years in as few spans as there can be: the 1960s and the 1970s are 1960 to 1979."""
    united: list[Span] = []
    for low, high in sorted(spans, key=lambda span: (span[0] is not None, span[0] or 0)):
        if united:
            before_low, before = united[-1]
            if before is None or low is None or low <= before + 1:
                united[-1] = (before_low, None if before is None or high is None else max(before, high))
                continue
        united.append((low, high))
    return united
