"""Words of Indian languages mean the same in their own script and as people type them."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from core.language.tokens import words as tokens
from core.language.transliteration import romanise
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.native_words import NativeWords, forms
from core.systems.nco_classification.index.tables import FOLDER
from core.systems.nco_classification.words.frames import says_nothing_alone


@pytest.fixture(scope="module")
def known():
    return Classification.load()


def _entries():
    with (FOLDER / "trade_words.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            native, romanised = ([part for part in row[name].split("; ") if part] for name in ("native", "romanised"))
            yield row["language"], native, romanised, row["english"]


def _stems(english):
    return {word[:3] for word in english.split()}


def test_every_word_is_found_in_its_own_script_and_read_as_its_meaning(known):
    lexicon = {**known.trade_words, **known.lexicon}
    said, read = NativeWords(lexicon).said, known.query_normalizer.read
    listed = [(word, english) for _, native, _, english in _entries() for word in native]
    assert [word for word, english in listed if [lexicon[one.word] for one in said(word)] != [english]] == []
    telling = [(word, english) for word, english in listed if english and not says_nothing_alone(english)]
    assert [word for word, english in telling if not _stems(english) & _stems(read(word).english)] == []


def test_every_romanised_form_is_read_as_its_meaning_or_as_a_word_of_the_index(known):
    read, vocabulary = known.query_normalizer.read, set(known.vocabulary())
    wrong = [
        (form, english, read(form).english)
        for _, native, romanised, english in _entries()
        if not says_nothing_alone(english)
        for form in forms(native, romanised, english)
        if form.isascii() and form.count(" ") < 2 and form not in vocabulary
        if not _stems(english) & _stems(read(form).english)
    ]
    assert wrong == []


def test_no_word_has_two_meanings_and_no_row_stands_twice():
    meanings: dict[str, set[str]] = {}
    for _, native, _, english in _entries():
        for word in native:
            meanings.setdefault(word, set()).add(english)
    assert {word: meant for word, meant in meanings.items() if len(meant) > 1} == {}
    written = [(language, word) for language, native, _, _ in _entries() for word in native]
    assert [word for word, times in Counter(written).items() if times > 1] == []


def test_meanings_are_words_of_the_index_and_each_word_is_in_the_script_of_its_language(known):
    vocabulary = set(known.vocabulary())
    assert {word for _, _, _, english in _entries() for word in english.split()} - vocabulary == set()
    assert [word for _, native, _, _ in _entries() for word in native if word.isascii() or romanise(word) == word] == []


def test_no_english_word_of_the_index_is_read_as_an_indian_one(known):
    counts = Counter(known.vocabulary())
    listed = {form for _, native, romanised, english in _entries() for form in forms(native, romanised, english)}
    read = known.query_normalizer.read
    assert {word for word in listed if counts[word] > 2 and read(word).replaced} == set()


def test_case_endings_are_taken_off_only_where_a_word_is_left_that_is_listed(known):
    read = known.query_normalizer.read
    assert read("হাসপাতালের নার্স").english == "hospital nurse"
    assert read("கடையில்").english == "shop"
    assert NativeWords({"ଘର": "house"}).said("ଘରେ ଘରରେ,") == [
        ("ghare", "Odia", False, "ghare", False, "ଘରେ"),
        ("ଘର", "Odia", True, "gharare", True, "ଘରରେ"),
    ]


def test_words_that_sound_alike_in_two_languages_are_told_apart_by_their_script():
    words = NativeWords({"செய்": "make", "sey": "apple", "பல்": "tooth", "pal": "tooth"})
    assert [one.word for one in words.said("செய் பல்")] == ["செய்", "pal"]


def test_words_that_are_listed_together_are_one_unless_a_statement_ends_between_them():
    words = NativeWords({"பல்": "tooth", "pal": "tooth", "பல் வேலை": "dental work"})
    assert words.said("பல் வேலை Shop") == [
        ("பல் வேலை", "Tamil", False, "pal velai", True, ""),
        ("shop", "", False, "shop", False, ""),
    ]
    assert [one.word for one in words.said("பல், வேலை")] == ["pal", "velai"]


def test_an_entry_can_be_for_its_own_script_alone():
    assert forms(["দড়ি"], [], "rope") == ["দড়ি", "dari", "dadi", "dori", "dodi"]
    assert forms(["দড়ি"], ["-", "dori"], "rope") == ["দড়ি", "dori"]
    assert forms(["আমি"], [], "") == ["আমি"]


def test_hardly_any_ordinary_word_of_an_indian_script_is_guessed_to_be_an_english_one(known):
    """Of 1,310 words of kitchen, body, place, school and time in ten languages."""
    with (Path(__file__).parent / "ordinary_words.csv").open(encoding="utf-8", newline="") as file:
        said = [word for row in csv.DictReader(file) for language, word in row.items() if language != "english"]
    guessed = [word for word in said if known.query_normalizer.read(word).guessed]
    assert len(said) > 1_300
    assert len(guessed) < len(said) / 50


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("মাজি", "washing utensils"), ("মাঝি", "boatman"), ("মুছি", "mopping"), ("মুচি", "cobbler"),
        ("தோள்", "thol"), ("தோல்", "leather"), ("దాది", "daadi"),
        ("मजदुर", "labourer"), ("ફાયર", "fire"), ("ਸਕਿਓਰਿਟੀ", "security"),
    ],
)  # fmt: skip
def test_a_word_is_another_one_with_another_breath_or_vowel_and_the_same_with_another_sign(known, written, read):
    assert known.query_normalizer.read(written).english == read


def test_no_native_word_of_a_family_is_translated_into_a_title_of_others(known):
    lexicon, titles = {**known.trade_words, **known.lexicon}, known.families_by_title
    away = [
        (family, word, english)
        for family, own in known.words.items()
        for word in own.hindi
        if (english := lexicon.get(word.lower()) or lexicon.get(romanise(word.lower())))
        if family not in titles.get(" ".join(tokens(english)), {family})
    ]
    assert away == []
