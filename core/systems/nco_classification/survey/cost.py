"""What a threshold costs: the rows that are coded by the machine, the wrong ones among them, and the hours of review.

A probability that comes true makes both ends of it add up: of rows coded with 0.9 one in ten is expected to be wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.systems.nco_classification.decision.confidence import THRESHOLD, kind_of, needed
from core.systems.nco_classification.survey.rows import MACHINE, Row, outside

STEPS = 101  # thresholds from 0 to 1 that are tried
_LEAST = 1e-9  # nearer to 0 and 1 no odds are worked out


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
    return np.array([row.get("sure", row["confidence"]) for row in _open(rows)], np.float64)


def _open(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row["decided_by"] == MACHINE and row.get("job", row["text"]) and not outside(row)]


def coded_to(rows: Sequence[Row]) -> NDArray[np.float64]:
    """Return for each row of `probabilities_of` up to which threshold of titles it is coded.

    A phrase and a description are coded from another probability on than a title (`needed`), in the same proportion
    whatever that of a title is.
    """
    wanted = [row.get("needed", needed(kind_of(row.get("job", row["text"])), THRESHOLD)) for row in _open(rows)]
    sure, wanting = (np.clip(one, _LEAST, 1 - _LEAST) for one in (probabilities_of(rows), np.array(wanted, np.float64)))
    odds = sure / (1 - sure) * (1 - wanting) / wanting * THRESHOLD / (1 - THRESHOLD)
    return np.round(odds / (1 + odds), 6)


def cost(
    threshold: float, probabilities: NDArray[np.float64], minutes: float, to: NDArray[np.float64] | None = None
) -> Cost:
    """Tell what it costs to code by machine from this probability on, and to review all else at so many minutes a row.

    What is coded needs a probability above 0, so a threshold of 0 codes nothing of which nothing is known. `to` is up
    to which threshold each row is coded, where that is not its probability.
    """
    sure = probabilities[((probabilities if to is None else to) >= threshold) & (probabilities > 0)]
    review = len(probabilities) - len(sure)
    return Cost(threshold, len(sure), float((1 - sure).sum()), review, review * minutes / 60)


def costs(probabilities: NDArray[np.float64], minutes: float, to: NDArray[np.float64] | None = None) -> list[Cost]:
    """Tell it for every threshold from 0 to 1 in hundredths."""
    return [cost(step / (STEPS - 1), probabilities, minutes, to) for step in range(STEPS)]


def threshold_for(error: float, probabilities: NDArray[np.float64], to: NDArray[np.float64] | None = None) -> float:
    """Find the lowest threshold in hundredths at which at most this share of what is coded is expected to be wrong."""
    for line in costs(probabilities, 0.0, to):
        if line.wrong <= error * line.coded:
            return line.threshold
    return 1.0
