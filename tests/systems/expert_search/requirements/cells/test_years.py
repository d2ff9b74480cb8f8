"""Who is junior enough to be left out, and who has the most years of all."""

from __future__ import annotations

import pytest

from core.systems.expert_search.people.records import Expert
from core.systems.expert_search.requirements.meeting import cells_of
from core.systems.expert_search.requirements.requirement import Requirement
from tests.systems.expert_search.little_people import little_people

YEARS = (1.0, 2.0, 7.0, 14.0, 20.0, 40.0)
PEOPLE = little_people(
    (
        *(Expert(f"e{years:g}", f"Somebody {years:g}", "Bakes", years_experience=years) for years in YEARS),
        Expert("new", "Trainee One", "Trainee baker", years_experience=30.0),
        Expert("unsaid", "Nobody Knows", "Bakes"),
    ),
    (),
)


def _statuses(value: str, excluded: bool = False) -> dict[str, str]:
    cells = cells_of(PEOPLE, Requirement("seniority", value, excluded=excluded), {})
    return {person: cell.status for person, cell in cells.items()}


def test_only_who_is_junior_is_left_out_as_one() -> None:
    told = _statuses("junior", excluded=True)
    assert [told[f"e{years:g}"] for years in YEARS] == ["not met", "not met", "met", "met", "met", "met"]
    assert (told["new"], told["unsaid"]) == ("not met", "not known")
    assert "partly" in _statuses("junior").values()


@pytest.mark.parametrize(
    ("value", "first", "order"),
    [("most senior", "e40", (1.0, 2.0, 7.0, 14.0, 20.0)), ("most junior", "e1", (40.0, 20.0, 14.0, 7.0, 2.0))],
)
def test_of_a_superlative_the_first_alone_meets_it_and_others_by_their_years(
    value: str, first: str, order: tuple[float, ...]
) -> None:
    cells = cells_of(PEOPLE, Requirement("seniority", value), {})
    assert [person for person, cell in cells.items() if cell.status == "met"] == [first]
    worth = [cells[f"e{years:g}"].value for years in order]
    assert worth == sorted(worth)
    assert all(0 < one < 1 for one in worth)
    assert cells["unsaid"].status == "not known"
    assert Requirement("seniority", value).label.endswith("years of experience")
