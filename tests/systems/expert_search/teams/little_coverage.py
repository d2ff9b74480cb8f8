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


def best_of_all(
    case: Case, size: int, locked: Collection[str] = (), without: Collection[str] = ()
) -> tuple[float, ...]:
    """What the best team is worth, by trying every one of them in plain Python."""
    hard_no = [one for one in case.coverage.requirements if one.excluded and one.hard and not one.people]
    free = [
        person
        for person in case.people
        if person not in locked
        and person not in without
        and not any(_cell(case, one, person).status == "not met" for one in hard_no)
        and _knows_something(case, person)
    ]
    more = min(max(size - len(locked), 0), len(free))
    return max(worth(case, [*locked, *some], size) for some in combinations(free, more))


def _knows_something(case: Case, person: str) -> bool:
    topics = [one for one in case.coverage.requirements if one.kind == "topic" and not one.excluded]
    cells = [_cell(case, one, person) for one in topics]
    return not topics or any(cell.status == "met" or cell.value >= PARTLY for cell in cells)


def worth(case: Case, members: Collection[str], size: int) -> tuple[float, ...]:
    """What a team is worth: less those who are missing, its value, its scores."""
    missing, value, weights = 0, 0.0, 0.0
    shared = sum(one.kind == "topic" and not one.excluded and not one.people for one in case.coverage.requirements) > 1
    for one in case.coverage.requirements:
        topic = one.kind == "topic" and not one.excluded
        needed = one.people or (1 if topic and shared else size)
        needed = max(size + needed, 0) if needed < 0 else needed
        cells = [_cell(case, one, person) for person in members]
        fails = one.hard and not topic
        counted = [
            1.0 if cell.status == "met" else cell.value if topic or cell.status == "partly" else 0.0 for cell in cells
        ]
        held = sorted(counted, reverse=True)
        if fails:
            missing += max(0, needed - sum(cell.status != "not met" for cell in cells))
        weight = 1.0 if one.hard else one.weight
        value += weight * (sum(held[:needed]) / needed if needed else 1.0)
        weights += weight
    share = value / weights if weights else 0.0
    return -missing, round(share, 7), round(sum(case.scores.get(person, 0.0) for person in members), 7)


def _cell(case: Case, one: Requirement, person: str) -> Cell:
    return case.coverage.cells[one.id].get(person, NOT_KNOWN)
