"""Words are what a reader would call words, in any script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.tokens import words
from tests.language.prose import prose


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Solar cells, 2nd edition!", ["solar", "cells", "2nd", "edition"]),
        ("C++, C# and R&D", ["c++", "c#", "and", "r&d"]),
        ("CO₂ and CO2", ["co2", "and", "co2"]),
        ("an X-ray; an x‑ray; an e-mail", ["an", "x-ray", "an", "x-ray", "an", "e-mail"]),
        ("high-temperature snake_case", ["high", "temperature", "snake", "case"]),
        ("3.14 of 20,000 in 2019.", ["3.14", "of", "20,000", "in", "2019"]),
        ("the U.S. and the U.S.A, e.g. here", ["the", "us", "and", "the", "usa", "eg", "here"]),
        ("isn't isn’t authors' author's", ["isn't", "isn't", "authors", "author's"]),
        ("ÉTAT e\u0301tat", ["état", "état"]),
        ("हिन्दी में क्षेत्र", ["हिन्दी", "में", "क्षेत्र"]),
        ("தமிழ் తెలుగు বাংলা", ["தமிழ்", "తెలుగు", "বাংলা"]),
        ("ｆｕｌｌ ﬁle so\u00adlar", ["full", "file", "solar"]),
        ("… — !? 👍 ()", []),
        ("", []),
    ],
)
def test_words_are_what_a_reader_would_call_words(text, expected):
    assert words(text) == expected


@given(prose)
def test_words_are_lower_case_never_empty_and_hold_no_white_space(text):
    for word in words(text):
        assert word
        assert word == word.lower()
        assert not any(character.isspace() for character in word)


@given(st.text(st.characters(max_codepoint=127)))
def test_the_short_way_for_plain_ascii_finds_the_same_words_as_the_long_way(text):
    assert words(text) == words(text + " é")[:-1]
