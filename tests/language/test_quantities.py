"""Numbers as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.quantities import quantities


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("1,200 people", 1200, ""),
        ("1.2 thousand people", 1200, ""),
        ("twelve people", 12, ""),
        ("two hundred and forty-three people", 243, ""),
        ("12 %", 12, "percent"),
        ("12 percent", 12, "percent"),
        ("12 per cent", 12, "percent"),
        ("3.1 percentage points", 3.1, "points"),
        ("one in five of them", 20, "percent"),
        ("half of them", 50, "percent"),
        ("two thirds", 200 / 3, "percent"),
        ("doubled", 2, "times"),
        ("three times faster", 3, "times"),
        ("a 3-fold rise", 3, "times"),
        ("3 × 10^5 cells", 3e5, ""),
        ("10⁶ cells", 1e6, ""),
        ("10^6 cells", 1e6, ""),
        ("10⁻³ cells", 1e-3, ""),
        ("1.2×10⁻³ mol", 1.2e-3, "amount"),
        ("$3.5 million", 3.5e6, "dollar"),
        ("30 nm", 3e-8, "length"),
        ("0.03 µm", 3e-8, "length"),
        ("90 minutes", 5400, "time"),
        ("1.5 h", 5400, "time"),
        ("20 mA cm−2", 200, "current /length2"),
        ("20 mA/cm2", 200, "current /length2"),
        ("50 mg/kg", 5e-5, "mass /mass"),
        ("p = .03", 0.03, ""),
        ("the 1990s", 1990, ""),
        ("0,25 mol", 0.25, "amount"),
        ("1.204.000 people", 1204000, ""),
        ("CHF 84'000", 84000, "franc"),
        ("two and a half years", 2.5 * 31557600, "time"),
        ("a day and a half", 129600, "time"),
        ("half an hour", 1800, "time"),
        ("a quarter of an hour", 900, "time"),
        ("half a million people", 5e5, ""),
        ("sevenfold", 7, "times"),
        ("every fifth adult", 20, "percent"),
        ("one adult in five", 20, "percent"),
        ("2:04:37", 7477, "clock"),
        ("eight consecutive days", 691200, "time"),
    ],
)
def test_a_number_is_read_with_its_unit(text: str, value: float, dimension: str) -> None:
    (found,) = quantities(text)
    assert found.value == pytest.approx(value)
    assert found.dimension == dimension
    assert text[found.start : found.end] == found.text


def test_both_ends_of_a_range_have_the_unit() -> None:
    for text in ("10–15 mg", "from 10 to 15 mg", "between 10 and 15 mg", "10 to 15 mg"):
        assert [(one.written, one.dimension) for one in quantities(text)] == [(10, "mass"), (15, "mass")], text


def test_a_value_and_its_error_are_two_numbers_of_one_unit() -> None:
    assert [(one.value, one.dimension) for one in quantities("12.3 ± 0.4 %")] == [(12.3, "percent"), (0.4, "percent")]


@pytest.mark.parametrize(
    "text", ["COVID-19", "CsSnI3", "Sn2+", "BM25", "GPT-4", "3D", "the first author", "one of them"]
)
def test_figures_in_names_and_little_words_are_no_numbers(text: str) -> None:
    assert quantities(text) == ()


def test_how_a_number_is_bounded_is_known() -> None:
    bounds = [
        quantities(text)[0].bound for text in ("about 25 %", "more than 200", "at least 5 %", "up to 9", "5 or more")
    ]
    assert bounds == ["about", "above", "above", "below", "above"]


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading_and_spans_stand_in_order(text: str) -> None:
    end = 0
    for one in quantities(text):
        assert text[one.start : one.end] == one.text
        assert end <= one.start < one.end
        end = one.end
