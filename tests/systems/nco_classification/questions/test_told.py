"""Nobody is asked what their words tell already: of which attributes they tell, in which language, and of whom."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.index.query_normalizer import Wording
from core.systems.nco_classification.index.tables import table_rows
from core.systems.nco_classification.questions.attributes import load_attributes
from core.systems.nco_classification.questions.told import AGAINST, fits, speak_against, told_by
from tests.systems.nco_classification.little_index import CLASSIFICATION

NORMALIZER = CLASSIFICATION.query_normalizer
ATTRIBUTES = load_attributes()


@pytest.mark.parametrize(
    ("text", "attribute", "values"),
    [
        ("works in a jute mill", "place", {"factory"}),
        ("karkhane mein kaam karta hoon", "place", {"factory"}),
        ("बैंक में नौकरी", "place", {"office"}),
        ("makes and sells pickles", "activity", {"make", "sell"}),
        ("dukaan par saamaan bechta hoon", "activity", {"sell"}),
        ("apni dukaan hai", "account", {"own"}),
        ("night shift foreman", "role", {"supervises"}),
        ("drives a tanker", "object", {"trucks"}),
        ("carves toys by hand", "tool", {"hand"}),
    ],
)
def test_what_is_said_in_english_or_hindi_is_known(text: str, attribute: str, values: set[str]) -> None:
    assert told_by(text, NORMALIZER)[attribute] == values


@pytest.mark.parametrize("text", ["a director's cook", "director ka cook", "cook under the director"])
def test_what_somebody_else_is_tells_nothing_of_the_respondent(text: str) -> None:
    told = told_by(text, NORMALIZER)
    assert "role" not in told
    assert told["activity"] == {"cook"}


def test_what_the_people_do_of_whom_something_is_said_is_not_what_the_respondent_does() -> None:
    text = "recruits guards"
    assert "activity" in told_by(text, NORMALIZER)
    assert "activity" not in told_by(text, NORMALIZER, Wording(text, text, others=frozenset(["5414"])))


def test_who_does_something_else_at_a_school_teaches_nobody() -> None:
    assert told_by("cooks in a primary school", NORMALIZER)["pupils"] == {"nobody"}
    assert told_by("teaches in a primary school", NORMALIZER)["pupils"] == {"primary"}
    assert told_by("पाँचवीं कक्षा को पढ़ाता हूँ", NORMALIZER)["pupils"] == {"primary"}


def test_words_are_heard_as_they_are_read_in_english() -> None:
    read = Wording("zorblaxian", "waiter in a hotel")
    assert told_by("zorblaxian", NORMALIZER, read)["activity"] == {"serve"}


def test_work_that_is_named_with_its_word_for_work_is_the_respondents_own() -> None:
    assert told_by("silai ka kaam", NORMALIZER)["activity"] == {"sew"}


def test_words_that_tell_nothing_tell_nothing() -> None:
    assert told_by("zorblaxian", NORMALIZER) == {}


def test_a_family_whose_people_would_not_have_said_so_keeps_a_part_for_each_attribute_and_an_open_one_all() -> None:
    told = {"role": frozenset(["supervises"]), "account": frozenset(["own"])}
    assert ATTRIBUTES.values("account", "7531") == frozenset()
    assert fits("5223", told) < fits("5223", {"account": frozenset(["own"])}) == pytest.approx(AGAINST)
    assert fits("8153", {"place": frozenset(["factory"])}) == 1.0
    assert fits("7531", {"account": frozenset(["own"])}) == 1.0
    assert fits("8322", {"object": frozenset(["trucks"])}) == 1.0  # the search itself hears what the work is about


def test_every_cue_tells_a_value_of_the_vocabulary() -> None:
    for row in table_rows("attribute_cues.csv", "attribute,value,cues"):
        assert row["value"] in ATTRIBUTES.all[row["attribute"]].values
        assert all(cue.strip() for cue in row["cues"].split(";"))


@pytest.mark.parametrize(
    ("text", "latin", "english", "pupils"),
    [
        ("9 வகுப்பு", "9 matrum 10 aam vaguppukku", "9 10 vaguppukku teacher", {"secondary"}),
        ("5 শ্রেণী", "5 shreneer", "5 shreneer teacher", {"primary"}),
        ("class 11", "class 11", "class 11 teacher", {"secondary"}),
        ("20 years", "20 years", "20 years teacher", set()),
        ("5 schools", "5 schools", "5 schools teacher", set()),
    ],
)
def test_the_numbers_of_classes_tell_who_is_taught_in_the_english_reading_too(
    text: str, latin: str, english: str, pupils: set[str]
) -> None:
    assert told_by(text, NORMALIZER, Wording(latin, english)).get("pupils", set()) == pupils


def test_of_private_lessons_the_class_tells_nothing_unless_a_school_is_named() -> None:
    lessons = "gives tuition to class 7, a teacher"
    assert told_by(lessons, NORMALIZER, Wording(lessons, lessons))["pupils"] == {"private"}
    lessons = "gives tuition to class 7"
    assert told_by(lessons, NORMALIZER, Wording(lessons, lessons))["pupils"] == {"private"}
    both = "class 7 teacher in a school, tuition at night"
    assert told_by(both, NORMALIZER, Wording(both, both))["pupils"] == {"primary", "private"}


def test_words_speak_against_a_family_by_who_is_taught_and_not_by_where() -> None:
    assert speak_against("2341", {"pupils": frozenset({"private"})})
    assert not speak_against("2359", {"pupils": frozenset({"private"})})
    assert not speak_against("2341", {"pupils": frozenset({"nobody"})})
    assert not speak_against("2341", {"place": frozenset({"farm"})})


def test_where_nobody_is_taught_or_nothing_grown_a_word_of_it_speaks_against_nothing() -> None:
    plants, sells = {"pupils": frozenset({"preschool"})}, {"produce": frozenset({"market"})}
    assert not speak_against("9214", plants)
    assert not speak_against("5223", sells)
    assert speak_against("6310", sells) == "produce"
    assert speak_against("9214", {**plants, "activity": frozenset({"teach"})}) == "pupils"
