"""Experience in amounts that are no numbers is a wish for the most years; how long a thing lasts belongs to a topic."""

from __future__ import annotations

import pytest

from tests.systems.expert_search.requirements.grammar.reading_of import read

MOST = "wish seniority most years of experience"


@pytest.mark.parametrize(
    ("request_", "topic"),
    [
        ("knows about rope bridges and many years of experience", "rope bridges"),
        ("several years in glaze chemistry", "glaze chemistry"),
        ("long experience in kilns", "kilns"),
        ("someone who knows tides and has done such work for a long time", "tides"),
        ("she's been firing kilns for ages", "firing kilns"),
        ("with decades behind him, a rope maker", "rope maker"),
        ("harbour pilots, plenty of years in the trade", "harbour pilots"),
        ("worked with ropes for quite a few years", "ropes"),
        ("tides, and has been at it a long time", "tides"),
        ("glazes, at it for decades", "glazes"),
        ("glazes in our town. We need someone who has done this for decades", "glazes in our town"),
        ("someone who has been in this for ages, rope bridges", "rope bridges"),
        ("a lengthy track record in harbour safety", "harbour safety"),
    ],
)
def test_an_amount_of_time_that_is_no_number_is_a_wish_for_years_wherever_it_stands(request_: str, topic: str) -> None:
    assert read(request_) == {f"hard topic {topic}", MOST}


@pytest.mark.parametrize(
    "request_",
    [
        "yields after many years of drought", "how to store glazes for many years", "ropes that have hung for decades",
        "the lungs of potters who have fired kilns for many years", "someone for a long time series of tides",
        "glazes: how to look at it for years",
    ],
)  # fmt: skip
def test_how_long_a_thing_lasts_or_others_do_something_asks_nobody_for_years(request_: str) -> None:
    assert MOST not in read(request_)


def test_years_that_are_not_needed_or_are_those_of_who_asks_are_no_wish() -> None:
    assert MOST not in read("kilns, does not need many years of experience")
    assert MOST not in read("we are a charity with many years of practice and look for a rope maker")


def test_years_in_numbers_stay_bounds() -> None:
    assert read("kilns, at least ten years of experience") == {"hard topic kilns", "hard years 10 years or more"}
