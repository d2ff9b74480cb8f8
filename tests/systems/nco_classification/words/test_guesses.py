"""A correct word is never replaced; a slip is mended, very near and in the trade that the other words speak of."""

from __future__ import annotations

import random
from collections import Counter
from string import ascii_lowercase

import pytest

from core.language.dictionary import is_english
from core.language.tokens import words
from core.systems.nco_classification.index.titles import plain_title
from core.systems.nco_classification.words.guesses import Guesser
from tests.systems.nco_classification.little_index import CLASSIFICATION

NORMALIZER = CLASSIFICATION.query_normalizer
KNOWN = Counter(CLASSIFICATION.vocabulary())


@pytest.mark.parametrize(
    "title", ["SEN teacher", "jazz musician", "gemmologist", "tenor", "beans seller", "floor and wall tiler", "canon"]
)
def test_an_english_word_that_the_index_lacks_stays_as_it_is(title: str) -> None:
    assert NORMALIZER.read(plain_title(title)).guessed == ()


def test_in_no_official_title_is_an_english_word_guessed_to_be_another() -> None:
    for title in (*CLASSIFICATION.families.values(), *CLASSIFICATION.occupations.values()):
        for said, _ in NORMALIZER.read(plain_title(title)).guessed:
            assert not is_english(said), title


def test_most_slips_of_the_pen_are_mended_and_hardly_one_into_another_word() -> None:
    chance, outcomes = random.Random(20_260), Counter[str]()
    titles = [title for title in CLASSIFICATION.occupations.values() if title.isascii()]
    while outcomes.total() < 600:
        title = chance.choice(titles)
        long = [word for word in words(title) if word.isalpha() and len(word) > 5 and KNOWN[word] > 1]
        word = chance.choice(long or ["operator"])
        typed = _slip(word, chance)
        if typed in KNOWN or is_english(typed):
            continue
        text = plain_title(" ".join(typed if one == word else one for one in words(title)))
        read = dict(NORMALIZER.read(text).replaced).get(typed, "")
        outcomes["right" if word in read or (read in word and read) else "wrong" if read else "left"] += 1
    assert outcomes["right"] > 0.93 * outcomes.total()
    assert outcomes["wrong"] < 0.03 * outcomes.total()


def _slip(word: str, chance: random.Random) -> str:
    place = chance.randrange(1, len(word) - 1)
    before, letter, after = word[:place], word[place], word[place + 1 :]
    other = chance.choice(ascii_lowercase)
    return chance.choice([before + after, before + other + letter + after, before + other + after])


def test_a_guess_stays_in_the_trade_of_the_other_words() -> None:
    families = {"semen": frozenset({"6121"}), "seam": frozenset({"7531"}), "tailor": frozenset({"7531"})}
    guesser = Guesser(Counter(["semen", "semen", "seamer", "tailor"]), {**families, "seamer": frozenset({"7531"})})
    assert guesser.guess("semer", ["tailor"]) == "seamer"
    assert guesser.guess("semenn", ["tailor"]) == ""
    assert guesser.guess("semenn", []) == "semen"


@pytest.mark.parametrize("typed", ["cok", "codk", "docker", "xook", "c" * 60])
def test_short_words_and_what_is_not_very_near_are_left(typed: str) -> None:
    assert Guesser(Counter(["cook"]), {}).guess(typed, []) == ""


def test_a_word_beyond_an_and_is_of_another_job() -> None:
    assert NORMALIZER.read("elektrishian aur darji").guessed == (("elektrishian", "electrician"),)
    assert NORMALIZER.read("elektrishian darji").guessed == ()
