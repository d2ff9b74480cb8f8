"""What words and candidates amount to: ambiguity, drift, noise, what is certain, and what else could be searched."""

from __future__ import annotations

import pytest
from hypothesis import given

from core.systems.nco_classification.decision.assessment import CERTAIN_GENERAL, LISTED, assess
from core.systems.nco_classification.decision.confidence import THRESHOLD
from core.systems.nco_classification.state import Answer
from tests.systems.nco_classification.anything import hits, requests
from tests.systems.nco_classification.little_index import (
    CLASSIFICATION,
    CLEAR,
    TAILOR,
    candidate,
    make_assessment,
    make_state,
    new_case,
)

AMBIGUOUS = {"ambiguous": True, "reason": "Two trades."}


def test_a_bare_broad_title_is_ambiguous_until_what_was_chosen_leaves_one_family() -> None:
    assert make_assessment("doctor", ("2211", 0.9)).ambiguous
    assert make_assessment("doctor", ("2211", 0.9), within="22").ambiguous
    assert not make_assessment("doctor", ("2211", 0.9), within="2211").ambiguous
    assert not make_assessment("eye doctor", ("2211", 0.9)).ambiguous


def test_why_the_words_are_ambiguous_is_what_the_expander_said_before_what_was_computed() -> None:
    assert make_assessment("doctor", ("2211", 0.9), analysis=AMBIGUOUS).ambiguity == "Two trades."
    assert "several families" in make_assessment("doctor", ("2211", 0.9)).ambiguity
    assert make_assessment(TAILOR, *CLEAR).ambiguity == ""


def test_a_query_without_any_of_the_words_has_drifted() -> None:
    assert make_assessment(TAILOR, *CLEAR, queries=["astronaut"]).drifted
    assert not make_assessment(TAILOR, *CLEAR, queries=["astronaut", "shirts"]).drifted


def test_a_poor_first_candidate_is_noise_and_leaves_nothing_certain_but_what_was_chosen() -> None:
    assessment = make_assessment(TAILOR, ("7531", 0.1))
    assert (assessment.noisy, assessment.certain) == (True, "")
    assert assessment.doubt
    assert make_assessment(TAILOR, ("7531", 0.1), within="75").certain == "75"
    assert make_assessment(TAILOR).noisy


def test_the_part_that_is_certain_holds_most_of_the_posterior() -> None:
    assert make_assessment(TAILOR, *CLEAR).certain == "7531"
    words = "writes code for web shops"
    assert make_assessment(words, ("2512", 0.6), ("2514", 0.6), ("2513", 0.59)).certain == "251"


def test_of_a_broad_title_no_more_is_certain_than_all_that_it_may_mean_have_in_common() -> None:
    assert make_assessment("doctor", ("2211", 0.9), ("2212", 0.1)).certain == "221"
    assert make_assessment("clear words", ("2211", 0.9), ("2212", 0.1), analysis=AMBIGUOUS).certain == "221"


def test_no_part_is_certain_where_a_word_was_guessed_or_none_is_known() -> None:
    assert make_assessment("carpantr wood", *CLEAR).reading.guessed
    for words in ("carpantr wood", "zorblaxian quuxing"):
        assert make_assessment(words, *CLEAR).certain == ""
        assert make_assessment(words, *CLEAR, within="75").certain == "75"


def test_no_family_is_certain_that_is_not_sure_enough_to_be_coded() -> None:
    sure = make_assessment(TAILOR, *CLEAR)
    assert sure.certain == "7531"
    careful = make_assessment(TAILOR, *CLEAR, threshold=sure.confidence.probability + 0.01)
    assert careful.certain == "753"


def test_what_a_list_does_not_have_is_possible_and_never_likelier_than_what_it_has() -> None:
    shares = make_assessment("doctor", ("7531", 0.95), ("2211", 0.5), ("2212", 0.5)).posterior
    assert 0 < shares["7531"] <= shares["2211"] == shares["2212"]
    assert shares["2211"] + shares["2212"] == pytest.approx(LISTED)


