"""What a verdict is: how a sentence stands to the passages it cites, who says so, and the words that show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
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
    `asked` is what it answers: it may take up a number of that, and no rule can tell whether the passages bear it out.
    """

    sentence: str
    passages: tuple[str, ...]
    printed: str = ""
    asked: str = ""

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
        return Verdict("backed", ANALYST, "Read against its passages, which say so.")
    return Verdict("not in the passage", ANALYST, "Read against its passages, which do not say so.")


def tally(verdicts: Sequence[Verdict]) -> str:
    """Return in a sentence how many are backed and by whom, how many nobody checked, and how many did not hold."""
    said_by = Counter(one.by for one in verdicts if one.standing == "backed")
    if not verdicts or said_by[WORD_FOR_WORD] == len(verdicts):
        return _all_word_for_word(len(verdicts))
    who = ", ".join(f"{n} {by}" if by == WORD_FOR_WORD else f"{n} by {by}" for by, n in said_by.items())
    parts = [f"{said_by.total()} backed ({who})"] if who else ["none backed"]
    if unchecked := sum(one.standing == "not checked" for one in verdicts):
        parts.append(f"{unchecked} not checked")
    if struck := sum(one.struck for one in verdicts):
        parts.append(f"{struck} did not hold")
    return f"{in_number(len(verdicts))}: {', '.join(parts)}."


def did_not_hold(struck: int, written: int) -> str:
    """Return how many of the sentences that were written were struck, as a sentence without its stop."""
    return f"{struck} of {in_number(written)} did not hold"


def _all_word_for_word(number: int) -> str:
    if number < 2:
        return "The sentence stands word for word in its passage." if number else "There is no sentence."
    return f"{'Both' if number == 2 else f'All {number}'} sentences stand word for word in their passages."


def in_number(number: int, one: str = "sentence") -> str:
    """Return a number of sentences in words: 1 sentence, 2 sentences."""
    return f"1 {one}" if number == 1 else f"{number} {one}s"
