"""What in a report is to be read twice: sentences that rest on one paper, sentences that cannot both be true."""

from __future__ import annotations

from itertools import combinations

from core.evidence.judge.protocol import Judge
from core.evidence.judge.verification import judged
from core.evidence.verdicts import Statement
from core.language.clauses import content_stems
from core.systems.research_reports.state import Claim, Comparison, State
from core.systems.research_reports.write.citations import claims_of, sources_of

_SAME_MATTER = 0.25  # of the content words of two claims together, how many they must share to be compared
MOST_PAIRS = 12  # that a judge compares: one call of a model
NOBODY_COMPARED: Comparison = {"by": "", "pairs": 0, "left": 0, "found": []}


def single_source(state: State) -> list[Claim]:
    """Return the claims that rest on one paper alone."""
    return [claim for claim in claims_of(state["report"]) if len(sources_of(state, claim)) == 1]


def compare(state: State, judge: Judge | None) -> Comparison:
    """Have the judge compare claims on one matter, of different papers: which cannot both be true.

    The pairs that share most words are compared, at most `MOST_PAIRS`. Without a judge none are, and those of which it
    cannot tell are left.
    """
    if judge is None:
        return NOBODY_COMPARED
    pairs = _pairs(state)
    statements = [Statement(one["text"], (other["text"],)) for one, other in pairs[:MOST_PAIRS]]
    verdicts = judged(list(dict.fromkeys(statements)), judge) if statements else {}
    told = sum(verdicts[one].standing != "not checked" for one in statements)
    comparison: Comparison = {"by": judge.label, "pairs": told, "left": len(pairs) - told, "found": []}
    for (one, other), statement in zip(pairs, statements, strict=False):
        verdict = verdicts[statement]
        if verdict.standing == "contradicted":
            words = [other["text"][there.start : there.end] for there in verdict.shown_by]
            comparison["found"].append(
                {"one": one["id"], "other": other["id"], "why": verdict.reason, "words": words}
            )  # fmt: skip
    return comparison


def _pairs(state: State) -> list[tuple[Claim, Claim]]:
    """Claims of different papers on the same matter, those that share most words first."""
    stems = {claim["id"]: content_stems(claim["text"]) for claim in claims_of(state["report"])}
    found = []
    for one, other in combinations(claims_of(state["report"]), 2):
        ours, theirs = stems[one["id"]], stems[other["id"]]
        shared = len(ours & theirs) / max(1, len(ours | theirs))
        apart = set(sources_of(state, one)).isdisjoint(sources_of(state, other))
        if shared >= _SAME_MATTER and apart and one["text"] != other["text"]:
            found.append((shared, one, other))
    return [(one, other) for _, one, other in sorted(found, key=lambda pair: -pair[0])]
