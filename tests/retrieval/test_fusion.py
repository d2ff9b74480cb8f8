"""Fused scores are the specification's, and every one of them adds up from its parts."""

import json
import math
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codec import from_state, to_state
from core.errors import InputError
from core.retrieval.fusion import (
    Found,
    Method,
    Normalisation,
    Receipt,
    fuse,
    fuse_ids,
    normalise,
    reciprocal_rank,
    weighted_sum,
)

NORMALISATIONS: list[Normalisation] = ["none", "max", "min-max", "z-score", "bound"]
METHODS: list[Method] = ["weighted sum", "reciprocal rank"]
SOURCES = {"profile_vectors": "vector", "profile_keywords": "keyword", "answer_vectors": "vector", "web": "keyword"}

scores = st.floats(-50, 50) | st.integers(-4, 4).map(float)
alphas = st.floats(0, 1) | st.sampled_from([0.0, 0.5, 0.6, 1.0])


@st.composite
def searches(draw) -> list[Found]:
    lists = []
    for source, side in SOURCES.items():
        hits = draw(st.dictionaries(st.sampled_from("abcdefghij"), scores, max_size=8))
        ranked = sorted(hits.items(), key=lambda hit: -hit[1])
        lists.append(Found(source, side, ranked, low=-50, high=50))
    return lists


def by_id(receipts: list[Receipt]) -> dict[str, Receipt]:
    return {receipt.id: receipt for receipt in receipts}


# --- the specification ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("vector", "keyword", "fused"),
    [(0.88, 0.0, 0.528), (0.85, 0.72, 0.798), (0.0, 0.80, 0.320), (0.91, 0.80, 0.866)],
)
def test_the_worked_rows_of_the_specification_hold(vector, keyword, fused):
    lists = [Found("vectors", "vector", [("x", vector)]), Found("keywords", "keyword", [("x", keyword)])]
    assert weighted_sum(lists, 0.6, "none")[0].score == pytest.approx(fused, abs=1e-12)


def test_a_side_is_the_mean_of_its_searches_that_found_the_person_and_an_absent_side_counts_zero():
    lists = [
        Found("profile_vectors", "vector", [("expert 1", 0.85), ("expert 2", 0.85)]),
        Found("answer_vectors", "vector", [("expert 1", 0.91)]),
        Found("profile_keywords", "keyword", [("expert 2", 0.72)]),
    ]
    receipts = by_id(weighted_sum(lists, 0.6, "none"))
    assert receipts["expert 1"].vector == pytest.approx(0.88)
    assert receipts["expert 1"].keyword == 0
    assert receipts["expert 1"].score == pytest.approx(0.528)
    assert [part.weight for part in receipts["expert 1"].parts] == [0.3, 0.3]
    assert [part.weight for part in receipts["expert 2"].parts] == [0.6, 0.4]


def test_means_that_are_equal_but_for_rounding_are_a_tie_that_the_id_decides():
    lists = [
        Found("profile_vectors", "vector", [("b", 0.2), ("a", 0.15)]),
        Found("answer_vectors", "vector", [("b", 0.1)]),
    ]
    assert (0.1 + 0.2) / 2 > 0.15
    assert [receipt.id for receipt in weighted_sum(lists, 1.0, "none")] == ["a", "b"]


def test_reciprocal_ranks_count_from_one():
    lists = [Found("vectors", "vector", [("a", 9.0), ("b", 8.0)]), Found("keywords", "keyword", [("b", 3.0)])]
    receipts = by_id(reciprocal_rank(lists, k=60))
    assert receipts["a"].score == pytest.approx(1 / 61)
    assert receipts["b"].score == pytest.approx(1 / 62 + 1 / 61)
    assert [part.rank for part in receipts["b"].parts] == [2, 1]


def test_in_reciprocal_rank_alpha_weighs_the_vector_searches_and_the_rest_the_keyword_searches():
    lists = [Found("vectors", "vector", [("a", 1.0)]), Found("keywords", "keyword", [("a", 1.0), ("b", 0.5)])]
    receipts = by_id(fuse(lists, "reciprocal rank", alpha=0.7, k=10))
    assert receipts["a"].score == pytest.approx(0.7 / 11 + 0.3 / 11)
    assert receipts["b"].score == pytest.approx(0.3 / 12)


def test_a_search_without_a_weight_of_its_own_weighs_one_in_reciprocal_rank():
    lists = [Found("vectors", "vector", [("a", 1.0)]), Found("keywords", "keyword", [("b", 1.0)])]
    assert [receipt.id for receipt in reciprocal_rank(lists, weights={"vectors": 0.5})] == ["b", "a"]


# --- receipts ---------------------------------------------------------------------------------------------------------


