"""Whether a person meets a requirement, and what shows it: one cell of the table of people and requirements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.systems.expert_search.requirements.requirement import Requirement

Status = Literal["met", "partly", "not met", "not known"]


@dataclass(frozen=True)
class Cell:
    """Whether a person meets a requirement: `value` is 1 for met, 0 for not met, for a topic its quality 0 … 1.

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
