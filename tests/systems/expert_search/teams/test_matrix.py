"""The table of people and requirements: the team first, every cell in words."""

from __future__ import annotations

from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.teams.matrix import matrix, on_card
from core.systems.expert_search.teams.search import form_team
from tests.systems.expert_search.teams.little_coverage import (
    AFRICA,
    FLOODS,
    FRENCH,
    MET,
    NOT_KNOWN,
    NOT_MET,
    YEARS,
    covered,
    partly,
)

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

    assert [cell.text for cell in first.cells] == ["✓ met 1.00", "✓ met"]
    assert first.cells[1].shown == "“French (native)”"
    assert [cell.text for cell in second.cells] == ["◐ likely 0.60", "? not known"]
    assert [cell.text for cell in third.cells] == ["✗ not known for it", "? not known"]


def test_a_topic_of_which_words_are_said_nowhere_says_so_and_one_without_a_quotation_too() -> None:
    rows = {
        FLOODS: {"ama": Cell("partly", 0.95, "A flood.", unsaid=("modelling",)), "bo": partly(0.6), "cy": partly(0.2)}
    }
    team = form_team(covered(rows), Requirements(tuple(rows), 1), {})
    cells = {row.person: row.cells[0] for row in matrix(team, covered(rows))}

    assert cells["ama"].text == "◐ likely 0.95"
    assert cells["ama"].shown == "“A flood.” · nowhere in their texts: “modelling”"
    assert cells["bo"].shown == "no sentence of theirs is quoted for it"
    assert cells["cy"].shown == ""


def test_a_card_shows_the_role_that_a_member_fills_and_what_is_asked_of_it_or_of_all() -> None:
    cook, vet = Requirement("topic", "cook", people=1), Requirement("topic", "vet", people=1)
    of_cook, of_vet = (Requirement("language", "Twi", people=1, role=role) for role in ("cook", "vet"))
    rows = {
        cook: {"ama": MET, "bo": partly(0.3)},
        of_cook: {"ama": MET, "bo": NOT_MET},
        vet: {"ama": partly(0.4), "bo": MET},
        of_vet: {"ama": MET, "bo": NOT_MET},
        AFRICA: {"ama": MET, "bo": MET},
        YEARS: {"ama": NOT_MET, "bo": MET},
    }
    team = form_team(covered(rows), Requirements(tuple(rows), 2), {})
    cards = {row.person: [cell.requirement for cell in on_card(team, row)] for row in matrix(team, covered(rows))}

    assert cards == {"ama": [cook, of_cook, AFRICA], "bo": [vet, of_vet, AFRICA, YEARS]}
    assert {cover.requirement: cover.status for cover in team.covers}[
        of_vet
    ] == "not met"  # Ama speaks it, hardly a vet
