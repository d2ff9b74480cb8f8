"""What the cells of a column are worth: numbers with their unit, days, times of day. What is in doubt is not read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.language.lexicon import word_groups
from core.language.quantities import quantities

Kind = Literal["number", "day", "time", "text"]

_NO_VALUE = word_groups("no_value")["no value"]
_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: place for place, name in enumerate(_MONTH_NAMES, start=1)}
_MONTH = rf"(?P<name>{'|'.join(_MONTHS)})[a-z]*\.?"
_DAY_FORMS = [
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?P<year>\d{4})-(?P<month>\d\d?)(?:-(?P<day>\d\d?)(?:[T ]\d\d:\d\d\S*)?)?",
        r"(?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<year>\d{4})",
        rf"(?P<day>\d\d?)(?:st|nd|rd|th)?\.? (?:of )?{_MONTH},? (?P<year>\d{{4}})",
        rf"{_MONTH} (?P<day>\d\d?)(?:st|nd|rd|th)?,? (?P<year>\d{{4}})",
        rf"{_MONTH},? (?P<year>\d{{4}})",
    )
]
_SLASHES = re.compile(r"(\d\d?)/(\d\d?)/(\d{4})")
_YEAR = re.compile(r"1\d{3}|20\d\d")
_TIME = re.compile(r"(?P<hour>\d\d?)(?:[:.](?P<minute>\d\d))?\s?(?P<half>[ap]\.?m\.?)?", re.IGNORECASE)
_TIMES_WITHIN = re.compile(r"\b\d\d?:\d\d(?:\s?[ap]\.?m\b)?|\b\d\d?\s?[ap]\.?m\b", re.IGNORECASE)
_YEARS_WITHIN = re.compile(r"(?<![\w.,])(?:1\d{3}|20\d\d)(?![\w%]|[.,]\d|\s*[€$£])")
_LAST_MONTH, _LAST_DAY, _LAST_HOUR = 12, 31, 24
DAYS_OF_A_MONTH, DAYS_OF_A_YEAR = 31, 12 * 31
_WRITTEN = re.compile(r"(?:\d{1,3}(?:['’\s\u00a0\u202f]\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+")
_AS_THOUSANDS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}([.,])\d{3}(?![\d.,])")
_OF_A_DECIMAL = re.compile(r"\d([.,])(?:\d{1,2}|\d{4,})(?![\d.,])|(?<!\d)0([.,])\d")


@dataclass(frozen=True)
class Values:
    """The cells of a column in order, None for a cell that says nothing; `unread` are those that say something else.

    A number is in the base unit of its `dimension`, a day counts in months of 31 days, a time in minutes. `years` says
    that all numbers may be years.
    """

    kind: Kind
    values: tuple[float | None, ...]
    dimension: str = ""
    unread: tuple[str, ...] = ()
    years: bool = False

    def in_days(self) -> Values:
        """Return years as their first days."""
        return replace(self, kind="day", values=tuple(None if one is None else day_of_year(one) for one in self.values))


@dataclass(frozen=True)
class Moment:
    """A day, month, year or time of day that `text[start:end]` names: from `first` to before `after`."""

    start: int
    end: int
    kind: Kind
    first: float
    after: float


def says_nothing(cell: str) -> bool:
    """Whether a cell is empty, or says that nothing is known."""
    return not cell.strip() or (cell.strip().lower() in _NO_VALUE and cell.strip().lower() != "none")


def values_of(cells: Sequence[str], name: str = "") -> Values:
    """Read the cells of a column below its name: what most of them are. Text where it is none or nobody can tell."""
    said = list(dict.fromkeys(cell.strip() for cell in cells if not says_nothing(cell)))
    days = {cell: day for cell in said if (day := day_of(cell, said)) is not None}
    if said and 2 * len(days) > len(said):
        return _values("day", cells, {cell: float(day) for cell, day in days.items()})
    times = {cell: time for cell in said if (time := time_of(cell)) is not None}
    if said and 2 * len(times) > len(said):
        return _values("time", cells, {cell: float(time) for cell, time in times.items()})
    return _numbers(cells, said, name)


def day_of(text: str, beside: Sequence[str] = ()) -> int | None:
    """Return a day, or the first one of a month, in days of years of 12 · 31; None for anything else.

    Of 3/5/2024 the other cells must tell what comes first, the day or the month.
    """
    for form in _DAY_FORMS:
        if match := form.fullmatch(text):
            found = match.groupdict()
            month = int(found["month"]) if found.get("month") else _MONTHS[found["name"].lower()]
            return _day(int(found["year"]), month, int(found.get("day") or 1))
    if match := _SLASHES.fullmatch(text):
        pairs = [tuple(map(int, other.groups())) for one in beside if (other := _SLASHES.fullmatch(one))]
        first, second = max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
        one, two, year = map(int, match.groups())
        if (first > _LAST_MONTH) != (second > _LAST_MONTH):
            return _day(year, two, one) if first > _LAST_MONTH else _day(year, one, two)
    return None


def moments(text: str) -> list[Moment]:
    """Return the days, months, years and times of day that a text names, in order."""
    found: list[Moment] = []
    for one in _moments(text):
        if all(one.end <= other.start or other.end <= one.start for other in found):
            found.append(one)
    return sorted(found, key=lambda one: one.start)


def _moments(text: str) -> Iterator[Moment]:
    for form in _DAY_FORMS:
        for match in form.finditer(text):
            if (day := day_of(match.group())) is not None and not text[match.end() : match.end() + 1].isdigit():
                whole = match.groupdict().get("day")
                yield Moment(*match.span(), "day", day, day + (1 if whole else DAYS_OF_A_MONTH))
    for match in _TIMES_WITHIN.finditer(text):
        if (time := time_of(match.group())) is not None:
            yield Moment(*match.span(), "time", time, time + 1)
    for match in _YEARS_WITHIN.finditer(text):
        year = float(match.group())
        yield Moment(*match.span(), "day", day_of_year(year), day_of_year(year + 1))


def day_of_year(year: float) -> float:
    """Return the first day of a year as `day_of` counts."""
    return year * DAYS_OF_A_YEAR


def is_year(cell: str) -> bool:
    """Whether a cell is four figures that may be a year."""
    return _YEAR.fullmatch(cell.strip()) is not None


def time_of(text: str) -> int | None:
    """Return a time of day in minutes; None for anything else, such as a bare number."""
    match = _TIME.fullmatch(text.strip())
    if not match or not (match["half"] or (match["minute"] and ":" in text)):
        return None
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if match["half"]:
        hour = hour % 12 + (12 if match["half"].lower().startswith("p") else 0)
    return hour * 60 + minute if hour <= _LAST_HOUR and minute < 60 else None


def unit_of(text: str) -> tuple[str, float]:
    """Return the dimension and the factor of a unit, such as that in the name of a column; "" for none."""
    found = [one for one in quantities(f"1 {text}") if one.dimension and one.end == len(f"1 {text}")]
    signed = found or [one for one in quantities(f"{text} 1") if one.dimension and not one.start]
    return (signed[0].dimension, signed[0].factor) if signed else ("", 1.0)


def _day(year: int, month: int, day: int) -> int | None:
    known = 1 <= month <= _LAST_MONTH and 1 <= day <= _LAST_DAY
    return year * DAYS_OF_A_YEAR + (month - 1) * DAYS_OF_A_MONTH + day - 1 if known else None


def _numbers(cells: Sequence[str], said: Sequence[str], name: str) -> Values:
    decimal = _decimal_sign(said)
    read = {cell: found for cell in said if decimal and (found := _number(cell, decimal)) is not None}
    if not said or 2 * len(read) <= len(said):
        return Values("text", (None,) * len(cells))
    dimensions = [dimension for _, dimension in read.values()]
    usual = max(dict.fromkeys(dimensions), key=dimensions.count)
    shown, factor = usual, 1.0
    if not usual and (bracket := re.search(r"[(\[]([^)\]]+)[)\]]\s*$", name)):
        shown, factor = unit_of(bracket[1].strip())
    kept = {cell: value * factor for cell, (value, dimension) in read.items() if dimension == usual}
    years = not shown and all(map(is_year, kept))
    return replace(_values("number", cells, kept, shown), years=years)


def _number(cell: str, decimal: str) -> tuple[float, str] | None:
    """Return the one number of a cell with its dimension: an unknown unit is one of its own."""
    plain = cell.replace(".", "").replace(",", ".") if decimal == "," else cell
    found = [one for one in quantities(plain) if not one.word]
    if len(found) != 1 or found[0].bound or found[0].dimension in ("ordinal", "clock"):
        return None
    one = found[0]
    rest = plain[one.end :].strip()
    named = plain[: one.start].strip()  # “RE 4” is a train
    if named or any(map(str.isdigit, rest)) or (rest and (one.dimension or len(rest.split()) > 1)):
        return None
    return one.value, one.dimension or rest.lower()


def plain_number(cell: str, cells: Sequence[str]) -> float | None:
    """Return the number of one of the cells of a column as it is written, whatever its unit; None where none stands."""
    plain = cell.replace(".", "").replace(",", ".") if _decimal_sign(cells) == "," else cell.replace(",", "")
    written = _WRITTEN.search(plain)
    return float(re.sub(r"[^\d.]", "", written.group())) if written else None


def _decimal_sign(cells: Sequence[str]) -> str:
    """Return the sign before the decimals of a column; "" where 1.200 may be both more than one and a thousand."""
    decimals = {sign for cell in cells for match in _OF_A_DECIMAL.finditer(cell) for sign in match.groups() if sign}
    thousands = {match[1] for cell in cells for match in _AS_THOUSANDS.finditer(cell)}
    if decimals == {","}:
        return ","
    if len(decimals) > 1 or (thousands == {"."} and not decimals):
        return ""
    return "."


def _values(kind: Kind, cells: Sequence[str], read: dict[str, float], dimension: str = "") -> Values:
    values = tuple(read.get(cell.strip()) for cell in cells)
    unread = [cell for cell, value in zip(cells, values, strict=True) if value is None and not says_nothing(cell)]
    return Values(kind, values, dimension, tuple(unread))
