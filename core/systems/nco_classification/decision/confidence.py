"""How sure it is: the probability that the first family is right, fitted on titles whose family is known.

It rests on two numbers (the rule of the UK's statisticians): the fit, which is the first family's score, and the
separation, which is its lead over the second. Fitted by `python -m core.evaluate nco FILE.csv`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum

from core.systems.nco_classification.index.classification import DIGITS, LEVELS
from core.systems.nco_classification.index.occupations import Candidate

# Logistic regression; the scores of the candidates become their posterior by a softmax of this sharpness.
INTERCEPT = -2.25
FIT = 2.52
SEPARATION = 10.8
SHARPNESS = 20.4
FLOOR = 0.1  # least probability at which a code may be given that somebody else than the rule chose
THRESHOLD = 0.62  # least probability at which a code is given: wrong in fewer than 10 of 100 development titles
NOISE = 0.35  # below this fit nothing that was found has to do with the words


@dataclass(frozen=True)
class Confidence:
    """All three from 0 to 1; `probability` that the first family is right."""

    fit: float
    separation: float
    probability: float

    @property
    def noisy(self) -> bool:
        """Whether nothing that was found has to do with the words."""
        return self.fit < NOISE


def measure_confidence(candidates: Sequence[Candidate]) -> Confidence:
    """Measure how sure the first of these candidates is, best first; all zeros when there is none."""
    if not candidates:
        return Confidence(0.0, 0.0, 0.0)
    fit = candidates[0].score
    separation = fit - candidates[1].score if len(candidates) > 1 else fit
    return Confidence(fit, separation, 1 / (1 + exp(-(INTERCEPT + FIT * fit + SEPARATION * separation))))


def posterior(candidates: Sequence[Candidate]) -> dict[str, float]:
    """Divide the probability among the candidates, by family; together 1."""
    if not candidates:
        return {}
    best = max(candidate.score for candidate in candidates)
    heights = {candidate.family: exp(SHARPNESS * (candidate.score - best)) for candidate in candidates}
    total = fsum(heights.values())
    return {family: height / total for family, height in heights.items()}


def chances(candidates: Sequence[Candidate], confidence: Confidence) -> dict[str, float]:
    """Tell how likely each family is the right one: the first as likely as it is sure, the others by their scores.

    Together at most 1; what is missing lies with families that were not found. No family is likelier than the first.
    """
    shares = posterior(candidates)
    if not candidates:
        return {}
    first, sure = candidates[0].family, confidence.probability
    beside = shares[first]
    # Where it is surer than the scores alone say, the others have less; where it is less sure, all of them have.
    factor = (1 - sure) / (1 - beside) if beside < sure else sure / beside
    return {family: sure if family == first else share * factor for family, share in shares.items()}


def mass_below(code: str, posterior: Mapping[str, float]) -> float:
    """Add up what a posterior gives to the families that lie in this part of the classification."""
    return sum(share for family, share in posterior.items() if family.startswith(code))


def deepest_confident_code(posterior: Mapping[str, float], threshold: float) -> str:
    """Find the longest code, down to a family, to which a posterior gives `threshold` or more; "" for none."""
    found = ""
    for level in LEVELS[:-1]:
        sums: dict[str, float] = {}
        for family, share in posterior.items():
            prefix = family[: DIGITS[level]]
            sums[prefix] = sums.get(prefix, 0.0) + share
        best = max(sums, key=lambda prefix: sums[prefix], default="")
        if not best or sums[best] < threshold or not best.startswith(found):
            break
        found = best
    return found
