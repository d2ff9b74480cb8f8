"""Numbers as people write them are read, with good will only where it is told; what is none is left empty."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from core.tables import RowProblem, left_out, summarise
from core.tables.headers import says_nothing
from core.tables.values import Number, has_decimal_comma, read_number, read_years

CLEAN = [
    ("7", 7), (" 7 ", 7), ("7.0", 7), ("3.5", 3.5), ("12 years", 12), ("12 Jahre", 12), ("12 ans", 12), ("5 años", 5),
    ("१०", 10), ("१० वर्ष", 10), ("7 yrs.", 7), ("0", 0),
]  # fmt: skip
SOFT = [
    ("10+", 10), ("ca. 7", 7), ("~7", 7), ("about 7 years", 7), ("über 20", 20), ("plus de 15 ans", 15),
    ("más de 5", 5), ("लगभग 7", 7), (">10", 10), ("5-10", 5), ("5 – 10 years", 5), ("5 to 10", 5), ("seven", 7),
    ("at least 3", 3), ("mind. 3", 3),
]  # fmt: skip
NONE = [
    "n/a", "k. A.", "-", "many", "2014", "-3", "1/2/2024", "7 months", "7 or 9 or 11", "e7", "#REF!", "999", "10 km",
    "2024-05-03",
]  # fmt: skip


def read(cell: str, comma: bool = False) -> Number:
    return read_number(cell, "years", low=0, high=80, decimal_comma=comma)


@pytest.mark.parametrize(("cell", "value"), CLEAN)
def test_a_number_is_read_with_its_unit_and_nothing_is_told(cell: str, value: float) -> None:
    assert read(cell) == Number(value)


@pytest.mark.parametrize(("cell", "value"), SOFT)
def test_a_number_that_needs_good_will_is_read_and_told(cell: str, value: float) -> None:
    assert read(cell) == Number(value, f"as {value}")


@pytest.mark.parametrize("cell", NONE)
def test_what_is_no_number_of_years_is_left_empty_and_told(cell: str) -> None:
    number = read(cell)
    assert number.value is None
    assert number.told


def test_an_empty_cell_needs_no_word() -> None:
    assert read("  ") == Number(None)


@pytest.mark.parametrize(
    ("column", "comma"),
    [
        (["3,5", "4"], True),
        (["1.032", "299"], True),
        (["1,036", "412"], False),
        (["3.5", "4"], False),
        (["1,036.5"], False),
        (["1.036,5"], True),
        (["12", ""], False),
        (["0.333", "2"], False),
    ],
)
def test_a_decimal_comma_is_known_by_the_whole_column(column: list[str], comma: bool) -> None:
    assert has_decimal_comma(column) is comma


def test_the_column_says_what_a_comma_and_a_point_mean() -> None:
    assert read("3,5", comma=True).value == 3.5
    pages = [read_number(cell, "pages", low=1, high=9999, decimal_comma=c).value for cell, c in
             (("1.036", True), ("1,036", False), ("1 036", False))]  # fmt: skip
    assert pages == [1036, 1036, 1036]


@given(some.text(max_size=12))
def test_a_value_within_its_bounds_comes_or_none_and_a_filled_cell_without_one_is_told(cell: str) -> None:
    number = read(cell)
    assert number.value is None or 0 <= number.value <= 80
    assert number.value is not None or bool(number.told) is bool(" ".join(cell.split()))


def test_what_says_nothing_is_known_in_five_languages() -> None:
    assert all(map(says_nothing, ["", " ", "n/a", "K. A.", "inconnu", "s. f.", "अज्ञात"]))
    assert not any(map(says_nothing, ["0", "none of these", "Ann"]))


def test_problems_are_summed_up_by_column_with_the_most_frequent_first() -> None:
    problems = [
        *[RowProblem(row, "no number", "years", "n/a", "left empty") for row in range(2, 9)],
        *[RowProblem(row, "no number", "years", f"v{row}", "left empty") for row in range(9, 15)],
        RowProblem(20, "as 10", "years", "10+", "read"),
        RowProblem(21, "name is empty"),
    ]
    assert summarise(problems) == [
        "13 values in “years” could not be read and were left empty: “n/a” ×7, “v9”, “v10”, “v11”, “v12” and 2 others.",
        "1 value in “years” was read with some good will: “10+” as 10.",
    ]
    assert [problem.row for problem in left_out(problems)] == [21]


@pytest.mark.parametrize(
    ("cell", "column", "years"),
    [("18", "Experience (months)", 1.5), ("18 months", "Experience", 1.5), ("24 Monate", "Erfahrung", 2),
     ("३६", "अनुभव (माह)", 3), ("3 years", "Experience in months", 3), ("3", "Months or years", 3)],
)  # fmt: skip
def test_years_that_are_written_in_months_are_turned_into_years(cell: str, column: str, years: float) -> None:
    assert read_years(cell, column, 80, False).value == years


def test_what_was_read_in_months_is_told() -> None:
    assert read_years("18", "Experience (months)", 80, False).told == "in months, as 1.5 years"
    assert read_years("2000", "Experience (months)", 80, False) == Number(None, "not between 0 and 960")
