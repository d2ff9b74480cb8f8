"""Units with their prefixes, powers and plurals."""

from __future__ import annotations

import re

import pytest

from core.language.units import currencies, meaning, pattern, table


@pytest.mark.parametrize(
    ("written", "dimension", "factor"),
    [
        ("nm", "length", 1e-9), ("kilograms", "mass", 1e3), ("feet", "length", 0.3048), ("KB", "information", 1e3),
        ("mg/kg", "mass /mass", 1e-6), ("mA cm-2", "current /length2", 10.0), ("μs", "time", 1e-6),
    ],
)  # fmt: skip
def test_a_unit_has_a_dimension_and_a_factor(written: str, dimension: str, factor: float) -> None:
    assert meaning(written) == (dimension, pytest.approx(factor))


def test_every_spelling_is_found_whole() -> None:
    for spelling in table():
        match = re.match(pattern(), spelling)
        assert match is not None, spelling
        assert match.group() == spelling


def test_the_longer_sign_of_money_is_tried_first() -> None:
    assert currencies().index("US$") < currencies().index("$")
