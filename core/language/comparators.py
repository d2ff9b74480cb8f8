"""How a number is meant by the words around it: about, at least, at most; where a change begins and where it ends."""

from __future__ import annotations

import re
from typing import Literal

Bound = Literal["", "about", "above", "below"]
Role = Literal["", "from", "to"]

# Each phrase with commas between its words.
_PHRASES: dict[Bound, str] = {
    "about": (
        "about approximately approx around roughly circa ca some nearly almost close,to near ~ ≈ ∼ an,estimated"
        " not,quite"
    ),
    "above": (
        "more,than over above exceeding exceeds exceeded at,least just,over upwards,of no,fewer,than no,less,than > ≥"
        " >= beyond older,than hotter,than longer,than greater,than larger,than higher,than well,over a,minimum,of"
    ),
    "below": (
        "less,than under below fewer,than at,most up,to as,much,as as,many,as just,under no,more,than < ≤ <= within"
        " younger,than colder,than shorter,than smaller,than lower,than a,maximum,of"
    ),
}
_SPLIT: dict[Bound, list[list[str]]] = {
    bound: [phrase.split(",") for phrase in phrases.split()] for bound, phrases in _PHRASES.items()
}
BOUND_WORDS = frozenset(word for phrases in _SPLIT.values() for phrase in phrases for word in phrase) - {"a", "of"}


def bound_of(text: str, start: int, end: int) -> Bound:
    """How the number at `text[start:end]` is meant, by the words before it and by “or more” after it."""
    gap = text[max(0, start - 30) : start].rstrip()
    before = re.findall(r"[^\W\d_]+|[~≈∼<>≤≥]=?", gap.lower())
    if gap and gap[-1] in ",;.:)":
        before = []
    after = text[end : end + 14].lower()
    if re.match(r"\s*(?:or|and) (?:more|above|over|older|longer)", after):
        return "above"
    if re.match(r"\s*or (?:less|fewer|below|under|younger|so)", after):
        return "about" if re.match(r"\s*or so", after) else "below"
    for bound, phrases in _SPLIT.items():
        if any(before[-len(words) :] == words for words in phrases):
            return bound
    return ""


def role_of(text: str, start: int) -> Role:
    """Whether the number is where a change begins (“from 15”) or ends (“to 10”)."""
    before = text[max(0, start - 14) : start].lower()
    if re.search(r"\b(?:from|instead of)\s+$", before):
        return "from"
    return "to" if re.search(r"(?<!up )\bto\s+(?:about\s+)?$", before) else ""
