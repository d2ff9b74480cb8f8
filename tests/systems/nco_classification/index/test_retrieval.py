"""Which search is next, what two searches come to together, and the shape in which the state keeps it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.systems.nco_classification.index.retrieval import as_chroma, merge, next_search, score_by_own_words
from tests.systems.nco_classification.little_index import (
    CLASSIFICATION,
    CLEAR,
    TAILOR,
    LittleIndex,
    candidate,
    make_state,
    new_case,
)

CONTEXT = new_case().context


def test_the_expanders_query_is_searched_first_and_the_analyzers_on_an_improved_search() -> None:
    improved = {"improved_search": True, "analyzer_response": {"refined_query": "tailor"}}
    assert next_search(make_state(TAILOR, improved_search=False), CONTEXT) == (TAILOR, CONTEXT.depth)
    assert next_search(make_state(TAILOR, **improved), CONTEXT) == ("tailor", CONTEXT.depth)


@pytest.mark.parametrize(("words", "within"), [("farmer", ""), (TAILOR, "75")])
def test_for_a_broad_title_and_inside_a_chosen_part_every_family_is_searched(words: str, within: str) -> None:
    limit = next_search(make_state(words, within=within, improved_search=False), CONTEXT)[1]
    assert limit == len(CLASSIFICATION.families)


def test_each_family_stays_at_its_best_score_and_the_best_come_first() -> None:
    merged = merge(
        make_state(TAILOR),
        [candidate("7531", 0.4), candidate("7533", 0.5)],
        [candidate("7531", 0.9), candidate("7533", 0.1)],
        CONTEXT,
    )
    assert [(one.family, one.score) for one in merged] == [("7531", 0.9), ("7533", 0.5)]


def test_what_is_in_no_classification_or_outside_the_chosen_part_is_left_out() -> None:
    found = [candidate("7531", 0.9), candidate("2211", 0.8)]
    strange = [candidate("9999", 1.0)]
    assert [one.family for one in merge(make_state(TAILOR, within="75"), [], found + strange, CONTEXT)] == ["7531"]


def test_beyond_the_depth_only_what_a_broad_title_may_mean_is_kept() -> None:
    families = sorted(CLASSIFICATION.families, reverse=True)
    found = [candidate(family, 1 - rank / 1000) for rank, family in enumerate(families)]
    assert len(merge(make_state(TAILOR), [], found, CONTEXT)) == CONTEXT.depth
    kept = {one.family for one in merge(make_state("doctor"), [], found, CONTEXT)[CONTEXT.depth :]}
    assert kept == {"2211", "2212"}


def test_a_query_that_says_more_proposes_families_and_the_users_own_words_score_them() -> None:
    context = new_case(LittleIndex({TAILOR: CLEAR})).context
    found = [candidate("3153", 0.99), candidate("7533", 0.9)]
    scored, proposed = score_by_own_words(make_state(TAILOR), "pilot of shirts", found, context)
    assert [(one.family, one.score) for one in scored] == [*CLEAR, ("3153", 0.0)]
    assert proposed == ["3153", "7533"]
    merged = merge(make_state(TAILOR), [], scored, replace(context, depth=1), proposed)
    assert [one.family for one in merged] == ["7531", "7533", "3153"]


def test_a_query_in_the_users_own_words_keeps_the_scores_it_found() -> None:
    found = [candidate("7531", 0.9)]
    assert score_by_own_words(make_state(TAILOR), "shirts", found, CONTEXT) == (found, [])


def test_the_results_have_the_shape_that_the_specification_names() -> None:
    results = as_chroma([candidate("7531", 0.9), candidate("7533", 0.5)])
    assert set(results) == {"ids", "distances", "metadatas", "documents"}
    assert results["ids"] == [["7531", "7533"]]
    assert results["distances"][0] == pytest.approx([0.1, 0.5])
    assert len(results["metadatas"][0]) == len(results["documents"][0]) == 2
    assert as_chroma([])["ids"] == [[]]
