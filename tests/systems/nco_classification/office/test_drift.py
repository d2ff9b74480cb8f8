"""Two rounds are compared by the weights of their rows, at any level, and nothing falls out of the sum."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.office.drift import OPEN, drift

THEN = [("7531", 1.0), ("7531.0100", 1.0), ("2211", 2.0)]
NOW = [("7531", 3.0), ("22", 1.0), ("refused", 2.0), ("", 2.0)]


def test_shares_are_of_the_weight_and_what_moved_most_comes_first() -> None:
    lines = {line.code: line for line in drift(THEN, NOW, "family")}
    assert lines["7531"][1:] == (2, 1, 0.5, 0.375)
    assert lines["2211"].change == pytest.approx(-0.5)
    assert lines[OPEN][1:] == (0, 3, 0.0, 0.625)
    changes = [abs(line.change) for line in drift(THEN, NOW, "family")]
    assert changes == sorted(changes, reverse=True)


def test_a_part_of_a_code_counts_at_its_own_level_and_above() -> None:
    assert {line.code: line.rows_now for line in drift(THEN, NOW, "subdivision")} == {"75": 1, "22": 1, OPEN: 2}


@pytest.mark.parametrize("level", ["division", "subdivision", "group", "family", "occupation"])
def test_both_rounds_add_up_to_one(level: str) -> None:
    lines = drift(THEN, NOW, level)  # type: ignore[arg-type]
    assert sum(line.then for line in lines) == pytest.approx(1)
    assert sum(line.now for line in lines) == pytest.approx(1)


def test_a_round_without_rows_or_without_weight_is_no_error() -> None:
    assert drift([], [], "family") == []
    assert [line.now for line in drift([], [("7531", 0.0)], "family")] == [0.0]
