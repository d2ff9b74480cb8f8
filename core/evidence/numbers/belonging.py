"""Whether a number that its passage holds stands there with the same thing: 18 % of 2015 must not be said of 2023.

The words around a number tell what it is of, the nearer the more. A number of the passage around which far more of
the sentence's words stand is what the passage says instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from core.evidence.numbers.amounts import comparable
from core.language.clauses import tokens
from core.language.numbers import HALVED
from core.language.quantities import Quantity, quantities

_FADING = 0.85  # how much less a word says about a number for each word between them
_CHANCE, _LEAST = 0.3, 0.4  # (fit + .3) / (best other fit + .3) below this: it belongs to something else


def belongs_to_other(
    said: Quantity, same: Sequence[Quantity], there: Sequence[Quantity], sentence: str, passage: str
) -> Quantity | None:
    """Return the number of the passage that stands where the sentence says `said`, if that fits far better.

    `same` are the numbers of the passage, out of all that are `there`, that are equal to the one said. Where these are
    later ones of a row, “41 kg under fallow, 19 under the mixture”, what the row is of stands by the first, which is no
    other one if the sentence says it, too.
    """
    if all(_is_in_table(one, passage) for one in same):
        return None  # there a number is of its row and its column, and not of the words around it
    is_in_row = all(one.dimension != said.dimension for one in same)
    first = {(one.value, one.dimension) for one in quantities(sentence) if is_in_row}
    near = surroundings(sentence, said)
    own = max(fit(near, surroundings(passage, one)) for one in same)
    others = [
        (fit(near, surroundings(passage, one)), -one.start, one)
        for one in there
        if comparable(said, one) and one.dimension == said.dimension and one not in same and not one.implied
        if (one.value, one.dimension) not in first and one.text.lower() not in HALVED
    ]
    best, _, other = max(others, key=lambda one: one[:2], default=(0.0, 0, None))
    return other if (own + _CHANCE) / (best + _CHANCE) < _LEAST else None


def _is_in_table(one: Quantity, passage: str) -> bool:
    start, end = passage.rfind("\n", 0, one.start) + 1, passage.find("\n", one.end)
    return passage[start : end if end >= 0 else None].count("|") > 1


def fit(one: dict[str, float], other: dict[str, float]) -> float:
    """How much two surroundings have in common."""
    return sum(weight * other[stem] for stem, weight in one.items() if stem in other)


@lru_cache(maxsize=20_000)
def surroundings(text: str, quantity: Quantity) -> dict[str, float]:
    """Return what stands around a number: stems of its sentence and years, each with 0 to 1 for how near it is."""
    words = tokens(text)
    inside = [one for one in words if quantity.start <= one.start < quantity.end]
    if not inside:
        inside = [min(words, key=lambda one: abs(one.start - quantity.start))]
    first, last = inside[0], inside[-1]
    near: dict[str, float] = {}
    for one in words:
        telling = one.content or (one.word.isdigit() and len(one.word) == 4)
        if one.sentence == first.sentence and telling and not first.place <= one.place <= last.place:
            edge = first if one.place < first.place else last
            near[one.stem] = max(near.get(one.stem, 0.0), _FADING ** abs(one.place - edge.place))
    return near
