"""An analyst's own code for a job: given with a reason, kept for one outcome, taken back."""

from __future__ import annotations

import pytest

from core.errors import InputError
from core.systems.nco_classification.codebook.own_code import (
    KEPT,
    OwnCode,
    code_given,
    is_typed_code,
    own_code,
    with_code,
)
from tests.systems.nco_classification.little_index import CLASSIFICATION


def give(code: str, reason: str = "", found: tuple[str, ...] = ("7531",)) -> OwnCode:
    return own_code(code, reason, found, CLASSIFICATION)


def test_an_occupation_of_the_family_that_was_found_needs_no_reason() -> None:
    own = give("75310100")
    assert (own.code, own.narrows) == ("7531.0100", True)
    assert own.given


@pytest.mark.parametrize("code", ["7533", "7532.0100", "75"])
def test_another_code_needs_a_reason(code: str) -> None:
    with pytest.raises(InputError, match="needs a reason"):
        give(code, "  ")
    own = give(code, " says that \n she embroiders ")
    assert (own.narrows, own.reason) == (False, "says that she embroiders")


def test_where_nothing_was_found_every_code_needs_a_reason() -> None:
    with pytest.raises(InputError, match="needs a reason"):
        give("7531", found=())


@pytest.mark.parametrize("written", ["9999", "tailor", ""])
def test_what_is_no_code_is_refused_in_words(written: str) -> None:
    with pytest.raises(InputError, match="is no code of the classification"):
        give(written, "because")


@pytest.mark.parametrize(
    ("typed", "near"), [("2429", "There is 242 · "), ("2424.99", "There is 2424 · "), ("999", "There is 9 · ")]
)
def test_digits_that_are_no_code_are_refused_with_what_is_near(typed: str, near: str) -> None:
    with pytest.raises(InputError) as refused:
        give(typed, "because")
    assert refused.value.advice.startswith(near)


def test_what_is_typed_is_a_code_or_words() -> None:
    assert [is_typed_code(one) for one in (" 2424", "7531.0100", "7212 03", "7212 gas", "tailor", "")] == [
        True, True, True, False, False, False
    ]  # fmt: skip


def test_a_code_is_kept_for_the_outcome_it_was_given_on_and_taken_back() -> None:
    first, second = give("7531.0100"), give("7533", "embroiders")
    kept = with_code(with_code(None, "one", first), "two", second)
    assert code_given({KEPT: kept}, "one") == first
    assert code_given({KEPT: kept}, "two") == second
    assert code_given({KEPT: kept}, "three") is None
    assert code_given({KEPT: with_code(kept, "two", None)}, "two") is None
    assert code_given({KEPT: with_code(kept, "two", None)}, "one") == first
    assert code_given({}, "one") is None
