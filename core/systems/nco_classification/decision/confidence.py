"""How sure it is: the probability that the first family is right, fitted on titles whose family is known.

It rests on two numbers (the rule of the UK's statisticians): the fit, which is the first family's score, and the
separation, which is its lead over the second. Fitted by `python -m core.evaluate nco FILE.csv`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp, fsum

from core.language.tokens import words
from core.systems.nco_classification.index.classification import DIGITS, LEVELS, Classification
from core.systems.nco_classification.index.occupations import Candidate, wordings_of
from core.systems.nco_classification.index.titles import Wordings, plain_title

# Logistic regression; the scores of the candidates become shares by a softmax of this sharpness.
INTERCEPT = -2.25
FIT = 2.52
SEPARATION = 10.8
SHARPNESS = 20.4
THRESHOLD = 0.62  # least probability at which a code is given: wrong in fewer than 10 of 100 development titles
NOISE = 0.35  # below this fit nothing that was found has to do with the words


@dataclass(frozen=True)
class Confidence:
    """All three from 0 to 1; `probability` that the first family is right."""

    fit: float
    separation: float
    probability: float


@dataclass(frozen=True)
class Judgement:
    """What the candidates are worth.

    `noisy`: nothing that was found has to do with the words. `broad`: the families that a bare title may mean.
    """

    confidence: Confidence
    noisy: bool
    broad: tuple[str, ...] = ()


def judge(candidates: Sequence[Candidate], text: str) -> Judgement:
    """Judge candidates, best first, that were found for `text`."""
    fit = candidates[0].score if candidates else 0.0
    separation = fit - candidates[1].score if len(candidates) > 1 else fit
    broad = broad_families(text)
    sure = 1 / (1 + exp(-(INTERCEPT + FIT * fit + SEPARATION * separation))) if candidates else 0.0
    return Judgement(Confidence(fit, separation, sure), fit < NOISE, broad)


def shares_of(candidates: Sequence[Candidate]) -> dict[str, float]:
    """How the probability divides among the candidates, by family; together 1."""
    if not candidates:
        return {}
    best = max(candidate.score for candidate in candidates)
    heights = {candidate.family: exp(SHARPNESS * (candidate.score - best)) for candidate in candidates}
    total = fsum(heights.values())
    return {family: height / total for family, height in heights.items()}


def deepest_certain(candidates: Sequence[Candidate], threshold: float) -> str:
    """The longest code down to a family whose candidates together reach `threshold`; "" when there is none."""
    shares = shares_of(candidates)
    found = ""
    for level in LEVELS[:-1]:
        sums: dict[str, float] = {}
        for family, share in shares.items():
            prefix = family[: DIGITS[level]]
            sums[prefix] = sums.get(prefix, 0.0) + share
        best = max(sums, key=lambda prefix: sums[prefix], default="")
        if not best or sums[best] < threshold or not best.startswith(found):
            break
        found = best
    return found


def is_ambiguous(candidates: Sequence[Candidate], text: str) -> bool:
    """Whether the words may mean several families about equally well: a bare broad title."""
    return bool(broad_families(text))


@lru_cache(maxsize=1_000)  # several nodes ask for the same words
def broad_families(text: str) -> tuple[str, ...]:
    """The families that a title such as "farmer" may mean; none for words that say more than such a title."""
    read = _wordings().read(plain_title(text))
    said = frozenset(words(read.english)) - _SAYS_NOTHING
    return _broad().get(said, ())


_FRAME = "i am a an the my work works working as is in of job person who and do does"
_SAYS_NOTHING = frozenset(_FRAME.split())


@cache
def _wordings() -> Wordings:
    return wordings_of(Classification.load())


@cache
def _broad() -> Mapping[frozenset[str], tuple[str, ...]]:
    return {
        frozenset(words(title)): broad.families for broad in Classification.load().broad_titles for title in broad.words
    }
