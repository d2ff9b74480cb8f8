from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codec import from_state, to_state
from core.systems.nco_classification.decision.confidence import posterior
from core.systems.nco_classification.decision.obstacles import Obstacle
from core.systems.nco_classification.questions.answers import ANSWER
from core.systems.nco_classification.questions.attributes import Language, load_attributes
from core.systems.nco_classification.questions.language import DONT_KNOW, NOT_WORKING
from core.systems.nco_classification.questions.question import (
    MOST_CHOICES,
    TASKS,
    Option,
    ask_about,
    ask_for_duties,
    best_split,
    question_for,
    task_of,
    tied,
)
from core.systems.nco_classification.state import Answer
from core.types import Choice, Question, Text
from tests.systems.nco_classification.little_index import CLASSIFICATION, DOCTORS, TAILOR, candidate, make_assessment

FAMILIES = sorted(CLASSIFICATION.families)
some_families = st.lists(st.sampled_from(FAMILIES), min_size=2, max_size=10, unique=True)
ATTRIBUTES = load_attributes()
CLOSEST = "Which of these comes closest to the work?"
SAYS_LITTLE = "zorblaxian"  # tells none of the attributes


def asked_between(families: Sequence[str], language: Language = "english") -> tuple[Question, list[Option]]:
    """What is asked when these, and no others, fit the words equally well."""
    return question_for(
        make_assessment(SAYS_LITTLE, *((family, 0.5) for family in families)), CLASSIFICATION, (), language
    )


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
        pytest.param(("5223", "9112", "8322", "5120"), "activity", id="sells, cleans, drives or cooks"),
    ],
)
def test_what_parts_them_is_asked_and_no_title_of_a_family(families: tuple[str, ...], attribute: str) -> None:
    question, options = asked_between(families)
    assert {option.attribute for option in options} == {attribute}
    assert question.text == ATTRIBUTES.all[attribute].question.english
    labels = choice_of(question).options
    assert labels[:-2] == [option.label for option in options]
    assert not {CLASSIFICATION.title(family) for family in families} & set(labels)


def test_each_choice_says_to_which_codes_it_leads_and_counts_those_in_which_anything_may_be_right() -> None:
    hits = [("5221", 0.6), ("5223", 0.6), ("5211", 0.54)]  # own shop, employed, and a stall that may be either
    question, options = question_for(make_assessment(TAILOR, *hits), CLASSIFICATION)
    assert {option.value: (option.codes, option.leaves) for option in options} == {
        "own": (("5221",), 2),
        "employed": (("5223",), 2),
    }
    assert choice_of(question).details[:2] == [f"→ {option.codes[0]}" for option in options]


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


def test_what_the_words_tell_already_is_not_asked_and_counts() -> None:
    hits = [("5221", 0.6), ("5223", 0.6)]  # a shop of one's own, and somebody else's
    _, unsaid = question_for(make_assessment(SAYS_LITTLE, *hits), CLASSIFICATION)
    _, said = question_for(make_assessment("zorblaxian in my own shop", *hits), CLASSIFICATION)
    assert {option.attribute for option in unsaid} == {"account"}
    assert {option.attribute for option in said} != {"account"}
    before, after = ({code: one.share for one in options for code in one.codes} for options in (unsaid, said))
    assert after["5223"] < before["5223"]


def test_of_two_things_that_are_told_it_is_asked_which() -> None:
    shares = dict.fromkeys(("7512", "5212", "9333"), 1 / 3)  # makes, sells, carries
    split = best_split([*shares], shares, (), told={"activity": frozenset(("make", "sell", "cook"))})
    assert (
        split is None
        or split.attribute != "activity"
        or "carry" not in {one for answer in split.answers for one in answer}
    )


def test_where_there_are_too_many_choices_those_of_the_nearest_codes_are_one_and_nobodys_answer_is_missing() -> None:
    drivers = ("8311", "8321", "8322", "8331", "8332", "8341", "8342")
    question, options = asked_between(drivers)
    assert len(options) == MOST_CHOICES
    assert {code for option in options for code in option.codes} == set(drivers)
    assert ("8341", "8342") in [tuple(sorted(option.codes)) for option in options]
    assert all(label.count("/") < 3 for label in choice_of(question).options)


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


def test_hardly_known_work_is_asked_about_by_tasks_and_no_abstract_activity() -> None:
    families = ("8181", "7314", "9329", "4322")  # runs a kiln, makes, helps, keeps records
    question, options = asked_between(families)
    assert question.text == CLOSEST
    assert {option.code for option in options} == set(families)
    shares = dict.fromkeys(("2432", "3322"), 0.5)  # writes or informs, sells
    split = best_split([*shares], shares, set(ATTRIBUTES.all) - {"activity"})
    assert split is not None
    assert split.attribute == TASKS


def test_after_an_answer_only_those_are_asked_about_that_it_may_be_the_answer_of() -> None:
    hits = [("7314", 0.6), ("7536", 0.6), ("1321", 0.6), ("8181", 0.6)]
    skilled = Answer(
        question="", said="", code="", job="", words="", checkpoint="", attribute="role", value="skilled", offered=2
    )
    _, options = question_for(make_assessment(SAYS_LITTLE, *hits, answers=[skilled]), CLASSIFICATION, [skilled])
    assert "1321" not in {code for option in options for code in option.codes}


