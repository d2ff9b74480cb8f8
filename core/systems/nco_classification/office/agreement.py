"""How far two coders agree who did not see each other's codes: by digits, and where they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.systems.nco_classification.office.decisions import Decision
from core.systems.nco_classification.office.outcomes import is_code

DIGITS = (1, 2, 3, 4)


class Agreement(NamedTuple):
    """Of the answers that both coded: the share on which they agree to so many digits, and Cohen's kappa.

    `kappa` is None where both gave one and the same code to everything: there chance explains all of it.
    """

    digits: int
    answers: int
    agreed: float
    kappa: float | None


def agreement(
    first: Mapping[str, Decision], second: Mapping[str, Decision], times: Mapping[str, int]
) -> list[Agreement]:
    """Compare two coders at one to four digits; an answer counts as often as its words were drawn.

    Words for what has no code are categories of their own, and a code of fewer digits is another one than a deeper
    code.
    """
    both = [key for key in times if key in first and key in second]
    counts = [times[key] for key in both]
    return [
        _agree([_cut(first[key], digits) for key in both], [_cut(second[key], digits) for key in both], counts, digits)
        for digits in DIGITS
        if both
    ]


def differences(first: Mapping[str, Decision], second: Mapping[str, Decision]) -> list[str]:
    """Return the keys of what both coded, and not to the same family or word."""
    return [key for key in first if key in second and _cut(first[key], 4) != _cut(second[key], 4)]


def _agree(one: Sequence[str], other: Sequence[str], counts: Sequence[int], digits: int) -> Agreement:
    from sklearn.metrics import cohen_kappa_score  # seconds to import

    agreed = sum(count for mine, theirs, count in zip(one, other, counts, strict=True) if mine == theirs)
    kappa = float(cohen_kappa_score(one, other, sample_weight=counts)) if len({*one, *other}) > 1 else None
    return Agreement(digits, sum(counts), agreed / sum(counts), kappa)


def _cut(decision: Decision, digits: int) -> str:
    return decision.gives[:digits] if is_code(decision.gives) else decision.gives
