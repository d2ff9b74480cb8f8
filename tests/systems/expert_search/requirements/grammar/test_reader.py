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
        (">15 yrs", "more than 15 years"),
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
        ("rather than glass", "wish topic not glass"),
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
        ("two people for a half-day on tide tables", "tide tables"),
        ("a 40-minute slot about tide tables", "tide tables"),
        ("somebody for an evening on tide tables", "tide tables"),
        ("we need someone to lead a morning on tide tables", "tide tables"),
        ("someone for a fishbowl on tide tables", "tide tables"),
        ("a public lecture on tide tables", "tide tables"),
        ("a talk on tide tables", "tide tables"),
        ("a carver for a two-hour session on tide tables", "carver tide tables"),
    ],
)
def test_the_task_that_people_are_wanted_for_is_no_topic(request_: str, topic: str) -> None:
    assert read(request_) == {f"hard topic {topic}"}


@pytest.mark.parametrize(
    "topic", ["night shifts on quays", "kilns on slopes", "rope bridges on scree", "research on glazes"]
)
def test_what_lies_on_something_is_no_event(topic: str) -> None:
    assert read(f"somebody for {topic}") == {f"hard topic {topic}"}


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
    assert "hard person Ann Okwuosa-Lind" in read("anybody called Okwuosa for kilns")
    assert "hard person not Cy Marchetti" in read("kilns, not Ms Marchetti")
    assert "hard person Bo Tindall" in read("kilns, or Mr Bo")


def test_who_is_like_somebody_is_searched_for_by_what_that_one_is() -> None:
    assert read("someone like Bo Tindall") == {"hard topic Harbour pilots", "hard person not Bo Tindall"}
    assert read("who could replace Cy Marchetti") == {"hard topic Rope bridges", "hard person not Cy Marchetti"}


@pytest.mark.parametrize(
    "said",
    [
        "a potter or a roofer, either", "a potter or a roofer, or failing that anyone",
        "a potter or a roofer, likewise", "a potter or a roofer who was already there",
        "a potter or a roofer, or something similar",
        "a potter or a roofer, altogether", "a potter or a roofer, and so forth", "a potter or a roofer, ever since",
        "does anyone know a potter or a roofer nowadays", "a potter or a roofer; she would suffice, perhaps",
    ],
)  # fmt: skip
def test_words_that_say_nothing_by_themselves_are_no_topic(said: str) -> None:
    assert {one.value for one in requirements_of(f"{said}, Twi speaking").topics} <= {"potter or a roofer", "suffice"}


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("potter Ghana or Togo, fluent in Twi", {"hard topic potter", "hard place Ghana or Togo", "hard language Twi"}),
        ("potters in Peru who've glazed porcelain", {"hard topic potters glazed porcelain", "hard place Peru"}),
        ("a team for Nepal and Bhutan on rope bridges", {"hard topic rope bridges", "hard place Nepal or Bhutan"}),
        ("rope bridges in Peru and Bolivia", {"hard topic rope bridges", "hard place Peru or Bolivia"}),
        ("translator Amharic or Tigrinya", {"hard topic translator", "hard language Amharic or Tigrinya"}),
        ("a guide, speaks Greenlandic", {"hard topic guide", "hard language Greenlandic"}),
        ("an interpreter Twi-Hausa", {"hard topic interpreter", "hard language Twi", "hard language Hausa"}),
    ],
)
def test_places_and_languages_behind_people_need_no_preposition(request_: str, wanted: set[str]) -> None:
    assert read(request_) == wanted


@pytest.mark.parametrize(
    ("request_", "topic"),
    [
        ("a tutor who has done special needs, Twi speaking", "special needs"),
        ("a clerk for information requests, Twi speaking", "information requests"),
        ("a guide for web searches, Twi speaking", "web searches"),
        ("a nurse for children w/ asthma, Twi speaking", "children with asthma"),
    ],
)
def test_a_noun_that_also_asks_stays_where_it_is_a_noun(request_: str, topic: str) -> None:
    assert any(one.value.endswith(topic) for one in requirements_of(request_).topics)


def test_what_cannot_be_used_is_told_and_is_no_topic() -> None:
    assert read("kilns in Ghana, folks who wrote anything after 2021") == {"hard topic kilns", "hard place Ghana"}
    assert read("kilns; he should have served since 2019, Twi speaking") == {"hard topic kilns", "hard language Twi"}


@pytest.mark.parametrize("slip", ["prefereably", "preferrably", "preferabbly", "preferaby"])
def test_a_slip_in_a_word_that_wishes_is_read_as_that_word(slip: str) -> None:
    assert read(f"kilns, {slip} in Ghana") == {"hard topic kilns", "wish place Ghana"}


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
    assert "“before 1990” could not be used" in understand("rope bridges before 1990", CONTEXT)[1].sentence
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


