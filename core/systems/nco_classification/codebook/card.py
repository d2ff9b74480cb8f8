"""What one job ends in: a card that can be cited, with the code, who gave it, on what evidence, and where to see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from core.codec import from_state
from core.language.reading import Reading, Word
from core.language.sanitize import as_markdown
from core.systems.nco_classification.codebook.decided import KINDS, decided, found_by_the_run, in_days
from core.systems.nco_classification.codebook.own_code import OwnCode
from core.systems.nco_classification.decision.evidence_words import known_part
from core.systems.nco_classification.decision.guarantees import check
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.state import AnalyzerResponse, State

STANDARD = "National Classification of Occupations 2015 (India)"
GUARANTEES = "Guarantees of the run"
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
    moment = own.given if own else created
    day = in_days(moment)
    words = " ".join(state["request"].split())
    told = decided(state, own)
    facts = [
        ("Words", f"“{words}”"),
        *_read_as(state, known),
        *((f"Asked: {answer['question']}", f"“{answer['said']}”") for answer in state["answers"]),
        ("Decided by", told.by),
        *([("Reason", told.why)] if told.why else []),
        *([("Found before", found_by_the_run(state))] if own else []),
        ("Confidence", told.sure),
        *([("Runner-up", _runner_up(response))] if response["runner_up"] and (not own or own.narrows) else []),
        ("Index", response["index"]),
        ("Date", _minute(moment)),
    ]
    by = f"by {told.by} " if own else ""
    citation = f"{title}. {STANDARD}. Coded {by}for “{words}” with Glassbox ({response['index']}), {day}."
    levels = [
        [(level.replace("subdivision", "sub-division"), code, name) for level, code, name in known.path(one)]
        for one in codes
    ]
    evidence = _evidence(codes, candidates) or [f"None that was found speaks for {'; '.join(codes)}."]
    guarantees = [
        f"{line.guarantee}: {'held' if line.held else 'NOT held'}. {line.why}" for line in check(state, known)
    ]
    return Card(title, citation, address, levels, facts, evidence, guarantees)


def _read_as(state: State, known: Classification) -> list[tuple[str, str]]:
    """Tell in which words it was searched, what was assumed of them, and which of them were not used."""
    reading = from_state(Reading, state["reading"])
    searched = known.query_normalizer.read(state["queries"][-1]).english
    same = searched.lower() == " ".join(state["words"].lower().split())
    told = [
        ("Searched for", "" if same else known_part(searched, reading)),
        ("Assumed", _accounted(reading.assumed)),
        ("Words not used", _accounted((*reading.aside, *reading.unused))),
    ]
    return [(name, value) for name, value in told if value]


def _accounted(words: Sequence[Word]) -> str:
    """List words with what became of each."""
    said = (f"“{' '.join(word.text.split())}”{f' ({word.as_})' if word.as_ else ''}" for word in words)
    return "; ".join(dict.fromkeys(said))


def _minute(moment: str) -> str:
    return f"{in_days(moment)}, {datetime.fromisoformat(moment):%H:%M} UTC" if moment else ""


def _runner_up(response: AnalyzerResponse) -> str:
    second = response["runner_up"]
    assert second is not None
    why = response.get("why_it_lost", "")
    return f"{second['code']} {second['title']}{f': {why}' if why else ''}"


def _evidence(codes: Sequence[str], candidates: Sequence[Candidate]) -> list[str]:
    """Tell the texts that speak for the families of these codes, the nearest first."""
    return [
        f"“{match.text}” ({KINDS[match.kind]} of {candidate.family}, {match.score:.2f})"
        for candidate in candidates
        if any(code.startswith(candidate.family) or candidate.family.startswith(code) for code in codes)
        for match in candidate.evidence[:_MOST_EVIDENCE]
    ][: 2 * _MOST_EVIDENCE]


def to_markdown(card: Card) -> str:
    """Write a card as Markdown, in which text of data is text."""
    lines = [f"# {as_markdown(card.title)}", "", f"{STANDARD}", ""]
    for path in card.levels:
        lines += ["| Level | Code | Title |", "|---|---|---|"]
        lines += [f"| {level.capitalize()} | {code} | {as_markdown(title)} |" for level, code, title in path]
        lines.append("")
    lines += [f"- **{as_markdown(name)}:** {as_markdown(value)}" for name, value in card.facts]
    lines += ["", "## Evidence", "", *(f"- {as_markdown(text)}" for text in card.evidence)]
    lines += ["", f"## {GUARANTEES}", "", *(f"- {as_markdown(text)}" for text in card.guarantees)]
    lines += ["", "## To cite", "", f"{as_markdown(card.citation)} {_link(card.address)}"]
    return "\n".join(lines) + "\n"


def _link(address: str) -> str:
    """Return an address as a link that shows itself; as text, where it holds what no address may."""
    return as_markdown(address) if _NO_ADDRESS.search(address) else f"<{address}>"
