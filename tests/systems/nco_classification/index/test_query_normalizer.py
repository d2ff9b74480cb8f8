"""Requests in Hindi, Hinglish and misspelt English are read in the words of the index."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.tokens import words
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.query_normalizer import QueryNormalizer
from core.systems.nco_classification.index.titles import plain_title


@pytest.fixture(scope="module")
def normalizer() -> QueryNormalizer:
    vocabulary = words("mechanical engineer retail cashier plumber software cook food driver past")
    return QueryNormalizer(vocabulary, {"wala": "", "hai": "", "rasoiya": "cook", "chalak": "driver"})


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("मैकेनिकल इंजीनियर", "mechanical engineer"),
        ("रीटेल कैशियर", "retail cashier"),
        ("rasoiyaa wala", "cook"),
        ("plumer", "plumber"),
        ("softwear enginer", "software engineer"),
        ("चालक driver", "driver"),
        ("mechanical engineer", "mechanical engineer"),
        ("zither", "zither"),
    ],
)
def test_words_are_read_as_english_words_of_the_index(normalizer, text, english):
    assert normalizer.read(text).english == english


def test_what_was_replaced_is_told(normalizer):
    assert ("plumer", "plumber") in normalizer.read("plumer").replaced
    assert normalizer.read("plumber").replaced == ()


@given(st.text(max_size=60))
def test_no_text_is_too_strange(text):
    reader = QueryNormalizer(["cook"], {"wala": ""})
    reading = reader.read(plain_title(text))
    assert isinstance(reading.english, str)


@pytest.mark.parametrize(
    ("typed", "trade"),
    [
        ("darji", "tailor"), ("darzee", "tailor"), ("raj mistri", "mason"), ("rajmistri", "mason"),
        ("raajmistree", "mason"), ("राज मिस्त्री", "mason"), ("halwaai", "sweet maker"), ("chauki dar", "watchman"),
        ("मत्स्य", "fish"), ("bijli mistri", "electrician"), ("बिजली मिस्त्री", "electrician"),
        ("sabjiwala", "vegetable seller"),
    ],
)  # fmt: skip
def test_a_trade_is_read_however_it_is_spelt_or_parted(typed, trade):
    assert _shipped().read(typed).english == trade


def test_english_titles_are_not_read_as_indian_words():
    for title in ("bar manager", "data entry operator", "man in charge of a mill", "motor mechanic", "line supervisor"):
        assert _shipped().read(title).replaced == ()


def _shipped():
    return Classification.load().query_normalizer


def test_the_small_words_of_english_are_not_read_as_misspelt_trades():
    text = "i was repairing pipes where they were leaking because nobody else would"
    assert _shipped().read(text).replaced == ()


def test_a_guess_is_told_from_what_is_listed_and_can_be_left_out():
    read = _shipped().read("elektrishian aur darji")
    assert read.guessed == (("elektrishian", "electrician"),)
    assert ("darji", "tailor") in read.replaced
    left = _shipped().leaving(["elektrishian"]).read("elektrishian aur darji")
    assert left.guessed == ()
    assert "elektrishian" in left.english
    assert _shipped().read("elektrishian").guessed, "the one that was asked for a copy is as before"


def test_it_knows_its_vocabulary_and_its_list_and_no_guess():
    assert [_shipped().knows(word) for word in ("plumber", "darji", "elektrishian")] == [True, True, False]


def test_indian_words_that_the_index_seldom_uses_are_read_by_their_meaning_and_its_own_words_stay():
    assert [_shipped().read(word).english for word in ("kisan", "safai karamchari")] == ["farmer", "sweeper"]
    assert _shipped().read("bidi roller").replaced == ()


def test_two_english_words_are_no_indian_word_that_sounds_alike():
    assert _shipped().read("wall and floor tiles; dry beans").replaced == ()


@pytest.mark.parametrize(
    ("said", "english"),
    [
        ("laddu banata hoon", "sweets maker"), ("dono bhai juice bechte hain", "juice seller"),
        ("मैं जमा करता हूँ", "deposit"), ("মেয়েদের ব্লাউজ", "women blouse"), ("clark", "clerk"),
        ("roti banana mera kaam hai", "bread maker"), ("main banana bechta hoon", "banana seller"),
    ],
)  # fmt: skip
def test_what_an_everyday_word_explains_is_no_word_that_only_sounds_alike(said: str, english: str) -> None:
    assert _shipped().read(said).english == english


@pytest.mark.parametrize(
    ("said", "english"),
    [
        ("deducts esi and pf from the wages", "deducts esi and pf from the wages"),
        ("keeps the books of a dukaan", "keeps the books of a shopkeeper"),
        ("fries pakoda and samosa at the fair", "fries pakoda and samosa at the fair"),
        ("she took me to the mandir", "she took me to the mandir"),
        ("shop me kaam karta hu", "shop"),
    ],
)
def test_in_an_english_sentence_an_indian_word_is_read_as_it_is_listed_and_no_short_one(
    said: str, english: str
) -> None:
    assert _shipped().read(said).english == english


def test_a_compound_is_written_as_the_index_mostly_does_and_a_word_of_the_dictionary_is_not_parted() -> None:
    read = _shipped().read
    assert [read(said).english for said in ("powerloom", "power loom")] == [
        "power loom", "power loom",
    ]  # fmt: skip
    assert read("watch man").english == "watchman"
    assert read("bodyguard").english == "bodyguard"


def test_a_letter_that_is_typed_once_for_twice_is_mended_before_another_one() -> None:
    assert _shipped().read("driling machine").english == "drilling machine"
