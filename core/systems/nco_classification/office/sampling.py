"""A sample of rows that are coded a second time, and what it says of all of them, with how sure that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from core.errors import InputError
from core.systems.nco_classification.office.decisions import Decision, Sample
from core.systems.nco_classification.office.outcomes import is_code
from core.systems.nco_classification.office.trial import standing

LEVEL = 0.95


class Quality(NamedTuple):
    """Of so many rows of a sample that were checked: how many were wrong, the share, and its interval at 95 %."""

    checked: int
    wrong: int
    share: float
    low: float
    high: float


def draw(sample: Sample, keys: Sequence[str], weights: Sequence[float]) -> dict[str, int]:
    """Draw rows, and return how often the words of each are in the sample, in the order in which they were drawn.

    `keys` and `weights` have an entry a row; rows without words are not drawn. The same sample of the same rows is
    always the same. A weighted one draws with replacement, in proportion to the weights, so that the plain share of a
    sample is the weighted share of the file; the other draws every row at most once. Raises `InputError`.
    """
    rows = [row for row, key in enumerate(keys) if key]
    if not rows or sample.size < 1:
        raise InputError("There is nothing to draw.", "Choose a file with answers, and one row or more.")
    chance = None
    if sample.weighted:
        given = np.array([weights[row] for row in rows], dtype=float)
        if not (np.isfinite(given).all() and (given >= 0).all() and given.sum() > 0):
            raise InputError("The weights cannot be used to draw.", "They have to be numbers from 0 on, not all 0.")
        chance = given / given.sum()
    size = sample.size if sample.weighted else min(sample.size, len(rows))
    drawn = np.random.default_rng(sample.seed).choice(len(rows), size, replace=sample.weighted, p=chance)
    return dict(Counter(keys[rows[place]] for place in drawn.tolist()))


def quality(times: Mapping[str, int], given: Mapping[str, str], checked: Mapping[str, Decision]) -> Quality | None:
    """Hold the codes that are `given` against those of whoever checked them; None when nothing was checked.

    Both are by key. Wrong is a code that differs at the digits that both have, or that stands where there is no code to
    give; what was given no code, for whatever reason, or too short a one, is not wrong.
    The interval is Wilson's (1927).
    """
    from scipy.stats import binomtest

    number = sum(count for key, count in times.items() if key in checked)
    if not number:
        return None
    wrong = sum(times[key] for key in times if key in checked and _is_wrong(given.get(key, ""), checked[key].gives))
    interval = binomtest(wrong, number).proportion_ci(LEVEL, method="wilson")
    return Quality(number, wrong, wrong / number, float(interval.low), float(interval.high))


def _is_wrong(given: str, right: str) -> bool:
    return is_code(given) and standing(given, right) == "wrong"
