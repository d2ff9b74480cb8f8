"""Number grounding: every number and unit of a sentence occurs in its passage, and belongs to the same thing there.

From the fact that similarity cannot see numbers: a sentence with one figure replaced stays at a cosine of .99.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from core.evidence.findings import Finding
from core.evidence.quantities import Quantity, is_year, quantities
from core.evidence.tokens import FRAME, Token, listed, tokens

_ABOUT = 0.06  # “about 25 %” may stand for 23.6 to 26.6 %
_MORE_THAN = 0.2  # “more than 200” may stand for up to 250: the passage's number is the larger by a fifth of itself
_FADING = 0.85  # how much less a word says about a number for each word between them
_CLAUSE = 4  # a comma, or a number of the same kind, parts as much as this many words
_SWAPPED, _MARGIN = 1.4, 0.2  # how much better another number's surroundings must fit
_ALONE, _MARGIN_ALONE = 2.5, 0.5
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d|2100")
_COMPARATIVES = listed("more less fewer longer shorter older younger higher lower above below over under larger")
_BOTH = listed("both pair either twin double couple each")


def check_numbers(sentence: str, passage: str) -> list[Finding]:
    """A finding for each number of `sentence` that `passage` does not hold, or holds for something else."""
    there = quantities(passage)
    found: list[Finding] = []
    grounded: list[tuple[Quantity, list[Quantity]]] = []
    for quantity in quantities(sentence):
        if quantity.implied:
            continue
        same = [other for other in there if _equal(quantity, other)]
        if same:
            clash = _against_its_bound(quantity, same, passage)
            if clash:
                found.append(clash)
            grounded.append((quantity, same))
        elif not _excused(quantity, there, sentence, passage):
            found.append(_missing(quantity, sentence, passage, there))
    if not found:
        found += _exchanged(sentence, passage, grounded, there)
    return found


def number_grounding(sentence: str, passage: str) -> tuple[int, int]:
    """How many numbers of `sentence` occur in `passage`, of how many."""
    checked = [quantity for quantity in quantities(sentence) if not quantity.implied]
    there = quantities(passage)
    held = sum(any(_equal(one, other) for other in there) or _excused(one, there, sentence, passage) for one in checked)
    return held, len(checked)


# --- is it there? -----------------------------------------------------------------------------------------------------


def _equal(said: Quantity, there: Quantity) -> bool:
    """Whether both are the same amount, as exactly as the sentence claims to be."""
    if not _same_kind(said, there):
        return False
    one, other = said.value, there.value
    if not said.dimension and there.dimension:
        other = there.written  # “12” of “from 12 to 85 ms”
    if one < 0 <= other or other < 0 <= one:  # “fell by 3 %” is “−3 %”
        one, other = abs(one), abs(other)
    slack = 1e-9 * max(abs(one), abs(other))
    if said.dimension == "time" and said.text.split()[-1:] != there.text.split()[-1:]:
        slack = 0.015 * other  # a year is 365 days or 52 weeks
    if said.dimension == "percent" and (said.word or there.word):
        slack = max(slack, 0.5 if 0 < one < 100 else 0)  # a third is 33 or 33.3 %
    if abs(one - other) <= slack:
        return True
    if said.bound == "about":
        return abs(one - other) <= _ABOUT * abs(other) or abs(one - other) <= said.step / 2
    if there.bound:  # a bound is quoted as it is: “older than 65” is not “older than 75”
        return False
    if said.bound == "above":
        return one < other <= one + _MORE_THAN * abs(other)
    return said.bound == "below" and other < one <= other * (1 + _MORE_THAN)


def _same_kind(said: Quantity, there: Quantity) -> bool:
    if said.dimension == there.dimension:
        return True
    if not said.dimension:  # “ten more” of weeks, “day 15” of 15 days; a year is no amount of anything
        return not is_year(said) and there.dimension not in ("ordinal", "times")
    if not there.dimension:  # “aged four” and “four years”
        return said.dimension == "time" and said.text.rstrip("s").endswith(("year", "yr"))
    return said.dimension.split()[0] == there.dimension.split()[0] and " " not in min(
        said.dimension, there.dimension, key=len
    )


def _comparable(said: Quantity, there: Quantity) -> bool:
    """Whether the one could have been written for the other."""
    return _same_kind(said, there) and is_year(said) == is_year(there)


def _excused(quantity: Quantity, there: Sequence[Quantity], sentence: str, passage: str) -> bool:
    """Numbers that need not stand in the passage because it follows from what does."""
    if quantity.dimension == "time" and "year" in quantity.text:  # “ten years later” of 2011 and 2021, of age 4 and 7
        bare = [one.value for one in there if not one.dimension]
        return any(abs(one - other) == quantity.written for one, other in combinations(bare, 2))
    if quantity.dimension == "times":  # “doubled” of 10 and 20
        return any(
            one.dimension == other.dimension and min(abs(one.value), abs(other.value)) > 0
            and abs(max(one.value / other.value, other.value / one.value) - quantity.value) <= 0.05 * quantity.value
            for one, other in combinations(there, 2)
        )  # fmt: skip
    if quantity.word and quantity.value == 2 and not quantity.dimension:
        words = {token.word for token in tokens(passage)}
        noun = _next_stem(sentence, quantity)  # “two groups” for “three groups”
        counted = any(one.value > 2 and not one.dimension and _next_stem(passage, one) == noun for one in there)
        return bool(words & _BOTH) or not counted
    return False


def _next_stem(text: str, quantity: Quantity) -> str:
    return next((token.stem for token in tokens(text) if token.start >= quantity.end and token.content), "")


def _missing(quantity: Quantity, sentence: str, passage: str, there: Sequence[Quantity]) -> Finding:
    alike = [other for other in there if _comparable(quantity, other) and not other.implied]
    said = f"“{quantity.text}” does not occur in the cited passage"
    if not alike:
        return Finding("number", f"{said}.", quantity.start, quantity.end)
    near = _surroundings(sentence, quantity)
    best = max(alike, key=lambda other: _fit(near, _surroundings(passage, other)))
    return Finding("number", f"{said}; it says “{best.text}”.", quantity.start, quantity.end, (best.start, best.end))


def _against_its_bound(quantity: Quantity, same: Sequence[Quantity], passage: str) -> Finding | None:
    """“More than 10” where the passage says “fewer than 10”, and speaks of no others (“… and of those with more”)."""
    opposite = {"above": "below", "below": "above"}.get(quantity.bound)
    if opposite is None or any(other.bound != opposite for other in same):
        return None
    other = same[0]
    sentence = next((token.sentence for token in tokens(passage) if token.start >= other.start), -1)
    rest = {token.word for token in tokens(passage) if token.sentence == sentence and token.start > other.end}
    if rest & _COMPARATIVES:
        return None
    return Finding(
        "number", f"“{quantity.text}” is a {'lower' if quantity.bound == 'above' else 'upper'} bound in the sentence"
        " and the opposite in the cited passage.", quantity.start, quantity.end, (other.start, other.end),
    )  # fmt: skip


# --- does it belong to the same thing? --------------------------------------------------------------------------------


def _exchanged(
    sentence: str, passage: str, grounded: Sequence[tuple[Quantity, list[Quantity]]], there: Sequence[Quantity]
) -> list[Finding]:
    """Numbers that stand in the passage with something else: two changed places, or one was taken from elsewhere."""
    found = []
    for said, same in grounded:
        roles = {other.role for other in same}
        if said.role and roles and "" not in roles and said.role not in roles:
            found.append(_elsewhere(said, same[0], f"“{said.text}” stands at the other end of the change"))
    if found or "respectively" in sentence or "respectively" in passage:
        return found[:1]
    near = {id(said): _surroundings(sentence, said) for said, _ in grounded}
    far = {id(other): _surroundings(passage, other) for other in there}

    def fit(said: Quantity, others: Sequence[Quantity]) -> float:
        return max((_fit(near[id(said)], far[id(other)]) for other in others), default=0.0)

    for (one, of_one), (two, of_two) in combinations(grounded, 2):
        if _comparable(one, two) and one.value != two.value and not (one.role or two.role or is_year(one)):
            straight = fit(one, of_one) + fit(two, of_two)
            crossed = fit(one, of_two) + fit(two, of_one)
            if crossed > _SWAPPED * straight + _MARGIN:
                message = f"“{one.text}” and “{two.text}” have changed places"
                return [_elsewhere(one, of_one[0], message)]
    said_values = {said.value for said, _ in grounded}
    for said, same in grounded:
        rivals = [
            other for other in there
            if _comparable(said, other) and other.value not in said_values and not other.implied and other not in same
            and other.role == said.role
        ]  # fmt: skip
        if rivals and said.dimension != "ordinal":
            best = max(rivals, key=lambda other: fit(said, [other]))
            if fit(said, [best]) > _ALONE * fit(said, same) + _MARGIN_ALONE:
                return [_elsewhere(said, best, f"“{said.text}” belongs to something else; here it says “{best.text}”")]
    return []


def _elsewhere(said: Quantity, other: Quantity, message: str) -> Finding:
    return Finding("number", f"{message} in the cited passage.", said.start, said.end, (other.start, other.end))


def _surroundings(text: str, quantity: Quantity) -> dict[str, float]:
    """What stands around a number: stems of its sentence, each with 0 to 1 for how near it is."""
    all_tokens = tokens(text)
    inside = [token for token in all_tokens if quantity.start <= token.start < quantity.end]
    if not inside:
        inside = [min(all_tokens, key=lambda token: abs(token.start - quantity.start))]
    first, last = inside[0], inside[-1]
    others = [other for other in quantities(text) if other != quantity and other.dimension == quantity.dimension]
    near: dict[str, float] = defaultdict(float)
    for token in all_tokens:
        year = _YEAR.fullmatch(token.word)
        if token.sentence == first.sentence and (token.content or year) and token.word not in FRAME:
            if quantity.start <= token.start < quantity.end:
                continue
            near[token.stem] = max(near[token.stem], _FADING ** _distance(token, first, last, others))
    return near


def _distance(token: Token, first: Token, last: Token, others: Sequence[Quantity]) -> int:
    edge = first if token.place < first.place else last
    low, high = sorted((token.start, edge.start))
    between = sum(low < other.start < high for other in others)
    return abs(token.place - edge.place) + _CLAUSE * (abs(token.clause - edge.clause) + between)


def _fit(one: dict[str, float], other: dict[str, float]) -> float:
    return sum(weight * other[stem] for stem, weight in one.items() if stem in other)
