"""Negations of words that point nowhere by themselves: “was tested” for “was not tested”."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from core.evidence.findings import Finding
from core.evidence.polarity.pointing import REACH, pointing_words
from core.language.clauses import Token, tokens
from core.language.negation import negates
from core.language.opposites import directions

ALIGNED = 0.75  # how alike a sentence of the passage must be to the most alike one, to be meant
Shared = Mapping[tuple[int, int], float]
"""How alike the sentences of two texts are, by their numbers."""


def check_negations(sentence: str, passage: str, shared: Shared) -> list[Finding]:
    """“Was tested” for “was not tested”: a word that is negated in one text and plain in the other."""
    said, there = _negated_heads(sentence), _negated_heads(passage)
    if any(one.excepting for one in (*pointing_words(sentence), *pointing_words(passage))):
        return []  # “none other than” says what “only” says
    best = max(
        (number for _, number in shared),
        key=lambda number: max(shared[pair] for pair in shared if pair[1] == number),
        default=0,
    )
    for one in _plain(sentence, said):
        others = [other for other, sign in there if other.stem == one.stem and other.sentence == best]
        plain = [other for other in _plain(passage, there) if other.stem == one.stem and other.sentence == best]
        if others and not plain and not _has_negation(sentence) and not _points_down(sentence):
            return [_negation(one, others[0], f"“{one.word}” is negated in the cited passage.")]
    alike = max(shared.values(), default=0.0) * ALIGNED
    meant = {number for (_, number), value in shared.items() if value >= alike}
    if said and not any(_denies(token, passage) for token in tokens(passage) if token.sentence in meant):
        one = said[0][0]
        message = f"The sentence denies (“… {one.word}”); the cited passage denies nothing of the kind."
        return [Finding("polarity", message, one.start, one.end)]
    for one, _ in said:
        plain = [other for other in _plain(passage, there) if other.stem == one.stem and other.sentence == best]
        negative = any(other.sentence == best for other, _ in there)
        if plain and not negative and not _points_down(passage, best):
            return [_negation(one, plain[0], f"“{one.word}” is negated in the sentence and not in the cited passage.")]
    return []


def _negation(one: Token, other: Token, message: str) -> Finding:
    return Finding("polarity", message, one.start, one.end, (other.start, other.end))


@lru_cache(maxsize=4_000)
def _negated_heads(text: str) -> tuple[tuple[Token, int], ...]:
    """Return the words that negations are about: the first two of their clause that say something."""
    found = []
    all_tokens = tokens(text)
    for token in all_tokens:
        following = [
            other for other in all_tokens[token.place + 1 : token.place + 1 + REACH] if other.clause == token.clause
        ]
        if negates(token, following):
            found += [(other, -1) for other in following if other.content][:2]
    return tuple(found)


def _denies(token: Token, text: str) -> bool:
    """Whether a word denies, diminishes or excludes anything, so that a sentence about it may well say “not”."""
    if negates(token, tokens(text)[token.place + 1 : token.place + 2]) or token.word in ("only", "instead", "just"):
        return True
    if any(sign < 0 for _, sign in directions(token.word)):
        return True
    return len(token.word) > 6 and token.word.startswith(("un", "non"))


def _has_negation(text: str) -> bool:
    return any(negates(token, tokens(text)[token.place + 1 : token.place + 2]) for token in tokens(text))


def _plain(text: str, negated: Sequence[tuple[Token, int]]) -> list[Token]:
    places = {token.place for token, _ in negated}
    return [token for token in tokens(text) if token.content and token.place not in places]


def _points_down(text: str, sentence: int | None = None) -> bool:
    """Whether the text holds another word that denies: unable, exclude, seldom, unaffected …"""
    return any(
        one.sign < 0 and one.axis not in ("amount", "duration", "time", "age", "price", "quality", "speed")
        for one in pointing_words(text)
        if sentence is None or one.token.sentence == sentence
    )
