"""Years and lengths are understood as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.library_chat.plan.bounds import pages, years


@pytest.mark.parametrize(
    ("words", "low", "high", "gaps"),
    [
        ("after 2018", 2019, None, 0),
        ("between 1990 and 2000", 1990, 2000, 0),
        ("from the 1960s or 1970s", 1960, 1979, 0),
        ("from the 1950s or 1970s", 1950, 1979, 10),
        ("before 1950 or after 2000", None, None, 51),
    ],
)
def test_words_about_years_become_bounds(words: str, low: int | None, high: int | None, gaps: int) -> None:
    [bound] = years(f"books {words}, please", known=(1952, 2024), today=2026)
    assert (bound.low, bound.high, len(bound.gaps)) == (low, high, gaps)


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


@given(st.text(max_size=300))
def test_no_text_is_too_strange(text: str) -> None:
    for bound in [*years(text), *pages(text)]:
        assert 0 <= bound.start < bound.end <= len(text)
        assert bound.low is None or bound.high is None or bound.low <= bound.high
