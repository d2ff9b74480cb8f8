"""Whether a person meets a requirement, and what shows it: one cell of the table of people and requirements."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.systems.expert_search.requirements.requirement import Requirement

Status = Literal["met", "partly", "not met", "not known"]
MET, LIKELY, PARTLY = 0.75, 0.5, 0.1
"""How likely somebody must know about a topic so that it is met, likely met, and perhaps."""
NOT_KNOWN_FOR = "not known for"
"""What is said of a person and a topic below that."""


@dataclass(frozen=True)
class Cell:
    """Whether a person meets a requirement: `value` is 1 for met, 0 for not met, for a topic how likely it
    is known, 0 … 1.

    `words` show it: verbatim from the `document` (a profile or a project answer, by its id), or what a column says.
    """

    status: Status
    value: float
    words: str = ""
    document: str = ""


@dataclass(frozen=True)
class Coverage:
    """Who meets what: `cells[requirement id][person id]`; a person who stands in no row meets nothing that is known."""

    requirements: Sequence[Requirement]
    cells: Mapping[str, Mapping[str, Cell]]


def in_words(requirement: Requirement, cell: Cell) -> str:
    """Say whether a requirement is met: “met”, “partly 0.50”, of a topic “likely 0.62”, “perhaps 0.31” or “not known
    for it”."""
    if cell.status == "not met" and requirement.is_topic:
        return f"{NOT_KNOWN_FOR} it"
    if cell.status != "partly":
        return cell.status
    how = "partly" if not requirement.is_topic else "likely" if cell.value >= LIKELY else "perhaps"
    return f"{how} {floored(cell.value)}"


def floored(value: float, digits: int = 2) -> str:
    """Return a number with so many digits, which are never more than it is: 0.499 is no 0.50."""
    return f"{math.floor(value * 10**digits + 1e-9) / 10**digits:.{digits}f}"
