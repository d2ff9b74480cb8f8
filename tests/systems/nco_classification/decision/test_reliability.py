"""How often a confidence was right, read from the figures that were measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import StoreError
from core.systems.nco_classification.decision import reliability as room
from core.systems.nco_classification.decision.confidence import KINDS, Kind
from core.systems.nco_classification.decision.reliability import Range, range_of, reliability


@pytest.mark.parametrize("kind", KINDS)
def test_the_shipped_ranges_of_each_kind_are_in_order_and_hold_the_mean_that_is_said_of_them(kind: Kind) -> None:
    ranges = reliability(kind)
    assert ranges
    assert [span.low for span in ranges] == sorted(span.low for span in ranges)
    assert all(span.low <= span.said <= span.high for span in ranges)


def test_a_confidence_lies_in_the_range_that_begins_with_it_and_1_in_the_last() -> None:
    ranges = [Range(0.8, 0.9, 1, 0.85, 1.0), Range(0.9, 1.0, 1, 0.95, 1.0)]
    assert range_of(0.9, ranges) == range_of(1.0, ranges) == ranges[1]
    assert range_of(0.8999, ranges) == ranges[0]
    assert range_of(0.1, ranges) is None


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b'{"reliability_by_kind": {"title": [{"low": 1}]}}', b"\xff"],
    ids=["empty", "no object", "a range without its end", "not UTF-8"],
)
def test_a_damaged_file_is_told_in_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "measured.json"
    path.write_bytes(content)
    monkeypatch.setattr(room, "MEASURED", path)
    with pytest.raises(StoreError, match=r"measured\.json cannot be read"):
        reliability.__wrapped__()  # what was read before stays as it is
