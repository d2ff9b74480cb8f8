"""Every form says what each of its choices leads to, in three languages, and can be left without a choice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.systems.nco_classification.decision.obstacles import Obstacle
from core.systems.nco_classification.questions.answers import ANSWER, OUT_OF_WORK
from core.systems.nco_classification.questions.attributes import Language
from core.systems.nco_classification.questions.form import (
    Option,
    ask_about,
    ask_for_duties,
    options_about,
    task_of,
    told_for,
)
from core.systems.nco_classification.questions.language import BOTH, DONT_KNOW, NOT_WORKING, STUDYING
from core.systems.nco_classification.questions.question import question_for
from tests.systems.nco_classification.little_index import (
    CLASSIFICATION,
    CLOSEST,
    SAYS_LITTLE,
    TAILOR,
    LittleIndex,
    asked_between,
    choice_of,
    make_assessment,
    new_case,
)


def test_each_choice_says_to_which_codes_it_leads_and_counts_those_in_which_anything_may_be_right() -> None:
    hits = [("5221", 0.6), ("5223", 0.6), ("5211", 0.54)]  # own shop, employed, and a stall that may be either
    question, options = question_for(make_assessment(TAILOR, *hits), CLASSIFICATION)
    assert {option.value: (option.codes, option.leaves) for option in options} == {
        "own": (("5221",), 2),
        "employed": (("5223",), 2),
    }
    leads = [f"speaks for {option.codes[0]} {CLASSIFICATION.title(option.codes[0])}" for option in options]
    assert choice_of(question).details[:2] == leads


def test_where_no_attribute_parts_them_their_tasks_are_offered_with_what_people_call_them() -> None:
    question, options = asked_between(("2512", "2514"))
    assert question.text == CLOSEST
    assert {option.code for option in options} == {"2512", "2514"}
    for option, detail in zip(options, choice_of(question).details, strict=False):
        own = CLASSIFICATION.words[option.code]
        assert own.text.startswith(option.label.removesuffix(" …"))
        assert option.label != CLASSIFICATION.title(option.code)
        assert detail.startswith(f"for example {own.phrases[0]}, ")
        assert detail.endswith(f"→ {option.code} {CLASSIFICATION.title(option.code)} · {option.likely:.0%} likely")


def test_not_knowing_not_working_and_something_else_are_the_last_answers_to_every_question() -> None:
    several = question_for(make_assessment("cook and driver", ("5120", 0.9)), CLASSIFICATION)
    for question, _ in (asked_between(("2211", "2212")), asked_between(("2512", "2514")), several):
        choice = choice_of(question)
        assert choice.name == ANSWER
        assert choice.other
        assert choice.both  # words beside a choice count too
        assert choice.options[-2:] == [DONT_KNOW, NOT_WORKING.english]
        assert len(choice.details) == len(choice.options)


def test_several_jobs_are_offered_as_they_were_named() -> None:
    three = Obstacle("several", "three jobs", ["cook", "driver", "cook", "tailor"])
    jobs = options_about(three, "", CLASSIFICATION, "english")
    assert choice_of(ask_about(three, jobs)).options == ["cook", "driver", "tailor", DONT_KNOW, NOT_WORKING.english]
    question, options = question_for(make_assessment("cook and driver", ("5120", 0.9)), CLASSIFICATION)
    offered = ["cook", "driver", BOTH.english]
    assert choice_of(question).options[:-2] == [option.label for option in options] == offered
    assert {(option.code, option.value) for option in options} == {("", "")}
    assert choice_of(question).details[:3] == ["", "", "Then the first one counts"]


@pytest.mark.parametrize("language", ["english", "hindi", "hinglish"])
def test_work_that_may_be_over_is_asked_about_with_yes_and_no(language: Language) -> None:
    over = Obstacle("today", "", ["railway guard"])
    yes, no = options_about(over, "", CLASSIFICATION, language)
    question = ask_about(over, [yes, no], language)
    assert "railway guard" in question.text
    assert choice_of(question).options[:2] == [yes.label, no.label]
    assert NOT_WORKING.told(language) not in choice_of(question).options  # “no” says that
    assert (yes.job, no.job) == ("railway guard", OUT_OF_WORK)


def test_two_jobs_alike_lead_to_the_family_that_mixes_them_and_else_to_the_first() -> None:
    two = Obstacle("several", "two jobs", ["grows wheat", "keeps buffaloes"])
    mixed, first = (options_about(two, family, CLASSIFICATION, "hindi")[-1] for family in ("6130", ""))
    assert (mixed.label, mixed.code, mixed.codes, mixed.job) == (
        BOTH.hindi, "6130", ("6130",), CLASSIFICATION.title("6130"),
    )  # fmt: skip
    assert (first.code, first.job) == ("", "grows wheat")
    assert "पहला" in first.example


def test_whom_somebody_teaches_has_an_answer_for_who_is_taught() -> None:
    question, _ = asked_between(("2330", "2341", "2342", "2310"))
    assert choice_of(question).options[-3:] == [DONT_KNOW, STUDYING.english, NOT_WORKING.english]
    question, _ = asked_between(("2211", "2212"))
    assert STUDYING.english not in choice_of(question).options


def test_words_without_work_are_asked_about_without_any_guess() -> None:
    for kind in ("place", "id", "vague"):
        assert ask_about(Obstacle(kind, "why"), []) == ask_for_duties()  # type: ignore[arg-type]


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
    for question in (ask_for_duties("hindi"), ask_about(Obstacle("several", "", ["a", "b"]), [], "hinglish")):
        assert question.beside
        assert question.beside != question.text


def test_the_tasks_of_all_families_read_differently_and_are_short() -> None:
    tasks = [task_of(own.text) for own in CLASSIFICATION.words.values()]
    assert len(set(tasks)) == len(tasks)
    assert all(10 < len(task.removesuffix(" …")) <= 110 for task in tasks)


def test_two_choices_whose_work_a_family_mixes_have_a_third_for_both() -> None:
    _, options = asked_between(("6111", "6121"), "hinglish")
    assert (options[-1].label, options[-1].code) == (BOTH.hinglish, "6130")
    _, options = asked_between(("2211", "2212"))
    assert BOTH.english not in [option.label for option in options]


def test_what_the_request_says_stands_in_the_choice_that_says_it_too_and_how_likely_each_is() -> None:
    said = make_assessment("repairs pumps", ("7233", 0.6), ("7126", 0.59))
    option = told_for(
        Option("Fit …", "7233", leaves=1, codes=("7233",)), said.own, {"7233": 0.11}, CLASSIFICATION, "english"
    )
    assert "… pumps …" in option.example
    assert option.example.split("for example ")[1].count("pump") >= 2
    assert option.likely == 0.11


def test_each_choice_names_the_codes_it_leads_to_and_an_official_title_near_the_words() -> None:
    said = make_assessment(SAYS_LITTLE, ("3258", 0.6), ("8322", 0.59))
    [first, second] = said.candidates
    near = replace(second, occupations=[("8322.0301", 0.8)])
    question, options = question_for(replace(said, candidates=(first, near)), CLASSIFICATION)
    details = dict(zip([one.codes for one in options], choice_of(question).details, strict=False))
    assert details["3258",].endswith("speaks for 3258 Ambulance Workers")
    assert details["8322",] == "for example Driver, Ambulance · speaks for 8322 Car, Taxi and Van Drivers"


def test_who_does_not_know_is_left_no_narrower_part_than_the_choices_share() -> None:
    case = new_case(LittleIndex(otherwise=[("3258", 0.6), ("8322", 0.5)]), threshold=0.99).ask(SAYS_LITTLE)
    assert {code for choice in case.response["choices"] for code in choice["codes"]} == {"3258", "8322"}
    choice = case.response["question"]["fields"][0]
    assert choice["details"][choice["options"].index(DONT_KNOW)] == "Then no code is given"
    assert case.answer(DONT_KNOW).response["partial"] is None


def test_the_likeliest_task_stands_first() -> None:
    _, options = asked_between(("2512", "2514"))
    assert [one.likely for one in options] == sorted((one.likely for one in options), reverse=True)


def test_who_does_not_know_is_told_what_then_stays() -> None:
    question, _ = asked_between(("2512", "2514"))
    choice = choice_of(question)
    assert choice.details[choice.options.index(DONT_KNOW)].startswith(("Then it stays at ", "Then no code is given"))


def test_what_lies_with_codes_that_are_not_offered_is_told_once_where_shares_are() -> None:
    question, options = asked_between(("2512", "2514"))
    rest = 1 - sum(round(option.likely, 2) for option in options)
    assert rest >= 0.005
    assert (
        choice_of(question).other_detail == f"Say it below · The other {rest:.0%} lie with codes that are not offered"
    )
    hits = [("5221", 0.6), ("5223", 0.6), ("5211", 0.54)]
    question, _ = question_for(make_assessment(TAILOR, *hits), CLASSIFICATION)
    assert "not offered" not in choice_of(question).other_detail  # its choices tell no shares
