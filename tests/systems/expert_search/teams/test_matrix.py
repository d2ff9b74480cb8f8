"""The table of people and requirements: the team first, every cell in words."""

from __future__ import annotations

from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.requirement import Requirements
from core.systems.expert_search.teams.matrix import matrix
from core.systems.expert_search.teams.search import form_team
from tests.systems.expert_search.teams.little_coverage import FLOODS, FRENCH, MET, NOT_KNOWN, covered, partly

ROWS = {
    FLOODS: {"ama": MET, "bo": partly(0.6), "cy": Cell("not met", 0.2)},
    FRENCH: {"ama": Cell("met", 1.0, "French (native)", "ama"), "bo": NOT_KNOWN},
}


def test_the_team_stands_first_then_who_would_be_next() -> None:
    team = form_team(covered(ROWS), Requirements(tuple(ROWS), 1), {})

    assert [(row.person, row.in_team) for row in matrix(team, covered(ROWS))] == [
        ("ama", True),
        ("bo", False),
        ("cy", False),
    ]
    assert [row.person for row in matrix(team, covered(ROWS), others=0)] == ["ama", "bo"]  # who could stand in


def test_every_cell_says_its_status_in_words_and_shows_its_evidence() -> None:
    team = form_team(covered(ROWS), Requirements(tuple(ROWS), 1), {})
    first, second, third = matrix(team, covered(ROWS))

    assert [cell.text for cell in first.cells] == ["✓ met", "✓ met"]
    assert (first.cells[1].words, first.cells[1].document) == ("French (native)", "ama")
    assert [cell.text for cell in second.cells] == ["◐ likely 0.60", "? not known"]
    assert [cell.text for cell in third.cells] == ["✗ not met", "? not known"]
