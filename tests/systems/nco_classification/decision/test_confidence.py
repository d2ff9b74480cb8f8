import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.retrieval.fusion import Receipt
from core.systems.nco_classification.decision.confidence import (
    deepest_confident_code,
    mass_below,
    measure_confidence,
    posterior,
)
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate

FAMILIES = list(Classification.load().families)


def candidates(scores: dict[str, float]) -> list[Candidate]:
    order = sorted(scores, key=lambda family: -scores[family])
    return [
        Candidate(family, scores[family], Receipt(family, scores[family], rank, [], 0, 0), [], [])
        for rank, family in enumerate(order, start=1)
    ]


found = st.dictionaries(st.sampled_from(FAMILIES), st.floats(0, 1), max_size=10).map(candidates)


@given(found)
def test_the_posterior_sums_to_one_and_follow_the_scores(some):
    shares = posterior(some)
    assert sum(shares.values()) == pytest.approx(1 if some else 0)
    assert list(shares.values()) == sorted(shares.values(), reverse=True)


@given(found, st.floats(0.01, 1))
def test_what_is_certain_reaches_the_threshold_and_is_a_code(some, threshold):
    certain = deepest_confident_code(posterior(some), threshold)
    if certain:
        assert Classification.load().exists(certain)
        assert mass_below(certain, posterior(some)) >= threshold - 1e-9


@given(found)
def test_probability_always_lies_between_0_and_1(some):
    assert 0 <= measure_confidence(some).probability <= 1


def test_a_better_fit_and_a_wider_lead_make_it_surer():
    def sure(first: float, second: float) -> float:
        return measure_confidence(candidates({"5120": first, "7126": second})).probability

    assert sure(0.9, 0.5) > sure(0.7, 0.3)
    assert sure(0.9, 0.5) > sure(0.9, 0.8)
    assert measure_confidence([]).probability == 0


def test_nothing_found_or_a_poor_fit_is_noise():
    assert measure_confidence([]).noisy
    assert measure_confidence(candidates({"5120": 0.1})).noisy
    assert not measure_confidence(candidates({"5120": 0.9})).noisy


def test_tied_families_of_one_group_leave_the_group_certain():
    some = candidates({"2511": 0.8, "2512": 0.8, "2513": 0.79})
    assert deepest_confident_code(posterior(some), 0.9) == "251"
    assert deepest_confident_code(posterior(candidates({"2512": 0.9, "7126": 0.2})), 0.9) == "2512"
    assert deepest_confident_code(posterior(candidates({"2512": 0.5, "7126": 0.5})), 0.9) == ""
