"""What is wanted of people: topics, a place, years, languages, what must not be; and how many people."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal[
    "topic", "skill", "place", "years", "seniority", "language", "organisation", "person", "column", "activity"
]  # fmt: skip


AT_END = " .,;:?!…"
"""Signs that are no part of what is wanted."""
MOST_SENIOR, MOST_JUNIOR = "most senior", "most junior"
_RANKED = {MOST_SENIOR: "most years of experience", MOST_JUNIOR: "fewest years of experience"}
_IN_GROUPS = 10_000  # from here on digits stand in groups of three: no year is as great


@dataclass(frozen=True)
class Requirement:
    """One thing that the people wanted have, or when `excluded` have not.

    A `hard` one filters, any other is a wish that weighs `weight`. `low` and `high` bound years, the numbers of a
    further `column`, the years of activity, or the km from a place, both included unless `open`. `near` widens a place
    by its surroundings. `people` says how many of a team must meet it, 0 for each of them, and below 0 all but so many:
    at most so many do not. `role` is the topic of those who must, where it is asked of them alone, “cook”,
    or by what else they are told apart from the others: “senior”, “the other”. `or_else` are others, mostly of another
    kind, any of which will do as well: “speaks Hindi or is based in India”.
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
    open: bool = False
    role: str = ""
    or_else: tuple[Requirement, ...] = ()

    @property
    def id(self) -> str:
        """What tells it from the others of a request, the same however its words stood."""
        bounds = f"{_number(self.low)}…{_number(self.high)}{' open' * self.open}" if self.is_bounded else ""
        of = f"of {self.role.casefold()}" if self.role else ""
        parts = ["not" * self.excluded, self.column, self.value.casefold(), bounds, of]
        own = f"{self.kind}:{' '.join(filter(None, parts))}"
        return " or ".join((own, *(one.id for one in self.or_else)))

    @property
    def label(self) -> str:
        """The requirement in an analyst's words: “10 years or more”, “1 of them: Pune”, “cook: not ministry”."""
        if self.people and self.role not in ("", self.of_one):
            return f"{self.role}: {self.of_one}"
        if self.people < 0:
            return f"at most {-self.people} of them: {replace(self, excluded=not self.excluded).of_one}"
        return f"{self.people} of them: {self.of_one}" if self.people else self.of_one

    @property
    def of_one(self) -> str:
        """What is asked of a single person, whoever of several must meet it: “near Pune”."""
        if self.or_else:
            return " or ".join(one.of_one for one in self.each)
        said = self._bounds() if self.is_bounded else _RANKED[self.value] if self.is_ranked else self.value
        said = f"{self.column.replace('_', ' ')}: {said}" if self.column else said
        said = f"near {said}" if self.near and not self.is_bounded else said
        return f"not {said}" if self.excluded else said

    @property
    def for_one(self) -> str:
        """What is asked of a single person, with of whom it is asked: “near Pune (asked of 1 of them)”."""
        if self.people and self.role:
            return f"{self.of_one} (asked for {self.role})"
        of = f"all but {-self.people}" if self.people < 0 else f"{self.people}"
        return f"{self.of_one} (asked of {of} of them)" if self.people else self.of_one

    @property
    def is_topic(self) -> bool:
        """Whether it is something to know about, which is searched for."""
        return self.kind == "topic" and not self.excluded

    @property
    def is_bounded(self) -> bool:
        """Whether a number is asked for."""
        return self.low is not None or self.high is not None

    @property
    def is_ranked(self) -> bool:
        """Whether people are put in the order of their years, and not told apart: “the most senior person”."""
        return self.kind == "seniority" and self.value in _RANKED

    def holds(self, value: float) -> bool:
        """Whether a number lies between the bounds."""
        if self.open and value in (self.low, self.high):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    @property
    def denied(self) -> Requirement:
        """What is asked where this is said not to be: “nobody under five years” is five at least, and whatever lies
        between two bounds is excluded."""
        if self.is_bounded and self.kind in ("years", "column") and None in (self.low, self.high):
            return replace(self, low=self.high, high=self.low, open=not self.open)
        return replace(self, excluded=not self.excluded)

    @property
    def each(self) -> tuple[Requirement, ...]:
        """The requirements any of which will do, each by itself; most are one."""
        return (replace(self, or_else=()), *self.or_else)

    @property
    def any_of(self) -> tuple[str, ...]:
        """What the value names, any of which will do: “French or Portuguese” are two; most values are one."""
        several = self.kind in ("place", "language", "person", "organisation")
        return tuple(self.value.split(" or ")) if several else (self.value,)

    def _bounds(self) -> str:
        if self.kind == "place":
            far = f"within {_number(self.high)} km of" if self.low is None else f"{_number(self.low)} km or more from"
            return f"{far} {self.value}"
        if self.kind == "activity":
            return f"{self.value} {self._period()}"
        unit = " years" if self.kind == "years" else ""
        low, high = _number(self.low), _number(self.high)
        if self.open:
            ends = (f"more than {low}" * bool(low), f"{'fewer' if unit else 'less'} than {high}" * bool(high))
            return " and ".join(filter(None, ends)) + unit
        if low == high:
            return f"{low}{unit}"
        if not low:
            return f"{high}{unit} or less"
        return f"{low} to {high}{unit}" if high else f"{low}{unit} or more"

    def _period(self) -> str:
        low, high = _number(self.low), _number(self.high)
        if low == high:
            return f"in {low}"
        return f"{low} to {high}" if low and high else f"since {low}" if low else f"until {high}"


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
        return tuple(one for one in self.wanted if one.is_topic)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.12g}" if value >= _IN_GROUPS else f"{value:.12g}"
