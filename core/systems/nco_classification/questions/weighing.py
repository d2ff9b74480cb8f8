"""What an answer about an attribute is worth: it weighs the families anew, and leaves every one of them possible.

A family that has the answer keeps its weight, one in which any answer may be right keeps a part of it, and one that has
another value keeps little: one answer in ten is expected to be wrong, and what was said first may still be stronger.
What the words say is not the work weighs in the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from math import fsum, log, prod

from core.retrieval.fusion import Part
from core.systems.nco_classification.decision.confidence import SHARPNESS, Confidence, posterior
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.questions.answers import attributes_told
from core.systems.nco_classification.questions.attributes import load_attributes, wrong_share
from core.systems.nco_classification.state import Answer

ANSWERED = "what was answered"
"""The part of a receipt that answers make: 0 for a family that fits them, below 0 for others."""
DENIED = "what is said not to be the work"
"""The part that denials make, in the same way."""
ALIKE = "a bare title means each alike"
"""The part that lifts what a bare title may mean to one height, before an answer counts."""


def likelihood(family: str, answers: Sequence[Answer]) -> float:
    """Tell how likely people of a family are to answer so, beside those whose answer it is: 0 … 1; 1 when nothing was
    answered."""
    return prod(_fits(family, answer) for answer in attributes_told(answers))


def contradicted(family: str, answers: Sequence[Answer]) -> bool:
    """Tell whether a family has another value than one that was answered."""
    return any(_held(family, answer) and not _has(family, answer) for answer in attributes_told(answers))


def _fits(family: str, answer: Answer) -> float:
    offered, wrong = max(2, answer.get("offered", 2)), wrong_share(answer.get("attribute", ""))
    if not _held(family, answer):
        return 1 / offered / (1 - wrong)  # any of the choices alike
    return 1.0 if _has(family, answer) else wrong / (offered - 1) / (1 - wrong)


def _held(family: str, answer: Answer) -> frozenset[str]:
    return load_attributes().values(answer.get("attribute", ""), family)


def _has(family: str, answer: Answer) -> bool:
    return load_attributes().has(answer.get("attribute", ""), answer.get("value", ""), family)


def weigh(
    candidates: Sequence[Candidate], answers: Sequence[Answer], broad: Collection[str], denials: Sequence[Answer] = ()
) -> list[Candidate]:
    """Let what was answered, and what the words deny, count in the score of each candidate, as parts of its receipt;
    best first.

    A bare title may mean each of the families of `broad` alike, however near its words come to theirs.
    """
    told = {ANSWERED: attributes_told(answers), DENIED: denials}
    if not any(told.values()):
        return list(candidates)
    highest = max((one.score for one in candidates if one.family in broad), default=0.0)
    weighed = []
    for one in candidates:
        scored = _with_part(one, ALIKE, SHARPNESS * (highest - one.score)) if one.family in broad else one
        for source, counted in told.items():
            scored = _with_part(scored, source, log(likelihood(one.family, counted))) if counted else scored
        weighed.append(scored)
    return _best_first(weighed)


def before_answers(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Give the candidates as the search alone scored them, best first: what a confidence is fitted on."""
    return _best_first(map(_without_part, candidates)) if any(map(_added, candidates)) else list(candidates)


def after_answers(
    confidence: Confidence, candidates: Sequence[Candidate], answers: Sequence[Answer], broad: Collection[str]
) -> Confidence:
    """Work out how likely the first of these weighed candidates is by Bayes' rule, from what it was before.

    `confidence` is that of `before_answers`. Of a bare title that may mean the families of `broad`, each was as likely
    as the others.
    """
    if not attributes_told(answers) or not candidates:
        return confidence
    prior = dict.fromkeys(broad, 1.0) or _prior(confidence, before_answers(candidates))
    weights = {family: share * likelihood(family, answers) for family, share in prior.items()}
    total = fsum(weights.values())
    return replace(confidence, probability=weights.get(candidates[0].family, 0.0) / total if total else 0.0)


def _prior(confidence: Confidence, candidates: Sequence[Candidate]) -> dict[str, float]:
    """Give the first candidate its calibrated probability, and what is left to the others by their shares."""
    shares, first = posterior(candidates), candidates[0].family
    others = 1.0 - shares[first]
    left = {family: (1 - confidence.probability) * share / others for family, share in shares.items() if others}
    return {**left, first: confidence.probability}


def _with_part(candidate: Candidate, source: str, raw: float) -> Candidate:
    weight = 1 / SHARPNESS  # so that the share of the family is multiplied by its likelihood
    part = Part(source, "keyword", 1, raw, raw, weight, weight * raw)
    score, receipt = candidate.score + part.contribution, candidate.receipt
    return replace(candidate, score=score, receipt=replace(receipt, score=score, parts=[*receipt.parts, part]))


def _without_part(candidate: Candidate) -> Candidate:
    receipt = candidate.receipt
    score = candidate.score - sum(part.contribution for part in _added(candidate))
    parts = [part for part in receipt.parts if part.source not in (ANSWERED, DENIED, ALIKE)]
    return replace(candidate, score=score, receipt=replace(receipt, score=score, parts=parts))


def _added(candidate: Candidate) -> list[Part]:
    return [part for part in candidate.receipt.parts if part.source in (ANSWERED, DENIED, ALIKE)]


def _best_first(candidates: Iterable[Candidate]) -> list[Candidate]:
    ranked = sorted(candidates, key=lambda candidate: (-candidate.score, candidate.family))
    return [replace(one, receipt=replace(one.receipt, rank=rank)) for rank, one in enumerate(ranked, start=1)]
