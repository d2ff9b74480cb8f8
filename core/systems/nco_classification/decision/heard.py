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
    chances,
    look_at_words,
    measure_confidence,
    needed,
)
from core.systems.nco_classification.decision.reading import WordReading
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.questions.told import told_by
from core.systems.nco_classification.state import Answer, Context

GAVE_WAY = "gave way to what was answered, which tells the work by itself"
_FEW = 4  # words: so many may only complete what was said before


@dataclass(frozen=True)
class Heard:
    """Own words of an answer, read alone: what was found for them, and how likely each family is; `clear` where that
    is enough for a code, `whole` where they tell of work by themselves."""

    reading: WordReading
    candidates: tuple[Candidate, ...]
    shares: Mapping[str, float]
    clear: bool
    whole: bool

    @property
    def family(self) -> str:
        """The likeliest family."""
        return self.candidates[0].family


def heard(answers: Sequence[Answer], context: Context) -> Heard | None:
    """Read the last answer alone; None where it holds no own words, or they stand beside a choice or say no work."""
    if not answers or not answers[-1]["words"] or answers[-1]["code"] or answers[-1]["job"]:
        return None
    if answers[-1].get("value"):
        return None
    reading = context.reader.read(answers[-1]["words"])
    found = () if reading.obstacle else tuple(context.searched.search(reading.query, context.depth))
    normalizer = context.searched.query_normalizer
    confidence = measure_confidence(found, look_at_words(reading.words, normalizer))
    if not found or confidence.noisy:
        return None
    does = told_by(reading.query, normalizer, context.searched.read(reading.query)).keys() & {"activity", "role"}
    sure = confidence.probability >= needed(confidence.kind, context.threshold)
    return Heard(
        reading,
        found,
        chances(found, confidence),
        clear=sure and not reading.broad and not reading.guessed,
        whole=bool(does) or len(words(reading.query)) > _FEW,
    )


def decides_alone(alone: Heard | None, together: WordReading, context: Context) -> bool:
    """Tell whether own words are so clear that what was said before them gives way.

    It stays where all words together come to the same family as surely: it may tell more of the occupation.
    """
    if alone is None or not alone.clear:
        return False
    if together.obstacle or together.broad:
        return True
    found = context.searched.search(together.query, context.depth)
    confidence = measure_confidence(found, look_at_words(together.words, context.searched.query_normalizer))
    sure = confidence.probability >= needed(confidence.kind, context.threshold)
    return not (found and found[0].family == alone.family and sure)


def both(shares: Mapping[str, float], alone: Heard) -> dict[str, float]:
    """Share the probability between what all words say and what the last ones say alone, the first of each alike."""
    first = max(shares.values(), default=0.0)
    lift = first / alone.shares[alone.family] if first else 1.0
    every = {
        family: shares.get(family, 0.0) + lift * alone.shares.get(family, 0.0) for family in (*shares, *alone.shares)
    }
    total = max(1.0, fsum(every.values()))
    return {family: share / total for family, share in every.items()}


def in_common(code: str, other: str) -> str:
    """Return the digits with which both codes begin."""
    return next((code[:end] for end in range(len(code), 0, -1) if other.startswith(code[:end])), "")
