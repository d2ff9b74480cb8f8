"""The grammar around what somebody works with keeps it, and names a role."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.frames import turned
from tests.systems.nco_classification.little_index import CLASSIFICATION

READ = CLASSIFICATION.query_normalizer.read


@pytest.mark.parametrize(
    ("said", "kept", "role"),
    [
        ("cooler ka mistri", "cooler", "repairer"), ("washing machine ka mistri", "washing machine", "repairer"),
        ("paani ka mistri", "water", "plumber"), ("gaadi ka mistri", "vehicle", "mechanic"),
        ("mobile ka mistri", "mobile", "repairer"), ("samosa wala", "samosa", "seller"),
        ("gaadi wala", "vehicle", "driver"), ("roti banane wali", "bread", "maker"),
        ("sabji bechti hoon", "vegetable", "seller"), ("khana banati hoon", "food", "cook"),
        ("murgi palne wala", "poultry", "farmer"), ("bachche padhane wali", "children", "teacher"),
        ("crane chalane wala", "crane", "operator"), ("kapde ki dukaan", "clothes", "shopkeeper"),
        ("kapde ki dukaan mein kaam karta hoon", "clothes", "assistant"), ("गाड़ी का मिस्त्री", "vehicle", "mechanic"),
        ("सब्जी बेचने वाली", "vegetable", "seller"),
    ],
)  # fmt: skip
def test_a_frame_of_an_indian_language_keeps_what_it_is_about_and_names_the_role(
    said: str, kept: str, role: str
) -> None:
    english = READ(said).english
    assert kept in english
    assert role in english.split()


@pytest.mark.parametrize(("said", "english"), [("machhli pakadne wala", "seller"), ("tailor ka kaam", "seller")])
def test_who_does_something_is_not_read_as_who_sells_it(said: str, english: str) -> None:
    assert english not in READ(said).english


def test_no_mistri_is_of_air_conditioning_unless_that_is_said() -> None:
    for thing in ("pankhe", "lakdi", "tiles", "mixer", "gaadi", "nal"):
        assert "air conditioning" not in READ(f"{thing} ka mistri").english
    assert "air conditioning" in READ("fridge ka mistri").english


@pytest.mark.parametrize(
    ("said", "turn"),
    [
        ("supervises masons", "masons supervisor"),
        ("I supervise 15 stitching machine operators in a mill", "stitching machine operators supervisor in a mill"),
        ("sells spices from a stall", "sells spices from a stall"),
        ("a mason who is supervised by others", "a mason who is supervised by others"),
        ("supervises within the powers given", "supervises within the powers given"),
        ("nurse", "nurse"),
    ],
)
def test_an_english_frame_at_the_beginning_is_turned_round(said: str, turn: str) -> None:
    assert turned(said) == turn


@pytest.mark.parametrize(
    ("said", "english"), [("मेसन", "mason"), ("फायर-फाइटर", "fire fighter"), ("क्रेन ऑपरेटर", "crane operator")]
)
def test_an_english_word_in_an_indian_script_is_read_as_it_is_said(said: str, english: str) -> None:
    assert READ(said).english == english
