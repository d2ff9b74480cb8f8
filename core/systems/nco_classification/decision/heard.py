"""What was answered in own words, read by itself: it is new, and mostly better evidence than what was said first.

Where it is clear it decides alone. Where it tells of other work than all words together do, nothing is settled. What
only completes the words before it (“mobile phones”, “in a bank”) tells of no work by itself and opposes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from core.language.tokens import words
from core.systems.nco_classification.decision.confidence import (
    Confidence,
    Kind,
    chances,
    look_at_words,
    measure_confidence,
    needed,
)
from core.systems.nco_classification.decision.reading import WordReading
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.questions.answers import utterances
from core.systems.nco_classification.questions.told import told_by
from core.systems.nco_classification.state import Answer, Context

GAVE_WAY = "gave way to what was answered"
# Enough for a code where own words tell by themselves what all words together tell: of families that were told so with
# 60 to 70 %, 87 % were right, as many as of any that reach the usual threshold (own words: official descriptions).
AGREED = 0.6
_FEW = 4  # words: so many may only complete what was said before


@dataclass(frozen=True)
class Heard:
    """Own words of an answer, read alone: what was found for them, and how likely each family is; `clear` where that
    is enough for a code, `whole` where they tell of work by themselves."""

    reading: WordReading
    candidates: tuple[Candidate, ...]
    shares: Mapping[str, float]
    kind: Kind
    clear: bool
    whole: bool

    @property
    def family(self) -> str:
        """The likeliest family."""
        return self.candidates[0].family


def heard(request: str, answers: Sequence[Answer], context: Context) -> Heard | None:
    """Read the last answer alone; None where it holds no own words, or they stand beside a choice, say nothing new or
    no work."""
    if not answers or not _is_own(answers[-1]) or _said_before(request, answers):
        return None
    reading = context.reader.read(answers[-1]["words"])
    found = () if reading.obstacle else tuple(context.searched.search(reading.query, context.depth))
    confidence = _confidence(found, reading, context)
    if not found or confidence.noisy:
        return None
    normalizer = context.searched.query_normalizer
    does = told_by(reading.query, normalizer, context.searched.read(reading.query)).keys() & {"activity", "role"}
    return Heard(
        reading,
        found,
        chances(found, confidence),
        confidence.kind,
        clear=_is_sure(confidence, context) and not reading.broad and not reading.guessed,
        whole=bool(does) or len(words(reading.query)) > _FEW,
    )


def _is_own(answer: Answer) -> bool:
    return bool(answer["words"]) and not (answer["code"] or answer["job"] or answer.get("value"))


def _said_before(request: str, answers: Sequence[Answer]) -> bool:
    before = {word for text in utterances(request, answers[:-1]) for word in words(text.lower())}
    return before.issuperset(words(answers[-1]["words"].lower()))


def _confidence(found: Sequence[Candidate], reading: WordReading, context: Context) -> Confidence:
    return measure_confidence(found, look_at_words(reading.words, context.searched.query_normalizer))


def _is_sure(confidence: Confidence, context: Context) -> bool:
    return confidence.probability >= needed(confidence.kind, context.threshold)


def decides_alone(alone: Heard, together: WordReading, context: Context) -> bool:
    """Tell whether own words are so clear that what was said before them gives way.

    It stays where all words together are as clear, of the same family or of another. Where they tell of another one,
    however little, only few words decide: of long answers that were clear and told of another family than all words,
    four in ten told the right one, of short ones three in four.
    """
    if not alone.clear or together.obstacle or together.broad:
        return alone.clear
    found = context.searched.search(together.query, context.depth)
    if not found or _is_sure(_confidence(found, together, context), context):
        return not found
    return found[0].family == alone.family or alone.kind != "description"


def both(shares: Mapping[str, float], alone: Heard) -> dict[str, float]:
    """Share the probability between what all words say and what the last ones say alone, the first of each alike."""
    first = max(shares.values(), default=0.0)
    lift = first / alone.shares[alone.family] if first else 1.0
    every = {
        family: shares.get(family, 0.0) + lift * alone.shares.get(family, 0.0) for family in (*shares, *alone.shares)
    }
    total = max(1.0, fsum(every.values()))
    return {family: share / total for family, share in every.items()}
