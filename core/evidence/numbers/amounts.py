"""Whether two numbers are the same amount, as exactly as the one who says it claims to be."""

from __future__ import annotations

from core.language.quantities import Quantity, is_year

_ABOUT = 0.06  # “about 25 %” may stand for 23.6 to 26.6 %
_ABOUT_CONVERTED = 0.1  # “nearly four months” for 16 weeks
_MORE_THAN = 0.2  # “more than 200” may stand for up to 250: the passage's number is the larger by a fifth of itself
_PART, _OF_PART = 0.5, 0.03  # “a third” may stand for 31.8 to 34.8 %
_ABOUT_PART = 0.13  # “almost a third” for 29.5 %
_FIGURES = 100  # from three figures on, the last may be rounded without “about”
_YEAR = 31557600.0
_ENDLESS = ("celsius", "fahrenheit")  # have values below zero that are no fall


def equal(said: Quantity, there: Quantity) -> bool:
    """Whether both are the same amount, as exactly as the sentence claims to be."""
    if not same_kind(said, there) or (said.per and there.per and said.per != there.per):
        return False
    one, other = _comparable(said, there)
    slack = _slack(said, there, one, other)
    if abs(one - other) <= slack or there.implied:
        return abs(one - other) <= slack
    if said.bound == "about":
        return abs(one - other) <= _about(said, there.factor) * abs(one) or abs(one - other) <= said.step / 2
    if there.bound:  # a bound is quoted as it is: “older than 65” is not “older than 75”
        return False
    return _within_bound(said, one, other)


def _comparable(said: Quantity, there: Quantity) -> tuple[float, float]:
    """Both values in one unit and with one sign."""
    one, other = said.value, there.value
    if not said.dimension and there.dimension:
        other = there.written  # “12” of “from 12 to 85 ms”
    elif said.dimension and not there.dimension:
        one = said.written  # “79 years” of “aged 40 to 79”
    if (one < 0 <= other or other < 0 <= one) and said.dimension not in _ENDLESS:
        one, other = abs(one), abs(other)  # “fell by 3 %” is “−3 %”
    return one, other


def _slack(said: Quantity, there: Quantity, one: float, other: float) -> float:
    """By how much the two may differ and be the same amount, as they are written."""
    slack = 1e-9 * max(abs(one), abs(other))
    if said.dimension == "time" and said.text.split()[-1:] != there.text.split()[-1:]:
        slack = 0.015 * other  # a year is 365 days or 52 weeks
    if said.dimension == "percent" and (said.word or there.word) and 0 < one < 100:
        return max(slack, _PART + _OF_PART * one)
    return max(slack, min(0.5 * said.step, _ABOUT * abs(other))) if _is_rounded(said, there) else slack


def _about(said: Quantity, factor: float) -> float:
    """How far from “about” a number the passage may be, as a share of it."""
    if said.word and said.dimension == "percent":
        return _ABOUT_PART
    return _ABOUT_CONVERTED if said.dimension == "time" and said.factor != factor else _ABOUT


def _within_bound(said: Quantity, one: float, other: float) -> bool:
    if said.bound == "above":
        return one < other <= one + _MORE_THAN * abs(other)
    return said.bound == "below" and other < one <= other * (1 + _MORE_THAN)


def _is_rounded(said: Quantity, there: Quantity) -> bool:
    """Whether the sentence has three figures and the passage more (168 cm for 168.4), or another unit (1.6 km)."""
    if not said.step or there.step >= said.step or is_year(said):
        return False
    return abs(said.value) / said.step >= _FIGURES or (said.factor != there.factor and said.step < said.factor)


def agrees(said: Quantity, value: float) -> bool:
    """Whether `said` may stand for `value`, which was reckoned from numbers of the passage, in the same base unit."""
    one, other = abs(said.value), abs(value)
    if not other:
        return False
    slack = max(0.51 * said.step, 1e-6 * other)
    if said.word and said.dimension == "percent":
        slack = _PART + _OF_PART * one
    if said.bound == "about" or said.dimension == "times":
        slack = max(slack, _about(said, said.factor) * one)
    return abs(one - other) <= slack or _within_bound(said, one, other)


def same_kind(said: Quantity, there: Quantity) -> bool:
    """Whether both measure the same, or one of them does not say what it measures."""
    if said.dimension == there.dimension:
        return True
    if not said.dimension:  # “ten more” of weeks, “day 15” of 15 days; a year is no amount of anything
        return not is_year(said) and there.dimension not in ("ordinal", "times", "clock")
    if not there.dimension:  # “aged four” and “four years”
        return said.dimension == there.perhaps or said.factor == _YEAR
    return said.dimension.split()[0] == there.dimension.split()[0] and " " not in min(
        said.dimension, there.dimension, key=len
    )


def comparable(said: Quantity, there: Quantity) -> bool:
    """Whether the one could have been written for the other."""
    return same_kind(said, there) and is_year(said) == is_year(there)
