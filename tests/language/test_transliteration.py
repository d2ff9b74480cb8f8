"""Indian scripts in Latin letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.transliteration import romanise
from tests.language.prose import prose


@pytest.mark.parametrize("text", ["किसान", "ਕਿਸਾਨ", "কিসান", "કિસાન", "కిసాన్", "ಕಿಸಾನ್", "കിസാൻ"])
def test_the_scripts_of_india_are_read_alike(text: str) -> None:
    assert romanise(text) == "kisaan"


@pytest.mark.parametrize(("text", "latin"), [("ज़मीन", "zameen"), ("सड़क", "sarak"), ("अंडा driver", "andaa driver")])
def test_dots_nasals_and_latin_words_are_written_as_people_write_them(text: str, latin: str) -> None:
    assert romanise(text) == latin


def test_abbreviations_in_devanagari_become_their_letters() -> None:
    assert romanise("सी.एन.सी.").strip() == "cnc"


@given(st.text(st.characters(min_codepoint=0x900, max_codepoint=0xD7F)) | prose)
def test_no_indian_letter_is_too_strange_and_latin_ones_stay(text: str) -> None:
    assert isinstance(romanise(text), str)
    if text.isascii():
        assert romanise(text) == text
