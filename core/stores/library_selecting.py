"""Carrying out a plan on the arrays of a table: what passes, and of it lists, figures or groups."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from core.stores.library import Book, GroupOfBooks, Selected
from core.stores.library_columns import SHUFFLED, group_name, group_values, seed_of
from core.stores.library_figures import Figures, figures_of, spread_out
from core.stores.library_masks import mask_of, within
from core.stores.library_plan import Measure, Order, Part, Plan
from core.stores.library_plan_check import BY_GROUP, check_plan
from core.stores.library_table import BookTable, Cells, Floats, Mask, Numbers


def select(table: BookTable, plan: Plan) -> Selected:
    """Carry out a plan on a table. Raises `InputError` for one that its columns have no answer to."""
    check_plan(plan, table.columns)
    passing = mask_of(table, plan.where)
    count = int(np.count_nonzero(passing))
    if plan.by:
        return _Grouping(table, plan, passing).selected(count)
    rows = np.flatnonzero(passing)
    if plan.measures:
        one = np.zeros(len(rows), np.int64)
        figures = (figures_of(table, measure, rows, one, 1) for measure in plan.measures)
        return Selected(count, figures=tuple(figure.at(0) for figure in figures))
    shown = _listed(table, rows, plan.order, plan.skip, plan.limit, _shuffled(table, plan))
    return Selected(count, books=tuple(map(table.book, shown.tolist())))


def count_values(table: BookTable, column: str) -> dict[str, int]:
    """Count the books of every value of a text or a list, most first; none of other columns."""
    if column not in table.columns or table.columns[column].kind not in ("text", "list"):
        return {}
    cells = table.cells(column)
    counts = np.bincount(cells.codes, minlength=len(cells.keys))
    order = np.argsort(-counts, kind="stable")
    return {str(cells.keys[code]): int(counts[code]) for code in order.tolist() if counts[code]}


# --- lists ------------------------------------------------------------------------------------------------------------


def _listed(
    table: BookTable, rows: Numbers, orders: Sequence[Order], skip: int, limit: int | None, shuffled: Numbers | None
) -> Numbers:
    """Return those of the rows, which ascend, that a list of books shows, in its order; any, if they are shuffled."""
    if shuffled is not None:
        rows = np.sort(_cut(rows[np.argsort(shuffled[rows], kind="stable")], (), skip, limit))
        return rows[_by_columns(table, orders, rows)[0]]
    order, places = _by_columns(table, orders, rows)
    return rows[_cut(order, places, skip, limit)]


def _shuffled(table: BookTable, plan: Plan) -> Numbers | None:
    """Return the place of each row in an order of no meaning, where the plan asks for any books."""
    return table.shuffle * seed_of(plan) % SHUFFLED if plan.sample else None


def _by_columns(table: BookTable, orders: Sequence[Order], rows: Numbers) -> tuple[Numbers, list[Floats]]:
    """Return the order of these rows, which ascend, and the places that they have by each column."""
    places = [table.cells(order.by).places[rows] for order in orders]
    if not places:
        return np.arange(len(rows)), places
    return _sorted([(place, order.descending) for place, order in zip(places, orders, strict=True)]), places


def _sorted(keys: Sequence[tuple[Floats, bool]]) -> Numbers:
    """Return the order by these keys, the first of them first, each descending or not; NaN stands last in both."""
    parts = [part for key, descending in keys for part in (np.isnan(key), -key if descending else key)]
    return np.lexsort(parts[::-1])


def _cut(order: Numbers, places: Sequence[Floats], skip: int, limit: int | None) -> Numbers:
    """Return the part of an order that is shown: whoever shares the last place comes along, unless it is unknown."""
    if limit is None or not limit or skip + limit >= len(order):
        return order[skip : None if limit is None else skip + limit]
    end = skip + limit
    if places:
        same = np.logical_and.reduce([place[order[end:]] == place[order[end - 1]] for place in places])
        end += len(same) if same.all() else int(np.argmin(same))
    return order[skip:end]


# --- groups -----------------------------------------------------------------------------------------------------------


class _Grouping:
    """The groups of a plan over the books that pass. A group is a number; its keys are `codes` in `cells`, by key."""

    def __init__(self, table: BookTable, plan: Plan, passing: Mask) -> None:
        self.table, self.plan = table, plan
        self._shuffled = _shuffled(table, plan)
        self.cells = [_key_cells(table.cells(key.column), key.part) for key in plan.by]
        self.rows, codes = self._members(passing)
        self.group, self.codes = _numbered(codes, [len(cells.keys) for cells in self.cells])
        self._keep_those_that_have()
        measures = plan.measures or (Measure(),)
        self.figures = [self._measured(measure) for measure in measures]

    @property
    def size(self) -> int:
        """How many groups there are."""
        return len(self.codes[0])

    def selected(self, passing: int) -> Selected:
        """Cut what is shown."""
        groups = (
            GroupOfBooks(self._names(group), tuple(figure.at(group) for figure in self.figures), self._books(group))
            for group in self._shown().tolist()
        )
        return Selected(passing, groups=tuple(groups), groups_in_all=self.size)

    def _names(self, group: int) -> tuple[str, ...]:
        return tuple(
            group_name(cells.keys[codes[group]], key.part)
            for cells, codes, key in zip(self.cells, self.codes, self.plan.by, strict=True)
        )

    def _books(self, group: int) -> tuple[Book, ...]:
        """Return the first books of a group, where these are asked for."""
        if not self.plan.each or len(self.cells) > 1:
            return ()
        orders = [order for order in self.plan.order if order.by not in BY_GROUP]
        rows = _listed(self.table, self._rows_of[group], orders, 0, self.plan.each, self._shuffled)
        return tuple(map(self.table.book, rows.tolist()))

    @cached_property
    def _rows_of(self) -> list[Numbers]:
        """The rows of each group; they ascend, as they do in the cells of a key."""
        ends = np.cumsum(np.bincount(self.group, minlength=self.size))
        return np.split(self.rows[np.argsort(self.group, kind="stable")], ends[:-1])

    def _members(self, passing: Mask) -> tuple[Numbers, list[Numbers]]:
        """Return the rows of the books, once for each group that they are in, and its code by each key."""
        cells, allowed = self.cells[0], self._allowed(0)
        kept = passing[cells.rows] & allowed[cells.codes]
        rows, codes = cells.rows[kept], [cells.codes[kept]]
        for place in range(1, len(self.cells)):
            which, other = spread_out(self.cells[place], rows)
            kept = self._allowed(place)[other]
            rows, codes = rows[which[kept]], [*(one[which[kept]] for one in codes), other[kept]]
        return rows, codes

    def _allowed(self, place: int) -> Mask:
        """Whether each value of a key makes a group."""
        key, cells = self.plan.by[place], self.cells[place]
        kind = "number" if key.part else cells.kind
        without = cells.chosen(group_values(key, kind, key.without))
        return (cells.chosen(group_values(key, kind, key.values)) if key.values else ~without) & ~without

    def _keep_those_that_have(self) -> None:
        """Leave out the groups that have not what they must have."""
        kept = np.ones(self.size, np.bool_)
        for having in self.plan.having:
            kept &= within(self._measured(having.measure).values, having.low, having.high)
        if kept.all():
            return
        members = kept[self.group]
        self.rows, self.group = self.rows[members], (np.cumsum(kept) - 1)[self.group[members]]
        self.codes = [codes[kept] for codes in self.codes]

    def _measured(self, measure: Measure) -> Figures:
        return figures_of(self.table, measure, self.rows, self.group, self.size)

    def _shown(self) -> Numbers:
        """Return the groups that are shown, in their order."""
        plan = self.plan
        order, places = self._ranked()
        if plan.each and len(self.cells) == 2:
            return self._some_of_each(order, places)
        if self._shuffled is not None and not plan.each:
            chosen = _cut(self._any_order(self._shuffled), (), plan.skip, plan.limit)
            return chosen[np.argsort(np.argsort(order)[chosen])]
        return _cut(order, places, plan.skip, plan.limit)

    def _ranked(self) -> tuple[Numbers, list[Floats]]:
        """Return all groups in order, and the places that they have in it."""
        names = [codes.astype(np.float64) for codes in self.codes]
        orders = [order for order in self.plan.order if order.by in BY_GROUP] or [Order(by="value", descending=True)]
        keys = [
            (place, order.descending)
            for order in orders
            for place in ([self.figures[0].values] if order.by == "value" else names)
        ]
        return _sorted([*keys, *((name, False) for name in names)]), [place for place, _ in keys]

    def _any_order(self, shuffled: Numbers) -> Numbers:
        """Return all groups in an order of no meaning: that of the first of their books in it."""
        first = np.full(self.size, SHUFFLED, np.int64)
        np.minimum.at(first, self.group, shuffled[self.rows])
        return np.lexsort((*self.codes[::-1], first))

    def _some_of_each(self, order: Numbers, places: Sequence[Floats]) -> Numbers:
        """Return the first groups of the second key in every group of the first key, which stand by their names."""
        plan, firsts = self.plan, self.codes[0]
        candidates = order if self._shuffled is None else self._any_order(self._shuffled)
        by_first = candidates[np.argsort(firsts[candidates], kind="stable")]
        parts = np.split(by_first, np.flatnonzero(np.diff(firsts[by_first])) + 1) if self.size else []
        shown = parts[plan.skip : None if plan.limit is None else plan.skip + plan.limit]
        if self._shuffled is None:
            chosen = [_cut(part, places, 0, plan.each) for part in shown]
        else:
            rank = np.argsort(order)
            chosen = [part[np.argsort(rank[part])] for part in (part[: plan.each] for part in shown)]
        return np.concatenate([np.array([], np.int64), *chosen])


def _key_cells(cells: Cells, part: Part) -> Cells:
    """Return a column as books are grouped by it."""
    if not part:
        return cells
    numbers = np.asarray(cells.keys, np.float64)
    years = np.floor(numbers / 10_000) if cells.kind == "date" else numbers
    firsts = np.floor(years / 10) * 10 if part == "decade" else np.floor((years - 1) / 100) * 100 + 1
    keys, places = np.unique(firsts, return_inverse=True)
    return Cells("number", cells.count, cells.rows, places[cells.codes], keys)


def _numbered(codes: Sequence[Numbers], sizes: Sequence[int]) -> tuple[Numbers, list[Numbers]]:
    """Return the number of the group of each member, and the codes of each group by each key, in their order."""
    combined = codes[0]
    for more, size in zip(codes[1:], sizes[1:], strict=True):
        combined = combined * size + more
    found, group = np.unique(combined, return_inverse=True)
    of_groups = []
    for size in reversed(sizes[1:]):
        found, code = np.divmod(found, size)
        of_groups.append(code)
    return group, [found, *reversed(of_groups)]
