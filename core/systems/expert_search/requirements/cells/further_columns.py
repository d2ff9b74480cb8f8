"""Who has what in a further column: numbers with units or money, months, yes and no, or one of several values."""

from __future__ import annotations

import re
from calendar import month_abbr, month_name
from collections.abc import Mapping

from core.language.lexicon import word_groups
from core.language.names import plain_name
from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.cells.mentions import terms_of
from core.systems.expert_search.requirements.cells.table import PARTLY, UNKNOWN, Table
from core.systems.expert_search.requirements.requirement import Requirement
from core.tables.headers import says_nothing
from core.tables.values import has_decimal_comma

_ITEMS = re.compile(r"[;,/|\n]")
_NUMBER = re.compile(
    r"(?<![\w.,])[-−]?\d{1,3}(?:[ ,.'’\u202f\u00a0]\d{3})+(?![\d])(?:[.,]\d+)?"
    r"|(?<![.,\d])(?:(?<!\w)[-−])?\d+(?:[.,]\d+)?"
)
_MONTHS = {
    name.lower(): full for names in (month_name, month_abbr) for name, full in zip(names, month_name, strict=True)
}
_MONTH = re.compile(rf"\b(?:{'|'.join(filter(None, _MONTHS))}|sept)\b\.?", re.IGNORECASE)
_THOUSANDS = {"k": 1e3, "m": 1e6, "tsd": 1e3, "mio": 1e6}
_SIZE = re.compile(r"\s?(k|m|tsd|mio)\b", re.IGNORECASE)


def column_cells(people: People, table: Table, requirement: Requirement) -> Mapping[str, Cell]:
    """Return a cell for each person; an empty cell, or one that says no number where one is asked for, is not known."""
    column = table.column(requirement.column)
    if not requirement.is_bounded:
        return table.judged(requirement.column, lambda cell: _by_value(cell, requirement.value))
    comma = has_decimal_comma(tuple(dict.fromkeys(column)))
    return table.judged(requirement.column, lambda cell: _by_number(cell, requirement, comma))


def number_in(cell: str, decimal_comma: bool = False) -> tuple[float, float] | None:
    """Return the number in a cell, or the ends of its range, whatever units stand beside it; None where there are none
    or several."""
    found = [(match, _size(cell, match)) for match in _NUMBER.finditer(cell[:200])]
    if not found or len(found) > 2 or (len(found) == 2 and not _is_range(cell, found[0][0], found[1][0])):
        return None
    values = [_value(match.group(), decimal_comma) * size for match, size in found]
    if len(values) == 2 and found[0][1] == 1 != found[1][1] and values[0] < values[1] / found[1][1]:
        values[0] *= found[1][1]  # 1-2k
    return min(values), max(values)


def _by_number(cell: str, requirement: Requirement, comma: bool) -> Cell:
    if not cell or says_nothing(cell):
        return UNKNOWN
    ends = number_in(cell, comma)
    if ends is None:
        return Cell("not known", 0.0, cell)
    if all(map(requirement.holds, ends)):
        return Cell("met", 1.0, cell)
    low, high = requirement.low, requirement.high
    apart = (low is not None and ends[1] < low) or (high is not None and ends[0] > high) or ends[0] == ends[1]
    return Cell("not met", 0.0, cell) if apart else Cell("partly", PARTLY, cell)


def _by_value(cell: str, wanted: str) -> Cell:
    if not cell or says_nothing(cell):
        return UNKNOWN
    has, asked = _stands_for(cell), _stands_for(wanted)
    if has and asked:
        fits = has == asked or "no" not in (has, asked)  # who is available is so now
        return Cell("met" if fits else "not met", float(fits), cell)
    if asked == "yes":  # “certified: PMP” says more than yes
        return Cell("met", 1.0, cell)
    terms = _terms(wanted)
    if has == "now" and _MONTH.search(wanted):  # who is free now may be so then
        return Cell("not known", 0.0, cell)
    held = any(terms and terms <= _terms(item) for item in (*_ITEMS.split(cell), cell))
    return Cell("met", 1.0, cell) if held else Cell("not met", 0.0, cell)


def _terms(text: str) -> frozenset[str]:
    """Return the terms of a cell, of a day also the name of its month and its year: “2027-03-01” is in March 2027."""
    found = re.search(r"(?<!\d)((?:19|20)\d\d)-(\d\d?)(?:-(\d\d?))?(?!\d)", text)
    said = _MONTH.sub(lambda month: _MONTHS[month[0][:3].lower()], text)
    if found and 1 <= int(found[2]) <= 12:
        said += f" {month_name[int(found[2])]} {found[1]}"
    return terms_of(said) or frozenset(plain_name(text).split())


def _stands_for(cell: str) -> str:
    """Return whether a cell says yes, no or now, alone or first of all (“No, expired in 2020”), "" where it says
    something else."""
    whole = cell.strip().casefold().rstrip(".!")
    first = re.split(r"[,;:(–—]", whole, maxsplit=1)[0].strip()
    kinds = word_groups("yes_and_no")
    return next((kind for word in (whole, first) for kind, words in kinds.items() if word in words), "")


def _size(cell: str, match: re.Match[str]) -> float:
    found = _SIZE.match(cell, match.end())
    return _THOUSANDS[found[1].lower()] if found else 1.0


def _is_range(cell: str, first: re.Match[str], second: re.Match[str]) -> bool:
    """Whether what stands between two numbers makes them the ends of a range, units aside: “EUR 300 – 400”."""
    between = "".join(_SIZE.sub("", cell[first.end() : second.start()]).split())
    if not between:
        return second.group()[0] in "-−"
    return (
        re.fullmatch(r"[^\w]?(?:[A-Za-z]{3})?(?:-|–|—|to|bis|à|hasta|and|…)(?:[A-Za-z]{3})?[^\w]?", between) is not None
    )


def _value(written: str, decimal_comma: bool) -> float:
    plain = re.sub(r"[ '’\u202f\u00a0]", "", written.replace("−", "-"))
    point, group = (",", ".") if decimal_comma else (".", ",")
    if re.fullmatch(rf"-?\d{{1,3}}(?:\{group}\d{{3}})+(?:\{point}\d+)?", plain):
        plain = plain.replace(group, "")
    elif re.fullmatch(r"-?[1-9]\d{0,2}(?:,\d{3})+", plain):  # a column that writes 1.200, too: no comma of decimals
        plain = plain.replace(",", "")
    return float(re.sub(r"\.(?=.*\.)", "", plain.replace(",", ".")))
