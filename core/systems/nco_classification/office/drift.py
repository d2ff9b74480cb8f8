"""How the shares of the classification moved since the last round, by the weights of the rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.systems.nco_classification.index.classification import DIGITS, Level
from core.systems.nco_classification.office.outcomes import is_code

OPEN = ""
"""The line of what has no code of this level."""


class Share(NamedTuple):
    """What a part of the classification had then and has now: rows, and its share of all weight, from 0 to 1."""

    code: str
    rows_then: int
    rows_now: int
    then: float
    now: float

    @property
    def change(self) -> float:
        """How far it moved, in shares: +.02 is two points more."""
        return self.now - self.then


def drift(then: Iterable[tuple[str, float]], now: Iterable[tuple[str, float]], level: Level) -> list[Share]:
    """Compare two rounds, each as the code and the weight of every row; what moved most comes first.

    A row whose code does not reach the level counts with `OPEN`, so that both columns add up to 1.
    """
    rows_then, weight_then = _count(then, level)
    rows_now, weight_now = _count(now, level)
    all_then, all_now = sum(weight_then.values()) or 1.0, sum(weight_now.values()) or 1.0
    shares = [
        Share(
            code,
            rows_then.get(code, 0),
            rows_now.get(code, 0),
            weight_then.get(code, 0.0) / all_then,
            weight_now.get(code, 0.0) / all_now,
        )
        for code in rows_then.keys() | rows_now.keys()
    ]
    return sorted(shares, key=lambda share: (-abs(share.change), share.code))


def _count(rows: Iterable[tuple[str, float]], level: Level) -> tuple[dict[str, int], dict[str, float]]:
    counts: dict[str, int] = {}
    weights: dict[str, float] = {}
    for code, weight in rows:
        part = code[: DIGITS[level]] if is_code(code) and len(code) >= DIGITS[level] else OPEN
        counts[part] = counts.get(part, 0) + 1
        weights[part] = weights.get(part, 0.0) + weight
    return counts, weights
