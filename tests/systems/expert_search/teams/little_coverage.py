"""Small tables of people and requirements, written by hand or drawn by hypothesis, and the best team by trying all."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations

from hypothesis import strategies as st

from core.systems.expert_search.requirements.cell import PARTLY, Cell, Coverage, Status
from core.systems.expert_search.requirements.requirement import Requirement, Requirements

FLOODS = Requirement("topic", "flood modelling")
FRENCH = Requirement("language", "French")
AFRICA = Requirement("place", "West Africa")
YEARS = Requirement("years", "", low=10, people=1)
NO_MINISTRY = Requirement("organisation", "ministry", excluded=True)

MET = Cell("met", 1.0)
NOT_MET = Cell("not met", 0.0)
NOT_KNOWN = Cell("not known", 0.0)


def partly(value: float) -> Cell:
    return Cell("partly", value)


def covered(rows: Mapping[Requirement, Mapping[str, Cell]]) -> Coverage:
    """Rows by requirement."""
    return Coverage(list(rows), {one.id: dict(row) for one, row in rows.items()})


@dataclass(frozen=True)
class Case:
    coverage: Coverage
    requirements: Requirements
    scores: Mapping[str, float]

    @property
    def people(self) -> list[str]:
        return sorted({*self.scores}.union(*self.coverage.cells.values()))

    def less(self, person: str) -> Case:
        """The same, had this person never been heard of."""
        cells = {
            id: {who: cell for who, cell in row.items() if who != person} for id, row in self.coverage.cells.items()
        }
        scores = {who: score for who, score in self.scores.items() if who != person}
        return Case(Coverage(self.coverage.requirements, cells), self.requirements, scores)


_ASKED = st.sampled_from([0, 0, 1, 2, -1])
_VALUES = st.sampled_from([0.0, 0.2, 0.25, 0.5, 0.7, 0.9])
_REQUIREMENTS = st.one_of(
    st.builds(Requirement, st.just("topic"), st.sampled_from("abc"), people=_ASKED),
    st.builds(
        Requirement,
        st.sampled_from(["place", "language", "skill", "organisation"]),
        st.sampled_from("de"),
        hard=st.booleans(),
        excluded=st.sampled_from([False, False, False, True]),
        people=_ASKED,
        weight=st.sampled_from([0.0, 0.5, 1.0, 2.0]),
    ),
)


@st.composite
def cases(draw: st.DrawFn, largest: int = 8) -> Case:
    wanted = draw(st.lists(_REQUIREMENTS, min_size=1, max_size=5, unique_by=lambda one: one.id))
    people = [f"p{number}" for number in range(draw(st.integers(0, largest)))]
    cells: dict[str, dict[str, Cell]] = {}
    for one in wanted:
        held = draw(st.lists(st.sampled_from(people), unique=True)) if people else []
        cells[one.id] = {person: draw(_cells(one.kind == "topic")) for person in held}
    scores = {person: draw(st.sampled_from([0.1, 0.3, 0.35, 0.8])) for person in people if draw(st.booleans())}
    return Case(Coverage(wanted, cells), Requirements(tuple(wanted), draw(st.integers(2, 4))), scores)


def _cells(topic: bool) -> st.SearchStrategy[Cell]:
    statuses: list[Status] = ["partly", "not known"] if not topic else ["partly", "not met"]
    known = st.builds(Cell, st.sampled_from(statuses), _VALUES)
    return st.one_of(st.just(MET), st.just(NOT_MET), known)


def best_teams(
    case: Case, size: int, locked: Collection[str] = (), without: Collection[str] = (), members: int | None = None
) -> list[tuple[str, ...]]:
    """The best teams of at most so many members, by trying every one of them in plain Python."""
    free = [person for person in case.people if person not in {*locked, *without} and _may_join(case, person, size)]
    more = min(max((size if members is None else members) - len(locked), 0), len(free))
    teams = [tuple(sorted([*locked, *some])) for places in range(more + 1) for some in combinations(free, places)]
    worths = [worth(case, team, size) for team in teams]
    return [team for team, of in zip(teams, worths, strict=True) if of == max(worths)]


def _may_join(case: Case, person: str, size: int) -> bool:
    wanted = case.coverage.requirements
    ruled_out = [one for one in wanted if one.excluded and one.hard and not one.people]

    def is_out(who: str) -> bool:
        return any(_cell(case, one, who).status == "not met" for one in ruled_out)

    topics = [one for one in wanted if one.is_topic]
    if is_out(person) or not topics:
        return not is_out(person)
    if any(_counted(case, one, person) >= PARTLY for one in topics):
        return True
    of_some = [one for one in wanted if one.people > 0 and not one.is_topic and not one.excluded]
    seats = [one.people for one in topics if one.people > 0]
    return 0 < sum(seats) < size and any(_counted(case, one, person) == 1 for one in of_some)


def brings(case: Case, members: Collection[str], person: str, size: int) -> bool:
    """Whether a member adds anything of what people take a seat for."""
    wanted = case.coverage.requirements
    own = [one for one in wanted if one.is_topic or (one.people > 0 and not one.excluded)] or wanted
    own = [one for one in own if one.hard or one.weight]
    if any(one.is_topic and not one.people and _counted(case, one, person) >= PARTLY for one in own):
        return True
    others = [who for who in members if who != person]
    return any(_share(case, one, others, size) < _share(case, one, members, size) - 1e-9 for one in own)


def _needed(case: Case, one: Requirement, size: int) -> int:
    shared = sum(other.is_topic and not other.people for other in case.coverage.requirements) > 1
    if one.people < 0:
        return max(size + one.people, 0)
    return one.people or (1 if one.is_topic and shared else size)


def _counted(case: Case, one: Requirement, person: str) -> float:
    cell = _cell(case, one, person)
    return 1.0 if cell.status == "met" else cell.value if one.is_topic or cell.status == "partly" else 0.0


def _share(case: Case, one: Requirement, members: Collection[str], size: int) -> float:
    needed = _needed(case, one, size)
    held = sorted((_counted(case, one, person) for person in members), reverse=True)
    return sum(held[:needed]) / needed if needed else 1.0


def worth(case: Case, members: Collection[str], size: int) -> tuple[float, ...]:
    """What a team is worth: less the places that are lacking, its value, its scores."""
    wanted = case.coverage.requirements
    must = [one for one in wanted if one.hard and not one.is_topic]

    def fails(one: Requirement, person: str) -> bool:
        return _cell(case, one, person).status == "not met"

    lacking = 0
    if each := [one for one in must if not one.people]:
        lacking += size - sum(not any(fails(one, person) for one in each) for person in members)
    for one in must:
        if one.people:
            lacking += max(0, _needed(case, one, size) - sum(not fails(one, person) for person in members))
    weights = {one.id: 1.0 if one.hard else one.weight for one in wanted}
    return (
        -lacking,
        round(_mean(case, weights, members, size), 7),
        round(sum(case.scores.get(person, 0.0) for person in members), 7),
    )


def told(case: Case, members: Collection[str], size: int) -> float:
    """The coverage that is told: what is excluded of each counts nothing, where anything else weighs."""
    weights = {one.id: 1.0 if one.hard else one.weight for one in case.coverage.requirements}
    of_some = {one.id for one in case.coverage.requirements if one.people or not one.excluded}
    counts = {id: weight * (id in of_some) for id, weight in weights.items()}
    return _mean(case, counts if any(counts.values()) else weights, members, size)


def _mean(case: Case, weights: Mapping[str, float], members: Collection[str], size: int) -> float:
    value = sum(weights[one.id] * _share(case, one, members, size) for one in case.coverage.requirements)
    return value / sum(weights.values()) if sum(weights.values()) else 0.0


def _cell(case: Case, one: Requirement, person: str) -> Cell:
    return case.coverage.cells[one.id].get(person, NOT_KNOWN)
