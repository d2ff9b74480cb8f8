"""Tied families are parted by what leaves the right one likeliest, and nobody is asked what changes nothing."""

from __future__ import annotations

from core.systems.nco_classification.questions.attributes import load_attributes
from core.systems.nco_classification.questions.split import TASKS, best_split
from tests.systems.nco_classification.little_index import asked_between

ATTRIBUTES = load_attributes()


def test_values_that_lead_to_the_same_codes_are_one_choice_and_what_all_would_say_is_none() -> None:
    _, options = asked_between(("7112", "7113", "7123"))
    led = [option.codes for option in options]
    assert len(set(led)) == len(led)
    assert all(len(codes) < 3 for codes in led)
    shares = dict.fromkeys(("2654", "7531"), 0.5)  # supervises or manages on one side, skilled on the other
    split = best_split([*shares], shares, set(ATTRIBUTES.all) - {"role"})
    assert split is not None
    assert {frozenset(answer) for answer in split.answers} == {
        frozenset(("supervises", "manages")),
        frozenset(("skilled",)),
    }


def test_who_would_find_no_answer_of_their_own_is_asked_by_tasks() -> None:
    shares = dict.fromkeys(("3256", "5329"), 0.5)  # both are about patients, few about eyes, few about medicines
    split = best_split([*shares], shares, set(ATTRIBUTES.all) - {"object"})
    assert split is not None
    assert split.attribute == ""


def test_of_two_things_that_are_told_it_is_asked_which() -> None:
    shares = dict.fromkeys(("7512", "5212", "9333"), 1 / 3)  # makes, sells, carries
    split = best_split([*shares], shares, (), told={"activity": frozenset(("make", "sell", "cook"))})
    assert (
        split is None
        or split.attribute != "activity"
        or "carry" not in {one for answer in split.answers for one in answer}
    )


def test_schooling_is_asked_of_the_respondent_after_the_tasks_and_only_where_each_code_has_its_own() -> None:
    assert "work" not in ATTRIBUTES.all["schooling"].question.english
    shares = dict.fromkeys(("2211", "9112", "9313"), 1 / 3)  # two of them need as little
    only = (set(ATTRIBUTES.all) - {"schooling"}) | {TASKS}
    split = best_split([*shares], shares, only)
    assert split is not None
    assert split.attribute == ""
    del shares["9313"]
    split = best_split([*shares], shares, only)
    assert split is not None
    assert split.attribute == "schooling"
    split = best_split([*shares], shares, only - {TASKS})
    assert split is not None
    assert split.attribute == TASKS


def test_nobody_is_asked_for_an_abstract_activity() -> None:
    shares = dict.fromkeys(("2432", "3322"), 0.5)  # writes or informs, sells
    split = best_split([*shares], shares, set(ATTRIBUTES.all) - {"activity"})
    assert split is not None
    assert split.attribute == TASKS


def test_a_question_that_cannot_change_the_result_is_not_asked() -> None:
    shares = {"5221": 0.97, "5223": 0.03}  # whichever account is named, the first stays first
    split = best_split([*shares], shares, set(ATTRIBUTES.all) - {"account"}, threshold=0.9)
    assert split is not None
    assert split.attribute == ""


def test_an_attribute_that_was_told_is_not_asked_again() -> None:
    shares = dict.fromkeys(("8322", "8332", "8331"), 1 / 3)
    first = best_split([*shares], shares)
    assert first is not None
    assert first.attribute == "object"
    second = best_split([*shares], shares, {"object"})
    assert second is not None
    assert second.attribute != "object"


def test_the_likelier_families_decide_what_is_asked() -> None:
    families = ("6111", "6310", "7531", "8153")
    farmers = best_split(families, dict(zip(families, (0.49, 0.49, 0.01, 0.01), strict=True)))
    sewing = best_split(families, dict(zip(families, (0.01, 0.01, 0.49, 0.49), strict=True)))
    assert farmers is not None
    assert sewing is not None
    assert farmers.attribute == "produce"
    assert sewing.attribute != "produce"


def test_a_single_code_or_none_is_not_parted() -> None:
    for families in ([], ["2211"]):
        assert best_split(families, {"2211": 1.0}) is None
