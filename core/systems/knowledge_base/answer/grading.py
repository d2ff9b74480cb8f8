"""How well a passage serves a question, whether the documents answer it at all, and how good an answer is.

The numbers were fitted on judged questions; docs/decisions/0016 says on which, and what they reach.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from core.language.tokens import words

GRADE_WEIGHTS = {"cosine": 7.0, "covered": 4.0}
GRADE_BIAS = -5.5
SUPPORT_WEIGHTS = {"cosine": 5.0, "sentence": 4.0, "covered": 4.0, "missing": -4.0, "unnamed": -4.0}
SUPPORT_BIAS = -5.6


def clean(score: float) -> float:
    """A score as a number from 0 to 1, whatever somebody wrote there."""
    return min(max(float(score), 0.0), 1.0) if math.isfinite(score) else 0.0


def summarise_grades(grades: Sequence[Mapping[str, Any]], least: int, threshold: float) -> dict[str, Any]:
    """Whether the passages pass: enough relevant ones, and a mean that reaches the threshold.

    Of fewer passages than `least` all must be relevant, and no passage at all never passes.
    """
    relevant = sum(bool(grade["relevant"]) for grade in grades)
    mean = sum(grade["score"] for grade in grades) / len(grades) if grades else 0.0
    needed = min(least, len(grades))
    passed = bool(grades) and relevant >= max(1, needed) and mean >= threshold
    if not grades:
        reason = "Nothing was found."
    elif passed:
        reason = f"{relevant} of {len(grades)} passages are relevant, and the mean is {mean:.2f}."
    elif relevant < max(1, needed):
        reason = f"Only {relevant} of {len(grades)} passages are relevant; {max(1, needed)} are needed."
    else:
        reason = f"The mean of {mean:.2f} is below {threshold:.2f}."
    return {"passed": passed, "score": mean, "reason": reason, "details": {"relevant": relevant, "needed": needed}}


def reason_for(cosine: float, covered: float, missing: Sequence[str]) -> str:
    """A grade in words: how near the passage is, and which words of the question it lacks."""
    near = "near in meaning" if cosine >= 0.5 else "somewhat near in meaning" if cosine >= 0.35 else "far in meaning"
    lacks = f"; lacks {', '.join(f'“{word}”' for word in missing[:4])}" if missing else "; holds every word asked for"
    return f"{near.capitalize()} (cosine {cosine:.2f}), {covered:.0%} of the question's weight in words{lacks}."


def clarity(sentences: Sequence[str]) -> float:
    """How readable an answer is by its form: whole sentences of bearable length. 0 … 1."""
    if not sentences:
        return 0.0
    good = [
        (0.5 if 4 <= len(words(one)) <= 60 else 0.2) + (0.5 if one.rstrip()[-1:] in ".!?:)" else 0.3)
        for one in sentences
    ]
    return sum(good) / len(good)
