"""Hints say where to look, carry the words, and strike nothing."""

from __future__ import annotations

import pytest

from core.evidence.check import check_statements
from core.evidence.verdicts import Statement

PASSAGE = (
    "The World Health Organization surveyed clinics in China. Nurses in Beijing were trained in four courses."
    " The clinics were repaired."
)


@pytest.mark.parametrize(
    ("sentence", "marked"),
    [
        ("Nurses in Beijing took half of the courses.", ["half"]),
        ("Nurses in Shanghai were trained.", ["Shanghai"]),
        ("The clinics were not repaired at all.", ["not"]),
        ("A survey of the WHO looked at Chinese clinics.", []),
        ("The nurses never went to Paris for half of the courses.", ["half", "Paris"]),
    ],
)
def test_a_hint_marks_the_words_to_look_at(sentence: str, marked: list[str]) -> None:
    (verdict,) = check_statements([Statement(sentence, (PASSAGE,))])
    assert verdict.standing == "not checked"
    assert [sentence[one.start : one.end] for one in verdict.hints] == marked


def test_the_hint_on_a_number_shows_the_nearest_of_the_passage_wherever_that_is_cited() -> None:
    sentence = "Nurses of three clinics were trained in courses."
    for passages in ((PASSAGE, "Nothing."), ("Nothing.", PASSAGE)):
        (verdict,) = check_statements([Statement(sentence, passages)])
        (hint,) = verdict.hints
        assert hint.words is not None
        assert passages[hint.words.passage][hint.words.start : hint.words.end] == "four"


def test_names_that_the_page_prints_are_known() -> None:
    (verdict,) = check_statements([Statement("Nurses were trained by Moss.", (PASSAGE,), "Moss 2021")])
    assert verdict.hints == ()
