"""Any code can be found: by its digits, with those one level below it, and by words as a search finds it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.systems.nco_classification.office.finding import find_codes
from tests.systems.nco_classification.little_index import CLASSIFICATION, LittleIndex

INDEX: Any = LittleIndex()


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("753", ["753", "7531", "7532", "7533", "7534", "7535", "7536"]),
        (" 7531.01 ", ["7531.0100"]),
        ("9999", []),
        ("0", []),
        ("", []),
    ],
)
def test_digits_give_their_code_and_those_one_level_below_it(said: str, found: list[str]) -> None:
    assert find_codes(said, CLASSIFICATION, INDEX) == found


def test_words_give_the_families_that_a_search_finds_each_with_its_likeliest_occupations() -> None:
    found = find_codes("doctor", CLASSIFICATION, INDEX)
    assert [code for code in found if len(code) == 4] == ["2211", "2212"]
    assert all(CLASSIFICATION.exists(code) for code in found)
    assert found[1].startswith("2211.")


def test_words_that_stand_nowhere_find_nothing_though_something_is_always_nearest() -> None:
    nearest = INDEX.search("zzqqx")
    stranger: Any = LittleIndex()
    stranger.search = lambda text, limit: [replace(one, evidence=[]) for one in nearest]
    assert nearest
    assert find_codes("zzqqx", CLASSIFICATION, stranger) == []
