"""Whether the confidence can be believed: for each range of it, how often the first family was right.

Measured by `python -m core.evaluate nco FILE.csv --json assets/data/nco/measured.json` on titles whose code is known,
each judged by a fit to the titles of other families.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from core.errors import StoreError
from core.systems.nco_classification.index.classification import FOLDER

MEASURED = FOLDER / "measured.json"


@dataclass(frozen=True)
class Range:
    """Titles of one range of confidence: `said` is its mean there, `right` the share whose first family was right."""

    low: float
    high: float
    n: float
    said: float
    right: float


@cache
def reliability() -> tuple[Range, ...]:
    """The ranges in which there were titles, in order. Raises `StoreError` for a damaged file."""
    return TypeAdapter(tuple[Range, ...]).validate_python(_measured()["reliability"])


def reliability_how() -> str:
    """How the ranges were measured, in words: "out of sample: …". Raises `StoreError` for a damaged file."""
    return str(_measured()["reliability_how"])


def _measured() -> dict[str, Any]:
    try:
        measured = json.loads(MEASURED.read_bytes())
        TypeAdapter(tuple[Range, ...]).validate_python(measured["reliability"])
        return {"reliability_how": "", **measured}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(
            f"{MEASURED.name} cannot be read: {error}.", "Fetch the file from the project again."
        ) from error


def range_of(probability: float, ranges: Sequence[Range]) -> Range | None:
    """The range in which a confidence lies; None where nothing was measured."""
    return next((one for one in ranges if one.low <= probability < one.high or probability == one.high == 1.0), None)
