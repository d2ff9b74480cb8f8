"""What is worth most is looked at first, and many proposals are accepted only within the error that was said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.nco_classification.office.queue import Case, acceptable, by_value, next_case, standing


def case(key: str, weight: float = 1.0, probability: float = 0.5, **rest: object) -> Case:
    return Case(key, key, 1, weight, probability, **{"proposal": "7531", **rest})  # type: ignore[arg-type]


CASES = st.lists(
    st.tuples(st.floats(0.1, 1_000), st.sampled_from([0.1, 0.5, 0.8, 0.9, 0.95, 0.99, 1.0]), st.booleans()), max_size=30
).map(
    lambda many: [
        case(str(number), weight, probability, proposal="7531" if offered else "")
        for number, (weight, probability, offered) in enumerate(many)
    ]
)


def test_weight_times_doubt_decides_what_comes_first_however_unsure_a_light_one_is() -> None:
    queue = by_value([case("light", 1, 0.0), case("heavy", 100, 0.9), case("sure", 100, 0.999)])
    assert [one.key for one in queue] == ["heavy", "light", "sure"]


def test_what_is_coded_waits_only_when_it_is_wanted_or_a_rule_asks_about_it() -> None:
    cases = [case("open"), case("coded", coded=True), case("asked", coded=True), case("")]
    assert {one.key for one in by_value(cases, {"asked"})} == {"open", "asked"}
    assert {one.key for one in by_value(cases, coded_too=True)} == {"open", "coded", "asked"}


def test_what_was_skipped_comes_again_at_the_end_and_what_is_decided_never() -> None:
    queue = [case("a"), case("b"), case("c")]
    assert next_case(queue, {"a"}, {"b"}) == queue[2]
    assert next_case(queue, {"a", "c"}, {"b"}) == queue[1]
    assert next_case(queue, {"a", "b", "c"}, {"b"}) is None


def test_proposals_are_accepted_from_the_likeliest_down_within_the_expected_error() -> None:
    cases = [case("a", 1, 0.99), case("b", 1, 0.95), case("c", 1, 0.90), case("d", 1, 0.99, proposal="")]
    accepted = acceptable(cases, 0.031)
    assert [one.key for one in accepted.cases] == ["a", "b"]
    assert (accepted.least, accepted.rows) == (0.95, 2)
    assert accepted.error == pytest.approx((0.01 + 0.05) / 2)


def test_a_part_that_is_certain_is_proposed_before_a_family_that_is_likelier_wrong_than_right() -> None:
    doubtful = case("a", probability=0.13, certain="75", certainty=0.9)
    assert (doubtful.says, doubtful.likelihood) == ("75", 0.9)
    likely = case("b", probability=0.6, certain="75", certainty=0.9)
    assert (likely.says, likely.likelihood) == ("7531", 0.6)
    assert (case("c", probability=0.3).says, case("c", probability=0.3).likelihood) == ("7531", 0.3)
    assert acceptable([doubtful], 1.0).cases == []


def test_nothing_is_proposed_of_which_nothing_was_measured_and_no_zero_stands_for_that() -> None:
    unknown, outside = case("a", probability=0.0), case("b", probability=0.0, proposal="", outside="refused")
    assert (unknown.says, unknown.likelihood, unknown.candidates) == ("", None, ("7531",))
    assert (outside.says, outside.likelihood) == ("refused", None)


def test_a_heavy_row_counts_for_its_weight_in_the_expected_error() -> None:
    light, heavy = case("a", 1, 0.99), case("b", 99, 0.90)
    assert acceptable([light, heavy], 0.06).cases == [light]
    assert acceptable([case("a", 99, 0.99), case("b", 1, 0.90)], 0.06).rows == 2


@given(CASES, st.sampled_from([0.0, 0.01, 0.05, 0.2, 1.0]))
def test_no_more_is_expected_to_be_wrong_than_was_allowed_and_equals_are_taken_together(
    cases: list[Case], most: float
) -> None:
    accepted = acceptable(cases, most)
    assert accepted.error <= most
    weight = sum(one.weight for one in accepted.cases)
    assert sum(one.value for one in accepted.cases) <= most * weight + 1e-6
    assert {one.key for one in accepted.cases} == {
        one.key
        for one in cases
        if one.proposal and one.says == one.proposal and accepted.cases and one.probability >= accepted.least
    }


def test_how_a_file_stands_is_counted_over_all_its_rows_and_what_is_decided_counts_as_right() -> None:
    cases = [
        case("coded", 60, 0.9, coded=True), case("open", 30, 0.7), case("part", 10, 0.2, certain="75"),
        case("idle", 50, 0.0, outside="not in work"), case("", 5),
    ]  # fmt: skip
    assert standing(cases, {}) == pytest.approx((0.4, 0.06))
    assert standing(cases, {"open": "7531"}) == pytest.approx((0.1, 0.06))
    assert standing(cases, dict.fromkeys(("open", "part", "coded"), "7531.0100")) == pytest.approx((0.0, 0.0))
    assert standing([], {}) == (0.0, 0.0)


def test_what_was_decided_to_be_a_part_of_a_code_or_none_still_stands_without_one() -> None:
    cases = [case("open", 30, 0.7), case("part", 10, 0.2, certain="75"), case("coded", 60, 1.0, coded=True)]
    assert standing(cases, {"part": "75"}).without == pytest.approx(0.4)
    assert standing(cases, {"part": "75", "open": "not codable"}).without == pytest.approx(0.4)
    assert standing(cases, {"part": "7531", "open": "not codable"}).without == pytest.approx(0.3)
