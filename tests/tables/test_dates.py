"""Dates as people write them; the whole column says whether the day or the month stands first."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as some

from core.tables.dates import DateStyle, ReadDate, ReadPeriod

NOT_TOLD = DateStyle(None)


@pytest.mark.parametrize(
    "text",
    [
        "2006-09-16", "2006/9/16", "2006-09-16T00:00:00", "20060916", "16.9.2006", "16/9/2006", "9/16/2006",
        "16 Sept 2006", "16. September 2006", "September 16th, 2006", "16 de septiembre de 2006", "16 septembre 2006",
        "16 सितंबर 2006", "Sep. 16, 2006", "9/16/2006 12:30",
    ],
)  # fmt: skip
def test_a_date_that_can_be_read_in_one_way_is_read(text: str) -> None:
    assert NOT_TOLD.read(text) == ReadDate(20060916)


@pytest.mark.parametrize("text", ["2006", "2006-09", "March 2004", "c1999", "16 Elvish 2006", "", "9/16/06", "soon"])
def test_what_is_no_whole_date_is_none(text: str) -> None:
    assert NOT_TOLD.read(text) == ReadDate()


@pytest.mark.parametrize("text", ["11/31/2000", "2001-02-29", "31. April 1999", "20011301"])
def test_a_day_that_never_was_is_told(text: str) -> None:
    assert NOT_TOLD.read(text) == ReadDate(problem="there is no such day") or DateStyle(False).read(text).problem


def test_the_column_says_whether_days_or_months_come_first() -> None:
    american = DateStyle.of(["3/4/2006", "9/16/2006"])
    assert american.read("3/4/2006") == ReadDate(20060304)
    assert DateStyle.of(["3/4/2006", "16/9/2006"]).read("3/4/2006") == ReadDate(20060403)
    for cells in (["3/4/2006"], ["16/9/2006", "9/16/2006"]):
        assert DateStyle.of(cells).read("3/4/2006").problem == "the day or the month may stand first"
    assert NOT_TOLD.read("3.4.2006") == ReadDate(20060403)
    assert NOT_TOLD.read("4/4/2006") == ReadDate(20060404)


@given(some.dates(date(1000, 1, 1), date(2100, 12, 31)))
def test_every_day_is_read_as_itself(day: date) -> None:
    number = int(day.strftime("%Y%m%d"))
    for text in (day.isoformat(), f"{day.day}.{day.month}.{day.year}", day.strftime("%d %B %Y")):
        assert NOT_TOLD.read(text) == ReadDate(number)
    for style in (DateStyle(True), DateStyle(False)):
        text = f"{day.day}/{day.month}/{day.year}" if style.day_first else f"{day.month}/{day.day}/{day.year}"
        assert style.read(text) == ReadDate(number)


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("16.9.2006", "2006-09-16"), ("2006", "2006"), ("2006-09", "2006-09"), ("9/2006", "2006-09"),
        ("Sept. 2006", "2006-09"), ("septiembre de 2006", "2006-09"), (" ", ""),
    ],
)  # fmt: skip
def test_a_time_is_read_as_far_as_it_is_told(text: str, iso: str) -> None:
    assert NOT_TOLD.read_period(text) == ReadPeriod(iso)


def test_of_a_day_that_may_be_one_of_two_the_year_is_kept_and_what_is_no_time_is_told() -> None:
    assert NOT_TOLD.read_period("3/4/2006") == ReadPeriod("2006", "the day or the month may stand first")
    assert NOT_TOLD.read_period("2001-02-29") == ReadPeriod(problem="there is no such day")
    for text in ("soon", "13/2006", "Elvish 2006", "20"):
        assert NOT_TOLD.read_period(text) == ReadPeriod(problem="no date")
