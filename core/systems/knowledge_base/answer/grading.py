"""How well a passage serves a question, and how good an answer is.

The numbers were fitted on judged questions; docs/decisions/0016 says on which, and what they reach.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypedDict

from core.evidence.verdicts import Standing
from core.language.terms import analyse
from core.language.tokens import words
from core.systems.knowledge_base.answer.question_terms import Term, coverage
from core.systems.knowledge_base.answer.support import logistic
from core.systems.knowledge_base.search.retrieval import context_of
from core.systems.knowledge_base.state import DocumentGrade, ReflectionResult, Retrieved

GRADE_WEIGHTS = {"cosine": 7.0, "covered": 4.0}
GRADE_BIAS = -5.5
HELD = "held"
_HELD: Mapping[Standing, float] = {"backed": 1.0, "not checked": 0.5, "contradicted": 0.0, "not in the passage": 0.0}


class PassageToGrade(TypedDict):
    """A passage as it is shown to whoever grades it; `lacks` are words of the question that it does not hold."""

    number: int
    text: str
    likeness: float
    covered: float
    lacks: list[str]


class SentenceToGrade(TypedDict):
    """A sentence of an answer with its verdict, and the numbers of the passages that it cites."""

    sentence: str
    verdict: str
    passages: list[int]


class Given(NamedTuple):
    """A grade as somebody wrote it."""

    score: float
    reason: str


def show_passages(documents: Sequence[Retrieved], terms: Sequence[Term]) -> list[PassageToGrade]:
    """Show passages to whoever grades them, numbered from 1."""
    shown: list[PassageToGrade] = []
    for number, document in enumerate(documents, start=1):
        text = context_of(document)
        stems = frozenset(analyse(text))
        shown.append(
            {
                "number": number,
                "text": text,
                "likeness": round(document["cosine"], 3),
                "covered": round(coverage(terms, stems), 3),
                "lacks": [term.word for term in terms if not stems.issuperset(term.stems)],
            }
        )
    return shown


def grades_of(documents: Sequence[Retrieved], given: Mapping[int, Given]) -> list[DocumentGrade]:
    """Hand each passage the grade that was given to its number; one that was forgotten counts 0."""
    nothing = Given(0.0, "It was not graded.")
    grades: list[DocumentGrade] = []
    for number, document in enumerate(documents, start=1):
        grade = given.get(number, nothing)
        score = clean(grade.score)
        grades.append({"id": document["id"], "score": score, "relevant": score >= 0.5, "reason": grade.reason})
    return grades


def rule_score(likeness: float, covered: float) -> float:
    """Grade a passage by its cosine with the question and the share of the question's words that it holds; 0 … 1."""
    return logistic({"cosine": likeness, "covered": covered}, GRADE_WEIGHTS, GRADE_BIAS)


def clean(score: float) -> float:
    """Make a score a number from 0 to 1, whatever somebody wrote there."""
    return min(max(float(score), 0.0), 1.0) if math.isfinite(score) else 0.0


def summarise_grades(grades: Sequence[DocumentGrade], least: int, threshold: float) -> ReflectionResult:
    """Tell whether the passages pass: enough relevant ones, and a mean that reaches the threshold.

    Of fewer passages than `least` all must be relevant, and no passage at all never passes.
    """
    relevant = sum(grade["relevant"] for grade in grades)
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
    """Put a grade into words: how near the passage is, and which words of the question it lacks."""
    near = "near in meaning" if cosine >= 0.5 else "somewhat near in meaning" if cosine >= 0.35 else "far in meaning"
    lacks = f"; lacks {', '.join(f'“{word}”' for word in missing[:4])}" if missing else "; holds every word asked for"
    return f"{near.capitalize()} (cosine {cosine:.2f}), {covered:.0%} of the question's weight in words{lacks}."


def clarity(sentences: Sequence[str]) -> float:
    """Measure how readable an answer is by its form: whole sentences of bearable length. 0 … 1."""
    if not sentences:
        return 0.0
    good = [
        (0.5 if 4 <= len(words(sentence)) <= 60 else 0.2) + (0.5 if sentence.rstrip()[-1:] in ".!?:)" else 0.3)
        for sentence in sentences
    ]
    return sum(good) / len(good)


def summarise_response(
    scores: Mapping[str, float], said: str, standings: Sequence[Standing], by: str, *, perhaps: bool = False
) -> ReflectionResult:
    """Tell whether an answer passes: its three scores and what its sentences were found to be.

    score = mean of the three · `held`, the share of the sentences that are backed, where an unchecked one counts half.
    Whatever the scores are, an answer of which a sentence was struck, or most are unchecked, or which is `perhaps` not
    in the documents, does not pass; then the reason is that, and not the grader's own words.
    """
    details = {name: clean(score) for name, score in scores.items()}
    mean = sum(details.values()) / len(details)
    share = sum(_HELD[standing] for standing in standings) / len(standings) if standings else 0.0
    why = why_not_good(standings) or ("Not good yet: it is not given plainly." if perhaps else "")
    return {
        "passed": not why and mean * share >= 0.5,
        "score": mean * share,
        "reason": why or said,
        "details": {**details, HELD: share},
        "by": by,
        "said": said,
    }


def regraded(grade: ReflectionResult, standings: Sequence[Standing], *, perhaps: bool = False) -> ReflectionResult:
    """Return the grade of an answer after a verdict on one of its sentences changed."""
    scores = {name: score for name, score in grade["details"].items() if name != HELD}
    said = grade.get("said", grade["reason"])
    return summarise_response(scores, said, standings, grade.get("by", ""), perhaps=perhaps)


def why_not_good(standings: Sequence[Standing]) -> str:
    """Say why an answer cannot be called good, whoever grades it; nothing where it can."""
    struck = sum(standing in ("contradicted", "not in the passage") for standing in standings)
    unchecked = standings.count("not checked")
    if struck:
        return f"Not good: {struck} of {len(standings)} sentences did not hold."
    if 2 * unchecked > len(standings):
        return f"Not good yet: nobody could check {unchecked} of {len(standings)} sentences."
    return ""
