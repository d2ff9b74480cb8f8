"""Fits the weights of the evidence and the confidence to jobs whose code is known, and tests the fit on others.

The weights stand in `occupations.py`, the confidence in `confidence.csv`; `python -m core.evaluate nco FILE.csv` prints
what would fit a file best, and with `--fit` it writes the confidence. How good a fit is cannot be seen on what it was
fitted to: `cross_fit` asks each text of a fit that saw neither it nor any other text of its family.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.evaluate.nco import Coded, Record, agree, reliability
from core.systems.nco_classification.decision.confidence import KINDS, NUMBERS, Kind, look_at_words, numbers_of
from core.systems.nco_classification.index import occupations
from core.systems.nco_classification.index.occupations import OccupationIndex

FOLDS = 5
_MOST = 400  # records of one source that count in full; a larger source weighs no more than these
_TOGETHER = 256
_PULL = 3.0  # how many records the fit of all kinds together is worth against those of one kind
# What must make it surer, and what must not, however few texts of a kind there are.
_SURER = ("fit", "separation", "share", "agreement", "words ahead", "known", "named")
_LESS_SURE = ("guessed",)
_LEAST_LESS = -0.3  # weight of a guess at most: some that were right must not make guessing free
ALLOWED = 0.05  # share of the texts of a kind that may be wrong and silent
LEAST_THRESHOLD, _FEW = 0.7, 50  # right in seven of ten at least; texts of a kind that choose nothing alone
LEAST_IN_RANGE = 30  # texts on which a figure of the reliability stands


@dataclass(frozen=True)
class Sample:
    """Some records as numbers: evidence [records, parts, families], which families are right, and how much each counts.

    `right` is [records, families], `influence` [records]; together the influence is 1.
    """

    evidence: NDArray[np.float64]
    right: NDArray[np.bool_]
    influence: NDArray[np.float64]


@dataclass(frozen=True)
class Judged:
    """What was found for some records: `numbers` [records, 1 and NUMBERS], whether the first family is right (`hits`).

    `kinds` are what was said, `families` the first right one of each, `influence` how much each counts, together 1.
    """

    numbers: NDArray[np.float64]
    hits: NDArray[np.bool_]
    kinds: NDArray[np.str_]
    families: NDArray[np.str_]
    influence: NDArray[np.float64]

    def part(self, chosen: NDArray[np.bool_]) -> Judged:
        """Only the chosen records."""
        influence = self.influence[chosen] / max(self.influence[chosen].sum(), 1e-12)
        return Judged(self.numbers[chosen], self.hits[chosen], self.kinds[chosen], self.families[chosen], influence)


Coefficients = Mapping[Kind, NDArray[np.float64]]
"""Of each kind the intercept and a weight for each of `NUMBERS`."""


def judge(coded: Sequence[Coded], index: OccupationIndex) -> Judged:
    """Turn what came out for the records into numbers; those that mean nothing, or several things, are left out."""
    some = [one for one in coded if one.candidates and one.record.families and not one.record.ambiguous]
    said = [look_at_words(one.record.text, index.query_normalizer) for one in some]
    numbers = [[1.0, *numbers_of(one.candidates, words)] for one, words in zip(some, said, strict=True)]
    return Judged(
        np.array(numbers).reshape(len(some), 1 + len(NUMBERS)),
        np.array([one.hit(1, 4) for one in some], bool),
        np.array([words.kind for words in said], np.str_),
        np.array([one.record.families[0] for one in some], np.str_),
        _influence([one.record for one in some]),
    )


def fit_confidence(judged: Judged) -> Coefficients:
    """Fit all kinds together, then each kind, drawn towards the fit of all by a few records' worth."""
    spread = np.maximum(judged.numbers.std(axis=0), 0.05)
    spread[0] = 1.0
    everything = _fit(judged, np.zeros(judged.numbers.shape[1]), spread)
    return {kind: _fit(judged.part(judged.kinds == kind), everything, spread) for kind in KINDS}


