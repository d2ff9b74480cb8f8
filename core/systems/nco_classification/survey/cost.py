"""What a threshold costs: the rows that are coded by the machine, the wrong ones among them, and the hours of review.

A probability that comes true makes both ends of it add up: of rows coded with 0.9 one in ten is expected to be wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.systems.nco_classification.survey.rows import MACHINE, Row, outside

STEPS = 101  # thresholds from 0 to 1 that are tried


class Cost(NamedTuple):
    """At a threshold: rows `coded`, how many of them are expected to be `wrong`, rows to `review`, and its `hours`."""

    threshold: float
    coded: int
    wrong: float
    review: int
    hours: float


def probabilities_of(rows: Sequence[Row]) -> NDArray[np.float64]:
    """Return for each row that nobody decided the probability with which it would be coded; 0 where it never would be.

    Words that are ambiguous are asked about however sure the search is. Rows without any text are left out, and those
    of nobody at work, without an answer, or of an id alone: no threshold gives them a code, and nobody has to look for
    one.
    """
    open_rows = [
        row for row in rows if row["decided_by"] == MACHINE and row.get("job", row["text"]) and not outside(row)
    ]
    return np.array([row.get("sure", row["confidence"]) for row in open_rows], np.float64)


def cost(threshold: float, probabilities: NDArray[np.float64], minutes: float) -> Cost:
    """Tell what it costs to code by machine from this probability on, and to review all else at so many minutes a row.

    What is coded needs a probability above 0, so a threshold of 0 codes nothing of which nothing is known.
    """
    sure = probabilities[(probabilities >= threshold) & (probabilities > 0)]
    review = len(probabilities) - len(sure)
    return Cost(threshold, len(sure), float((1 - sure).sum()), review, review * minutes / 60)


def costs(probabilities: NDArray[np.float64], minutes: float) -> list[Cost]:
    """Tell it for every threshold from 0 to 1 in hundredths."""
    return [cost(step / (STEPS - 1), probabilities, minutes) for step in range(STEPS)]


def threshold_for(error: float, probabilities: NDArray[np.float64]) -> float:
    """Find the lowest threshold in hundredths at which at most this share of what is coded is expected to be wrong."""
    for line in costs(probabilities, 0.0):
        if line.wrong <= error * line.coded:
            return line.threshold
    return 1.0
