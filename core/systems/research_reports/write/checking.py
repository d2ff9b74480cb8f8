"""Every sentence checked by code against the passages that it cites, whoever wrote it."""

from __future__ import annotations

from collections.abc import Sequence

from core.evidence.checks import check_sentences, locate
from core.evidence.findings import Finding
from core.evidence.support import Embeds
from core.evidence.support import Support as Likeness
from core.systems.research_reports.search.screening import passage_text
from core.systems.research_reports.state import Claim, ClaimFinding, State, Support


def check(state: State, claims: Sequence[Claim], embedder: Embeds) -> list[Claim]:
    """Return the claims with what the checks object to: ids, numbers and units, names, polarity, similarity support."""
    cited = [(claim["text"], evidence_texts(state, claim)) for claim in claims]
    verdicts = check_sentences(cited, embedder)
    checked: list[Claim] = []
    for claim, (_, texts), verdict in zip(claims, cited, verdicts, strict=True):
        existing = [id for id in claim["passages"] if passage_text(state, id)]
        findings = [_of_ids(claim, message) for message in _wrong_ids(state, claim)]
        if existing or not findings:
            findings += [_located(finding, texts, existing) for finding in verdict.findings]
        checked.append({**claim, "findings": findings, "support": _figures(verdict.support)})
    return checked


def _located(finding: Finding, texts: Sequence[str], passages: Sequence[str]) -> ClaimFinding:
    """Return the finding with the passage and the characters in it that speak against the sentence, where it can be
    told."""
    found = locate(finding, texts)
    return {
        "fault": finding.fault,
        "message": finding.message,
        "start": finding.start,
        "end": finding.end,
        "passage": passages[found[0]] if found else "",
        "source": [found[1], found[2]] if found else None,
    }


def _figures(support: Likeness | None) -> Support | None:
    return {"score": support.score, "cosine": support.cosine, "coverage": support.coverage} if support else None


def evidence_texts(state: State, claim: Claim) -> list[str]:
    """Return the passages that a claim cites and that exist."""
    return [text for id in claim["passages"] if (text := passage_text(state, id))]


def _wrong_ids(state: State, claim: Claim) -> list[str]:
    messages = []
    for id in claim["passages"]:
        span = state["passages"].get(id)
        if span is None:
            messages.append(f"It cites {id[:40]}, and there is no such passage.")
            continue
        paper = state["papers"][span["paper"]]
        if paper["retracted"] or paper["withdrawn"]:
            messages.append(f"It cites {id}, which is of a retracted or withdrawn paper.")
        elif paper["kind"] == "notice":
            messages.append(f"It cites {id}, which is a notice about another paper.")
    return messages


def _of_ids(claim: Claim, message: str) -> ClaimFinding:
    return {
        "fault": "citation", "message": message, "start": 0, "end": len(claim["text"]), "passage": "", "source": None,
    }  # fmt: skip
