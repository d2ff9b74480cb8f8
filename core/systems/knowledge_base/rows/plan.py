"""What a question over the rows of a table was read as: conditions, an extreme, a count, a sum; and what was not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from core.systems.knowledge_base.rows.tables import Table

Operation = Literal["rows", "count", "sum", "mean", "extreme"]


@dataclass(frozen=True)
class Condition:
    """Which rows meet a condition, and the condition in words: “Price below 100 euros”."""

    column: int
    said: str
    rows: frozenset[int]
    values: tuple[str, ...] = ()


@dataclass
class Reading:
    """What was read: with `unread` empty it can be computed. `used` counts the content words that were used."""

    table: Table
    name: str
    operation: Operation = "rows"
    column: int = -1
    sign: int = 1
    top: int = 1
    conditions: list[Condition] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    used: int = 0
    strong: bool = False

    @property
    def sure(self) -> bool:
        """Whether all was read."""
        return not self.unread and (self.strong or bool(self.conditions))

    def doubt(self, what: str) -> None:
        """Take down what was not read, or can be read in two ways."""
        self.unread.append(what)

    def has_condition_on(self, column: int) -> bool:
        """Whether a condition is on a column."""
        return any(one.column == column for one in self.conditions)

    def add_value(self, condition: Condition) -> bool:
        """Add the value of a cell, and return whether it joined another one: two values of a column are either."""
        for place, other in enumerate(self.conditions):
            if other.column == condition.column and other.values:
                values = (*other.values, *condition.values)
                said = f"{self.table.columns[other.column]} {' or '.join(f'“{value}”' for value in values)}"
                self.conditions[place] = Condition(other.column, said, other.rows | condition.rows, values)
                return True
        self.conditions.append(condition)
        return False
