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


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("two people for kilns, one of them from a bank or ministry", "bank or ministry for 1"),
        ("three people for kilns, at least one of them at a charity or a university", "charity or university for 1"),
        ("kilns, at a university", "university"), ("kilns, with an NGO", "NGO"),
        ("Kilns. Ministries only.", "Ministries"),
        ("kilns, only from banks", "banks"), ("kilns, municipality only", "municipality"),
        ("someone working at an university or a public research institute on kilns",
         "university or public research institute"),
    ],
)  # fmt: skip
def test_a_kind_of_organisation_as_the_place_of_work_is_asked_for_of_all_or_of_some(said: str, asked: str) -> None:
    assert {one.lower() for one in read(said)} == {"hard topic kilns", f"hard organisation {asked}".lower()}


@pytest.mark.parametrize(
    "matter",
    ["how a bank fires kilns", "university admissions", "kilns in a hospital", "At a hospital, we fire kilns."],
)
def test_a_kind_of_organisation_that_is_the_matter_stays_with_the_topic(matter: str) -> None:
    assert not any("organisation" in one for one in read(matter))


@pytest.mark.parametrize(
    "said", ["no one from industry", "not from industry", "nobody from a business", "no potters from industry"]
)
def test_people_of_a_sector_are_left_out_as_those_of_an_organisation(said: str) -> None:
    assert [one.split(" not ")[0] for one in sorted(read(f"kilns, {said}"))] == [
        "hard organisation",
        "hard topic kilns",
    ]
