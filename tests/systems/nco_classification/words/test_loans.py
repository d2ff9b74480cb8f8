"""English words in an Indian script, and Indian words that nobody listed in this spelling, are read by their sound."""

from __future__ import annotations

from collections import Counter

import pytest

from core.language.transliteration import romanise
from core.systems.nco_classification.words.loans import Loans, spoken
from tests.systems.nco_classification.little_index import CLASSIFICATION

LOANS = Loans(Counter(CLASSIFICATION.vocabulary()), CLASSIFICATION.lexicon)


@pytest.mark.parametrize(
    ("romanised", "english"),
    [("phaayar", "fire"), ("kren", "crane"), ("mesan", "mason"), ("steshan", "station"), ("draaivar", "driver"),
     ("meneejar", "manager"), ("injeeniyar", "engineer"), ("sekyoritee", "security")],
)  # fmt: skip
def test_a_romanised_word_is_the_english_one_that_is_said_like_it(romanised: str, english: str) -> None:
    assert LOANS.english(romanised)[0] == english


def test_what_is_said_like_no_word_is_none() -> None:
    assert LOANS.read("zzvqt") is None
    assert LOANS.english("vivachaayi") == ("", 0.0)


def test_an_indian_word_is_found_in_another_spelling_and_one_without_meaning_is_read_as_nothing() -> None:
    assert LOANS.read("rasoiyaa") == "cook"
    assert LOANS.read("vaalaa") == ""


def test_the_spoken_form_drops_what_is_silent() -> None:
    assert spoken("crane") == "kren"
    assert spoken("fire") == "fayar"


@pytest.mark.parametrize(
    ("written", "english"),
    [("मेसन", "mason"), ("ઇલેક્ટ્રિશિયન", "electrician"), ("মেকানিক", "mechanic"),
     ("సెక్యూరిటీ", "security"), ("ಡ್ರೈವರ್", "driver")],
)  # fmt: skip
def test_an_english_word_in_an_indian_script_is_found_by_its_sounds_and_its_vowels(written: str, english: str) -> None:
    assert LOANS.in_script(romanise(written), written) == english


@pytest.mark.parametrize("written", ["गर्दन", "उत्तर", "कंधा", "बराबर", "কলম", "கணிதம்", "కలుపు", "हल्दी", "राग", "सपना"])
def test_a_word_of_the_language_is_no_english_one_whatever_its_consonants_are(written: str) -> None:
    assert LOANS.in_script(romanise(written), written) == ""