def _fit(judged: Judged, towards: NDArray[np.float64], spread: NDArray[np.float64]) -> NDArray[np.float64]:
    """Fit a logistic regression that is drawn towards another (a ridge), with the signs that it must have.

    A weight is drawn as strongly as its number is spread.
    """
    from scipy.optimize import minimize

    if not len(judged.hits):
        return towards
    numbers, hits, influence, aim = judged.numbers / spread, judged.hits, judged.influence, towards * spread
    worth = _PULL * float((influence**2).sum())  # together the influence is 1, so this is what one record weighs

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        height = numbers @ weights
        sure = 1 / (1 + np.exp(-height))
        off = weights - aim
        likely = (influence * (np.logaddexp(0.0, height) - hits * height)).sum()
        return float(likely + worth / 2 * off @ off), numbers.T @ (influence * (sure - hits)) + worth * off

    limits = {**dict.fromkeys(_SURER, (0.0, np.inf)), **dict.fromkeys(_LESS_SURE, (-np.inf, _LEAST_LESS))}
    ends = [(-np.inf, np.inf), *(limits.get(name, (-np.inf, np.inf)) for name in NUMBERS)]
    bounds = [(low * wide, high * wide) for (low, high), wide in zip(ends, spread.tolist(), strict=True)]
    found = minimize(loss, aim, jac=True, bounds=bounds, method="L-BFGS-B")
    coefficients: NDArray[np.float64] = found.x / spread
    return coefficients


def say(judged: Judged, coefficients: Coefficients) -> NDArray[np.float64]:
    """Tell for each record the probability that the first family is right."""
    weights = np.stack([coefficients[kind] for kind in judged.kinds.tolist()])
    probabilities: NDArray[np.float64] = 1 / (1 + np.exp(-(judged.numbers * weights).sum(axis=1)))
    return probabilities


def cross_fit(judged: Judged) -> NDArray[np.float64]:
    """Judge every record by a fit that saw none of its first right family: five parts, by family in turn."""
    fold = np.unique(judged.families, return_inverse=True)[1] % FOLDS
    probabilities = np.zeros(len(fold))
    for number in np.unique(fold):
        own = fold == number
        probabilities[own] = say(judged.part(own), fit_confidence(judged.part(~own)))
    return probabilities


def reliability_by_kind(judged: Judged) -> dict[str, list[dict[str, float]]]:
    """Tell for each kind of text how often a probability was right, each judged by a fit to other families.

    A range with few texts is told together with its neighbour: its share of right ones would be chance.
    """
    said = cross_fit(judged)
    chosen = {kind: judged.kinds == kind for kind in KINDS}
    return {
        kind: _with_enough(reliability(said[own].tolist(), judged.hits[own].tolist())) for kind, own in chosen.items()
    }


def _with_enough(table: Sequence[dict[str, float]]) -> list[dict[str, float]]:
    """Join ranges, from the surest down, until each stands on texts enough; what is left joins the lowest."""
    joined: list[dict[str, float]] = []
    for row in reversed(table):
        if joined and joined[-1]["n"] < LEAST_IN_RANGE:
            joined[-1] = _joined(row, joined[-1])
        else:
            joined.append(row)
    if len(joined) > 1 and joined[-1]["n"] < LEAST_IN_RANGE:
        joined[-2:] = [_joined(joined[-1], joined[-2])]
    return joined[::-1]


def _joined(below: dict[str, float], above: dict[str, float]) -> dict[str, float]:
    n = below["n"] + above["n"]
    means = {name: (below["n"] * below[name] + above["n"] * above[name]) / n for name in ("said", "right")}
    return {"low": below["low"], "high": above["high"], "n": n, **means}


