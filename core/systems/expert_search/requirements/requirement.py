"""What is wanted of people: topics, a place, years, languages, what must not be; and how many people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["topic", "skill", "place", "years", "seniority", "language", "organisation", "person", "column"]


@dataclass(frozen=True)
class Requirement:
    """One thing that the people wanted have, or when `excluded` have not.

    A `hard` one filters, any other is a wish that weighs `weight`. `low` and `high` bound years or the numbers of a
    further `column`, both included. `near` widens a place by its surroundings. `people` says how many of a team must
    meet it, 0 for each of them.
    """

    kind: Kind
    value: str
    hard: bool = True
    excluded: bool = False
    low: float | None = None
    high: float | None = None
    near: bool = False
    column: str = ""
    people: int = 0
    weight: float = 1.0

    @property
    def id(self) -> str:
        """What tells it from the others of a request, the same however its words stood."""
        bounds = "" if self.low is None and self.high is None else f"{_number(self.low)}…{_number(self.high)}"
        parts = ["not" * self.excluded, self.column, self.value.casefold(), bounds]
        return f"{self.kind}:{' '.join(filter(None, parts))}"

    @property
    def label(self) -> str:
        """The requirement in an analyst's words: “French”, “10 years or more”, “not ministry”, “near Pune”."""
        said = self._bounds() if self.low is not None or self.high is not None else self.value
        said = f"{self.column.replace('_', ' ')}: {said}" if self.column else said
        said = f"near {said}" if self.near else said
        said = f"not {said}" if self.excluded else said
        return f"{self.people} of them: {said}" if self.people else said

    @property
    def any_of(self) -> tuple[str, ...]:
        """What the value names, any of which will do: “French or Portuguese” are two; most values are one."""
        return tuple(self.value.split(" or ")) if self.kind in ("place", "language", "person") else (self.value,)

    def _bounds(self) -> str:
        unit = " years" if self.kind == "years" else ""
        if self.low == self.high:
            return f"{_number(self.low)}{unit}"
        if self.low is None:
            return f"{_number(self.high)}{unit} or less"
        return f"{_number(self.low)}{unit} or more" if self.high is None else (
            f"{_number(self.low)} to {_number(self.high)}{unit}"
        )  # fmt: skip


@dataclass(frozen=True)
class Requirements:
    """All that a request asks for: what is wanted, in the order of its words, and of how many `people`.

    `vague` is why the request cannot be searched for as it stands, in an analyst's words; "" when it can. `unsaid` is
    what a model read in the request and is nowhere said in it, so that it was left out.
    """

    wanted: tuple[Requirement, ...] = ()
    people: int = 1
    vague: str = ""
    unsaid: tuple[str, ...] = ()

    @property
    def topics(self) -> tuple[Requirement, ...]:
        """What the people wanted should know about; each is searched for on its own."""
        return tuple(one for one in self.wanted if one.kind == "topic" and not one.excluded)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"
