"""Who meets what is asked for now: the requirements as they were switched and taken away, and whom they leave out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from weakref import WeakKeyDictionary

from core.codec import from_state
from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.fusion import qualities_of
from core.systems.expert_search.ranking.standing import Fits
from core.systems.expert_search.requirements.cell import LIKELY, MET, Cell, Coverage
from core.systems.expert_search.requirements.meeting import coverage
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.state import Context, State, Topic

_UNKNOWN, _NOTHING_FOUND, _NOTHING_AGAINST = Cell("not known", 0.0), Cell("not met", 0.0), Cell("met", 1.0)
_KEPT = 8
_groups: WeakKeyDictionary[People, dict[tuple[Requirement, ...], list[frozenset[str]]]] = WeakKeyDictionary()


def requirements_now(state: State, context: Context) -> Requirements:
    """Return what is asked for as the analyst has it now: without what was taken away, filters and wishes switched."""
    asked = from_state(Requirements, state["requirements"])
    wanted = tuple(
        replace(one, hard=not one.hard) if one.id in context.switched else one
        for one in asked.wanted
        if one.id not in context.without
    )
    return replace(asked, wanted=wanted)


def topics_now(state: State, context: Context) -> list[Topic]:
    """Return the topics that make a score now: what was searched for and is neither excluded nor taken away."""
    return [topic for topic in state["topics"] if not topic["excluded"] and topic["id"] not in context.without]


def coverage_now(state: State, context: Context) -> Coverage:
    """Return who meets what is asked for now: topics by what was found, all else of everybody."""
    asked = requirements_now(state, context)
    return coverage(context.people, asked, _qualities(state, context, asked))


def coverage_beside_topics(state: State, context: Context) -> Coverage:
    """Return who meets what is asked for now but for the topics: all that a place for a person needs."""
    asked = requirements_now(state, context)
    beside = replace(asked, wanted=tuple(one for one in asked.wanted if not one.is_topic))
    return coverage(context.people, beside, _qualities(state, context, beside))


def _qualities(state: State, context: Context, asked: Requirements) -> dict[str, dict[str, tuple[float, str]]]:
    wanted = {one.id for one in asked.wanted}
    searched = (topic for topic in state["topics"] if topic["id"] in wanted)
    return {
        topic["id"]: {person: (one.knows, one.document) for person, one in qualities_of(state, context, topic).items()}
        for topic in searched
    }


def groups_to_find(state: State, context: Context) -> list[frozenset[str]]:
    """Return people whom the searches look for beside the best of all: who meets every filter, and who meets each
    thing asked for that is not searched for. So none of them falls behind a cut that others fill."""
    asked = requirements_now(state, context)
    wanted = tuple(one for one in asked.wanted if one.kind != "topic")
    kept = _groups.setdefault(context.people, {})
    if (groups := kept.get(wanted)) is None:
        groups = _find_groups(replace(asked, wanted=wanted), context.people)
        for old in list(kept)[: max(0, len(kept) + 1 - _KEPT)]:  # other runs keep theirs at the same time
            kept.pop(old, None)
        kept[wanted] = groups
    return groups


def _find_groups(asked: Requirements, people: People) -> list[frozenset[str]]:
    met = coverage(people, asked, {})
    fitting = Fitting(asked, met)
    groups = {frozenset(one for one, cell in row.items() if cell.value > 0) for row in met.cells.values()}
    if fitting.filters:
        groups.add(frozenset(one for one in people.experts if fitting(one, {})[0] != "not all"))
    return [group for group in groups if 0 < len(group) < len(people.experts)]


def who_lacks_something(asked: Requirements, met: Coverage, people: Collection[str]) -> frozenset[str]:
    """Return who is left out for what they are known not to meet, whether a search found them or not."""
    fitting = Fitting(asked, met)
    return frozenset(one for one in people if fitting(one, {})[0] == "not all") if fitting.filters else frozenset()


class Fitting:
    """Whether people meet what is asked for: a hard requirement leaves out who fails it.

    Topics leave nobody out, what some people of a team must meet neither, nor do wishes. `unknown` are the ids of
    topics that nobody here knows beside others that somebody does: they put nobody in doubt.
    """

    def __init__(self, asked: Requirements, met: Coverage, unknown: Collection[str] = ()) -> None:
        self._met, self._several, self._unknown = met, asked.people > 1, bool(unknown)
        self.filters = [one for one in asked.wanted if one.hard and not one.is_topic and not _of_some(one, asked)]
        self._of_some = [one for one in asked.wanted if one.hard and not one.is_topic and _of_some(one, asked)]
        self._wishes = [one for one in asked.wanted if not one.hard and not one.is_topic]
        topics = [one for one in asked.wanted if one.is_topic and one.id not in unknown]
        self._about, self._topics = topics, {one.id: one.hard for one in topics}
        self._labels = {one.id: one.of_one for one in topics if one.hard}

    def __call__(self, person: str, knows: Mapping[str, float]) -> tuple[Fits, tuple[str, ...]]:
        """Return what a person meets, and the ids of the filters that are not met, or not known to be.

        `knows` is how likely they know about each topic, by its id.
        """
        statuses = {one.id: cell_of(self._met, one, person).status for one in self.filters}
        failing = tuple(id for id, status in statuses.items() if status != "met")
        if "not met" in statuses.values():
            return "not all", failing
        if self.doubts(knows):
            return "topic in doubt", failing
        if failing:
            return "as far as known", failing
        return self._of_fitting(person, knows), failing

    def doubts(self, knows: Mapping[str, float]) -> bool:
        """Whether somebody is unlikely to know about a hard topic, of several people about all of them."""
        likely = self.of_all(knows)
        return likely is not None and likely < LIKELY

    def doubted_topics(self, knows: Mapping[str, float]) -> int:
        """Return of how many hard topics somebody is unlikely to know; of several people each needs to know one."""
        if self._several:
            return int(self.doubts(knows))
        return sum(is_hard and knows.get(id, 0.0) < LIKELY for id, is_hard in self._topics.items())

    def of_all(self, knows: Mapping[str, float]) -> float | None:
        """Return how likely somebody knows about what must be known; None where nothing must be."""
        hard = [knows.get(id, 0.0) for id, is_hard in self._topics.items() if is_hard]
        return (max if self._several else min)(hard) if hard else None

    def doubted(self, knows: Mapping[str, float]) -> str:
        """Return which of several topics one person is least likely to know about; "" where there are not several."""
        if self._several or len(self._labels) < 2:
            return ""
        return self._labels[min(self._labels, key=lambda id: knows.get(id, 0.0))]

    def _of_fitting(self, person: str, knows: Mapping[str, float]) -> Fits:
        hard = [knows.get(id, 0.0) for id, is_hard in self._topics.items() if is_hard]
        if not self._meets(self._of_some, person) or any(one < LIKELY for one in hard):
            return "in part"
        if any(one < MET for one in hard) or any(cell_of(self._met, one, person).unsaid for one in self._about):
            return "likely"
        if self._unknown:
            return "all but unknown"
        wished = [knows.get(id, 0.0) for id, is_hard in self._topics.items() if not is_hard]
        met = self._meets(self._wishes, person) and all(one >= MET for one in wished)
        return "all" if met else "all but wishes"

    def _meets(self, some: Collection[Requirement], person: str) -> bool:
        return all(cell_of(self._met, one, person).status == "met" for one in some)


def weighs(one: Requirement, asked: Requirements) -> bool:
    """Whether meeting it adds to a score: a wish, or what only some people of a team must meet."""
    return not one.is_topic and (not one.hard or _of_some(one, asked))


def named(asked: Requirements, met: Coverage, people: Collection[str]) -> frozenset[str]:
    """Return the people whom the request asks for by name."""
    names = [one for one in asked.wanted if one.kind == "person" and not one.excluded]
    return frozenset(person for one in names for person in people if cell_of(met, one, person).status == "met")


def cell_of(met: Coverage, one: Requirement, person: str) -> Cell:
    """Return whether a person meets a requirement; about who stands in no row nothing is known, and no search found
    them for a topic."""
    missing = _UNKNOWN if one.kind != "topic" else _NOTHING_AGAINST if one.excluded else _NOTHING_FOUND
    return met.cells.get(one.id, {}).get(person, missing)


def _of_some(one: Requirement, asked: Requirements) -> bool:
    return asked.people > 1 and one.people != 0
