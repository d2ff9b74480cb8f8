"""Who meets what is asked for now: the requirements as they were switched and taken away, and whom they leave out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from weakref import WeakKeyDictionary

from core.codec import from_state
from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.fusion import qualities_of
from core.systems.expert_search.ranking.standing import Fits
from core.systems.expert_search.requirements.cell import Cell, Coverage
from core.systems.expert_search.requirements.meeting import coverage
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.state import Context, State, Topic

_Cells = Mapping[str, Mapping[str, Cell]]
_UNKNOWN, _NOTHING_FOUND, _NOTHING_AGAINST = Cell("not known", 0.0), Cell("not met", 0.0), Cell("met", 1.0)
_KEPT = 8
_known: WeakKeyDictionary[People, dict[tuple[Requirement, ...], _Cells]] = WeakKeyDictionary()


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
    searched = {topic["id"]: topic for topic in state["topics"]}
    topics = tuple(one for one in asked.wanted if one.id in searched)
    qualities = {one.id: qualities_of(state, context, searched[one.id]) for one in topics}
    by_topic = coverage(context.people, replace(asked, wanted=topics), qualities).cells if topics else {}
    return Coverage(asked.wanted, {**_known_cells(context.people, asked), **by_topic})


def groups_to_find(state: State, context: Context) -> list[frozenset[str]]:
    """Return people whom the searches look for beside the best of all: who meets every filter, and who meets each
    thing asked for that is not searched for. So none of them falls behind a cut that others fill."""
    asked = requirements_now(state, context)
    cells = _known_cells(context.people, asked)
    fitting = Fitting(asked, Coverage(asked.wanted, cells))
    groups = {frozenset(one for one, cell in row.items() if cell.value > 0) for row in cells.values()}
    if fitting.filters:
        groups.add(frozenset(one for one in context.people.experts if fitting(one)[0] != "not all"))
    return [group for group in groups if 0 < len(group) < len(context.people.experts)]


class Fitting:
    """Whether people meet every hard requirement, topics aside: these order people and leave nobody out.

    What some people of a team must meet leaves nobody out either.
    """

    def __init__(self, asked: Requirements, met: Coverage) -> None:
        self._met = met
        self.filters = [one for one in asked.wanted if one.hard and not _is_topic(one) and not _of_some(one, asked)]

    def __call__(self, person: str) -> tuple[Fits, tuple[str, ...]]:
        """Return whether a person fits, and the ids of what is not met, or not known to be."""
        statuses = {one.id: cell_of(self._met, one, person).status for one in self.filters}
        failing = tuple(id for id, status in statuses.items() if status != "met")
        if not failing:
            return "all", ()
        return ("not all" if "not met" in statuses.values() else "as far as known"), failing


def weighs(one: Requirement, asked: Requirements) -> bool:
    """Whether meeting it adds to a score: a wish, or what only some people of a team must meet."""
    return not _is_topic(one) and (not one.hard or _of_some(one, asked))


def named(asked: Requirements, met: Coverage, people: Collection[str]) -> frozenset[str]:
    """Return the people whom the request asks for by name."""
    names = [one for one in asked.wanted if one.kind == "person" and not one.excluded]
    return frozenset(person for one in names for person in people if cell_of(met, one, person).status == "met")


def cell_of(met: Coverage, one: Requirement, person: str) -> Cell:
    """Return whether a person meets a requirement; about who stands in no row nothing is known, and no search found
    them for a topic."""
    missing = _UNKNOWN if one.kind != "topic" else _NOTHING_AGAINST if one.excluded else _NOTHING_FOUND
    return met.cells.get(one.id, {}).get(person, missing)


def _is_topic(one: Requirement) -> bool:
    return one.kind == "topic" and not one.excluded


def _of_some(one: Requirement, asked: Requirements) -> bool:
    return asked.people > 1 and one.people > 0


def _known_cells(people: People, asked: Requirements) -> _Cells:
    """Return who meets what no search is needed for; whether it filters changes nothing in that."""
    wanted = tuple(replace(one, hard=True, weight=1.0) for one in asked.wanted if one.kind != "topic")
    if not wanted:
        return {}
    kept = _known.setdefault(people, {})
    if (cells := kept.get(wanted)) is None:
        cells = coverage(people, replace(asked, wanted=wanted), {}).cells
        while len(kept) >= _KEPT:
            kept.pop(next(iter(kept)), None)
        kept[wanted] = cells
    return cells
