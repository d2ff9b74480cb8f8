"""Words of everyday Hindi are known by stem and ending, however they are romanised, and are no trade words."""

from __future__ import annotations

import pytest

from core.language.everyday_hindi import everyday_hindi, everyday_hindi_in_script
from core.language.transliteration import romanise


@pytest.mark.parametrize(
    ("stem", "forms"),
    [
        ("", "karta karti karte karke kar karne karna karwata karwake baitha baithe baithkar jaake jakar gayi"),
        ("selling", "bechta bechti bechke bechkar bechne bechungi bechenge"),
        ("buying", "khareedta kharidti khareedkar kharidke"),
        ("making", "banata banati banaata banwata banwake"),
    ],
)
def test_a_verb_is_known_in_every_form_and_spelling(stem, forms):
    assert {everyday_hindi(word) for word in forms.split()} == {stem}


@pytest.mark.parametrize("word", ["abhi", "lekin", "raat", "sirf", "purani", "logon", "bhaiya", "subah"])
def test_words_of_time_kin_and_grammar_say_nothing_of_any_work(word):
    assert everyday_hindi(word, beside_hindi=True) == ""


@pytest.mark.parametrize("word", ["darzi", "lohar", "kumhar", "dhobi", "plumber", "button", "doctor", "mali"])
def test_a_trade_or_an_english_word_is_no_everyday_hindi(word):
    assert everyday_hindi(word) is None


def test_what_english_has_too_is_meant_only_beside_hindi():
    assert everyday_hindi("log") is None
    assert everyday_hindi("log", beside_hindi=True) == ""
    assert everyday_hindi("button", beside_hindi=True) is None


@pytest.mark.parametrize(("written", "means"), [("करता", ""), ("बैठकर", ""), ("बेचकर", "selling"), ("घर", "home")])
def test_a_script_writes_vowels_that_nobody_says(written, means):
    assert everyday_hindi_in_script(romanise(written)) == means


def test_a_script_tells_the_breathed_letters_from_the_others():
    assert everyday_hindi_in_script(romanise("खोलता")) == ""
    assert everyday_hindi_in_script(romanise("कॉल")) is None


def test_a_word_that_is_too_long_for_a_form_is_none():
    assert everyday_hindi("kar" * 20) is None
    assert everyday_hindi_in_script("karata" * 20) is None


def test_a_short_stem_is_told_by_its_h_and_no_verb_has_a_doubled_consonant():
    assert everyday_hindi("dhona") == "washing carrying"
    assert everyday_hindi("dono") == ""
    assert everyday_hindi("laddu") is None
