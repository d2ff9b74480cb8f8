"""Whether two numbers are the same amount, as exactly as the one who says it claims to be."""

from __future__ import annotations

import re
from dataclasses import replace
from math import floor, log10

from core.language.quantities import Quantity, is_year

_MOST_ABOUT = 0.12  # “about 500” never stands for more than 560
_MOST_BOUND = 0.5  # “more than 200” is true of 300, and says little of it
_PART, _OF_PART = 0.5, 0.03  # “a third” may stand for 31.8 to 34.8 %
_CALENDAR = 0.015  # a year is 365 days or 52 weeks
_NEAR = 1_000  # characters, blanks among them
_TELLING = 1000  # so large a number is no other one by chance, whatever its unit is called
_YEAR = 31557600.0
_CELSIUS = {"celsius": (1.0, 0.0), "kelvin": (1.0, -273.15), "fahrenheit": (5 / 9, -160 / 9)}  # factor, and what to add
_OF_THEIR_OWN = ("ordinal", "times", "clock")


def equal(said: Quantity, there: Quantity, passage: str) -> bool:
    """Whether both are the same amount, as exactly as the sentence claims to be."""
    if "clock" in (said.dimension, there.dimension):
        return _same_time(said, there)
    if said.dimension == "percent" and not there.dimension and 0 < there.step < 1 and 0 <= there.value <= 1:
        there = replace(there, dimension="percent", value=100 * there.value, step=100 * there.step)  # .761 is 76.1 %
    if not _could_be(said, there, passage) or (said.per and there.per and said.per != there.per):
        return False
    one, other = _comparable(said, there)
    apart = abs(one - other)
    if apart <= _slack(said, there, one, other):
        return True
    if said.bound == "about":
        return apart <= about(said)
    return not there.bound and _on_its_side(said, one, other) and apart <= about(said)


def _same_time(said: Quantity, there: Quantity) -> bool:
    """Whether both are the same time; an hour alone may be of either half of the day: at 7, 7 pm."""
    clock, other = (said, there) if said.dimension == "clock" else (there, said)
    if clock.dimension == other.dimension:
        return clock.value == other.value
    hour = not other.dimension and other.value % 1 == 0 and 0 <= other.value <= 24
    return hour and clock.value % 720 == other.value % 12 * 60


def nearly(said: Quantity, there: Quantity) -> bool:
    """Whether “more than 200” may be meant of 231: the sentence is the rounder, and the number on its side."""
    if there.bound or not same_kind(said, there) or (_figures(said) > 1 and _figures(said) >= _figures(there)):
        return False
    one, other = _comparable(said, there)
    return _on_its_side(said, one, other) and abs(one - other) <= _MOST_BOUND * abs(one)


def agrees(said: Quantity, value: float) -> bool:
    """Whether `said` may stand for `value`, which was reckoned from numbers of the passage, in the same base unit."""
    one, other = abs(said.value), abs(value)
    apart = abs(one - other)
    return other > 0 and (apart <= latitude(said) or (_on_its_side(said, one, other) and apart <= about(said)))


def latitude(said: Quantity) -> float:
    """How far from what was reckoned a number may be that stands for it: half of its last figure, more where vague."""
    slack = max(0.51 * said.step, 1e-6 * abs(said.value))
    if said.word and said.dimension == "percent":
        slack = _PART + _OF_PART * abs(said.value)
    if said.bound == "about":
        return max(slack, 0.5 * about(said))
    return max(slack, min(about(said), 0.5)) if said.dimension == "times" else slack


def about(said: Quantity) -> float:
    """How far from “about” a number the passage may be: one unit of its last figure that tells, at most 12 %."""
    unit = said.step
    if said.value and not 0 < unit < said.factor:  # the noughts at the end of 1,200 tell nothing
        unit = said.factor * 10.0 ** (floor(log10(abs(said.written)) + 1e-9) + 1 - _figures(said))
    return min(unit, _MOST_ABOUT * abs(said.value))


def _figures(quantity: Quantity) -> int:
    """How many figures of a number tell something: two of 1,200, three of 0.125."""
    mantissa = f"{abs(quantity.written):.12e}".partition("e")[0]
    return max(1, len(mantissa.replace(".", "").rstrip("0")))


def same_kind(said: Quantity, there: Quantity) -> bool:
    """Whether both measure the same, or one of them does not say what it measures."""
    if said.dimension == there.dimension or {said.dimension, there.dimension} <= _CELSIUS.keys():
        return True
    if not said.dimension:  # “ten more” of weeks, “day 15” of 15 days; a year is no amount of anything
        return there.dimension not in _OF_THEIR_OWN and (not is_year(said) or there.step != 1)
    if not there.dimension:  # “aged four” and “four years”
        return said.dimension == there.perhaps or said.factor == _YEAR
    return said.dimension.split()[0] == there.dimension.split()[0] and " " not in min(
        said.dimension, there.dimension, key=len
    )


def _could_be(said: Quantity, there: Quantity, passage: str) -> bool:
    """Whether the number of the passage can be the one that is said: of its kind, or bare with that unit nearby."""
    if same_kind(said, there):
        return True
    if "ordinal" in (said.dimension, there.dimension):  # “12 March”, “March 12th”
        return not (said.dimension and there.dimension) and not (said.word or there.word)
    if there.dimension or said.dimension in _OF_THEIR_OWN:
        return False
    unit = re.sub(r"[\d.,\s-]", "", said.text)
    before = " ".join(passage[max(0, there.start - _NEAR) : there.start].split())[-80:]  # blanks stand for orders
    behind = " ".join(passage[there.end : there.end + _NEAR].split())[:40]
    return abs(there.value) >= _TELLING or (unit != "" and unit in f"{before} {behind}")


def _comparable(said: Quantity, there: Quantity) -> tuple[float, float]:
    """Both values in one unit and with one sign."""
    one, other = said.value, there.value
    if said.dimension != there.dimension and {said.dimension, there.dimension} <= _CELSIUS.keys():
        return _in_celsius(said), _in_celsius(there)
    if not said.dimension and there.dimension:
        other = there.written  # “12” of “from 12 to 85 ms”
    elif said.dimension and not there.dimension:
        one = said.written  # “79 years” of “aged 40 to 79”
    if (one < 0 <= other or other < 0 <= one) and said.dimension not in _CELSIUS:
        one, other = abs(one), abs(other)  # “fell by 3 %” is “−3 %”
    return one, other


def _in_celsius(quantity: Quantity) -> float:
    factor, more = _CELSIUS[quantity.dimension]
    return factor * quantity.value + more


def _slack(said: Quantity, there: Quantity, one: float, other: float) -> float:
    """By how much the two may differ and be the same amount, as they are written: half of the last figure said."""
    slack = 1e-9 * max(abs(one), abs(other))
    if is_year(said):
        return slack
    if said.dimension == "time" and said.factor != there.factor:
        slack = _CALENDAR * other
    if said.dimension == "percent" and (said.word or there.word) and 0 < one < 100:
        return max(slack, _PART + _OF_PART * one)
    return max(slack, 0.5 * said.step) if said.dimension == there.dimension else slack


def _on_its_side(said: Quantity, one: float, other: float) -> bool:
    """Whether a number of the passage is on that side of a bound where the sentence says it is."""
    return (said.bound == "above" and other > one) or (said.bound == "below" and other < one)


def comparable(said: Quantity, there: Quantity) -> bool:
    """Whether the one could have been written for the other."""
    return same_kind(said, there) and is_year(said) == is_year(there)
