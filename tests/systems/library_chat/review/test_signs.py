"""Small words that turn a fact round, and words that change the sound of an answer and nothing else."""

from __future__ import annotations

import pytest

from core.systems.library_chat.review.signs import new_words, signs


def test_denials_degrees_and_counting_words_are_counted() -> None:
    assert signs("It isn't the longest of dozen, not the longest") == {"a denial": 2, "longest": 2, "dozen": 1}
    assert signs("thicker words") == {}


@pytest.mark.parametrize(("one", "other"), [("oldest", "earliest"), ("about", "roughly"), ("every", "all")])
def test_words_of_one_meaning_are_one_sign(one: str, other: str) -> None:
    assert signs(one) == signs(other)


def test_a_word_is_new_when_neither_the_answer_nor_mere_wording_has_it() -> None:
    assert new_words("Two gardens", "Certainly! Here is a garden") == {}
    assert new_words("Two gardens", "a famous garden, see https://example.org/x") == {
        "famous": 1, "example": 1, "org": 1, "https": 1, "x": 1, "https://example.org/x": 1,
    }  # fmt: skip
