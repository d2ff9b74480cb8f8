"""What is said about alpha is what fusing again shows."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.retrieval.fusion import Found, Method, Normalisation, Receipt, fuse
from core.retrieval.sensitivity import (
    Place,
    crossings,
    ranks_over_alpha,
    stable_interval,
    stable_sentence,
    why_not,
)

NORMALISATIONS: list[Normalisation] = ["none", "max", "min-max", "z-score"]
METHODS: list[Method] = ["weighted sum", "reciprocal rank"]
SOURCES = {"profile_vectors": "vector", "profile_keywords": "keyword", "answer_vectors": "vector", "web": "keyword"}
GRID = [step / 50 for step in range(51)]

# Hundredths make ties, triple crossings and crossings on the grid; floats make the rest.
scores = st.integers(0, 100).map(lambda hundredth: hundredth / 100) | st.floats(0, 1).map(lambda x: round(x, 9))
alphas = st.integers(0, 100).map(lambda hundredth: hundredth / 100) | st.floats(0, 1).map(lambda x: round(x, 6))
keeps = st.integers(1, 6)


@st.composite
def searches(draw) -> list[Found]:
    lists = []
    for source, side in SOURCES.items():
        hits = draw(st.dictionaries(st.sampled_from("abcdefghij"), scores, min_size=1, max_size=8))
        lists.append(Found(source, side, sorted(hits.items(), key=lambda hit: -hit[1])))
    return lists


@st.composite
def rankings(draw) -> list[Receipt]:
    return fuse(draw(searches()), draw(st.sampled_from(METHODS)), 0.6, draw(st.sampled_from(NORMALISATIONS)))


def rank_at(receipts: list[Receipt], alpha: float) -> dict[str, int]:
    def score(receipt: Receipt) -> float:
        return alpha * receipt.vector + (1 - alpha) * receipt.keyword

    ordered = sorted(receipts, key=lambda receipt: (-score(receipt), receipt.id))
    return {receipt.id: rank for rank, receipt in enumerate(ordered, start=1)}


def first(receipts: list[Receipt], alpha: float, keep: int) -> set[str]:
    return {id for id, rank in rank_at(receipts, alpha).items() if rank <= keep}


def is_near_a_crossing(receipts: list[Receipt], alpha: float) -> bool:
    """Rounding decides there, and at the ends whole groups tie."""
    lines = {(receipt.vector, receipt.keyword) for receipt in receipts}
    values = sorted(alpha * vector + (1 - alpha) * keyword for vector, keyword in lines)
    return any(b - a < 1e-9 for a, b in pairwise(values))


def made_of(**sides: tuple[float, float]) -> list[Found]:
    """One vector and one keyword search whose raw scores are these (vector, keyword) pairs."""
    return [
        Found(source, side, sorted(((id, pair[at]) for id, pair in sides.items()), key=lambda hit: -hit[1]))
        for at, (source, side) in enumerate([("vectors", "vector"), ("keywords", "keyword")])
    ]


TWO = fuse(made_of(words=(0.2, 0.9), meaning=(0.8, 0.1)), "weighted sum", 0.5, "none")

# --- crossings --------------------------------------------------------------------------------------------------------


def test_a_crossing_stands_where_the_two_lines_meet():
    (crossing,) = crossings(TWO)
    assert (crossing.above, crossing.below) == ("meaning", "words")
    assert crossing.alpha == pytest.approx(0.8 / 1.4, abs=1e-12)


@given(rankings())
def test_two_change_places_at_their_crossings_and_never_elsewhere(receipts):
    changes = {frozenset((crossing.above, crossing.below)): crossing for crossing in crossings(receipts)}
    assert len(changes) == len(crossings(receipts))
    by_start = sorted(receipts, key=lambda receipt: (-receipt.keyword, -receipt.vector, receipt.id))
    start = {receipt.id: rank for rank, receipt in enumerate(by_start)}  # for α just above 0
    for alpha in GRID[1:-1]:
        if is_near_a_crossing(receipts, alpha):
            continue
        now = rank_at(receipts, alpha)
        for a in now:
            for b in now:
                if now[a] < now[b]:
                    crossing = changes.get(frozenset((a, b)))
                    crossed = crossing is not None and crossing.alpha < alpha
                    assert crossed == (start[a] > start[b])
                    assert not crossed or crossing.above == a


@given(rankings(), st.sets(st.sampled_from("abcdefghij")))
def test_crossings_can_be_asked_for_some_people_and_come_in_ascending_order(receipts, ids):
    everything = crossings(receipts)
    assert [crossing.alpha for crossing in everything] == sorted(crossing.alpha for crossing in everything)
    assert all(0 < crossing.alpha < 1 for crossing in everything)
    assert crossings(receipts, ids) == [one for one in everything if one.above in ids and one.below in ids]


# --- ranks ------------------------------------------------------------------------------------------------------------


def test_the_rank_over_alpha_is_exact_steps():
    meeting = pytest.approx(0.8 / 1.4)
    assert ranks_over_alpha(TWO, ["words"]) == {"words": [(0.0, meeting, 1), (meeting, 1.0, 2)]}


def test_a_tie_at_the_very_end_is_a_step_of_its_own():
    receipts = fuse(made_of(a=(0.2, 0.0), b=(0.8, 0.0)), "weighted sum", 0.5, "none")
    assert ranks_over_alpha(receipts, ["a", "b"]) == {"a": [(0, 0, 1), (0, 1, 2)], "b": [(0, 0, 2), (0, 1, 1)]}


@given(rankings())
def test_the_steps_always_cover_the_whole_scale_and_say_the_rank_that_fusing_again_gives(receipts):
    steps = ranks_over_alpha(receipts, [receipt.id for receipt in receipts])
    assert set(steps) == {receipt.id for receipt in receipts}
    for own in steps.values():
        assert own[0][0] == 0
        assert own[-1][1] == 1
        assert all(a[1] == b[0] and a[2] != b[2] for a, b in pairwise(own))
    for alpha in GRID:
        if 0 < alpha < 1 and is_near_a_crossing(receipts, alpha):
            continue
        for id, rank in rank_at(receipts, alpha).items():
            inside = [step for step in steps[id] if step[0] < alpha < step[1]]
            at_an_end = [step for step in (steps[id][0], steps[id][-1]) if alpha in (0, 1) and alpha in step[:2]]
            assert rank == (inside or at_an_end if alpha < 1 else at_an_end[-1:])[0][2]


def test_somebody_who_is_not_ranked_has_no_steps():
    assert ranks_over_alpha(TWO, ["nobody"]) == {}


# --- stability --------------------------------------------------------------------------------------------------------


@given(rankings(), alphas, keeps)
def test_the_first_few_are_the_same_inside_the_interval_and_others_just_outside(receipts, alpha, keep):
    low, high = stable_interval(receipts, alpha, keep)
    assert 0 <= low <= alpha <= high <= 1
    members = first(receipts, alpha, keep)
    for other in GRID:
        if low < other < high and not is_near_a_crossing(receipts, other):
            assert first(receipts, other, keep) == members
    if low > 1e-6 and not is_near_a_crossing(receipts, low - 1e-7):
        assert first(receipts, low - 1e-7, keep) != members
    if high < 1 - 1e-6 and not is_near_a_crossing(receipts, high + 1e-7):
        assert first(receipts, high + 1e-7, keep) != members


def test_the_stable_interval_ends_where_somebody_comes_in():
    assert stable_interval(TWO, 0.5, 1) == (0.0, pytest.approx(0.8 / 1.4))
    assert stable_interval(TWO, 0.6, 1) == (pytest.approx(0.8 / 1.4), 1.0)
    assert stable_interval(TWO, 0.6, 2) == (0.0, 1.0)


def test_the_stable_sentence_rounds_inwards():
    assert stable_sentence(TWO, 0.5, 1) == "The first place is the same for α between 0.00 and 0.57."
    assert stable_sentence(TWO, 0.6, 1) == "The first place is the same for α between 0.58 and 1.00."
    assert stable_sentence(TWO, 0.571, 1) == "The first place is the same for α between 0.00 and 0.571."
    assert stable_sentence(TWO, 0.5, 2) == "The top two is the same for every α."


def test_the_stable_sentence_knows_that_whole_groups_tie_at_the_ends():
    receipts = fuse(made_of(a=(0.2, 0.0), b=(0.8, 0.0)), "weighted sum", 0.5, "none")
    assert stable_interval(receipts, 0.5, 1) == (0.0, 1.0)
    assert stable_sentence(receipts, 0.5, 1) == "The first place is the same for α between 0.01 and 1.00."
    assert stable_sentence(receipts, 0.0, 1) == "The first place is the same only at α = 0.00."


@given(rankings(), alphas, keeps)
def test_at_the_printed_ends_the_first_few_are_always_those_of_now(receipts, alpha, keep):
    sentence = stable_sentence(receipts, alpha, keep)
    numbers = [float(number) for number in re.findall(r"\d\.\d+", sentence)]
    members = first(receipts, alpha, keep)
    assert numbers or sentence.endswith("for every α.")
    if numbers:
        assert numbers[0] - 1e-9 <= alpha <= numbers[-1] + 1e-9
    for other in numbers or [at for at in GRID if at in (0, 1) or not is_near_a_crossing(receipts, at)]:
        assert first(receipts, other, keep) == members


def test_an_empty_ranking_has_nothing_to_say_and_does_not_fail():
    assert crossings([]) == []
    assert ranks_over_alpha([], ["a"]) == {}
    assert stable_interval([], 0.6, 5) == (0.0, 1.0)


# --- why not ----------------------------------------------------------------------------------------------------------

NAMES = {"vectors": "profile vectors", "keywords": "profile keywords"}


def test_the_smallest_change_of_alpha_is_a_round_number_that_works():
    lists = made_of(words=(0.2, 0.9), meaning=(0.8, 0.1))
    answer = why_not(lists, "meaning", 0.5, "none", None, keep=1)
    assert (answer.rank, answer.needs_alpha, answer.needs_candidates) == (2, 0.58, None)
    assert answer.sentence(NAMES) == (
        "Found by profile vectors (rank 1) and profile keywords (rank 2). At α = 0.50 they stand at rank 2 with 0.45, "
        "outside the first 1. The smallest change of α that brings them in is to 0.58."
    )


def test_who_wins_a_tie_needs_no_more_than_the_tie():
    lists = made_of(a=(0.0, 0.29), b=(0.71, 0.0))
    assert why_not(lists, "a", 0.6, "none", None, keep=1).needs_alpha == 0.29
    assert why_not(lists, "b", 0.1, "none", None, keep=1).needs_alpha == 0.30
    lists = made_of(a=(0.93, 0.0), b=(0.0, 0.07))
    assert why_not(lists, "a", 0.01, "none", None, keep=1).needs_alpha == 0.07


def test_who_is_worse_in_everything_is_brought_in_by_no_alpha():
    answer = why_not(made_of(best=(0.9, 0.9), worse=(0.5, 0.5)), "worse", 0.6, "none", None, keep=1)
    assert answer.needs_alpha is None
    assert answer.sentence(NAMES).endswith("No α brings them in.")


def test_whom_every_search_missed_nothing_brings_in():
    answer = why_not(made_of(a=(1, 1)), "nobody", 0.6, "none", 10, keep=5)
    assert answer.found == {"vectors": None, "keywords": None}
    assert (answer.rank, answer.score, answer.needs_alpha, answer.needs_candidates) == (None, 0.0, None, None)
    assert answer.sentence(NAMES).startswith("No search found them")


def test_who_was_cut_learns_how_many_candidates_are_needed():
    lists = [
        Found("vectors", "vector", [("a", 0.9), ("b", 0.8), ("c", 0.7)]),
        Found("keywords", "keyword", [("d", 0.1)]),
    ]
    answer = why_not(lists, "c", 0.6, "none", candidates=1, keep=3)
    assert answer.found == {"vectors": Place(3, 0.7, True), "keywords": None}
    assert (answer.rank, answer.needs_alpha, answer.needs_candidates) == (None, None, 3)
    assert answer.sentence(NAMES) == (
        "Found by profile vectors (rank 3, beyond the candidates); missed by profile keywords. No search has them "
        "among its first 1, so they have no rank. 3 candidates per search instead of 1 bring them in."
    )


def test_who_is_in_needs_nothing():
    answer = why_not(made_of(words=(0.2, 0.9), meaning=(0.8, 0.1)), "words", 0.5, "none", None, keep=1)
    assert (answer.rank, answer.needs_alpha, answer.needs_candidates) == (1, 0.5, None)
    assert answer.sentence(NAMES).endswith("they stand at rank 1 with 0.55, inside the first 1.")


@given(
    searches(),
    alphas,
    keeps,
    st.none() | st.integers(1, 8),
    st.sampled_from(METHODS),
    st.sampled_from(NORMALISATIONS),
    st.sampled_from([1, 60]),
)
def test_the_named_change_always_brings_them_in_and_no_smaller_one_does(
    lists, alpha, keep, candidates, method, normalisation, k
):
    def among_first(id: str, at: float, cut: int | None) -> bool:
        return id in {receipt.id for receipt in fuse(lists, method, at, normalisation, k, cut)[:keep]}

    present = fuse(lists, method, alpha, normalisation, k, candidates)
    ranks = {receipt.id: receipt for receipt in present}
    plain = [at for at in GRID if at in (0, 1) or not is_near_a_crossing(present, at)]
    ranked_at = {at: [one.id for one in fuse(lists, method, at, normalisation, k, candidates)] for at in plain}
    for id in "aej":
        answer = why_not(lists, id, alpha, normalisation, candidates, keep, method, k)
        assert answer.rank == (ranks[id].rank if id in ranks else None)
        assert answer.score == (ranks[id].score if id in ranks else 0)
        helping = [at for at in plain if id in ranked_at[at][:keep]]
        if answer.needs_alpha is None:
            assert not helping
        else:
            assert among_first(id, answer.needs_alpha, candidates)
            # A round number lies at most two hundredths behind the exact place.
            assert all(abs(at - alpha) > abs(answer.needs_alpha - alpha) - 0.0201 for at in helping)
        if answer.needs_candidates is not None:
            assert among_first(id, alpha, answer.needs_candidates)
            assert not any(among_first(id, alpha, cut) for cut in range(candidates, answer.needs_candidates))
        elif candidates and answer.needs_alpha is None:
            assert not any(among_first(id, alpha, cut) for cut in range(candidates, 9))


@pytest.mark.parametrize(("alpha", "keep", "words"), [(float("nan"), 5, "Alpha"), (1.1, 5, "Alpha"), (0.5, 0, "kept")])
def test_bad_settings_are_refused_in_words(alpha, keep, words):
    with pytest.raises(InputError, match=words):
        stable_interval(TWO, alpha, keep)
    with pytest.raises(InputError, match=words):
        why_not(made_of(a=(1, 1)), "a", alpha, "none", None, keep)
