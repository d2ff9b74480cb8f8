"""From the topics, the wishes and what must be met to one place for each person; moving anything ranks again at once,
from what was found."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from core.retrieval.fusion import Receipt
from core.systems.expert_search.ranking.fusion import fuse_results, qualities_of, results_of
from core.systems.expert_search.ranking.met import (
    Fitting,
    cell_of,
    coverage_beside_topics,
    named,
    requirements_now,
    topics_now,
    weighs,
)
from core.systems.expert_search.ranking.quality import Qualities
from core.systems.expert_search.ranking.standing import PERHAPS, Standing, Term, Together, group_of
from core.systems.expert_search.requirements.cell import Coverage
from core.systems.expert_search.requirements.requirement import Requirements
from core.systems.expert_search.state import Context, State, Topic

RECENCY, AMOUNT = "recency", "amount"
HALF_LIFE = 5.0  # years in which the date of a document loses half of its value
HALF_AMOUNT = 2.0  # documents that are worth half as much as any number of them can be
_YEAR = 365.25
_NOT_FOUND = Receipt("", 0.0, 0, [], 0.0, 0.0)


def standings(state: State, context: Context, met: Coverage | None = None) -> list[Standing]:
    """Return everybody's place for the whole request, best first; nothing is searched again.

    First who meets every hard requirement and likely knows about the topics, then who does as far as is known, then who
    is unlikely to; at the end, left out of the ranking, who fails one, and there who lacks less first. Each
    of the two parts is fused by itself, so that nobody left out takes a candidate's place. One topic and nothing else
    is a matter of its score, unless nobody likely knows about it: where nobody likely fits, of those who perhaps do
    the likelier stands first.
    Without a topic people are ranked by what they meet. `met` is `coverage_now` or `coverage_beside_topics`, where one
    is at hand.
    """
    asked, met = requirements_now(state, context), met or coverage_beside_topics(state, context)
    topics = topics_now(state, context)
    qualities = _qualities(state, context, topics)
    unknown = _known_to_nobody(state, context, asked, qualities)
    fitting = Fitting(asked, met, unknown)
    evidence = _documents(state, context, topics)
    by_name = named(asked, met, context.people.experts)
    pool = evidence.keys() | by_name if topics else _meeting_something(asked, met)
    knows = {person: _knows(qualities, person) for person in pool}
    fits = {person: fitting(person, knows[person]) for person in pool}
    left_out = {person for person, (mark, _) in fits.items() if mark == "not all"}
    receipts = _fused(state, context, topics, pool - left_out if left_out else None)
    for person, of_person in (_fused(state, context, topics, left_out) if left_out else {}).items():
        receipts[person] = of_person
    ranked = receipts.keys() | by_name if topics else pool
    scale = _Scale(asked, met, topics, unknown, context)
    made = [scale.weigh(one, receipts.get(one, {}), evidence.get(one, ())) for one in ranked]
    doubtful = bool(pool - left_out) and all(fits[one][0] == "topic in doubt" for one in pool - left_out)
    alone = len(asked.wanted) < 2 and bool(topics) and not doubtful
    groups = {
        one: 0 if alone and one not in left_out else group_of(fits[one][0], fitting.of_all(knows[one])) for one in pool
    }
    misses = {one: len(fits[one][1]) + fitting.doubted_topics(knows[one]) for one in left_out}
    places = [
        Standing(
            one.id, 0, one.score, fits[one.id][0], groups[one.id], one.vector, one.keyword, one.terms,
            receipts.get(one.id, {}), fits[one.id][1], one.newest, len(evidence.get(one.id, ())),
            fitting.of_all(knows[one.id]), fitting.doubted(knows[one.id]), doubtful and groups[one.id] == PERHAPS,
        )
        for one in made
    ]  # fmt: skip
    places.sort(key=lambda one: (one.order, misses.get(one.id, 0), -one.score, one.id))
    return [replace(one, rank=rank) for rank, one in enumerate(places, start=1)]


def _known_to_nobody(
    state: State, context: Context, asked: Requirements, qualities: Mapping[str, Qualities]
) -> frozenset[str]:
    """Return the topics that one person must know and nobody here likely does, where others are known to somebody: they
    tell nobody from anybody, so that they take no part in places; the gate counts them all."""
    if asked.people > 1:
        return frozenset()
    must = {one.id for one in asked.topics if one.hard}
    best = {id: _best(state, id, found) for id, found in qualities.items() if id in must}
    unknown = frozenset(id for id, quality in best.items() if quality < context.threshold)
    return unknown if len(unknown) < len(best) else frozenset()


def _qualities(state: State, context: Context, topics: Sequence[Topic]) -> dict[str, Qualities]:
    """Return how good each person found is for each topic, by its id."""
    return {topic["id"]: qualities_of(state, context, topic) for topic in topics}


def _best(state: State, topic: str, found: Qualities) -> float:
    """Return how good the best person is for a topic, before a refinement or after it."""
    before = state.get("before_refinement")
    known = before["topic_qualities"].get(topic, 0.0) if before else 0.0
    return max([known, *(one.quality for one in found.values())])


def _knows(qualities: Mapping[str, Qualities], person: str) -> dict[str, float]:
    """Return how likely a person knows about each topic, by its id."""
    return {id: found[person].knows if person in found else 0.0 for id, found in qualities.items()}


def fused(places: Sequence[Standing], topic: str) -> list[Receipt]:
    """Return the receipts of one topic, best first, of those who are not left out."""
    receipts = [one.receipts[topic] for one in places if one.fits != "not all" and topic in one.receipts]
    return sorted(receipts, key=lambda receipt: receipt.rank)


def quality_of(state: State, context: Context, places: Sequence[Standing]) -> float:
    """How good the best person is for the whole request, or for several people the best of each topic, 0 to 1, on an
    absolute scale; 0 when everybody is left out. Wishes take no part where anything must be known."""
    fitting = [one for one in places if one.fits != "not all"]
    topics, asked = topics_now(state, context), requirements_now(state, context)
    if not topics:
        return max((one.score for one in fitting), default=0.0)
    wished = {one.id for one in asked.wanted if not one.hard}
    topics = [topic for topic in topics if topic["id"] not in wished] or topics
    qualities = [qualities_of(state, context, topic) for topic in topics]
    parts = _parts(_weights(topics, asked))
    each = [[of_topic[one.id].quality if one.id in of_topic else 0.0 for of_topic in qualities] for one in fitting]
    if asked.people > 1:
        each = [[max(of_topic) for of_topic in zip(*each, strict=True)]] if each else []
    return max((math.fsum(_shares(values, parts, context.together)) for values in each), default=0.0)


def judged(state: State, context: Context, places: Sequence[Standing]) -> State:
    """Return a state with how good its people are with these places: by topic, together, and whether that is too
    little. A refinement adds to what was known before it and takes nothing away."""
    before, topics = state["before_refinement"], topics_now(state, context)
    best = {id: _best(state, id, found) for id, found in _qualities(state, context, topics).items()}
    quality = quality_of(state, context, places)
    if before:
        quality = max(quality, before["quality_score"])
    nothing = bool(requirements_now(state, context).vague) or quality < context.threshold
    return {**state, "topic_qualities": best, "quality_score": quality, "nothing_good": nothing}


def combined(values: Sequence[float], weights: Sequence[float], together: Together) -> float:
    """Return the one score of several topics: the weighted mean, the weighted geometric mean, or the least."""
    return math.fsum(_shares(values, _parts(weights), together))


def _parts(weights: Sequence[float]) -> list[float]:
    whole = math.fsum(weights)
    return [weight / whole if whole else 1 / len(weights) for weight in weights]


def _shares(values: Sequence[float], parts: Sequence[float], together: Together) -> list[float]:
    """Return what each of some values adds to their one score; `parts` is the weight of each, one in all."""
    if together == "mean":
        return [part * value for value, part in zip(values, parts, strict=True)]
    if together == "minimum":
        least = min((place for place, part in enumerate(parts) if part), key=values.__getitem__)
        return [value if place == least else 0.0 for place, value in enumerate(values)]
    product = math.prod(max(value, 0.0) ** part for value, part in zip(values, parts, strict=True))
    return [part * product for part in parts]


@dataclass(frozen=True)
class _Weighed:
    """A score before it has a place."""

    id: str
    score: float
    vector: float
    keyword: float
    terms: tuple[Term, ...]
    newest: str


class _Scale:
    """What weighs in a score, and how much: topics, wishes, and where they are asked for the date and the number of
    documents."""

    def __init__(
        self, asked: Requirements, met: Coverage, topics: Sequence[Topic], unknown: Collection[str], context: Context
    ) -> None:
        self._met, self._topics, self._context = met, topics, context
        weights = zip(topics, _weights(topics, asked), strict=True)
        self._weights = [0.0 if topic["id"] in unknown else weight for topic, weight in weights]
        labels = {one.id: one.label for one in asked.wanted}
        self._labelled = [(topic, labels.get(topic["id"], topic["query"])) for topic in topics]
        # Where nothing is searched for, whatever is asked for makes the score.
        counts = context.wish if topics else 1.0
        self._wishes = [(one, one.weight * counts) for one in asked.wanted if weighs(one, asked) or not topics]
        self._whole = math.fsum(self._weights) + math.fsum(weight for _, weight in self._wishes)
        self._whole += context.recency + context.amount
        self._share, self._parts = _share(math.fsum(self._weights), self._whole), _parts(self._weights)

    def weigh(self, person: str, receipts: Mapping[str, Receipt], documents: Sequence[str]) -> _Weighed:
        """Return the score of a person with its parts."""
        found = [receipts.get(topic["id"], _NOT_FOUND) for topic in self._topics]
        values = [one.score for one in found]
        terms = [
            Term(topic["id"], label, value, weight, adds)
            for (topic, label), value, weight, adds in zip(
                self._labelled, values, self._weights, self._of_topics(values), strict=True
            )
        ]
        newest = self._newest(documents)
        further = [*self._of_wishes(person), *self._of_documents(newest, len(documents))]
        rest = [term.contribution for term in further]
        score = math.fsum([*(term.contribution for term in terms), *rest])
        vector = math.fsum([*self._of_topics([one.vector for one in found]), *rest])
        keyword = math.fsum([*self._of_topics([one.keyword for one in found]), *rest])
        return _Weighed(person, score, vector, keyword, (*terms, *further), newest)

    def _of_topics(self, values: Sequence[float]) -> list[float]:
        return [self._share * adds for adds in _shares(values, self._parts, self._context.together)] if values else []

    def _newest(self, documents: Sequence[str]) -> str:
        people = self._context.people
        if not people.newest_date:
            return ""
        return max((people.answers[one].date for one in documents if one in people.answers), default="")

    def _of_wishes(self, person: str) -> list[Term]:
        return [
            self._term(one.id, one.label, cell_of(self._met, one, person).value, weight) for one, weight in self._wishes
        ]

    def _of_documents(self, newest: str, count: int) -> list[Term]:
        context, terms = self._context, []
        if context.recency:
            value = _recency(newest, context.people.newest_date)
            terms.append(self._term(RECENCY, f"newest of {newest or 'unknown date'}", value, context.recency))
        if context.amount:
            value = count / (count + HALF_AMOUNT)
            terms.append(self._term(AMOUNT, f"documents found: {count}", value, context.amount))
        return terms

    def _term(self, id: str, label: str, value: float, weight: float) -> Term:
        return Term(id, label, value, weight, _share(weight, self._whole) * value)


def _share(weight: float, whole: float) -> float:
    return weight / whole if whole else 0.0


def _weights(topics: Sequence[Topic], asked: Requirements) -> list[float]:
    weights = {one.id: one.weight for one in asked.wanted}
    return [weights.get(topic["id"], 1.0) for topic in topics]


def _fused(
    state: State, context: Context, topics: Sequence[Topic], among: set[str] | None
) -> dict[str, dict[str, Receipt]]:
    """Return the receipts of each person by topic."""
    by_person: dict[str, dict[str, Receipt]] = {}
    for topic in topics:
        for receipt in fuse_results(state, context, topic, among):
            by_person.setdefault(receipt.id, {})[topic["id"]] = receipt
    return by_person


def _documents(state: State, context: Context, topics: Sequence[Topic]) -> dict[str, list[str]]:
    """Return the documents by which each person was found for any topic."""
    found: dict[str, dict[str, None]] = {}
    for topic in topics:
        for result in results_of(state, context, topic).values():
            for hit in result["hits"]:
                found.setdefault(hit["id"], {}).update((match["document"], None) for match in hit["documents"])
    return {person: list(documents) for person, documents in found.items()}


def _meeting_something(asked: Requirements, met: Coverage) -> set[str]:
    """Return who meets anything of what is asked for, or is not known not to."""
    return {
        person for one in asked.wanted for person, cell in met.cells.get(one.id, {}).items() if cell.status != "not met"
    }


def _recency(newest: str, latest: str) -> float:
    """Return 1 for the latest date of the collection, half of it for every five years before, 0 for none."""
    if not newest or not latest:
        return 0.0
    age = (_first_day(latest) - _first_day(newest)).days / _YEAR
    return float(0.5 ** (max(age, 0.0) / HALF_LIFE))


def _first_day(iso: str) -> date:
    """Return the day that a date is, or the first of the month or the year when it says no more."""
    return date.fromisoformat(f"{iso}-01-01"[:10] if len(iso) < 7 else f"{iso}-01"[:10])
