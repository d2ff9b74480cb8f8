"""A team, as values: who is in it, who brings what, who could stand in for whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from core.systems.expert_search.requirements.cell import Cell, Status
from core.systems.expert_search.requirements.requirement import Requirement
from core.systems.expert_search.teams.worth import counting

Method = Literal["exact", "greedy"]
LARGEST_PROPOSED = 5
"""More people than this are never proposed to somebody who asked for one."""


@dataclass(frozen=True)
class Cover:
    """How a team meets one requirement: `value` is 0 … 1, the mean of the best `needed` members.

    `of` are the members of whom it is asked: those who fill its role, where it has one, or else all. `by` are those of
    them who have any of it, the best first, each with what shows it. `missing` of those needed are known not to meet
    it.
    """

    requirement: Requirement
    needed: int
    status: Status
    value: float
    by: tuple[tuple[str, Cell], ...]
    missing: int = 0
    of: tuple[str, ...] = ()


@dataclass(frozen=True)
class Backup:
    """Who could best stand in for a member: the team's value with them in the place, and what would be `lost`.

    `person` is "" where nobody brings anything without breaking what must be. `lost` are the requirements that the team
    would meet less well. `brings` says whether the member adds anything to what the others have.
    """

    member: str
    person: str
    value: float
    lost: tuple[Requirement, ...]
    brings: bool = True


def _is_role(cover: Cover, members: int) -> bool:
    one = cover.requirement
    return one.is_topic and 0 < cover.needed < max(members, 2)


@dataclass(frozen=True)
class Team:
    """The best team that was found: its members, those who were locked first, then by their scores.

    `value` is the share of the requirements that the team covers, 0 … 1, each by what it counts. `asked` is how many
    people were wanted; a `proposed` team has more, because nobody covers everything alone. `proven` says that no other
    team is better; a greedy one may not be the best. `others` are the best of those who are not in it, the best first.
    """

    members: tuple[str, ...]
    value: float
    covers: tuple[Cover, ...]
    backups: tuple[Backup, ...]
    others: tuple[str, ...]
    asked: int
    proposed: bool
    method: Method
    proven: bool

    @property
    def roles(self) -> Mapping[str, tuple[Requirement, ...]]:
        """What each member is there for, where members are there for different topics: the strongest first, each in
        one place as long as there are places for all."""
        topics = [one for one in self.covers if _is_role(one, len(self.members))]
        able = sorted(
            ((cell.value, person, number) for number, one in enumerate(topics) for person, cell in one.by),
            key=lambda each: (-each[0], self.members.index(each[1]), each[2]),
        )
        free = [one.needed for one in topics]
        filled: dict[str, tuple[Requirement, ...]] = {}
        for again in (False, True):
            for _, person, number in able:
                held = filled.get(person, ())
                if free[number] > 0 and (again or not held) and topics[number].requirement not in held:
                    filled[person] = (*held, topics[number].requirement)
                    free[number] -= 1
        return filled if len(topics) > 1 else {}

    def share_of(self, topics: bool) -> float | None:
        """Return how much of the topics is covered, or of all else, each by its weight; None where nothing weighs."""
        counts = zip(self.covers, counting([cover.requirement for cover in self.covers]), strict=True)
        covers = [(cover, count) for cover, count in counts if cover.requirement.is_topic == topics]
        covered = sum(count * cover.value for cover, count in covers)
        return covered / whole if (whole := sum(count for _, count in covers)) else None

    @property
    def gaps(self) -> tuple[Cover, ...]:
        """The requirements that the team does not meet, or not wholly, or of which it is not known."""
        return tuple(cover for cover in self.covers if cover.status != "met")
