"""What the cost of a threshold is said to be."""

from __future__ import annotations

import numpy as np
import pytest

from core.systems.nco_classification.survey.cost import cost, costs
from core.ui.nco_classification.survey.cost import _coded, _table, _told

SURE = np.array([0.97, 0.9, 0.6, 0.0])


def test_the_numbers_of_a_threshold_are_told_with_their_shares() -> None:
    assert _told(cost(0.8, SURE, 30), 4) == [
        ("Rows coded by the machine", "2", "50% of those"),
        ("Of them wrong, expected", "0.1", "6.5% of what is coded"),
        ("Hours of review", "1.0", "2 rows"),
    ]
    assert _told(cost(1.0, SURE, 30), 4)[1] == ("Of them wrong, expected", "0.0", "nothing is coded")


def test_the_table_has_the_tenths_and_the_thresholds_of_an_accepted_error() -> None:
    table = _table(SURE, costs(SURE, 1)).set_index("Threshold")
    assert table.loc["61%", ""] == "at most 10% wrong"
    assert table.loc["61%", "Rows coded"] == 2
    assert table.loc["61%", "Wrong expected"] == pytest.approx(0.13)
    assert {"0%", "10%", "100%"} <= set(table.index)


def test_the_picture_has_the_share_that_is_coded_and_the_share_of_it_that_is_right() -> None:
    coded = {one.threshold: one for one in _coded(costs(SURE, 1), len(SURE))}
    assert coded[0.8].coded == 0.5
    assert coded[0.8].right == pytest.approx((0.97 + 0.9) / 2)
    assert coded[1.0].right is None
