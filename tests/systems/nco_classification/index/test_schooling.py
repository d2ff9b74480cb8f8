"""Schooling is read from the words of a survey, and leans to the divisions where it is usual."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.schooling import Schooling, schooling

FAMILIES = tuple(Classification.load().families)


@pytest.fixture(scope="module")
def known() -> Schooling:
    return schooling(FAMILIES)


def leaning(known: Schooling, text: str, family: str) -> float:
    found = known.leaning(text)
    assert found is not None
    return float(found[FAMILIES.index(family)])


@pytest.mark.parametrize("text", ["B.Sc nursing", "Graduate", "b.tech (civil)", "M.B.B.S.", "स्नातक"])
def test_a_degree_leans_to_professionals_and_away_from_labourers(known: Schooling, text: str) -> None:
    assert leaning(known, text, "2221") > 0 > leaning(known, text, "9313")


@pytest.mark.parametrize("text", ["illiterate", "5th pass", "Class 5", "never attended", "अनपढ़"])
def test_little_schooling_leans_the_other_way(known: Schooling, text: str) -> None:
    assert leaning(known, text, "2221") < 0 < leaning(known, text, "9313")


def test_of_several_levels_the_highest_counts(known: Schooling) -> None:
    assert leaning(known, "class 10, then diploma", "3112") == leaning(known, "diploma", "3112")
    assert leaning(known, "higher secondary", "4110") != leaning(known, "secondary", "4110")


@pytest.mark.parametrize("text", ["", "many years", "10"])
def test_words_that_tell_no_schooling_lean_nowhere(known: Schooling, text: str) -> None:
    assert known.leaning(text) is None
