"""Whether a number that its passage holds belongs to the same thing there: 18 % of 2015 must not be said of 2023.

Every word and year that a sentence shares with its passage is an anchor. In the passage an anchor has an owner: the
number that stands nearest to it in its clause. A number whose anchors are owned by another one was taken from there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from core.evidence.findings import Finding
from core.evidence.numbers.amounts import comparable
from core.evidence.numbers.owners import changes, ends, fellows, is_anchor, owned, weight_of
from core.language.clauses import Token, tokens
from core.language.quantities import Quantity, is_year, quantities
from core.language.sentences import sentences

_FADING = 0.85  # how much less a word says about a number for each word between them
_CLAUSE = 4  # a comma, or a number of the same kind, parts as much as this many words
_SWAPPED, _MARGIN = 1.4, 0.2  # how much better another number's surroundings must fit
_ALONE, _MARGIN_ALONE = 2.5, 0.5
_LOST, _SHARE = 0.5, 0.6  # how much more of the anchors another number must own, in all and on average
_PART_OF = re.compile(
    r"\s*(?:out\s+)?of\s+(?:(?:the|its|their|all|these|about|roughly|nearly|some)\s+)*", re.I
)  # “2,987 of the 3,412”
_POINTING = re.compile(r"\s*(?:with|without|of|for|in)\s+(?:it|them|this|these|those)\b(?!\s+who)", re.I)

Grounded = Sequence[tuple[Quantity, Sequence[Quantity]]]


def check_belonging(sentence: str, passage: str, grounded: Grounded) -> list[Finding]:
    """Numbers that stand in the passage with something else: two changed places, or one was taken from elsewhere.

    `grounded` holds each number of `sentence` with all of `passage` that are equal to it; at most one finding.
    """
    for said, same in grounded:
        roles = {other.role for other in same}
        if said.role and roles and "" not in roles and said.role not in roles:
            return [_elsewhere(said, same[0], f"“{said.text}” stands at the other end of the change")]
    if "respectively" in sentence:
        return []
    ordered = [part for part in sentences(passage) if "respectively" in part.text]
    grounded = [
        (said, same) for said, same in grounded
        if not any(part.start <= one.start < part.start + len(part.text) for part in ordered for one in same)
    ]  # fmt: skip
    return (
        _swapped(sentence, passage, grounded)
        or _taken(sentence, passage, grounded)
        or _owned_by_another(sentence, passage, grounded)
    )


def _swapped(sentence: str, passage: str, grounded: Grounded) -> list[Finding]:
    for (one, of_one), (two, of_two) in combinations(grounded, 2):
        if comparable(one, two) and one.value != two.value and not (one.role or two.role or is_year(one)):
            straight = _best(sentence, passage, one, of_one) + _best(sentence, passage, two, of_two)
            crossed = _best(sentence, passage, one, of_two) + _best(sentence, passage, two, of_one)
            if crossed > _SWAPPED * straight + _MARGIN:
                return [_elsewhere(one, of_one[0], f"“{one.text}” and “{two.text}” have changed places")]
    return []


def _taken(sentence: str, passage: str, grounded: Grounded) -> list[Finding]:
    said_values = {said.value for said, _ in grounded}
    for said, same in grounded:
        rivals = [
            other for other in quantities(passage)
            if comparable(said, other) and other.value not in said_values and not other.implied and other not in same
            and other.role == said.role and (other.dimension, other.factor) == (said.dimension, said.factor)
        ]  # fmt: skip
        if rivals and said.dimension != "ordinal" and not is_year(said):
            best = max(rivals, key=lambda other: _best(sentence, passage, said, [other]))
            straight = _best(sentence, passage, said, same)
            if _best(sentence, passage, said, [best]) > _ALONE * straight + _MARGIN_ALONE:
                return [_elsewhere(said, best, f"“{said.text}” belongs to something else; here it says “{best.text}”")]
    return []


def _owned_by_another(sentence: str, passage: str, grounded: Grounded) -> list[Finding]:
    """Return a number whose words belong, in the sentence of the passage where it stands, to another number."""
    owners: list[tuple[Quantity, Sequence[Quantity], Quantity]] = []
    for said, same in grounded:
        loose = said.word and said.dimension == "percent" and any(said.value != other.value for other in same)
        part = any(_PART_OF.fullmatch(sentence[one.end : two.start]) for one, two in _beside(said, grounded))
        if said.dimension == "ordinal" or is_year(said) or loose or part:
            continue
        lost = [_lost(sentence, passage, said, other) for other in same]
        if lost[0] is not None and all(one is not None and one.factor == said.factor for one in lost):
            owners.append((said, same, lost[0]))
    for said, same, owner in owners:
        # “Over 5,000 calls of 38 birds”: where the sentence rounds the owner, the two must have changed places.
        is_said = any(owner in others and other.value != owner.value for other, others in grounded if other != said)
        if not is_said or any(owner in others and back in same for _, others, back in owners):
            message = f"“{said.text}” belongs to something else; here it says “{owner.text}”"
            return [_elsewhere(said, owner, message)]
    return []


def _beside(said: Quantity, grounded: Grounded) -> list[tuple[Quantity, Quantity]]:
    """Return the number with each other one of its sentence, as they stand."""
    return [(said, other) if said.start < other.start else (other, said) for other, _ in grounded if other != said]


def _lost(sentence: str, passage: str, said: Quantity, same: Quantity) -> Quantity | None:
    """Return the number that owns what `said` is about, when it is another than `same`."""
    group = fellows(passage, same)
    if len({one.value for one in group}) < 2 or said.dimension != same.dimension or _POINTING.match(passage, same.end):
        return None
    there, here, beside = owned(passage, same), owned(sentence, said), fellows(sentence, said)
    me = next(change for change in changes(sentence, beside) if beside.index(said) in change)
    totals, weight = [0.0] * len(group), 0.0
    for name, shares in here.items():
        if name in there:
            # A word that belongs to all of them tells nothing.
            part = sum(shares[place] for place in me) * (max(there[name]) - min(there[name])) * weight_of(name)
            weight += part
            totals = [total + part * share for total, share in zip(totals, there[name], strict=True)]
    both = changes(passage, group)
    mine = next(change for change in both if group.index(same) in change)
    best = max(both, key=lambda change: sum(totals[place] for place in change))
    if best == mine:  # then one end of the change may have been taken for the other
        best, mine = (max(mine, key=lambda place: totals[place]),), (group.index(same),)
        if said.role:
            return None
    lead, own = (sum(totals[place] for place in change) for change in (best, mine))
    rival = group[best[mine.index(group.index(same)) if len(best) == len(mine) else 0]]
    ends_of = sorted((rival, same), key=lambda one: one.start)
    if _PART_OF.fullmatch(passage[ends_of[0].end : ends_of[1].start]):
        return None  # “1,932 of 2,400 farmers”
    return rival if rival.value != same.value and lead - own > _LOST and lead >= _SHARE * weight else None


def _elsewhere(said: Quantity, other: Quantity, message: str) -> Finding:
    return Finding("number", f"{message} in the cited passage.", said.start, said.end, (other.start, other.end))


# --- likeness of surroundings -----------------------------------------------------------------------------------------


def _best(sentence: str, passage: str, said: Quantity, others: Sequence[Quantity]) -> float:
    near = surroundings(sentence, said)
    return max((fit(near, surroundings(passage, other)) for other in others), default=0.0)


def fit(one: dict[str, float], other: dict[str, float]) -> float:
    """How much two surroundings have in common."""
    return sum(weight * other[stem] for stem, weight in one.items() if stem in other)


@lru_cache(maxsize=20_000)
def surroundings(text: str, quantity: Quantity) -> dict[str, float]:
    """Return what stands around a number: stems of its sentence, each with 0 to 1 for how near it is."""
    all_tokens = tokens(text)
    first, last = ends(all_tokens, quantity)
    others = [other for other in quantities(text) if other != quantity and other.dimension == quantity.dimension]
    near: dict[str, float] = defaultdict(float)
    for token in all_tokens:
        if token.sentence == first.sentence and is_anchor(token) and not quantity.start <= token.start < quantity.end:
            near[token.stem] = max(near[token.stem], _FADING ** _distance(token, first, last, others))
    return near


def _distance(token: Token, first: Token, last: Token, others: Sequence[Quantity]) -> int:
    edge = first if token.place < first.place else last
    low, high = sorted((token.start, edge.start))
    between = sum(low < other.start < high for other in others)
    return abs(token.place - edge.place) + _CLAUSE * (abs(token.clause - edge.clause) + between)
