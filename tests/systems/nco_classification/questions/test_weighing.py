"""An answer about an attribute weighs the families anew and leaves every one of them possible."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.nco_classification.decision.confidence import measure_confidence, posterior
from core.systems.nco_classification.questions.attributes import load_attributes
from core.systems.nco_classification.questions.weighing import (
    after_answers,
    before_answers,
    contradicted,
    likelihood,
    weigh,
)
from core.systems.nco_classification.state import Answer
from tests.systems.nco_classification.little_index import CLASSIFICATION, candidate

ATTRIBUTES = load_attributes()
values = st.sampled_from([(name, value) for name, one in ATTRIBUTES.all.items() for value in one.values])
some = st.lists(st.sampled_from(sorted(CLASSIFICATION.families)), min_size=1, max_size=8, unique=True)


def told(attribute: str, value: str, **other: str) -> Answer:
    answer: Any = {"question": "", "said": "", "code": "", "job": "", "words": "", "checkpoint": "", **other}
    return {**answer, "attribute": attribute, "value": value, "offered": 3}


def test_a_family_that_has_the_answer_keeps_its_weight_an_open_one_a_part_and_another_little() -> None:
    own = [told("account", "own")]
    assert likelihood("5221", own) == 1.0  # shopkeepers
    assert ATTRIBUTES.values("account", "7531") == frozenset()  # tailors are of both kinds
    assert 1.0 > likelihood("7531", own) > likelihood("5223", own) > 0.0  # sales assistants
    assert likelihood("5223", [{**own[0], "offered": 6}]) < likelihood("5223", own)  # a slip hits one of five others
    assert [contradicted(family, own) for family in ("5221", "7531", "5223")] == [False, False, True]


def test_nothing_answered_changes_nothing() -> None:
    found = [candidate("5221", 0.6), candidate("5223", 0.5)]
    confidence = measure_confidence(found)
    assert weigh(found, [], ()) == found
    assert before_answers(found) == found
    assert after_answers(confidence, found, [], ()) == confidence


def test_what_was_said_of_another_of_several_jobs_does_not_count() -> None:
    answers = [told("account", "own"), told("", "", job="driver")]
    assert likelihood("5223", answers) == 1.0


def test_shares_are_multiplied_by_what_the_answer_is_worth_and_the_receipt_says_so() -> None:
    found = [candidate("5223", 0.55), candidate("5221", 0.5)]
    before, answers = posterior(found), [told("account", "own")]
    weighed = weigh(found, answers, ())
    assert [one.family for one in weighed] == ["5221", "5223"]
    assert [one.receipt.rank for one in weighed] == [1, 2]
    after = posterior(weighed)
    worth = likelihood("5221", answers) / likelihood("5223", answers)
    assert after["5221"] / after["5223"] == pytest.approx(worth * before["5221"] / before["5223"])
    assert weighed[1].receipt.parts[-1].source == "what was answered"
    assert weighed[1].receipt.parts[-1].contribution < 0
    assert [(one.family, one.score) for one in before_answers(weighed)] == [
        (one.family, pytest.approx(one.score)) for one in found
    ]


def test_a_denial_counts_beside_an_answer_as_a_part_of_its_own() -> None:
    found = [candidate("5223", 0.55), candidate("5221", 0.5)]
    weighed = weigh(found, [told("account", "own")], (), [told("activity", "cook")])
    for one, before in zip(weighed, before_answers(weighed), strict=True):
        added = [part.source for part in one.receipt.parts if part not in before.receipt.parts]
        assert added == ["what was answered", "what is said not to be the work"]
    assert {one.family: one.score for one in before_answers(weighed)} == pytest.approx({"5223": 0.55, "5221": 0.5})


def test_the_probability_follows_bayes_from_the_calibrated_one() -> None:
    found = [candidate("5223", 0.55), candidate("5221", 0.5)]
    confidence, answers = measure_confidence(found), [told("account", "employed")]
    sure = after_answers(confidence, weigh(found, answers, ()), answers, ()).probability
    odds = confidence.probability / (1 - confidence.probability) / likelihood("5221", answers)
    assert sure == pytest.approx(odds / (1 + odds))


def test_what_a_bare_title_may_mean_is_equally_likely_before_the_answer() -> None:
    broad = ("2330", "2341", "2342")
    found = [candidate("2342", 0.9), candidate("7531", 0.85), candidate("2330", 0.6), candidate("2341", 0.5)]
    answers = [told("pupils", "primary")]
    weighed = weigh(found, answers, broad)
    assert weighed[0].family == "2341"
    sure = after_answers(measure_confidence(found), weighed, answers, broad).probability
    assert sure == pytest.approx(1 / (1 + 2 * likelihood("2342", answers)))


@given(some, st.lists(values, max_size=3))
def test_no_answers_ever_make_a_family_impossible_or_a_probability_that_is_none(
    families: list[str], answered: list[tuple[str, str]]
) -> None:
    found = [candidate(family, 0.9 - number / 20) for number, family in enumerate(families)]
    answers = [told(*one) for one in answered]
    weighed = weigh(found, answers, ())
    shares = posterior(weighed)
    assert shares.keys() == set(families)
    assert all(share > 0 for share in shares.values())
    assert 0.0 <= after_answers(measure_confidence(found), weighed, answers, ()).probability <= 1.0
