"""People and requirements as a table of plain values: the team first, then who would be next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.language.sanitize import one_line
from core.systems.expert_search.requirements.cell import LIKELY, Cell, Coverage, Status, in_full, unsaid_in_words
from core.systems.expert_search.requirements.requirement import Requirement
from core.systems.expert_search.teams.quoting import Quotation, quotation
from core.systems.expert_search.teams.search import cell_of
from core.systems.expert_search.teams.team import Team
from core.systems.expert_search.teams.worth import counted, role_of

SYMBOLS: Mapping[Status, str] = {"met": "✓", "partly": "◐", "not met": "✗", "not known": "?"}


@dataclass(frozen=True)
class MatrixCell:
    """Whether one person meets one requirement: in words, as a number 0 … 1, and by what evidence.

    What is asked of one role counts as far as the person fills it."""

    requirement: Requirement
    cell: Cell
    value: float
    quotation: Quotation

    @property
    def status(self) -> Status:
        """Whether it is met."""
        return self.cell.status

    @property
    def text(self) -> str:
        """The status with its sign: “✓ met”, “✓ met 0.83” of a topic, “◐ likely 0.60”, “✗ not met”, “? not known”."""
        return f"{SYMBOLS[self.status]} {in_full(self.requirement, self.cell)}"

    @property
    def caveat(self) -> str:
        """What is to be known beside it: words of a topic that the person writes nowhere, or that nothing is quoted."""
        is_bare = self.requirement.is_topic and self.cell.value >= LIKELY and not self.quotation.words
        return unsaid_in_words(self.cell.unsaid) or "no sentence of theirs is quoted for it" * is_bare

    @property
    def shown(self) -> str:
        """The evidence with its source and the caveat: “Dug wells salt up.” (Profile) · nowhere …; "" for none."""
        words, _, source = self.quotation
        quoted = f"“{one_line(words)}”" + f" ({source})" * bool(source) if words else ""
        return " · ".join(filter(None, (quoted, self.caveat)))


@dataclass(frozen=True)
class MatrixRow:
    """One person: whether in the team, and a cell for each requirement, in their order."""

    person: str
    in_team: bool
    cells: tuple[MatrixCell, ...]


def matrix(team: Team, coverage: Coverage, others: int = 5) -> tuple[MatrixRow, ...]:
    """Return the rows: the members, those who could stand in for them, and then so many `others` in all."""
    stand_ins = [backup.person for backup in team.backups if backup.person]
    nexts = list(dict.fromkeys([*stand_ins, *team.others]))[: max(others, len(set(stand_ins)))]
    return tuple(
        MatrixRow(person, person in team.members, tuple(_cell(coverage, one, person) for one in coverage.requirements))
        for person in [*team.members, *nexts]
    )


def on_card(team: Team, row: MatrixRow) -> tuple[MatrixCell, ...]:
    """Return what concerns one member: the roles that they fill, what is asked of these or of everybody, and what else
    they bring of what is asked of some."""
    if not team.roles:
        return row.cells
    fills = team.roles.get(row.person, ())
    asked = [cell.requirement for cell in row.cells]

    def concerns(cell: MatrixCell) -> bool:
        one = cell.requirement
        if one.is_topic:
            return one in fills
        if role := role_of(one, asked):
            return role in fills
        return not one.people or cell.status in ("met", "partly")

    return tuple(sorted(filter(concerns, row.cells), key=lambda cell: cell.requirement not in fills))


def _cell(coverage: Coverage, one: Requirement, person: str) -> MatrixCell:
    cell = cell_of(coverage, one, person)
    role = role_of(one, coverage.requirements)
    fills = counted(role, cell_of(coverage, role, person)) if role else 1.0
    return MatrixCell(one, cell, counted(one, cell) * fills, quotation(coverage, one, cell, person))
