"""Fits how likely the expert search finds it that somebody knows about a topic, and tells how true that is.

`python -m core.evaluate.fit_quality NOTHING.csv PLACE …` fits the weights of `ranking/quality.py` to all places and
writes them and their reliability beside the sample; a place is what `core.evaluate.judged_people` reads, and
NOTHING.csv (kind,text) holds requests that nobody anywhere can answer. How good the fit is, is told for each place by
weights that were fitted to the others.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.evaluate.judged_people import Place, read_place
from core.evaluate.rows import read_rows
from core.language.terms import without_asking
from core.retrieval.embedder import Embedder
from core.retrieval.keywords import best_positions
from core.systems.expert_search.people.records import Corpus, People, Side
from core.systems.expert_search.ranking.quality import FITTED, MEASURES, RELIABILITY, measures

DEPTH = 10  # documents of each search that are looked at
PENALTY = 0.01  # of a weight whose measure is spread like others
NEVER_LESS = ("meaning", "words")
KNOWN = 2 / 3  # share of what is asked that somebody knows about: of three requests, one has no good answer
BINS = 10
GATE = 0.5

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Asked:
    """A topic that a place was asked for: the measures of what was found [documents, measures], and who knows of it.

    `right` [documents] tells whose documents are of people who know about it.
    """

    place: str
    kind: str
    text: str
    numbers: Numbers
    right: NDArray[np.bool_]

    @property
    def known(self) -> bool:
        """Whether anybody knows about it."""
        return self.kind == "known"


def ask_all(places: Sequence[Place], nothing: Sequence[Mapping[str, str]]) -> list[Asked]:
    """Ask each place for its own topics, for those of made places that are not its own, and for nothing."""
    return [one for place in places for one in _ask(place, places, nothing)]


def _ask(place: Place, places: Sequence[Place], nothing: Sequence[Mapping[str, str]]) -> Iterator[Asked]:
    for text, grades in place.topics:
        yield _found(place, "known" if any(grade > 0 for grade in grades.values()) else "nobody", text, grades)
    if place.made:
        for other in places:
            if other.made and other is not place:
                yield from (_found(place, "elsewhere", text, {}) for text, _ in other.topics)
    for row in nothing:
        yield _found(place, row["kind"], row["text"], {})


def _found(place: Place, kind: str, text: str, grades: Mapping[str, int]) -> Asked:
    query, people = without_asking(text), place.people
    documents = list(dict.fromkeys(document for one in SEARCHES for document in search(people, *one, query)))
    right = [grades.get(people.owner(document), 0) > 0 for document in documents]
    return Asked(place.name, kind, text, measures(people, query, documents), np.array(right, bool))


SEARCHES: tuple[tuple[Corpus, Side], ...] = (
    ("profile", "vector"), ("profile", "keyword"), ("project", "vector"), ("project", "keyword"),
)  # fmt: skip


def search(people: People, corpus: Corpus, side: Side, query: str, depth: int = DEPTH) -> list[str]:
    """Return the documents that one search finds first, at most so many, by their ids."""
    scores = people.document_scores(corpus, side, query)
    ids = list(people.experts if corpus == "profile" else people.answers)
    return [ids[place] for place in best_positions(scores, depth) if scores[place] > 0]


def fit_quality(asked: Sequence[Asked]) -> Numbers:
    """Fit the intercept and the weights of `MEASURES` to the best document of each topic, each place counting alike,
    and in it what is known by its usual share.

    A topic that is known, and whose best document nobody judged, tells nothing and is left out.
    """
    from scipy.optimize import minimize

    rows = [(one, int(np.argmax(one.numbers[:, :2].sum(axis=1)))) for one in asked if len(one.numbers)]
    rows = [(one, best) for one, best in rows if one.right[best] or not one.known]
    numbers = np.array([one.numbers[best] for one, best in rows])
    known = np.array([one.known for one, _ in rows], float)
    influence = _influence([one for one, _ in rows])
    spread = np.maximum(numbers.std(axis=0), 0.05)
    scaled = np.column_stack([np.ones(len(numbers)), numbers / spread])

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        height = scaled @ weights
        drawn = PENALTY * np.concatenate([[0.0], weights[1:]])
        off = influence * (np.logaddexp(0.0, height) - known * height)
        slope = scaled.T @ (influence * (1 / (1 + np.exp(-height)) - known))
        return float(off.sum() + drawn @ weights / 2), slope + drawn

    bounds = [(None, None), *((0.0 if name in NEVER_LESS else None, None) for name in MEASURES)]
    found: Numbers = minimize(loss, np.zeros(scaled.shape[1]), jac=True, bounds=bounds, method="L-BFGS-B").x
    return np.concatenate([found[:1], found[1:] / spread])


def _influence(asked: Sequence[Asked]) -> Numbers:
    groups = [(one.place, one.known) for one in asked]
    counts = {group: groups.count(group) for group in set(groups)}
    influence = np.array([(KNOWN if known else 1 - KNOWN) / counts[place, known] for place, known in groups])
    whole: Numbers = influence / influence.sum()
    return whole


def quality_of(asked: Asked, weights: Numbers) -> tuple[float, bool]:
    """Return the quality of the best document of a topic, and whether it is of somebody who knows about it."""
    if not len(asked.numbers):
        return 0.0, False
    heights = weights[0] + asked.numbers @ weights[1:]
    best = int(np.argmax(heights))
    return float(1 / (1 + np.exp(-heights[best]))), bool(asked.right[best])


def cross_fit(asked: Sequence[Asked]) -> list[tuple[Asked, float, bool]]:
    """Judge the topics of each place by weights that were fitted to the other places."""
    judged = []
    for place in dict.fromkeys(one.place for one in asked):
        weights = fit_quality([one for one in asked if one.place != place])
        judged += [(one, *quality_of(one, weights)) for one in asked if one.place == place]
    return judged


def passing(judged: Sequence[tuple[Asked, float, bool]]) -> dict[str, dict[str, float]]:
    """Return, for each place and kind of topic, the share that passes the gate."""
    shares: dict[str, dict[str, list[bool]]] = {}
    for one, quality, _ in judged:
        shares.setdefault(one.place, {}).setdefault(one.kind, []).append(quality >= GATE)
    return {place: {kind: float(np.mean(passed)) for kind, passed in kinds.items()} for place, kinds in shares.items()}


def reliability_of(judged: Sequence[tuple[Asked, float, bool]]) -> list[tuple[float, float, int]]:
    """Return (said, true, count) in parts of the range of the quality, counting as `fit_quality` does."""
    some = [(one, quality, right) for one, quality, right in judged if right or not one.known]
    influence = _influence([one for one, _, _ in some])
    said, true = np.array([quality for _, quality, _ in some]), np.array([one.known for one, _, _ in some])
    part = np.minimum((said * BINS).astype(int), BINS - 1)
    return [
        (float(np.average(said[own], weights=influence[own])), float(np.average(true[own], weights=influence[own])),
         int(own.sum()))
        for own in (part == number for number in range(BINS)) if own.any()
    ]  # fmt: skip


def write_fit(weights: Numbers, reliability: Sequence[tuple[float, float, int]]) -> None:
    """Write the weights and the reliability beside the sample."""
    with FITTED.open("w", encoding="utf-8", newline="") as file:
        rows = zip(("intercept", *MEASURES), weights.round(4).tolist(), strict=True)
        csv.writer(file, lineterminator="\n").writerows([("measure", "weight"), *rows])
    with RELIABILITY.open("w", encoding="utf-8", newline="") as file:
        told = [(round(said, 3), round(true, 3), count) for said, true, count in reliability]
        csv.writer(file, lineterminator="\n").writerows([("said", "true", "count"), *told])


def main(arguments: Sequence[str]) -> None:
    """Fit, write and tell. Raises `InputError` for a file that is missing or wrong."""
    nothing, *names = arguments
    if len(names) < 2:
        raise InputError("A fit is judged on another place.", "Name two places or more.")
    embedder = Embedder(Path(".glassbox") / "embeddings.sqlite")
    asked = ask_all([read_place(name, embedder) for name in names], read_rows(Path(nothing), ("kind", "text")))
    judged = cross_fit(asked)
    for place, kinds in passing(judged).items():
        print(place, " ".join(f"{kind} {share:.3f}" for kind, share in kinds.items()))
    weights, reliability = fit_quality(asked), reliability_of(judged)
    write_fit(weights, reliability)
    print(dict(zip(("intercept", *MEASURES), weights.round(2).tolist(), strict=True)))
    print("said, true, count:", *(f"{said:.2f} {true:.2f} {count}" for said, true, count in reliability), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
