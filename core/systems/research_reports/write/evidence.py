"""What a page and an export show of a report, each a pure function of its state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations, pairwise
from typing import Any

from core.evidence.polarity.polarity import check_polarity
from core.language.clauses import content_stems
from core.systems.research_reports.plan.question_reading import wider
from core.systems.research_reports.search.screening import Screened, cut, passage_text
from core.systems.research_reports.state import TOOL_ORDER, TOOL_TITLES, Claim, ToolLine
from core.systems.research_reports.write.evaluation import claims_of

__all__ = [
    "Change",
    "Contradiction",
    "claims_of",
    "contradictions",
    "falling",
    "flow",
    "matrix",
    "passage_text",
    "retracted",
    "single_source",
    "source_numbers",
    "sources_of",
    "tool_lines",
    "version_changes",
    "ways_to_widen",
]  # fmt: skip
_SAME_MATTER = 0.25  # of the content words of two claims together, how many they must share to be compared


def sources_of(state: Mapping[str, Any], claim: Mapping[str, Any]) -> list[str]:
    """The ids of the papers that a claim cites, each once, in order."""
    spans = (state["passages"].get(id) for id in claim["passages"])
    return list(dict.fromkeys(span["paper"] for span in spans if span is not None))


def source_numbers(state: Mapping[str, Any]) -> dict[str, int]:
    """The papers that the report cites with their numbers, from 1, in the order in which they are cited first."""
    cited = (paper for claim in claims_of(state.get("report", {})) for paper in sources_of(state, claim))
    return {paper: number for number, paper in enumerate(dict.fromkeys(cited), start=1)}


def matrix(state: Mapping[str, Any]) -> dict[str, dict[str, list[str]]]:
    """For each claim and each paper that it cites the ids of the passages: `{claim id: {paper id: [passage ids]}}`."""
    cells: dict[str, dict[str, list[str]]] = {}
    for claim in claims_of(state.get("report", {})):
        row = cells.setdefault(claim["id"], {})
        for id in claim["passages"]:
            row.setdefault(state["passages"][id]["paper"], []).append(id)
    return cells


def single_source(state: Mapping[str, Any]) -> list[Claim]:
    """The claims that rest on one paper alone."""
    return [claim for claim in claims_of(state.get("report", {})) if len(sources_of(state, claim)) == 1]


@dataclass(frozen=True)
class Contradiction:
    """Two claims of different papers that seem to point against each other: a candidate for reading, no finding."""

    one: Claim
    other: Claim
    why: str


def contradictions(state: Mapping[str, Any]) -> list[Contradiction]:
    """Pairs of claims on the same matter, of different papers, of which the words of direction disagree."""
    found = []
    for one, other in combinations(claims_of(state.get("report", {})), 2):
        stems, others = content_stems(one["text"]), content_stems(other["text"])
        alike = len(stems & others) >= _SAME_MATTER * len(stems | others)
        if not alike or not set(sources_of(state, one)).isdisjoint(sources_of(state, other)):
            continue
        if objections := check_polarity(one["text"], other["text"]):
            found.append(Contradiction(one, other, objections[0].message))
    return found


def falling(state: Mapping[str, Any], threshold: float, alpha: float) -> list[str]:
    """The ids of the claims that would lose all their evidence if passages were kept by these numbers."""
    screened = cut(state, threshold, alpha)
    kept = {id: {one.passage for one in passages if one.kept} for id, passages in screened.items()}
    return [
        claim["id"]
        for claim in claims_of(state.get("report", {}))
        if kept.get(claim["section"], set()).isdisjoint(claim["passages"])
    ]


def flow(state: Mapping[str, Any]) -> dict[str, int]:
    """How many records went where, after PRISMA's flow diagram: from what the tools gave to what the report cites.

    found = merged + not_support + no_abstract + screened; screened = below + kept; kept = used + unused.
    """
    papers = state.get("papers", {})
    excluded = {id for id, paper in papers.items() if not _is_support(paper)}
    with_passage = {span["paper"] for span in state.get("passages", {}).values()} - excluded
    kept = {
        state["passages"][one.passage]["paper"]
        for passages in _screened(state).values()
        for one in passages
        if one.kept
    }
    used = set(source_numbers(state))
    found = len(papers) + len({merge["merged"] for merge in state.get("merges", ())})
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


def _is_support(paper: Mapping[str, Any]) -> bool:
    return not (paper["retracted"] or paper["withdrawn"] or paper["kind"] == "notice")


def _screened(state: Mapping[str, Any]) -> dict[str, list[Screened]]:
    return cut(state, state["threshold"], state["alpha"]) if state.get("screened") else {}


def retracted(state: Mapping[str, Any]) -> list[str]:
    """The ids of papers that were found and may not support anything."""
    return [id for id, paper in state.get("papers", {}).items() if not _is_support(paper)]


def tool_lines(state: Mapping[str, Any]) -> list[ToolLine]:
    """What became of every tool, in the order in which they were asked."""
    return list(state.get("tool_log", ()))


@dataclass(frozen=True)
class Change:
    """A sentence that came or went between two versions; `version` is the later one, from 2."""

    version: int
    section: str
    text: str
    added: bool


def version_changes(state: Mapping[str, Any]) -> list[Change]:
    """What each refinement changed, sentence by sentence."""
    sections = state.get("report", {}).get("sections", ())
    latest = {section["id"]: [claim["text"] for claim in section["claims"]] for section in sections}
    texts = [*(version["sentences"] for version in state.get("versions", ())), latest]
    changes = []
    for number, (before, after) in enumerate(pairwise(texts), start=2):
        for section in dict.fromkeys((*before, *after)):
            old, new = before.get(section, []), after.get(section, [])
            for deed, first, last, start, end in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
                if deed != "equal":
                    changes += [Change(number, section, text, False) for text in old[first:last]]
                    changes += [Change(number, section, text, True) for text in new[start:end]]
    return changes


def ways_to_widen(state: Mapping[str, Any]) -> list[str]:
    """What the analyst may try where too little was found, in words."""
    plan = state["plan"]
    asked = [line for line in tool_lines(state) if line["status"] != "skipped"]
    ways = []
    if plan["since"] or plan["until"]:
        ways.append(f"Leave out the limit of years ({plan['since'] or 'any'} to {plan['until'] or 'any'}).")
    shorter = dict.fromkeys(filter(None, (wider(one["words"]) for one in plan["sub_questions"])))
    if shorter:
        ways.append(f"Ask with fewer words, such as “{next(iter(shorter))}”.")
    failed = list(dict.fromkeys(line["title"] for line in asked if line["status"] == "failed"))
    if failed:
        ways.append(f"Try again later: {', '.join(failed)} gave no answer this time.")
    left = [TOOL_TITLES[tool] for tool in TOOL_ORDER if tool not in plan["tools"] and tool not in plan["unavailable"]]
    if left:
        ways.append(f"Look in more places: {', '.join(left)}.")
    ways.append("Bring references of your own as BibTeX or RIS, with their abstracts.")
    if evidence_was_dropped(state):
        ways.append("Lower the threshold of the filter: passages were found, and all of them were dropped.")
    return ways


def evidence_was_dropped(state: Mapping[str, Any]) -> bool:
    """Whether passages were found and none was kept."""
    screened = _screened(state)
    return bool(screened) and not any(one.kept for passages in screened.values() for one in passages)
