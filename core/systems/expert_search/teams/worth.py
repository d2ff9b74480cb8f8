"""What a team is worth: first that hard requirements hold, then the share covered, then the scores of its members."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.systems.expert_search.requirements.cell import PARTLY, Cell, Coverage
from core.systems.expert_search.requirements.requirement import Requirement

_CODES = {"not met": 0, "not known": 1, "partly": 2, "met": 3}
_DIGITS = 9  # below this, sums that differ by the order of their parts are equal


def role_of(requirement: Requirement, among: Sequence[Requirement]) -> Requirement | None:
    """Return the topic of those of whom alone something is asked, None where it is asked of anybody."""
    if requirement.people <= 0 or not requirement.role:
        return None
    role = requirement.role.casefold()
    return next((one for one in among if one.is_topic and one.value.casefold() == role), None)


def _of_one_member(wanted: Sequence[Requirement]) -> Iterator[list[int]]:
    """Give the positions of what is asked together of some who are not told apart by a topic: “the other”."""
    placed = [(number, one.role) for number, one in enumerate(wanted) if one.role and not role_of(one, wanted)]
    for role in dict.fromkeys(role for _, role in placed):
        yield [number for number, of in placed if of == role and wanted[number].people > 0]


def _of_anybody(one: Requirement, among: Sequence[Requirement]) -> bool:
    """Whether something else than a topic is asked of some of a team, whatever they know about."""
    return one.people > 0 and not (one.is_topic or one.excluded or role_of(one, among))


def counted(requirement: Requirement, cell: Cell) -> float:
    """Return what a cell counts, 0 … 1: 1 when it is met, its value when it is in part, and else nothing."""
    if cell.status == "met":
        return 1.0
    return min(max(cell.value, 0.0), 1.0) if cell.status == "partly" or requirement.is_topic else 0.0


def weights_of(requirements: Sequence[Requirement]) -> list[float]:
    """Return what each requirement weighs when teams are compared."""
    return [1.0 if one.hard else max(one.weight, 0.0) for one in requirements]


def counting(requirements: Sequence[Requirement]) -> list[float]:
    """Return what each requirement counts in a coverage that is told: an exclusion that holds for each of a team is
    nothing that they have of what is asked, and counts nothing beside anything else."""
    weights = weights_of(requirements)
    told = [weight * (not one.excluded or one.people != 0) for weight, one in zip(weights, requirements, strict=True)]
    return told if any(told) else weights


@dataclass(frozen=True)
class Worth:
    """What each of several teams is worth: the one with the greater `value` is better, then the one with more `score`.

    `value` is the share covered, 0 … 1, less two for every place that is lacking (`Rule.lacking`).
    """

    value: np.ndarray
    score: np.ndarray

    @cached_property
    def best(self) -> int:
        """The position of the best team, the first among equals."""
        return int(np.lexsort((-self.score, -self.value))[0])

    def at(self, position: int) -> tuple[float, float]:
        """Return what one team is worth, to be compared with that of another."""
        return float(self.value[position]), float(self.score[position])


@dataclass(frozen=True)
class Table:
    """Who may be in a team, as numbers: a row a person, a column a requirement.

    `values` (people, requirements) are 0 … 1; `allowed` says where a hard requirement is not known to fail; `scores`
    (people) part equal teams. The last row is nobody: an empty place.
    """

    ids: tuple[str, ...]
    requirements: tuple[Requirement, ...]
    values: np.ndarray
    allowed: np.ndarray
    scores: np.ndarray

    @classmethod
    def build(cls, coverage: Coverage, scores: Mapping[str, float], without: Collection[str] = ()) -> Table:
        """Put everybody into the table who stands in a row or has a score, by their ids, but those to be left out."""
        wanted = tuple(coverage.requirements)
        rows = [coverage.cells.get(one.id, {}) for one in wanted]
        orders: list[list[str]] = []
        for row in rows:  # rows are often of the same people in the same order, who then are looked up once
            order = list(row)
            orders.append(orders[-1] if orders and orders[-1] == order else order)
        distinct = [order for number, order in enumerate(orders) if not number or order is not orders[number - 1]]
        ids = sorted(set(scores).union(*distinct).difference(without))
        place, nobody = {id: position for position, id in enumerate(ids)}, len(ids)
        values = np.zeros((len(wanted), nobody + 1))
        allowed = np.ones((len(wanted), nobody + 1), bool)
        order, places = [], np.zeros(0, int)
        for column, (one, row) in enumerate(zip(wanted, rows, strict=True)):
            if orders[column] is not order:
                order = orders[column]
                places = np.array([place.get(id, nobody) for id in order], int)
            codes = np.frombuffer(bytes([_CODES[cell.status] for cell in row.values()]), np.uint8)
            cells, much = list(row.values()), (codes == _CODES["met"]).astype(float)
            for number in np.flatnonzero((codes < _CODES["met"]) if one.is_topic else (codes == _CODES["partly"])):
                much[number] = counted(one, cells[number])
            values[column, places] = much
            if one.hard and not one.is_topic:
                allowed[column, places] = codes != _CODES["not met"]
        for column, one in enumerate(wanted):
            if role := role_of(one, wanted):  # it counts as far as somebody fills the role
                fills = values[wanted.index(role)]
                values[column] *= fills
                allowed[column] &= fills >= PARTLY
        for columns in _of_one_member(wanted):  # they count where all of them hold
            fits = allowed[columns].all(axis=0)
            values[columns] *= fits
            allowed[columns] &= fits
        values[:, nobody], allowed[:, nobody] = 0, False
        points = np.array([*(scores.get(id, 0.0) for id in ids), 0.0])
        return cls(tuple(ids), wanted, values.T, allowed.T, points)

    @property
    def nobody(self) -> int:
        """The row of an empty place."""
        return len(self.ids)

    def barred(self, size: int) -> np.ndarray:
        """Who has what a hard exclusion rules out, or knows about no topic where there are any, (people + 1).

        Who knows about none may take a seat that the topics of some leave over, for what else is asked of some and they
        surely have.
        """
        wanted = list(enumerate(self.requirements))
        ruled = [number for number, one in wanted if one.excluded and one.hard and not one.people]
        out = np.asarray((~self.allowed[:, ruled]).any(axis=1))
        if topics := [number for number, one in wanted if one.is_topic]:
            seats = [self.requirements[number].people for number in topics if self.requirements[number].people > 0]
            others = [number for number, one in wanted if _of_anybody(one, self.requirements)]
            fits = (self.values[:, topics] >= PARTLY).any(axis=1)
            if seats and sum(seats) < size:
                fits |= (self.values[:, others] >= 1).any(axis=1)
            out |= ~fits
        return out

    @cached_property
    def strengths(self) -> np.ndarray:
        """All that counts for a person, (columns, people + 1): more of any of it makes no team worse.

        Who is known to fail a hard requirement has 0 of it; one more than the value says that it is not known to fail.
        """
        return np.ascontiguousarray(np.vstack([self.values.T + self.allowed.T, self.scores]))


@dataclass(frozen=True)
class Rule:
    """What counts in a team of `size`: `needed` members must meet each requirement, which weighs `weights` of 1.

    For whom a requirement is: for as many as it says, for all but so many, or for everybody. Of several
    topics that do not say for how many each is for one of the team. A `proposed` team has together what was asked of
    one person: there one member is enough. Hard requirements are no topics; `each` of them is asked of every member.
    `own` are those for which somebody takes a seat, where they weigh anything: the topics, and what is asked of some;
    all where there are none or the team is proposed.
    Of them a `shared` topic is asked of everybody: one more who perhaps knows about it is no idle member.
    By `told` a coverage is told (`counting`).
    """

    size: int
    needed: np.ndarray
    weights: np.ndarray
    hard: np.ndarray
    each: np.ndarray
    own: np.ndarray
    shared: np.ndarray
    told: np.ndarray

    @classmethod
    def build(cls, requirements: Sequence[Requirement], size: int, proposed: bool) -> Rule:
        """Read the requirements for a team of this size."""

        shared = sum(one.is_topic and not one.people for one in requirements) > 1

        def needed(one: Requirement) -> int:
            if one.people < 0:
                return max(size + one.people, 0)
            if one.excluded and not one.people:
                return size
            return one.people or (1 if proposed or (shared and one.is_topic) else size)

        weights, told = (np.array(one) for one in (weights_of(requirements), counting(requirements)))
        hard = np.array([one.hard and not one.is_topic for one in requirements], bool)
        each = [not one.people and (one.excluded or not proposed) for one in requirements]
        own = np.array([one.is_topic or (one.people > 0 and not one.excluded) for one in requirements], bool)
        return cls(
            size,
            np.array([needed(one) for one in requirements], int),
            weights / weights.sum() if weights.sum() else weights,
            hard,
            hard & np.array(each, bool),
            (own | proposed | (not own.any())) & (weights > 0),
            np.array([one.is_topic and not one.people for one in requirements], bool) & (weights > 0),
            told / told.sum() if told.sum() else told,
        )

    @cached_property
    def _shares(self) -> np.ndarray:
        """What the best, the second best, … member of a team adds to each requirement, (size, requirements)."""
        shares: np.ndarray = (np.arange(self.size)[:, None] < self.needed) / np.maximum(self.needed, 1)
        return shares

    def covered(self, values: np.ndarray) -> np.ndarray:
        """How far teams (teams, size, requirements) meet each requirement: the mean of as many as are needed."""
        ordered = np.sort(values, axis=1)[:, ::-1]
        covered: np.ndarray = (ordered * self._shares).sum(axis=1) + (self.needed == 0)
        return covered

    def missing(self, allowed: np.ndarray) -> np.ndarray:
        """How many members teams (teams, size, requirements) lack who do not fail a hard requirement."""
        missing: np.ndarray = np.maximum(self.needed - allowed.sum(axis=1), 0) * self.hard
        return missing

    def lacking(self, allowed: np.ndarray) -> np.ndarray:
        """How many places teams (teams, size, requirements) lack: those that nobody holds who is not known to fail
        what is asked of each, however much of it, and those that are missing for anything else."""
        failing = (~allowed[:, :, self.each]).any(axis=2).sum(axis=1)
        lacking: np.ndarray = failing + self.missing(allowed)[:, ~self.each].sum(axis=1)
        return lacking

    def worth(self, values: np.ndarray, allowed: np.ndarray, scores: np.ndarray) -> Worth:
        """Return what teams are worth: (teams, size, requirements) twice, and (teams, size)."""
        value = self.covered(values) @ self.weights - 2 * self.lacking(allowed)
        return Worth(value.round(_DIGITS), scores.sum(axis=1).round(_DIGITS))

    def worth_of(self, table: Table, teams: np.ndarray) -> Worth:
        """Return what teams of people are worth: `teams` (teams, size) are rows of the table."""
        return self.worth(table.values[teams], table.allowed[teams], table.scores[teams])

    def brings(self, table: Table, rows: Sequence[int], place: int) -> bool:
        """Whether a member of a team, in rows of the table, adds anything to what the others have."""
        who, without = table.values[rows[place]], [*rows[:place], table.nobody, *rows[place + 1 :]]
        if (who[self.shared] >= PARTLY).any():
            return True
        with_them, left = self.covered(table.values[np.array([rows, without], int)])[:, self.own]
        return bool((left < with_them - 1e-9).any())
