"""Whether the confidence can be believed: for each range of it, how often the first family was right.

Measured by `python -m core.evaluate nco FILE.csv --json assets/data/nco/measured.json` on titles, short phrases and
descriptions whose code is known, each judged by a fit to texts of other families.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from core.codec import from_state
from core.errors import StoreError
from core.systems.nco_classification.decision.confidence import Kind
from core.systems.nco_classification.index.tables import FOLDER

MEASURED = FOLDER / "measured.json"


@dataclass(frozen=True)
class Range:
    """Texts of one range of confidence: `said` is its mean there, `right` the share whose first family was right."""

    low: float
    high: float
    n: float
    said: float
    right: float


class Coded(NamedTuple):
    """What a threshold comes to: the share that gets a code, 0 to 1, and the share of these codes that is right.

    `right` is None where hardly any gets one.
    """

    threshold: float
    coded: float
    right: float | None


@dataclass(frozen=True)
class _Measured:
    """The part of the file that is read here."""

    reliability_by_kind: dict[Kind, tuple[Range, ...]]


@cache
def reliability(kind: Kind = "title") -> tuple[Range, ...]:
    """Read the ranges in which there were texts of a kind, in order. Raises `StoreError` for a damaged file."""
    return _measured().reliability_by_kind.get(kind, ())


def _measured() -> _Measured:
    try:
        return from_state(_Measured, json.loads(MEASURED.read_bytes()))
    except (OSError, ValueError) as error:
        raise StoreError(
            f"{MEASURED.name} cannot be read: {error}.", "Fetch the file from the project again."
        ) from error


def range_of(probability: float, ranges: Sequence[Range]) -> Range | None:
    """Find the range in which a confidence lies; None where nothing was measured."""
    inside = (span for span in ranges if span.low <= probability < span.high or probability == span.high == 1.0)
    return next(inside, None)


def coded_from(threshold: float, ranges: Sequence[Range]) -> Coded:
    """Tell what a threshold comes to by what was measured; a range in which it lies counts by its part above."""
    above = [(span, span.n * min(1.0, max(0.0, (span.high - threshold) / (span.high - span.low)))) for span in ranges]
    every, coded = sum(span.n for span in ranges), sum(n for _, n in above)
    if not coded:
        return Coded(threshold, 0.0, None)
    return Coded(threshold, coded / every, sum(n * span.right for span, n in above) / coded)
