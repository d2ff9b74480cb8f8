"""Two answers are one decision when their words are the same, and only then."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.office.wordings import key_of


@pytest.mark.parametrize("text", ["Tailor", "tailor.", "  TAILOR ", "ｔａｉｌｏｒ", "(tailor)"])
def test_capitals_punctuation_and_space_make_no_other_wording(text: str) -> None:
    assert key_of(text) == key_of("tailor")


@pytest.mark.parametrize("text", ["tailors", "master tailor", "tailor 2", "दर्जी", "tailer"])
def test_other_words_are_another_wording_even_of_the_same_meaning(text: str) -> None:
    assert key_of(text) != key_of("tailor")


def test_what_stands_beside_the_words_parts_them_and_nothing_beside_is_no_part() -> None:
    assert len({key_of("operator"), key_of("operator", "mill"), key_of("operator", "", "mill")}) == 3
    assert key_of("operator", " ", "-") == key_of("operator")


@pytest.mark.parametrize("text", ["", " ", "…", "--"])
def test_what_cannot_be_read_has_no_key_whatever_stands_beside_it(text: str) -> None:
    assert key_of(text, "mill") == ""
