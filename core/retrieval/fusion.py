"""One ranking from several searches, in which every score keeps the parts it was made of.

Changing alpha, k, the normalisation or the number of candidates fuses again what was found; nothing is searched again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict, get_args

from core.errors import InputError

Side = Literal["vector", "keyword"]
Normalisation = Literal["none", "max", "min-max", "z-score", "bound"]
Method = Literal["weighted sum", "reciprocal rank"]
SideRule = Literal["max", "mean"]


@dataclass(frozen=True)
class Found:
    """What one search found: `hits` are (id, raw score), best first, each id once.

    `low` and `high` are the theoretical bounds of a raw score, for the normalisation "bound": −1 and 1 for cosine, 0
    and the query's own upper bound for BM25.
    """

    source: str
    side: Side
    hits: list[tuple[str, float]]
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True)
class Part:
    """What one search adds to one score: `contribution` = `weight` × `normalised`. The rank counts from 1."""

    source: str
    side: Side
    rank: int
    raw: float
    normalised: float
    weight: float
    contribution: float


@dataclass(frozen=True)
class Receipt:
    """A fused score and how it was made: the contributions of the parts add up to `score`. The rank counts from 1.

    `vector` and `keyword` are what the two sides amount to before alpha weighs them, 0 when a side did not find the id:
    in the weighted sum the mean or the best of the normalised scores, in reciprocal rank the sum of 1/(k + rank). With
    the weights α and 1−α therefore score = α·vector + (1−α)·keyword in both.
    """

    id: str
    score: float
    rank: int
    parts: list[Part]
    vector: float
    keyword: float

    def sentence(self, names: Mapping[str, str]) -> str:
        """Return the arithmetic in one line: "0.866 = 0.6 × 0.910 (profile vectors) + 0.4 × 0.800 (project keywords)".

        `names` says what a source is called. Who adds up the printed numbers arrives at the printed score: where three
        decimals are too few for that, the parts get more. What counts nothing is left out where anything counts.
        """
        counting = [part for part in self.parts if part.weight] or self.parts
        size = math.floor(math.log10(abs(self.score))) if self.score else 0
        decimals = min(max(3, 2 - size), 9)
        total = f"{self.score:.{decimals}f}"
        for finer in range(decimals, decimals + 9):
            weights = [f"{part.weight:.{finer}f}".rstrip("0").rstrip(".") for part in counting]
            values = [f"{part.normalised:.{finer}f}" for part in counting]
            printed = math.fsum(float(weight) * float(value) for weight, value in zip(weights, values, strict=True))
            if abs(printed - float(total)) <= 0.500001 * 10**-decimals:
                break
        terms = [
            f"{weight} × {value} ({names.get(part.source, part.source)})"
            for weight, value, part in zip(weights, values, counting, strict=True)
        ]
        return f"{total} = {' + '.join(terms)}"


class PartState(TypedDict):
    """A `Part` as a state keeps it."""

    source: str
    side: Side
    rank: int
    raw: float
    normalised: float
    weight: float
    contribution: float


class ReceiptState(TypedDict):
    """A `Receipt` as a state keeps it."""

    id: str
    score: float
    rank: int
    parts: list[PartState]
    vector: float
    keyword: float


# --- making raw scores comparable -------------------------------------------------------------------------------------


def normalise(scores: Sequence[float], how: Normalisation, low: float = 0.0, high: float = 1.0) -> list[float]:
    """Bring the raw scores of one list to a common scale; a better score never becomes the worse one.

    - "none": as they are.
    - "max": divided by the best; a score below 0 counts 0, and so do all when none is above 0.
    - "min-max": the best is 1, the worst 0; all are 1 when all are equal, or there is only one.
    - "z-score": (s − (μ − 3σ)) / 6σ cut to 0…1, with the list's own mean and population deviation (distribution-based
      score fusion, Mazzeschi 2023); all are 0.5 when all are equal, or there is only one.
    - "bound": (s − low) / (high − low) cut to 0…1. The only one, besides "none", that says how good the best hit is.

    Raises InputError when `how` is none of these, or for "bound" when `high` is not above `low`.
    """
    rule = _RULES.get(how)
    if rule is None:
        raise InputError(f"There is no normalisation called “{how}”.", f"Choose one of: {', '.join(_RULES)}.")
    return rule([float(score) for score in scores], low, high) if len(scores) else []


def _keep(scores: list[float], low: float, high: float) -> list[float]:
    return scores


def _divide_by_best(scores: list[float], low: float, high: float) -> list[float]:
    best = max(scores)
    return [max(score, 0.0) / best if best > 0 else 0.0 for score in scores]


def _stretch(scores: list[float], low: float, high: float) -> list[float]:
    worst, best = min(scores), max(scores)
    return [(score - worst) / (best - worst) for score in scores] if best > worst else [1.0] * len(scores)


def _standardise(scores: list[float], low: float, high: float) -> list[float]:
    if max(scores) == min(scores):
        return [0.5] * len(scores)
    # Stretching first changes nothing in the result and keeps the squares of very large and very small scores in range.
    scores = _stretch(scores, low, high)
    mean = math.fsum(scores) / len(scores)
    deviation = math.sqrt(math.fsum((score - mean) ** 2 for score in scores) / len(scores))
    return [_cut((score - (mean - 3 * deviation)) / (6 * deviation)) for score in scores]


def _measure_by_bounds(scores: list[float], low: float, high: float) -> list[float]:
    if not low < high:
        raise InputError(
            f"The bounds of a search's scores must rise; they are {low:g} and {high:g}.",
            "Choose another normalisation, or give the lowest and the highest score that the search can reach.",
        )
    return [_cut((score - low) / (high - low)) for score in scores]


def _cut(value: float) -> float:
    return min(max(value, 0.0), 1.0)


_RULES: dict[str, Callable[[list[float], float, float], list[float]]] = {
    "none": _keep,
    "max": _divide_by_best,
    "min-max": _stretch,
    "z-score": _standardise,
    "bound": _measure_by_bounds,
}

# --- fusing -----------------------------------------------------------------------------------------------------------


def fuse(
    lists: Sequence[Found],
    method: Method,
    alpha: float,
    normalisation: Normalisation = "min-max",
    k: float = 60,
    candidates: int | None = None,
    side: SideRule = "mean",
) -> list[Receipt]:
    """Fuse by either method, best first: the one entry for a page whose analyst turns all the knobs.

    In reciprocal rank the vector searches weigh α and the keyword searches 1−α, whatever the rule for a `side`. Raises
    InputError as the methods do.
    """
    return _write(_sums(lists, method, alpha, normalisation, k, candidates, side))


def fuse_ids(
    lists: Sequence[Found],
    method: Method,
    alpha: float,
    normalisation: Normalisation = "min-max",
    k: float = 60,
    candidates: int | None = None,
    side: SideRule = "mean",
) -> list[str]:
    """Return the order of `fuse` without its receipts: quicker, where many settings are tried."""
    return [one[1] for one in _sums(lists, method, alpha, normalisation, k, candidates, side)]


def weighted_sum(
    lists: Sequence[Found],
    alpha: float,
    normalisation: Normalisation = "min-max",
    candidates: int | None = None,
    side: SideRule = "mean",
) -> list[Receipt]:
    """Fuse as the specification of expert search does: score = α·vector + (1−α)·keyword, best first, ties by id.

    Each `side` is the mean of the normalised scores of its searches that found the id, and 0 when none did; so a part
    weighs its side's share divided by the number of those searches. Or it is the best of them, which weighs the whole
    share and the others nothing: a search that finds more never lowers a score. `candidates` cuts each list before
    normalising.

    Raises InputError when alpha is outside 0…1, `candidates` below 1, a list not in order, or an id or source doubled.
    """
    return _write(_sum_sides(lists, alpha, normalisation, candidates, side))


def reciprocal_rank(
    lists: Sequence[Found], k: float = 60, weights: Mapping[str, float] | None = None, candidates: int | None = None
) -> list[Receipt]:
    """Fuse by ranks alone: score = Σ weight / (k + rank), best first, ties by id. Ranks count from 1.

    From Cormack, Clarke and Büttcher, "Reciprocal rank fusion", SIGIR 2009. `weights` is by source; 1 where it says
    nothing. `candidates` cuts each list first.

    Raises InputError when k is not above 0, a weight below 0, `candidates` below 1, a list not in order, or an id or
    source doubled.
    """
    return _write(_sum_ranks(lists, k, weights or {}, candidates))


# A part without its weight: source, side, rank, raw, normalised.
_Place: TypeAlias = tuple[str, Side, int, float, float]
# A receipt that is not yet written: score, id, vector, keyword, the places and their weights.
_Sum: TypeAlias = tuple[float, str, float, float, list[_Place], list[float]]


def _sums(
    lists: Sequence[Found],
    method: Method,
    alpha: float,
    normalisation: Normalisation,
    k: float,
    candidates: int | None,
    side: SideRule,
) -> list[_Sum]:
    if method not in get_args(Method):
        raise InputError(
            f"There is no fusion method called “{method}”.", f"Choose one of: {', '.join(get_args(Method))}."
        )
    if method == "weighted sum":
        return _sum_sides(lists, alpha, normalisation, candidates, side)
    _check_alpha(alpha)
    weights = {found.source: alpha if found.side == "vector" else 1 - alpha for found in lists}
    return _sum_ranks(lists, k, weights, candidates)


def _sum_sides(
    lists: Sequence[Found], alpha: float, normalisation: Normalisation, candidates: int | None, side: SideRule
) -> list[_Sum]:
    _check_alpha(alpha)
    of_side = _RULES_OF_SIDES.get(side)
    if of_side is None:
        raise InputError(f"There is no rule for a side called “{side}”.", "Choose one of: max, mean.")
    sums: list[_Sum] = []
    collected = _collect(lists, candidates, lambda found, raw: normalise(raw, normalisation, found.low, found.high))
    for id, (places, vectors, keywords) in collected.items():
        vector, keyword = of_side(vectors), of_side(keywords)
        score = alpha * vector + (1 - alpha) * keyword
        if side == "mean":
            shares = {"vector": alpha / (len(vectors) or 1), "keyword": (1 - alpha) / (len(keywords) or 1)}
            weights = [shares[place[1]] for place in places]
        else:
            weights = _whole_shares(places, {"vector": alpha, "keyword": 1 - alpha})
        sums.append((score, id, vector, keyword, places, weights))
    return _sort(sums)


def _whole_shares(places: list[_Place], shares: dict[Side, float]) -> list[float]:
    """Give the whole share of a side to the first of its best parts, and nothing to the others."""
    weights, best = [0.0] * len(places), dict[Side, int]()
    for number, place in enumerate(places):
        if (kind := place[1]) not in best or place[4] > places[best[kind]][4]:
            best[kind] = number
    for kind, number in best.items():
        weights[number] = shares[kind]
    return weights


def _sum_ranks(lists: Sequence[Found], k: float, weights: Mapping[str, float], candidates: int | None) -> list[_Sum]:
    if not 0 < k < math.inf:
        raise InputError(f"The k of reciprocal rank fusion must be above 0; it is {k:g}.", "60 is the usual value.")
    for source, weight in weights.items():
        if not 0 <= weight < math.inf:
            raise InputError(f"The weight of “{source}” must be 0 or more; it is {weight:g}.", "1 is the usual value.")
    sums: list[_Sum] = []
    collected = _collect(lists, candidates, lambda _, raw: [1 / (k + rank) for rank in range(1, len(raw) + 1)])
    for id, (places, vectors, keywords) in collected.items():
        own = [weights.get(place[0], 1.0) for place in places]
        # Rounded like the means of the weighted sum: 1/2 and 1/3 + 1/6 are a true tie, at every alpha.
        score = round(math.fsum([weight * place[4] for weight, place in zip(own, places, strict=True)]), 12)
        vector, keyword = round(math.fsum(vectors), 12), round(math.fsum(keywords), 12)
        sums.append((score, id, vector, keyword, places, own))
    return _sort(sums)


def _collect(
    lists: Sequence[Found], candidates: int | None, measure: Callable[[Found, list[float]], list[float]]
) -> dict[str, tuple[list[_Place], list[float], list[float]]]:
    """For each id where it was found, and its normalised scores from the vector and from the keyword searches.

    `measure` gives the normalised scores of one list that is already cut.
    """
    _check_lists(lists, candidates)
    collected: dict[str, tuple[list[_Place], list[float], list[float]]] = {}
    for found in lists:
        source, side = found.source, found.side
        hits = found.hits[:candidates]
        values = measure(found, [raw for _, raw in hits])
        for rank, ((id, raw), value) in enumerate(zip(hits, values, strict=True), start=1):
            places, vectors, keywords = collected.setdefault(id, ([], [], []))
            places.append((source, side, rank, float(raw), value))
            (vectors if side == "vector" else keywords).append(value)
    return collected


def _mean(values: list[float]) -> float:
    # Two means that are equal but for the sixteenth digit are a tie, which the id decides and not the rounding.
    return round(math.fsum(values) / len(values), 12) if values else 0.0


def _best(values: list[float]) -> float:
    return round(max(values, default=0.0), 12)


_RULES_OF_SIDES: dict[str, Callable[[list[float]], float]] = {"max": _best, "mean": _mean}


def _sort(sums: list[_Sum]) -> list[_Sum]:
    return sorted(sums, key=lambda one: (-one[0], one[1]))


def _write(sums: list[_Sum]) -> list[Receipt]:
    return [
        Receipt(
            id,
            score,
            rank,
            [Part(*place, weight, weight * place[4]) for place, weight in zip(places, weights, strict=True)],
            vector,
            keyword,
        )
        for rank, (score, id, vector, keyword, places, weights) in enumerate(sums, start=1)
    ]


def _check_alpha(alpha: float) -> None:
    if not 0 <= alpha <= 1:
        raise InputError(f"Alpha must lie between 0 and 1; it is {alpha:g}.", "0 counts words only, 1 meaning only.")


def _check_lists(lists: Sequence[Found], candidates: int | None) -> None:
    if candidates is not None and candidates < 1:
        raise InputError(f"At least one candidate per search is needed; asked for were {candidates}.")
    sources: set[str] = set()
    for found in lists:
        if found.source in sources:
            raise InputError(f"The search “{found.source}” is there twice.", "Put its hits into one list.")
        sources.add(found.source)
        scores = [raw for _, raw in found.hits]
        if len(dict(found.hits)) < len(scores):
            raise InputError(
                f"The search “{found.source}” found the same id twice.", "Keep the better of the two hits."
            )
        # Larger numbers than these can only be a mistake, and their squares and differences would leave the range.
        if not all(abs(score) < 1e100 for score in scores):
            raise InputError(f"The search “{found.source}” gave a score that is not an ordinary number.")
        if scores != sorted(scores, reverse=True):
            raise InputError(f"The hits of the search “{found.source}” are not in order.", "Put the best one first.")
