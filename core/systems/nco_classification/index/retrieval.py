"""Which search is next, and what its results are worth beside earlier ones: for one run, or for many texts at once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.systems.nco_classification.decision.denied import denials
from core.systems.nco_classification.decision.own_words import is_own
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.questions.answers import attributes_told
from core.systems.nco_classification.questions.weighing import weigh
from core.systems.nco_classification.state import Context, RetrievedResults, State

_REACHED = 5  # times as many families as are kept can be brought up by an answer


def next_search(state: State, context: Context) -> tuple[str, int]:
    """Tell the query whose turn it is, and how many families it has to bring."""
    improved = state["improved_search"]
    query = state["analyzer_response"]["refined_query"] if improved else state["expander_analysis"]["query"]
    # What was chosen, or what a bare title may mean, must be there however far down it was found.
    if state["within"] or context.reader.read(state["words"]).broad:
        return query, len(context.classification.families)
    return query, _REACHED * context.depth if attributes_told(state["answers"]) else context.depth


def score_by_own_words(
    state: State, query: str, found: Sequence[Candidate], context: Context
) -> tuple[list[Candidate], list[str]]:
    """Score what a query found by the user's own words, and tell which families it proposed beside them.

    Whoever says more than the user said may propose a family; how well it fits is measured by what was said alone.
    Without this a query of another trade would vouch for the code of that trade.
    """
    if is_own(query, state["words"], context.searched.query_normalizer):
        return list(found), []
    families = context.classification.families
    scored = {one.family: one for one in context.searched.search(_own_query(state, context), len(families))}
    proposed = [one for one in found[: context.depth] if one.family in families]
    first = dict(list(scored.items())[: max(len(found), context.depth)])
    for one in proposed:
        first.setdefault(one.family, scored.get(one.family) or _unsupported(one))
    return list(first.values()), [one.family for one in proposed]


def _own_query(state: State, context: Context) -> str:
    return context.reader.read(state["words"]).query


def _unsupported(candidate: Candidate) -> Candidate:
    """Return a family for which the user's own words do not speak at all."""
    receipt = replace(candidate.receipt, score=0.0, parts=[], vector=0.0, keyword=0.0)
    return Candidate(candidate.family, 0.0, receipt, [], [])


def merge(
    state: State,
    earlier: Sequence[Candidate],
    found: Sequence[Candidate],
    context: Context,
    proposed: Collection[str] = (),
) -> list[Candidate]:
    """Merge the candidates of two searches, each family at its best; those that no search may bring are left out.

    Beyond the depth stay the families that a broad title may mean, and those that a model's query `proposed`.
    """
    families, broad = context.classification.families, context.reader.read(state["words"]).broad
    best: dict[str, Candidate] = {candidate.family: candidate for candidate in earlier}
    against = denials(state["words"], context.searched.query_normalizer)
    for candidate in weigh(found, state["answers"], broad, against):
        if candidate.family not in families or not candidate.family.startswith(state["within"]):
            continue
        if candidate.family not in best or candidate.score > best[candidate.family].score:
            best[candidate.family] = candidate
    ranked = sorted(best.values(), key=lambda candidate: (-candidate.score, candidate.family))
    kept = {*broad, *proposed}
    return ranked[: context.depth] + [candidate for candidate in ranked[context.depth :] if candidate.family in kept]


def as_chroma(candidates: Sequence[Candidate]) -> RetrievedResults:
    """Put candidates into the shape of a ChromaDB answer to one query, as specification 003 keeps it in the state."""
    return {
        "ids": [[candidate.family for candidate in candidates]],
        "distances": [[1.0 - candidate.score for candidate in candidates]],
        "metadatas": [
            [
                {"family": candidate.family, "score": candidate.score, "occupations": dict(candidate.occupations[:5])}
                for candidate in candidates
            ]
        ],
        "documents": [["; ".join(match.text for match in candidate.evidence) for candidate in candidates]],
    }
