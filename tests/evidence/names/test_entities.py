"""Names, acronyms, formulas and things of a kind."""

from __future__ import annotations

import pytest

from core.evidence.names.entities import check_entities, entity_grounding, names


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("Apixaban helped the patients.", "Warfarin helped the patients."),
        ("It was tested in rats.", "It was tested in mice."),
        ("CsPbI3 cells were stable.", "CsSnI3 cells were stable."),
        ("The survey was made in Belgium.", "The survey was made in the Netherlands."),
        ("Kenya lowered the tax.", "Tanzania lowered the tax."),
        ("It was coded by SOC 2010.", "It was coded by ISCO-08."),
        ("The effect depended on mTOR.", "The effect depended on AMPK."),
    ],
)
def test_a_name_or_thing_that_the_passage_has_not_is_found(sentence: str, passage: str) -> None:
    assert [one.fault for one in check_entities(sentence, passage)] == ["entity"]


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("RAG helps.", "Retrieval-augmented generation helps."),
        ("The World Health Organization agreed.", "The WHO agreed."),
        ("Irish families took part.", "Families in Ireland took part."),
        ("The renal function was normal.", "Kidney function was normal."),
        ("Carbon dioxide was measured.", "CO2 was measured."),
        ("Doctors were asked.", "Physicians were asked."),
        ("Delhi's air is bad.", "The air of Delhi is bad."),
        ("Training helped.", "The training of staff helped."),
    ],
)
def test_the_same_thing_under_another_name_is_not(sentence: str, passage: str) -> None:
    assert check_entities(sentence, passage) == []


def test_names_are_found_with_their_places_and_numbers_are_none() -> None:
    text = "The BM25 baseline by Robertson reached 0.43 on BEIR in 2 GB."
    assert [one.text for one in names(text)] == ["BM25", "Robertson", "BEIR"]
    assert all(text[one.start : one.end] == one.text for one in names(text))
    assert entity_grounding(text, "BM25 of Robertson") == (2, 3)
