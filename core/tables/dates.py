"""Dates as people write them into a column: 9/16/2006, 16.9.2006, 2006-09-16, 16 Sept 2006; as numbers, 20060916.

Whether 3/4/2006 is in March or in April is decided by the whole column, from cells that can be read in one way only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache

_LANGUAGES = ("en", "de", "fr", "es", "it", "hi")
_TWO_WAYS = "the day or the month may stand first"
_SURE = 20  # times as many cells must say that days come first as say that months do, or the other way round
_YEAR = r"(?P<year>1\d{3}|20\d{2}|2100)"
_TIME = r"(?:[ T]\d{1,2}:\d{2}.*)?"
_YEAR_FIRST = re.compile(rf"{_YEAR}(?P<sign>[-/.])(?P<first>\d{{1,2}})(?P=sign)(?P<second>\d{{1,2}})\.?{_TIME}")
_YEAR_LAST = re.compile(rf"(?P<first>\d{{1,2}})(?P<sign>[-/.])\s?(?P<second>\d{{1,2}})(?P=sign)\s?{_YEAR}\.?{_TIME}")
_YEAR_MONTH = re.compile(rf"{_YEAR}[-/.](?P<month>\d{{1,2}})")
_MONTH_YEAR = re.compile(rf"(?P<month>\d{{1,2}})[-/.]{_YEAR}")
_NAME_YEAR = re.compile(rf"(?P<name>[^\W\d_]\S{{2,11}}?)\.?,?\s+(?:de\s+)?{_YEAR}", re.IGNORECASE)
_COMPACT = re.compile(rf"{_YEAR}(?P<first>\d{{2}})(?P<second>\d{{2}})")
_DAY_NAME_YEAR = re.compile(
    rf"(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?\s+(?:de\s+|of\s+)?(?P<name>[^\W\d_]\S{{2,11}}?)\.?,?\s+(?:de\s+)?{_YEAR}",
    re.IGNORECASE,
)
_NAME_DAY_YEAR = re.compile(rf"(?P<name>[^\W\d_]\S{{2,11}}?)\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+{_YEAR}", re.I)


@dataclass(frozen=True)
class ReadDate:
    """What a cell says of a day: the number 20060916, or why there is none; both are empty where it says nothing."""

    number: int | None = None
    problem: str = ""


@dataclass(frozen=True)
class ReadPeriod:
    """What a cell says of a time, as ISO 8601 to the day, the month or the year: 2006-09-16, 2006-09, 2006.

    `problem` is why there is none, or why there is no more of it.
    """

    iso: str = ""
    problem: str = ""


@dataclass(frozen=True)
class DateStyle:
    """Whether days stand before months where both are figures; None where the column does not tell."""

    day_first: bool | None

    @classmethod
    def of(cls, cells: Iterable[str]) -> DateStyle:
        """Judge by all cells of a column."""
        found = [match for cell in cells if (match := _YEAR_LAST.fullmatch(cell.strip()))]
        days = sum(int(match["first"]) > 12 or match["sign"] == "." for match in found)
        months = sum(int(match["second"]) > 12 and match["sign"] != "." for match in found)
        if days > months * _SURE:
            return cls(True)
        return cls(False) if months > days * _SURE else cls(None)

    def read(self, cell: str) -> ReadDate:
        """Return the day that a cell names."""
        text = " ".join(cell.split())
        if found := _YEAR_FIRST.fullmatch(text) or _COMPACT.fullmatch(text):
            return _day(found["year"], found["first"], found["second"])
        if found := _YEAR_LAST.fullmatch(text):
            return self._of_figures(found)
        found = _DAY_NAME_YEAR.fullmatch(text) or _NAME_DAY_YEAR.fullmatch(text)
        month = _months().get(found["name"].casefold().rstrip(".")) if found else None
        return _day(found["year"], str(month), found["day"]) if found and month else ReadDate()

    def read_period(self, cell: str) -> ReadPeriod:
        """Return the day, month or year that a cell names; of a day that may be one of two, its year."""
        text = " ".join(cell.split())
        if not text:
            return ReadPeriod()
        day = self.read(text)
        if day.number:
            return ReadPeriod(f"{day.number // 10000:04}-{day.number // 100 % 100:02}-{day.number % 100:02}")
        if day.problem == _TWO_WAYS and (found := _YEAR_LAST.fullmatch(text)):
            return ReadPeriod(found["year"], day.problem)
        if re.fullmatch(_YEAR, text):
            return ReadPeriod(text)
        month = 0
        if found := _YEAR_MONTH.fullmatch(text) or _MONTH_YEAR.fullmatch(text):
            month = int(found["month"])
        elif found := _NAME_YEAR.fullmatch(text):
            month = _months().get(found["name"].casefold().rstrip("."), 0)
        if found and 1 <= month <= 12:
            return ReadPeriod(f"{found['year']}-{month:02}")
        return ReadPeriod(problem=day.problem or "no date")

    def _of_figures(self, found: re.Match[str]) -> ReadDate:
        day, month = found["first"], found["second"]
        day_first = True if found["sign"] == "." else self.day_first
        if day_first is None and int(day) != int(month) and int(day) <= 12 and int(month) <= 12:
            return ReadDate(problem=_TWO_WAYS)
        if day_first is False or (day_first is None and int(month) > 12):
            day, month = month, day
        return _day(found["year"], month, day)


def _day(year: str, month: str, day: str) -> ReadDate:
    try:
        return ReadDate(int(date(int(year), int(month), int(day)).strftime("%Y%m%d")))
    except ValueError:
        return ReadDate(problem="there is no such day")


@cache
def _months() -> dict[str, int]:
    """Names of months and their short forms, as they stand in dates."""
    from babel.dates import get_month_names

    names = {
        name.casefold().rstrip("."): number
        for language in _LANGUAGES
        for width in ("wide", "abbreviated")
        for context in ("format", "stand-alone")
        for number, name in get_month_names(width, context, language).items()
    }
    return names | {"sept": 9}
