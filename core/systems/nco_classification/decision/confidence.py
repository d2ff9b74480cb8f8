"""How sure it is: the probability that the first family is right, fitted on jobs whose family is known.

It rests on what the scores say (how well the first family fits, how far it is ahead, whether the parts of the score
agree on it, how much of the probability lies in its group and division) and on what was said (how long it is, how many
of its words are known, whether one was guessed). Titles, short phrases and descriptions have a fit of their own, and a
threshold at which few of them are wrong and silent, in `confidence.csv`, made by `python -m core.evaluate nco FILE.csv
--fit`.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, fsum, log, log1p
from typing import Literal, NamedTuple, get_args

from core.errors import StoreError
from core.language.terms import STOP_WORDS
from core.language.tokens import words
from core.systems.nco_classification.index.classification import DIGITS, LEVELS
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.index.query_normalizer import QueryNormalizer
from core.systems.nco_classification.index.tables import FOLDER
from core.systems.nco_classification.index.titles import plain_title

Kind = Literal["title", "phrase", "description"]
KINDS: tuple[Kind, ...] = get_args(Kind)
FITTED = FOLDER / "confidence.csv"
SHARPNESS = 20.4  # the scores of the candidates become their shares by a softmax of this sharpness
FLOOR = 0.1  # least probability at which a code may be given that somebody else than the rule chose
CERTAIN = 0.75  # least probability, of all candidates in it together, at which a part of a code is given
SURE = 0.9  # below this more than one code in ten is wrong: it is worth a check
NOISE = 0.35  # below this fit nothing that was found has to do with the words
NUMBERS = (
    "fit", "separation", "share", "group", "division", "agreement", "words ahead", "head word", "length", "guessed",
    "known", "named",
)  # fmt: skip
_SUREST = 0.99  # no code is said to be surer: of the surest ones some were wrong
_SAME = 0.999  # likeness in spelling of words that are those of a title
_SURELY_LITTLE = 1e-6  # nearer to 0 and to 1 a threshold is the same for every kind
_DEPTH = 10  # candidates that are looked at
_AGREEING = ("phrases", "family text", "spelling", "family words")
_LONGEST_TITLE, _LONGEST_PHRASE = 4, 9  # words
TEXTS: dict[Kind, str] = {
    "title": f"titles (up to {_LONGEST_TITLE} words)",
    "phrase": f"short phrases (up to {_LONGEST_PHRASE})",
    "description": "longer descriptions",
}


@dataclass(frozen=True)
class Said:
    """What the words themselves say about how far they can be trusted.

    `length` counts the words that are not only common ones, `known` is the share of them that the index or the word
    list knows, `guessed` tells whether one was read by its sound or its spelling.
    """

    kind: Kind = "title"
    length: int = 2
    guessed: bool = False
    known: float = 1.0


@dataclass(frozen=True)
class Confidence:
    """`fit`, `separation` and the `probability` that the first family is right, 0 to 1; `kind` is what was said."""

    fit: float
    separation: float
    probability: float
    kind: Kind = "title"

    @property
    def noisy(self) -> bool:
        """Whether nothing that was found has to do with the words."""
        return self.fit < NOISE


def look_at_words(said: str, normalizer: QueryNormalizer) -> Said:
    """Tell what kind of text this is, and how much of it is known."""
    wording = normalizer.read(plain_title(said))
    content = [word for word in words(wording.latin) if word not in STOP_WORDS]
    known = sum(normalizer.knows(word) for word in content) / len(content) if content else 0.0
    return Said(kind_of(said), len(content), bool(wording.guessed), known)


def kind_of(said: str) -> Kind:
    """Tell by its length whether this is a title, a short phrase or a description."""
    count = len(words(said))
    if count <= _LONGEST_TITLE:
        return "title"
    return "phrase" if count <= _LONGEST_PHRASE else "description"


def numbers_of(candidates: Sequence[Candidate], said: Said) -> list[float]:
    """Return what the confidence rests on, in the order of `NUMBERS`, for candidates of which there is one, best
    first."""
    candidates = candidates[:_DEPTH]
    first, shares = candidates[0], posterior(candidates)
    parts = {part.source: part for part in first.receipt.parts}
    raw = {source: part.raw for source, part in parts.items()}
    others = [part for one in candidates[1:] for part in one.receipt.parts]
    rivals = [part.raw for part in others if part.source == "family words"]
    also_named = any(part.raw >= _SAME for part in others if part.source == "spelling")
    return [
        first.score,
        first.score - candidates[1].score if len(candidates) > 1 else first.score,
        shares[first.family],
        mass_below(first.family[: DIGITS["group"]], shares),
        mass_below(first.family[: DIGITS["division"]], shares),
        sum(source in parts and parts[source].rank == 1 for source in _AGREEING) / len(_AGREEING),
        raw.get("family words", 0.0) - max(rivals, default=0.0),
        raw.get("head word", 0.0),
        log1p(said.length),
        float(said.guessed),
        said.known,
        float(raw.get("spelling", 0.0) >= _SAME and not also_named),
    ]


def measure_confidence(candidates: Sequence[Candidate], said: Said | None = None) -> Confidence:
    """Measure how sure the first of these candidates is, best first; all zeros when there is none."""
    said = said or Said()
    if not candidates:
        return Confidence(0.0, 0.0, 0.0, said.kind)
    numbers = numbers_of(candidates, said)
    intercept, weights, _ = fitted()[said.kind]
    height = intercept + fsum(weight * number for weight, number in zip(weights, numbers, strict=True))
    return Confidence(numbers[0], numbers[1], min(_SUREST, 1 / (1 + exp(-height))), said.kind)


class Fit(NamedTuple):
    """What was fitted to a kind of text; from `threshold` on so few codes are wrong and silent as are allowed."""

    intercept: float
    weights: tuple[float, ...]
    threshold: float


@cache
def fitted() -> Mapping[Kind, Fit]:
    """Read the fit of each kind of text. Raises `StoreError` for a damaged file."""
    try:
        with FITTED.open(encoding="utf-8", newline="") as file:
            rows = {row["kind"]: row for row in csv.DictReader(file)}
        return {
            kind: Fit(
                float(rows[kind]["intercept"]),
                tuple(float(rows[kind][name]) for name in NUMBERS),
                float(rows[kind]["threshold"]),
            )
            for kind in KINDS
        }
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise StoreError(f"{FITTED.name} cannot be read: {error}.", "Fetch the file from the project again.") from error


THRESHOLD = fitted()["title"].threshold  # least probability at which a title is given a code where nothing else is set


def needed(kind: Kind, threshold: float) -> float:
    """Tell from which probability on a text of this kind is given a code, where a title is from `threshold` on.

    The odds keep the ratio that was measured: then texts of each kind are as seldom wrong and silent as titles are.
    """
    if kind == "title":
        return threshold
    if not _SURELY_LITTLE < threshold < 1 - _SURELY_LITTLE:
        return float(round(threshold))
    fits = fitted()
    height = _height(threshold) + _height(fits[kind].threshold) - _height(fits["title"].threshold)
    return round(1 / (1 + exp(-height)), 2)


def needed_in_words(threshold: float) -> str:
    """Tell from which probability on a text of each kind is given a code, where a title is from `threshold` on."""
    each = [f"{TEXTS[kind]} from {needed(kind, threshold):.0%}" for kind in KINDS]
    return f"{', '.join(each[:-1])} and {each[-1]}"


def _height(probability: float) -> float:
    return log(probability / (1 - probability))


def posterior(candidates: Sequence[Candidate]) -> dict[str, float]:
    """Share the probability among the candidates by their scores alone, by family; together 1."""
    if not candidates:
        return {}
    best = max(candidate.score for candidate in candidates)
    heights = {candidate.family: exp(SHARPNESS * (candidate.score - best)) for candidate in candidates}
    total = fsum(heights.values())
    return {family: height / total for family, height in heights.items()}


def chances(candidates: Sequence[Candidate], confidence: Confidence) -> dict[str, float]:
    """Tell how likely each family is the right one: the first as likely as it is sure, the others by their scores.

    Together at most 1; what is missing lies with families that were not found. No family is likelier than the first.
    """
    shares = posterior(candidates)
    if not candidates:
        return {}
    first, sure = candidates[0].family, confidence.probability
    beside = shares[first]
    # Where it is surer than the scores alone say, the others have less; where it is less sure, all of them have.
    factor = (1 - sure) / (1 - beside) if beside < sure else sure / beside
    return {family: sure if family == first else min(sure, share * factor) for family, share in shares.items()}


def mass_below(code: str, posterior: Mapping[str, float]) -> float:
    """Add up what a posterior gives to the families that lie in this part of the classification."""
    return sum(share for family, share in posterior.items() if family.startswith(code))


def deepest_confident_code(posterior: Mapping[str, float], threshold: float) -> str:
    """Find the longest code, down to a family, to which a posterior gives `threshold` or more; "" for none."""
    found = ""
    for level in LEVELS[:-1]:
        sums: dict[str, float] = {}
        for family, share in posterior.items():
            prefix = family[: DIGITS[level]]
            sums[prefix] = sums.get(prefix, 0.0) + share
        best = max(sums, key=lambda prefix: sums[prefix], default="")
        if not best or sums[best] < threshold or not best.startswith(found):
            break
        found = best
    return found
