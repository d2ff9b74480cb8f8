"""What one job ends in: a card that can be cited, with the code, who gave it, on what evidence, and where to see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from core.codec import from_state
from core.language.sanitize import as_markdown
from core.systems.nco_classification.codebook.own_code import OwnCode
from core.systems.nco_classification.decision.evidence_words import words_left_out
from core.systems.nco_classification.decision.guarantees import check
from core.systems.nco_classification.decision.reliability import range_of, reliability
from core.systems.nco_classification.decision.shares import shown_families
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.state import AnalyzerResponse, State

STANDARD = "National Classification of Occupations 2015 (India)"
_KINDS = {
    "title": "official title",
    "phrase": "everyday phrase",
    "hindi": "Indian word",
    "text": "what its people do",
    "official": "official description",
}
_MOST_EVIDENCE = 4
_NO_ADDRESS = re.compile(r"[\s<>]|^(?!https?://)")


@dataclass(frozen=True)
class Card:
    """The parts of a card in the order in which they are written, all of them plain text.

    `levels` are (level, code, title) from the division down, for each code; `facts` are (name, value). The `citation`
    is followed by the `address`.
    """

    title: str
    citation: str
    address: str
    levels: list[list[tuple[str, str, str]]]
    facts: list[tuple[str, str]]
    evidence: list[str]
    guarantees: list[str]


def card_codes(state: State, own: OwnCode | None) -> list[str]:
    """Name the codes that a card is about: the analyst's, else those of the run, else what is certain; maybe none."""
    response = state["analyzer_response"]
    if own:
        return [own.code]
    partial = [response["partial"]] if response["partial"] and not response["question"] else []
    return [entry["code"] for entry in response["codes"] or partial]


def make_card(state: State, own: OwnCode | None, known: Classification, *, created: str, address: str) -> Card | None:
    """Make the card of an outcome that was `created` then (ISO 8601) and is seen at this address; None when no code,
    not even a part of one, was given."""
    codes = card_codes(state, own)
    if not codes:
        return None
    response = state["analyzer_response"]
    candidates = from_state(list[Candidate], state["candidates"])
    title = "; ".join(f"{code} {known.title(code)}" for code in codes)
    day = _day(own.given if own else created)
    words = " ".join(state["request"].split())
    facts = [
        ("Words", f"“{words}”"),
        *((f"Asked: {answer['question']}", f"“{answer['said']}”") for answer in state["answers"]),
        ("Decided by", _who(response, own)),
        *([("Reason", own.reason)] if own and own.reason else [("Reason", response["reason"])]),
        *([("Found before", _found(response))] if own else []),
        *([("Words left out", left)] if (left := words_left_out(state)) else []),
        ("Confidence", _sure(response, own, candidates)),
        *([("Runner-up", _runner_up(response))] if response["runner_up"] and (not own or own.narrows) else []),
        ("Index", response["index"]),
        ("Date", day),
    ]
    citation = f"{title}. {STANDARD}. Coded for “{words}” with Glassbox ({response['index']}), {day}."
    levels = [
        [(level.replace("subdivision", "sub-division"), code, name) for level, code, name in known.path(one)]
        for one in codes
    ]
    evidence = _evidence(codes, candidates) or ["None that was found: the code is the analyst's own."]
    guarantees = [
        f"{line.guarantee}: {'held' if line.held else 'NOT held'}. {line.why}" for line in check(state, known)
    ]
    return Card(title, citation, address, levels, facts, evidence, guarantees)


def _who(response: AnalyzerResponse, own: OwnCode | None) -> str:
    if own:
        return f"the analyst{f' ({own.by})' if own.by else ''}, {_day(own.given)}"
    chosen = ", by what was chosen in answer to a question" if response["confidence"]["basis"] == "chosen" else ""
    return f"{response['answered_by']}{chosen}"


def _found(response: AnalyzerResponse) -> str:
    codes = response["codes"] or ([response["partial"]] if response["partial"] else [])
    found = "; ".join(f"{entry['code']} {entry['title']}" for entry in codes) or "no code"
    return f"{found}, by {response['answered_by']}"


def _sure(response: AnalyzerResponse, own: OwnCode | None, candidates: Sequence[Candidate]) -> str:
    """Say how sure the families of the response are, which an analyst's other code has nothing of."""
    confidence = response["confidence"]
    families = sorted(shown_families(response, candidates))
    if own and not any(own.code.startswith(family) for family in families):
        return "none is computed for a code of the analyst's own"
    if confidence["basis"] == "chosen":
        return "none is computed for what was chosen in answer to a question"
    if not families:
        return "none: nothing that was found fits the words"
    found = range_of(confidence["probability"], reliability(confidence.get("kind", "title")))
    worth = f"; of titles scored like this {10 * found.right:.0f} in 10 were right" if found else ""
    return f"{confidence['probability']:.0%} for {' or '.join(families)}{worth}"


def _runner_up(response: AnalyzerResponse) -> str:
    second = response["runner_up"]
    assert second is not None
    why = response.get("why_it_lost", "")
    return f"{second['code']} {second['title']}{f': {why}' if why else ''}"


def _evidence(codes: Sequence[str], candidates: Sequence[Candidate]) -> list[str]:
    """Tell the texts that speak for the families of these codes, the nearest first."""
    return [
        f"“{match.text}” ({_KINDS[match.kind]} of {candidate.family}, {match.score:.2f})"
        for candidate in candidates
        if any(code.startswith(candidate.family) or candidate.family.startswith(code) for code in codes)
        for match in candidate.evidence[:_MOST_EVIDENCE]
    ][: 2 * _MOST_EVIDENCE]


def _day(moment: str) -> str:
    return f"{datetime.fromisoformat(moment):%-d %B %Y}" if moment else ""


def to_markdown(card: Card) -> str:
    """Write a card as Markdown, in which text of data is text."""
    lines = [f"# {as_markdown(card.title)}", "", f"{STANDARD}", ""]
    for path in card.levels:
        lines += ["| Level | Code | Title |", "|---|---|---|"]
        lines += [f"| {level.capitalize()} | {code} | {as_markdown(title)} |" for level, code, title in path]
        lines.append("")
    lines += [f"- **{as_markdown(name)}:** {as_markdown(value)}" for name, value in card.facts]
    lines += ["", "## Evidence", "", *(f"- {as_markdown(text)}" for text in card.evidence)]
    lines += ["", "## Guarantees", "", *(f"- {as_markdown(text)}" for text in card.guarantees)]
    lines += ["", "## To cite", "", f"{as_markdown(card.citation)} {_link(card.address)}"]
    return "\n".join(lines) + "\n"


def _link(address: str) -> str:
    """Return an address as a link that shows itself; as text, where it holds what no address may."""
    return as_markdown(address) if _NO_ADDRESS.search(address) else f"<{address}>"
