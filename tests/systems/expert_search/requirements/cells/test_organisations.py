"""Whose employer a column does not tell is told by words that say where they work, and by no others."""

from __future__ import annotations

import pytest

from core.systems.expert_search.people.records import Expert
from core.systems.expert_search.requirements.meeting import cells_of
from core.systems.expert_search.requirements.requirement import Requirement
from tests.systems.expert_search.little_people import little_people


def _status(kind: str, bio: str = "", headline: str = "Kilns", employer: str = "", excluded: bool = True) -> str:
    people = little_people((Expert("e", "E", headline, bio, organisation=employer),), ())
    return cells_of(people, Requirement("organisation", kind, excluded=excluded), {})["e"].status


@pytest.mark.parametrize(
    "bio", ["Kilns hold within limits.", "A bank asked how kilns fire.", "Firm clay for a company."]
)
def test_words_that_only_speak_of_an_organisation_leave_nobody_out_and_are_a_hint_at_most(bio: str) -> None:
    assert {_status(kind, bio) for kind in ("company", "bank")} == {"not known"}
    assert _status("bank", bio, excluded=False) in ("partly", "not known")


@pytest.mark.parametrize("bio", ["I work for a small bank.", "My bank lends to potters.", "At the bank we count."])
def test_words_that_say_where_somebody_works_tell_their_employer(bio: str) -> None:
    assert (_status("bank", bio), _status("bank", bio, excluded=False)) == ("not met", "met")


@pytest.mark.parametrize("sector", ["industry", "business", "the private sector", "firm"])
def test_a_sector_is_told_by_names_of_companies_and_not_by_its_own_word(sector: str) -> None:
    assert _status(sector, employer="Clay Company") == _status(sector, employer="Kiln Works Ltd") == "not met"
    assert _status(sector, headline="Industrial kilns for small business", employer="University of Clay") == "met"


def test_a_kind_that_is_described_is_met_in_part_by_any_of_its_kind() -> None:
    assert _status("public research institute", employer="Clay Institute", excluded=False) == "partly"
