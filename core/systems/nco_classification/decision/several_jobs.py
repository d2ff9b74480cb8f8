"""Whether somebody tells of several jobs: statements set apart whose likeliest families are clear and far apart.

Tasks of one job have one family, or none that is clear by itself; then nothing is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from math import fsum

from core.systems.nco_classification.decision.confidence import chances, look_at_words, measure_confidence
from core.systems.nco_classification.decision.obstacles import Obstacle
from core.systems.nco_classification.index.classification import DIGITS
from core.systems.nco_classification.index.occupations import OccupationIndex
from core.systems.nco_classification.index.tables import parts, table_rows
from core.systems.nco_classification.words.content import content
from core.systems.nco_classification.words.jobs import jobs, told_alone

CLEAR = 0.55  # probability of the likeliest family of the clearest statement that is set apart by its time or the like
HEARD = 0.2  # the same of the others: set apart so, they need not be as clear
ANOTHER = 0.4  # the same of both where only “also runs a shop” sets them apart; then they lie in other sub-divisions
MIXED = 0.4  # probability of the families of each of two jobs, for the family that mixes them
MOST_MIXED = 2  # jobs of a mixed family
SHARED = 0.1  # a family this likely for another statement too may be the one job of both


def find_several_jobs(text: str, index: OccupationIndex) -> Obstacle | None:
    """Find out whether these words tell of several jobs; None where they tell of one, or it is not clear."""
    found = jobs(content(text).query)  # what somebody was before is no job of today
    shares = [_shares(told_alone(part), index) for part in found.parts]
    if not shares or not all(shares):
        return None
    if found.partly:
        shares = [_by_division(one) for one in shares]
    firsts = [max(one, key=one.__getitem__) for one in shares]
    sure = sorted(one[first] for one, first in zip(shares, firsts, strict=True))
    needed = CLEAR if found.partly else HEARD if found.clearly else ANOTHER
    clear = sure[0] >= needed and (sure[-1] >= CLEAR or not found.clearly)
    return (
        Obstacle("several", f"The words tell of {len(firsts)} different jobs.", list(found.parts))
        if (clear and _are_apart(shares, firsts, DIGITS["group" if found.clearly else "subdivision"]))
        else None
    )


def mixed_family(jobs: Sequence[str], index: OccupationIndex) -> str:
    """Name the family of people who do two jobs alike, such as crops and animals; "" where there is none."""
    if len(jobs) != MOST_MIXED:
        return ""
    one, other = (_shares(told_alone(job), index) for job in jobs)
    for pairs, mixed in _mixed().items():
        for first, second in (pairs, pairs[::-1]):
            if _mass(one, first) >= MIXED and _mass(other, second) >= MIXED:
                return mixed
    return ""


def mixed_of(one: Collection[str], other: Collection[str]) -> str:
    """Name the family that mixes work of two kinds, each of one of these families; "" where there is none."""
    return next(
        (
            mixed
            for pairs, mixed in _mixed().items()
            for a, b in (pairs, pairs[::-1])
            if a.issuperset(one) and b.issuperset(other)
        ),
        "",
    )


def _mass(shares: Mapping[str, float], families: Collection[str]) -> float:
    return fsum(share for family, share in shares.items() if family in families)


@cache
def _mixed() -> Mapping[tuple[frozenset[str], frozenset[str]], str]:
    rows = table_rows("mixed_families.csv", "one,other,mixed")
    return {(frozenset(parts(row["one"])), frozenset(parts(row["other"]))): row["mixed"] for row in rows}


def _are_apart(shares: Sequence[Mapping[str, float]], firsts: Sequence[str], digits: int) -> bool:
    """Tell whether the likeliest families differ, and none of them is likely for another statement too."""
    if len({first[:digits] for first in firsts}) < len(firsts):
        return False
    return not any(
        one.get(other, 0.0) >= SHARED
        for one, first in zip(shares, firsts, strict=True)
        for other in firsts
        if other != first
    )


def _by_division(shares: Mapping[str, float]) -> Mapping[str, float]:
    divisions: dict[str, float] = {}
    for family, share in shares.items():
        divisions[family[:1]] = divisions.get(family[:1], 0.0) + share
    return divisions


def _shares(part: str, index: OccupationIndex) -> Mapping[str, float]:
    candidates = index.search(part)
    return chances(candidates, measure_confidence(candidates, look_at_words(part, index.query_normalizer)))
