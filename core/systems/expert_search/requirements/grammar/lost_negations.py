"""A “not” that no cue took turns what stands beside it in its clause: “Asia *isn't*”, “we *can't use* bankers”."""

from __future__ import annotations

import re
from collections.abc import Collection as Reasons
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.language.clauses import Token, tokens
from core.language.negation import negates
from core.systems.expert_search.requirements.grammar.pieces import GROUPS
from core.systems.expert_search.requirements.grammar.topics import Topic
from core.systems.expert_search.requirements.grammar.walk import Item, Parsed

TURNED = "taken to say what must not be"
LEFT_OPEN = "what it denies was not read"
_TURNS = ("place", "language", "organisation", "person", "seniority")
_ENDS = re.compile(r"[.;!?,:()\n]|\s[-–—]\s|\b(?:but|and|so|because)\b", re.IGNORECASE)
_OPEN = re.compile(
    r"(?:\b(?:one|those|some|others|the\s+other)\s+who\s+)?(?:\b(?:is|are|was|were|do|does|did|has|have)\s+not|\b[a-z]+n[’']t|\bnot\s+both)"
    r"\s*(?=[.,;!?)]|$)",
    re.IGNORECASE,
)
_FEW = 2  # words around a “not” that ends its clause: “Asia really is not”, “bakers are not an option”


def with_lost_negations(text: str, parsed: Parsed, topics: list[Topic], not_asked: Reasons[str]) -> list[Topic]:
    """Turn what a “not” belongs to that was nowhere understood, and return the topics without its words.

    It is understood where it stands in a requirement, a topic or what asks for nothing; `not_asked` are the reasons of
    words aside that do not. Words that fail to find (“we could not find anyone in …”) turn nothing.
    """
    understood = [(start, end) for start, end, why in parsed.aside if why in not_asked]
    understood += [*parsed.explained, *parsed.untold, *parsed.tasks, *parsed.within]
    understood += [*((one.start, one.end) for one in parsed.items), *(span for one in topics for span in one.spans)]
    for start, end in _lost(text, understood):
        if (place := _beside(text, start, end, parsed.items)) is not None:
            one = parsed.items[place]
            low, high = min(start, one.start), max(end, one.end)
            denied = replace(one.wanted, excluded=True, hard=True)
            parsed.items[place] = replace(one, wanted=denied, start=low, end=high, assumed=TURNED)
            topics = [topic for topic in topics if topic.spans[0][0] < low or high < topic.spans[-1][1]]
    return topics


def left_open_negations(text: str, parsed: Parsed) -> list[tuple[int, int]]:
    """Return where a “not” ends its clause and no requirement holds it: “one *who doesn't*”, “but *not both*”."""
    held = [(one.start, one.end) for one in parsed.items]
    spans = [match.span() for match in _OPEN.finditer(text)]
    return [(start, end) for start, end in spans if not any(start < one and other < end for other, one in held)]


def _beside(text: str, start: int, end: int, items: Sequence[Item]) -> int | None:
    """Return which item a “not” turns: the first behind it in its clause, or the one right before it at its end."""
    low, high = _clause(text, start, end)
    wanted = [(at, one) for at, one in enumerate(items) if one.wanted.kind in _TURNS and not one.wanted.excluded]
    behind = next((at for at, one in wanted if end <= one.start < high), None)
    if behind is not None or len(text[end:high].split()) > _FEW:
        return behind
    before = ((at, one) for at, one in reversed(wanted) if low <= one.start and one.end <= start)
    return next((at for at, one in before if len(text[one.end : start].split()) <= _FEW), None)


def _lost(text: str, understood: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    words = tokens(text)
    for place, word in enumerate(words):
        following = words[place + 1 :]
        fails = bool(following) and following[0].word in GROUPS["fails to find"]
        inside = any(start <= word.start < end for start, end in understood)
        if _is_not(word, following) and not fails and not inside:
            yield word.start, word.end


def _is_not(word: Token, following: Sequence[Token]) -> bool:
    return (word.word in ("not", "never", "cannot") or word.word.endswith("n't")) and negates(word, following)


def _clause(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the clause begins and ends in which a “not” stands."""
    before = [sign.end() for sign in _ENDS.finditer(text, 0, start)]
    behind = _ENDS.search(text, end)
    return (before[-1] if before else 0), (behind.start() if behind else len(text))
