"""A number must stand with what its passage says it of."""

from __future__ import annotations

import pytest

from core.evidence.numbers.grounding import check_numbers
from core.evidence.numbers.owners import owned
from core.language.quantities import quantities

HEAT = "Heat pumps supplied 18 % of heating in 2015 and 54 % in 2023, up to 60 % in towns."
TRIAL = (
    "The trial randomised 2,418 adults, 1,209 to each arm. Group A (n = 45) improved by 12.5 points, group B (n = 52)"
    " by 8.1 points and group C (n = 49) by 2.0 points."
)
ERRORS = "The error rate went from 7.9 to 8.1 percent on read speech, but from 14 to 17 percent on telephone calls."
ELLIPTIC = "Removing the character model cost 4.6 points on Finnish but 0.2 on English."
SEARCHED = "Of the 2,400 farmers, 1,932 answered. Yields were 480 kg on small farms and 655 kg on large farms."


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("In 2015, 54 % of heating came from heat pumps.", HEAT),
        ("The trial randomised 1,209 adults.", TRIAL),
        ("Group B improved by 12.5 points.", TRIAL),
        ("On telephone calls the error rate went from 7.9 to 8.1 percent.", ERRORS),
        ("Removing the character model cost 4.6 points on English.", ELLIPTIC),
        ("Yields were 655 kg on small farms.", SEARCHED),
    ],
)
def test_a_number_that_another_thing_owns_is_found(sentence: str, passage: str) -> None:
    (found,) = check_numbers(sentence, passage)
    assert "belongs to something else" in found.message
    assert sentence[found.start : found.end][0].isdigit()


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("In 2023 heat pumps supplied 54 % of heating.", HEAT),
        ("Each arm had 1,209 adults.", TRIAL),
        ("Group C improved least, by 2 points.", TRIAL),
        ("The error rate on telephone calls went up to 17 percent, from 14 percent.", ERRORS),
        ("English lost only 0.2 points without the character model.", ELLIPTIC),
        ("Large farms had 655 kg and small farms 480 kg.", SEARCHED),
    ],
)
def test_a_number_in_other_words_of_its_own_thing_stands(sentence: str, passage: str) -> None:
    assert check_numbers(sentence, passage) == []


@pytest.mark.parametrize("passage", [HEAT, TRIAL, ERRORS, ELLIPTIC, SEARCHED])
def test_a_passage_never_contradicts_itself(passage: str) -> None:
    assert check_numbers(passage, passage) == []


@pytest.mark.parametrize("passage", [HEAT, TRIAL, ERRORS, ELLIPTIC, SEARCHED])
def test_the_shares_of_every_word_add_up_to_one(passage: str) -> None:
    for quantity in quantities(passage):
        assert all(sum(shares) == pytest.approx(1.0) for shares in owned(passage, quantity).values())
