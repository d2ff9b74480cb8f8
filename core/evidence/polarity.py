"""Polarity: where a sentence says more, better or not, its passage must not say less, worse or the plain word.

Rules over word lists: they see the usual words of direction and negation, and no reversal that is said in other words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from core.evidence.findings import Finding
from core.evidence.opposites import COMPARING_VERBS, NEGATORS, PLAIN_ADVERBS, TURNING_ADVERBS, directions, moves
from core.evidence.quantities import BOUND_WORDS, quantities
from core.evidence.tokens import FRAME, Token, listed, stem, tokens

_REACH = 5  # how many words after a negation it may turn
_FADING = 0.75
_NEAREST = 0.25  # the least that the surroundings of two words must have in common to be compared
_CLEARER = 1.15
_ALIGNED, _FITTING = 0.75, 0.6  # how alike a sentence must be to the most alike one, or else its words to these
_PREPOSITIONS = listed(
    "in of on for with between by at from when if than as after during under through over whether that who which how"
)

_GOING = listed("from go goes went gone going")
_DETERMINING = listed("no without neither")
_GRADING = frozenset(("significance", "strength", "size", "comparison", "extreme"))
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
_LIGHT = FRAME | listed("be been being have has had do did does was were is are any detect cause bring reveal yield")
_FROM_TO = re.compile(r"\bfrom ([^\W\d_]+) to ([^\W\d_]+)", re.IGNORECASE)


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


def check_polarity(sentence: str, passage: str, likeness: Sequence[float] = ()) -> list[Finding]:
    """A finding where `sentence` points against what `passage` says of the same thing; at most one.

    `likeness` is the cosine of `sentence` with each sentence of `passage`, and helps to find what corresponds.
    """
    shared = _overlap(sentence, passage, likeness)
    there = _directions(passage)
    said: dict[int, list[Direction]] = {}
    for one in _directions(sentence):
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
    return _turned_changes(sentence, passage) or _negations(sentence, passage, shared)


def _finding(one: Direction, other: Direction) -> Finding:
    said = f"“{'not … ' if one.negated else ''}{one.token.word}”"
    there = f"“{'not … ' if other.negated else ''}{other.token.word}”"
    if said == there:
        message = f"{said} compares the other way round in the cited passage."
    else:
        message = f"{said} in the sentence, but {there} in the cited passage."
    return Finding("polarity", message, one.token.start, one.token.end, (other.token.start, other.token.end))


# --- words of direction -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=4_000)
def _directions(text: str) -> tuple[Direction, ...]:
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
        following = all_tokens[token.place + 1 : token.place + 1 + _REACH]
        following = [other for other in following if other.sentence == token.sentence]
        if token.word in TURNING_ADVERBS | PLAIN_ADVERBS and following:
            target = following[0]
            if directions(target.word) and target.word not in ("than",):
                skipped.add(token.place)
                if token.word in TURNING_ADVERBS:
                    counts[target.place] = counts.get(target.place, 0) + 1
        elif _negates(token, following):
            places = _scope(token, following)
            before = all_tokens[token.place - 1] if token.place else None
            if token.word in ("no", "neither") and before and directions(before.word):
                places.append(before.place)  # “contains no lead”
            for place in places:
                counts[place] = counts.get(place, 0) + 1
    return _Turned(frozenset(place for place, count in counts.items() if count % 2), frozenset(skipped))


def _negates(token: Token, following: Sequence[Token]) -> bool:
    after = following[0].word if following else ""
    if token.word in ("not", "no") and after in ("only", "fewer", "less", "doubt"):
        return False
    if token.word in ("fail", "fails", "failed", "failing", "failure"):
        return after == "to"  # and not: heart failure, the wires failed
    return token.word in NEGATORS or token.word.endswith("n't")


def _scope(token: Token, following: Sequence[Token]) -> list[int]:
    """The words that a negation turns, up to the next preposition, negation or end of clause.

    “No” turns the whole noun phrase; “not” turns the first word that points and what merely grades it.
    """
    found: list[int] = []
    for number, other in enumerate(following):
        if other.clause != token.clause or other.word in NEGATORS or (number and other.word in _PREPOSITIONS):
            break
        pointing = directions(other.word)
        if pointing and other.word not in PLAIN_ADVERBS and not other.compound:
            grades = _GRADING.issuperset(axis for axis, _ in pointing)
            if token.word in _DETERMINING or grades or all(_grades(following, place) for place in found):
                found.append(other.place)
        elif other.content and other.word not in _LIGHT and not found and not other.word.endswith("ly"):
            after = following[number + 1].word if number + 1 < len(following) else ""
            if token.word not in _DETERMINING or not directions(after):
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
    """What a comparison compares: the words before it, and those after its “than” (or after a verb like “exceeds”)."""
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


def _turned(one: Direction, other: Direction) -> int:
    """−1 when both compare the same two things the other way round (A is higher than B, B is lower than A)."""
    if one.sides is None or other.sides is None or one.axis not in _COMPARED:
        return 1
    (left, right), (other_left, other_right) = one.sides, other.sides
    crossed = len((left - right) & other_right) + len((right - left) & other_left)
    return -1 if crossed > 2 * len(right & other_right) else 1


def _closeness(one: Direction, other: Direction, shared: dict[tuple[int, int], float]) -> float:
    """How surely two directions speak of the same thing: common surroundings, and how alike their sentences are."""
    there = dict(other.near)
    fit: float = sum((weight * there[word]) ** 0.5 for word, weight in one.near if word in there)
    pair = (one.token.sentence, other.token.sentence)
    best = max(value for (said, _), value in shared.items() if said == pair[0])
    if one.token.stem == other.token.stem and shared[pair] >= 0.9 * best:
        fit += 0.3
    if shared[pair] < _ALIGNED * best and fit < _FITTING:
        return 0.0  # another sentence of the passage is meant
    return fit + shared[pair]


def _overlap(sentence: str, passage: str, likeness: Sequence[float]) -> dict[tuple[int, int], float]:
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


# --- negations of other words -----------------------------------------------------------------------------------------


def _negations(sentence: str, passage: str, shared: dict[tuple[int, int], float]) -> list[Finding]:
    """“Was tested” for “was not tested”: a word that is negated in one text and plain in the other."""
    said, there = _negated_heads(sentence), _negated_heads(passage)
    if any(one.excepting for one in (*_directions(sentence), *_directions(passage))):
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
    alike = max(shared.values(), default=0.0) * _ALIGNED
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
    """The words that negations are about: the first two of their clause that say something."""
    found = []
    all_tokens = tokens(text)
    for token in all_tokens:
        following = [
            other for other in all_tokens[token.place + 1 : token.place + 1 + _REACH] if other.clause == token.clause
        ]
        if _negates(token, following):
            found += [(other, -1) for other in following if other.content][:2]
    return tuple(found)


def _denies(token: Token, text: str) -> bool:
    """Whether a word denies, diminishes or excludes anything, so that a sentence about it may well say “not”."""
    if _negates(token, tokens(text)[token.place + 1 : token.place + 2]) or token.word in ("only", "instead", "just"):
        return True
    if any(sign < 0 for _, sign in directions(token.word)):
        return True
    return len(token.word) > 6 and token.word.startswith(("un", "non"))


def _has_negation(text: str) -> bool:
    return any(_negates(token, tokens(text)[token.place + 1 : token.place + 2]) for token in tokens(text))


def _plain(text: str, negated: Sequence[tuple[Token, int]]) -> list[Token]:
    places = {token.place for token, _ in negated}
    return [token for token in tokens(text) if token.content and token.place not in places]


def _points_down(text: str, sentence: int | None = None) -> bool:
    """Whether the text holds another word that denies: unable, exclude, seldom, unaffected …"""
    return any(
        one.sign < 0 and one.axis not in ("amount", "duration", "time", "age", "price", "quality", "speed")
        for one in _directions(text)
        if sentence is None or one.token.sentence == sentence
    )
