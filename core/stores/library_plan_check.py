"""Whether a plan fits the columns of a catalogue; if not, in words what does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.errors import InputError
from core.stores.library_plan import Column, ColumnKind, Measure, Plan, Test, Where

BY_GROUP = ("value", "name")
"""What groups are sorted by; all other names are columns of books."""

_MOST_KEYS = 2
_OF_TEXTS = ("contains", "begins", "ends")
_OF_NUMBERS = ("sum", "mean", "median", "spread")


def check_plan(plan: Plan, columns: Mapping[str, Column]) -> None:
    """Raise `InputError`, in words, for a plan that these columns, by their names, have no answer to."""
    measures = (*plan.measures, *(having.measure for having in plan.having))
    check_where(plan.where, columns)
    for measure in measures:
        check_where(measure.where, columns)
        _check_measure(measure, columns)
    _check_groups(plan, columns)
    _check_order(plan, columns)


def check_where(where: Where, columns: Mapping[str, Column]) -> None:
    """Raise `InputError` for a condition that these columns cannot fulfil or fail."""
    for test in _tests(where):
        kind = _kind(test.column, columns)
        if test.how == "between" and kind not in ("number", "date"):
            raise InputError(f"“{columns[test.column].title}” holds no numbers that could lie between two others.")
        if test.how in _OF_TEXTS and kind not in ("text", "list"):
            raise InputError(f"“{columns[test.column].title}” holds no words.")


def _tests(where: Where) -> Iterator[Test]:
    return (test for clause in where for alternative in clause.any_of for test in alternative.all_of)


def _kind(name: str, columns: Mapping[str, Column]) -> ColumnKind:
    if name not in columns:
        raise InputError(f"The catalogue has no column “{name}”.", f"It has {', '.join(columns)}.")
    return columns[name].kind


def _check_measure(measure: Measure, columns: Mapping[str, Column]) -> None:
    if measure.of == "share" or (measure.of == "count" and not measure.column):
        return
    kind = _kind(measure.column, columns)
    if measure.of in _OF_NUMBERS and kind != "number":
        raise InputError(f"“{columns[measure.column].title}” holds nothing to calculate with.")
    if measure.of in ("least", "most") and kind not in ("number", "date"):
        raise InputError(f"“{columns[measure.column].title}” holds no numbers.")


def _check_groups(plan: Plan, columns: Mapping[str, Column]) -> None:
    for key in plan.by:
        if _kind(key.column, columns) not in ("number", "date") and key.part:
            raise InputError(f"“{columns[key.column].title}” holds no years.")
    if len(plan.by) > _MOST_KEYS:
        raise InputError(f"Books are grouped by {_MOST_KEYS} columns at most.")
    if not plan.by and (plan.having or plan.each):
        raise InputError("Without groups there are none that must have something, or of which so many are shown.")


def _check_order(plan: Plan, columns: Mapping[str, Column]) -> None:
    lists_books = not plan.by or (plan.each is not None and len(plan.by) == 1)
    for order in plan.order:
        if order.by in BY_GROUP and plan.by:
            continue
        _kind(order.by, columns)
        if not lists_books:
            raise InputError("Groups are sorted by their first figure or by their name.")
