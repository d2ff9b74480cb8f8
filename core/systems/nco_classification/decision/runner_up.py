"""Why the runner-up lost, told from the evidence of both families and never against their scores."""

from __future__ import annotations

from collections.abc import Sequence

from core.language.terms import analyse
from core.language.tokens import words
from core.systems.nco_classification.index.documents import Kind
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.questions.weighing import ANSWERED
from core.systems.nco_classification.state import AnalyzerResponse

_KINDS: dict[Kind, str] = {
    "title": "an official title",
    "phrase": "an everyday phrase",
    "hindi": "an Indian word",
    "text": "what the people do",
    "official": "an official description",
}


def rivals(response: AnalyzerResponse, candidates: Sequence[Candidate]) -> tuple[Candidate, Candidate] | None:
    """Find the two families that a response holds against each other, the shown one first; None where it names no
    second.

    Whatever tells of a runner-up tells of this pair: sentence, receipts and card.
    """
    by_family = {candidate.family: candidate for candidate in candidates}
    shown = response["codes"][0]["code"][:4] if response["codes"] else (candidates[0].family if candidates else "")
    second = response["runner_up"]["code"] if response["runner_up"] else ""
    return (by_family[shown], by_family[second]) if {shown, second} <= by_family.keys() else None


def explain_runner_up(response: AnalyzerResponse, candidates: Sequence[Candidate]) -> str:
    """Tell why the second of the families that a response shows lost; "" when there is no second."""
    pair = rivals(response, candidates)
    return why_it_lost(*pair) if pair else ""


def why_it_lost(first: Candidate, second: Candidate) -> str:
    """Tell in one sentence, from the evidence of both, why the second family stands behind the first."""
    scores = f"{first.score:.2f} against {second.score:.2f}"
    if second.score > first.score:
        return f"{second.family} scores higher, but {first.family} was chosen; the score is {scores}."
    return f"{_difference(first, second)}; the score is {scores}."


def _difference(first: Candidate, second: Candidate) -> str:
    """Name the first thing that tells: an answer, a word that only one holds, the kind of text it stands in, a word too
    many."""
    if _answered(first) > _answered(second):
        return f"What was answered fits {first.family}, and {second.family} less or not at all"
    mine, its = _shared_words(first), _shared_words(second)
    for word, kind in mine.items():
        if word not in its:
            return f"“{word}” stands in {_KINDS[kind]} of {first.family} and in none near the words in {second.family}"
    for word, kind in mine.items():
        if kind == "title" != its[word]:
            other = f"only in {_KINDS[its[word]]} of {second.family}"
            return f"“{word}” stands in an official title of {first.family}, but {other}"
    if extra := _extra_words(second) - _extra_words(first):
        nearest, word = second.evidence[0].text, min(extra)
        return f"“{nearest}”, the nearest in {second.family}, also says “{word}”, which was not said"
    parts = {part.source: part.contribution for part in second.receipt.parts}
    ahead = {part.source: part.contribution - parts.get(part.source, 0.0) for part in first.receipt.parts}
    if not ahead:
        return f"{second.family} fits the words less well than {first.family}"
    most = max(ahead, key=lambda source: (ahead[source], source))
    return f"{first.family} is ahead of {second.family} most by “{most}” (+{ahead[most]:.2f}), with the same words near"


def _answered(candidate: Candidate) -> float:
    """Tell how far what was answered fits a family; 0 for as far as it can."""
    return sum(part.raw for part in candidate.receipt.parts if part.source == ANSWERED)


def _shared_words(candidate: Candidate) -> dict[str, Kind]:
    """Map the words of the request in the evidence to the best kind of text that holds each; the nearest first."""
    found: dict[str, Kind] = {}
    for match in candidate.evidence:
        for start, end in match.words:
            word = match.text[start:end].lower()
            found[word] = min(found.get(word, match.kind), match.kind, key=list(_KINDS).index)
    return found


def _extra_words(candidate: Candidate) -> set[str]:
    """Collect the words of the nearest text that the request does not share."""
    if not candidate.evidence:
        return set()
    nearest = candidate.evidence[0]
    shared = {match for start, end in nearest.words for match in words(nearest.text[start:end])}
    return {word for word in words(nearest.text) if word not in shared and analyse(word)}