@pytest.mark.parametrize(
    ("request_", "people", "wanted"),
    [
        ("two potters and a glazier", 3, {"hard topic potters for 2", "hard topic glazier for 1"}),
        ("We need one diver, two pilots & a cook", 4, {"hard topic diver for 1", "hard topic pilots for 2"}),
        ("looking for a mason, a rope maker and an interpreter", 3, {"hard topic rope maker for 1"}),
        ("crew of three for a regatta: sound, catering and a medic", 3, {"hard topic sound for 1"}),
        ("(1) somebody for kilns, (2) somebody for harbour lights", 2, {"hard topic kilns for 1"}),
        ("a potter with 10 years and a glazier with over 3 years", 2, {"hard years more than 3 years for 1"}),
        ("a potter from Ghana and a glazier from Peru", 2, {"hard place Ghana for 1", "hard place Peru for 1"}),
        ("two potters and a glazier in Accra", 3, {"hard place Accra"}),
        ("a potter and a glazier who speak Greek", 2, {"hard language Greek"}),
        ("a potter and a glazier who speaks Greek", 2, {"hard language Greek for 1"}),
        ("a Danish potter and a Danish glazier", 2, {"hard place Denmark for 1"}),
        ("kilns, glazes and ropes, all three in Ghana", 3, {"hard place Ghana"}),
        ("2 x potter, 1 x glazier", 3, {"hard topic potter for 2", "hard topic glazier for 1"}),
        ("a couple of cooks plus one baker", 3, {"hard topic cooks for 2", "hard topic baker for 1"}),
        ("Which two of your people know kilns?", 2, {"hard topic kilns"}),
        (
            "harbour works, 2 people: one for kilns, one for ports",
            2,
            {"hard topic harbour works", "hard topic kilns for 1", "hard topic ports for 1"},
        ),
        (
            "one person for kilns, one for ports and two for ropes",
            4,
            {"hard topic ports for 1", "hard topic ropes for 2"},
        ),
        (
            "wanted: 1 potter, 2 divers - all with 5 plus years",
            3,
            {"hard years 5 years or more", "hard topic potter for 1"},
        ),
        ("rope makers 2 nos.", 2, {"hard topic rope makers"}),
        ("3 pax for kiln safety", 3, {"hard topic kiln safety"}),
        ("three voices on kilns, the leader with 20 years", 3, {"hard years 20 years or more for 1"}),
        ("Two kiln experts. The head should have more than 15 years.", 2, {"hard years more than 15 years for 1"}),
    ],
)
def test_people_are_counted_one_after_the_other_and_what_an_item_says_is_of_so_many(
    request_: str, people: int, wanted: set[str]
) -> None:
    assert wanted <= read(request_)
    assert requirements_of(request_).people == people


@pytest.mark.parametrize(
    "request_",
    ["somebody who is a potter and a glazier", "a potter or a glazier", "experience with a kiln and a boiler"],
)
def test_what_one_person_is_or_has_is_no_enumeration_of_people(request_: str) -> None:
    assert requirements_of(request_).people == 1


@pytest.mark.parametrize(
    ("request_", "label"),
    [
        ("five divers, no more than one from Mali", "at most 1 of them: Mali"),
        ("four potters, at most two of them from Asia", "at most 2 of them: Asia"),
        ("three rope makers; not more than one freelance", "at most 1 of them: freelance"),
        ("A potter, a cook and a diver. Not more than one Ghanaian diver.", "at most 1 of them: Ghana"),
        ("three rope makers, max. one from Peru", "at most 1 of them: Peru"),
        ("three rope makers, at least one from outside Africa", "1 of them: not Africa"),
    ],
)
def test_a_cap_is_no_floor_and_one_of_them_is_not_everybody(request_: str, label: str) -> None:
    assert label in {one.label for one in requirements_of(request_).wanted}


def test_a_cap_among_people_who_are_not_counted_is_told_as_unusable() -> None:
    assert read("potters, at most one from Ghana") == {"hard topic potters"}
    assert "at most one from Ghana" in understand("potters, at most one from Ghana", CONTEXT)[1].sentence


def test_what_items_of_a_list_are_wanted_for_is_no_topic_and_told() -> None:
    request = "Team of two for a harbour fair: a potter and a cook"
    assert read(request) == {"hard topic potter for 1", "hard topic cook for 1"}
    assert "harbour fair" in understand(request, CONTEXT)[1].sentence


@pytest.mark.parametrize(
    "request_",
    [
        "We are a Peruvian charity with 20 years of practice and need a potter",
        "I am a teacher with over 5 years of experience. Who knows about kilns?",
        "I am working since three years for a small museum; we look for a glazier",
        "Our port has more than 30 years of experience; looking for rope makers",
    ],
)
def test_years_of_who_asks_are_asked_of_nobody_and_told(request_: str) -> None:
    wanted, reading = understand(request_, CONTEXT)
    assert not [one for one in wanted.wanted if one.kind == "years"]
    assert any(word.fate == "aside" and "year" in word.text for word in reading.words)


@pytest.mark.parametrize(
    "request_",
    [
        "We are looking for a potter with 20 years of practice", "We have a post for a potter with 20 years",
        "I need somebody with 20 years at kilns", "our candidate must have 20 years of kilns",
        "We are a charity in Lima. The potter should have 20 years.",
    ],
)  # fmt: skip
def test_years_that_are_wanted_stay_wanted_whoever_asks(request_: str) -> None:
    assert "hard years 20 years or more" in read(request_)


@pytest.mark.parametrize(
    ("request_", "matter"),
    [
        ("How does damp air rust the cables of bridges?", "damp air rust the cables of bridges"),
        ("why do glazes crack on cooling", "glazes crack on cooling"),
        ("What weakens old harbour walls?", "weakens old harbour walls"),
        ("can the tides be told from charts", "tides be told from charts"),
        ("How tides work", "tides work"),
        ("What is kaolin?", "What is kaolin"),  # a single word would be all
    ],
)
def test_a_question_asks_for_its_matter(request_: str, matter: str) -> None:
    assert [one.value for one in requirements_of(request_).topics] == [matter]
