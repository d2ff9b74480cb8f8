"""What a report says and on which papers it rests: its claims, the numbers of its sources, who cites what."""

from __future__ import annotations

from core.systems.research_reports.search.screening import cut
from core.systems.research_reports.state import Claim, Report, State


def claims_of(report: Report, struck: bool = False) -> list[Claim]:
    """Return the claims of a report that stand, in order; with `struck` those struck out as well."""
    return [
        claim
        for section in report["sections"]
        for claim in (*section["claims"], *(section["struck"] if struck else ()))
    ]


def sources_of(state: State, claim: Claim) -> list[str]:
    """Return the ids of the papers that a claim cites, each once, in order."""
    spans = (state["passages"].get(id) for id in claim["passages"])
    return list(dict.fromkeys(span["paper"] for span in spans if span is not None))


def source_numbers(state: State) -> dict[str, int]:
    """Return the papers that the report cites with their numbers, from 1, in the order in which they are cited
    first."""
    cited = (paper for claim in claims_of(state["report"]) for paper in sources_of(state, claim))
    return {paper: number for number, paper in enumerate(dict.fromkeys(cited), start=1)}


def citation_matrix(state: State) -> dict[str, dict[str, list[str]]]:
    """For each claim and each paper that it cites the ids of the passages: `{claim id: {paper id: [passage ids]}}`."""
    cells: dict[str, dict[str, list[str]]] = {}
    for claim in claims_of(state["report"]):
        row = cells.setdefault(claim["id"], {})
        for id in claim["passages"]:
            row.setdefault(state["passages"][id]["paper"], []).append(id)
    return cells


def falling(state: State, threshold: float, alpha: float) -> list[str]:
    """Return the ids of the claims that would lose all their evidence if passages were kept by these numbers."""
    screened = cut(state, threshold, alpha)
    kept = {id: {passage.passage for passage in passages if passage.kept} for id, passages in screened.items()}
    return [
        claim["id"]
        for claim in claims_of(state["report"])
        if kept.get(claim["section"], set()).isdisjoint(claim["passages"])
    ]
