"""A word is English when the dictionary has it, has its American spelling, or has what it is made of."""

from __future__ import annotations

import pytest

from core.language.dictionary import in_dictionary, is_english, is_graded, verb_share


@pytest.mark.parametrize("word", ["jazz", "tenor", "gemmologist", "inn", "responses", "superior"])
def test_a_word_of_the_dictionary_is_english(word: str) -> None:
    assert in_dictionary(word)


@pytest.mark.parametrize("word", ["colour", "labourers", "organisation", "paediatric", "analysing", "moulding"])
def test_a_british_spelling_is_as_english_as_the_american_one(word: str) -> None:
    assert in_dictionary(word)


@pytest.mark.parametrize("word", ["marbler", "cabler", "hydrobiologist", "pewtersmith", "crewwoman", "nanoengineer"])
def test_a_word_that_is_made_of_an_english_one_is_english(word: str) -> None:
    assert not in_dictionary(word)
    assert is_english(word)


@pytest.mark.parametrize(
    "word",
    ["softwear", "conducter", "operater", "drumer", "accountent", "machanic", "darji", "kisan", "operaor", "xyz"],
)
def test_a_slip_or_a_word_of_another_language_is_not(word: str) -> None:
    assert not is_english(word)


@pytest.mark.parametrize(("verb", "noun"), [("cost", "summer"), ("cover", "museum"), ("contain", "gluten")])
def test_a_verb_takes_ing_more_often_than_a_noun(verb: str, noun: str) -> None:
    assert verb_share(verb) > 2 * verb_share(noun)


@pytest.mark.parametrize(
    ("word", "graded"), [("new", True), ("stolen", True), ("yearly", True), ("piano", False), ("family", False)]
)
def test_an_adjective_is_told_by_its_endings(word: str, graded: bool) -> None:
    assert is_graded(word) is graded
