"""The picture of whether a probability can be believed."""

from __future__ import annotations

from core.ui.reliability import Believed, reliability_figure, reliability_table

POINTS = [Believed(0.2, 0.25, 40), Believed(0.8, 0.7, 1200)]


def test_what_was_said_stands_against_what_was_true_beside_the_line_where_both_are_alike() -> None:
    ideal, real = reliability_figure(POINTS, 0.5, "Quality", "Was true").data
    assert list(ideal.x) == list(ideal.y)
    assert (list(real.x), list(real.y), list(real.customdata)) == ([0.2, 0.8], [0.25, 0.7], [40, 1200])


def test_the_point_of_this_run_is_larger_and_the_threshold_is_drawn() -> None:
    figure = reliability_figure(POINTS, 0.5, "Quality", "Was true", here=1)
    small, large = figure.data[1].marker.size
    assert large > small
    assert figure.layout.shapes[0].x0 == 0.5
    assert figure.layout.xaxis.title.text == "Quality"


def test_the_table_behind_it_holds_what_is_drawn() -> None:
    real = reliability_figure(POINTS, 0.5, "Quality", "Was true").data[1]
    table = reliability_table(POINTS, "Quality", "Was true", "People")
    assert list(table["Quality (%)"]) == [100 * x for x in real.x]
    assert list(table["Was true (%)"]) == [100 * y for y in real.y]
    assert list(table["People"]) == list(real.customdata)
