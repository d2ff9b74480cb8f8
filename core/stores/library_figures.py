"""Figures of groups of books, on arrays: each measure is one sweep over all groups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.stores.library import Figure
from core.stores.library_columns import DIGITS
from core.stores.library_masks import mask_of
from core.stores.library_plan import Measure, Operation
from core.stores.library_table import BookTable, Cells, Floats, Numbers

_ROUNDED = 1e6  # beyond, a number has hardly more decimals


@dataclass(frozen=True)
class Figures:
    """A figure of each group [g], NaN where it cannot be calculated, and of how many it is one."""

    values: Floats
    of: Numbers

    def at(self, group: int) -> Figure:
        """Return the figure of one group."""
        value = float(self.values[group])
        return Figure(None if np.isnan(value) else value, int(self.of[group]))


def figures_of(table: BookTable, measure: Measure, rows: Numbers, group: Numbers, groups: int) -> Figures:
    """Calculate a measure of each group; book `rows[i]` is in `group[i]`."""
    passing = mask_of(table, measure.where)[rows] if measure.where else np.ones(len(rows), np.bool_)
    if measure.of == "share":
        of = np.bincount(group, minlength=groups)
        with np.errstate(invalid="ignore"):
            return Figures(_rounded(np.bincount(group[passing], minlength=groups) / of), of)
    rows, group = rows[passing], group[passing]
    if not measure.column:
        of = np.bincount(group, minlength=groups)
        return Figures(of.astype(np.float64), of)
    cells = table.cells(measure.column)
    if measure.of == "count":
        return _different(cells, rows, group, groups)
    numbers = cells.numbers[rows]
    known = ~np.isnan(numbers)
    numbers, group = numbers[known], group[known]
    of = np.bincount(group, minlength=groups)
    values = np.where(of > 0, _CALCULATE[measure.of](numbers, group, of), np.nan)
    return Figures(values if measure.of in ("least", "most") else _rounded(values), of)


def _different(cells: Cells, rows: Numbers, group: Numbers, groups: int) -> Figures:
    """Count the different values of each group, and the books that have one."""
    of = np.bincount(group[cells.sizes[rows] > 0], minlength=groups)
    which, codes = spread_out(cells, rows)
    pairs = np.unique(group[which] * max(len(cells.keys), 1) + codes)
    return Figures(np.bincount(pairs // max(len(cells.keys), 1), minlength=groups).astype(np.float64), of)


def spread_out(cells: Cells, rows: Numbers) -> tuple[Numbers, Numbers]:
    """Return all values of these rows: the place in `rows`, and the code."""
    sizes = cells.sizes[rows]
    which = np.repeat(np.arange(len(rows)), sizes)
    offset = np.arange(len(which)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return which, cells.codes[cells.starts[rows][which] + offset]


def _sum(numbers: Floats, group: Numbers, of: Numbers) -> Floats:
    return np.bincount(group, numbers, minlength=len(of)).astype(np.float64)


def _mean(numbers: Floats, group: Numbers, of: Numbers) -> Floats:
    return _sum(numbers, group, of) / np.maximum(of, 1)


def _median(numbers: Floats, group: Numbers, of: Numbers) -> Floats:
    if not len(numbers):
        return np.zeros(len(of))
    ordered = numbers[np.lexsort((numbers, group))]
    first = np.cumsum(of) - of
    last = len(numbers) - 1  # groups without a number are looked up too, and left out afterwards
    lower, upper = (np.minimum(first + middle, last) for middle in (np.maximum(of - 1, 0) // 2, of // 2))
    return (ordered[lower] + ordered[upper]) / 2


def _least(numbers: Floats, group: Numbers, of: Numbers) -> Floats:
    least = np.full(len(of), np.inf)
    np.minimum.at(least, group, numbers)
    return least


def _most(numbers: Floats, group: Numbers, of: Numbers) -> Floats:
    return -_least(-numbers, group, of)


def _spread(numbers: Floats, group: Numbers, of: Numbers) -> Floats:
    deviations = numbers - _mean(numbers, group, of)[group]
    return np.sqrt(_sum(deviations**2, group, of) / np.maximum(of - 1, 1))


_CALCULATE: dict[Operation, Callable[[Floats, Numbers, Numbers], Floats]] = {
    "sum": _sum, "mean": _mean, "median": _median, "least": _least, "most": _most, "spread": _spread
}  # fmt: skip


def _rounded(values: Floats) -> Floats:
    return np.where(np.abs(values) < _ROUNDED, np.round(values, DIGITS), values)