def test_who_said_something_else_is_not_offered_the_same_again() -> None:
    hits = [("8322", 0.6), ("8331", 0.6), ("5165", 0.6), ("8332", 0.6)]
    shares = make_assessment(SAYS_LITTLE, *hits).posterior
    other = Answer(
        question="", said="", code="", job="", words=SAYS_LITTLE, checkpoint="", asked="object",
        refused={"5165": 1.0, "8331": shares["8331"] / 2},
    )  # fmt: skip
    _, options = question_for(make_assessment(SAYS_LITTLE, *hits, answers=[other]), CLASSIFICATION, [other])
    assert {option.attribute for option in options} != {"object"}
    offered = {code for option in options for code in option.codes}
    assert "5165" not in offered
    assert "8331" in offered  # the words made it likelier


def test_a_question_that_cannot_change_the_result_is_not_asked() -> None:
    shares = {"5221": 0.97, "5223": 0.03}  # whichever account is named, the first stays first
    split = best_split([*shares], shares, set(ATTRIBUTES.all) - {"account"}, threshold=0.9)
    assert split is not None
    assert split.attribute == ""


def test_where_no_attribute_parts_them_their_tasks_are_offered_with_what_people_call_them() -> None:
    question, options = asked_between(("2512", "2514"))
    assert question.text == CLOSEST
    assert {option.code for option in options} == {"2512", "2514"}
    for option, detail in zip(options, choice_of(question).details, strict=False):
        own = CLASSIFICATION.words[option.code]
        assert own.text.startswith(option.label)
        assert option.label != CLASSIFICATION.title(option.code)
        assert detail.startswith(f"for example {own.phrases[0]}, ")
        assert detail.endswith(f"→ {option.code}")


def test_not_knowing_not_working_and_something_else_are_the_last_answers_to_every_question() -> None:
    several = question_for(make_assessment("cook and driver", ("5120", 0.9)), CLASSIFICATION)
    for question, _ in (asked_between(("2211", "2212")), asked_between(("2512", "2514")), several):
        choice = choice_of(question)
        assert choice.name == ANSWER
        assert choice.other
        assert choice.both  # words beside a choice count too
        assert choice.options[-2:] == [DONT_KNOW, NOT_WORKING.english]
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
    assert choice_of(question).options[:-2] == [option.label for option in options]


def test_several_jobs_are_offered_as_they_were_named() -> None:
    choice = choice_of(ask_about(Obstacle("several", "two jobs", ["cook", "driver", "cook"])))
    assert choice.options == ["cook", "driver", DONT_KNOW, NOT_WORKING.english]
    question, options = question_for(make_assessment("cook and driver", ("5120", 0.9)), CLASSIFICATION)
    assert choice_of(question).options[:-2] == [option.label for option in options] == ["cook", "driver"]
    assert {(option.code, option.value) for option in options} == {("", "")}


def test_words_without_work_are_asked_about_without_any_guess() -> None:
    for kind in ("place", "id", "vague"):
        assert ask_about(Obstacle(kind, "why")) == ask_for_duties()  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["hindi", "hinglish"])
@pytest.mark.parametrize("families", [("2211", "2212"), ("2512", "2514"), ("4110", "4419")])
def test_in_hindi_every_word_of_a_question_is_hindi_and_the_english_is_small_beside_it(
    language: Language, families: tuple[str, ...]
) -> None:
    (english, in_english), (question, options) = asked_between(families), asked_between(families, language)
    choice = choice_of(question)
    told = [question.text, question.send_label, *choice.options, choice.label, choice.other_option, choice.words_label]
    for words in told:
        letters = [letter for letter in words if letter.isalpha()]
        assert all(letter.isascii() == (language == "hinglish") for letter in letters), words
    assert question.beside == english.text
    for detail, one in zip(choice.details, in_english, strict=False):
        assert one.label in detail
    assert [option.codes for option in options] == [option.codes for option in in_english]


def test_the_other_forms_are_in_hindi_too() -> None:
    for question in (ask_for_duties("hindi"), ask_about(Obstacle("several", "", ["a", "b"]), "hinglish")):
        assert question.beside
        assert question.beside != question.text


def test_what_is_far_behind_is_not_tied() -> None:
    candidates = [candidate("2211", 0.8), candidate("2212", 0.79), candidate("9112", 0.1)]
    assert [one.family for one in tied(candidates, posterior(candidates))] == ["2211", "2212"]
    assert tied([], {}) == []


def test_the_tasks_of_all_families_read_differently_and_are_short() -> None:
    tasks = [task_of(own.text) for own in CLASSIFICATION.words.values()]
    assert len(set(tasks)) == len(tasks)
    assert all(10 < len(task) <= 110 for task in tasks)


@given(some_families)
def test_a_question_can_always_be_read_back_and_never_has_more_than_five_choices_of_its_own(
    families: list[str],
) -> None:
    question, options = asked_between(families)
    assert from_state(Question, to_state(question)) == question
    choice = choice_of(question)
    assert len(set(choice.options)) == len(choice.options) <= MOST_CHOICES + 2
    assert len({(option.code, option.value) for option in options}) == len(options) >= 2
    for option in options:
        assert bool(option.code) != bool(option.value)
        assert 1 <= option.leaves <= len(families)
