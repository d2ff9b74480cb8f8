"""What is asked of one of several people is of that one alone; what of all together, of none alone."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.whole import DIFFERS
from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read, requirements_of


def asked(request_: str) -> set[str]:
    """All that is asked of people beside topics, with of whom: “potter: French”."""
    return {one.label for one in requirements_of(request_).wanted if one.kind != "topic" or one.excluded}


@pytest.mark.parametrize(
    ("request_", "labels"),
    [
        (
            "We need a plumber and a glazier. The glazier should be in Peru, with 5 years; the plumber must speak Twi.",
            {"glazier: Peru", "glazier: 5 years or more", "plumber: Twi"},
        ),
        ("One diver, one potter and one nurse. At least the potter should have 9 years.", {"potter: 9 years or more"}),
        ("Wanted: a roofer and a vet, ideally Swiss for the vet", {"vet: Switzerland"}),
        ("two welders and an architect. For the architect 15 years or more.", {"architect: 15 years or more"}),
        (
            "a banker in farm credit and additionally a person for crop claims. "
            "The farm credit banker must have 8 years or more.",
            {"banker in farm credit: 8 years or more"},
        ),
        ("A vet and an interpreter, for the second one French, both in Asia", {"interpreter: French", "Asia"}),
        ("a baker (10+ years) and a farmer, 3 years", {"baker: 10 years or more", "farmer: 3 years or more"}),
        ("a brewer, fluent in Turkish, and a cooper", {"brewer: Turkish"}),
        ("a potter and a diver, all in Ghana", {"Ghana"}),
    ],
)  # fmt: skip
def test_what_is_said_of_a_role_by_its_noun_is_of_that_role(request_: str, labels: set[str]) -> None:
    assert asked(request_) == labels


@pytest.mark.parametrize(
    ("request_", "people", "labels"),
    [
        (
            "We need (1) somebody for catering, at least 8 years, (2) somebody for kilns, in Turkish. "
            "They should not be from the government.",
            2,
            {"catering: 8 years or more", "kilns: Turkish", "not government"},
        ),
        (
            "Key expert 1: hydrologist, 10 years or more, French. Key expert 2: potter, 3 years or less. None of them "
            "should be based in Peru.",
            2,
            {"hydrologist: 10 years or more", "hydrologist: French", "potter: 3 years or less", "not Peru"},
        ),
        (
            "We look for:\n- a glazier with 10 years or more\n- two roofers, based in Kenya\nAll must speak Twi.",
            3,
            {"glazier: 10 years or more", "roofers: Kenya", "Twi"},
        ),
        (
            "1. Brewer, Turkish speaking\n2. Diver, based in Peru, 4 years",
            2,
            {"Brewer: Turkish", "Diver: Peru", "Diver: 4 years or more"},
        ),
    ],
)
def test_items_under_numbers_and_bullets_keep_their_own_conditions(
    request_: str, people: int, labels: set[str]
) -> None:
    assert (requirements_of(request_).people, asked(request_)) == (people, labels)


def test_what_one_person_must_have_may_stand_under_bullets() -> None:
    assert requirements_of("We need a glazier with:\n- 10 years or more\n- French").people == 1


@pytest.mark.parametrize(
    "request_",
    ["two potters, one from Ghana, the other from anywhere but Peru", "2 potters, one in Ghana, the other not in Peru"],
)  # fmt: skip
def test_an_exclusion_of_one_is_of_that_one(request_: str) -> None:
    assert asked(request_) == {"1 of them: Ghana", "1 of them: not Peru"}


@pytest.mark.parametrize("who", ["Neither", "None of them", "No one", "Neither of them"])
def test_an_exclusion_of_nobody_is_of_all(who: str) -> None:
    assert asked(f"a glazier and a roofer. {who} should be in Peru.") == {"not Peru"}


@pytest.mark.parametrize(
    ("request_", "labels"),
    [
        ("a cook and a nurse; between them they must cover Turkish", {"1 of them: Turkish"}),
        ("three lawyers; together they should speak French and Twi", {"1 of them: French", "1 of them: Twi"}),
        ("two nurses, Twi and French between them", {"1 of them: Twi", "1 of them: French"}),
        ("a cook and a potter who together speak Turkish", {"1 of them: Turkish"}),
    ],
)
def test_what_several_speak_together_is_asked_of_one(request_: str, labels: set[str]) -> None:
    assert asked(request_) == labels


def test_items_that_are_only_named_make_as_many_people_as_were_said() -> None:
    request_ = "board of three: kilns, somebody for ropes and tides, and a diver; between them they must cover Turkish"
    assert read(request_) == {
        "hard topic kilns for 1", "hard topic ropes and tides for 1", "hard topic diver for 1",
        "hard language Turkish for 1",
    }  # fmt: skip


@pytest.mark.parametrize(
    "request_",
    [
        "Our rowing club needs someone to fire kilns, and separately a diver for tides. Neither should be in Peru.",
        "For our fair we need a potter and a diver, none of them in Peru.",
    ],
)
def test_who_asks_and_what_for_is_no_topic_before_a_list(request_: str) -> None:
    requirements = requirements_of(request_)
    assert requirements.people == 2
    assert all(one.people == 1 for one in requirements.topics)
    assert asked(request_) == {"not Peru"}


@pytest.mark.parametrize(
    "said",
    [
        "five divers from at least three different countries", "four divers, no two from the same country",
        "three divers, each from a different continent", "four divers from various employers",
        "six divers representing two nationalities", "three divers, all from different cities",
    ],
)  # fmt: skip
def test_how_a_team_shall_differ_is_told_as_unusable_and_asks_for_nothing(said: str) -> None:
    requirements, reading = understand(said, CONTEXT)
    assert [one.label for one in requirements.wanted] == ["divers"]
    assert DIFFERS in {word.as_ for word in reading.words if word.fate == "unused"}


@pytest.mark.parametrize(
    "request_",
    [
        "a potter for children, one with more than ten years", "glazier, one who has more than 10 years",
        "an accountant in Ghana, one with more than ten years",
    ],
)  # fmt: skip
def test_one_of_a_single_person_is_that_person(request_: str) -> None:
    requirements = requirements_of(request_)
    assert requirements.people == 1
    assert "more than 10 years" in {one.label for one in requirements.wanted}


def test_one_of_people_who_are_not_counted_stays_one_of_them() -> None:
    assert asked("potters, one in Peru") == {"1 of them: Peru"}


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("Bo Tindall or anyone similar to him, not in Peru", {"hard topic Harbour pilots", "hard place not Peru"}),
        ("Ms Marchetti or somebody like her", {"hard topic Rope bridges"}),
        ("somebody comparable to Bo Tindall", {"hard topic Harbour pilots", "hard person not Bo Tindall"}),
        ("stand-in for Bo Tindall", {"hard topic Harbour pilots", "hard person not Bo Tindall"}),
        ("a replacement for Cy Marchetti", {"hard topic Rope bridges", "hard person not Cy Marchetti"}),
        ("who could take over from Cy Marchetti", {"hard topic Rope bridges", "hard person not Cy Marchetti"}),
        (
            "is Bo Tindall any good with kilns, and who would be the stand-in if he is away",
            {"wish person Bo Tindall", "hard topic kilns"},
        ),
    ],
)
def test_who_stands_for_a_pattern_is_no_must(request_: str, wanted: set[str]) -> None:
    assert read(request_) == wanted
