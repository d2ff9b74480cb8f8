"""Years of experience that a cell tells by their beginning: since 2014, 2010 – 2018, 05/2014 to date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from core.language.lexicon import alternatives, word_groups
from core.tables.dates import DateStyle
from core.tables.values import Number

_LONGEST = 60  # characters of a cell that names a beginning


@dataclass(frozen=True)
class Beginnings:
    """How a column tells years: whether a year or a date alone is a beginning, how dates are written, what year it is.

    It is one when the name of the column says so, or when most of the cells are years and dates. A lone date between
    numbers is none: a spreadsheet makes one of “5-10”.
    """

    alone: bool
    style: DateStyle
    this_year: int

    @classmethod
    def of(cls, column: str, cells: Sequence[str], this_year: int) -> Beginnings:
        """Judge by the name and all cells of a column."""
        filled = [cell for cell in cells if cell.strip()]
        read = cls(True, DateStyle.of(filled), this_year)
        told = sum(read._year(cell) is not None for cell in filled)
        says_so = re.search(rf"\b(?:{_words('since')})\b", column.casefold()) is not None
        return cls(says_so or 2 * told > len(filled), read.style, this_year)

    def read(self, cell: str) -> Number | None:
        """Return the years since what a cell names, or from one year to another; None where it names no beginning."""
        text = " ".join(cell.casefold().split())[: _LONGEST + 1].strip(" .,()")
        if len(text) > _LONGEST:
            return None
        start, bare = self._year(text), self._year(_since().sub("", text, count=1).strip())
        if start is not None:
            return self._since(start) if self.alone else None
        if bare is not None:
            return self._since(bare)
        found = _span().fullmatch(text)
        start = self._year(_since().sub("", found["start"], count=1).strip()) if found else None
        if found is None or start is None:
            return None
        if not found["end"] or found["end"] in word_groups("beginnings")["now"]:
            return self._since(start)
        end = self._year(found["end"])
        return None if end is None else self._between(start, end)

    def _since(self, year: int) -> Number:
        years = self.this_year - year
        if years < 0:
            return Number(None, "a beginning that has not come")
        return Number(years, f"as {years} years, since {year}")

    def _between(self, start: int, end: int) -> Number | None:
        return Number(end - start, f"as {end - start} years, {start} to {end}") if start <= end else None

    def _year(self, text: str) -> int | None:
        iso = self.style.read_period(text).iso
        return int(iso[:4]) if iso else None


def _words(kind: str) -> str:
    return alternatives(word_groups("beginnings")[kind])


@cache
def _since() -> re.Pattern[str]:
    """Before a year, or in Hindi behind it."""
    return re.compile(rf"^(?:{_words('since')})\s+|\s+(?:{_words('since')})$")


@cache
def _span() -> re.Pattern[str]:
    """Match a beginning and perhaps an end; both are short, so that no cell is read for long."""
    return re.compile(rf"(?P<start>.{{4,20}}?)(?:\s*[-–—]\s*|\s+(?:{_words('until')})\s+)(?P<end>.{{0,20}})")
