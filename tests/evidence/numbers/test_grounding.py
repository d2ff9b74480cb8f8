"""Numbers of a sentence and numbers of its passage."""

from __future__ import annotations

import pytest

from core.evidence.numbers.grounding import check_numbers, number_grounding

PASSAGE = (
    "Efficiency rose from 7.4 to 24.8 % after 1,200 h. Devices of tin kept 80 % and devices of lead 95 % of it."
    " The layer was 300 nm thick, and fewer than 50 cells failed."
)


@pytest.mark.parametrize(
    "sentence",
    [
        "Efficiency reached 24.8 percent.",
        "Efficiency reached about 25 %.",
        "Efficiency reached nearly a quarter.",
        "The layer measured 0.3 µm.",
        "Devices of lead kept 95 % and those of tin 80 %.",
        "Fewer than 50 cells failed.",
    ],
)
def test_equal_values_are_grounded_however_they_are_written(sentence: str) -> None:
    assert check_numbers(sentence, PASSAGE) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Efficiency reached 25 %.",
        "Efficiency reached 42.8 %.",
        "The layer was 300 µm thick.",
        "Efficiency rose from 24.8 to 7.4 %.",
        "Devices of tin kept 95 % and devices of lead 80 % of it.",
        "More than 50 cells failed.",
        "About 30 % was reached.",
    ],
)
def test_another_number_unit_order_or_owner_is_found(sentence: str) -> None:
    assert [one.fault for one in check_numbers(sentence, PASSAGE)] == ["number"]


def test_the_finding_says_what_the_passage_says_and_where() -> None:
    (found,) = check_numbers("After surface treatment efficiency rose to 26 %.", "Efficiency rose to 25.7 % in 2019.")
    assert found.message == "“26 %” does not occur in the cited passage; it says “25.7 %”."
    assert "After surface treatment efficiency rose to 26 %."[found.start : found.end] == "26 %"
    assert found.source is not None
    assert "Efficiency rose to 25.7 % in 2019."[slice(*found.source)] == "25.7 %"


def test_spans_of_years_and_factors_follow_from_the_numbers_of_the_passage() -> None:
    passage = "The share went from 20 % in 2010 to 40 % in 2020."
    assert check_numbers("It doubled in ten years.", passage) == []
    assert check_numbers("It tripled in ten years.", passage) != []
    assert check_numbers("It doubled in twelve years.", passage) != []


def test_grounding_is_counted_over_all_numbers() -> None:
    assert number_grounding("From 7.4 to 26 % after 1,200 h.", PASSAGE) == (2, 3)
    assert number_grounding("No figures here.", PASSAGE) == (0, 0)
