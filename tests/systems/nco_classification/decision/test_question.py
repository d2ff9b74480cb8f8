from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.codec import from_state, to_state
from core.systems.nco_classification.decision.confidence import posterior
from core.systems.nco_classification.decision.obstacles import Obstacle
from core.systems.nco_classification.decision.question import (
    ANSWER,
    DONT_KNOW,
    MOST_CHOICES,
    ask_about,
    ask_for_duties,
    ask_which,
    best_split,
    question_for,
    tied,
)
from core.types import Choice, Question, Text
from tests.systems.nco_classification.little_index import CLASSIFICATION, DOCTORS, TAILOR, candidate, make_assessment

FAMILIES = sorted(CLASSIFICATION.families)
some_families = st.lists(st.sampled_from(FAMILIES), min_size=2, max_size=14, unique=True)


def asked_between(*families: str) -> Question:
    split = best_split([candidate(family, 0.5) for family in families], CLASSIFICATION)
    assert split is not None
    return ask_which(split)


def choice_of(question: Question) -> Choice:
    [field] = question.fields
    assert isinstance(field, Choice)
    return field


def test_two_families_are_offered_by_name_with_what_each_leaves() -> None:
    choice = choice_of(asked_between("2211", "2212"))
    assert choice.options == [CLASSIFICATION.title("2211"), CLASSIFICATION.title("2212"), DONT_KNOW]
    assert choice.details[0].startswith("2211 · for example ")
    assert choice.details[0].endswith("leaves 1 of 2 codes")


def test_free_words_and_not_knowing_are_always_among_the_answers() -> None:
    choice = choice_of(asked_between("2211", "2212"))
    assert choice.name == ANSWER
    assert choice.other
    assert choice.options[-1] == DONT_KNOW
    assert len(choice.details) == len(choice.options)


def test_many_families_are_parted_at_the_level_that_leaves_fewest() -> None:
    engineers = ("2141", "2142", "2143", "2144", "2145", "2146", "2151", "2152", "2153")
    split = best_split([candidate(family, 0.5) for family in engineers], CLASSIFICATION)
    assert split is not None
    assert split.level == "group"
    assert {(option.code, option.leaves) for option in split.options} == {("214", 6), ("215", 3)}
    assert split.expected == (36 + 9) / 9


def test_a_part_with_a_single_code_is_called_after_that_code() -> None:
    split = best_split(
        [candidate(f, 0.5) for f in ("2141", "2142", "2143", "2144", "2145", "2146", "2151")], CLASSIFICATION
    )
    assert split is not None
    assert "2151" in {option.code for option in split.options}
    assert CLASSIFICATION.title("2151") in {option.label for option in split.options}


def test_where_only_families_part_the_likeliest_six_are_offered() -> None:
    candidates = [candidate(f"214{digit}", 0.9 - rank / 100) for rank, digit in enumerate((1, 2, 3, 4, 5, 6, 9))]
    split = best_split(candidates, CLASSIFICATION)
    assert split is not None
    titles = [CLASSIFICATION.title(one.family) for one in candidates[:MOST_CHOICES]]
    assert choice_of(ask_which(split)).options[:-1] == titles


def test_a_single_code_or_none_parts_nothing_and_leads_to_a_question_for_the_duties() -> None:
    for hits in ([], [("2211", 0.5)]):
        assert best_split([candidate(*hit) for hit in hits], CLASSIFICATION) is None
        question, options = question_for(make_assessment(TAILOR, *hits), CLASSIFICATION)
        [field] = question.fields
        assert isinstance(field, Text)
        assert not field.required
        assert options == []


def test_a_broad_title_is_parted_into_what_it_may_mean_however_little_of_it_was_found_first() -> None:
    question, options = question_for(make_assessment("doctor", ("7531", 0.9), *DOCTORS), CLASSIFICATION)
    assert {option.code for option in options} == {"2211", "2212"}
    assert choice_of(question).options[:-1] == [option.label for option in options]


def test_several_jobs_are_offered_as_they_were_named() -> None:
    choice = choice_of(ask_about(Obstacle("several", "two jobs", ["cook", "driver", "cook"])))
    assert choice.options == ["cook", "driver", DONT_KNOW]
    question, options = question_for(make_assessment("cook and driver", ("5120", 0.9)), CLASSIFICATION)
    assert choice_of(question).options[:-1] == [option.label for option in options] == ["cook", "driver"]
    assert {option.code for option in options} == {""}


def test_words_without_work_are_asked_about_without_any_guess() -> None:
    for kind in ("place", "id", "vague"):
        assert ask_about(Obstacle(kind, "why")) == ask_for_duties()  # type: ignore[arg-type]


def test_what_is_far_behind_is_not_tied() -> None:
    candidates = [candidate("2211", 0.8), candidate("2212", 0.79), candidate("9112", 0.1)]
    assert [one.family for one in tied(candidates, posterior(candidates))] == ["2211", "2212"]
    assert tied([], {}) == []


@given(some_families)
def test_every_option_is_a_code_of_its_own_and_every_tied_code_is_in_one(families: list[str]) -> None:
    candidates = [candidate(family, 0.5) for family in families]
    split = best_split(candidates, CLASSIFICATION)
    assert split is not None
    for option in split.options:
        assert CLASSIFICATION.title(option.code) == option.label
        assert option.leaves == sum(family.startswith(option.code) for family in families)
    assert sum(option.leaves for option in split.options) == len(families)
    assert 1 <= split.expected < len(families)


@given(some_families)
def test_a_question_can_always_be_read_back_and_never_has_more_than_seven_answers(families: list[str]) -> None:
    question = asked_between(*families)
    assert from_state(Question, to_state(question)) == question
    choice = choice_of(question)
    assert len(set(choice.options)) == len(choice.options) <= MOST_CHOICES + 1
