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
    ("The sessions took 80 minutes a week.", "The sessions lasted 40 minutes, twice a week."),
    ("The baseline parses about 400 sentences.", "It parses 1,400 sentences, 3.5 times as many as the baseline."),
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
    ("The effect was significant (p < 0.001).", "The effect was clear (p = 0.002)."),
]


@pytest.mark.parametrize(("sentence", "passage"), FOLLOWING)
def test_what_follows_from_the_passage_needs_not_stand_in_it(sentence: str, passage: str) -> None:
    assert check_numbers(sentence, passage) == []


@pytest.mark.parametrize(("sentence", "passage"), NOT_FOLLOWING)
def test_what_does_not_follow_is_missing(sentence: str, passage: str) -> None:
    assert [one.kind for one in check_numbers(sentence, passage)] == ["missing"]


def test_two_numbers_that_no_word_puts_together_leave_it_open() -> None:
    (found,) = check_numbers(
        "The ferry was licensed for 218 people.", "The ferry had 312 people on board, 94 too many."
    )
    assert found.kind == "open"


def test_numbers_of_two_sentences_are_not_put_together() -> None:
    passage = "Thirty-five men came to the meeting. Later 45 women came to the meeting."
    assert [one.kind for one in check_numbers("In total 80 people came to the meeting.", passage)] == ["missing"]
