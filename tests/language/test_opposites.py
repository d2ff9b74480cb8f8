"""Words that point one way or the other."""

from __future__ import annotations

import pytest

from core.language.clauses import stem
from core.language.opposites import COMPARING_VERBS, directions, moves


@pytest.mark.parametrize(
    ("one", "other", "axis"),
    [("increase", "reduced", "movement"), ("reliable", "unreliable", "certainty"), ("costly", "cheap", "price")],
)
def test_opposites_point_opposite_ways_on_one_axis(one: str, other: str, axis: str) -> None:
    assert dict(directions(one))[axis] == -dict(directions(other))[axis]


def test_a_word_counts_as_written_where_its_stem_points_nowhere() -> None:
    assert directions("costly")
    assert not directions("costs")


def test_a_prefix_turns_a_listed_word() -> None:
    assert [sign for _, sign in directions("inconsistently")] == [-1]


def test_a_change_moves_and_a_size_does_not() -> None:
    assert moves("shrink")
    assert not moves("higher")
    assert stem("exceeded") in COMPARING_VERBS
