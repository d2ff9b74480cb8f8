"""Fusion by λ, and the reranker's tests of specification 002."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.retrieval.embedder import Embedder
from core.retrieval.fusion import Found, Receipt
from core.retrieval.reranker import LateInteractionReranker
from core.stores.passages import Passage
from core.systems.knowledge_base.search.retrieval import fuse, fuse_again, mixing_weight, rerank, write_lists

LISTS = [
    Found("vectors", "vector", [("m1", 0.9), ("both", 0.8), ("m2", 0.7)]),
    Found("text", "keyword", [("w1", 9.0), ("both", 8.0), ("w2", 7.0)]),
]
ML = {
    "Machine learning is a field in which computers learn from data.": True,
    "Neural networks are models of machine learning inspired by the brain.": True,
    "The recipe needs two eggs and a pound of flour.": False,
    "The train to Hamburg leaves at noon.": False,
}
PROGRAMMING = {
    "Python is a programming language that is read easily.": True,
    "A function in Python is defined with the keyword def.": True,
    "Roses need much sun and little water.": False,
    "The museum is closed on Mondays.": False,
}


@pytest.mark.parametrize(("lambda_mult", "first", "absent"), [(0.0, "w1", {"m1", "m2"}), (1.0, "m1", {"w1", "w2"})])
def test_lambda_0_is_words_alone_and_1_is_meaning_alone(lambda_mult: float, first: str, absent: set[str]) -> None:
    fused = fuse(LISTS, lambda_mult, 60)
    assert fused[0].id == first
    assert not absent & {receipt.id for receipt in fused}


def test_a_quarter_weighs_words_three_times_and_ranks_count_from_one() -> None:
    by_id = {receipt.id: receipt for receipt in fuse(LISTS, 0.25, 60)}
    assert by_id["w1"].score == pytest.approx(0.75 / 61)
    assert by_id["m1"].score == pytest.approx(0.25 / 61)
    assert by_id["both"].rank == 1


def test_a_half_weighs_both_alike() -> None:
    by_id = {receipt.id: receipt.score for receipt in fuse(LISTS, 0.5, 60)}
    assert by_id["w1"] == by_id["m1"]


def test_what_the_state_keeps_fuses_to_the_same_order() -> None:
    assert fuse_again(write_lists(LISTS), 0.4, 60) == fuse(LISTS, 0.4, 60)


@pytest.fixture(scope="module")
def reranker(embedder: Embedder) -> LateInteractionReranker:
    return LateInteractionReranker(embedder)


def candidates(texts: Sequence[str]) -> tuple[list[Receipt], dict[str, Passage]]:
    """All candidates equal after fusion, worst first by id, so that only the reranker parts them."""
    ids = [str(place) for place in range(len(texts))]
    receipts = [Receipt(one, 0.01, rank, [], 0.0, 0.0) for rank, one in enumerate(ids, start=1)]
    return receipts, {one: Passage(one, one, 0, text, 0, len(text)) for one, text in zip(ids, texts, strict=True)}


@pytest.mark.parametrize(
    ("query", "texts"), [("What is machine learning?", ML), ("How do I define a function in Python?", PROGRAMMING)]
)
def test_relevant_texts_come_first_and_scores_fall_between_0_and_1(
    reranker: LateInteractionReranker, query: str, texts: dict[str, bool]
) -> None:
    listed = sorted(texts, key=texts.__getitem__)
    receipts, passages = candidates(listed)
    ranked = rerank(query, receipts, passages, reranker, 4, mixing_weight(reranker))
    scores = [one["score"] for one in ranked]
    assert [texts[passages[one["id"]].text] for one in ranked] == [True, True, False, False]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_no_candidate_one_candidate_and_more_asked_than_there_are(reranker: LateInteractionReranker) -> None:
    assert rerank("soup", [], {}, reranker, 4, 0.3) == []
    for count in (1, 3):
        receipts, passages = candidates(["pea soup"] * count)
        assert len(rerank("soup", receipts, passages, reranker, 10, 0.3)) == count
    receipts, passages = candidates(["pea soup"] * 3)
    assert len(rerank("soup", receipts, passages, reranker, 2, 0.3)) == 2
    assert rerank("soup", receipts, passages, reranker, 0, 0.3) == []


def test_a_score_is_the_sum_of_its_parts(reranker: LateInteractionReranker) -> None:
    receipts, passages = candidates(list(ML))
    for one in rerank("machine learning", receipts, passages, reranker, 4, 0.3):
        assert one["score"] == pytest.approx(0.7 * one["fused"] + 0.3 * one["reranked"], abs=1e-9)


def test_a_trained_cross_encoder_decides_alone_and_late_interaction_is_mixed_in(
    reranker: LateInteractionReranker,
) -> None:
    class Trained:
        name = says = "trained"

        def scores(self, query: str, texts: Sequence[str]) -> list[float]:
            return [0.5] * len(texts)

    assert mixing_weight(Trained()) == 1.0
    assert mixing_weight(reranker) == 0.3
    assert mixing_weight(None) == 0.0
