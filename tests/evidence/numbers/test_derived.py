"""Numbers that follow from those of the passage, and numbers that only look as if they did."""

from __future__ import annotations

import pytest

from core.evidence.numbers.grounding import check_numbers

PASSAGE = (
    "The share of smokers fell from 31 % in 2004 to 22 % in 2014 (p = 0.002). Of 1,204 pupils, 418 took part. "
    "Sessions lasted 40 minutes, twice a week, for 16 weeks. It parses 1,400 sentences per second, 3.5 times as many as"
    " the baseline. The ship had 312 passengers and a crew of 45. Letters date from 1180. Acid of 0,25 mol/L was used."
)


@pytest.mark.parametrize(
    "sentence",
    [
        "The share of smokers fell by nine percentage points.",
        "The share of smokers fell by almost a third.",
        "The share of smokers fell within ten years.",
        "The fall in the share of smokers was significant (p < 0.01).",
        "About a third of the pupils took part.",
        "The sessions took 80 minutes a week.",
        "Sessions went on for nearly four months.",
        "The baseline parses about 400 sentences per second.",
        "Passengers and crew were 357 together.",
        "The letters date from the twelfth century.",
        "Acid of 0.25 mol/L was used.",
    ],
)
def test_what_follows_from_the_passage_needs_not_stand_in_it(sentence: str) -> None:
    assert check_numbers(sentence, PASSAGE) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The share of smokers fell by 9 %.",
        "The share of smokers fell by 29 percentage points.",
        "The share of smokers fell within twelve years.",
        "The fall in the share of smokers was significant (p < 0.001).",
        "About half of the pupils took part.",
        "The sessions took 120 minutes a week.",
        "The baseline parses about 4,000 sentences per second.",
        "It parses 1,400 sentences per minute.",
        "The ship had 357 passengers.",
        "The letters date from the eleventh century.",
        "Acid of 2.5 mol/L was used.",
    ],
)
def test_what_does_not_follow_is_found(sentence: str) -> None:
    assert [one.fault for one in check_numbers(sentence, PASSAGE)] == ["number"]