def choose_thresholds(judged: Judged) -> dict[Kind, float]:
    """Choose for each kind the lowest threshold, in hundredths, at which no more than is allowed are wrong and silent.

    Each text is judged by a fit to other families, and no large source outweighs the others.
    """
    said = cross_fit(judged)
    chosen = {kind: judged.kinds == kind for kind in KINDS}
    return {
        kind: _threshold(said[own], judged.part(own)) if own.sum() >= _FEW else _threshold(said, judged)
        for kind, own in chosen.items()
    }


def _threshold(said: NDArray[np.float64], judged: Judged) -> float:
    steps = np.arange(100 * LEAST_THRESHOLD, 100) / 100
    wrong = [float(judged.influence[(said >= step) & ~judged.hits].sum()) for step in steps]
    return next((float(step) for step, share in zip(steps, wrong, strict=True) if share <= ALLOWED), float(steps[-1]))


def write_confidence(path: Path, coefficients: Coefficients, thresholds: Mapping[Kind, float]) -> None:
    """Write a line for each kind, as `confidence.py` reads it."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["kind", "intercept", *NUMBERS, "threshold"])
        writer.writerows(
            [kind, *(f"{value:.3f}" for value in coefficients[kind]), f"{thresholds[kind]:.2f}"] for kind in KINDS
        )


def describe_weights(weights: NDArray[np.float64]) -> list[str]:
    """Write the lines that would stand in `occupations.py` and `confidence.py`."""
    shares = (weights / weights.sum()).round(3).tolist()
    return [f"WEIGHTS = {dict(zip(occupations.PARTS, shares, strict=True))}", f"SHARPNESS = {weights.sum():.1f}"]


def sample_of(records: Sequence[Record], index: OccupationIndex) -> Sample:
    """Turn what the index finds for the records into numbers."""
    texts = [record.text for record in records]
    evidence = [index.evidence(texts[start : start + _TOGETHER]) for start in range(0, len(texts), _TOGETHER)]
    right = [
        [any(agree(family, wanted, 4) for wanted in record.families) for family in index.families] for record in records
    ]
    return Sample(np.concatenate(evidence).astype(np.float64), np.array(right), _influence(records))


def _influence(records: Sequence[Record]) -> NDArray[np.float64]:
    sizes: dict[str, int] = {}
    for record in records:
        sizes[record.source] = sizes.get(record.source, 0) + 1
    influence = np.array([min(1.0, _MOST / sizes[record.source]) for record in records], np.float64)
    normed: NDArray[np.float64] = influence / influence.sum()
    return normed


def fit_weights(sample: Sample) -> NDArray[np.float64]:
    """Fit weights [parts], none below 0, that make the right families likeliest under a softmax of the scores."""
    from scipy.optimize import minimize

    known = sample.right.any(axis=1)
    evidence, right = sample.evidence[known], sample.right[known]
    influence = sample.influence[known] / sample.influence[known].sum()

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        scores = np.einsum("tpf,p->tf", evidence, weights)
        heights = np.exp(scores - scores.max(axis=1, keepdims=True))
        total, good = heights.sum(axis=1), (heights * right).sum(axis=1)
        pull = influence[:, None] * (heights * right / good[:, None] - heights / total[:, None])
        return float(-(influence * np.log(good / total)).sum()), -np.einsum("tf,tpf->p", pull, evidence)

    start = np.full(evidence.shape[1], 5.0)
    found = minimize(loss, start, jac=True, bounds=[(0.0, None)] * len(start), method="L-BFGS-B")
    weights: NDArray[np.float64] = found.x
    return weights


def fit_logistic(
    features: NDArray[np.float64],
    hits: NDArray[np.bool_],
    influence: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Fit the coefficients [features] of a logistic regression of `hits`, by Newton's method."""
    coefficients = np.zeros(features.shape[1])
    for _ in range(50):
        sure = 1 / (1 + np.exp(-features @ coefficients))
        slope = features.T @ (influence * (hits - sure))
        curve = (features * (influence * sure * (1 - sure))[:, None]).T @ features
        coefficients = coefficients + np.linalg.solve(curve + 1e-9 * np.eye(len(coefficients)), slope)
    return coefficients
