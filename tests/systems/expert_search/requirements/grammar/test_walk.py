"""Levels of people: who comes first by their years, and a level that a number says."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.walk import IN_ORDER
from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read

MOST, FEWEST = "wish seniority most years of experience", "wish seniority fewest years of experience"


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("the most senior person on kilns", MOST), ("kilns, whoever has the most experience", MOST),
        ("the longest-serving expert on kilns", MOST), ("kilns; must be the most experienced", MOST),
        ("least experienced person on kilns", FEWEST), ("kilns; the most junior person", FEWEST),
        ("kilns; somebody with the fewest years of experience", FEWEST), ("kilns, the least senior expert", FEWEST),
    ],
)  # fmt: skip
def test_a_superlative_puts_people_in_the_order_of_their_years(said: str, wish: str) -> None:
    assert read(said) == {"hard topic kilns", wish}
    assert [word.as_ for word in understand(said, CONTEXT)[1].assumed] == [IN_ORDER]


@pytest.mark.parametrize(
    ("said", "years"),
    [
        ("who isn't too junior - five years plus", "5 years or more"),
        ("not junior (at least 6 years)", "6 years or more"), ("no beginners: 3+ years", "3 years or more"),
        ("not too senior – 5 years at most", "5 years or less"),
    ],
)  # fmt: skip
def test_a_number_says_what_a_level_means_that_is_left_out(said: str, years: str) -> None:
    assert read(f"kilns, {said}") == {"hard topic kilns", f"hard years {years}"}


def test_a_number_beside_a_level_is_asked_as_well() -> None:
    assert read("kilns, no juniors, 5 years") == {
        "hard topic kilns", "hard seniority not junior", "hard years 5 years or more",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("said", "unused", "wanted"),
    [
        ("ideally a gentleman from Peru", "gentleman", "wish place Peru"),
        ("preferably a lady in Ghana", "lady", "wish place Ghana"),
        ("must be a woman from Ghana", "woman", "hard place Ghana"),
        ("ideally a female who speaks Turkish", "female", "wish language Turkish"),
        ("not a man from Peru", "man", "hard place not Peru"),
        ("ideally a brilliant person from Ghana", "brilliant", "wish place Ghana"),
    ],
)
def test_a_word_between_a_cue_and_what_it_asks_for_that_is_not_used_is_told(
    said: str, unused: str, wanted: str
) -> None:
    request = f"somebody for kilns, {said}"
    assert read(request) == {"hard topic kilns", wanted}
    reading = understand(request, CONTEXT)[1]
    assert unused in [word.text for word in reading.unused]
    assert not [word for word in reading.words if word.fate != "unused" and unused in word.text.split()]


def test_what_is_wished_for_beside_a_place_is_told_apart_from_it() -> None:
    words = {word.text: word.fate for word in understand("kilns, ideally a consultant from Ghana", CONTEXT)[1].words}
    assert words["ideally a consultant"] == words["from Ghana"] == "used"
