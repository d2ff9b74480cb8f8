"""Ways of writing: contracted verbs, “w/”, signs inside of words, “A / B”, short words for levels and years."""

from __future__ import annotations

import pytest

from core.language.clauses import tokens
from core.systems.expert_search.requirements.grammar.writing import in_full, is_bare, long_forms, ties
from tests.systems.expert_search.requirements.grammar.reading_of import read, requirements_of


@pytest.mark.parametrize(
    ("said", "full"),
    [
        ("must've fired kilns", "must have fired kilns"), ("he'd need Twi", "he would need twi"),
        ("they'll be in Lima", "they will be in lima"), ("who've done it", "who done it"),
        ("a cook w/ Twi", "a cook with twi"), ("a cook w/o Twi", "a cook without twi"), ("I'd like it", "i'd like it"),
    ],
)  # fmt: skip
def test_short_forms_are_read_as_the_long_ones(said: str, full: str) -> None:
    assert " ".join(one.word for one in long_forms(said, tokens(said), {"i'd"})) == full


@pytest.mark.parametrize(
    "said", ["M&E", "R&D", "Q & A", "PR&comms", "CI/CD", "TCP/IP", "24/7", "km/h", "and/or", "C++"]
)
def test_some_signs_make_one_word(said: str) -> None:
    start = next(place for place, letter in enumerate(said) if not letter.isalnum())
    end = next((place for place in range(start, len(said)) if said[place].isalnum()), len(said))
    assert ties(said, start, end)


@pytest.mark.parametrize("said", ["soil & water", "potter / glazier", "potter/glazier", "Python + SQL", "HR & payroll"])
def test_others_stand_between_two(said: str) -> None:
    start = next(place for place, letter in enumerate(said) if not letter.isalnum())
    end = next(place for place in range(start, len(said)) if said[place].isalnum())
    assert not ties(said, start, end)


@pytest.mark.parametrize(
    ("said", "full"),
    [
        ("potter / glazier", "potter or glazier"), ("potter/glazier", "potter or glazier"), ("CI/CD", "CI/CD"),
        ("kilns w/ glazes", "kilns with glazes"), ("kilns w/o glazes", "kilns without glazes"), ("24/7", "24/7"),
    ],
)  # fmt: skip
def test_a_topic_is_searched_for_in_full(said: str, full: str) -> None:
    assert in_full(said) == full


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("potter / glazier, Ghana", "potter or glazier, Ghana"),
        ("potter/glazier in Peru", "potter or glazier in Peru"),
        ("kilns, no bankers/lawyers", "kilns, no bankers or lawyers"),
        ("kilns expert in Ghana/Peru", "kilns expert in Ghana or Peru"),
        ("rope bridges, Twi/Turkish", "rope bridges, Twi or Turkish"),
        ("potter, max 8 yoe", "potter, max 8 years"), ("potter w/ 5+ yoe", "potter with 5+ years"),
        ("potter, 6-8 y.o.e., Peru", "potter, 6-8 years, Peru"),
        ("potter, 10 yrs exp", "potter, 10 years of experience"),
        ("Sr. potter in Lima", "Senior potter in Lima"), ("Jr potter, Ghana", "junior potter, Ghana"),
        ("potter who must've been in Peru", "potter who must have been in Peru"),
    ],
)  # fmt: skip
def test_short_and_long_are_read_alike(one: str, other: str) -> None:
    assert {line.casefold() for line in read(one)} == {line.casefold() for line in read(other)}


@pytest.mark.parametrize(
    ("request_", "topics"),
    [
        ("M&E specialist in Ghana", ["M&E"]), ("R&D of glazes, ropes in Peru", ["R&D of glazes", "ropes"]),
        ("an R&D manager in Peru", ["R&D manager"]), ("Q&A editor, Ghana", ["Q&A editor"]),
        ("CI/CD engineer in Lima", ["CI/CD engineer"]), ("C++ developer in Peru", ["C++ developer"]),
    ],
)  # fmt: skip
def test_letters_around_a_sign_are_no_topics(request_: str, topics: list[str]) -> None:
    assert [one.value for one in requirements_of(request_).topics] == topics


def test_a_bare_letter_or_number_is_no_topic() -> None:
    assert is_bare("E")
    assert is_bare("17")
    assert not is_bare("kilns")
    assert [one.value for one in requirements_of("kilns for someone in Ghana; Q; 17").topics] == ["kilns"]


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        (
            "Kilns. Lima. 15+ yrs. Not glazes.",
            {"hard topic kilns", "hard place Lima", "hard years 15 years or more", "hard topic not glazes"},
        ),
        ("kilns, not less than ten (10) years", {"hard topic kilns", "hard years 10 years or more"}),
        (
            "Kilns and ropes. Languages: Greek. Location: Peru. Duration: six weeks.",
            {"hard topic kilns", "hard topic ropes", "hard language Greek", "hard place Peru"},
        ),
        ("kilns; no applicant with less than 10 years", {"hard topic kilns", "hard years 10 years or more"}),
        (
            "someone who has worked at a ministry of health and knows kilns",
            {"hard topic kilns", "hard organisation ministry of health"},
        ),
    ],
)
def test_what_is_filled_in_like_a_form_is_read(request_: str, wanted: set[str]) -> None:
    assert {one.replace("Kilns", "kilns") for one in read(request_)} == wanted
