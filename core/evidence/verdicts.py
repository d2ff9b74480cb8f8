"""What a verdict is: how a sentence stands to the passages it cites, who says so, and the words that show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

Standing = Literal["backed", "contradicted", "not in the passage", "not checked"]

WORD_FOR_WORD = "word for word"
EXACT_CHECK = "exact check"
ANALYST = "the analyst"
"""Who may say so, beside a model by its label and a local entailment model by the name of its folder."""


@dataclass(frozen=True)
class Statement:
    """A sentence and the texts of the passages that it cites.

    `printed` is what the page prints beside it (authors, year, title, how many sources): its numbers count as cited.
    """

    sentence: str
    passages: tuple[str, ...]
    printed: str = ""

    @property
    def key(self) -> str:
        """What tells this sentence with these passages from any other, in whatever order they are cited."""
        return sha256("\0".join([self.sentence, *sorted(self.passages)]).encode()).hexdigest()[:20]


@dataclass(frozen=True)
class Words:
    """Characters `start` to `end` of one of the cited passages, counted from 0."""

    passage: int
    start: int
    end: int


@dataclass(frozen=True)
class Hint:
    """Where a reader looks first: `sentence[start:end]`, and the words of a passage it speaks of. Never strikes."""

    message: str
    start: int
    end: int
    words: Words | None = None


@dataclass(frozen=True)
class Verdict:
    """How a sentence stands to what it cites.

    `by` is who says so, "" where nobody could check; `reason` is a sentence for the analyst. `sentence[start:end]` is
    what the reason speaks of, nothing where it is the whole. `shown_by` are the words of the passages that show it:
    there is no *backed* without them, unless by the analyst.
    """

    standing: Standing
    by: str = ""
    reason: str = ""
    start: int = 0
    end: int = 0
    shown_by: tuple[Words, ...] = ()
    hints: tuple[Hint, ...] = ()

    @property
    def struck(self) -> bool:
        """Whether the sentence did not hold."""
        return self.standing in ("contradicted", "not in the passage")


MARKS: Mapping[Standing, str] = {"backed": "✓", "contradicted": "✗", "not in the passage": "∅", "not checked": "?"}
"""One sign for each verdict, the same on every panel and in every file."""


def in_words(verdict: Verdict) -> str:
    """Return the verdict and who says so, in a few words: “Backed, word for word”."""
    return f"{verdict.standing.capitalize()}, {verdict.by}" if verdict.by else verdict.standing.capitalize()


def with_analysts_word(verdict: Verdict, says_so: bool | None) -> Verdict:
    """Return the analyst's own word in the place of the verdict; the verdict as it is where there is none."""
    if says_so is None:
        return verdict
    if says_so:
        return Verdict("backed", ANALYST, "You read the passage and found that it says so.")
    return Verdict("not in the passage", ANALYST, "You read the passage and found that it does not say so.")
