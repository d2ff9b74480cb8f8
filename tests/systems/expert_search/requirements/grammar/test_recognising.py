"""Whose people are wanted: the name of an organisation, its beginning, or its kind, behind people or their work."""

from __future__ import annotations

import pytest

from tests.systems.expert_search.requirements.grammar.reading_of import read


@pytest.mark.parametrize(
    ("said", "whose"),
    [
        ("people at NGOs who know about kilns", "NGOs"), ("someone from Clay who knows kilns", "Clay"),
        ("kilns; somebody at the World Bank", "World Bank"), ("kilns; bankers from a ministry", "ministry"),
        ("kilns; nurses who work in hospitals", "hospitals"), ("kilns, someone at the Clay Trust", "Clay Trust"),
        ("consultants from Ministry of Water on kilns", "Ministry of Water"),
        ("kilns, engineers at banks or ministries", "banks or ministries"), ("kilns, from Clay Trust", "Clay Trust"),
        ("cooks working at a charity, kilns", "charity"),
    ],
)  # fmt: skip
def test_whose_people_are_wanted_is_an_organisation(said: str, whose: str) -> None:
    assert f"hard organisation {whose}" in read(said)
    assert not any(whose in one for one in read(said) if "topic" in one)


@pytest.mark.parametrize(
    "said",
    [
        "somebody for NGOs", "an expert in hospitals", "lessons from hospitals", "kiln training at universities",
        "lighting for hospitals", "advice to ministries", "Clay roofs", "ropes of Clay",
    ],
)  # fmt: skip
def test_for_whom_or_of_what_something_is_stays_a_topic(said: str) -> None:
    assert not any("organisation" in one for one in read(said))


def test_where_people_work_is_a_place_where_one_is_named() -> None:
    assert read("people who work in Peru on ropes") == {"hard topic ropes", "hard place Peru"}
    assert "hard language Turkish" in read("ropes; must work in Turkish")
