"""Where somebody worked and what experience that gave is no topic: a condition where organisations tell it, or told."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.around import NO_COLUMN
from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read


@pytest.mark.parametrize(
    "request_",
    [
        "someone who knows kilns and has worked in industry",
        "kilns, with industry experience",
        "an expert on kilns who has worked in industry",
        "kilns expert, best if they have worked in industry",
        "kilns expert with experience in start-ups",
        "kilns expert with hands-on experience in industry",
        "kilns expert with clinical experience",
        "a kilns expert, preferably with academic experience",
        "someone from industry who knows kilns",
    ],
)
def test_a_sector_that_no_organisation_tells_is_told_as_not_judged_and_held_against_nobody(request_: str) -> None:
    assert read(request_) == {"hard topic kilns"}
    assert any(word.as_ == NO_COLUMN for word in understand(request_, CONTEXT)[1].unused)


@pytest.mark.parametrize(
    ("request_", "asked"),
    [
        ("kilns expert who worked in government", "hard organisation government"),
        ("kilns expert with an NGO background", "hard organisation NGO"),
        ("a kilns expert, ideally with experience in academia", "wish organisation academia"),
        ("kilns expert, government or NGO experience preferred", "wish organisation government or NGO"),
        ("kilns expert who has not worked for government", "hard organisation not government"),
    ],
)
def test_a_kind_of_employer_that_organisations_tell_is_asked_for(request_: str, asked: str) -> None:
    assert read(request_) == {"hard topic kilns", asked}


def test_years_of_experience_stand_beside_where_they_were_gained() -> None:
    assert read("kilns expert with 10 years of experience in industry") == {
        "hard topic kilns",
        "hard years 10 years or more",
    }


@pytest.mark.parametrize("request_", ["someone who worked in desalination", "experience in desalination"])
def test_what_somebody_worked_in_stays_a_topic(request_: str) -> None:
    assert any(one.endswith("desalination") and one.startswith("hard topic") for one in read(request_))


def test_a_branch_stays_a_topic() -> None:
    assert read("expert with experience in the textile industry") == {"hard topic textile industry"}
