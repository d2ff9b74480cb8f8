"""Polarity: where a sentence says more, better or not, its passage must not say less, worse or the plain word.

Rules over word lists: they see the usual words of direction and negation, and no reversal that is said in other words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from core.evidence.findings import Finding
from core.evidence.polarity.negations import ALIGNED, Shared, check_negations
from core.evidence.polarity.pointing import Direction, pointing_words
from core.language.clauses import tokens
from core.language.opposites import moves

_FITTING = 0.6  # … or else how alike its words must be to these
_NEAREST = 0.25  # the least that the surroundings of two words must have in common to be compared
_CLEARER = 1.15
_COMPARED = frozenset(
    (
        "comparison",
        "movement",
        "speed",
        "strength",
        "quality",
        "duration",
        "time",
        "age",
        "price",
        "frequency",
        "position",
    )
)
_FROM_TO = re.compile(r"\bfrom ([^\W\d_]+) to ([^\W\d_]+)", re.IGNORECASE)


def check_polarity(sentence: str, passage: str, likeness: Sequence[float] = ()) -> list[Finding]:
    """Return a finding where `sentence` points against what `passage` says of the same thing; at most one.

    `likeness` is the cosine of `sentence` with each sentence of `passage`, and helps to find what corresponds.
    """
    shared = _overlap(sentence, passage, likeness)
    there = pointing_words(passage)
    said: dict[int, list[Direction]] = {}
    for one in pointing_words(sentence):
        said.setdefault(one.token.place, []).append(one)
    stems = {axes[0].token.stem for axes in said.values()}
    for axes in said.values():
        agreeing, against, opposite = 0.0, 0.0, None
        for one in axes:
            for other in there:
                # What the sentence says in the very word of the passage is compared with that word alone.
                alike = other.token.stem == one.token.stem or other.token.stem not in stems
                if other.axis != one.axis or one.excepting != other.excepting or not alike:
                    continue
                closeness = _closeness(one, other, shared)
                not_significant = one.sentence_not_significant and other.sentence_not_significant
                if one.sign * other.sign * _turned(one, other) > 0 or (
                    not_significant and one.negated != other.negated
                ):
                    if one.axis == "change" and moves(one.token.word) and moves(other.token.word):
                        continue  # both rise and fall are changes
                    agreeing = max(agreeing, closeness)
                elif closeness > against:
                    against, opposite = closeness, (one, other)
        if opposite and against > _NEAREST and against > _CLEARER * agreeing:
            return [_finding(*opposite)]
    return _turned_changes(sentence, passage) or check_negations(sentence, passage, shared)


def _finding(one: Direction, other: Direction) -> Finding:
    said = f"“{'not … ' if one.negated else ''}{one.token.word}”"
    there = f"“{'not … ' if other.negated else ''}{other.token.word}”"
    if said == there:
        message = f"{said} compares the other way round in the cited passage."
    else:
        message = f"{said} in the sentence, but {there} in the cited passage."
    return Finding("polarity", message, one.token.start, one.token.end, (other.token.start, other.token.end))


# --- which of them speak of the same thing ----------------------------------------------------------------------------


def _turned(one: Direction, other: Direction) -> int:
    """−1 when both compare the same two things the other way round (A is higher than B, B is lower than A)."""
    if one.sides is None or other.sides is None or one.axis not in _COMPARED:
        return 1
    (left, right), (other_left, other_right) = one.sides, other.sides
    crossed = len((left - right) & other_right) + len((right - left) & other_left)
    return -1 if crossed > 2 * len(right & other_right) else 1


def _closeness(one: Direction, other: Direction, shared: Shared) -> float:
    """How surely two directions speak of the same thing: common surroundings, and how alike their sentences are."""
    there = dict(other.near)
    fit: float = sum((weight * there[word]) ** 0.5 for word, weight in one.near if word in there)
    pair = (one.token.sentence, other.token.sentence)
    best = max(value for (said, _), value in shared.items() if said == pair[0])
    if one.token.stem == other.token.stem and shared[pair] >= 0.9 * best:
        fit += 0.3
    if shared[pair] < ALIGNED * best and fit < _FITTING:
        return 0.0  # another sentence of the passage is meant
    return fit + shared[pair]


def _overlap(sentence: str, passage: str, likeness: Sequence[float]) -> Shared:
    """How alike each sentence of both texts are, 0 to 1: the share of common words, and the cosine if known."""
    said, there = _by_sentence(sentence), _by_sentence(passage)
    return {
        (one, other): (len(stems & other_stems) / max(1, len(stems)) + (likeness[other] if likeness else 0.0))
        / (2 if likeness else 1)
        for one, stems in said.items()
        for other, other_stems in there.items()
    }


@lru_cache(maxsize=4_000)
def _by_sentence(text: str) -> dict[int, frozenset[str]]:
    found: dict[int, set[str]] = {}
    for token in tokens(text):
        if token.content:
            found.setdefault(token.sentence, set()).add(token.stem)
    return {number: frozenset(stems) for number, stems in found.items()}


def _turned_changes(sentence: str, passage: str) -> list[Finding]:
    """“From positive to negative” for “from negative to positive”."""
    there = {(match[1].lower(), match[2].lower()): match.span() for match in _FROM_TO.finditer(passage)}
    for match in _FROM_TO.finditer(sentence):
        span = there.get((match[2].lower(), match[1].lower()))
        if span:
            message = f"“{match.group()}” is the other way round in the cited passage."
            return [Finding("polarity", message, match.start(), match.end(), span)]
    return []
