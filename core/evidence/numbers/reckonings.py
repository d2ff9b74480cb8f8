"""What the numbers of a passage come to, by twos and threes: sums, differences, products, shares, ratios and rates."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations, starmap
from math import prod
from typing import Literal

from core.language.quantities import Quantity, is_year
from core.language.sentences import sentences
from core.language.units import meaning

_MOST, _MOST_FACTORS = 24, 8  # numbers that are put together by twos, by threes
_HOUR, _YEAR = meaning("hour")[1], meaning("year")[1]
_CLOCK = (1.0, 60.0)  # 18:30 is half past six, or a race of a quarter of an hour: minutes, or seconds
_COUNTS = ("", "times", "time", "length", "mass", "volume", "area")  # what an amount is for: 6 euros for 12 months
_OWN = ("percent", "points", "times", "time", "clock")
_PERIODS = ("day", "week", "month", "year")


Far = Literal[0, 1, 2]
"""From numbers of one kind in one sentence of the passage; of one kind anywhere; of any kinds, or three of them."""


@dataclass(frozen=True)
class Reckoning:
    """What comes out, in the base unit of the number that is said, and how, in the numbers of the passage."""

    value: float
    formula: str
    change: bool = False  # from one number to another
    far: Far = 0


def reckonings(said: Quantity, there: Sequence[Quantity], passage: str) -> Iterator[Reckoning]:
    """Give all that the numbers of `passage` come to and that could be meant by `said`, going by its unit."""
    numbers = [one for one in there if one.value and not one.implied and one.dimension != "ordinal"][:_MOST]
    starts = [one.start for one in sentences(passage)]
    place = {one.start: bisect(starts, one.start) for one in numbers}
    column = {one.start: _column(one, numbers, passage) for one in numbers}
    for one in numbers:
        yield from _of_one(said, one)
    for one, two in starmap(_alike, permutations(numbers, 2)):
        beside = place[one.start] == place[two.start] or column[one.start] == column[two.start]
        of_one_kind = one.dimension == two.dimension
        likely = of_one_kind or "times" in (one.dimension, two.dimension)
        far: Far = (0 if beside else 1) if likely else 2
        if of_one_kind or said.dimension != "times":
            ways = _of_like(said, one, two) if of_one_kind else _of_unlike(said, one, two)
            yield from (replace(way, far=far) for way in ways)
    yield from (replace(way, far=2) for way in _of_many(said, numbers))


def _column(one: Quantity, numbers: Sequence[Quantity], passage: str) -> object:
    """Return which number of its line a number is, where it is not alone there; what equals nothing else otherwise."""
    start, end = passage.rfind("\n", 0, one.start), passage.find("\n", one.end)
    line = [number.start for number in numbers if start < number.start and (end < 0 or number.start < end)]
    return line.index(one.start) if len(line) > 1 else object()


def _alike(one: Quantity, two: Quantity) -> tuple[Quantity, Quantity]:
    """Give “4.6 million” the unit of “3.9 million tonnes”: both are told to the same figure, and not to the one."""
    for bare, other in ((one, two), (two, one)):
        if not bare.dimension and other.dimension not in ("", *_OWN) and 1 != bare.step == other.step / other.factor:
            whole = replace(bare, dimension=other.dimension, value=bare.value * other.factor, factor=other.factor)
            return (whole, two) if bare is one else (one, whole)
    return one, two


def _of_one(said: Quantity, one: Quantity) -> Iterator[Reckoning]:
    if one.dimension == "percent" == said.dimension:
        yield Reckoning(100 - one.value, f"100 % − {one.text}")
    elif one.dimension == "times" and said.dimension == "percent":
        yield Reckoning(100 * (one.value - 1), one.text, change=True)
    elif one.dimension == "mass /mass" and said.dimension == "percent":
        yield Reckoning(100 * one.value, one.text)
    elif one.dimension == "percent" and said.dimension == "times":
        yield Reckoning(1 + one.value / 100, f"100 % + {one.text}")
    elif not one.dimension and said.dimension and said.factor != 1:
        yield Reckoning(one.value, one.text)  # “15 minutes” of “seconds (default 900)”
    if one.per and said.dimension == one.dimension:
        for period in _PERIODS:
            if period != one.per:
                yield Reckoning(one.value * meaning(period)[1] / meaning(one.per)[1], f"{one.text} for a {period}")


def _of_like(said: Quantity, one: Quantity, two: Quantity) -> Iterator[Reckoning]:
    """Put together two numbers of one dimension, in this order."""
    apart = one.value - two.value
    if apart > 0:
        for factor in _factors_of_differences(said, one):
            yield Reckoning(apart * factor, f"{one.text} − {two.text}", change=True)
    if one.start < two.start and (
        said.dimension == one.dimension or (not said.dimension and one.dimension not in _OWN)
    ):
        factor = 1 if said.dimension else 1 / one.factor
        yield Reckoning((one.value + two.value) * factor, f"{one.text} + {two.text}")
    if said.dimension in ("percent", "times", "") and not (is_year(one) or is_year(two)):
        scale = 100 if said.dimension == "percent" else 1
        if said.dimension or apart > 0:
            yield Reckoning(scale * one.value / two.value, f"{one.text} : {two.text}")
        if said.dimension == "percent" and one.role != "from" and two.role != "to":
            yield Reckoning(scale * apart / two.value, f"{one.text} against {two.text}", change=True)


def _factors_of_differences(said: Quantity, one: Quantity) -> tuple[float, ...]:
    """Return what turns a difference of two numbers like `one` into the base unit of `said`; none where nothing can."""
    if one.dimension == "clock":
        return {"time": _CLOCK, "": tuple(factor / _HOUR for factor in _CLOCK)}.get(said.dimension, ())
    if one.dimension == said.dimension:
        return () if one.dimension == "percent" else (1.0,)  # 22 % after 31 % is 9 points less, and not 9 %
    if not said.dimension and (one.dimension not in _OWN or one.dimension == "time"):
        return (1 / one.factor,)  # “6 degrees” of 21 °C and 15 °C
    if said.dimension == "points" and one.dimension in ("percent", ""):
        return (1.0,)
    return (_YEAR,) if said.dimension == "time" and not one.dimension else ()  # “three years later” of the ages 4 and 7


def _of_unlike(said: Quantity, one: Quantity, two: Quantity) -> Iterator[Reckoning]:
    """Put together amounts of two kinds: “80 minutes a week” of 40 minutes twice a week; 3 % of 38,500."""
    if two.dimension == "time" and said.dimension == one.dimension and (one.dimension == "clock" or is_year(one)):
        for scale in _CLOCK if one.dimension else (_YEAR,):
            yield Reckoning(one.value + two.value / scale, f"{one.text} + {two.text}")
            yield Reckoning(one.value - two.value / scale, f"{one.text} − {two.text}")
    elif {one.dimension, two.dimension} & {"clock", "points"} or is_year(one) or is_year(two):
        return
    elif two.dimension == "percent":
        if said.dimension in (one.dimension, ""):
            part = one.value * two.value / 100
            yield Reckoning(part, f"{two.text} of {one.text}", change=True)
            yield Reckoning(one.value + part, f"{one.text} + {two.text}")
            yield Reckoning(one.value - part, f"{one.text} − {two.text}")
    elif said.dimension in (one.dimension, "") and two.dimension in _COUNTS and (two.dimension or two.value % 1 == 0):
        amount, unit = (one.value, one.factor) if said.dimension else (one.written, 1.0)
        yield Reckoning(amount * two.written, f"{one.text} × {two.text}")
        yield Reckoning(amount / two.written, f"{one.text} : {two.text}")
        if said.dimension == "time" and not two.dimension:  # “34 days” of 26 days and 8 public holidays
            yield Reckoning(amount + two.written * unit, f"{one.text} + {two.text}")
            yield Reckoning(amount - two.written * unit, f"{one.text} − {two.text}", change=True)


def _of_many(said: Quantity, numbers: Sequence[Quantity]) -> Iterator[Reckoning]:
    factors = [one for one in numbers if not is_year(one) and (one.dimension or one.value % 1 == 0)][:_MOST_FACTORS]
    for three in combinations(factors, 3):
        if {one.dimension for one in three} <= {*_COUNTS, said.dimension} - {"percent", "points"}:
            product = prod(one.value if one.dimension == said.dimension else one.written for one in three)
            yield Reckoning(product, " × ".join(one.text for one in three))
    alike = [one for one in numbers if one.dimension == said.dimension]
    if len(alike) > 2:
        whole = " + ".join(one.text for one in alike)
        yield Reckoning(sum(one.value for one in alike), whole)
        yield Reckoning(sum(one.value for one in alike) / len(alike), f"the mean of {whole}")
        rows = (alike[first:last] for first, last in combinations(range(len(alike) + 1), 2) if last - first > 3)
        for own in (*combinations(alike[:_MOST_FACTORS], 3), *rows):  # three of them, or more in a row
            yield Reckoning(sum(one.value for one in own), " + ".join(one.text for one in own))
