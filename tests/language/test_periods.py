"""Years and periods as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.periods import Span, ages, periods


@pytest.mark.parametrize(
    ("words", "span"),
    [
        ("older than 20 years", (None, 2005)),
        ("more than two decades old", (None, 2005)),
        ("at least 20 years old", (None, 2006)),
        ("not younger than twenty years", (None, 2006)),
        ("newer than ten years", (2017, None)),
        ("less than 10 years old", (2017, None)),
        ("no older than 10 years", (2016, None)),
    ],
)
def test_an_age_is_when_something_came_to_be(words: str, span: Span) -> None:
    [period] = ages(f"books {words} on clay", today=2026)
    assert (period.spans, period.start, period.end) == ((span,), 6, 6 + len(words))


@pytest.mark.parametrize("words", ["over 20 years", "at least 20 years of work", "older than 2000", "20 years old"])
def test_a_length_of_time_and_a_year_are_no_age(words: str) -> None:
    assert ages(f"books {words}", today=2026) == []


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
        ("of the sixteenth century", (1501, 1600)),
        ("in the last five years", (2021, 2026)),
        ("in the last two decades", (2006, 2026)),
        ("this decade", (2020, 2029)),
        ("last year", (2025, 2025)),
        ("before the millennium", (None, 1999)),
        ("since the turn of the millennium", (2000, None)),
        ("from the millennium on", (2000, None)),
    ],
)
def test_words_about_years_are_a_span(words: str, span: Span) -> None:
    [period] = periods(f"books {words}, please", known=(1952, 2024), today=2026)
    assert period.spans == (span,)


@pytest.mark.parametrize(
    ("words", "spans"),
    [
        ("from the 1960s or 1970s", [(1960, 1979)]),
        ("from the 1960s or the 1980s", [(1960, 1969), (1980, 1989)]),
        ("in the 60s, 70s and 90s", [(1960, 1979), (1990, 1999)]),
        ("in 2001, or in 1999", [(1999, 1999), (2001, 2001)]),
        ("before 1950 or after 2000", [(None, 1949), (2001, None)]),
        ("before 1990 or after 1950", [(None, None)]),
    ],
)
def test_periods_that_are_joined_are_one_of_several_spans(words: str, spans: list[Span]) -> None:
    [period] = periods(f"books {words}!", known=(1952, 2024))
    assert period.spans == tuple(spans)


def test_two_bounds_that_both_hold_stay_two() -> None:
    assert [period.spans for period in periods("after 1950 and before 1960")] == [((1951, None),), ((None, 1959),)]


def test_the_twenties_are_those_that_are_known() -> None:
    assert periods("from the 20s", known=(1900, 1960))[0].spans == ((1920, 1929),)
    assert periods("from the 20s", known=(1990, 2024))[0].spans == ((2020, 2029),)


@pytest.mark.parametrize(
    "words", ["how many pages", "2000 pages", "book 12345", "12:30", "page", "books about the millennium"]
)
def test_what_is_no_year_is_taken_for_none(words: str) -> None:
    assert periods(words) == []


_WORDS = st.sampled_from(["in", "or", "and", "before", "after", "the", "1960s", "1990", "70s", "millennium", ",", "to"])


@given(st.text(max_size=300) | st.lists(_WORDS).map(" ".join))
def test_spans_stand_in_order_in_the_text_and_in_time(text: str) -> None:
    end = 0
    for period in periods(text):
        assert end <= period.start < period.end <= len(text)
        end = period.end
        for low, high in period.spans:
            assert low is None or high is None or low <= high
        for before, after in zip(period.spans, period.spans[1:], strict=False):
            assert before[1] is not None
            assert after[0] is not None
            assert before[1] + 1 < after[0]
