"""A sample is drawn again as it was, by chance or by weight, and says of the file what it can with how sure that is."""

from __future__ import annotations

import pytest

from core.errors import InputError
from core.systems.nco_classification.office.decisions import Decision, Sample
from core.systems.nco_classification.office.sampling import draw, quality

KEYS = [f"word{number % 40}" for number in range(400)] + ["", ""]
WEIGHTS = [1.0] * 402


def test_the_same_seed_draws_the_same_rows_and_another_one_others() -> None:
    drawn = draw(Sample(50, False, 7), KEYS, WEIGHTS)
    assert drawn == draw(Sample(50, False, 7), KEYS, WEIGHTS)
    assert drawn != draw(Sample(50, False, 8), KEYS, WEIGHTS)
    assert sum(drawn.values()) == 50


def test_rows_are_drawn_and_not_wordings_each_at_most_once_and_none_without_words() -> None:
    everything = draw(Sample(10_000, False, 1), KEYS, WEIGHTS)
    assert everything == dict.fromkeys(everything, 10)
    assert len(everything) == 40


def test_a_weighted_sample_draws_in_proportion_to_the_weights() -> None:
    drawn = draw(Sample(2_000, True, 3), ["heavy", "light", "none"], [9.0, 1.0, 0.0])
    assert "none" not in drawn
    assert drawn["heavy"] / 2_000 == pytest.approx(0.9, abs=0.03)


@pytest.mark.parametrize("weights", [[0.0, 0.0], [-1.0, 2.0], [float("nan"), 1.0], [float("inf"), 1.0]])
def test_weights_that_are_none_are_refused_with_words(weights: list[float]) -> None:
    with pytest.raises(InputError, match="weights cannot be used"):
        draw(Sample(1, True, 1), ["a", "b"], weights)


@pytest.mark.parametrize(("keys", "size"), [([], 5), (["", ""], 5), (["a"], 0)])
def test_nothing_to_draw_is_told(keys: list[str], size: int) -> None:
    with pytest.raises(InputError, match="nothing to draw"):
        draw(Sample(size, False, 1), keys, [1.0] * len(keys))


def test_the_interval_is_wilsons_and_counts_rows_as_often_as_they_were_drawn() -> None:
    times = {"a": 90, "b": 10, "unchecked": 50}
    found = quality(times, {"a": "7531", "b": "7531"}, {"a": Decision("a", "7531.0100"), "b": Decision("b", "2211")})
    assert found is not None
    assert (found.checked, found.wrong, found.share) == (100, 10, 0.1)
    assert (found.low, found.high) == (pytest.approx(0.0552, abs=1e-4), pytest.approx(0.1744, abs=1e-4))


def test_what_got_no_code_or_a_part_that_is_right_is_not_wrong_and_nothing_checked_is_nothing() -> None:
    checked = {"a": Decision("a", "7531"), "b": Decision("b", "7531")}
    found = quality({"a": 1, "b": 1}, {"a": "", "b": "75"}, checked)
    assert found is not None
    assert (found.checked, found.wrong) == (2, 0)
    assert quality({"a": 1}, {"a": "7531"}, {}) is None


def test_a_row_that_was_found_to_have_no_code_is_not_wrong_and_a_code_where_there_is_none_to_give_is() -> None:
    checked = {key: Decision(key, "not in work") for key in ("refused", "coded")}
    found = quality({"refused": 1, "coded": 1}, {"refused": "refused", "coded": "7531"}, checked)
    assert found is not None
    assert (found.checked, found.wrong) == (2, 1)
