"""The picture of what a threshold comes to."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.decision.reliability import Range, coded_from, reliability
from core.ui.nco_classification.decision.settings import what_it_comes_to
from core.ui.nco_classification.decision.threshold import CODED, FROM, RIGHT, threshold_figure, threshold_table

RANGES = (Range(0.0, 0.5, 60, 0.3, 0.4), Range(0.5, 1.0, 40, 0.8, 0.9))
STEPS = [coded_from(step / 10, RANGES) for step in range(11)]


def test_the_curves_are_the_table() -> None:
    coded, right = threshold_figure(STEPS, 0.6).data
    table = threshold_table(STEPS)
    assert list(coded.x) == list(right.x) == list(table[FROM]) == list(range(0, 101, 10))
    assert list(coded.y) == list(table[CODED])
    assert list(right.y)[:-1] == list(table[RIGHT])[:-1]


def test_of_a_hundred_all_get_a_code_at_nothing_and_none_at_certainty_of_which_none_is_right() -> None:
    assert (STEPS[0].coded, STEPS[0].right) == (1.0, pytest.approx(0.6 * 0.4 + 0.4 * 0.9))
    assert (STEPS[5].coded, STEPS[5].right) == (0.4, 0.9)
    assert (STEPS[10].coded, STEPS[10].right) == (0.0, None)


@pytest.mark.parametrize("threshold", [0.2, 0.8])
def test_the_threshold_that_holds_is_marked_on_the_side_with_room(threshold: float) -> None:
    figure = threshold_figure(STEPS, threshold)
    assert figure.layout.shapes[0].x0 == 100 * threshold
    assert figure.layout.annotations[0].text == f"now from {threshold:.0%}"
    assert figure.layout.annotations[0].xanchor == ("right" if threshold > 0.5 else "left")


@pytest.mark.parametrize("threshold", [0.1, 0.45, 0.9])
def test_the_curve_says_the_same_as_the_words_beside_the_slider(threshold: float) -> None:
    here = coded_from(threshold, reliability())
    assert here.right is not None
    said = what_it_comes_to(threshold, reliability())
    assert f"about {100 * here.coded:.0f} get a code" in said
    assert f"about {100 * here.right:.0f} in 100 of these codes are right" in said