@given(searches(), alphas, st.sampled_from(METHODS), st.sampled_from(NORMALISATIONS), st.none() | st.integers(1, 9))
def test_the_contributions_of_every_receipt_add_up_to_its_score(lists, alpha, method, normalisation, candidates):
    for receipt in fuse(lists, method, alpha, normalisation, 60, candidates):
        assert math.fsum(part.contribution for part in receipt.parts) == pytest.approx(receipt.score, abs=1e-9)
        assert all(part.contribution == part.weight * part.normalised for part in receipt.parts)
        assert alpha * receipt.vector + (1 - alpha) * receipt.keyword == pytest.approx(receipt.score, abs=1e-9)


@given(searches(), alphas, st.sampled_from(METHODS), st.sampled_from(NORMALISATIONS), st.integers(1, 9))
def test_a_receipt_holds_what_each_search_said_within_its_candidates(lists, alpha, method, normalisation, candidates):
    receipts = fuse(lists, method, alpha, normalisation, 60, candidates)
    told = {(part.source, receipt.id, part.rank, part.raw) for receipt in receipts for part in receipt.parts}
    assert told == {
        (found.source, id, rank, raw)
        for found in lists
        for rank, (id, raw) in enumerate(found.hits, start=1)
        if rank <= candidates
    }


@given(searches(), alphas, st.sampled_from(METHODS), st.sampled_from(NORMALISATIONS), st.randoms())
def test_the_order_is_by_score_then_id_and_never_depends_on_the_order_of_the_searches(
    lists, alpha, method, normalisation, random
):
    receipts = fuse(lists, method, alpha, normalisation)
    assert [receipt.rank for receipt in receipts] == list(range(1, len(receipts) + 1))
    assert all((-a.score, a.id) < (-b.score, b.id) for a, b in pairwise(receipts))
    random.shuffle(lists)
    again = fuse(lists, method, alpha, normalisation)
    assert [(receipt.id, receipt.score) for receipt in again] == [(receipt.id, receipt.score) for receipt in receipts]


def test_the_sentence_is_the_arithmetic_of_the_score():
    lists = [
        Found("profile_vectors", "vector", [("6", 0.91)]),
        Found("answer_keywords", "keyword", [("6", 0.80)]),
    ]
    names = {"profile_vectors": "profile vectors", "answer_keywords": "project keywords"}
    sentence = weighted_sum(lists, 0.6, "none")[0].sentence(names)
    assert sentence == "0.866 = 0.6 × 0.910 (profile vectors) + 0.4 × 0.800 (project keywords)"


@given(searches(), alphas, st.sampled_from(METHODS), st.sampled_from(NORMALISATIONS))
def test_who_adds_up_the_printed_numbers_arrives_at_the_printed_score(lists, alpha, method, normalisation):
    for receipt in fuse(lists, method, alpha, normalisation):
        total, _, terms = receipt.sentence({}).partition(" = ")
        products = re.findall(r"(-?[\d.]+) × (-?[\d.]+) \(", terms)
        assert len(products) == (sum(part.weight != 0 for part in receipt.parts) or len(receipt.parts))
        half_a_digit = 0.500001 * 10 ** -len(total.partition(".")[2])
        assert sum(float(weight) * float(value) for weight, value in products) == pytest.approx(
            float(total), abs=half_a_digit
        )
        assert float(total) == pytest.approx(receipt.score, abs=half_a_digit)


@given(searches(), alphas, st.sampled_from(METHODS), st.sampled_from(NORMALISATIONS))
def test_a_receipt_survives_a_checkpoint(lists, alpha, method, normalisation):
    for receipt in fuse(lists, method, alpha, normalisation):
        assert from_state(Receipt, json.loads(json.dumps(to_state(receipt)))) == receipt


@given(searches(), alphas, st.sampled_from(METHODS), st.sampled_from(NORMALISATIONS), st.integers(1, 9))
def test_the_order_without_receipts_is_the_order_with_them(lists, alpha, method, normalisation, candidates):
    settings = (lists, method, alpha, normalisation, 60, candidates)
    assert fuse_ids(*settings) == [receipt.id for receipt in fuse(*settings)]


def test_nothing_found_is_an_empty_ranking():
    assert fuse([], "weighted sum", 0.6) == []
    assert fuse([Found("vectors", "vector", [])], "reciprocal rank", 0.6) == []


# --- normalising ------------------------------------------------------------------------------------------------------

ranked_scores = st.lists(scores, min_size=1, max_size=30).map(lambda values: sorted(values, reverse=True))


@given(ranked_scores, st.sampled_from(NORMALISATIONS))
def test_normalising_never_turns_the_order_round(raw, how):
    assert all(better >= worse for better, worse in pairwise(normalise(raw, how, -50, 50)))


@given(ranked_scores, st.sampled_from(["max", "min-max", "z-score", "bound"]))
def test_normalised_scores_always_lie_between_zero_and_one(raw, how):
    assert all(0 <= value <= 1 for value in normalise(raw, how, -10, 10))


