"""Numbers in words, and what each is worth."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.numbers import COUNT, FACTORS, ORDINALS, SPELLED, number, part, whole


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("three hundred and forty", 340), ("a dozen", 12), ("17", 17), ("twenty-five", 25), ("two lakh", 200_000),
        ("five million", 5e6), ("zero", 0),
    ],
)  # fmt: skip
def test_a_number_in_words_has_its_value(written: str, value: float) -> None:
    assert whole(written) == value
    assert re.fullmatch(rf"{SPELLED}|\d+", written)


def test_what_is_no_number_has_no_value() -> None:
    with pytest.raises(ValueError, match="half"):
        whole("half a")


@given(st.integers(1, 9999))
def test_a_number_in_figures_is_itself(value: int) -> None:
    assert number(f"{value:,}") == value


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("three hundred and fifty", 350), ("a hundred", 100), ("twenty", 20), ("zero", 0), ("a", None),
        ("several", None), ("five books", None), ("", None),
    ],
)  # fmt: skip
def test_how_many_is_read_or_nothing_is(written: str, value: int | None) -> None:
    assert number(written) == value


def test_what_counts_is_found_whole_in_a_text() -> None:
    found = re.search(COUNT, "the last two hundred and fifty pages")
    assert found is not None
    assert found.group() == "two hundred and fifty"


@pytest.mark.parametrize(("written", "value"), [("half", 0.5), ("three quarters", 0.75), ("and a third", 1 / 3)])
def test_parts_add_up(written: str, value: float) -> None:
    assert part(written) == pytest.approx(value)


def test_the_lists_hold_ordinals_and_factors() -> None:
    assert ORDINALS["twentieth"] == 20
    assert FACTORS["tripled"] == FACTORS["threefold"] == 3
