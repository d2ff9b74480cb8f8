"""The knowledge base's search: found two ways, weighed by λ, fused by rank, and looked at once more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.codec import from_state, to_state
from core.retrieval.fusion import Found, Receipt, reciprocal_rank
from core.retrieval.minilm import unit
from core.retrieval.reranker import LateInteractionReranker, Reranker
from core.stores.passages import IndexCard, Passage, Passages
from core.systems.knowledge_base.state import Context, Reranked, Retrieved, Written

VECTORS, TEXT = "vectors", "text"
MIXED_IN = 0.3  # what late interaction weighs beside the fused order; see docs/decisions/0016
DECIMALS = 6


def search_both_ways(passages: Passages, query: str, context: Context, would_say: str = "") -> list[Found]:
    """Search by meaning and by words: two ranked lists, each `context.depth` long. Raises `StoreError`.

    With what a matching passage may say, meaning looks halfway between that and the query (HyDE: Gao et al., 2023).
    """
    vector = context.finder.encode_query(query)
    if would_say:
        vector = unit(vector + context.finder.encode([would_say])[0])
    return passages.search(query, vector, context.depth)


def fuse(lists: Sequence[Found], lambda_mult: float, k: float) -> list[Receipt]:
    """Fuse by reciprocal rank: Σ weight ÷ (k + rank), meaning weighs λ and words weigh 1 − λ. Ranks count from 1.

    λ 0 leaves only what the words found, λ 1 only what the meaning found.
    """
    weights = {found.source: lambda_mult if found.side == "vector" else 1 - lambda_mult for found in lists}
    return reciprocal_rank([found for found in lists if weights[found.source] > 0], k, weights)


def fuse_again(found: Sequence[Written], lambda_mult: float, k: float) -> list[Receipt]:
    """Fuse the two lists of the state with another λ: for a slider, nothing is searched."""
    return fuse(from_state(list[Found], found), lambda_mult, k)


def write_lists(lists: Sequence[Found]) -> list[Written]:
    """Write the two lists for the state, with fewer decimals: every checkpoint holds them."""
    short = [replace(found, hits=[(id, round(raw, DECIMALS)) for id, raw in found.hits]) for found in lists]
    written: list[Written] = to_state(short, list[Found])
    return written


def rerank(
    query: str,
    candidates: Sequence[Receipt],
    passages: Mapping[str, Passage],
    reranker: Reranker | None,
    top_k: int,
    weight: float,
) -> list[Reranked]:
    """Order the best `top_k` candidates after a closer look, best first, each with how its score was made.

    score = (1 − weight) · fused + weight · reranked, both 0 … 1, so the score is, too. `fused` is the place of the
    candidate's fused score between the lowest and the highest of all. Without a reranker the fused score stands alone.
    """
    known = [receipt for receipt in candidates if receipt.id in passages]
    if not known:
        return []
    weight = weight if reranker else 0.0
    given = reranker.scores(query, [passages[hit.id].context for hit in known]) if reranker else [0.0] * len(known)
    scores = [min(max(score, 0.0), 1.0) for score in given]
    low, high = min(hit.score for hit in known), max(hit.score for hit in known)
    scored: list[Reranked] = []
    for receipt, reranked in zip(known, scores, strict=True):
        fused = (receipt.score - low) / (high - low) if high > low else 1.0
        scored.append(
            {
                "id": receipt.id,
                "score": (1 - weight) * fused + weight * reranked,
                "fused": fused,
                "reranked": reranked if reranker else None,
                "weight": weight,
            }
        )
    return sorted(scored, key=lambda candidate: (-candidate["score"], candidate["id"]))[: max(0, top_k)]


def mixing_weight(reranker: Reranker | None) -> float:
    """Tell what a reranker weighs beside the fusion: all for a trained cross-encoder, 0.3 for late interaction."""
    if reranker is None:
        return 0.0
    return MIXED_IN if isinstance(reranker, LateInteractionReranker) else 1.0


def meaning_so_far(card: IndexCard) -> str:
    """Say how many passages can be found by meaning; "" where all can."""
    if card.complete:
        return ""
    return f"Meaning: {card.embedded:,} of {card.passages:,} passages; the others are found by words only until then."


def context_of(document: Retrieved) -> str:
    """Write what was embedded of a passage: its headings and its text."""
    return "\n".join([*([" › ".join(document["headings"])] if document["headings"] else []), document["text"]])
