"""The versions of a report: what is kept of one that is refined, and what the refinement changed."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from core.systems.research_reports.state import Report, State, Version


def version_of(report: Report, figures: dict[str, float], reasons: list[str]) -> Version:
    """Return what is kept of a report before it is refined."""
    sentences = {section["id"]: [claim["text"] for claim in section["claims"]] for section in report["sections"]}
    return {"sentences": sentences, "figures": figures, "reasons": reasons}


@dataclass(frozen=True)
class Change:
    """A sentence that came or went between two versions; `version` is the later one, from 2."""

    version: int
    section: str
    text: str
    added: bool


def version_changes(state: State) -> list[Change]:
    """Return what each refinement changed, sentence by sentence."""
    sections = state["report"]["sections"]
    latest = {section["id"]: [claim["text"] for claim in section["claims"]] for section in sections}
    texts = [*(version["sentences"] for version in state["versions"]), latest]
    changes = []
    for number, (before, after) in enumerate(pairwise(texts), start=2):
        for section in dict.fromkeys((*before, *after)):
            old, new = before.get(section, []), after.get(section, [])
            for operation, first, last, start, end in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
                if operation != "equal":
                    changes += [Change(number, section, text, False) for text in old[first:last]]
                    changes += [Change(number, section, text, True) for text in new[start:end]]
    return changes
