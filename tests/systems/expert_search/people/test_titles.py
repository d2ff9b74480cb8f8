"""What people are called by themselves."""

from __future__ import annotations

import pytest

from core.systems.expert_search.people.titles import all_titles, titles


def test_a_headline_is_read_up_to_what_a_title_is_for() -> None:
    assert titles("GIS lead for maps, trainer") == ("GIS lead", " trainer")


@pytest.mark.parametrize(
    ("headline", "bio", "last"),
    [
        ("Pastry and bread baker for hotels", "", {"Pastry", "baker", ""}),
        ("Adviser turned mediator", "", {"Adviser", "mediator", ""}),
        ("Groundwater flow", "Hydrogeologist, coasts and dunes. I drill.", {"flow", "Hydrogeologist"}),
        ("Groundwater flow", "I have drilled wells since the age of nine.", {"flow"}),
    ],
)
def test_titles_that_are_joined_are_told_apart_and_a_text_may_begin_with_one(
    headline: str, bio: str, last: set[str]
) -> None:
    assert {title.split()[-1] if title.split() else "" for title in all_titles(headline, bio)} == last
