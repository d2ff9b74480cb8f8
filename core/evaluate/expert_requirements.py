"""What of a request was understood, and what a team covers, against what somebody wrote down.

A requirement is found when one of the same kind was read, excluded or not alike, that says the same: for topics half
of all their words (as the search sees words), for bounds the same numbers, for anything else the same name. A team
covers of a requirement the share of those needed who meet it; all requirements weigh alike.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations_with_replacement

from core.evaluate.judged_requests import Request
from core.language.reading import Reading
from core.language.terms import analyse
from core.systems.expert_search.requirements.requirement import Requirement, Requirements

ALIKE = 0.5  # share of the words of two topics, taken together, that both have
_TOLD = ("unused", "assumed")
_AMOUNT = "years yrs decade experience"


def matched(request: Request, read: Requirements) -> Mapping[int, Requirement]:
    """Return of a request's requirements, by their place, those that were found, each with what was read."""
    left, found = list(read.wanted), dict[int, Requirement]()
    for place, gold in enumerate(request.gold or ()):
        alike = max(left, key=lambda one: likeness(gold, one), default=None)
        if alike is not None and likeness(gold, alike) >= ALIKE:
            found[place] = alike
            left.remove(alike)
    return found


def likeness(gold: Requirement, read: Requirement) -> float:
    """Return how far two requirements say the same, 0 … 1; 0 for other kinds, and where only one excludes."""
    if (gold.kind, gold.excluded) != (read.kind, read.excluded):
        return 0.0
    if gold.kind == "topic":
        one, other = set(analyse(gold.value)), set(analyse(read.value))
        return len(one & other) / len(one | other) if one | other else 0.0
    same = (gold.low, gold.high, gold.column) == (read.low, read.high, read.column)
    return float(same and set(analyse(gold.value)) == set(analyse(read.value)))


def ignored(request: Request, read: Requirements, reading: Reading) -> list[Requirement]:
    """Return the requirements that were not found and of which nothing is told: no word of theirs is unused or assumed,
    or stands in what was read instead. A topic in other words than the request's stands for one that is missing."""
    found = matched(request, read)
    spare = [one for one in read.wanted if one not in found.values()]
    told = set(analyse(" ".join([*(word.text for word in reading.words if word.fate in _TOLD), *read.unsaid])))
    dropped = []
    for place, gold in enumerate(request.gold or ()):
        if place in found or told & _words(gold):
            continue
        instead = [one for one in spare if one.excluded == gold.excluded]
        alike = [one for one in instead if _words(one) & _words(gold)]
        alike += [one for one in instead if one.kind == gold.kind == "topic"]
        if not alike:
            dropped.append(gold)
        elif alike[0].kind == gold.kind:
            spare.remove(alike[0])
    return dropped


def _words(gold: Requirement) -> set[str]:
    bounds = [f"{bound:g}" for bound in (gold.low, gold.high) if bound is not None]
    amount = _AMOUNT if gold.kind in ("years", "seniority") else ""
    return {*analyse(f"{gold.value} {gold.column.replace('_', ' ')} {amount}"), *bounds}


def team_coverage(request: Request, members: Collection[str]) -> float:
    """Return the share of a request's requirements that these people cover together, 0 … 1."""
    return _coverage(request, [sum(person in met for person in members) for met in _met(request)])


def best_coverage(request: Request) -> float:
    """Return the most that a team of as many people as are wanted could cover: all teams are tried.

    People who meet the same are tried as one.
    """
    met = _met(request)
    everybody = frozenset[str]().union(*met)
    kinds = {tuple(person in some for some in met) for person in everybody}
    counts = {kind: sum(tuple(person in some for some in met) == kind for person in everybody) for kind in kinds}
    best = 0.0
    for size in range(1, request.people + 1):
        for team in combinations_with_replacement(sorted(kinds), size):
            if all(team.count(kind) <= counts[kind] for kind in set(team)):
                best = max(best, _coverage(request, [sum(column) for column in zip(*team, strict=True)]))
    return best


def _met(request: Request) -> list[frozenset[str]]:
    return [request.met[place] for place in range(len(request.gold or ()))]


def _coverage(request: Request, counts: Sequence[int]) -> float:
    needed = [one.people or request.people for one in request.gold or ()]
    shares = [min(1.0, count / need) for count, need in zip(counts, needed, strict=True)]
    return sum(shares) / len(shares) if shares else 0.0
