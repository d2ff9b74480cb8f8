"""How likely each family is, as everything that is shown says it: the headline, how sure it is, and where it lies.

There is one probability of an outcome, the confidence of its response. The families it is about share it, and the
other candidates share what it leaves, both in the proportions of their scores.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import fsum

from core.systems.nco_classification.decision.confidence import posterior
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.state import AnalyzerResponse


def shown_families(response: AnalyzerResponse, candidates: Sequence[Candidate]) -> set[str]:
    """Name the families that a confidence is about: those of the codes, else the first candidate, best first."""
    return {entry["code"][:4] for entry in response["codes"]} or {one.family for one in candidates[:1]}


def shares_of(response: AnalyzerResponse, candidates: Sequence[Candidate]) -> dict[str, float]:
    """Divide the probability among the candidates, by family; what was chosen has all of it.

    The families that are shown have together what the confidence of the response says.
    """
    about = shown_families(response, candidates)
    if response["confidence"]["basis"] == "chosen":
        return dict.fromkeys(sorted(about), 1.0 / len(about))
    if chances := response.get("chances"):
        return dict(chances)
    likely = posterior(candidates)
    probability = response["confidence"]["probability"]
    return {
        **_divided(probability, likely, about & likely.keys()),
        **_divided(1.0 - probability, likely, likely.keys() - about),
    }


def told_probability(response: AnalyzerResponse) -> float | None:
    """Give the probability that may stand beside the code that is shown; None where somebody chose it.

    An answer and a rule of the office are choices: nothing was measured of them.
    """
    shown = response["confidence"]
    return None if shown["basis"] == "chosen" else shown["probability"]


def _divided(mass: float, likely: Mapping[str, float], families: Collection[str]) -> dict[str, float]:
    total = fsum(likely[family] for family in families)
    return {family: mass * likely[family] / total for family in families} if total else {}
