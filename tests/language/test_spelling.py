"""Spellings and sounds that differ a little."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.spelling import letter_groups, letters_between, likeness, phonetic_key, simple_spelling


def test_words_that_sound_alike_have_one_key() -> None:
    assert phonetic_key("engineer") == phonetic_key("enginer") == phonetic_key("injiniyar") == "anjnr"


def test_ways_to_romanise_hindi_fall_together() -> None:
    assert simple_spelling("darzee") == simple_spelling("darji")
    assert likeness("kaam", "kam") == 1
    assert likeness("cook", "driver") < 0.2


@pytest.mark.parametrize(
    ("one", "other", "letters"),
    [
        ("tolkein", "tolkien", 1), ("quantom", "quantum", 1), ("storm", "storm", 0), ("cat", "car", None),
        ("volume 1", "volume 2", None), ("smith", "harding", None), ("the quantom kye", "the quantum key", 2),
    ],
)  # fmt: skip
def test_a_few_letters_part_a_misspelling_from_its_word(one: str, other: str, letters: int | None) -> None:
    assert letters_between(one, other) == letters


def test_groups_of_letters_know_where_a_word_begins_and_ends() -> None:
    assert letter_groups("cook") == ["^ku", "kuk", "uk$", "^kuk", "kuk$", "^kuk$", "^kuk$"]


@given(st.text(max_size=20), st.text(max_size=20))
def test_likeness_is_symmetric_and_a_share(one: str, other: str) -> None:
    assert likeness(one, other) == likeness(other, one)
    assert 0 <= likeness(one, other) <= 1
