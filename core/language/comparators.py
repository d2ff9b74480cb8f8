"""How a number is meant by the words around it: about, at least, at most; where a change begins and where it ends."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from core.language.lexicon import alternatives, word_groups
from core.language.negation import DENYING

Bound = Literal["", "about", "above", "below"]
Role = Literal["", "from", "to"]
Comparison = Literal["about", "more", "least", "less", "most"]

_GROUPS = word_groups("comparators")
_BOUNDS: Mapping[Comparison, Bound] = {
    "about": "about", "more": "above", "least": "above", "less": "below", "most": "below",
}  # fmt: skip
# The longest first: “no more than 5” is an upper bound, though “more than 5” is a lower one.
_OPPOSITE: Mapping[Bound, Bound] = {"above": "below", "below": "above", "about": "about", "": ""}
_PHRASES: list[tuple[list[str], Comparison]] = sorted(
    ((phrase.split(), kind) for kind in _BOUNDS for phrase in _GROUPS[kind]),
    key=lambda phrase: (-len(phrase[0]), phrase[0]),
)
OR_MORE, OR_LESS = (alternatives(_GROUPS[kind]) for kind in ("or more", "or less"))

_LONGEST = 60  # characters of such a phrase, with room
_OR_MORE = re.compile(rf"\s*(?:or|and) (?:{OR_MORE})\b")
_OR_LESS = re.compile(rf"\s*or (?:{OR_LESS})\b")
_OR_SO = re.compile(r"\s*or so\b")
_ANY_BEFORE = alternatives(" ".join(words) for words, _ in _PHRASES).replace("than", "th[ae]n")  # as people write it
_BEFORE = re.compile(rf"(?<!\w)(?:{_ANY_BEFORE})\s*\Z", re.IGNORECASE)
_AFTER = re.compile("|".join(pattern.pattern for pattern in (_OR_MORE, _OR_LESS, _OR_SO)), re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|instead of)\s+$")
_TO = re.compile(r"(?<!up )\bto\s+(?:about\s+)?$")
_WORD_OR_SIGN = re.compile(r"[^\W\d_]+|[~≈∼<>≤≥]=?")


def bound_of(text: str, start: int, end: int) -> Bound:
    """How the number at `text[start:end]` is meant, by the words before it and by “or more” after it."""
    after = text[end : end + 14].lower()
    if _OR_MORE.match(after):
        return "above"
    if _OR_SO.match(after):
        return "about"
    if _OR_LESS.match(after):
        return "below"
    phrase, kind = _comparison(text, start)
    bound = _BOUNDS[kind] if kind else ""
    return _OPPOSITE[bound] if _is_denied(text, start, phrase) else bound


def leaves_out(text: str, start: int, end: int) -> bool:
    """Whether the bound of the number at `text[start:end]` leaves the number itself out: “more than 5”, “under 5”."""
    phrase, kind = _comparison(text, start)
    return kind in ("more", "less") and not _AFTER.match(text, end) and not _is_denied(text, start, phrase)


def _comparison(text: str, start: int) -> tuple[list[str], Comparison | None]:
    """Return the phrase before a number that bounds it, and what it says; nothing where there is none."""
    gap = text[max(0, start - 30) : start].rstrip()
    if not gap or gap[-1] in ",;.:)":
        return [], None
    said = ["than" if word == "then" else word for word in _WORD_OR_SIGN.findall(gap.lower())]
    return next(((words, kind) for words, kind in _PHRASES if said[-len(words) :] == words), ([], None))


def _is_denied(text: str, start: int, phrase: Sequence[str]) -> bool:
    """Whether “more than” is denied in its clause: “never has more than eight” is eight at most."""
    if phrase[-1:] != ["than"] or phrase[0] in ("no", "not"):
        return False
    clause = re.split(r"[,;.:()]", text[:start])[-1]
    said = [word.strip("’'") for word in re.findall(r"[\w’']+", clause.lower().replace("n’t", "n't"))]
    return any(word in DENYING or word.endswith("n't") for word in said[: len(said) - len(phrase)])


def with_bound(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the number at `text[start:end]` stands with the words on how it is meant: “under 5 €”, “5 or more”."""
    before, after = _BEFORE.search(text, max(0, start - _LONGEST), start), _AFTER.match(text, end)
    return before.start() if before else start, after.end() if after else end


def role_of(text: str, start: int) -> Role:
    """Whether the number is where a change begins (“from 15”) or ends (“to 10”)."""
    before = text[max(0, start - 14) : start].lower()
    if _FROM.search(before):
        return "from"
    return "to" if _TO.search(before) else ""
