"""Statements set apart are several jobs where each is heard, one is clear, and their families lie apart."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.decision.several_jobs import find_several_jobs, mixed_family
from tests.systems.nco_classification.little_index import CLASSIFICATION, CLEAR, LittleIndex

DRIVER = [("8321", 0.95), ("8322", 0.3)]
CUTTER = [("7532", 0.95), ("7531", 0.9)]
TEXT = "mornings I stitch shirts, evenings I drive a rickshaw"


@pytest.mark.parametrize(
    ("text", "second", "asked"),
    [(TEXT, DRIVER, True), (TEXT, CLEAR, False), (TEXT, CUTTER, False), ("I stitch shirts, I drive", DRIVER, False)],
)
def test_only_clear_jobs_of_different_groups_are_asked_about(
    text: str, second: list[tuple[str, float]], asked: bool
) -> None:
    index = LittleIndex({"I stitch shirts": CLEAR, "I drive a rickshaw": second}, [])
    found = find_several_jobs(text, index)  # type: ignore[arg-type]
    assert (found is not None) == asked
    if found:
        assert found.kind == "several"
        assert found.parts == ["mornings I stitch shirts", "evenings I drive a rickshaw"]


@pytest.mark.parametrize(("second", "asked"), [(DRIVER, True), (CUTTER, False)])
def test_one_season_beside_no_time_parts_only_clear_work_of_different_divisions(
    second: list[tuple[str, float]], asked: bool
) -> None:
    index = LittleIndex({"I stitch shirts": CLEAR, "I drive a rickshaw": second}, [])
    found = find_several_jobs("I stitch shirts, in summer I drive a rickshaw", index)  # type: ignore[arg-type]
    assert (found is not None) == asked


@pytest.mark.parametrize(
    ("one", "other", "mixed"),
    [
        ("6111", "6121", "6130"), ("6122", "6113", "6130"), ("6111", "6112", "6114"), ("6310", "6320", "6330"),
        ("9212", "9211", "9213"), ("6111", "8321", ""), ("6121", "6122", ""),
    ],
)  # fmt: skip
def test_two_jobs_have_a_mixed_family_where_the_classification_has_one(one: str, other: str, mixed: str) -> None:
    index = LittleIndex({"the one": [(one, 0.95)], "the other": [(other, 0.95)]}, [])
    assert mixed_family(["the one", "the other"], index) == mixed  # type: ignore[arg-type]
    assert not mixed or CLASSIFICATION.exists(mixed)


def test_three_jobs_and_one_have_no_mixed_family() -> None:
    index = LittleIndex(otherwise=[("6111", 0.95)])
    assert mixed_family(["a"], index) == mixed_family(["a", "b", "c"], index) == ""  # type: ignore[arg-type]
