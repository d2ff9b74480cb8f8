"""Dates in a question, as whole numbers such as 20060916, and spans of years as tests."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.language.lexicon import alternatives
from core.language.periods import Span
from core.stores.library_plan import Test

_MONTHS = {
    name.lower(): number
    for names in (calendar.month_name, calendar.month_abbr)
    for number, name in enumerate(names)
    if name
} | {"sept": 9}
_MONTH = rf"(?P<month>{alternatives(_MONTHS)})\b\.?"
_YEAR = r"(?P<year>1\d{3}|20\d{2})(?!\d)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?(?!\d)"
_QUARTERS = {
    word: number
    for number, words in enumerate(("first 1st", "second 2nd", "third 3rd", "fourth 4th last"), 1)
    for word in words.split()
}
_QUARTER = re.compile(
    rf"(?i)\b(?:(?:in\s+)?the\s+)?(?:(?P<quarter>{alternatives(_QUARTERS)})\s+quarter|q\s?(?P<short>[1-4]))\s+(?:of\s+)?{_YEAR}"
)
_HALF = re.compile(
    rf"(?i)\b(?:(?:in\s+)?the\s+)?(?:(?P<half>first|second|1st|2nd|last)\s+half|h\s?(?P<short>[12]))\s+(?:of\s+)?{_YEAR}"
)
_MONTHS_OF_A_YEAR = re.compile(
    rf"(?i)\b(?:(?:from|between)\s+)?{_MONTH}\s*(?:to|through|until|till|and|up\s+to|[-–—])\s*"
    rf"{_MONTH.replace('month', 'last')}(?:,?\s+(?:of\s+)?{_YEAR})?"
)
_PATTERNS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}",
        rf"\b{_MONTH}\s+(?:the\s+)?{_DAY},?\s+{_YEAR}",
        rf"\b{_YEAR}-(?P<monthnumber>\d{{2}})-{_DAY}",
        rf"\b(?P<monthnumber>\d{{1,2}})/{_DAY}/{_YEAR}",
        rf"\b{_MONTH},?\s+(?:of\s+)?{_YEAR}",
        rf"\b(?:the\s+month\s+of\s+|month\s+of\s+){_MONTH}",
        rf"\b(?:(?:in\s+|during\s+|of\s+)(?:a\s+|an\s+|any\s+|every\s+)?|any\s+|every\s+|each\s+){_MONTH}(?!\s+\d)",
        rf"\b{_MONTH}(?=\s+(?:releases|books|publications|titles))",
    )
]


class Dates(NamedTuple):
    """A date or a month of a year, from `low` to `high`; with `month_only` the month of any year, 1 to 12."""

    low: int
    high: int
    start: int
    end: int
    month_only: bool


def _end(month: int) -> int:
    """Return the last day of a month such as 20030900."""
    year, number = divmod(month // 100, 100)
    return month + calendar.monthrange(year, number)[1]


def dates_in(text: str) -> Iterator[Dates]:
    """Read dates, months of a year, and months of whatever year."""
    taken: list[tuple[int, int]] = []
    for match in _QUARTER.finditer(text):
        number = int(match["short"] or _QUARTERS[match["quarter"].lower()])
        base = int(match["year"]) * 10_000
        taken.append(match.span())
        yield Dates(base + (3 * number - 2) * 100 + 1, _end(base + 3 * number * 100), *match.span(), False)
    for match in _HALF.finditer(text):
        is_first = match["short"] == "1" or str(match["half"]).lower() in ("first", "1st")
        base = int(match["year"]) * 10_000
        taken.append(match.span())
        yield Dates(base + (101 if is_first else 701), base + (630 if is_first else 1231), *match.span(), False)
    for match in _MONTHS_OF_A_YEAR.finditer(text):
        first, last = (_MONTHS[match[name].lower()] for name in ("month", "last"))
        if first > last or not match["month"][:1].isupper():
            continue
        taken.append(match.span())
        if match["year"]:
            base = int(match["year"]) * 10_000
            yield Dates(base + first * 100 + 1, _end(base + last * 100), *match.span(), False)
        else:
            yield Dates(first, last, *match.span(), True)
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < other_end and other_start < end for other_start, other_end in taken):
                continue
            said = match.groupdict()
            month = int(said["monthnumber"]) if said.get("monthnumber") else _MONTHS[str(said["month"]).lower()]
            if month > 12:
                continue
            if not said.get("year"):
                if str(said["month"])[:1].isupper() or "month" in match.group().lower():
                    taken.append((start, end))
                    yield Dates(month, month, start, end, True)
                continue
            taken.append((start, end))
            base = int(str(said["year"])) * 10_000 + month * 100
            day = int(said["day"]) if said.get("day") else 0
            yield Dates(base + (day or 1), base + day if day else _end(base), start, end, False)


def time_tests(column: str, spans: Sequence[Span]) -> tuple[tuple[Test, ...], ...]:
    """Return alternatives, a test for each span."""
    return tuple((Test(column=column, how="between", low=low, high=high),) for low, high in spans)
