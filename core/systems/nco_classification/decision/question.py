"""The question that settles most: the level of the classification that parts the tied codes best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.systems.nco_classification.decision.assessment import Assessment
from core.systems.nco_classification.decision.confidence import posterior
from core.systems.nco_classification.decision.obstacles import Obstacle
from core.systems.nco_classification.index.classification import DIGITS, Classification, Level
from core.systems.nco_classification.index.occupations import Candidate
from core.types import Choice, Question, Text

ANSWER = "answer"  # the one field of every question
DONT_KNOW = "I don't know"
MOST_CHOICES = 6
TIED_MASS = 0.9  # the first candidates that together are right with this probability count as tied
MOST_TIED = 12
_PARTING_LEVELS: tuple[Level, ...] = ("division", "subdivision", "group", "family")
_ASKING: dict[Level, str] = {
    "division": "What kind of position is it?",
    "subdivision": "In which field of work is it?",
    "group": "Which of these groups of occupations comes closest to the work?",
    "family": "Which of these comes closest to the work?",
    "occupation": "Which of these comes closest to the work?",
}


@dataclass(frozen=True)
class Option:
    """One answer: its words, the part of the classification it means, and how many of the tied codes it leaves.

    One of several jobs means no part of the classification, so its `code` is empty and it leaves none.
    """

    label: str
    code: str
    leaves: int = 0
    share: float = 0.0
    example: str = ""


@dataclass(frozen=True)
class Split:
    """The tied codes parted at one level; options by falling share. `expected` codes are left after an answer."""

    level: Level
    options: list[Option]
    tied: int
    expected: float


def question_for(assessment: Assessment, classification: Classification) -> tuple[Question, list[Option]]:
    """Make the form that settles most, and tell what each of its choices means."""
    if obstacle := assessment.reading.obstacle:
        return ask_about(obstacle), [Option(job, code="") for job in obstacle.parts]
    broad = assessment.reading.broad
    if assessment.noisy and not broad:
        return ask_for_duties(), []
    meant = [candidate for candidate in assessment.candidates if candidate.family in broad]
    split = best_split(meant or tied(assessment.candidates, assessment.posterior), classification)
    return (ask_which(split), split.options[:MOST_CHOICES]) if split else (ask_for_duties(), [])


def best_split(candidates: Sequence[Candidate], classification: Classification) -> Split | None:
    """Find the level that is expected to leave the fewest of these codes with at most six answers.

    They count as equally likely: that they are tied is why a question is asked. Where the coarsest level that parts
    them has more than six answers, the six likeliest are offered, and free words stand for the rest. None for a single
    code.
    """
    if not candidates:
        return None
    splits = [_split(level, candidates, classification) for level in _PARTING_LEVELS]
    parting = [split for split in splits if len(split.options) > 1]
    if not parting:
        return None
    # A coarse answer that leaves most codes open is worth less than a fine one that may have to be given in words.
    small = [split for split in parting if len(split.options) <= MOST_CHOICES]
    return min(small or parting[:1], key=lambda split: split.expected)


def ask_which(split: Split) -> Question:
    """Ask which part it is: choices with how many codes each leaves, free words, and "I don't know"."""
    options = split.options[:MOST_CHOICES]
    labels = [*(option.label for option in options), DONT_KNOW]
    details = [*(_detail(option, split.tied) for option in options), "Leaves it at what is certain so far"]
    return Question(_ASKING[split.level], [Choice(ANSWER, "The closest one", labels, details, other=True)])


def ask_for_duties() -> Question:
    """Ask for free words, for when no choice can be computed; left empty it means "I don't know"."""
    label = "What the person does, in a sentence (leave it empty if you don't know)"
    return Question("What does the person do at work, and with what?", [Text(ANSWER, label, long=True, required=False)])


def ask_about(obstacle: Obstacle) -> Question:
    """Ask about words that cannot be looked up: which of the jobs, or what the work is at all."""
    if obstacle.kind != "several":
        return ask_for_duties()
    options = [*dict.fromkeys(obstacle.parts), DONT_KNOW]
    text = "Which of these jobs takes most of the working time?"
    return Question(text, [Choice(ANSWER, "The main job", options, other=True)])


def tied(candidates: Sequence[Candidate], posterior: Mapping[str, float]) -> list[Candidate]:
    """Take the first candidates that together hold most of the probability; at least two where there are two."""
    found: list[Candidate] = []
    mass = 0.0
    for candidate in sorted(candidates, key=lambda candidate: -posterior[candidate.family])[:MOST_TIED]:
        if mass >= TIED_MASS and len(found) > 1:
            break
        found.append(candidate)
        mass += posterior[candidate.family]
    return found


def _split(level: Level, candidates: Sequence[Candidate], classification: Classification) -> Split:
    parts: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        parts.setdefault(candidate.family[: DIGITS[level]], []).append(candidate)
    shares = posterior(candidates)
    options = [_option(code, part, shares, classification) for code, part in parts.items()]
    options.sort(key=lambda option: (-option.share, option.code))
    return Split(level, options, len(candidates), sum(option.leaves**2 for option in options) / len(candidates))


def _option(
    code: str, part: Sequence[Candidate], shares: Mapping[str, float], classification: Classification
) -> Option:
    """Make the option for a part of the tied codes; what holds a single code is called after that, which says more."""
    single = len(part) == 1
    code = part[0].family if single else code
    example = _example(part[0], classification) if single else ""
    share = sum(shares[candidate.family] for candidate in part)
    return Option(classification.title(code), code, len(part), share, example)


def _example(candidate: Candidate, classification: Classification) -> str:
    return classification.title(candidate.occupations[0][0]) if candidate.occupations else ""


def _detail(option: Option, tied: int) -> str:
    example = f"for example {option.example} · " if option.example else ""
    return f"{option.code} · {example}leaves {option.leaves} of {tied} codes"
