"""Who comes nearest to what nobody meets, in words."""

from __future__ import annotations

import pytest

from core.systems.expert_search.people.records import Expert
from core.systems.expert_search.requirements.nearest import comes_nearest
from core.systems.expert_search.requirements.requirement import Requirement
from tests.systems.expert_search.little_people import little_people

PEOPLE = little_people(
    [
        Expert("a", "Amina Diallo", "", "", "", "Nouakchott, Mauritania", 8.0, more={"day_rate": "€500"}),
        Expert("b", "Bo Lind", "", "", "", "Oslo", 3.0, languages="English; French (basic)", more={"day_rate": "700"}),
        Expert("c", "Cy"),
    ],
    [],
)


@pytest.mark.parametrize(
    ("requirement", "words"),
    [
        (Requirement("place", "Senegal"), "nearest is Amina Diallo in Nouakchott (Mauritania)"),
        (Requirement("place", "Stockholm", near=True), "nearest is Bo Lind in Oslo (Norway)"),
        (Requirement("place", "Peru or Finland"), "nearest is Bo Lind in Oslo (Norway)"),
        (Requirement("years", "", low=10), "the most is 8 years, Amina Diallo"),
        (Requirement("years", "", low=8, open=True), "the most is 8 years, Amina Diallo"),
        (Requirement("years", "", high=2), "the least is 3 years, Bo Lind"),
        (Requirement("years", "", low=5, high=6), "nearest is 8 years, Amina Diallo"),
        (Requirement("column", "", high=400, column="day_rate"), "the least is 500, Amina Diallo"),
        (Requirement("language", "French"), "nearest is Bo Lind: English; French (basic)"),
        (Requirement("language", "Arabic"), "Amina Diallo is in Mauritania, where it is an official language"),
        (Requirement("skill", "welding"), ""),
    ],
)
def test_a_gap_says_who_is_nearest(requirement: Requirement, words: str) -> None:
    assert comes_nearest(PEOPLE, requirement) == words


def test_a_number_is_read_as_its_column_writes_it() -> None:
    cells = {"a": "1.200", "b": "2.350,50"}
    people = little_people([Expert(id, id.title(), more={"fee": cell}) for id, cell in cells.items()], [])
    assert comes_nearest(people, Requirement("column", "", high=900, column="fee")) == "the least is 1200, A"


def test_only_some_people_are_looked_at() -> None:
    said = comes_nearest(PEOPLE, Requirement("years", "", low=10), among=["b"])
    assert said == "the most is 3 years, Bo Lind"


def test_it_says_that_nothing_is_known() -> None:
    assert comes_nearest(PEOPLE, Requirement("place", "Ghana"), among=["c"]) == "of nobody is the place known"
