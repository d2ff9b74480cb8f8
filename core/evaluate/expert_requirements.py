"""What of a request was understood, and what a team covers, against what somebody wrote down.

A requirement is *found* when one of the same kind was read, excluded or not alike, that says the same. Two topics do
when they share half of all their words (Jaccard, on words as the search sees them) or their embeddings a cosine of .5:
what was written down may be said otherwise than in the request. A request that is one topic and nothing else, and was
read so, is found. Bounds say the same with the same numbers, whether
these are taken in or not, anything else with the same name.

A requirement is *silently ignored* when it was not found, and none of its words is told as unused or assumed or stands
in a topic that was searched for, excluded or not alike.

A team covers of a requirement the share of those needed who meet it; all requirements weigh alike.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations_with_replacement

from core.evaluate.judged_requests import Request
from core.language.reading import Reading
from core.language.terms import analyse
from core.systems.expert_search.requirements.requirement import Requirement, Requirements

Cosine = Callable[[str, str], float]
"""How near two texts are by their embeddings."""

ALIKE = 0.5  # from which two requirements say the same
_TOLD = ("unused", "assumed")
_AMOUNT = "years yrs decade experience"


def matched(request: Request, read: Requirements, cosine: Cosine) -> Mapping[int, Requirement]:
    """Return of a request's requirements, by their place, those that were found, each with what was read."""
    gold, left = request.gold or (), list(read.wanted)
    if len(gold) == len(left) == 1 and gold[0].is_topic and left[0].is_topic:
        return {0: left[0]}
    found = dict[int, Requirement]()
    for place, one in enumerate(gold):
        alike = max(left, key=lambda other: likeness(one, other, cosine), default=None)
        if alike is not None and likeness(one, alike, cosine) >= ALIKE:
            found[place] = alike
            left.remove(alike)
    return found


def likeness(gold: Requirement, read: Requirement, cosine: Cosine) -> float:
    """Return how far two requirements say the same, 0 … 1; 0 for other kinds, and where only one excludes."""
    if (gold.kind, gold.excluded) != (read.kind, read.excluded):
        return 0.0
    if gold.kind == "topic":
        one, other = set(analyse(gold.value)), set(analyse(read.value))
        shared = len(one & other) / len(one | other) if one | other else 0.0
        return max(shared, cosine(gold.value, read.value))
    same = (gold.low, gold.high, gold.column) == (read.low, read.high, read.column)
    return float(same and set(analyse(gold.value)) == set(analyse(read.value)))


def ignored(request: Request, read: Requirements, reading: Reading, cosine: Cosine) -> list[Requirement]:
    """Return the requirements of a request that were silently ignored."""
    found = matched(request, read, cosine)
    told = set(analyse(" ".join([*(word.text for word in reading.words if word.fate in _TOLD), *read.unsaid])))
    searched = [one for one in read.wanted if one.kind == "topic"]

    def is_told(gold: Requirement) -> bool:
        stands = (analyse(topic.value) for topic in searched if topic.excluded == gold.excluded)
        return bool(_words(gold) & told.union(*stands))

    return [gold for place, gold in enumerate(request.gold or ()) if place not in found and not is_told(gold)]


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
