"""What is done to people at work is said as the title of whoever does it."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.others import others
from core.systems.nco_classification.words.roles import with_role

PEOPLE = frozenset(("welder", "driver", "mason", "nurse"))


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("teaches welders", "welders instructor"), ("recruits drivers in Pune", "drivers recruiter in Pune"),
        ("trains new nurses at ITI", "nurses instructor trainer at ITI"),
        ("manages a team of welders", "welders supervisor"),
        ("trainer of nurses", "nurses instructor trainer"), ("drivers bharti karta hoon", "drivers bharti karta hoon"),
        ("welders ko sikhata hoon", "welders instructor trainer hoon"), ("cooks for masons", "cooks for masons"),
        ("checks welders' joints", "checks welders' joints"), ("welder", "welder"),
    ],
)  # fmt: skip
def test_a_verb_of_people_becomes_a_role(text: str, title: str) -> None:
    assert with_role(text, others(text, PEOPLE.__contains__)) == title
