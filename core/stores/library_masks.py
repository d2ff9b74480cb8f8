"""Conditions on arrays: each is a mask over the books of a table."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from operator import contains

import numpy as np

from core.stores.library_columns import needles, values_for
from core.stores.library_plan import How, Test, Where
from core.stores.library_table import BookTable, Cells, Floats, Mask


def mask_of(table: BookTable, where: Where) -> Mask:
    """Return whether each book passes [n]; the columns are checked before (`library_plan_check`)."""
    passing = np.ones(len(table), np.bool_)
    for clause in where:
        any_of = np.zeros(len(table), np.bool_)
        for alternative in clause.any_of:
            all_of = np.ones(len(table), np.bool_)
            for test in alternative.all_of:
                all_of &= _passes(table.cells(test.column), test)
            any_of |= all_of
        passing &= any_of
    return passing


def _passes(cells: Cells, test: Test) -> Mask:
    mask: Mask = _HOW[test.how](cells, test) ^ np.bool_(test.denied)
    return mask


def _is(cells: Cells, test: Test) -> Mask:
    return cells.with_any(cells.chosen(values_for(cells.kind, test.values)))


def _all(cells: Cells, test: Test) -> Mask:
    asked = values_for(cells.kind, test.values)
    mask: Mask = (cells.sizes > 0) & (cells.how_many(cells.chosen(asked)) == len(asked))
    return mask


def _exactly(cells: Cells, test: Test) -> Mask:
    mask: Mask = _all(cells, test) & (cells.sizes == len(values_for(cells.kind, test.values)))
    return mask


def _holds(cells: Cells, test: Test) -> Mask:
    chosen = np.zeros(len(cells.keys), np.bool_)
    for needle in needles(test.values):  # without a loop of our own over all texts
        chosen |= np.fromiter(map(_HOLDS[test.how], cells.plain, repeat(needle)), np.bool_, len(cells.keys))
    return cells.with_any(chosen)


def _between(cells: Cells, test: Test) -> Mask:
    return within(cells.numbers, test.low, test.high)


def _number(cells: Cells, test: Test) -> Mask:
    return within(cells.sizes.astype(np.float64), test.low, test.high)


def _missing(cells: Cells, test: Test) -> Mask:
    del test
    mask: Mask = cells.sizes == 0
    return mask


def within(numbers: Floats, low: float | None, high: float | None) -> Mask:
    """Return whether each number is known and lies between the bounds, inclusive; None is open."""
    within = ~np.isnan(numbers)
    if low is not None:
        within &= numbers >= low
    if high is not None:
        within &= numbers <= high
    return within


_HOLDS: dict[How, Callable[[str, str], bool]] = {
    "contains": contains, "begins": str.startswith, "ends": str.endswith
}  # fmt: skip
_HOW: dict[How, Callable[[Cells, Test], Mask]] = {
    "is": _is, "all": _all, "exactly": _exactly, "contains": _holds, "begins": _holds, "ends": _holds,
    "between": _between, "number": _number, "missing": _missing,
}  # fmt: skip
