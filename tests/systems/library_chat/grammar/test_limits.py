"""What the grammar does not answer: what the table lacks, small talk, two readings; and that no word is dropped."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.language.reading import content_words
from core.systems.library_chat.grammar.reading import IN_DOUBT, parse
from core.systems.library_chat.grammar.spans import lexicon_words
from core.systems.library_chat.grammar.tokens import key_of
from tests.systems.library_chat.grammar.small_vocabulary import COUNTS, names, read, unused


@pytest.mark.parametrize(
    "question",
    [
        "which horror book has the best rating?", "cheapest book", "how much does Winter Moon cost",
        "who won the most prizes?", "how many copies of Winter Moon were sold?", "books with at least four stars",
        "which authors were born in Wales?", "who translated the most books?", "the book with the longest title",
        "sort the horror books by price", "most popular book", "how many words does Winter Moon have?",
        "shelfmark of Winter Moon?", "horror books whose title is one word", "what's the longest book title?",
    ],
)  # fmt: skip
def test_what_the_table_lacks_is_declined(question: str) -> None:
    parsed = read(question)
    assert parsed.declined or parsed.talk == "foreign"
    assert unused(parsed)


@pytest.mark.parametrize(
    ("text", "talk"),
    [
        ("hello there", "greeting"), ("hey, how are you?", "greeting"), ("Thanks a lot, that helped!", "thanks"),
        ("ok bye", "farewell"), ("what can I ask you?", "help"), ("tell me a joke", "foreign"),
        ("how many horror books are there", ""), ("hi, horror books please", ""),
    ],
)  # fmt: skip
def test_small_talk(text: str, talk: str) -> None:
    assert read(text).talk == talk


def test_and_between_genres_has_two_readings() -> None:
    labels = [label for label, _ in read("how many fantasy and horror books are there?").readings]
    assert labels == ["either Fantasy or Horror", "both Fantasy and Horror at once"]


def test_a_surname_of_several_has_a_reading_for_each() -> None:
    labels = [label for label, _ in read("how many books by Feldt").readings]
    assert labels == ["books by Jonas Feldt", "books by Ana Feldt", "books by any of them"]


@pytest.mark.parametrize("question", ["long horror books", "how many recent books do you have?"])
def test_vague_words_have_two_readings(question: str) -> None:
    parsed = read(question)
    assert len(parsed.readings) == 2
    assert [word.as_ for word in parsed.words if word.fate == "unused"] == [IN_DOUBT]


def test_a_vague_word_behind_a_number_is_in_doubt_too() -> None:
    parsed = read("five short horror books")
    assert {plan.limit for _, plan in parsed.readings} == {5}
    assert len(parsed.readings) == 2


def test_of_two_vague_words_the_second_is_told() -> None:
    assert unused(read("short and recent horror books")) == ["short", "recent"]


def test_what_is_said_plainly_has_one_reading() -> None:
    for question in ("books that are both fantasy and horror", "fantasy or horror books", "books by Jonas Feldt"):
        assert read(question).readings == ()


_SAID = [
    "how many", "books", "and", "or", "not", "by", "longest", "average", "pages", "more than", "300", "1990", "author",
    "in the 1980s", "publisher", "per decade", "?", ",", "(", "the", "zorblax", "without", "top 5", "than", "each",
    "“Moon”", "compare", "share of", "second", "genre", "titles", "florbinated books", "whose", "between", "from",
]  # fmt: skip
_WORDS = st.sampled_from([*(name for values in COUNTS.values() for name in values), *_SAID])


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=80), st.lists(_WORDS, max_size=12).map(" ".join)))
def test_nothing_is_raised_and_every_word_that_the_grammar_does_not_know_is_used_or_unused(question: str) -> None:
    parsed = parse(question, names())
    told = [(word.start, word.end) for word in parsed.words]
    for word in content_words(question):
        known = {key_of(part) for part in re.split(r"[\W_]+", word.text)} <= {*lexicon_words(), ""}
        assert known or parsed.talk or any(start < word.end and word.start < end for start, end in told), word


@settings(max_examples=200, deadline=None)
@given(st.lists(_WORDS, min_size=1, max_size=8).map(lambda said: f"{' '.join(said)} florbinated"))
def test_an_unknown_word_is_always_named(question: str) -> None:
    parsed = parse(question, names())
    told = " ".join(word.text for word in parsed.words)
    assert "florbinated" in told or parsed.talk


@pytest.mark.parametrize("question", ["books by Greta Holm not zorblaxed", "fantasy books without florbination"])
def test_a_negation_that_finds_nothing_to_deny_is_no_list_of_all(question: str) -> None:
    assert read(question).declined


def test_a_vague_word_that_an_order_says_is_in_no_doubt() -> None:
    parsed = read("long horror books: which five have the most pages?")
    assert (parsed.readings, unused(parsed), parsed.plan.limit) == ((), [], 5)
