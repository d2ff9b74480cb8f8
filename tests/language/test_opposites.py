"""Words that point one way or the other."""

from __future__ import annotations

import pytest

from core.language.opposites import directions


@pytest.mark.parametrize(("one", "other", "axis"), [("increase", "reduced", "movement"), ("rose", "fell", "movement")])
def test_opposites_point_opposite_ways_on_one_axis(one: str, other: str, axis: str) -> None:
    assert dict(directions(one))[axis] == -dict(directions(other))[axis]


def test_every_form_of_a_word_points_the_same_way_and_most_words_nowhere() -> None:
    assert directions("increase") == directions("increasing") == directions("increases")
    assert directions("table") == ()
