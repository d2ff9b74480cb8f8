"""Indian scripts in Latin letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.transliteration import plain_spelling, romanise, script_of, spellings
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


@pytest.mark.parametrize(
    ("text", "latin"),
    [
        ("விவசாயி", "vivasaayi"), ("தொழிலாளி", "thozhilaali"), ("வெற்றி", "vetri"), ("நடனம்", "nadanam"),
        ("പണിക്കാരൻ", "panikkaaran"), ("റബ്ബർ", "rabbar"), ("యంత్రం", "yantram"), ("పంట", "panta"), ("ಕಂಬಾರ", "kambaara"),
        ("ਮਿੱਟੀ", "mittee"), ("ਸ਼ਾਇਰ", "shaair"), ("ਕੰਮ", "kamm"), ("সাংবাদিক", "saangbaadik"), ("ব্যাংক", "byaank"),
        ("মাছওয়ালা", "maachhawaalaa"), ("கலைஞர்", "kalainjar"), ("மின்சாரம்", "minsaaram"), ("മരങ്ങൾ", "marangal"),
        ("നൃത്തം", "nriththam"), ("വിന്റർ", "vintar"), ("विज्ञान", "vigyaan"),
        ("ਪੱਤਾ", "pattaa"), ("প্লাম্বার", "plaambaar"), ("प्लंबर", "plambar"), ("દુઃખ", "dukh"),
    ],
)  # fmt: skip
def test_each_script_is_written_as_its_letters_sound(text: str, latin: str) -> None:
    assert romanise(text) == latin


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("কৃষক", {"krishak", "krishok"}),
        ("রক্ষী", {"rakshee", "rokshee", "rokkhee"}),
        ("कपड़ा", {"kaparaa", "kapadaa"}),
        ("किसान", {"kisaan"}),
    ],
)
def test_a_word_is_typed_in_the_ways_that_its_script_leaves_open(text: str, typed: set[str]) -> None:
    assert set(spellings(text)) == typed
    assert len({plain_spelling(one) for one in spellings("कढ़ाई")}) == 2


def test_a_script_is_known_by_its_first_letter() -> None:
    assert [script_of(word) for word in ("दर्जी", "«தையல்»", "tailor", "日本")] == ["Devanagari", "Tamil", "", ""]
