"""Two sentences say the same, or one says otherwise; what cannot be told is a change."""

from __future__ import annotations

import pytest

from core.systems.knowledge_base.living.likeness import claims_of, differing_words, says_otherwise, says_the_same

ALIKE = 0.9  # how near they are in meaning is given here: what matters is what they say

SAME = [
    ("The valve opens at 6.5 bar.", "At 6.5 bar the valve opens."),
    ("The monthly fee is 1,250 euros.", "The fee of 1,250 euros is due a month."),
    ("Never run the pump dry.", "The pump must never be run dry."),
    ("It is sent to people@harrow.example.", "You send it to people@harrow.example."),
    ("Streamlit shows the delta in gray.", "The delta is shown in gray by Streamlit."),
]
OTHER = [
    ("The valve opens at 6.5 bar.", "The valve opens at 7 bar."),
    ("The provider is liable for storms.", "The provider is not liable for storms."),
    ("The default is on.", "The default is off."),
    ("Disputes are settled by the court in Leeds.", "Disputes are settled by the court in York."),
    ("The path points to the script, not the wrapper.", "The path points to the wrapper, not the script."),
    ("The red button is on the left side of the lid.", "The red button is on the right side of the lid."),
    ("Set `MOST_ROWS` to its size.", "Set `ALL_ROWS` to its size."),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_a_rewording_says_the_same(one: str, other: str) -> None:
    assert says_the_same(one, other, ALIKE)
    assert not says_otherwise(one, other, ALIKE)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_another_value_is_another_thing_said(one: str, other: str) -> None:
    assert not says_the_same(one, other, ALIKE)
    assert says_otherwise(one, other, ALIKE)


def test_what_is_far_in_meaning_neither_says_the_same_nor_otherwise() -> None:
    assert not says_the_same(*OTHER[0], 0.3)
    assert not says_otherwise(*OTHER[0], 0.3)


def test_the_same_of_another_thing_is_no_objection() -> None:
    one, other = "The speed of the pump is 40 litres.", "The weight of the motor is 60 kg."
    assert not says_otherwise(one, other, ALIKE)


def test_headings_and_lone_words_are_no_claims() -> None:
    assert claims_of("Data\n\nThe pump moves 40 litres. See below.") == ["The pump moves 40 litres."]


def test_the_words_that_differ_are_found_in_both() -> None:
    then, now = "It opens at 6.5 bar or more.", "Now it opens at 7 bar or more."
    gone, come = differing_words(then, now)
    assert [then[start:end] for start, end in gone] == ["It", "6.5"]
    assert [now[start:end] for start, end in come] == ["Now it", "7"]
