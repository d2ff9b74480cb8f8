"""Whether an answer holds what was expected: whole words, alternatives, numbers by their value."""

from __future__ import annotations

import pytest

from core.evaluate.expected_words import declines, missing_of, new_numbers


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("1234", "There are 1,234 books."),
        ("1,234", "1234"),
        ("1234567", "1,234,567 pages"),
        ("336.4", "on average 336.38 pages"),
        ("336.4|336", "about 336 pages"),
        ("7%", "that is 6.72 % of them"),
        ("29.9%", "30 % of them"),
        ("Emma >> Ulysses >> Dune", "1. Emma, 2. Ulysses, 3. Dune"),
        ("6.7%", "6.7 per cent"),
        ("6.7", "6.7%"),
        ("12", "Found 12."),
        ("3", "1990-1995: 3"),
        ("Dune", "**Dune** by Frank Herbert"),
        ("poe's tales", "Poe’s  Tales"),
        ('The "Great" One', "the “great” one"),
        ("1990s", "most are from the 1990s"),
        ("a|b", "only b"),
        ("C#", "about C#, mostly"),
    ],
)
def test_what_is_there_is_found(expected: str, answer: str) -> None:
    assert missing_of([expected], answer) == ()


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("12", "There are 120 books."),
        ("12", "12.5 pages"),
        ("234", "1,234"),
        ("1990", "the 1990s"),
        ("Dune", "Dunes"),
        ("336.4", "336"),
        ("7%", "7 books"),
        ("6.7%", "6.8 %"),
        ("29.9%", "30.3 %"),
        ("Emma >> Dune >> Ulysses", "1. Emma, 2. Ulysses, 3. Dune"),
        ("336", "336.4 pages"),
        ("a|b", "c"),
    ],
)
def test_what_only_looks_like_it_is_not(expected: str, answer: str) -> None:
    assert missing_of([expected], answer) == (expected,)


def test_only_the_parts_that_lack_are_told() -> None:
    assert missing_of(["57", "Horror|Fright", "1,000"], "57 books of fright") == ("1,000",)


def test_numbers_of_the_question_are_not_new() -> None:
    assert new_numbers("After 2,000 there are 15 of 57.", "How many after 2000?") == {"15", "57"}


@pytest.mark.parametrize(
    "answer", ["The catalogue has no ratings.", "I can’t tell.", "No books found.", "Not recorded."]
)
def test_declining_has_many_words(answer: str) -> None:
    assert declines(answer)


def test_an_answer_declines_nothing() -> None:
    assert not declines("The longest is Ulysses, with 933 pages.")
