"""What a requirement is called: by the system, the same however it stood, and by an analyst."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.systems.expert_search.requirements.requirement import Requirement, Requirements


@pytest.mark.parametrize(
    ("requirement", "label", "id"),
    [
        (Requirement("language", "French"), "French", "language:french"),
        (Requirement("organisation", "ministry", excluded=True), "not ministry", "organisation:not ministry"),
        (Requirement("place", "Pune", near=True), "near Pune", "place:pune"),
        (Requirement("years", "", low=10), "10 years or more", "years:10…"),
        (Requirement("language", "French", people=1), "1 of them: French", "language:french"),
        (Requirement("place", "Mali", excluded=True, people=-1), "at most 1 of them: Mali", "place:not mali"),
        (Requirement("years", "", high=3), "3 years or less", "years:…3"),
        (Requirement("years", "", low=5, high=8), "5 to 8 years", "years:5…8"),
        (Requirement("years", "", low=5, high=5), "5 years", "years:5…5"),
        (Requirement("years", "", low=7, open=True), "more than 7 years", "years:7… open"),
        (Requirement("years", "", high=9, open=True), "fewer than 9 years", "years:…9 open"),
        (Requirement("column", "", high=5, column="rate", open=True), "rate: less than 5", "column:rate …5 open"),
        (Requirement("column", "", high=500, column="day_rate"), "day rate: 500 or less", "column:day_rate …500"),
        (Requirement("column", "", high=1.5e6, column="fee"), "fee: 1,500,000 or less", "column:fee …1,500,000"),
    ],
)
def test_a_requirement_has_a_label_and_an_id(requirement: Requirement, label: str, id: str) -> None:
    assert (requirement.label, requirement.id) == (label, id)


def test_how_much_it_counts_makes_no_other_requirement() -> None:
    french = Requirement("language", "French")
    assert replace(french, value="FRENCH", hard=False, weight=0.5, people=1).id == french.id


def test_only_places_and_languages_name_several_of_which_any_will_do() -> None:
    assert Requirement("place", "Mali or Niger").any_of == ("Mali", "Niger")
    assert Requirement("topic", "make or buy").any_of == ("make or buy",)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (Requirement("years", "", low=5, high=10), Requirement("years", "", low=5, high=10, excluded=True)),
        (Requirement("years", "", low=10), Requirement("years", "", high=10, open=True)),
        (Requirement("years", "", high=10, open=True), Requirement("years", "", low=10)),
        (
            Requirement("place", "Pune", high=50, near=True),
            Requirement("place", "Pune", high=50, near=True, excluded=True),
        ),
        (Requirement("language", "French"), Requirement("language", "French", excluded=True)),
    ],
)
def test_what_is_said_not_to_be_is_excluded_or_beyond_its_bound(said: Requirement, asked: Requirement) -> None:
    assert said.denied == asked
    assert asked.denied == said


def test_what_must_not_be_known_is_not_searched_for() -> None:
    tides, finance = Requirement("topic", "tides"), Requirement("topic", "finance", excluded=True)
    assert Requirements((tides, finance)).topics == (tides,)


def test_on_a_single_person_it_says_of_how_many_it_is_asked() -> None:
    assert Requirement("place", "Mali", people=2).for_one == "Mali (asked of 2 of them)"
    assert Requirement("place", "Mali", excluded=True, people=-1).for_one == "not Mali (asked of all but 1 of them)"
    assert Requirement("place", "Mali").for_one == "Mali"
