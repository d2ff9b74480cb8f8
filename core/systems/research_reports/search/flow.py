"""How many records went where, from what the tools gave to what the report cites, after PRISMA's flow diagram."""

from __future__ import annotations

from core.sources.papers import PaperRecord
from core.systems.research_reports.search.screening import cut
from core.systems.research_reports.state import State
from core.systems.research_reports.write.citations import source_numbers

FLOW_WORDS = {
    "found": "records found",
    "merged": "merged into others",
    "not_support": "retracted, withdrawn or a notice",
    "no_abstract": "without an abstract",
    "screened": "papers screened",
    "below": "dropped by the filter",
    "kept": "papers kept",
    "used": "papers cited",
}


def flow(state: State) -> dict[str, int]:
    """How many records went where, after PRISMA's flow diagram: from what the tools gave to what the report cites.

    found = merged + not_support + no_abstract + screened; screened = below + kept; kept = used + unused.
    """
    papers = state["papers"]
    excluded = {id for id, paper in papers.items() if not _is_support(paper)}
    with_passage = {span["paper"] for span in state["passages"].values()} - excluded
    screened = cut(state, state["threshold"], state["alpha"])
    kept = {
        state["passages"][passage.passage]["paper"]
        for passages in screened.values()
        for passage in passages
        if passage.kept
    }
    used = set(source_numbers(state))
    found = len(papers) + len({merge["merged"] for merge in state["merges"]})
    kept |= used
    return {
        "found": found,
        "merged": found - len(papers),
        "not_support": len(excluded),
        "no_abstract": len(papers) - len(excluded) - len(with_passage),
        "screened": len(with_passage),
        "below": len(with_passage - kept),
        "kept": len(kept),
        "used": len(used),
        "unused": len(kept - used),
    }


def _is_support(paper: PaperRecord) -> bool:
    return not (paper["retracted"] or paper["withdrawn"] or paper["kind"] == "notice")
