"""Years of experience that are told by their beginning are read as years, where it is a beginning that is told."""

from __future__ import annotations

import pytest

from core.tables.beginnings import Beginnings
from core.tables.values import Number

NUMBERS = Beginnings.of("years", ["7", "12", "since 2014", "2014"], 2026)
DATES = Beginnings.of("years", ["2014", "1998", "7"], 2026)


@pytest.mark.parametrize(
    "cell",
    [
        "since 2014", "Since May 2014", "seit 2014", "depuis 2014", "desde 2014", "2014 से", "2014 -", "2014 – present",
        "2014 to date", "since 16.9.2014", "05/2014 – heute", "from 2014 to now", "(since 2014)", "since 3/4/2014",
    ],
)  # fmt: skip
def test_a_beginning_is_read_as_the_years_since_and_told(cell: str) -> None:
    assert NUMBERS.read(cell) == Number(12, "as 12 years, since 2014")


def test_a_span_that_has_ended_is_read_as_its_years() -> None:
    assert NUMBERS.read("2010-2018") == Number(8, "as 8 years, 2010 to 2018")
    assert NUMBERS.read("2018-2010") is None


@pytest.mark.parametrize("cell", ["7", "5-10", "10+", "many", "", "since ever", "2014", "2014-05-03", "x" * 10_000])
def test_in_a_column_of_numbers_a_lone_year_or_date_is_no_beginning(cell: str) -> None:
    assert NUMBERS.read(cell) is None


def test_in_a_column_of_years_and_dates_or_one_that_is_called_so_each_is_a_beginning() -> None:
    assert DATES.read("1998") == Number(28, "as 28 years, since 1998")
    assert DATES.read("2014-05-03") == Number(12, "as 12 years, since 2014")
    assert DATES.read("7") is None
    for name in ("Experience since", "Berufserfahrung seit", "Career start"):
        assert Beginnings.of(name, ["2014", "7", "8"], 2026).read("2014") == Number(12, "as 12 years, since 2014")


def test_a_beginning_that_has_not_come_is_left_empty_and_told() -> None:
    assert NUMBERS.read("since 2031") == Number(None, "a beginning that has not come")
