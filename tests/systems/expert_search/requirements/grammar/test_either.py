"""“or” between conditions of different kinds makes one of them, any part of which will do; never an “and” silently."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.reader import BOTH
from core.systems.expert_search.requirements.meeting import coverage
from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, PEOPLE, read, requirements_of


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("kilns, speaks Turkish or is based in Ghana", "hard language Turkish or Ghana"),
        ("kilns, must live in Peru or speak Twi", "hard place Peru or Twi"),
        ("kilns, speaks Twi or has at least 10 years of experience", "hard language Twi or 10 years or more"),
        ("kilns; preferably speaks Turkish or is based in Ghana", "wish language Turkish or Ghana"),
        ("kilns, speaks French or German or lives in Peru", "hard language French or German or Peru"),
    ],
)
def test_or_between_conditions_of_different_kinds_is_one_of_which_any_will_do(request_: str, wanted: str) -> None:
    assert read(request_) == {"hard topic kilns", wanted}


def test_who_meets_any_part_of_it_meets_it() -> None:
    asked = requirements_of("kilns, speaks Turkish or is based in Ghana")
    cells = coverage(PEOPLE, asked, {}).cells[asked.wanted[1].id]

    assert {person: cell.status for person, cell in cells.items()} == {"ann": "met", "bo": "met", "cy": "not known"}


def test_and_between_them_asks_for_both() -> None:
    assert read("kilns, speaks Turkish and is based in Ghana") == {
        "hard topic kilns", "hard language Turkish", "hard place Ghana",
    }  # fmt: skip


def test_an_or_that_had_to_be_read_as_and_is_told() -> None:
    told = understand("kilns, at least 10 years of experience or a doctorate", CONTEXT)[1].assumed

    assert [(word.text, word.as_) for word in told] == [("or", BOTH)]
