"""When something is, is told and no topic; and activity of which words stand between its verb and its years."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read


@pytest.mark.parametrize(
    ("request_", "time", "wanted"),
    [
        ("a glazier for kilns on 4 December", "on 4 December", {"hard topic glazier for kilns"}),
        ("ropes expert, from 15 January, Peru", "from 15 January", {"hard topic ropes", "hard place Peru"}),
        ("potter by mid March, Ghana", "by mid March", {"hard topic potter", "hard place Ghana"}),
        ("potter before Easter in Lima", "before Easter", {"hard topic potter", "hard place Lima"}),
        ("potter in Ghana, next Tuesday", "next Tuesday", {"hard topic potter", "hard place Ghana"}),
        ("potter over Christmas, Peru", "over Christmas", {"hard topic potter", "hard place Peru"}),
        ("a potter on the 4th of Dec in Peru", "on the 4th of Dec", {"hard topic potter", "hard place Peru"}),
        ("potter after Diwali, Ghana", "after Diwali", {"hard topic potter", "hard place Ghana"}),
        ("potter, December 4, Ghana", "December 4", {"hard topic potter", "hard place Ghana"}),
        ("potter for a fair in Peru next June", "next June", {"hard topic potter", "wish place Peru"}),
        ("potter in Ghana this May", "this May", {"hard topic potter", "hard place Ghana"}),
        ("potter in peru coming july", "coming july", {"hard topic potter", "hard place peru"}),
        ("potter, Peru, Thursdays", "Thursdays", {"hard topic potter", "hard place Peru"}),
    ],
)  # fmt: skip
def test_a_time_is_told_and_belongs_to_no_topic(request_: str, time: str, wanted: set[str]) -> None:
    requirements, reading = understand(request_, CONTEXT)
    assert {"unused"} == {one.fate for one in reading.words if one.text == time}
    assert read(request_) == wanted
    assert requirements


@pytest.mark.parametrize(
    "topic",
    [
        "Easter traditions",
        "Christmas market stalls",
        "long march of history",
        "may contain nuts labels",
        "Ramadan cooking",
        "risks this may bring",
    ],
)
def test_a_topic_keeps_the_name_of_a_feast_or_a_month(topic: str) -> None:
    assert read(f"somebody for {topic}") == {f"hard topic {topic}"}


@pytest.mark.parametrize(
    ("request_", "years"),
    [
        ("who has answered questions about kilns in 2021 or later", "answered since 2021"),
        ("anyone who replied on kilns since 2020", "answered since 2020"),
        ("who contributed answers about kilns between 2019 and 2022?", "answered 2019 to 2022"),
    ],
)
def test_a_topic_may_stand_between_a_verb_of_activity_and_its_years(request_: str, years: str) -> None:
    assert read(request_) == {"hard topic kilns", f"hard activity {years}"}
