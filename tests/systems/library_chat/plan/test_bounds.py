"""Years and lengths are understood as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.library_chat.plan.bounds import number, pages, years


@pytest.mark.parametrize(
    ("words", "span"),
    [
        ("after 2018", (2019, None)),
        ("since 2018", (2018, None)),
        ("from 1990 on", (1990, None)),
        ("2010 or later", (2010, None)),
        ("before 1960", (None, 1959)),
        ("pre-1960", (None, 1959)),
        ("until 1970", (None, 1970)),
        ("no later than 1980", (None, 1980)),
        ("between 1990 and 2000", (1990, 2000)),
        ("between 2000 and 1990", (1990, 2000)),
        ("1990-2000", (1990, 2000)),
        ("in 2019", (2019, 2019)),
        ("from the 1950s", (1950, 1959)),
        ("the nineties", (1990, 1999)),
        ("after the 1990s", (2000, None)),
        ("between the 50s and the 70s", (1950, 1979)),
        ("late 1990s", (1996, 1999)),
        ("20th century", (1901, 2000)),
        ("in the last five years", (2021, 2026)),
        ("this decade", (2020, 2029)),
        ("last year", (2025, 2025)),
    ],
)
def test_words_about_years_become_bounds(words: str, span: tuple[int | None, int | None]) -> None:
    [bound] = years(f"books {words}, please", known=(1952, 2024), today=2026)
    assert (bound.low, bound.high) == span


def test_the_twenties_are_those_of_the_catalogue() -> None:
    assert years("from the 20s", known=(1900, 1960))[0].low == 1920
    assert years("from the 20s", known=(1990, 2024))[0].low == 2020


@pytest.mark.parametrize(
    ("words", "span"),
    [
        ("under 300 pages", (None, 299)),
        ("over 1,000 pages", (1001, None)),
        ("at least 400 pages", (400, None)),
        ("no more than three hundred pages", (None, 300)),
        ("between 200 and 300 pages", (200, 300)),
        ("200 to 250 pages long", (200, 250)),
        ("300+ pages", (300, None)),
        ("400 pages or more", (400, None)),
        ("fewer than two hundred and fifty pages", (None, 249)),
        ("with exactly 280 pages", (280, 280)),
        ("about 300 pages", (270, 330)),
        ("longer than 300", (301, None)),
    ],
)
def test_words_about_length_become_bounds(words: str, span: tuple[int | None, int | None]) -> None:
    [bound] = pages(f"books {words}?")
    assert (bound.low, bound.high) == span


@pytest.mark.parametrize("words", ["how many pages", "2000 pages", "book 12345", "12:30", "page"])
def test_what_is_no_year_is_taken_for_none(words: str) -> None:
    assert years(words) == []


@given(st.integers(1, 9999))
def test_a_number_in_figures_is_itself(value: int) -> None:
    assert number(f"{value:,}") == value


@given(st.text(max_size=300))
def test_no_text_is_too_strange(text: str) -> None:
    for bound in [*years(text), *pages(text)]:
        assert 0 <= bound.start < bound.end <= len(text)
        assert bound.low is None or bound.high is None or bound.low <= bound.high
