"""To keep one's own home is said in many forms; a home, or children, of somebody else is work."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.household import household


@pytest.mark.parametrize(
    "text",
    [
        "I look after the house and my two children", "takes care of home and kids", "runs the house",
        "I only do housework", "cooks and cleans for her own family", "busy with household and children all day",
        "ghar aur bachchon ko sambhalti hoon", "apne ghar ka kaam karti hoon aur bachche dekhti hoon",
        "main bas ghar dekhti hoon", "मैं घर और बच्चे संभालती हूँ", "ghar aur saas sasur ki dekhbhal",
    ],
)  # fmt: skip
def test_to_keep_ones_home_stands_for_a_whole_statement(text: str) -> None:
    assert household(text) == [(0, len(text))]


@pytest.mark.parametrize(
    "text",
    [
        "looks after children in a creche", "looks after the house and children of a rich family",
        "Madam works, I look after her baby", "takes care of my employer's children", "cleans houses",
        "cooks for a family", "does household work in three houses", "runs a home for the aged",
        "keeps poultry at home",
        "dusron ke ghar ka kaam karti hoon", "manages home loans", "bachche sambhalti hoon",
    ],
)  # fmt: skip
def test_a_home_and_children_of_others_are_work(text: str) -> None:
    assert household(text) == []
