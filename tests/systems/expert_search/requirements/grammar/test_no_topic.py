"""What is no topic and no must though it stands where one would: politeness, praise, prices, times, concessions, tasks,
second choices, and places that are no countries."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.systems.expert_search.requirements.grammar.around import NO_COLUMN
from core.systems.expert_search.requirements.grammar.recognising import AT_TASK
from core.systems.expert_search.requirements.grammar.second_choice import EITHER, with_or
from core.systems.expert_search.requirements.grammar.walk import ACCEPTED
from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read, requirements_of


def _told(request: str, fate: str) -> dict[str, str]:
    reading = understand(request, CONTEXT)[1]
    return {word.text: word.as_ for word in getattr(reading, fate)}


@pytest.mark.parametrize(
    "request_",
    [
        "Kindly forward the CVs of kiln builders, 3 years or more", "pls share contacts of kiln builders, 3+ yrs",
        "do the needful and provide names of kiln builders, 3 years or more",
        "please circulate profiles of kiln builders with 3+ yrs exp", "a list of kiln builders, 3+ years",
    ],
)  # fmt: skip
def test_papers_that_are_asked_for_are_no_topic(request_: str) -> None:
    assert read(request_) == {"hard topic kiln builders", "hard years 3 years or more"}


def test_papers_that_somebody_knows_about_are_a_topic() -> None:
    assert read("glaze profiles of kilns, Ghana") == {"hard topic glaze profiles of kilns", "hard place Ghana"}


@pytest.mark.parametrize(
    ("request_", "topic"),
    [
        ("two people to interview about kilns", "kilns"),
        ("a welder, and additionally a person for ports", "ports"), ("a cook, and separately a medic", "medic"),
    ],
)  # fmt: skip
def test_a_topic_begins_where_its_noun_does(request_: str, topic: str) -> None:
    assert topic in {one.split(" topic ")[1].split(" for ")[0] for one in read(request_) if " topic " in one}


@pytest.mark.parametrize(
    "said",
    [
        "honest", "not too expensive", "cheap", "who is friendly and punctual", "very polite", "must be discreet",
        "patient", "immediate joiner", "available on Sundays", "free at weekends only", "who'll come on Saturdays",
        "can start immediately", "for six weeks", "six weeks of work", "no charming ones",
        "Sundays only",
    ],
)  # fmt: skip
def test_what_nobody_tells_of_people_is_told_as_unusable(said: str) -> None:
    request = f"rope bridges, {said}, Peru"
    assert read(request) == {"hard topic rope bridges", "hard place Peru"}
    assert NO_COLUMN in _told(request, "unused").values()


@pytest.mark.parametrize(
    ("request_", "topic"),
    [
        ("an honest harbour pilot, Peru", "harbour pilot"), ("Sunday school teacher, Peru", "Sunday school teacher"),
        ("affordable housing, Peru", "affordable housing"),
        ("creative writing teacher, Peru", "creative writing teacher"),
        ("a patient welder, Peru", "welder"), ("clean energy lawyer, Peru", "clean energy lawyer"),
        ("could you arrange a welder for ports, Peru", "welder for ports"), ("evening classes for potters, Peru",
         "evening classes for potters"),
    ],
)  # fmt: skip
def test_words_of_praise_and_of_time_belong_to_things(request_: str, topic: str) -> None:
    assert read(request_) == {f"hard topic {topic}", "hard place Peru"}


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("kilns, speaks Twi, else Turkish", "language Twi or Turkish"),
        ("kilns, in Accra, otherwise Izmir", "place Accra or Izmir"),
        ("kilns, French or failing that Portuguese", "language French or Portuguese"),
        ("kilns, speaks Twi, if no Twi then Turkish", "language Twi or Turkish"),
        ("kilns, Greek; if not, Italian", "language Greek or Italian"),
    ],
)  # fmt: skip
def test_a_second_choice_is_no_second_must(request_: str, wanted: str) -> None:
    assert read(request_) == {"hard topic kilns", f"hard {wanted}"}
    assert EITHER in _told(request_, "assumed").values()


@pytest.mark.parametrize("request_", ["anyone else in Peru", "what else do potters know", "kilns and else"])
def test_another_else_is_no_second_choice(request_: str) -> None:
    assert with_or(request_) == (request_, ())


def test_a_second_choice_of_people_is_one_topic() -> None:
    assert read("a potter, or failing that a welder, in Ghana") == {
        "hard topic potter or a welder",
        "hard place Ghana",
    }


@pytest.mark.parametrize(
    "said",
    [
        "freelancers welcome", "beginners are welcome", "under 5 years is ok", "Turkish would be fine too",
        "it is no problem if they are freelancers", "we don't mind if they are self-employed",
        "even 2 years are enough",
        "under 3 years ok because we have little money", "no problem if she is from Peru", "English acceptable",
    ],
)  # fmt: skip
def test_what_is_accepted_is_told_and_not_asked_for(said: str) -> None:
    request = f"rope bridges, {said}"
    assert read(request) == {"hard topic rope bridges"}
    assert ACCEPTED in _told(request, "aside").values()


def test_who_is_not_accepted_stays_out() -> None:
    assert read("rope bridges, no Kenyans accepted") == {"hard topic rope bridges", "hard place not Kenya"}


@pytest.mark.parametrize(
    "request_",
    [
        "For a training in Accra we look for potters", "potters for a workshop in Accra",
        "we need potters for the conference in Accra", "potters for our seminar in Accra",
    ],
)  # fmt: skip
def test_the_place_of_a_task_is_wished_for(request_: str) -> None:
    assert read(request_) == {"hard topic potters", "wish place Accra"}
    assert AT_TASK in _told(request_, "assumed").values()


def test_a_place_that_must_be_stays_a_must() -> None:
    assert read("kiln builders in Accra, for a workshop on glazes") >= {"hard place Accra"}


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("around the Black Sea", "Black Sea"), ("in the Pyrenees", "Pyrenees"), ("along the Mekong", "Mekong"),
        ("near the Caspian Sea", "Caspian Sea"), ("anywhere in the Himalayas", "Himalayas"), ("Sahel", "Sahel"),
        ("in the Congo Basin", "Congo Basin"), ("from the Andes", "Andes"),
    ],
)  # fmt: skip
def test_mountains_and_seas_stand_for_the_countries_around_them(said: str, place: str) -> None:
    request = f"rope bridges, {said}"
    assert read(request) == {"hard topic rope bridges", f"hard place {place}"}
    assert any(one.startswith("taken for the countries around it: ") for one in _told(request, "assumed").values())


@pytest.mark.parametrize("place", ["Tatra mountains", "Wadden Sea", "Ferghana Valley", "Lake Womba"])
def test_a_landform_that_is_not_known_is_told(place: str) -> None:
    request = f"rope bridges in the {place}"
    assert read(request) == {"hard topic rope bridges", f"hard place {place}"}
    assert any("not known" in one for one in _told(request, "assumed").values())


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("potter ghana", {"hard topic potter", "hard place ghana"}),
        ("rope bridges nordic countries", {"hard topic rope bridges", "hard place nordic countries"}),
        ("potter new zealand, 5 yrs", {"hard topic potter", "hard place new zealand", "hard years 5 years or more"}),
        ("potter peru 5y+", {"hard topic potter", "hard place peru", "hard years 5 years or more"}),
        ("potter, peru, <10yrs exp", {"hard topic potter", "hard place peru", "hard years fewer than 10 years"}),
        ("potter, munich, 3yrs min", {"hard topic potter", "hard place munich", "hard years 3 years or more"}),
        ("Teacher here: potter, Peru", {"hard topic potter", "hard place Peru"}),
        ("potter NZ", {"hard topic potter", "hard place NZ"}),
        ("potter, peru, turkish if poss.", {"hard topic potter", "hard place peru", "wish language Turkish"}),
        ("potter peru pref. lima", {"hard topic potter", "hard place peru", "wish place lima"}),
        ("potter in munich", {"hard topic potter", "hard place munich"}),
        ("history of modern turkey", {"hard topic history of modern turkey"}),
    ],
)  # fmt: skip
def test_short_requests_in_small_letters_name_places(request_: str, wanted: set[str]) -> None:
    assert read(request_) == wanted


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("rope bridges, no glass people", {"hard topic rope bridges", "hard topic not glass"}),
        ("rope bridges, no finance staff", {"hard topic rope bridges", "hard topic not finance"}),
        ("rope bridges, no ministry people", {"hard topic rope bridges", "hard organisation not ministry"}),
        ("has anybody who isn't a lawyer handled rope bridges?", {"hard topic rope bridges", "hard topic not lawyer"}),
        ("Has somebody who is not a lawyer worked on kilns in Peru?",
         {"hard topic kilns", "hard topic not lawyer", "hard place Peru"}),
    ],
)  # fmt: skip
def test_who_is_left_out_by_a_field_is_no_organisation_and_takes_no_topic(request_: str, wanted: set[str]) -> None:
    assert read(request_) == wanted


def test_a_language_that_is_not_known_is_one_beside_a_known_one() -> None:
    assert read("kilns, speaks Twi or Mbodomo") == {"hard topic kilns", "hard language Twi or Mbodomo"}


@pytest.mark.parametrize("said", ["from the region", "in that country", "from the area"])
def test_a_place_that_was_named_before_is_meant_again(said: str) -> None:
    request = f"Hello, we are a bank in Accra. We need a potter {said} who speaks Turkish."
    assert read(request) == {"hard topic potter", "hard place Accra", "hard language Turkish"}
    assert "taken for Accra, which was named before" in _told(request, "assumed").values()


def test_a_region_that_nobody_named_is_told() -> None:
    assert read("We need a potter from the region who speaks Turkish.") == {
        "hard topic potter",
        "hard language Turkish",
    }


def test_a_number_that_counts_nobody_is_told() -> None:
    assert "asks for" not in _told("rope bridges of seven spans, Peru", "used").get("seven", "")


@pytest.mark.parametrize("request_", ["who has seven months of pottery", "Twenty hours of welding, Peru"])
def test_a_time_counts_nobody(request_: str) -> None:
    assert requirements_of(request_).people == 1


def test_a_word_of_praise_that_begins_what_is_spoken_of_belongs_to_it() -> None:
    assert read("solid rock under bridges, Peru") == {"hard topic solid rock under bridges", "hard place Peru"}
    assert read("solid kiln builder, Peru") == {"hard topic kiln builder", "hard place Peru"}
    assert read("someone who worked with small area charts, Peru") == {
        "hard topic small area charts",
        "hard place Peru",
    }


def test_a_bare_must_behind_a_skill_asks_for_it() -> None:
    assert read("potter, 3+ yrs, glazes must") == {
        "hard topic potter",
        "hard years 3 years or more",
        "hard topic glazes",
    }


def test_years_that_are_counted_from_today_say_when_somebody_was_active() -> None:
    now = datetime.now(UTC).year
    assert read("who was active this year on kilns") == {"hard topic kilns", f"hard activity answered in {now}"}
    assert f"hard activity answered {now - 3} to {now}" in read("kilns, active in the past three years")
    assert f"hard activity last answered in {now - 1}" in read("kilns, last answered last year")


@pytest.mark.parametrize("said", ["must be able to start from 1 February 2027", "able to begin in March 2027 a must"])
def test_when_somebody_starts_is_no_skill(said: str) -> None:
    assert not any(one.kind == "skill" for one in requirements_of(f"kiln builder, {said}").wanted)


@pytest.mark.parametrize("said", ["German need not be spoken", "Dutch does not have to be fluent"])
def test_what_need_not_be_is_not_asked(said: str) -> None:
    assert read(f"kiln builder, {said}") == {"hard topic kiln builder"}


@pytest.mark.parametrize(
    "request_",
    ["Please order a cake for twelve in Lima", "book us a room in Accra", "what time does the harbour open on sunday"],
)
def test_orders_and_questions_of_fact_are_asked_back_whatever_place_they_name(request_: str) -> None:
    assert requirements_of(request_).vague


def test_who_asks_for_somebody_is_told_and_no_topic() -> None:
    assert read("My boss is asking for a kiln builder in Peru") == {"hard topic kiln builder", "hard place Peru"}
