"""The written rules that answer when no model does."""

from __future__ import annotations

from typing import Any

import pytest

from core.systems.nco_classification.tasks import CandidateView, Decision, Measured, analyze, expand, word_question
from tests.systems.nco_classification.little_index import TAILOR, make_state

SHOWN: list[CandidateView] = [{"code": "7531", "title": "", "score": 0.9, "evidence": [], "occupations": []}]


def decide(analysis: dict[str, Any] | None = None, left: int = 1, shown: Any = SHOWN, **values: Any) -> Decision:
    measured: dict[str, Any] = {
        "fit": 0.6, "separation": 0.1, "probability": 0.5, "threshold": 0.5, "ambiguous": False, "drifted": False,
        "noisy": False, "best": "7531", "close": [], "chosen": "", "better_query": "",
    }  # fmt: skip
    expansion = make_state(TAILOR, analysis=analysis or {})["expander_analysis"]
    return analyze.rule(TAILOR, expansion, shown, Measured(**{**measured, **values}), left)


@pytest.mark.parametrize(("probability", "status"), [(0.5, "MATCH_FOUND"), (0.49, "MORE_INFO")])
def test_a_match_needs_a_probability_that_reaches_the_threshold(probability: float, status: str) -> None:
    assert decide(probability=probability).status == status


@pytest.mark.parametrize(
    ("probability", "told"), [(0.49, "49%; 50%"), (0.499, "49.9%; 50.0%"), (0.49999, "49.999%; 50.000%")]
)
def test_what_is_missing_to_a_code_is_told_so_precisely_that_it_can_be_seen(probability: float, told: str) -> None:
    assert f"only {told} are needed." in decide(probability=probability).reason


def test_ambiguous_words_are_asked_about_however_probable_the_first_family_is() -> None:
    decision = decide({"ambiguous": True, "reason": "Two trades."}, probability=0.99)
    assert (decision.status, decision.reason) == ("MORE_INFO", "Two trades.")
    assert decide(ambiguous=True, probability=0.99).status == "MORE_INFO"


def test_what_the_user_chose_is_the_match() -> None:
    assert decide(chosen="7533", probability=0.1).codes == ["7533"]


def test_noise_and_drift_are_searched_again_while_a_search_is_left_and_something_else_to_search_for() -> None:
    for doubt in ({"noisy": True}, {"drifted": True}):
        assert decide(better_query="tailor", **doubt).refined_query == "tailor"
        assert decide(better_query="tailor", left=0, **doubt).status != "IMPROVED_SEARCH"
        assert decide(better_query="", **doubt).status != "IMPROVED_SEARCH"


def test_close_families_are_given_together_and_nothing_found_is_a_question() -> None:
    assert decide(probability=0.3, close=["2512", "2514"]).codes == ["2512", "2514"]
    assert decide(shown=[], probability=0.9).status == "MORE_INFO"


def test_the_words_are_parted_into_title_and_duties_and_ids_and_places_are_told_as_left_out() -> None:
    expansion = expand.rule("Site manager in Pune; plans the work, pays the men", "")
    assert (expansion.title, expansion.division) == ("Site manager", "Managers")
    assert expansion.duties == ["plans the work, pays the men"]
    assert not expansion.ambiguous
    assert "Pune" in expansion.assumptions[0]


def test_what_the_written_checks_found_makes_the_words_ambiguous() -> None:
    expansion = expand.rule("E010", "This is an id.")
    assert (expansion.ambiguous, expansion.reason) == (True, "This is an id.")


def test_without_a_model_the_question_stays_as_it_was_computed() -> None:
    assert word_question.rule("doctor", "", [], "Which one?").question == "Which one?"
