"""How good a ranking is, against judgements of which documents are relevant.

Each function measures one query; the measure of a collection is the mean over its judged queries. A grade above 0 is
relevant; a document that nobody judged, or judged below 0, counts as not relevant, as in trec_eval. When nothing is
relevant there is nothing to find and every measure is 0: leave such queries out of a mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum, log2


def ndcg(ranking: Sequence[str], judged: Mapping[str, int], k: int) -> float:
    """Normalised discounted cumulative gain of the first `k`, 0 to 1.

    Gain is the grade itself (linear, as in trec_eval and BEIR, not 2^grade − 1), divided by log2(rank + 1); ranks count
    from 1. The ideal puts all judged documents first, best grade first, found or not. From Järvelin and Kekäläinen,
    "Cumulated gain-based evaluation of IR techniques", 2002, with the discount of Burges et al. 2005.

    Raises ValueError when an id stands twice in `ranking` or `k` is below 1.
    """
    gains = [max(judged.get(document, 0), 0) for document in _first(ranking, k)]
    ideal = sorted((grade for grade in judged.values() if grade > 0), reverse=True)[:k]
    return _discounted(gains) / _discounted(ideal) if ideal else 0.0


def reciprocal_rank(ranking: Sequence[str], judged: Mapping[str, int], k: int) -> float:
    """1 / rank of the first relevant document, 0 when the first `k` hold none; its mean over queries is MRR@k.

    Raises ValueError when an id stands twice in `ranking` or `k` is below 1.
    """
    places = (position for position, document in enumerate(_first(ranking, k), start=1) if judged.get(document, 0) > 0)
    return 1 / next(places, float("inf"))


def recall(ranking: Sequence[str], judged: Mapping[str, int], k: int) -> float:
    """Return the share of all relevant documents that stand among the first `k`.

    Raises ValueError when an id stands twice in `ranking` or `k` is below 1.
    """
    relevant = sum(grade > 0 for grade in judged.values())
    return _found(ranking, judged, k) / relevant if relevant else 0.0


def precision(ranking: Sequence[str], judged: Mapping[str, int], k: int) -> float:
    """Return the share of relevant documents among the first `k`; a shorter ranking too is divided by `k`, as in
    trec_eval.

    Raises ValueError when an id stands twice in `ranking` or `k` is below 1.
    """
    return _found(ranking, judged, k) / k


def _found(ranking: Sequence[str], judged: Mapping[str, int], k: int) -> int:
    return sum(judged.get(document, 0) > 0 for document in _first(ranking, k))


def _discounted(gains: Sequence[int]) -> float:
    return fsum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def _first(ranking: Sequence[str], k: int) -> Sequence[str]:
    if k < 1:
        raise ValueError(f"A measure looks at the first k of a ranking, k at least 1, not {k}.")
    if len(set(ranking)) < len(ranking):
        # Counted twice, one relevant document could lift recall above 1.
        raise ValueError("A ranking holds each document once; this one holds a document twice.")
    return ranking[:k]
