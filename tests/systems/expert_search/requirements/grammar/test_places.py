"""Places that share their last words, that lie within a journey of another, or stand between commas."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.places import UNMEASURED
from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read, requirements_of


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("from north or south america", "North America or south america"),
        ("in East and West Africa", "East Africa or West Africa"),
        ("in northern or southern Europe", "Northern Europe or southern Europe"),
        ("in North and South Korea", "North Korea or South Korea"),
        ("in East, West and Central Africa", "East Africa or West Africa or Central Africa"),
        ("in North or South Carolina", "North Carolina or South Carolina"),
        ("in north and south Italy", "Italy"),
    ],
)  # fmt: skip
def test_places_share_their_last_words(said: str, where: str) -> None:
    assert read(f"kilns, somebody {said}") == {"hard topic kilns", f"hard place {where}"}


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("within a couple of hours of Lima or Quito", "Lima or Quito"), ("an hour from Accra", "Accra"),
        ("an easy drive from Izmir", "Izmir"), ("within commuting distance of Accra", "Accra"),
        ("who can get to Oslo easily", "Oslo"), ("half an hour by train from Utrecht", "Utrecht"),
        ("no more than two hours' drive from Leeds", "Leeds"), ("90 minutes away from Lima", "Lima"),
    ],
)  # fmt: skip
def test_a_journey_away_is_near_and_told_as_not_measured(said: str, where: str) -> None:
    request = f"a kiln builder, {said}"
    assert read(request) == {"hard topic kiln builder", f"hard place near {where}"}
    assert requirements_of(request).people == 1
    assert UNMEASURED in [word.as_ for word in understand(request, CONTEXT)[1].assumed]


@pytest.mark.parametrize("said", ["two wishes: kilns", "a couple of days on kilns", "kilns in one day, three weeks"])
def test_hours_and_wishes_are_no_people(said: str) -> None:
    assert requirements_of(said).people == 1


@pytest.mark.parametrize("city", ["Brighton", "Southampton", "Norwich"])
def test_a_city_between_commas_is_a_place(city: str) -> None:
    assert f"hard place {city}" in read(f"kiln builder, {city}, 5 years")
    assert f"hard place {city}" in read(f"Kiln builder, {city}")


@pytest.mark.parametrize("word", ["Reading", "Aurora", "Phoenix", "Split"])
def test_a_word_between_commas_is_no_city(word: str) -> None:
    assert not any("place" in one for one in read(f"ports, {word}, tides"))


@pytest.mark.parametrize(
    ("request_", "part"),
    [
        ("speaks Tamil or lives in South India", "South"),
        ("kilns expert from northern Ghana", "northern"),
        ("kilns in southern Ghana or Kenya", "southern"),
        ("someone who lives in the south of India and knows kilns", "the south of"),
    ],
)
def test_a_part_of_a_country_that_is_not_known_is_told_as_not_used(request_: str, part: str) -> None:
    reading = understand(request_, CONTEXT)[1]

    assert part in [word.text for word in reading.unused]
    assert not any(country in word.text for word in reading.unused for country in ("India", "Ghana", "Kenya"))
