import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import StoreError
from core.retrieval.fusion import Receipt
from core.systems.nco_classification.decision import confidence as room
from core.systems.nco_classification.decision.confidence import (
    KINDS,
    NUMBERS,
    THRESHOLD,
    Said,
    chances,
    deepest_confident_code,
    fitted,
    kind_of,
    look_at_words,
    mass_below,
    measure_confidence,
    needed,
    numbers_of,
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


@given(found, st.sampled_from(KINDS))
def test_chances_never_exceed_one_together_and_the_first_is_as_likely_as_it_is_sure(some, kind):
    confidence = measure_confidence(some, Said(kind))
    likely = chances(some, confidence)
    assert sum(likely.values()) <= 1 + 1e-9
    if some:
        assert likely[some[0].family] == confidence.probability == max(likely.values())


@given(found, st.floats(0.01, 1))
def test_what_is_certain_reaches_the_threshold_and_is_a_code(some, threshold):
    certain = deepest_confident_code(posterior(some), threshold)
    if certain:
        assert Classification.load().exists(certain)
        assert mass_below(certain, posterior(some)) >= threshold - 1e-9


@given(found)
def test_probability_is_never_below_0_and_never_said_to_be_certain(some):
    assert 0 <= measure_confidence(some).probability <= 0.99


def test_a_better_fit_and_a_wider_lead_make_it_surer():
    def sure(first: float, second: float) -> float:
        return measure_confidence(candidates({"5120": first, "7126": second})).probability

    assert sure(0.9, 0.5) > sure(0.7, 0.3)
    assert sure(0.9, 0.5) > sure(0.9, 0.8)
    assert measure_confidence([]).probability == 0


@given(st.sampled_from(KINDS), st.floats(0, 1), st.floats(0, 1))
def test_what_a_text_needs_rises_with_what_a_title_needs_and_is_a_probability(kind, one, other):
    low, high = sorted((one, other))
    assert 0 <= needed(kind, low) <= needed(kind, high) <= 1
    assert needed("title", one) == one
    assert needed(kind, 0.0) == 0
    assert needed(kind, 1.0) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_where_nothing_is_set_a_text_needs_what_was_chosen_for_its_kind(kind):
    assert needed(kind, THRESHOLD) == fitted()[kind].threshold


def test_nothing_found_or_a_poor_fit_is_noise():
    assert measure_confidence([]).noisy
    assert measure_confidence(candidates({"5120": 0.1})).noisy
    assert not measure_confidence(candidates({"5120": 0.9})).noisy


def test_tied_families_of_one_group_leave_the_group_certain():
    some = candidates({"2511": 0.8, "2512": 0.8, "2513": 0.79})
    assert deepest_confident_code(posterior(some), 0.9) == "251"
    assert deepest_confident_code(posterior(candidates({"2512": 0.9, "7126": 0.2})), 0.9) == "2512"
    assert deepest_confident_code(posterior(candidates({"2512": 0.5, "7126": 0.5})), 0.9) == ""


def test_what_was_said_is_a_title_a_phrase_or_a_description_by_its_length():
    assert [kind_of(text) for text in ("tractor driver", "drives a tractor on several farms", "a " * 10)] == list(KINDS)


def test_words_that_nobody_knows_and_words_that_were_guessed_are_told():
    normalizer = Classification.load().query_normalizer
    assert look_at_words("plumber", normalizer) == Said("title", 1, False, 1.0)
    assert look_at_words("the zzqx of a plumber", normalizer) == Said("phrase", 2, False, 0.5)
    assert look_at_words("", normalizer).known == 0.0


def test_the_numbers_have_the_order_of_their_names():
    numbers = dict(zip(NUMBERS, numbers_of(candidates({"5120": 0.9, "5131": 0.5}), Said(length=0)), strict=True))
    assert (numbers["fit"], numbers["separation"]) == (0.9, pytest.approx(0.4))
    assert numbers["share"] == numbers["group"] < numbers["division"] == pytest.approx(1)
    assert (numbers["length"], numbers["guessed"], numbers["known"]) == (0.0, 0.0, 1.0)


def test_a_guess_and_unknown_words_make_a_title_less_sure():
    some = candidates({"5120": 0.8, "7126": 0.6})
    sure = measure_confidence(some, Said()).probability
    assert measure_confidence(some, Said(guessed=True)).probability < sure


@pytest.mark.parametrize(
    "content", ["", "kind,intercept\ntitle,1\n", "kind,fit\ntitle,x\n"], ids=["empty", "short", "words"]
)
def test_a_damaged_fit_is_told_in_words(monkeypatch, tmp_path, content):
    path = tmp_path / "confidence.csv"
    path.write_text(content, encoding="utf-8")
    monkeypatch.setattr(room, "FITTED", path)
    with pytest.raises(StoreError, match=r"confidence\.csv cannot be read"):
        fitted.__wrapped__()