@given(ranked_scores)
def test_the_z_score_is_half_plus_a_sixth_of_the_standard_score(raw):
    mean = math.fsum(raw) / len(raw)
    deviation = math.sqrt(math.fsum((score - mean) ** 2 for score in raw) / len(raw))
    if deviation > 1e-6:
        expected = [min(max(0.5 + (score - mean) / deviation / 6, 0), 1) for score in raw]
        assert normalise(raw, "z-score") == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("none", [8.0, 4.0, -2.0]),
        ("max", [1.0, 0.5, 0.0]),
        ("min-max", [1.0, 0.6, 0.0]),
        ("bound", [0.8, 0.4, 0.0]),
    ],
)
def test_each_normalisation_by_hand(how, expected):
    assert normalise([8.0, 4.0, -2.0], how, low=0, high=10) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("how", "value"), [("none", 0.4), ("max", 1.0), ("min-max", 1.0), ("z-score", 0.5), ("bound", 0.4)]
)
@pytest.mark.parametrize("length", [1, 3])
def test_one_hit_or_equal_hits_have_a_defined_value(how, value, length):
    assert normalise([0.4] * length, how, 0, 1) == [value] * length


@pytest.mark.parametrize("how", NORMALISATIONS)
def test_an_empty_list_stays_empty_even_where_its_bounds_say_nothing(how):
    assert normalise([], how, 0, 0) == []


def test_when_no_score_is_above_zero_the_best_is_no_measure_and_all_count_zero():
    assert normalise([0.0, -1.0], "max") == [0.0, 0.0]


@given(st.lists(st.floats(-1e99, 1e99), min_size=1, max_size=10))
def test_scores_of_any_size_normalise_to_ordinary_numbers(raw):
    for how in NORMALISATIONS:
        assert all(math.isfinite(value) for value in normalise(raw, how, -1e99, 1e99))


def test_the_candidates_are_cut_before_normalising():
    lists = [Found("vectors", "vector", [("a", 1.0), ("b", 0.8), ("c", 0.0)])]
    assert by_id(weighted_sum(lists, 1.0, "min-max"))["b"].score == pytest.approx(0.8)
    assert by_id(weighted_sum(lists, 1.0, "min-max", candidates=2))["b"].score == 0
    assert len(weighted_sum(lists, 1.0, "min-max", candidates=2)) == 2


# --- input ------------------------------------------------------------------------------------------------------------

ONE = [Found("vectors", "vector", [("a", 1.0)])]


@pytest.mark.parametrize("alpha", [-0.1, 1.1, math.nan, math.inf])
@pytest.mark.parametrize("method", METHODS)
def test_an_alpha_outside_its_range_is_refused(alpha, method):
    with pytest.raises(InputError, match="Alpha must lie between 0 and 1"):
        fuse(ONE, method, alpha)


@pytest.mark.parametrize("k", [0, -1, math.nan, math.inf])
def test_a_k_that_is_not_above_zero_is_refused(k):
    with pytest.raises(InputError, match="must be above 0"):
        reciprocal_rank(ONE, k)


@pytest.mark.parametrize("weight", [-1, math.nan, math.inf])
def test_a_negative_weight_is_refused(weight):
    with pytest.raises(InputError, match="weight of “vectors”"):
        reciprocal_rank(ONE, weights={"vectors": weight})


@pytest.mark.parametrize("method", METHODS)
def test_no_candidates_at_all_are_refused(method):
    with pytest.raises(InputError, match="At least one candidate"):
        fuse(ONE, method, 0.6, candidates=0)


@pytest.mark.parametrize(
    ("hits", "words"),
    [
        ([("a", 1.0), ("a", 0.5)], "found the same id twice"),
        ([("a", math.nan)], "not an ordinary number"),
        ([("a", math.inf)], "not an ordinary number"),
        ([("a", 0.5), ("b", 1.0)], "not in order"),
    ],
)
@pytest.mark.parametrize("method", METHODS)
def test_a_damaged_list_is_refused_by_the_name_of_its_search(hits, words, method):
    with pytest.raises(InputError, match=f"“profiles”.*{words}|{words}") as refused:
        fuse([Found("profiles", "vector", hits)], method, 0.6)
    assert "profiles" in str(refused.value)


def test_a_search_that_is_there_twice_is_refused():
    with pytest.raises(InputError, match="“vectors” is there twice"):
        fuse(ONE + ONE, "weighted sum", 0.6)


def test_bounds_that_do_not_rise_are_refused():
    with pytest.raises(InputError, match="bounds"):
        weighted_sum([Found("vectors", "vector", [("a", 1.0)], low=1, high=1)], 0.6, "bound")


def test_an_unknown_normalisation_is_refused_with_the_ones_there_are():
    with pytest.raises(InputError, match="no normalisation called “softmax”") as refused:
        weighted_sum(ONE, 0.6, "softmax")  # type: ignore[arg-type]
    assert "min-max" in refused.value.advice


def test_an_unknown_method_is_refused_with_the_ones_there_are():
    with pytest.raises(InputError, match="no fusion method called “borda”") as refused:
        fuse(ONE, "borda", 0.6)  # type: ignore[arg-type]
    assert "reciprocal rank" in refused.value.advice
