from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codec import from_state, to_state
from core.systems.nco_classification.decision.confidence import posterior
from core.systems.nco_classification.decision.obstacles import Obstacle
from core.systems.nco_classification.questions import question as question_module
from core.systems.nco_classification.questions.answers import ANSWER
from core.systems.nco_classification.questions.attributes import Language, load_attributes
from core.systems.nco_classification.questions.language import DONT_KNOW
from core.systems.nco_classification.questions.question import (
    MOST_CHOICES,
    Option,
    ask_about,
    ask_for_duties,
    best_split,
    question_for,
    task_of,
    tied,
)
from core.types import Choice, Question, Text
from tests.systems.nco_classification.little_index import CLASSIFICATION, DOCTORS, TAILOR, candidate, make_assessment

FAMILIES = sorted(CLASSIFICATION.families)
some_families = st.lists(st.sampled_from(FAMILIES), min_size=2, max_size=10, unique=True)
ATTRIBUTES = load_attributes()


def asked_between(families: Sequence[str], language: Language = "english") -> tuple[Question, list[Option]]:
    """What is asked when these, and no others, fit the words equally well."""
    return question_for(make_assessment(TAILOR, *((family, 0.5) for family in families)), CLASSIFICATION, (), language)


def choice_of(question: Question) -> Choice:
    [field] = question.fields
    assert isinstance(field, Choice)
    return field


@pytest.mark.parametrize(
    ("families", "attribute"),
    [
        pytest.param(("2330", "2341", "2342", "2310"), "pupils", id="whose pupils"),
        pytest.param(("6111", "6310"), "produce", id="for sale or for the household"),
        pytest.param(("8322", "8332", "8331"), "object", id="what is driven"),
        pytest.param(("5221", "5223"), "account", id="own shop or employed"),
        pytest.param(("7531", "8153", "9121", "5223"), "activity", id="makes, runs a machine, cleans or sells"),
    ],
)
def test_what_parts_them_is_asked_and_no_title_of_a_family(families: tuple[str, ...], attribute: str) -> None:
    question, options = asked_between(families)
    assert {option.attribute for option in options} == {attribute}
    assert question.text == ATTRIBUTES.all[attribute].question.english
    labels = choice_of(question).options
    assert labels[:-1] == [option.label for option in options]
    assert not {CLASSIFICATION.title(family) for family in families} & set(labels)


def test_each_choice_says_how_many_codes_it_leaves_and_one_in_which_anything_may_be_right_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(question_module, "AS_GOOD", 0.0)
    hits = [("5221", 0.6), ("5223", 0.6), ("5211", 0.57)]  # own shop, employed, and a stall that may be either
    question, options = question_for(make_assessment(TAILOR, *hits), CLASSIFICATION)
    assert {option.value: option.leaves for option in options} == {"own": 2, "employed": 2}
    assert choice_of(question).details[0].endswith("leaves 2 of 3 codes")


def test_where_no_attribute_parts_them_their_tasks_are_offered_with_what_people_call_them() -> None:
    question, options = asked_between(("2512", "2514"))
    assert question.text == "Which of these comes closest to the work?"
    assert {option.code for option in options} == {"2512", "2514"}
    for option, detail in zip(options, choice_of(question).details, strict=False):
        own = CLASSIFICATION.words[option.code]
        assert own.text.startswith(option.label)
        assert option.label != CLASSIFICATION.title(option.code)
        assert detail.startswith(f"{option.code} · for example {own.phrases[0]}, ")


def test_free_words_and_not_knowing_are_always_among_the_answers() -> None:
    for families in (("2211", "2212"), ("2512", "2514")):
        choice = choice_of(asked_between(families)[0])
        assert choice.name == ANSWER
        assert choice.other
        assert choice.options[-1] == DONT_KNOW
        assert len(choice.details) == len(choice.options)


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


def test_a_single_code_or_none_parts_nothing_and_leads_to_a_question_for_the_duties() -> None:
    for hits in ([], [("2211", 0.5)]):
        assert best_split([family for family, _ in hits], {"2211": 1.0}) is None
        question, options = question_for(make_assessment(TAILOR, *hits), CLASSIFICATION)
        [field] = question.fields
        assert isinstance(field, Text)
        assert not field.required
        assert options == []


def test_a_broad_title_is_parted_into_what_it_may_mean_however_little_of_it_was_found_first() -> None:
    question, options = question_for(make_assessment("doctor", ("7531", 0.9), *DOCTORS), CLASSIFICATION)
    assert {option.value for option in options} == {"patients", "organs"}
    assert choice_of(question).options[:-1] == [option.label for option in options]


def test_several_jobs_are_offered_as_they_were_named() -> None:
    choice = choice_of(ask_about(Obstacle("several", "two jobs", ["cook", "driver", "cook"])))
    assert choice.options == ["cook", "driver", DONT_KNOW]
    question, options = question_for(make_assessment("cook and driver", ("5120", 0.9)), CLASSIFICATION)
    assert choice_of(question).options[:-1] == [option.label for option in options] == ["cook", "driver"]
    assert {(option.code, option.value) for option in options} == {("", "")}


def test_words_without_work_are_asked_about_without_any_guess() -> None:
    for kind in ("place", "id", "vague"):
        assert ask_about(Obstacle(kind, "why")) == ask_for_duties()  # type: ignore[arg-type]


def test_every_question_has_words_in_hindi_and_the_english_beside_them() -> None:
    for families in (("2211", "2212"), ("2512", "2514")):
        english, _ = asked_between(families)
        for language in ("hindi", "hinglish"):
            question, options = asked_between(families, language)  # type: ignore[arg-type]
            assert question.text.endswith(f" · {english.text}")
            assert all(option.label.isascii() == (language == "hinglish") for option in options)
            assert all(detail for detail in choice_of(question).details)
    for question in (ask_for_duties("hindi"), ask_about(Obstacle("several", "", ["a", "b"]), "hinglish")):
        assert " · " in question.text


def test_what_is_far_behind_is_not_tied() -> None:
    candidates = [candidate("2211", 0.8), candidate("2212", 0.79), candidate("9112", 0.1)]
    assert [one.family for one in tied(candidates, posterior(candidates))] == ["2211", "2212"]
    assert tied([], {}) == []


def test_the_tasks_of_all_families_read_differently_and_are_short() -> None:
    tasks = [task_of(own.text) for own in CLASSIFICATION.words.values()]
    assert len(set(tasks)) == len(tasks)
    assert all(10 < len(task) <= 110 for task in tasks)


@given(some_families)
def test_a_question_can_always_be_read_back_and_never_has_more_than_seven_answers(families: list[str]) -> None:
    question, options = asked_between(families)
    assert from_state(Question, to_state(question)) == question
    choice = choice_of(question)
    assert len(set(choice.options)) == len(choice.options) <= MOST_CHOICES + 1
    assert len({(option.code, option.value) for option in options}) == len(options) >= 2
    for option in options:
        assert bool(option.code) != bool(option.value)
        assert 1 <= option.leaves <= len(families)
