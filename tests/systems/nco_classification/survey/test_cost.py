"""What a threshold costs: rows coded, wrong ones expected, hours of review."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.nco_classification.decision.confidence import THRESHOLD
from core.systems.nco_classification.survey.cost import coded_to, cost, costs, probabilities_of, threshold_for
from core.systems.nco_classification.survey.rows import ANALYST, row_without_code

some = st.lists(st.floats(0, 1), min_size=1, max_size=40).map(np.array)
minutes = st.floats(0.1, 60)


def test_of_rows_above_the_threshold_what_their_probabilities_leave_is_expected_to_be_wrong() -> None:
    line = cost(0.7, np.array([0.9, 0.8, 0.6, 0.0]), minutes=30)
    assert (line.coded, line.review, line.hours) == (2, 2, 1.0)
    assert line.wrong == pytest.approx(0.3)


@given(some, minutes)
def test_a_higher_threshold_never_codes_more_and_never_takes_less_time(sure: Any, each: float) -> None:
    lines = costs(sure, each)
    assert [line.coded for line in lines] == sorted((line.coded for line in lines), reverse=True)
    assert [line.hours for line in lines] == sorted(line.hours for line in lines)
    assert all(line.coded + line.review == len(sure) and line.wrong <= line.coded for line in lines)


@given(some, st.floats(0, 1))
def test_the_threshold_for_an_error_keeps_to_it_and_the_hundredth_below_does_not(sure: Any, error: float) -> None:
    found = threshold_for(error, sure)
    here, below = cost(found, sure, 1), cost(round(found - 0.01, 2), sure, 1)
    assert here.wrong <= error * here.coded or found == 1.0
    assert found == 0 or below.wrong > error * below.coded


def test_rows_that_an_analyst_decided_or_that_are_empty_cost_nothing_and_ambiguous_ones_are_always_reviewed() -> None:
    earlier: dict[str, Any] = {**row_without_code("of an earlier version", ""), "confidence": 0.5}
    rows: list[Any] = [
        {**row_without_code("clear", ""), "confidence": 0.4, "sure": 0.9},
        {**row_without_code("teacher", ""), "confidence": 0.8, "sure": 0.0},
        {name: value for name, value in earlier.items() if name != "sure"},
        {**row_without_code("decided", ""), "sure": 0.9, "decided_by": ANALYST},
        row_without_code("", "The cell is empty."),
        {**row_without_code("housewife", ""), "status": "not in work", "machine_status": "not in work"},
        {**row_without_code("99", ""), "status": "no answer", "machine_status": "no answer"},
        {**row_without_code("E0471", ""), "obstacle": "id"},
    ]
    assert probabilities_of(rows).tolist() == [0.9, 0.0, 0.5]
    assert cost(0.0, probabilities_of(rows), 1).coded == 2


def test_at_the_threshold_of_the_file_as_many_rows_are_counted_as_it_coded() -> None:
    rows: list[Any] = [
        {**row_without_code("tailor", ""), "sure": 0.83, "needed": 0.82},
        {**row_without_code("stitches blouses for a shop", ""), "sure": 0.77, "needed": 0.7},
        {**row_without_code("farmer", ""), "sure": 0.81, "needed": 0.82},
    ]
    to = coded_to(rows)
    assert cost(THRESHOLD, probabilities_of(rows), 1, to).coded == 2
    assert cost(0.99, probabilities_of(rows), 1, to).coded == 0
