"""Who was active when: by the dates of their project answers."""

from __future__ import annotations

from collections.abc import Mapping

from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.cells.table import UNKNOWN, Table, by_value
from core.systems.expert_search.requirements.requirement import Requirement


def activity_cells(people: People, table: Table, requirement: Requirement) -> Mapping[str, Cell]:
    """Return a cell for each person; nobody knows of who has no answer with a date."""
    dated: dict[str, list[str]] = {}
    for answer in people.answers.values():
        if answer.date:
            dated.setdefault(answer.expert_id, []).append(answer.date)
    newest_first = tuple(tuple(sorted(dated.get(id, ()), reverse=True)) for id in table.ids)
    only_newest = requirement.value.startswith("last")

    def judge(days: tuple[str, ...]) -> Cell:
        if not days:
            return UNKNOWN
        fitting = next((day for day in days[: 1 if only_newest else None] if requirement.holds(int(day[:4]))), "")
        said = f"answered {fitting}" if fitting else f"last answered {days[0]}"
        return Cell("met" if fitting else "not met", float(bool(fitting)), said)

    return by_value(table.ids, newest_first, judge)
