"""Statements set apart are several jobs where each is heard, one is clear, and their families lie apart."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.decision.several_jobs import find_several_jobs
from tests.systems.nco_classification.little_index import CLEAR, LittleIndex

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
