"""Words of a text that point one way or the other, each with what turns it round and what it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from core.language.clauses import REPORTING, Token, stem, tokens
from core.language.comparators import BOUND_WORDS
from core.language.lexicon import word_groups
from core.language.negation import DETERMINING, PLAIN_ADVERBS, TURNING_ADVERBS, negates, scope
from core.language.opposites import COMPARING_VERBS, directions, moves
from core.language.quantities import quantities

REACH = 5  # how many words after a negation it may turn
_FADING = 0.75
_GOING = frozenset(("from", "go", "goes", "went", "gone", "going"))
_GRADING = frozenset(("significance", "strength", "size", "comparison", "extreme"))
_LIGHT = REPORTING | word_groups("claim_words")["light"]


@dataclass(frozen=True)
class Direction:
    """One word that points: on which axis, which way after any negation, and what it speaks of."""

    token: Token
    axis: str
    sign: int
    negated: bool
    near: tuple[tuple[str, float], ...]  # stems around it, each with 0 to 1 for how near
    sides: tuple[frozenset[str], frozenset[str]] | None  # what stands left and right of a comparison
    excepting: bool  # its sentence says “other than” or “except”
    sentence_not_significant: bool  # “no significant effect” is “the effect was not significant”


@lru_cache(maxsize=4_000)
def pointing_words(text: str) -> tuple[Direction, ...]:
    """All words of `text` that point, in order, once for each axis."""
    found = []
    all_tokens = tokens(text)
    turned = _turned_places(all_tokens)
    bounding = _bounding(text)
    not_significant = {
        token.sentence for token in all_tokens if token.place in turned.negated and token.stem == "signific"
    }
    for token in all_tokens:
        pointing = list(_pointing(all_tokens, token))
        if not pointing or token.place in turned.skipped or token.place in bounding:
            continue
        negated = token.place in turned.negated
        if moves(token.word) and not negated:
            pointing.append(("change", 1))
        near = _surroundings(all_tokens, token)
        sides = _sides(all_tokens, token)
        excepting = any(
            one.sentence == token.sentence and (one.word == "except" or (one.word, two.word) == ("other", "than"))
            for one, two in pairwise(all_tokens)
        )
        for axis, sign in pointing:
            # “Low-flow” is compared with “high-flow” alone.
            name = f"{axis} of {all_tokens[token.place + 1].stem}" if token.compound else axis
            way = -sign if negated else sign
            found.append(
                Direction(token, name, way, negated, near, sides, excepting, token.sentence in not_significant)
            )
    return tuple(found)


def _pointing(all_tokens: Sequence[Token], token: Token) -> Sequence[tuple[str, int]]:
    if token.word in ("up", "down"):  # “went up”, “up from 7 %”, and not “made up of”
        around = {other.word for other in all_tokens[max(0, token.place - 1) : token.place + 2]}
        return (("movement", 1 if token.word == "up" else -1),) if around & _GOING else ()
    return directions(token.word)


def _bounding(text: str) -> set[int]:
    """Where “more than 10” and “10 or more” stand: these words bound a number and say nothing of a direction."""
    found = set()
    bounded = [one for one in quantities(text) if one.bound]
    for token in tokens(text):
        for one in bounded:
            after = token.start >= one.end and text[one.end : token.start].strip() in ("or", "and")
            if (0 < one.start - token.start < 14 and token.word in BOUND_WORDS) or after:
                found.add(token.place)
    return found


@dataclass(frozen=True)
class _Turned:
    negated: frozenset[int]  # places of words that a negation turns
    skipped: frozenset[int]  # places of adverbs that only serve another word


def _turned_places(all_tokens: Sequence[Token]) -> _Turned:
    counts: dict[int, int] = {}
    skipped = set()
    for token in all_tokens:
        following = all_tokens[token.place + 1 : token.place + 1 + REACH]
        following = [other for other in following if other.sentence == token.sentence]
        if token.word in TURNING_ADVERBS | PLAIN_ADVERBS and following:
            target = following[0]
            if directions(target.word) and target.word not in ("than",):
                skipped.add(token.place)
                if token.word in TURNING_ADVERBS:
                    counts[target.place] = counts.get(target.place, 0) + 1
        elif negates(token, following):
            places = _scope(token, following)
            before = all_tokens[token.place - 1] if token.place else None
            if token.word in ("no", "neither") and before and directions(before.word):
                places.append(before.place)  # “contains no lead”
            for place in places:
                counts[place] = counts.get(place, 0) + 1
    return _Turned(frozenset(place for place, count in counts.items() if count % 2), frozenset(skipped))


def _scope(token: Token, following: Sequence[Token]) -> list[int]:
    """Return the words that a negation turns, as places.

    “No” turns the whole noun phrase; “not” turns the first word that points and what merely grades it.
    """
    found: list[int] = []
    for number, other in enumerate(scope(token, following)):
        pointing = directions(other.word)
        if pointing and other.word not in PLAIN_ADVERBS and not other.compound:
            grades = _GRADING.issuperset(axis for axis, _ in pointing)
            if token.word in DETERMINING or grades or all(_grades(following, place) for place in found):
                found.append(other.place)
        elif other.content and other.word not in _LIGHT and not found and not other.word.endswith("ly"):
            after = following[number + 1].word if number + 1 < len(following) else ""
            if token.word not in DETERMINING or not directions(after):
                break  # “did not remove the association” leaves the association as it is
    return found


def _grades(following: Sequence[Token], place: int) -> bool:
    """Whether the word at `place` only grades another (significant, strong, large)."""
    word = next(other.word for other in following if other.place == place)
    return _GRADING.issuperset(axis for axis, _ in directions(word))


def _surroundings(all_tokens: Sequence[Token], token: Token) -> tuple[tuple[str, float], ...]:
    near: dict[str, float] = {}
    for other in all_tokens[max(0, token.place - 15) : token.place + 16]:
        if other.sentence == token.sentence and other.place != token.place and other.content:
            distance = abs(other.place - token.place) + 3 * abs(other.clause - token.clause)
            near[other.stem] = max(near.get(other.stem, 0.0), _FADING**distance)
    return tuple(near.items())


def _sides(all_tokens: Sequence[Token], token: Token) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return what a comparison compares: the words before it, and those after its “than” (or after a verb like
    “exceeds”)."""
    row = [other for other in all_tokens if other.sentence == token.sentence]
    after = [other for other in row if other.place > token.place]
    than = (other.place for other in after[:12] if other.word in ("than", "against", "versus"))
    position = token.word in ("above", "below", "under", "over", "behind", "ahead")
    verb = stem(token.word) in COMPARING_VERBS
    middle = token.place if position or verb else next(than, None)
    if middle is None:
        return None
    left = frozenset(
        other.stem for other in row if other.place < middle and other.content and other.place != token.place
    )
    right = frozenset(other.stem for other in row if middle < other.place <= middle + 8 and other.content)
    passive = verb and any(other.word == "by" for other in after[:2])
    return (right, left) if passive else (left, right)
