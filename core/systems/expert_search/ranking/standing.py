"""Where a person stands for a whole request: one score over all topics and wishes, which keeps its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from core.language.sanitize import shortened
from core.retrieval.fusion import Receipt
from core.systems.expert_search.requirements.cell import NOT_KNOWN_FOR, PARTLY, floored

Together = Literal["mean", "product", "minimum"]
Fits = Literal[
    "all", "all but wishes", "all but unknown", "likely", "in part", "as far as known", "topic in doubt", "not all"
]  # fmt: skip
"""What of a request a person meets; `FITS` says it in words."""

FITS: Mapping[Fits, str] = {
    "all": "fits all",
    "all but wishes": "fits all that must be",
    "all but unknown": "fits, but for the topic that nobody here knows",
    "likely": "likely fits",
    "in part": "fits in part",
    "as far as known": "fits as far as known",
    "topic in doubt": "the topic is in doubt",
    "not all": "does not fit all",
}
GROUPS = ("Fit, or likely do", "Fit as far as known", "Perhaps", "Not known for it", "Left out")
"""What the groups are called in which people are ranked, one after the other."""
PERHAPS, _NOT_KNOWN, _LEFT_OUT = 2, 3, 4


def group_of(fits: Fits, knows: float | None = None) -> int:
    """Return the group in which somebody is ranked, the first is 0: who fits or likely does, as far as is known, who
    perhaps `knows` about the topic, who is not known for it, left out."""
    if fits == "topic in doubt":
        return PERHAPS if knows is None or knows >= PARTLY else _NOT_KNOWN
    return _LEFT_OUT if fits == "not all" else int(fits == "as far as known")


def in_words(one: Standing) -> str:
    """Say whether a person fits, and where that is not sure how likely they know about what is asked for."""
    if one.knows is None:
        return FITS[one.fits]
    if one.fits == "topic in doubt":
        what = f"“{shortened(one.doubted)}”" if one.doubted else "it"
        return f"perhaps knows {what}, {floored(one.knows)}" if one.knows >= PARTLY else f"{NOT_KNOWN_FOR} {what}"
    if one.fits == "likely":
        return f"{FITS['likely']}, {floored(one.knows)}"
    return FITS[one.fits]


@dataclass(frozen=True)
class Term:
    """What one topic or wish adds to a score. In a mean the `contribution` is its share of the weights × value.

    Where topics count by their least, that one has the share of them all; in a product the share of each is a power,
    and each is said to add the same for its weight.
    """

    id: str
    label: str
    value: float
    weight: float
    contribution: float


@dataclass(frozen=True)
class Standing:
    """A person's place for a whole request, counted from 1, and how the score was made: the terms add up to it.

    `fits` says whether everything asked for is met; `failing` are the ids of the hard requirements that are not met, or
    not known to be, topics aside: who is unlikely to know about one is not left out. `knows` is how likely they know
    about what must be known, the least of the topics or for a team the most; None where there is no such topic;
    `doubted` is that least topic, where there are several. People are ranked group by group (`group_of`), but by their
    scores alone where one topic is all and somebody likely knows it; where nobody likely fits, those who perhaps do
    stand `by_likelihood`. `receipts` are those of the topics that found the person, by the requirement's id. With one
    topic and nothing else the score is that of its receipt, to the last digit. `vector` and `keyword` are made like
    the score of the topics' two sides:
    where it is a mean, it is α·vector + (1−α)·keyword. `newest` is the ISO day of the newest document found, "" when
    none has one, `documents` how many were found.
    """

    id: str
    rank: int
    score: float
    fits: Fits
    group: int
    vector: float
    keyword: float
    terms: tuple[Term, ...]
    receipts: Mapping[str, Receipt]
    failing: tuple[str, ...] = ()
    newest: str = ""
    documents: int = 0
    knows: float | None = None
    doubted: str = ""
    by_likelihood: bool = False

    @property
    def order(self) -> float:
        """What ranks before the score, the least first: the group, and in it how unlikely they know about it, where
        that counts."""
        return self.group + (1.0 - (self.knows or 0.0) if self.by_likelihood else 0.0)
