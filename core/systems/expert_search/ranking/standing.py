"""Where a person stands for a whole request: one score over all topics and wishes, which keeps its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from core.retrieval.fusion import Receipt

Together = Literal["mean", "product", "minimum"]
Fits = Literal["all", "as far as known", "topic in doubt", "not all"]


@dataclass(frozen=True)
class Term:
    """What one topic or wish adds to a score. In a mean the `contribution` is its share of the weights × value.

    Where topics count by their least, that one has the share of them all; in a product the share of each is a power,
    and each is said to add the same for its weight.
    """

    id: str
    label: str
    value: float
    weight: float
    contribution: float


@dataclass(frozen=True)
class Standing:
    """A person's place for a whole request, counted from 1, and how the score was made: the terms add up to it.

    `fits` says whether every hard requirement is met; `failing` are the ids of those that are not met, or not known to
    be, topics aside: who is unlikely to know about one is not left out, but stands behind the others. `receipts` are
    those of the topics that found the person, by the requirement's id. With one topic and nothing else the score is
    that of its receipt, to the last digit. `vector` and `keyword` are made like the score of the topics' two sides:
    where it is a mean, it is α·vector + (1−α)·keyword. `newest` is the ISO day of the newest document found, "" when
    none has one, `documents` how many were found.
    """

    id: str
    rank: int
    score: float
    fits: Fits
    vector: float
    keyword: float
    terms: tuple[Term, ...]
    receipts: Mapping[str, Receipt]
    failing: tuple[str, ...] = ()
    newest: str = ""
    documents: int = 0
