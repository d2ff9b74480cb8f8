"""Fits how likely a person knows about a topic by their best document, and tells how true that is.

`python -m core.evaluate.fit_knows NOTHING.csv PLACE …` fits the weights of `KNOWS_MEASURES` of `ranking/quality.py` to
everybody who was found for the topics of all places (see `core.evaluate.judged_people`), and writes them beside the
sample. NOTHING.csv (kind,text) holds requests that nobody anywhere can answer. How true it is, is told for each place
by weights that were fitted to the others.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.evaluate.fit_quality import SEARCHES, search
from core.evaluate.judged_people import Place, read_place
from core.evaluate.rows import read_rows
from core.language.terms import without_asking
from core.retrieval.embedder import Embedder
from core.systems.expert_search.ranking.quality import KNOWS, KNOWS_MEASURES, knows_measures
from core.systems.expert_search.requirements.cell import LIKELY, MET, PARTLY

DEPTH = 100  # documents of each search that are looked at
PENALTY = 1e-4  # of a weight whose measure is spread like others
ROUNDS = 4  # in which the best document of each person is chosen anew by the weights

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Found:
    """What was found for a topic of a place: the measures [documents, measures], whose each is, and who knows of it."""

    place: str
    numbers: Numbers
    owners: tuple[str, ...]
    right: frozenset[str]


def find_all(places: Sequence[Place], nothing: Sequence[str]) -> list[Found]:
    """Ask each place for its own topics and for nothing."""
    asked = [(place, text, grades) for place in places for text, grades in place.topics]
    asked += [(place, text, {}) for place in places for text in nothing]
    return [_found(*one) for one in asked]


def _found(place: Place, text: str, grades: Mapping[str, int]) -> Found:
    query, people = without_asking(text), place.people
    documents = list(dict.fromkeys(one for kind in SEARCHES for one in search(people, *kind, query, DEPTH)))
    right = frozenset(person for person, grade in grades.items() if grade > 0)
    owners = tuple(people.owner(document) for document in documents)
    return Found(place.name, knows_measures(people, query, documents), owners, right)


def fit_knows(found: Sequence[Found]) -> Numbers:
    """Fit the intercept and the weights to the best document of each person, each place counting alike; no weight is
    below 0."""
    from scipy.optimize import minimize

    places = [one.place for one in found]
    weights = np.ones(1 + len(KNOWS_MEASURES))
    for _ in range(ROUNDS):
        best = [(one, *_best_of_each(one, weights)) for one in found if one.owners]
        numbers = np.vstack([one.numbers[rows] for one, rows, _ in best])
        known = np.concatenate([right for _, _, right in best]).astype(float)
        influence = np.concatenate([np.full(len(rows), 1 / places.count(one.place)) for one, rows, _ in best])
        influence /= influence.sum()
        spread = np.maximum(numbers.std(axis=0), 0.05)
        scaled = np.column_stack([np.ones(len(numbers)), numbers / spread])

        def loss(tried: Numbers, scaled=scaled, known=known, influence=influence) -> tuple[float, Numbers]:  # type: ignore[no-untyped-def]
            height = scaled @ tried
            drawn = PENALTY * np.concatenate([[0.0], tried[1:]])
            off = influence @ (np.logaddexp(0.0, height) - known * height)
            return float(off + drawn @ tried / 2), scaled.T @ (influence * (_likely(height) - known)) + drawn

        bounds = [(None, None), *((0.0, None) for _ in KNOWS_MEASURES)]
        made: Numbers = minimize(loss, np.zeros(len(weights)), jac=True, bounds=bounds, method="L-BFGS-B").x
        weights = np.concatenate([made[:1], made[1:] / spread])
    return weights


def _best_of_each(one: Found, weights: Numbers) -> tuple[list[int], list[bool]]:
    """Return the row of the best document of each person, and whether they know about it."""
    order = np.argsort(one.numbers @ weights[1:], kind="stable")
    best = {one.owners[row]: int(row) for row in order}
    return list(best.values()), [person in one.right for person in best]


def _likely(height: Numbers) -> Numbers:
    likely: Numbers = 1 / (1 + np.exp(-height))
    return likely


def reliability_of(found: Sequence[Found]) -> dict[str, list[tuple[float, float, int]]]:
    """Return for each place, by weights fitted to the others, what was (said, true, count): unlikely, perhaps, likely,
    met."""
    told = {}
    for place in dict.fromkeys(one.place for one in found):
        weights = fit_knows([one for one in found if one.place != place])
        own = [one for one in found if one.place == place and one.owners]
        best = [(one, *_best_of_each(one, weights)) for one in own]
        said = np.concatenate([_likely(weights[0] + one.numbers[rows] @ weights[1:]) for one, rows, _ in best])
        true, part = np.concatenate([right for _, _, right in best]), np.digitize(said, (PARTLY, LIKELY, MET))
        told[place] = [
            (float(said[part == number].mean()), float(true[part == number].mean()), int((part == number).sum()))
            for number in range(4)
            if (part == number).any()
        ]
    return told


def main(arguments: Sequence[str]) -> None:
    """Fit, write and tell. Raises `InputError` for a file that is missing or wrong."""
    nothing, *names = arguments
    if len(names) < 2:
        raise InputError("A fit is judged on another place.", "Name two places or more.")
    embedder = Embedder(Path(".glassbox") / "embeddings.sqlite")
    rows = read_rows(Path(nothing), ("kind", "text"))
    found = find_all([read_place(name, embedder) for name in names], [row["text"] for row in rows])
    for place, bins in reliability_of(found).items():
        print(place, *(f"said {said:.2f} true {true:.2f} of {count}" for said, true, count in bins), sep="; ")
    weights = fit_knows(found).round(4).tolist()
    with KNOWS.open("w", encoding="utf-8", newline="") as file:
        written = zip(("intercept", *KNOWS_MEASURES), weights, strict=True)
        csv.writer(file, lineterminator="\n").writerows([("measure", "weight"), *written])
    print(weights)


if __name__ == "__main__":
    main(sys.argv[1:])
