"""Who meets what of a request."""

from __future__ import annotations

from collections.abc import Mapping

from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.cell import Cell, Coverage
from core.systems.expert_search.requirements.requirement import Requirements


def coverage(people: People, requirements: Requirements, qualities: Mapping[str, Mapping[str, float]]) -> Coverage:
    """Say for the topics by their qualities; nothing is known of anything else."""
    cells = {
        id: {person: Cell("met" if value >= 0.5 else "partly", value) for person, value in of_topic.items()}
        for id, of_topic in qualities.items()
    }
    return Coverage(requirements.wanted, cells)
