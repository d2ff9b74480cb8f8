"""Whether the passages that were found answer a question at all, measured without any model of language.

The weights were fitted on judged questions; docs/decisions/0016 says on which, and what they reach.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from core.language.terms import analyse
from core.systems.knowledge_base.answer.question_terms import Term, coverage, unnamed_share

SUPPORT_WEIGHTS = {"cosine": 5.0, "sentence": 4.0, "covered": 4.0, "missing": -4.0, "unnamed": -4.0}
SUPPORT_BIAS = -5.6


def measure_support(
    question: str, texts: Sequence[str], cosines: Sequence[float], best_sentence: float, terms: Sequence[Term]
) -> dict[str, float]:
    """Measure how well passages answer a question, each measure on an absolute scale.

    `texts` are the passages with their headings, `cosines` theirs with the question, `best_sentence` the score of the
    best of their sentences.
    """
    stems = [frozenset(analyse(text)) for text in texts]
    total = sum(term.weight for term in terms) or 1.0
    return {
        "cosine": max(cosines, default=0.0),
        "sentence": best_sentence,
        "covered": max((coverage(terms, of_text) for of_text in stems), default=0.0),
        "unnamed": unnamed_share(question, texts),
        "missing": sum(term.weight for term in terms if not term.passages and not _is_held(term, stems)) / total,
    }


def _is_held(term: Term, texts: Sequence[frozenset[str]]) -> bool:
    return any(stems.issuperset(term.stems) for stems in texts)


def support(measures: Mapping[str, float]) -> float:
    """Weigh the measures of `measure_support`: how surely the passages answer the question, 0 … 1."""
    return logistic(measures, SUPPORT_WEIGHTS, SUPPORT_BIAS)


def logistic(measures: Mapping[str, float], weights: Mapping[str, float], bias: float) -> float:
    """Weigh some measures to one score, 0 … 1: 1 ÷ (1 + e^−(bias + Σ weight · measure))."""
    total = bias + sum(weight * measures[name] for name, weight in weights.items())
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, total))))
