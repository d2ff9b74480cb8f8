"""What a report says and on which papers it rests: its claims, the numbers of its sources, who cites what."""

from __future__ import annotations

from core.codec import from_state
from core.sources.papers import Paper
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


def described(paper: Paper) -> str:
    """One source in a line, with what a reader must know of it."""
    authors = ", ".join(paper.authors[:3]) + (" et al." if len(paper.authors) > 3 and paper.authors[3:] else "")
    year = f" ({paper.year})" if paper.year else ""
    told = {
        "summary": "read here: a summary written for Glassbox, not the abstract",
        "extract": "read here: an extract",
        "properties": "values of a data record",
    }.get(paper.abstract_kind, "")
    flags = ["retracted"] * paper.retracted + ["withdrawn"] * paper.withdrawn + [told] * bool(told)
    pieces = [f"{authors}{year}".strip(), paper.title, paper.venue, *flags]
    return ". ".join(piece.rstrip(".") for piece in pieces if piece) + "."


def printed_of(state: State, claim: Claim) -> str:
    """Return what the page prints beside a sentence: its sources as they are listed, and how many they are."""
    papers = [from_state(Paper, state["papers"][id]) for id in sources_of(state, claim)]
    return "\n".join([*map(described, papers), f"{len(papers)} sources"])
