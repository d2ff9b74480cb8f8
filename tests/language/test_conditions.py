"""Conditions are recognised with their whole phrase, and what only looks like one is left alone."""

from __future__ import annotations

import pytest

from core.language.conditions import conditions


@pytest.mark.parametrize(
    ("request_", "kind", "phrase"),
    [
        ("novels since 2018", "period", "since 2018"),
        ("who worked in the 1990s on tides", "period", "in the 1990s"),
        ("lamps under 5 euros", "amount", "under 5 euros"),
        ("less than €20,000 a year", "amount", "less than €20,000"),
        ("find at least 3 people who weave", "amount", "at least 3 people"),
        ("three weavers of wool", "amount", "three weavers"),
        ("weavers with 10 years of practice", "amount", "10 years"),
        ("weavers cheaper than 5 quatloos", "amount", "5 quatloos"),
        ("weavers of 65 years or more", "amount", "65 years or more"),
        ("weavers in Ireland", "place", "in Ireland"),
        ("weavers based in the Netherlands", "place", "based in the Netherlands"),
        ("weavers near China", "place", "near China"),
        ("dyes without lead for wool", "negation", "without lead"),
        ("weaving, but not machine knitting", "negation", "not machine knitting"),
        ("weavers, not in Ireland", "negation", "not in Ireland"),
        ("the best five people for wool", "amount", "five people"),
        ("everybody except machine knitters", "negation", "except machine knitters"),
        ("weavers who aren't dyers", "negation", "aren't dyers"),
        ("weaves rugs; 2 helpers", "amount", "2 helpers"),
        ("fibres other than wool of sheep", "negation", "other than wool"),
    ],
)
def test_a_condition_is_told_with_its_whole_phrase(request_: str, kind: str, phrase: str) -> None:
    found = conditions(request_)
    assert [(one.kind, one.text) for one in found] == [(kind, phrase)]
    assert request_[found[0].start : found[0].end] == phrase


@pytest.mark.parametrize(
    "request_",
    [
        "type 2 diabetes",
        "ISO 27001 audits",
        "Python 3 developers",
        "a 5 kW inverter",
        "zero trust networks",
        "no-till farming",
        "heart failure",
        "plates of china in a kitchen",
    ],
)
def test_numbers_of_names_and_negations_inside_words_are_no_conditions(request_: str) -> None:
    assert conditions(request_) == []


def test_what_compares_is_bounded_and_what_only_names_is_not() -> None:
    told = {one.text: one.bounded for one in conditions("Why doesn't it start, but not stop? Pumps that are not blue")}
    assert told == {"doesn't it start": False, "not stop": True, "not blue": True}
    found = {one.text: one.bounded for one in conditions("three maps after 1950 of the coast in 1984 under 5 euros")}
    assert found == {"three maps": False, "after 1950": True, "in 1984": False, "under 5 euros": True}
