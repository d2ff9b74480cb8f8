"""Schooling as it is told in surveys, and how usual it is in the divisions of the classification.

`schooling.csv` has for each level the words by which it is told, and for each division the share of its people whose
highest schooling it is: round figures, for which only the order of size matters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.systems.nco_classification.index.tables import table_rows

_DIVISIONS = "123456789"
_APART = re.compile(r"[\s,;:/()&-]+")
_WITHIN = re.compile(r"[.'’]")
_LONGEST = 4  # words that name a level


class Schooling:
    """Reads what is said of somebody's schooling."""

    def __init__(self, families: Sequence[str]) -> None:
        """`families` are their codes, in the order in which `leaning` tells of them. Raises `StoreError`."""
        rows = table_rows("schooling.csv", f"level,words,{','.join(_DIVISIONS)}")
        self._levels = {_words(said): number for number, row in enumerate(rows) for said in row["words"].split(";")}
        shares = np.array([[float(row[division]) for division in _DIVISIONS] for row in rows])
        division_of = [_DIVISIONS.index(family[0]) for family in families]
        self._leanings = np.log(shares / shares.mean(axis=1, keepdims=True))[:, division_of].astype(np.float32)

    def leaning(self, text: str) -> NDArray[np.float32] | None:
        """Tell for each family how much more usual this schooling is in its division than in all: ln of the ratio.

        Of several levels the highest counts; None where no level is known.
        """
        level = self._level(_words(text))
        return None if level is None else self._leanings[level]

    def _level(self, said: tuple[str, ...]) -> int | None:
        """Read the highest level that is told; words within longer ones ("primary" in "upper primary") tell none."""
        found: list[tuple[range, int]] = []
        for length in range(min(_LONGEST, len(said)), 0, -1):
            for start in range(len(said) - length + 1):
                level = self._levels.get(said[start : start + length])
                if level is not None and not any(start in span and start + length - 1 in span for span, _ in found):
                    found.append((range(start, start + length), level))
        return max((level for _, level in found), default=None)


def _words(text: str) -> tuple[str, ...]:
    return tuple(filter(None, _APART.split(_WITHIN.sub("", text.lower()))))


@cache
def schooling(families: tuple[str, ...]) -> Schooling:
    """Read the table once for these families."""
    return Schooling(families)
