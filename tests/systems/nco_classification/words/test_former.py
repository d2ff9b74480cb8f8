"""What was before is told from what is done today."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.former import are_others, begins_with_verb, is_former, is_of_today


@pytest.mark.parametrize("text", ["was a postman", "used to be a driver", "ex-soldier", "former clerk", "darzi tha"])
def test_work_before_is_known_by_its_words(text: str) -> None:
    assert is_former(text.split())
    assert not is_of_today(text.split())


@pytest.mark.parametrize(
    "text", ["teacher who runs a shop", "dukaan chalata hoon", "working as guard", "keeping a shop"]
)
def test_a_verb_of_today_tells_of_work_of_today(text: str) -> None:
    assert is_of_today(text.split())


@pytest.mark.parametrize("text", ["bank manager", "mining engineer", "sales manager", "inspector of mines"])
def test_a_title_has_no_verb_of_today(text: str) -> None:
    assert not is_of_today(text.split())


def test_a_verb_at_the_beginning_and_people_beside_whom_one_works_are_told_from_a_title() -> None:
    assert begins_with_verb(["repairs", "shoes"])
    assert not begins_with_verb(["sales", "manager"])
    assert are_others(["officers", "club", "waiter"])
    assert not are_others(["army", "officer"])
