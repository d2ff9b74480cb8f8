"""What alpha does to a ranking, exactly: who overtakes whom and where, what is stable, and why somebody is not there.

Once the parts are given, every score is a straight line in alpha, score(α) = (1−α)·keyword + α·vector, so nothing has
to be tried out: two ids change places where their lines cross, once or never. It holds for the weighted sum and for
reciprocal rank with the weights α and 1−α, whether a side is the mean or the best of its searches. Crossings are exact
to twelve decimals. At a crossing itself the two tie, and as everywhere the smaller id stands first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.retrieval.fusion import Found, Method, Normalisation, Receipt, SideRule, fuse, fuse_ids

Interval: TypeAlias = tuple[float, float]
_Floats: TypeAlias = NDArray[np.float64]

_NUMBERS = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FINEST = 9  # decimals that an alpha is printed with at most


@dataclass(frozen=True)
class Crossing:
    """For α just above `alpha`, `above` stands before `below`; just below it, behind."""

    alpha: float
    above: str
    below: str


def crossings(receipts: Sequence[Receipt], ids: Collection[str] | None = None) -> list[Crossing]:
    """Where two of the `ids` (all, when None) change places, for α inside 0…1, ascending."""
    chosen = [receipt for receipt in receipts if ids is None or receipt.id in ids]
    keyword, vector = _lines(chosen)
    at_zero = keyword[:, None] - keyword[None, :]
    at_one = vector[:, None] - vector[None, :]
    risers, overtaken = np.nonzero((at_zero < 0) & (at_one > 0))
    alphas = _meeting(at_zero[risers, overtaken], at_one[risers, overtaken])
    found = [
        Crossing(alpha, chosen[riser].id, chosen[other].id)
        for alpha, riser, other in zip(alphas.tolist(), risers.tolist(), overtaken.tolist(), strict=True)
        if 0 < alpha < 1
    ]
    return sorted(found, key=lambda crossing: (crossing.alpha, crossing.above, crossing.below))


def ranks_over_alpha(receipts: Sequence[Receipt], ids: Collection[str]) -> dict[str, list[tuple[float, float, int]]]:
    """For each of the `ids`, its rank among all receipts as ascending steps (alpha_from, alpha_to, rank) over 0…1.

    A step holds between its ends. Whole groups tie at the ends of the scale, where one side counts nothing: if the rank
    at exactly 0 or 1 is another one, it is a step of its own, (0, 0, rank) or (1, 1, rank). Unknown ids are left out.
    """
    keyword, vector = _lines(receipts)
    names = [receipt.id for receipt in receipts]
    return {
        id: _steps(keyword - keyword[own], vector - vector[own], np.array([name < id for name in names]))
        for own, id in enumerate(names)
        if id in ids
    }


def _steps(at_zero: _Floats, at_one: _Floats, earlier: NDArray[np.bool_]) -> list[tuple[float, float, int]]:
    """Return the steps of one id; the arrays are the others' scores minus its own at both ends, and whose id is
    smaller."""

    def rank(ahead: NDArray[np.bool_]) -> int:
        return 1 + int(np.count_nonzero(ahead))

    # Whoever overtakes costs a rank, whoever falls behind gives one back.
    rising, falling = (at_zero < 0) & (at_one > 0), (at_zero > 0) & (at_one < 0)
    alphas = np.concatenate([_meeting(at_zero[rising], at_one[rising]), _meeting(at_zero[falling], at_one[falling])])
    changes = np.repeat([1, -1], [np.count_nonzero(rising), np.count_nonzero(falling)])
    order = np.argsort(alphas)

    level = (at_zero == 0) & ((at_one > 0) | ((at_one == 0) & earlier))
    now = rank((at_zero > 0) | level)
    steps = [(0.0, 0.0, rank((at_zero > 0) | ((at_zero == 0) & earlier)))]
    for alpha, change in zip([*alphas[order].tolist(), 1.0], [*changes[order].tolist(), 0], strict=True):
        _append(steps, alpha, now)
        now += change
    at_end = rank((at_one > 0) | ((at_one == 0) & earlier))
    if at_end != steps[-1][2]:
        steps.append((1.0, 1.0, at_end))
    return steps


def _append(steps: list[tuple[float, float, int]], alpha: float, rank: int) -> None:
    """Lead the steps on to `alpha` at this rank; a step of the same rank grows, and none is without width."""
    start, end, before = steps[-1]
    if rank == before:
        steps[-1] = (start, alpha, rank)
    elif alpha > end:
        steps.append((end, alpha, rank))


# --- what is stable ---------------------------------------------------------------------------------------------------


def stable_interval(receipts: Sequence[Receipt], alpha: float, keep: int) -> Interval:
    """Return the largest interval around `alpha` inside which the first `keep` are the same people, in whatever order.

    At its ends somebody outside draws level with somebody inside. Raises InputError for an alpha outside 0…1 or a
    `keep` below 1.
    """
    _check(alpha, keep)
    keyword, vector = _lines(receipts)
    order = _order(receipts, alpha)
    inside, outside = order[:keep], order[keep:]
    at_zero = keyword[outside][:, None] - keyword[inside][None, :]
    at_one = vector[outside][:, None] - vector[inside][None, :]
    overtaking, overtaken = (at_zero <= 0) & (at_one > 0), (at_zero > 0) & (at_one <= 0)
    low = np.max(_meeting(at_zero[overtaken], at_one[overtaken]), initial=0.0)
    high = np.min(_meeting(at_zero[overtaking], at_one[overtaking]), initial=1.0)
    return min(float(low), alpha), max(float(high), alpha)


def stable_sentence(receipts: Sequence[Receipt], alpha: float, keep: int) -> str:
    """Say `stable_interval`: "The top five is the same for α between 0.42 and 0.77."

    The interval is rounded inwards, so that the first `keep` are those same people at the printed ends too. Raises
    InputError as `stable_interval` does.
    """
    low, high = stable_interval(receipts, alpha, keep)
    members = set(_order(receipts, alpha)[:keep])

    def same(other: float) -> bool:
        return set(_order(receipts, other)[:keep]) == members

    who = "first place" if keep == 1 else f"top {_NUMBERS[keep] if keep < len(_NUMBERS) else keep}"
    if low == 0 and high == 1 and same(0.0) and same(1.0):
        return f"The {who} is the same for every α."
    start, end = _round_into((low, alpha), low, same), _round_into((alpha, high), high, same)
    start, end = alpha if start is None else start, alpha if end is None else end
    if start == end:
        return f"The {who} is the same only at α = {_print(alpha)}."
    return f"The {who} is the same for α between {_print(start)} and {_print(end)}."


# --- why somebody is not there ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """Where one search found an id: rank from 1, raw score, and whether that is beyond the candidates that count."""

    rank: int
    raw: float
    beyond: bool


@dataclass(frozen=True)
class WhyNot:
    """Why an id is not among the first `keep`, and what would bring it in.

    `found` has for every source the place, or None where the search missed it. `rank` is None and `score` 0 when no
    search has it among its candidates. `needs_alpha` is the α nearest to `alpha` that brings it in, moved inwards to a
    round number so that fusing again with it really does; None when no α does. `needs_candidates` is the smallest
    larger number of candidates per search that brings it in at the present α; it is looked for when no α helps or a
    search found it beyond the candidates, and None when no number does. An id that is in has its own `alpha` and None.
    """

    id: str
    found: dict[str, Place | None]
    rank: int | None
    score: float
    needs_alpha: float | None
    needs_candidates: int | None
    alpha: float
    candidates: int | None
    keep: int

    def sentence(self, names: Mapping[str, str]) -> str:
        """Which searches found and missed them, where they rank, and what would bring them in; `names` by source."""
        if not any(self.found.values()):
            return "No search found them, so neither another α nor more candidates bring them in."
        said = [self._say_found(names), self._say_rank()]
        if self.rank is None or self.rank > self.keep:
            said += self._say_remedies()
        return " ".join(said)

    def _say_found(self, names: Mapping[str, str]) -> str:
        missed = [names.get(source, source) for source, place in self.found.items() if not place]
        places = [
            f"{names.get(source, source)} (rank {place.rank}{', beyond the candidates' if place.beyond else ''})"
            for source, place in self.found.items()
            if place
        ]
        return f"Found by {_join(places)}" + (f"; missed by {_join(missed)}." if missed else ".")

    def _say_rank(self) -> str:
        if self.rank is None:
            return f"No search has them among its first {self.candidates}, so they have no rank."
        where = f"{'inside' if self.rank <= self.keep else 'outside'} the first {self.keep}"
        return f"At α = {_print(self.alpha)} they stand at rank {self.rank} with {self.score:.3g}, {where}."

    def _say_remedies(self) -> list[str]:
        said = []
        if self.needs_alpha is not None:
            said.append(f"The smallest change of α that brings them in is to {_print(self.needs_alpha)}.")
        elif self.rank is not None:
            said.append("No α brings them in.")
        if self.needs_candidates is not None:
            said.append(f"{self.needs_candidates} candidates per search instead of {self.candidates} bring them in.")
        elif any(place and place.beyond for place in self.found.values()):
            said.append("More candidates do not bring them in at this α.")
        return said


def why_not(
    lists: Sequence[Found],
    id: str,
    alpha: float,
    normalisation: Normalisation,
    candidates: int | None,
    keep: int,
    method: Method = "weighted sum",
    k: float = 60,
    side: SideRule = "mean",
) -> WhyNot:
    """Why `id` is not among the first `keep` of this fusion, and the smallest change that would bring it in.

    Nothing is searched again: more candidates are tried as far as the lists reach. Raises InputError as `fuse` does,
    and for a `keep` below 1.
    """
    _check(alpha, keep)

    def among_first(at: float, cut: int | None) -> bool:
        return id in fuse_ids(lists, method, at, normalisation, k, cut, side)[:keep]

    found = {one.source: _find(one, id, candidates) for one in lists}
    receipts = fuse(lists, method, alpha, normalisation, k, candidates, side)
    own = next((receipt for receipt in receipts if receipt.id == id), None)
    needs_alpha, needs_candidates = None, None
    if own and own.rank <= keep:
        needs_alpha = alpha
    else:
        steps = ranks_over_alpha(receipts, [id]).get(id, [])
        good = _merge([(start, end) for start, end, rank in steps if rank <= keep])
        needs_alpha = _nearest(good, alpha, lambda at: among_first(at, candidates))
        if candidates is not None and (needs_alpha is None or any(place and place.beyond for place in found.values())):
            # Each number has to be tried: a longer list may change its whole normalisation, so there is no order in it.
            longest = max((len(one.hits) for one in lists), default=0)
            larger = range(candidates + 1, longest + 1)
            needs_candidates = next((cut for cut in larger if among_first(alpha, cut)), None)
    return WhyNot(
        id, found, own.rank if own else None, own.score if own else 0.0, needs_alpha, needs_candidates,
        alpha, candidates, keep,
    )  # fmt: skip


def _find(found: Found, id: str, candidates: int | None) -> Place | None:
    for rank, (other, raw) in enumerate(found.hits, start=1):
        if other == id:
            return Place(rank, float(raw), candidates is not None and rank > candidates)
    return None


def _merge(intervals: list[Interval]) -> list[Interval]:
    """Join ascending intervals that touch."""
    merged: list[Interval] = []
    for start, end in intervals:
        if merged and merged[-1][1] == start:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def _nearest(intervals: list[Interval], alpha: float, holds: Callable[[float], bool]) -> float | None:
    """Return a round α for which `holds` in the interval nearest to `alpha`; None when there is none in any."""
    for low, high in sorted(intervals, key=lambda one: max(one[0] - alpha, alpha - one[1])):
        point = _round_into((low, high), min(max(alpha, low), high), holds)
        if point is not None:
            return point
    return None


# --- lines, and round numbers -----------------------------------------------------------------------------------------


def _lines(receipts: Sequence[Receipt]) -> tuple[_Floats, _Floats]:
    """Return the scores at α = 0 and at α = 1."""
    keyword = np.array([receipt.keyword for receipt in receipts], dtype=np.float64)
    return keyword, np.array([receipt.vector for receipt in receipts], dtype=np.float64)


def _meeting(at_zero: _Floats, at_one: _Floats) -> _Floats:
    """Return the α at which a difference of two lines is 0, given its values at both ends, which have different signs.

    Rounded to twelve decimals, so that three lines through one point meet there and not in three places.
    """
    return np.round(at_zero / (at_zero - at_one), 12)


def _order(receipts: Sequence[Receipt], alpha: float) -> list[int]:
    """Return the positions of the receipts as fusing again at this alpha would order them."""
    scores = [alpha * receipt.vector + (1 - alpha) * receipt.keyword for receipt in receipts]
    return sorted(range(len(receipts)), key=lambda one: (-scores[one], receipts[one].id))


def _round_into(interval: Interval, near: float, holds: Callable[[float], bool]) -> float | None:
    """Return the number of fewest decimals, two at least, that lies next to `near` in the interval and for which
    `holds`."""
    low, high = interval
    upwards = near < high or low == high
    for decimals in range(2, _FINEST + 1):
        scale = float(10**decimals)
        # A hair of tolerance, or 0.29 × 100 would miss 29.
        first = math.ceil(near * scale - 1e-6) if upwards else math.floor(near * scale + 1e-6)
        for point in (first / scale, (first + 1 if upwards else first - 1) / scale):
            if low <= point <= high and holds(point):
                return point
    return None


def _print(alpha: float) -> str:
    whole, _, decimals = f"{alpha:.{_FINEST}f}".partition(".")
    return f"{whole}.{decimals.rstrip('0'):0<2}"


def _join(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _check(alpha: float, keep: int) -> None:
    if not 0 <= alpha <= 1:
        raise InputError(f"Alpha must lie between 0 and 1; it is {alpha:g}.", "0 counts words only, 1 meaning only.")
    if keep < 1:
        raise InputError(f"At least one has to be kept; asked for were {keep}.")
