"""Whoever refused, was not there, or gave no answer, answered nothing; who refuses work has answered."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.silence import says_nothing


@pytest.mark.parametrize(
    "text",
    [
        "respondent refused to say", "does not want to answer", "respondent not available", "no response given",
        "declined to give information", "the member was absent", "he would rather not tell",
        "unwilling to share details",
        "could not be interviewed", "work not known", "door locked", "jawab dene se mana kiya",
        "batana nahi chahta", "head of the household not at home during visit",
    ],
)  # fmt: skip
def test_a_refusal_and_an_absence_are_no_answer(text: str) -> None:
    assert says_nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        "refuse collector", "does not want to work", "refuses to work at night", "information clerk",
        "works away from home", "answers telephone calls", "teacher", "gives information to visitors",
    ],
)  # fmt: skip
def test_work_is_no_refusal(text: str) -> None:
    assert not says_nothing(text)
