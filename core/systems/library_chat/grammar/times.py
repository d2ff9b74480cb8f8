"""Dates in a question, as whole numbers such as 20060916, and spans of years as tests."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
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
_DAYS = {"christmas": 1225, "boxing": 1226, "new year's": 101, "valentine's": 214}
_NAMED_DAY = re.compile(
    rf"(?i)\b(?:on\s+)?(?P<name>{alternatives(_DAYS).replace(chr(39), chr(39) + '?')})\s+day(?:\s+(?:of\s+)?{_YEAR})?\b"
)
_PATTERNS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}",
        rf"\b{_MONTH}\s+(?:the\s+)?{_DAY},?\s+{_YEAR}",
        rf"\b{_YEAR}-(?P<monthnumber>\d{{2}})-{_DAY}",
        rf"\b(?P<monthnumber>\d{{1,2}})/{_DAY}/{_YEAR}",
        rf"\b{_MONTH},?\s+(?:of\s+)?{_YEAR}",
        rf"\b{_DAY}\s+(?:of\s+)?{_MONTH}(?!,?\s+\d)",
        rf"\b{_MONTH}\s+(?:the\s+)?{_DAY}(?!,?\s+\d)",
        rf"\b(?:the\s+month\s+of\s+|month\s+of\s+){_MONTH}",
        rf"\b(?:(?:in\s+|during\s+|of\s+)(?:a\s+|an\s+|any\s+|every\s+)?|any\s+|every\s+|each\s+){_MONTH}(?!\s+\d)",
        rf"\b{_MONTH}(?=\s+(?:releases|books|publications|titles))",
    )
]


class Dates(NamedTuple):
    """A date or a month of a year, from `low` to `high`; with `month_only` the month of any year, 1 to 12. A day of any
    year is its month and day, 1225.
    """

    low: int
    high: int
    start: int
    end: int
    month_only: bool


def _end(month: int) -> int:
    """Return the last day of a month such as 20030900."""
    year, number = divmod(month // 100, 100)
    return month + calendar.monthrange(year, number)[1]


def day_before(day: int) -> int:
    """Return the day before 20030901: 20030831."""
    return _moved(day, -1)


def day_after(day: int) -> int:
    """Return the day after 20030831: 20030901."""
    return _moved(day, 1)


def _moved(day: int, by: int) -> int:
    try:
        moved = date(day // 10_000, day // 100 % 100, day % 100) + timedelta(days=by)
    except ValueError:  # 31 June
        return day + by
    return moved.year * 10_000 + moved.month * 100 + moved.day


def _parts_of_years(text: str) -> Iterator[Dates]:
    """Read “the third quarter of 2004”, “the first half of 2006”."""
    for match in _QUARTER.finditer(text):
        last = 3 * int(match["short"] or _QUARTERS[match["quarter"].lower()])
        yield _months(int(match["year"]), last - 2, last, match)
    for match in _HALF.finditer(text):
        last = 6 if match["short"] == "1" or str(match["half"]).lower() in ("first", "1st") else 12
        yield _months(int(match["year"]), last - 5, last, match)


def _months_together(text: str) -> Iterator[Dates]:
    """Read “from March to May 2003”, “January through June”."""
    for match in _MONTHS_OF_A_YEAR.finditer(text):
        first, last = (_MONTHS[match[name].lower()] for name in ("month", "last"))
        if first > last or not match["month"][:1].isupper():
            continue
        if match["year"]:
            yield _months(int(match["year"]), first, last, match)
        else:
            yield Dates(first, last, *match.span(), True)


def _named_days(text: str) -> Iterator[Dates]:
    """Read “Valentine's Day 2006”, “Christmas Day”."""
    for match in _NAMED_DAY.finditer(text.replace("’", "'")):
        name = " ".join(match["name"].lower().split())
        day = next(day for known, day in _DAYS.items() if known.replace("'", "") == name.replace("'", ""))
        day += int(match["year"]) * 10_000 if match["year"] else 0
        yield Dates(day, day, *match.span(), False)


def _months(year: int, first: int, last: int, match: re.Match[str]) -> Dates:
    base = year * 10_000
    return Dates(base + first * 100 + 1, _end(base + last * 100), *match.span(), False)


def dates_in(text: str) -> Iterator[Dates]:
    """Read dates, months of a year, and months of whatever year."""
    taken: list[tuple[int, int]] = []
    for found in (*_parts_of_years(text), *_months_together(text), *_named_days(text)):
        taken.append((found.start, found.end))
        yield found
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < other_end and other_start < end for other_start, other_end in taken):
                continue
            if (date_there := _date_of(match)) is not None:
                taken.append((start, end))
                yield date_there


def _date_of(match: re.Match[str]) -> Dates | None:
    """Return the date, the month of a year, or the day or month of any year that stands there."""
    said = match.groupdict()
    month = int(said["monthnumber"]) if said.get("monthnumber") else _MONTHS[str(said["month"]).lower()]
    day = int(said["day"]) if said.get("day") else 0
    if month > 12:
        return None
    if said.get("year"):
        base = int(str(said["year"])) * 10_000 + month * 100
        return Dates(base + (day or 1), base + day if day else _end(base), *match.span(), False)
    month_said = str(said["month"])
    is_clear = (
        month_said[:1].isupper() or "month" in match.group().lower() or (day and month_said not in ("may", "march"))
    )
    if not is_clear:
        return None  # “which 3 may be”
    return (
        Dates(month * 100 + day, month * 100 + day, *match.span(), False)
        if day
        else Dates(month, month, *match.span(), True)
    )


def time_tests(column: str, spans: Sequence[Span]) -> tuple[tuple[Test, ...], ...]:
    """Return alternatives, a test for each span."""
    return tuple((Test(column=column, how="between", low=low, high=high),) for low, high in spans)
