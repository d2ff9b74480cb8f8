"""Which search is next, and what its results are worth beside earlier ones: for one run, or for many texts at once."""

from __future__ import annotations

from collections.abc import Sequence

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


def merge(state: State, earlier: Sequence[Candidate], found: Sequence[Candidate], context: Context) -> list[Candidate]:
    """Merge the candidates of two searches, each family at its best; those that no search may bring are left out."""
    families, broad = context.classification.families, context.reader.read(state["words"]).broad
    best: dict[str, Candidate] = {candidate.family: candidate for candidate in earlier}
    for candidate in weigh(found, state["answers"], broad):
        if candidate.family not in families or not candidate.family.startswith(state["within"]):
            continue
        if candidate.family not in best or candidate.score > best[candidate.family].score:
            best[candidate.family] = candidate
    ranked = sorted(best.values(), key=lambda candidate: (-candidate.score, candidate.family))
    return ranked[: context.depth] + [candidate for candidate in ranked[context.depth :] if candidate.family in broad]


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