def test_words_that_cannot_be_coded_leave_nothing_certain() -> None:
    assert make_assessment("Pune", *CLEAR).certain == ""


def test_an_occupation_is_the_best_code_only_when_its_title_says_the_same_ahead_of_its_siblings() -> None:
    assert make_assessment(TAILOR, *CLEAR).best == "7531"
    [first, second] = CLASSIFICATION.occupations_of("7531")[:2]
    for scores, best in (((0.99, 0.5), first), ((0.99, 0.95), "7531"), ((0.9, 0.5), "7531")):
        one = candidate("7531", 0.95)
        one.occupations[:] = [(first, scores[0]), (second, scores[1])]
        assert assess(make_state(TAILOR), [one], new_case().context).best == best


def test_close_families_are_of_one_group_and_reach_the_threshold_together() -> None:
    words = "writes code for web shops"
    close = make_assessment(words, ("2512", 0.6), ("2514", 0.6), ("2513", 0.59), ("9112", 0.2)).close
    assert close == ("2512", "2514", "2513")
    assert make_assessment(words, ("2512", 0.6), ("9112", 0.6)).close == ()
    assert make_assessment(words, ("2512", 0.9), ("2514", 0.3)).close == ()


def test_what_else_could_be_searched_are_the_users_own_words_then_the_title_then_the_duties() -> None:
    analysis = {"title": "tailor", "duties": ["sews", "hems"]}
    for searched, better in (
        (["astronaut"], TAILOR),
        ([TAILOR], "tailor"),
        ([TAILOR, "tailor"], "sews; hems"),
        ([TAILOR, "tailor", "sews; hems"], ""),
    ):
        assert make_assessment(TAILOR, *CLEAR, queries=searched, analysis=analysis).better_query == better


@given(requests, hits)
def test_whatever_was_found_the_certain_part_exists_and_the_posterior_is_of_the_candidates(text, found) -> None:
    assessment = make_assessment(text, *found)
    assert assessment.certain == "" or CLASSIFICATION.exists(assessment.certain)
    assert list(assessment.posterior) == [one.family for one in assessment.candidates]
    assert not (assessment.ambiguous and not assessment.ambiguity)


def test_a_model_is_shown_the_figures_and_no_candidate_twice() -> None:
    assessment = make_assessment(TAILOR, *CLEAR)
    shown = assessment.for_model()
    assert (shown.fit, shown.threshold, shown.best, shown.digits) == (0.95, THRESHOLD, "7531", 8)
    assert shown.separation == pytest.approx(0.65)


def test_a_bare_title_that_the_classification_itself_calls_general_needs_less_than_others() -> None:
    likely = [("7411", 0.95), ("7412", 0.85)]
    bare, other = make_assessment("electrician", *likely), make_assessment("electrical man", *likely)
    assert bare.confidence.probability >= CERTAIN_GENERAL
    assert bare.threshold == CERTAIN_GENERAL < other.threshold
    unlikely = make_assessment("electrician", ("7411", 0.7), ("7412", 0.7))
    assert unlikely.threshold == other.threshold
    assert make_assessment("electrician", *likely, threshold=0.95).threshold == 0.95


def test_what_does_not_go_together_is_named_and_only_where_it_is_so() -> None:
    told = Answer(
        question="Which?", said="By hand", code="", job="", words="", checkpoint="", attribute="role", value="skilled",
        offered=2,
    )  # fmt: skip
    against = make_assessment("gives tuition to class 7", ("2341", 0.9), answers=[told]).denied
    assert "“By hand”, which was answered and leads to “Primary School Teachers”" in against
    assert "which the words tell of “Whom do you teach?”" in against
    assert "go together" not in make_assessment("pots plants in a nursery", ("9214", 0.9), answers=[told]).denied
    other: Answer = {**told, "value": "manages"}
    assert "go together" not in make_assessment("gives tuition to class 7", ("2341", 0.9), answers=[other]).denied
    assert "go together" not in make_assessment("gives tuition to class 7", ("2341", 0.9), within="2341").denied
