"""People are counted by what they have in common, and parted by it."""

from __future__ import annotations

from core.systems.expert_search.people.facets import count_facets, has_all
from core.systems.expert_search.people.records import Expert

ANN = Expert("1", "Ann", skills="Tin; lead", location="Nairobi", years_experience=10, organisation="Works")
BOB = Expert("2", "Bob", skills="tin, gold", location="Kisumu, Kenya", years_experience=4)
CY = Expert("3", "Cy", skills="", location="somewhere", organisation="works ")
ALL = [ANN, BOB, CY]


def test_values_are_counted_whatever_their_capitals_and_the_most_common_come_first() -> None:
    counts = count_facets(ALL)
    assert counts["Country"] == {"Kenya": 2}
    assert counts["Years"] == {"0 to 5 years": 1, "10 to 20 years": 1}
    assert counts["Organisation"] == {"Works": 2}
    assert counts["Skill"] == {"Tin": 2, "gold": 1, "lead": 1}


def test_of_each_facet_one_of_the_chosen_values_is_enough_and_a_facet_without_one_parts_nobody() -> None:
    assert [one.id for one in ALL if has_all(one, {"Country": ["Kenya"], "Skill": ["GOLD", "lead"]})] == ["1", "2"]
    assert [one.id for one in ALL if has_all(one, {"Organisation": ["Works"], "Skill": []})] == ["1", "3"]
    assert not any(has_all(one, {"Country": ["Kenya"], "Years": ["20 years or more"]}) for one in ALL)
