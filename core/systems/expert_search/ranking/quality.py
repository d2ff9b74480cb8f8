"""How likely it is that a person knows about a topic, 0 to 1, on an absolute scale that no setting of the page moves.

It rests on a person's best document: how near it is in meaning (cosine), how much of the topic's words it has where it
is near, and how long the topic is. The weights stand in `quality.csv`, fitted to judged people and to topics that
nobody has; `reliability.csv` says how true it is for collections that a fit had not seen. Both are made by
`python -m core.evaluate.fit_quality`. No weight lets a person fall when more is found.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import StoreError
from core.language.terms import analyse
from core.paths import SAMPLES
from core.systems.expert_search.people.records import People

FITTED, RELIABILITY = SAMPLES / "experts" / "quality.csv", SAMPLES / "experts" / "reliability.csv"
MEASURES = ("meaning", "words", "length")
NAMED = 1.0  # whose name was asked for is who was asked for

Qualities = dict[str, tuple[float, str]]
"""Of each person the quality, and the document it rests on."""


@dataclass(frozen=True)
class Bin:
    """Of `count` topics that were said to be known with a probability of `said`, on average, the share `true` was."""

    said: float
    true: float
    count: int


def qualities(people: People, queries: Sequence[tuple[str, float]], found: Mapping[str, Collection[str]]) -> Qualities:
    """Tell how likely each person knows about a topic, and by which document.

    `queries` are the topic itself, with the weight 1, and other words for it, each with what it counts; `found` are
    the ids of the documents that searches found, by person. Raises `StoreError` for a damaged file of weights.
    """
    documents = list(dict.fromkeys(document for own in found.values() for document in own))
    best = dict(zip(documents, _best(people, queries, documents).tolist(), strict=True))
    named = _named(people, queries[0][0], found)
    rests_on = {person: max(own, key=lambda one: (best[one], one)) for person, own in found.items() if own}
    return {person: (NAMED if person in named else best[one], one) for person, one in rests_on.items()}


def measures(people: People, query: str, documents: Sequence[str]) -> NDArray[np.float64]:
    """Return the `MEASURES` of each of these documents [documents, 3] for a query."""
    meaning, words = people.closeness(query, documents)
    length = np.log1p(len(set(analyse(query))))
    near = np.maximum(meaning, 0.0)
    return np.column_stack([near, near * words, np.full(len(documents), length)])


def _best(people: People, queries: Sequence[tuple[str, float]], documents: Sequence[str]) -> NDArray[np.float64]:
    """Return of each document the best that any of the queries makes of it."""
    intercept, weights = fitted()
    best = np.zeros(len(documents))
    for query, counts in queries:
        height = intercept + measures(people, query, documents) @ weights
        best = np.maximum(best, counts / (1 + np.exp(-height)))
    return best


def _named(people: People, query: str, found: Collection[str]) -> set[str]:
    """Return those whose name a query is: two words of it, or one that stands in nothing but their profiles."""
    asked = frozenset(analyse(query))
    called = {person for person in found if asked and asked <= _terms(people.experts[person].name)}
    if called and len(asked) == 1:
        holding = people.holding(list(asked))
        return set() if holding["project"] or holding["profile"] > len(called) else called
    return called


@lru_cache(50_000)
def _terms(name: str) -> frozenset[str]:
    return frozenset(analyse(name))


@cache
def fitted() -> tuple[float, NDArray[np.float64]]:
    """Read the intercept and the weights of `MEASURES`. Raises `StoreError` for a damaged file."""
    try:
        with FITTED.open(encoding="utf-8", newline="") as file:
            weights = {row["measure"]: float(row["weight"]) for row in csv.DictReader(file)}
        return weights["intercept"], np.array([weights[name] for name in MEASURES])
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise _damaged(FITTED, error) from error


@cache
def reliability() -> tuple[Bin, ...]:
    """Read how true the quality was, in parts of its range. Raises `StoreError` for a damaged file."""
    try:
        with RELIABILITY.open(encoding="utf-8", newline="") as file:
            rows = [Bin(float(row["said"]), float(row["true"]), int(row["count"])) for row in csv.DictReader(file)]
        return tuple(rows)
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise _damaged(RELIABILITY, error) from error


def _damaged(path: Path, error: Exception) -> StoreError:
    return StoreError(f"{path.name} cannot be read: {error}.", "Fetch the file from the project again.")
