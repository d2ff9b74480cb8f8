"""Conditions of amounts and moments: “below 100 euros”, “stock 0”, “after May 2024”, and of which column they are."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, TypeAlias

from core.language.comparators import Comparison, with_bound
from core.language.lexicon import word_groups
from core.language.quantities import Quantity, quantities
from core.systems.knowledge_base.rows.asked import Asked, use
from core.systems.knowledge_base.rows.cell_values import DAYS_OF_A_YEAR, Moment, Values, moments
from core.systems.knowledge_base.rows.operations import top
from core.systems.knowledge_base.rows.plan import Condition, Reading
from core.systems.knowledge_base.rows.words import Word

Compared: TypeAlias = Comparison | Literal["equal"]

_COMPARED: tuple[Comparison, ...] = ("least", "most", "more", "less")
_PHRASES = word_groups("comparators")
_OR_MORE = re.compile(r"\s*(?:or|and) (?:more|above|over|older|longer|up|later)\b(?!\s+than\b)", re.IGNORECASE)
_OR_LESS = re.compile(r"\s*or (?:less|fewer|below|under|younger|shorter|earlier)\b(?!\s+than\b)", re.IGNORECASE)
_OR = re.compile(r"\bor\s*$", re.IGNORECASE)
_OF_TIME: dict[str, Compared] = {
    "before": "less", "until": "most", "by": "most", "after": "more", "since": "least", "from": "least",
    "in": "equal", "on": "equal", "at": "equal",
}  # fmt: skip
_MEETS: dict[str, Callable[[float, float], bool]] = {
    "less": operator.gt, "most": operator.ge, "more": operator.lt, "least": operator.le, "equal": operator.eq,
}  # fmt: skip
_SAID = {"more": "above", "least": "at least", "less": "below", "most": "at most", "equal": "exactly"}


# --- moments ----------------------------------------------------------------------------------------------------------


def read_moments(asked: Asked, found: Reading) -> None:
    """Read the days, years and times that a question says behind “before”, “since” and their like."""
    columns = asked.columns
    for moment in moments(asked.text):
        inside = asked.within(moment.start, moment.end)
        if any(word.used for word in inside):
            continue
        of_time = [column for column in range(len(columns.names)) if columns.is_of_time(column, moment)]
        meant = [column for column in of_time if column in asked.named] or of_time
        place = asked.words.index(inside[0]) if inside else 0
        before = asked.said_before(place)
        if len(meant) != 1 or before not in _OF_TIME:
            continue  # its words stay unread, or are those of a number
        use([*inside, asked.words[place - 1]], "condition")
        _add_moment(asked, found, meant[0], moment, before)


def _add_moment(asked: Asked, found: Reading, column: int, moment: Moment, before: str) -> None:
    values = asked.columns.values[column]
    text = asked.text[moment.start : moment.end]
    if values.years and moment.after - moment.first < DAYS_OF_A_YEAR:
        found.doubt(f"“{text}” as a year")
    meets: dict[str, Callable[[float], bool]] = {
        "less": lambda value: value < moment.first,
        "most": lambda value: value < moment.after,
        "more": lambda value: value >= moment.after,
        "least": lambda value: value >= moment.first,
        "equal": lambda value: moment.first <= value < moment.after,
    }
    in_days = values.in_days() if values.kind == "number" else values
    _compare(found, column, in_days, meets[_OF_TIME[before]], f"{before} {text}")


def _compare(found: Reading, column: int, values: Values, meets: Callable[[float], bool], said: str) -> None:
    """Add the condition that the values of a column meet something; a cell that could not be read is told."""
    name = found.table.columns[column]
    if values.unread:
        found.doubt(f"“{values.unread[0]}” in the column {name}")
    rows = frozenset(at for at, value in enumerate(values.values) if value is not None and meets(value))
    found.strong = True
    found.conditions.append(Condition(column, f"{name} {said}", rows))


# --- amounts ----------------------------------------------------------------------------------------------------------


def read_amounts(asked: Asked, found: Reading) -> None:
    """Read the numbers that something is compared with; the words of one without a column stay unread."""
    for one in quantities(asked.text):
        inside = asked.within(one.start, one.end)
        if not inside or any(word.used in ("value", "condition", "number") for word in inside) or one.implied:
            continue
        if one.dimension == "ordinal" or (asked.degree and not one.dimension and top(asked) > 1):
            continue
        comparison, start, end = _comparison(asked.text, one)
        column = _column_of(asked, one, inside, comparison)
        if column is None:
            continue
        if found.has_condition_on(column) and _OR.search(asked.text, 0, start):
            found.doubt(f"whether both are meant of {asked.columns.names[column]}, or either")
        use(asked.within(start, end), "condition")
        meets = partial(_MEETS[comparison], asked.columns.in_unit_of(column, one.value, one.dimension))
        said = f"{_SAID[comparison]} {asked.text[one.start : one.end].strip()}"
        _compare(found, column, asked.columns.values[column], meets, said)


def _comparison(text: str, one: Quantity) -> tuple[Compared, int, int]:
    """Return how a number is meant, and from where to where its words reach."""
    start, end = with_bound(text, one.start, one.end)
    before = " ".join(text[start : one.start].lower().split())
    if match := _OR_MORE.match(text, one.end):
        return "least", start, match.end()
    if match := _OR_LESS.match(text, one.end):
        return "most", start, match.end()
    for kind in _COMPARED:
        if before in _PHRASES[kind]:
            return kind, start, end
    return "equal", one.start, one.end


def _column_of(asked: Asked, one: Quantity, inside: Sequence[Word], comparison: Compared) -> int | None:
    """Return the column that a number is compared with: by its unit, else its name; None where nobody can tell."""
    has_unit = bool(one.dimension) and one.dimension != "times"
    measured = [column for column in range(len(asked.columns.names)) if asked.columns.is_number(column)]
    if has_unit:
        measured = [column for column in measured if asked.columns.has_unit(column, one.dimension)]
    first, last = asked.words.index(inside[0]), asked.words.index(inside[-1])
    if comparison == "equal":
        return _beside(asked, measured, first, last)
    if has_unit and len(measured) == 1:
        asked.use_measure(measured[0])
        return measured[0]
    if any(column in asked.named for column in measured):
        return _nearest(asked, measured, first, last)
    meant = [column for column in asked.measured() if column in measured]
    return meant[0] if len(meant) == 1 else None


def _beside(asked: Asked, columns: Sequence[int], first: int, last: int) -> int | None:
    """Return the one column whose name stands beside a number that is compared with nothing: “stock 0”."""
    linked = [first - 2] if asked.words[first - 1].said in ("of", "is", "=") else []
    beside = {first - 1, last + 1, *linked}
    meant = [column for column in columns if set(asked.named.get(column, ())) & beside]
    return meant[0] if len(meant) == 1 else None


def _nearest(asked: Asked, columns: Sequence[int], first: int, last: int) -> int | None:
    """Return the column that is named nearest to a number; None where two are equally near."""
    near = {
        column: min(min(abs(place - first), abs(place - last)) for place in places)
        for column, places in asked.named.items()
        if column in columns
    }
    best = sorted(near, key=lambda column: near[column])
    return best[0] if len(best) == 1 or near[best[0]] < near[best[1]] else None
