"""What in a report is to be read twice: sentences that rest on one paper, sentences that seem to disagree."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from core.evidence.polarity.polarity import check_polarity
from core.language.clauses import content_stems
from core.systems.research_reports.state import Claim, State
from core.systems.research_reports.write.citations import claims_of, sources_of

_SAME_MATTER = 0.25  # of the content words of two claims together, how many they must share to be compared


def single_source(state: State) -> list[Claim]:
    """Return the claims that rest on one paper alone."""
    return [claim for claim in claims_of(state["report"]) if len(sources_of(state, claim)) == 1]


@dataclass(frozen=True)
class Contradiction:
    """Two claims of different papers that seem to point against each other: a candidate for reading, no finding."""

    one: Claim
    other: Claim
    why: str


def contradictions(state: State) -> list[Contradiction]:
    """Pairs of claims on the same matter, of different papers, of which the words of direction disagree."""
    found = []
    for one, other in combinations(claims_of(state["report"]), 2):
        stems, others = content_stems(one["text"]), content_stems(other["text"])
        alike = len(stems & others) >= _SAME_MATTER * len(stems | others)
        if not alike or not set(sources_of(state, one)).isdisjoint(sources_of(state, other)):
            continue
        if objections := check_polarity(one["text"], other["text"]):
            found.append(Contradiction(one, other, objections[0].message))
    return found
