"""Number grounding: every number and unit of a sentence occurs in its passage, and belongs to the same thing there.

From the fact that similarity cannot see numbers: a sentence with one figure replaced stays at a cosine of .99.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.evidence.findings import Finding
from core.evidence.numbers.amounts import comparable, equal
from core.evidence.numbers.belonging import check_belonging, fit, surroundings
from core.evidence.numbers.derived import follows
from core.language.clauses import tokens
from core.language.lexicon import word_groups
from core.language.quantities import Quantity, quantities

_COMPARATIVES = word_groups("claim_words")["compared"]
_MANY = 1000  # a smaller number may be near another by chance


def check_numbers(sentence: str, passage: str) -> list[Finding]:
    """Return a finding for each number of `sentence` that `passage` does not hold, or holds for something else."""
    there = quantities(passage)
    found: list[Finding] = []
    grounded: list[tuple[Quantity, list[Quantity]]] = []
    for quantity in _checked(sentence):
        same = [other for other in there if _is_said_of(quantity, other, sentence, passage)]
        if same:
            clash = _against_its_bound(quantity, same, passage)
            if clash:
                found.append(clash)
            grounded.append((quantity, same))
        elif not follows(quantity, there, sentence, passage):
            found.append(_missing(quantity, sentence, passage, there))
    firm = [(one, same) for one, same in grounded if not follows(one, there, sentence, passage)]
    return found or check_belonging(sentence, passage, firm)


def number_grounding(sentence: str, passage: str) -> tuple[int, int]:
    """How many numbers of `sentence` occur in `passage` or follow from it, of how many."""
    checked = _checked(sentence)
    there = quantities(passage)
    held = sum(
        any(_is_said_of(one, other, sentence, passage) for other in there) or follows(one, there, sentence, passage)
        for one in checked
    )
    return held, len(checked)


def _is_said_of(said: Quantity, there: Quantity, sentence: str, passage: str) -> bool:
    """Whether both are equal; when only a bound makes them so, they must have some word around them in common."""
    if not equal(said, there):
        return False
    loosely = said.bound in ("above", "below") and said.value != there.value and abs(there.value) < _MANY
    return not loosely or fit(surroundings(sentence, said), surroundings(passage, there)) > 0


def _checked(sentence: str) -> list[Quantity]:
    return [one for one in quantities(sentence) if not one.implied]


def _missing(quantity: Quantity, sentence: str, passage: str, there: Sequence[Quantity]) -> Finding:
    alike = [other for other in there if comparable(quantity, other) and not other.implied]
    said = f"“{quantity.text}” does not occur in the cited passage"
    if not alike:
        return Finding("number", f"{said}.", quantity.start, quantity.end)
    near = surroundings(sentence, quantity)
    best = max(alike, key=lambda other: fit(near, surroundings(passage, other)))
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
