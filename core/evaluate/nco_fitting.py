"""Fits the weights of the evidence and the confidence to titles whose code is known, and tests the fit on others.

The numbers stand in `occupations.py` and `confidence.py`; `python -m core.evaluate nco FILE.csv` prints what would fit
a file best. How good a fit is cannot be seen on what it was fitted to: `cross_fit` asks each title of a fit that saw
neither it nor any other title of its family.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.evaluate.nco import Record, agree
from core.systems.nco_classification.index import occupations
from core.systems.nco_classification.index.occupations import OccupationIndex

FOLDS = 5
_MOST = 100  # records of one source that count in full; a larger source weighs no more than these
_TOGETHER = 256


@dataclass(frozen=True)
class Sample:
    """Some records as numbers: evidence [records, parts, families], which families are right, and how much each counts.

    `right` is [records, families], `influence` [records]; together the influence is 1.
    """

    evidence: NDArray[np.float64]
    right: NDArray[np.bool_]
    influence: NDArray[np.float64]

    def part(self, chosen: NDArray[np.bool_]) -> Sample:
        """Only the chosen records."""
        influence = self.influence[chosen]
        return Sample(self.evidence[chosen], self.right[chosen], influence / influence.sum())


@dataclass(frozen=True)
class Fit:
    """Weights [parts] that sum to `sharpness`, and the coefficients of the confidence: 1, fit, separation."""

    weights: NDArray[np.float64]
    coefficients: NDArray[np.float64]

    def judge(self, sample: Sample) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Tell for each record the probability that the first family is right, and whether it is."""
        features, hits = _features(sample, self.weights)
        return 1 / (1 + np.exp(-features @ self.coefficients)), hits

    def describe(self) -> list[str]:
        """Write the lines that would stand in `occupations.py` and `confidence.py`."""
        shares = (self.weights / self.weights.sum()).round(3).tolist()
        names = ("INTERCEPT", "FIT", "SEPARATION")
        return [
            f"WEIGHTS = {dict(zip(occupations.PARTS, shares, strict=True))}",
            f"SHARPNESS = {self.weights.sum():.1f}",
            *(f"{name} = {value:.2f}" for name, value in zip(names, self.coefficients, strict=True)),
        ]


def sample_of(records: Sequence[Record], index: OccupationIndex) -> Sample:
    """Turn what the index finds for the records into numbers."""
    texts = [record.text for record in records]
    evidence = [index.evidence(texts[start : start + _TOGETHER]) for start in range(0, len(texts), _TOGETHER)]
    right = [
        [any(agree(family, wanted, 4) for wanted in record.families) for family in index.families] for record in records
    ]
    return Sample(np.concatenate(evidence).astype(np.float64), np.array(right), _influence(records))


def fit(sample: Sample) -> Fit:
    """Fit the weights of the parts (softmax over all families) and the coefficients of the confidence (logistic)."""
    weights = fit_weights(sample.evidence, sample.right, sample.influence)
    features, hits = _features(sample, weights)
    return Fit(weights, fit_logistic(features, hits, sample.influence))


def cross_fit(sample: Sample) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Judge every record by a fit that saw none of its first right family: five parts, by family in turn."""
    first = sample.right.argmax(axis=1)
    fold = np.unique(first, return_inverse=True)[1] % FOLDS
    probabilities, hits = np.zeros(len(fold)), np.zeros(len(fold), bool)
    for number in np.unique(fold):
        own = fold == number
        probabilities[own], hits[own] = fit(sample.part(~own)).judge(sample.part(own))
    return probabilities, hits


def _features(sample: Sample, weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """1, the best score and its lead over the second for each record, and whether the best family is right."""
    scores = np.einsum("tpf,p->tf", sample.evidence, weights / weights.sum())
    order = np.argsort(-scores, axis=1)[:, :2]
    best, second = np.take_along_axis(scores, order, axis=1).T
    hits = np.take_along_axis(sample.right, order[:, :1], axis=1)[:, 0]
    return np.stack([np.ones_like(best), best, best - second], axis=1), hits


def _influence(records: Sequence[Record]) -> NDArray[np.float64]:
    sizes: dict[str, int] = {}
    for record in records:
        sizes[record.source] = sizes.get(record.source, 0) + 1
    influence = np.array([min(1.0, _MOST / sizes[record.source]) for record in records], np.float64)
    normed: NDArray[np.float64] = influence / influence.sum()
    return normed


def fit_weights(
    evidence: NDArray[np.float64], right: NDArray[np.bool_], influence: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Fit weights [parts], none below 0, that make the right families likeliest under a softmax of the scores."""
    from scipy.optimize import minimize

    known = right.any(axis=1)
    evidence, right, influence = evidence[known], right[known], influence[known] / influence[known].sum()

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
    features: NDArray[np.float64], hits: NDArray[np.bool_], influence: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Fit the coefficients [features] of a logistic regression of `hits`, by Newton's method."""
    coefficients = np.zeros(features.shape[1])
    for _ in range(50):
        sure = 1 / (1 + np.exp(-features @ coefficients))
        slope = features.T @ (influence * (hits - sure))
        curve = (features * (influence * sure * (1 - sure))[:, None]).T @ features
        coefficients = coefficients + np.linalg.solve(curve + 1e-9 * np.eye(len(coefficients)), slope)
    return coefficients
