"""A number must stand with what its passage says it of."""

from __future__ import annotations

import pytest

from core.evidence.numbers.grounding import check_numbers

MUSEUM = (
    "The museum opened in 1987 and drew 41,000 visitors in its first year. Entry costs 12 euros, and a guided tour"
    " lasts 90 minutes. The garden was added in 2004 and covers 3 hectares."
)
SEARCHED = "Of the 2,400 farmers, 1,932 answered. Yields were 480 kg on small farms and 655 kg on large farms."
ERRORS = "The error rate went from 7.9 to 8.1 percent on read speech, but from 14 to 17 percent on telephone calls."


@pytest.mark.parametrize(
    ("sentence", "said", "instead"),
    [
        ("The museum opened in 2004.", "2004", "1987"),
        ("The garden was added in 1987.", "1987", "2004"),
        ("The museum drew 12 visitors in its first year.", "12", "41,000"),
    ],
)
def test_a_number_that_the_passage_gives_to_something_else_is_found_with_the_one_it_gives(
    sentence: str, said: str, instead: str
) -> None:
    (found,) = check_numbers(sentence, MUSEUM)
    assert found.kind == "elsewhere"
    assert sentence[found.start : found.end] == said
    assert found.source is not None
    assert MUSEUM[slice(*found.source)] == instead


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("A tour with a guide takes 90 minutes and the entrance fee is 12 euros.", MUSEUM),
        ("Since 2004 it has had a garden of 3 hectares.", MUSEUM),
        ("In its first year, 41,000 people visited the museum, which opened its doors in 1987.", MUSEUM),
        ("The error rate on telephone calls went up to 17 percent, from 14 percent.", ERRORS),
        ("Large farms had 655 kg and small farms 480 kg.", SEARCHED),
        ("Small farms yielded 480 kg, large ones 655 kg.", SEARCHED),
    ],
)
def test_a_number_in_other_words_of_its_own_thing_stands(sentence: str, passage: str) -> None:
    assert check_numbers(sentence, passage) == []


@pytest.mark.parametrize("passage", [MUSEUM, ERRORS, SEARCHED])
def test_a_passage_never_contradicts_itself(passage: str) -> None:
    assert check_numbers(passage, passage) == []
