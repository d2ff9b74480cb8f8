"""A list under numbers is of people where its items are; or else each item is a condition of whoever is wanted."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read, requirements_of


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        (
            "Three conditions: (1) a potter with glazes, (2) based in Ghana but not in Accra, (3) fluent in Twi",
            {"hard topic potter with glazes", "hard place Ghana", "hard place not Accra", "hard language Twi"},
        ),
        (
            "Two requirements: 1) a brewer, 2) a forklift licence",
            {"hard topic brewer", "hard topic forklift licence"},
        ),
        ("somebody who is (a) a diver, (b) not in Peru, and (c) fluent in Twi", {
            "hard topic diver", "hard place not Peru", "hard language Twi",
        }),
        ("We need: (1) rope bridges, (2) based in Peru, (3) 10 years or more", {
            "hard topic rope bridges", "hard place Peru", "hard years 10 years or more",
        }),
        ("A glazier with: 1. ten years\n2. French", {
            "hard topic glazier", "hard years 10 years or more", "hard language French",
        }),
        ("a pilot who must have (1) a licence for tides (2) French", {
            "hard topic pilot", "hard topic licence for tides", "hard language French",
        }),
    ],
)  # fmt: skip
def test_conditions_under_numbers_are_of_one_person(request_: str, wanted: set[str]) -> None:
    requirements, reading = understand(request_, CONTEXT)
    assert read(request_) == wanted
    assert requirements.people == 1
    assert not any(word.text.strip("()") in ("1", "2", "3") for word in reading.words if word.fate == "unused")


@pytest.mark.parametrize(
    ("request_", "people"),
    [
        ("two experts: (1) mass catering, (2) crowd safety", 2),
        ("team of four: (1) a vet, (2) a cook with 10 years, (3) two bakers", 4),
        ("(1) a kiln whiz, (2) a cook, (3) a baker", 3),
        ("1) brewer, 2) diver", 2),
        ("Expert 1: ropes. Expert 2: tides.", 2),
    ],
)
def test_people_under_numbers_are_counted(request_: str, people: int) -> None:
    requirements = requirements_of(request_)
    assert requirements.people == people
    assert sum(one.people for one in requirements.topics) == people
