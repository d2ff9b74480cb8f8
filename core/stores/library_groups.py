"""From a group back to its books: the plan that lists the books behind a number, and how a number is spread in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.stores.library import GroupOfBooks, Library
from core.stores.library_plan import Clause, Column, Key, Measure, Order, Plan, Test, must

_YEARS = {"decade": 10, "century": 100}


def books_of_group(
    plan: Plan, names: Sequence[str], columns: Mapping[str, Column], measure: Measure | None = None
) -> Plan:
    """Return the plan that lists exactly the books of a group, by its names as the plan's keys gave them.

    With `measure` these are the books of which the figure is one: those that pass its conditions, and whose column is
    known. Of a plan without keys, and no names, they are the books behind its figures.
    """
    where = [*plan.where, *(_in_group(key, name, columns) for key, name in zip(plan.by, names, strict=True))]
    if measure:
        where += measure.where
        if measure.column:
            where.append(must(Test(column=measure.column, how="missing", denied=True)))
    order = tuple(order for order in plan.order if order.by in columns)
    return Plan(where=tuple(where), order=order)


def _in_group(key: Key, name: str, columns: Mapping[str, Column]) -> Clause:
    if not key.part:
        return must(Test(column=key.column, values=(name,)))
    first = int(name.removesuffix("s"))
    last = first + _YEARS[key.part] - 1
    if columns[key.column].kind == "date":
        first, last = first * 10_000, last * 10_000 + 9_999
    return must(Test(column=key.column, how="between", low=first, high=last))


# --- how a number is spread -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spread:
    """How a number is spread over the books of a group: the five figures of a box plot, and of how many books."""

    least: float
    lower: float
    median: float
    upper: float
    most: float
    of: int


def spreads_of_groups(library: Library, plan: Plan, column: str, groups: Sequence[GroupOfBooks]) -> list[Spread | None]:
    """Return how a number is spread in each of these groups of a plan with one key; None where it is not known.

    The store counts the books of every value; quartiles are those of Hyndman and Fan's type 7, as numpy has them.
    """
    [key] = plan.by
    kept = key.model_copy(update={"values": tuple(group.names[0] for group in groups)})
    counted = library.select(Plan(where=plan.where, by=(kept, Key(column=column)), order=(Order(by="name"),)))
    values: dict[str, list[tuple[float, int]]] = {}
    for group in counted.groups:
        values.setdefault(group.names[0], []).append((float(group.names[1]), int(group.figures[0].value or 0)))
    return [_spread(values.get(group.names[0], [])) for group in groups]


def _spread(counted: Sequence[tuple[float, int]]) -> Spread | None:
    numbers = sorted(_repeated(counted))
    if not numbers:
        return None
    lower, median, upper = (_quantile(numbers, part) for part in (0.25, 0.5, 0.75))
    return Spread(numbers[0], lower, median, upper, numbers[-1], len(numbers))


def _repeated(counted: Sequence[tuple[float, int]]) -> Iterator[float]:
    for value, number in counted:
        yield from [value] * number


def _quantile(numbers: Sequence[float], part: float) -> float:
    place = part * (len(numbers) - 1)
    below = int(place)
    above = min(below + 1, len(numbers) - 1)
    return numbers[below] + (place - below) * (numbers[above] - numbers[below])
