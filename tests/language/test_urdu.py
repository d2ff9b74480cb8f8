"""Urdu leaves short vowels out: a word is found as the listed one that misses the fewest of them."""

from __future__ import annotations

import pytest

from core.language.transliteration import romanise
from core.language.urdu import UrduWords, is_urdu, urdu_in_latin

WORDS = UrduWords(
    (word, word) for word in ("darzi", "kisan", "lohar", "vakil", "bavarchi", "nurse", "daraz", "injinir")
)


@pytest.mark.parametrize(
    ("written", "listed"),
    [
        ("درزی", "darzi"), ("کسان", "kisan"), ("لوہار", "lohar"), ("وکیل", "vakil"), ("باورچی", "bavarchi"),
        ("انجینئر", "injinir"), ("قلم", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_word_is_found_without_its_short_vowels(written, listed):
    assert WORDS.find(written) == listed


def test_a_written_vowel_must_be_there():
    assert WORDS.find("درازی") == ""


def test_its_letters_are_written_in_latin_ones_and_others_stay():
    assert urdu_in_latin("درزی 7") == "drzi 7"
    assert romanise("CNC درزی") == "CNC drzi"
    assert is_urdu("درزی")
    assert not is_urdu("दर्ज़ी darzi")


def test_a_word_of_very_many_readings_is_read_once():
    assert WORDS.find("و" * 40) == ""
