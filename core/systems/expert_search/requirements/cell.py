"""Whether a person meets a requirement, and what shows it: one cell of the table of people and requirements."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from core.systems.expert_search.requirements.requirement import Requirement

if TYPE_CHECKING:
    from core.systems.expert_search.people.records import People

Status = Literal["met", "partly", "not met", "not known"]
MET, LIKELY, PARTLY = 0.75, 0.5, 0.1
"""How likely somebody must know about a topic so that it is met, likely met, and perhaps."""
NOT_KNOWN_FOR = "not known for"
"""What is said of a person and a topic below that."""
_MOST_UNSAID = 5  # words of a topic that are named


@dataclass(frozen=True)
class Cell:
    """Whether a person meets a requirement: `value` is 1 for met, 0 for not met, for a topic how likely it
    is known, 0 … 1.

    `words` show it: verbatim from the `document` (a profile or a project answer, by its id), or what a column says.
    `unsaid` are words of a topic that somebody who likely knows about it writes nowhere: it is not met then.
    """

    status: Status
    value: float
    words: str = ""
    document: str = ""
    unsaid: tuple[str, ...] = ()


@dataclass(frozen=True)
class Coverage:
    """Who meets what: `cells[requirement id][person id]`; a person who stands in no row meets nothing that is known.

    `people` are those of whom it tells, to quote them."""

    requirements: Sequence[Requirement]
    cells: Mapping[str, Mapping[str, Cell]]
    people: People | None = None


def in_words(requirement: Requirement, cell: Cell) -> str:
    """Say whether a requirement is met: “met”, “partly 0.50”, of a topic “likely 0.62”, “perhaps 0.31” or “not known
    for it”."""
    if cell.status == "not met" and requirement.is_topic:
        return f"{NOT_KNOWN_FOR} it"
    if cell.status != "partly":
        return cell.status
    how = "partly" if not requirement.is_topic else "likely" if cell.value >= LIKELY else "perhaps"
    return f"{how} {floored(cell.value)}"


def in_full(requirement: Requirement, cell: Cell) -> str:
    """Say whether a requirement is met, and of a topic how likely it is that it is: “met 0.83”."""
    said = in_words(requirement, cell)
    return f"{said} {floored(cell.value)}" if requirement.is_topic and cell.status == "met" else said


def unsaid_in_words(words: Sequence[str]) -> str:
    """Say which words of a topic a person writes nowhere; "" for none."""
    named = ", ".join(f"“{word}”" for word in words[:_MOST_UNSAID])
    return f"nowhere in their texts: {named}{', …' * (len(words) > _MOST_UNSAID)}" if words else ""


def floored(value: float, digits: int = 2) -> str:
    """Return a number with so many digits, which are never more than it is: 0.499 is no 0.50."""
    return f"{math.floor(value * 10**digits + 1e-9) / 10**digits:.{digits}f}"
