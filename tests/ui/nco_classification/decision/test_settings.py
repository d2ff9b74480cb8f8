"""What a least confidence is said to come to."""

from __future__ import annotations

from core.systems.nco_classification.decision.reliability import Range
from core.ui.nco_classification.decision.settings import what_it_comes_to

RANGES = [Range(0.0, 0.5, 50, 0.3, 0.2), Range(0.5, 1.0, 50, 0.9, 0.8)]


def test_a_least_confidence_is_told_in_jobs_that_get_a_code_and_in_codes_that_are_right() -> None:
    assert "about 100 get a code then, and about 50 in 100" in what_it_comes_to(0.0, RANGES)
    assert "about 50 get a code then, and about 80 in 100" in what_it_comes_to(0.5, RANGES)
    assert "about 25 get a code then" in what_it_comes_to(0.75, RANGES)


def test_where_nothing_is_that_sure_it_is_said_that_all_are_asked_about() -> None:
    assert what_it_comes_to(1.0, RANGES).startswith("Then hardly any job gets a code")
