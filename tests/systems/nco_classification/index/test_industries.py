"""Industries are read from words and from codes, and lean to the families that work there."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.industries import Industries, industries
from core.systems.nco_classification.index.tables import table_rows

FAMILIES = tuple(Classification.load().families)


@pytest.fixture(scope="module")
def known() -> Industries:
    return industries(FAMILIES)


def affinity(known: Industries, text: str, family: str) -> float:
    found = known.affinity(text)
    assert found is not None
    return float(found[FAMILIES.index(family)])


@pytest.mark.parametrize("text", ["cotton spinning mill", "13", "13111", "NIC 2008: 131", "Weaving of cloth"])
def test_an_industry_is_told_in_words_or_by_its_code(known: Industries, text: str) -> None:
    assert affinity(known, text, "8151") == 1
    assert affinity(known, text, "8111") == -1
    assert affinity(known, text, "2512") == -1


def test_a_family_that_works_anywhere_leans_nowhere(known: Industries) -> None:
    assert {affinity(known, text, "4110") for text in ("bank", "coal mine", "school")} == {0}


def test_a_phrase_within_a_longer_one_names_nothing(known: Industries) -> None:
    assert affinity(known, "blood bank", "4211") == -1
    assert affinity(known, "blood bank", "3212") == 1


def test_of_several_industries_each_has_its_share(known: Industries) -> None:
    assert affinity(known, "bank and hospital", "4211") == pytest.approx(0)


@pytest.mark.parametrize("text", ["", "zorbing", "98765432", "24 hours open"])
def test_words_that_name_no_known_industry_lean_nowhere(known: Industries, text: str) -> None:
    assert known.affinity(text) is None


def test_of_a_code_the_words_are_those_of_its_division(known: Industries) -> None:
    assert known.said("13111") == "Textiles"
    assert known.said("textile mill") == "textile mill"
    assert known.said("04") == ""


def test_every_family_in_the_table_is_in_the_classification() -> None:
    listed = [
        code for row in table_rows("family_industries.csv", "families,divisions") for code in row["families"].split(";")
    ]
    assert [code for code in listed if not any(family.startswith(code) for family in FAMILIES)] == []
