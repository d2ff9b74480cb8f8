"""What stands small above or below the line is said in signs that cannot be taken for figures of a number."""

from __future__ import annotations

import pytest

from core.language.raised import in_line, lowered, raised


@pytest.mark.parametrize(
    ("text", "read"),
    [("6", "⁶"), (" −2 ", "⁻²"), ("2+", "²⁺"), ("1,2", "¹,²"), ("n", "ⁿ"), ("n-1", "ⁿ⁻¹"), ("th", "th"), ("[1]", "[1]"),
     ("(1)", "(1)"), ("min1", "min¹"), ("", "")],
)  # fmt: skip
def test_figures_above_the_line_are_raised_and_words_and_notes_stay(text: str, read: str) -> None:
    assert raised(text) == read


def test_figures_below_the_line_are_lowered_where_they_would_be_part_of_a_number_alone() -> None:
    assert lowered("2", "CO", " is") == "2"
    assert (lowered("2", "10", ""), lowered("10", "log", "5")) == ("₂", "₁₀")


def test_raised_signs_are_read_as_numbers_again() -> None:
    assert in_line(raised("−123")) == "-123"
