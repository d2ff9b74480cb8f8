"""Who has a skill: in one, or each of those that “and” joins."""

from __future__ import annotations

from core.systems.expert_search.people.records import Expert
from core.systems.expert_search.requirements.cells.skills import skill_cells
from core.systems.expert_search.requirements.cells.table import table_of
from core.systems.expert_search.requirements.requirement import Requirement
from tests.systems.expert_search.little_people import little_people

PEOPLE = little_people(
    [
        Expert("both", "Ann", "Fleets", "", "leasing; fleet telematics"),
        Expert("one", "Bo", "Fleets", "", "leasing; tyres"),
        Expert("none", "Cy", "Fleets", "", "tyres; research and development"),
    ],
    [],
)


def _statuses(value: str) -> dict[str, str]:
    cells = skill_cells(PEOPLE, table_of(PEOPLE), Requirement("skill", value))
    return {person: cell.status for person, cell in cells.items()}


def test_skills_that_are_joined_are_met_by_who_has_each_and_partly_by_who_has_one() -> None:
    assert _statuses("leasing and telematics") == {"both": "met", "one": "partly", "none": "not met"}
    assert _statuses("leasing, telematics and tyres")["one"] == "partly"


def test_a_skill_whose_name_joins_words_is_one() -> None:
    assert _statuses("research and development") == {"both": "not met", "one": "not met", "none": "met"}
    assert set(_statuses("welding and brazing").values()) == {"not met"}
