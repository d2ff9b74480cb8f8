"""Where a person stands for a whole request: one score over all topics and wishes, which keeps its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from core.retrieval.fusion import Receipt

Together = Literal["mean", "product", "minimum"]
Fits = Literal["all", "as far as known", "not all"]


@dataclass(frozen=True)
class Term:
    """What one topic or wish adds to a score: `contribution` = share × value in the mean."""

    id: str
    label: str
    value: float
    weight: float
    contribution: float


@dataclass(frozen=True)
class Standing:
    """A person's place for a whole request, counted from 1, and how the score was made.

    `fits` says whether every hard requirement is met. `receipts` are those of the topics, by the requirement's id. With
    one topic and nothing else the score is that of its receipt, to the last digit.
    """

    id: str
    rank: int
    score: float
    fits: Fits
    vector: float
    keyword: float
    terms: tuple[Term, ...]
    receipts: Mapping[str, Receipt]
