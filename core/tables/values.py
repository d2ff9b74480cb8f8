"""Numbers as people write them into tables: 3,5 and 1,036, 10+, ca. 7, 12 Jahre, १०; what is none is not guessed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from core.language.lexicon import word_groups, word_list
from core.language.numbers import SPELLED, whole
from core.tables.headers import says_nothing

_LONGEST = 200  # characters of a cell that says a number
_DIGITS = r"\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*"
_NUMBER = re.compile(_DIGITS)
_RANGE = re.compile(rf"({_DIGITS})\s*(?:-|–|—|to|bis|à|hasta|से)\s*({_DIGITS})")
_MONEY_SIGNS = r"[€$£₹¥]|eur|usd|gbp|inr|chf|rs\.?|%"
_MONEY = re.compile(
    rf"(?P<before>{_MONEY_SIGNS})?\s?(?P<minus>[-−])?\s?(?P<digits>{_DIGITS})\s?(?P<after>{_MONEY_SIGNS})?"
)
_SOFT_SIGNS = re.compile(r"[~≈±><≥≤=+]+")
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T]\d{1,2}:\d{2}.*)?")
_WORDS = re.compile(SPELLED, re.IGNORECASE)


@dataclass(frozen=True)
class Number:
    """What a cell says: its value, None where there is none; and how it was read, "" where nothing needs to be told."""

    value: float | None
    told: str = ""


def has_decimal_comma(cells: Iterable[str]) -> bool:
    """Whether a column writes 3,5 for three and a half, or 1.032 for a thousand and more."""
    written = [found[0] for cell in cells for found in _NUMBER.finditer(_plain(cell[:_LONGEST]))]
    if any(re.search(r",\d+\.\d|^\d+\.(?:\d{1,2}|\d{4,})$|^0\.", number) for number in written):
        return False
    return any(re.search(r"^\d+,(?:\d{1,2}|\d{4,})$|\.\d{3}(?:,|$)", number) for number in written)


def read_number(cell: str, units: str, *, low: float, high: float, decimal_comma: bool = False) -> Number:
    """Return the number in a cell, between `low` and `high`; `units` is a kind of `assets/lexicon/units_in_tables.csv`.

    Of a range the lower end; a number within other words, or in other units, is not guessed at.
    """
    text = _plain(cell)
    if not text:
        return Number(None)
    if says_nothing(text) or len(text) > _LONGEST or _DATE.fullmatch(text):
        return Number(None, "no number")
    value, is_soft = _value(text, units, decimal_comma)
    if value is None:
        return Number(None, "no number")
    if not low <= value <= high:
        return Number(None, f"not between {low:g} and {high:g}")
    return Number(value, f"as {value:g}" if is_soft else "")


def plain_number(cell: str, decimal_comma: bool = False) -> float | None:
    """Return the number that a cell is and nothing else, but for a sign of money or of per cent; None where it is
    none."""
    found = _MONEY.fullmatch(_plain(cell[:_LONGEST]))
    value = _as_float(found["digits"], decimal_comma) if found else None
    return value if value is None or not found or not found["minus"] else -value


def money_in(cell: str) -> str:
    """Return the sign of money beside the number of a cell, "" where there is none."""
    found = _MONEY.fullmatch(_plain(cell[:_LONGEST]))
    return (found["before"] or found["after"] or "").strip(".") if found else ""


def read_years(cell: str, column: str, most: float, decimal_comma: bool) -> Number:
    """Return how many years a cell means, where the name of its column, or the cell itself, may count in months."""
    in_months = bool(_named(column) & _units("months")) and not (_named(cell) | _named(column)) & _units("years")
    if not in_months and not _named(cell) & _units("months"):
        return read_number(cell, "years", low=0, high=most, decimal_comma=decimal_comma)
    months = read_number(cell, "months", low=0, high=12 * most, decimal_comma=decimal_comma)
    if months.value is None:
        return months
    years = round(months.value / 12, 2)
    return Number(years, f"in months, as {years:g} years")


def _named(text: str) -> set[str]:
    return set(re.split(r"[\s\d()\[\]/.,:;_-]+", _plain(text)))


def _value(text: str, units: str, decimal_comma: bool) -> tuple[float | None, bool]:
    """Return the value, and whether good will was needed."""
    if found := _RANGE.search(text):
        rest = text[: found.start()] + " " + text[found.end() :]
        lower, upper = _as_float(found[1], decimal_comma), _as_float(found[2], decimal_comma)
        if lower is None or upper is None or lower > upper or not _only(rest, units):
            return None, False
        return lower, True
    numbers = list(_NUMBER.finditer(text))
    if not numbers:
        spelled = _without(text, _units(units)).strip(" .")
        return (whole(spelled), True) if _WORDS.fullmatch(spelled) else (None, False)
    if len(numbers) > 1:
        return None, False
    rest = text[: numbers[0].start()] + " " + text[numbers[0].end() :]
    if rest.strip().startswith("-") or not _only(rest, units):
        return None, False
    return _as_float(numbers[0][0], decimal_comma), bool(_without(rest, _units(units)).strip(" ."))


def _only(rest: str, units: str) -> bool:
    """Whether beside the number nothing stands but units, “about” and “more than”."""
    left = _without(_SOFT_SIGNS.sub(" ", rest), _units(units) | _soft())
    return not left.strip(" .,()[]")


def _without(text: str, words: frozenset[str]) -> str:
    for word in sorted(words, key=len, reverse=True):
        text = re.sub(rf"(?<![^\W\d_]){re.escape(word)}(?![^\W\d_])\.?", " ", text, flags=re.IGNORECASE)
    return text


@cache
def _units(kind: str) -> frozenset[str]:
    return frozenset(map(_plain, word_groups("units_in_tables")[kind]))


@cache
def _soft() -> frozenset[str]:
    return frozenset(map(_plain, word_list("approximations")))


def _as_float(written: str, decimal_comma: bool) -> float | None:
    plain = re.sub(r"[ '’]", "", written)
    point, group = (",", ".") if decimal_comma else (".", ",")
    if re.fullmatch(rf"\d{{1,3}}(?:\{group}\d{{3}})+(?:\{point}\d+)?", plain):
        plain = plain.replace(group, "")
    plain = plain.replace(point, ".")
    return float(plain) if re.fullmatch(r"\d+(?:\.\d+)?", plain) else None


def _plain(cell: str) -> str:
    """With the figures 0 to 9, in lower case, on one line."""
    text = unicodedata.normalize("NFKC", cell)
    figures = "".join(str(unicodedata.digit(sign)) if sign.isdecimal() else sign for sign in text)
    return " ".join(figures.casefold().split())
