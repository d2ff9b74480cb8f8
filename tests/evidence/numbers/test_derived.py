"""Numbers that follow from those of the passage, and numbers that only look as if they did."""

from __future__ import annotations

import pytest

from core.evidence.numbers.grounding import check_numbers

FOLLOWING = [
    ("She finished 2.5 minutes sooner than her rival.", "She finished in 2:04:37 and her rival in 2:07:07."),
    ("She was two and a half minutes sooner.", "She took 42 minutes and 30 seconds; he took 45 minutes."),
    ("Four in ten pupils walk to school.", "Of the pupils, 40 % walk to school."),
    ("40 % of the pupils walk.", "Four in ten pupils walk to school."),
    ("Sales doubled.", "Sales rose from 20 to 40 million."),
    ("Sales rose by 100 %.", "Sales rose from 20 to 40 million."),
    ("Sales increased by 20 million.", "Sales rose from 20 to 40 million."),
    ("A third of the 90 villages were flooded.", "Of 90 villages, 30 were flooded."),
    ("33 % of the villages were flooded.", "Of 90 villages, 30 were flooded."),
    ("In total 75 people came.", "There were 30 men and 45 women."),
    ("Turnout was 7 percentage points higher.", "Turnout rose from 55 % to 62 %."),
    ("The study ran for ten years.", "The study ran from 2005 to 2015."),
    ("The price fell by a quarter.", "The price fell from 80 to 60 euros."),
    ("The price fell by 25 %.", "The price fell from 80 to 60 euros."),
    ("The remaining 66 % were men.", "34 % were women."),
    ("It is three times as fast.", "It runs at 30 km/h against 10 km/h for the old one."),
    ("It happened in the 1990s.", "It happened in 1994."),
    ("The letters are of the twelfth century.", "The letters date from 1180."),
    ("The effect was significant (p < 0.01).", "The effect was clear (p = 0.002)."),
    ("The temperature fell by 6 degrees.", "The temperature fell from 21 °C to 15 °C."),
    ("The sessions took 120 minutes a week.", "The sessions lasted 40 minutes, three times a week."),
    ("The baseline parses about 400 sentences.", "It parses 1,400 sentences, 3.5 times as many as the baseline."),
    ("In total 80 people came to the meeting.", "Thirty-five men came to the meeting. Later 45 women came to it."),
    ("The ferry was licensed for 218 people.", "The ferry had 312 people on board, 94 too many."),
    ("A year of it costs 110.40 euros.", "The basic charge is 9.20 euros a month for each of the 12 months."),
    ("The basic charge is 110.40 euros a year.", "The basic charge is 9.20 euros a month."),
    ("It is open for sixteen and a half hours on weekdays.", "Open Monday to Friday 6:30–23:00, Sunday 8:00–21:00."),
    (
        "An idle session is closed after 15 minutes.",
        "idle_timeout: seconds until an idle session is closed (default 900)",
    ),
    ("Topsoil carbon rose from 1.82 % to 1.99 %.", "Soil organic carbon rose from 18.2 to 19.9 g kg⁻¹."),
    (
        "With heating, other costs and the parking space added, she pays 1,145 euros.",
        "The rent is 840 euros, with 165 euros for other costs and 95 euros for heating. Parking is 45 euros.",
    ),
    ("He has 34 days off, holidays included.", "The contract gives 26 days of leave; there are 8 public holidays."),
]
NOT_FOLLOWING = [
    ("She finished 3.5 minutes sooner than her rival.", "She finished in 2:04:37 and her rival in 2:07:07."),
    ("60 % of the pupils walk.", "Four in ten pupils walk to school."),
    ("Sales tripled.", "Sales rose from 20 to 40 million."),
    ("Sales rose by 50 %.", "Sales rose from 20 to 40 million."),
    ("45 % of the villages were flooded.", "Of 90 villages, 30 were flooded."),
    ("In total 85 people came.", "There were 30 men and 45 women."),
    ("Turnout was 7 % higher.", "Turnout rose from 55 % to 62 %."),
    ("The study ran for 12 years.", "The study ran from 2005 to 2015."),
    ("The price fell by 35 %.", "The price fell from 80 to 60 euros."),
    ("It happened in the 1980s.", "It happened in 1994."),
    ("The risk was 14 % higher.", "The adjusted hazard ratio was 1.17 (95 % CI 1.10–1.24)."),
    ("It was 17 % higher.", "Its mean was 1.17."),
    ("The effect was significant (p < 0.001).", "The effect was clear (p = 0.002)."),
]


@pytest.mark.parametrize(("sentence", "passage"), FOLLOWING)
def test_what_follows_from_the_passage_is_not_struck(sentence: str, passage: str) -> None:
    assert {one.kind for one in check_numbers(sentence, passage)} <= {"open"}


@pytest.mark.parametrize(("sentence", "passage"), NOT_FOLLOWING)
def test_what_does_not_follow_is_missing(sentence: str, passage: str) -> None:
    assert [one.kind for one in check_numbers(sentence, passage)] == ["missing"]


def test_a_reckoned_number_is_shown_with_how_it_comes_out() -> None:
    (found,) = check_numbers("The flat is 38 euros dearer.", "In 2020 it cost 640 euros. It costs 678 euros now.")
    assert found.kind == "open"
    assert found.message == "“38 euros” would be 678 euros − 640 euros in the cited passage."


def test_among_many_numbers_what_comes_out_by_accident_does_not_count() -> None:
    prices = ", ".join(f"{price} euros" for price in (12, 17, 23, 31, 44, 58, 66, 79, 83, 97, 105, 118))
    assert [one.kind for one in check_numbers("The tour costs 35 euros.", f"Prices: {prices}.")] == ["missing"]


def test_a_number_that_looks_like_a_slip_of_the_passages_own_is_missing() -> None:
    passage = "The ferry carries 312 people and 94 cars, on its upper deck 20 bicycles."
    assert [one.kind for one in check_numbers("The ferry carries 332 people.", passage)] == ["missing"]
