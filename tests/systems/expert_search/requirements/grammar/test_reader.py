"""What the grammar reads in requests of every kind."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read, requirements_of


def test_a_request_of_many_requirements_is_read_whole() -> None:
    request = (
        "two people for tidal dredging in West Africa, French-speaking, one with over 10 years, not from the ministry"
    )
    assert read(request) == {
        "hard topic tidal dredging", "hard place West Africa", "hard language French",
        "hard years more than 10 years for 1", "hard organisation not ministry",
    }  # fmt: skip
    assert requirements_of(request).people == 2


def test_one_topic_and_nothing_else_is_searched_for_as_ever() -> None:
    assert read("Who knows about rope bridges?") == {"hard topic rope bridges"}
    assert read("burst pipe, what will they pay, and when?") == {"hard topic burst pipe, what will they pay, and when"}
    for request in ("flood modelling and drainage design", "glass, AutoCAD", "kilns, plese", "sonar; diving & wrecks"):
        assert read(request) == {f"hard topic {request}"}


@pytest.mark.parametrize(
    ("request_", "place"),
    [
        ("kilns in Ghana", "hard place Ghana"),
        ("kilns, Accra-based", "hard place Accra"),
        ("a Ghanaian potter for kilns", "hard place Ghana"),
        ("kilns, within reach of Lima", "hard place near Lima"),
        ("kilns, Peru or thereabouts", "hard place near Peru"),
        ("kilns, anywhere but Peru", "hard place not Peru"),
        ("kilns outside Europe", "hard place not Europe"),
        ("kilns, preferably in Peru or Bolivia", "wish place Peru or Bolivia"),
        ("kilns; based in Vlorbury", "hard place Vlorbury"),
    ],
)
def test_a_place_is_read_with_how_it_is_meant(request_: str, place: str) -> None:
    assert place in read(request_)


@pytest.mark.parametrize(
    "request_",
    [
        "German contract law", "type 2 diabetes care", "Paris agreement negotiations", "West Nile virus surveillance",
        "Industry 4.0 retrofits", "Arabic calligraphy", "Turkish coffee roasting", "10-year flood maps",
        "machine translation from German to Dutch", "lead paint removal",
    ],
)  # fmt: skip
def test_numbers_places_and_languages_of_a_topic_belong_to_it(request_: str) -> None:
    assert read(request_) == {f"hard topic {request_}"}


@pytest.mark.parametrize(
    ("said", "years"),
    [
        ("at least 12 years' experience", "12 years or more"),
        ("10+ yrs", "10 years or more"),
        ("more than a decade", "more than 10 years"),
        ("between five and ten years of practice", "5 to 10 years"),
        ("up to 3 years", "3 years or less"),
        ("8 years at the very least", "8 years or more"),
        ("min. 7 yrs", "7 years or more"),
        ("nobody under 6 years", "6 years or more"),
        ("nobody with less than 6 years", "6 years or more"),
        ("nobody with 6 years or less", "more than 6 years"),
        ("fewer than 9 years", "fewer than 9 years"),
        ("less then 14 years of work", "fewer than 14 years"),
        ("not under 6 years", "6 years or more"),
        ("over 10 years or more", "10 years or more"),
        ("no more than 20 years", "20 years or less"),
        ("until 13 years of experience", "13 years or less"),
        ("max. 15 years", "15 years or less"),
        ("20 y+", "20 years or more"),
        ("under 12 y of experience", "fewer than 12 years"),
        ("5 plus years", "5 years or more"),
    ],
)
def test_years_are_read_with_their_bounds(said: str, years: str) -> None:
    assert f"hard years {years}" in read(f"kilns, {said}")


@pytest.mark.parametrize(
    ("said", "languages"),
    [
        ("French-speaking", {"hard language French"}),
        ("fluent in both Arabic and Turkish", {"hard language Arabic", "hard language Turkish"}),
        ("speaks French or Portuguese", {"hard language French or Portuguese"}),
        ("Italian a plus", {"wish language Italian"}),
        ("with good English", {"hard language English"}),
        ("English is a must", {"hard language English"}),
        ("francophone", {"hard language French"}),
        ("does not have to speak English", set()),
        ("English not required", set()),
    ],
)
def test_languages_that_people_speak_are_read(said: str, languages: set[str]) -> None:
    assert read(f"kilns, {said}") == {"hard topic kilns", *languages}


@pytest.mark.parametrize(
    ("said", "out"),
    [
        ("not in finance", "hard topic not finance"),
        ("nobody from the ministry", "hard organisation not ministry"),
        ("no ministry staff", "hard organisation not ministry"),
        ("no freelancers", "hard organisation not freelancers"),
        ("excluding Kenya, Uganda and Peru", "hard place not Uganda"),
        ("who isn't from the bank", "hard organisation not bank"),
        ("rather than glass", "hard topic not glass"),
        ("other than Bo Tindall", "hard person not Bo Tindall"),
        ("no juniors", "hard seniority not junior"),
    ],
)
def test_what_is_not_wanted_is_left_out_in_all_usual_words(said: str, out: str) -> None:
    assert out in read(f"kilns, {said}")


@pytest.mark.parametrize(
    "request_",
    [
        "machines that explore places where people cannot go", "glass making without lead oxide",
        "tin instead of lead in halides", "grippers that pick things they have never seen",
        "linking files without revealing names", "the income of street traders who have no licence",
        "puppet theatre for children who have no school",
    ],
)  # fmt: skip
def test_what_a_topic_denies_of_itself_belongs_to_it(request_: str) -> None:
    assert read(request_) == {f"hard topic {request_}"}


@pytest.mark.parametrize(
    ("request_", "topic"),
    [
        ("two people for a falconry assignment", "falconry"),
        ("three reviewers for a report on tattoo inks", "tattoo inks"),
        ("two people for a study on coffee rust", "coffee rust"),
        ("two flood modellers for a job", "flood modellers"),
        ("three people for employment law questions", "employment law"),
        ("2 x sommelier", "sommelier"),
        ("two people for kilns, plese", "kilns plese"),
    ],
)
def test_the_task_that_people_are_wanted_for_is_no_topic(request_: str, topic: str) -> None:
    assert read(request_) == {f"hard topic {topic}"}


def test_who_is_named_is_one_of_a_team_and_all_when_only_one_is_wanted() -> None:
    team = requirements_of("Panel of three on kilns: Bo Tindall for sure, then one from Peru")
    assert {(one.kind, one.people) for one in team.wanted} == {("topic", 0), ("person", 1), ("place", 1)}
    assert "hard person Bo Tindall" in read("kilns, Bo Tindall")


def test_a_kind_of_employer_that_is_wished_for_is_an_organisation() -> None:
    assert "wish organisation NGO" in read("kilns, NGO background a plus")
    assert "wish organisation university" in read("kilns, preferably university background")


def test_two_negations_ask_for_a_thing_and_not_only_denies_nothing() -> None:
    assert "hard language Hausa" in read("nobody who isn't fluent in Hausa; millet")
    assert read("not only glazes but also wood firing") == {"hard topic glazes", "hard topic wood firing"}


def test_a_team_is_counted_and_its_parts_are_told_apart() -> None:
    request = "three potters - one based in Jordan, one who speaks Hebrew, and one with 20+ years"
    assert requirements_of(request).people == 3
    assert {"hard place Jordan for 1", "hard language Hebrew for 1", "hard years 20 years or more for 1"} < read(
        request
    )
    assert requirements_of("one expert for dams and one for resettlement").people == 2
    assert requirements_of("a pair of potters").people == 2
    assert requirements_of("3-4 persons for kilns").people == 3


def test_what_must_be_there_is_a_skill_and_what_is_listed_a_topic() -> None:
    assert {"hard skill AutoCAD", "wish topic fire safety"} <= read("must know AutoCAD; ideally fire safety")
    assert "hard skill PMP" in read("kilns, with a PMP")
    assert read("two people: glass, AutoCAD") == {"hard topic glass", "hard topic AutoCAD"}


def test_topics_are_parted_where_no_word_is_shared() -> None:
    parted = {"hard topic flood modelling", "hard topic drainage design"}
    assert read("somebody who knows flood modelling and drainage design") == parted
    assert read("two people for flood modelling and drainage design") == parted
    for one in ("soil and water conservation", "road and rail design", "impact of climate change and land use"):
        assert read(one) == {f"hard topic {one}"}


def test_further_columns_are_read_by_their_names_and_values() -> None:
    assert "hard column day rate: less than 500" in read("kilns, day rate under 500")
    assert "hard column day rate: 850 or less" in read("kilns. Not above 850 a day.")
    assert "hard column availability: March" in read("kilns / free in March")
    assert "hard column availability: now" in read("kilns, can start now")
    assert "hard column clearance: yes" in read("kilns, with security clearance")


def test_names_are_found_whole_by_an_only_surname_and_with_a_slip() -> None:
    assert read("Bo Tindall") == {"hard person Bo Tindall"}
    assert read("Marchetti") == {"hard person Cy Marchetti"}
    assert read("Ann Okwuosa-Lynd") == {"hard person Ann Okwuosa-Lind"}
    assert not read("someone like Bo Tindall")


def test_a_long_description_is_one_topic_and_only_who_is_wanted_is_read() -> None:
    described = "The valley floods each spring. " + "Houses stand on soft ground and the road to Lima washes away. " * 8
    asked = requirements_of(f"{described}We need an expert who speaks Spanish, not from the ministry.")
    assert {one.kind for one in asked.wanted} == {"topic", "language", "organisation"}
    (topic,) = asked.topics
    assert "soft ground" in topic.value


def test_a_vague_request_says_so() -> None:
    for request in ("someone good", "help", "most senior person", "need a consultant asap", ""):
        assert requirements_of(request).vague
    for request in ("Who is the best in Kenya?", "kilns", "Bo Tindall", "French speakers"):
        assert not requirements_of(request).vague


def test_years_on_the_calendar_are_those_in_the_job_of_an_activity_or_told_as_unusable() -> None:
    now = datetime.now(UTC).year
    assert f"hard years {now - 2005} years or more" in read("kilns, since at least 2005 in the job")
    assert f"hard years {now - 2010} years or more" in read("a kiln builder working since 2010")
    assert read("kilns, last answered after 2023") == {"hard topic kilns", "hard activity last answered since 2024"}
    assert read("kilns; who was active in 2024") == {"hard topic kilns", "hard activity answered in 2024"}
    assert read("kilns, who gave an answer between 2020 and 2023") == {
        "hard topic kilns", "hard activity answered 2020 to 2023",
    }  # fmt: skip
    assert read("rope bridges before 1990") == {"hard topic rope bridges"}
    assert "“before 1990” could not be used." in understand("rope bridges before 1990", CONTEXT)[1].sentence
    assert read("harbour fires 1990") == {"hard topic harbour fires 1990"}


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("within 100 km from Lima", "within 100 km of Lima"),
        ("living max 40 km from Accra", "within 40 km of Accra"),
        ("not more than 10 miles from Izmir", "within 16.1 km of Izmir"),
        ("at least 300 km from Lima", "300 km or more from Lima"),
    ],
)
def test_a_distance_is_read_with_its_place(said: str, place: str) -> None:
    assert read(f"kilns, {said}") == {"hard topic kilns", f"hard place {place}"}
