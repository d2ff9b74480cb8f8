"""What is asked next is between the families that are tied after all that was said and answered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codec import from_state, to_state
from core.systems.nco_classification.decision.confidence import posterior
from core.systems.nco_classification.questions.attributes import load_attributes
from core.systems.nco_classification.questions.question import question_for, tied
from core.systems.nco_classification.questions.split import MOST_CHOICES
from core.systems.nco_classification.state import Answer
from core.types import Question, Text
from tests.systems.nco_classification.little_index import (
    CLASSIFICATION,
    CLOSEST,
    DOCTORS,
    SAYS_LITTLE,
    TAILOR,
    asked_between,
    candidate,
    choice_of,
    make_assessment,
)

some_families = st.lists(st.sampled_from(sorted(CLASSIFICATION.families)), min_size=2, max_size=10, unique=True)
ATTRIBUTES = load_attributes()


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
    always = 3 if attribute == "pupils" else 2
    assert labels[:-always] == [option.label for option in options]
    assert not {CLASSIFICATION.title(family) for family in families} & set(labels)


def test_what_was_offered_before_own_words_stays_a_candidate_while_it_is_as_likely_as_it_was() -> None:
    hits = [("9611", 0.6), ("9613", 0.55), ("9112", 0.53)]
    said = make_assessment("cleans the street and carries bins", *hits)
    known = {family: said.posterior[family] for family in ("9613", "9112")}
    own: Answer = {"question": "", "said": "", "code": "", "job": "", "words": "x", "checkpoint": "x"}
    _, before = question_for(said, CLASSIFICATION)
    _, after = question_for(said, CLASSIFICATION, [{**own, "asked": "", "refused": known}])
    _, gone = question_for(said, CLASSIFICATION, [{**own, "asked": "", "refused": {**known, "9112": 0.9}}])
    offered = [{code for option in options for code in option.codes} for options in (before, after, gone)]
    assert ["9112" in codes for codes in offered] == [False, True, False]


def test_what_the_words_tell_already_is_not_asked_and_counts() -> None:
    hits = [("5221", 0.6), ("5223", 0.6)]  # a shop of one's own, and somebody else's
    _, unsaid = question_for(make_assessment(SAYS_LITTLE, *hits), CLASSIFICATION)
    _, said = question_for(make_assessment("zorblaxian in my own shop", *hits), CLASSIFICATION)
    assert {option.attribute for option in unsaid} == {"account"}
    assert {option.attribute for option in said} != {"account"}
    before, after = ({code: one.share for one in options for code in one.codes} for options in (unsaid, said))
    assert after["5223"] < before["5223"]


def test_where_there_are_too_many_choices_those_of_the_nearest_codes_are_one_and_nobodys_answer_is_missing() -> None:
    drivers = ("8311", "8321", "8322", "8331", "8332", "8341", "8342")
    question, options = asked_between(drivers)
    assert len(options) == MOST_CHOICES
    assert {code for option in options for code in option.codes} == set(drivers)
    assert ("8341", "8342") in [tuple(sorted(option.codes)) for option in options]
    assert all(label.count("/") < 3 for label in choice_of(question).options)


def test_hardly_known_work_is_asked_about_by_tasks() -> None:
    families = ("8181", "7314", "9329", "4322")  # runs a kiln, makes, helps, keeps records
    question, options = asked_between(families)
    assert question.text == CLOSEST
    assert {option.code for option in options} == set(families)


def test_after_an_answer_only_those_are_asked_about_that_it_may_be_the_answer_of() -> None:
    hits = [("7314", 0.6), ("7536", 0.6), ("1321", 0.6), ("8181", 0.6)]
    skilled = Answer(
        question="", said="", code="", job="", words="", checkpoint="", attribute="role", value="skilled", offered=2
    )
    _, options = question_for(make_assessment(SAYS_LITTLE, *hits, answers=[skilled]), CLASSIFICATION, [skilled])
    assert "1321" not in {code for option in options for code in option.codes}


def test_an_answer_about_the_work_takes_away_nothing_that_the_first_words_made_likely() -> None:
    hits = [("7314", 0.6), ("7536", 0.6), ("1321", 0.6), ("8181", 0.6)]
    shown: Any = {"fit": 0.5, "separation": 0.1, "probability": 0.4, "basis": "computed"}

    def offered(**chances: float) -> set[str]:
        likely = {code.removeprefix("f"): share for code, share in chances.items()}
        skilled = Answer(
            question="", said="", code="", job="", words="", checkpoint="", attribute="role", value="skilled",
            offered=2, before={"chances": likely, "confidence": shown},
        )  # fmt: skip
        _, options = question_for(make_assessment(SAYS_LITTLE, *hits, answers=[skilled]), CLASSIFICATION, [skilled])
        return {code for option in options for code in option.codes}

    assert "1321" in offered(f1321=0.3, f7314=0.4)
    assert "1321" not in offered(f1321=0.1, f7314=0.4)
    assert "1321" not in offered(f1321=0.1, f7314=0.1, f7536=0.1, f8181=0.1)  # of so many none is likely


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


def test_a_single_code_or_none_leads_to_a_question_for_the_duties() -> None:
    for hits in ([], [("2211", 0.5)]):
        question, options = question_for(make_assessment(TAILOR, *hits), CLASSIFICATION)
        [field] = question.fields
        assert isinstance(field, Text)
        assert not field.required
        assert options == []


def test_a_broad_title_is_parted_into_what_it_may_mean_however_little_of_it_was_found_first() -> None:
    question, options = question_for(make_assessment("doctor", ("7531", 0.9), *DOCTORS), CLASSIFICATION)
    assert {option.value for option in options} == {"patients", "organs"}
    assert choice_of(question).options[:-2] == [option.label for option in options]


def test_what_is_far_behind_is_not_tied() -> None:
    candidates = [candidate("2211", 0.8), candidate("2212", 0.79), candidate("9112", 0.1)]
    assert [one.family for one in tied(candidates, posterior(candidates))] == ["2211", "2212"]
    assert tied([], {}) == []


CUED = ("teaches", "drives", "digs ponds", "manages", "in a school", "operates a machine", "sells", "of the office", "")
hit_scores = st.lists(st.floats(0.3, 0.9), min_size=10, max_size=10)


@given(some_families, hit_scores, st.lists(st.sampled_from(CUED), min_size=1, max_size=3))
def test_the_likeliest_family_is_always_among_the_codes_of_the_choices_whatever_the_words_tell(
    families: list[str], scores: list[float], cues: list[str]
) -> None:
    hits = sorted(zip(families, scores, strict=False), key=lambda hit: (-hit[1], hit[0]))
    assessment = make_assessment(f"{SAYS_LITTLE} {' '.join(cues)}", *hits)
    _, options = question_for(assessment, CLASSIFICATION)
    highest = max(assessment.posterior.values())
    likeliest = {family for family, share in assessment.posterior.items() if share == highest}
    assert not options or likeliest & {code for option in options for code in option.codes}


@given(some_families)
def test_a_choice_of_several_values_joins_only_codes_of_one_group_or_of_one_value(families: list[str]) -> None:
    _, options = asked_between(families)
    for option in options:
        values = option.value.split(";") if option.value else []
        led = {tuple(code for code in option.codes if ATTRIBUTES.has(option.attribute, one, code)) for one in values}
        assert len(led) < 2 or len({code[:3] for code in option.codes}) == 1


@given(some_families)
def test_a_question_can_always_be_read_back_and_never_has_more_than_five_choices_of_its_own(
    families: list[str],
) -> None:
    question, options = asked_between(families)
    assert from_state(Question, to_state(question)) == question
    choice = choice_of(question)
    assert len(set(choice.options)) == len(choice.options)
    assert len(options) <= MOST_CHOICES  # the others say that nobody knows, or that there is no work
    assert len({(option.code, option.value) for option in options}) == len(options) >= 2
    for option in options:
        assert bool(option.code) != bool(option.value)
        assert 1 <= option.leaves <= len(families)
