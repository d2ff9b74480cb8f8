"""A plan as a model proposes it, and whether it fits the catalogue: names, columns, ranges, limits."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal, TypeAlias

from pydantic import BaseModel, Field

from core.errors import InputError
from core.language.names import plain_name
from core.stores.library_plan import Alternative, Clause, Column, Having, Key, Measure, Plan, Test, Where
from core.stores.library_plan_check import check_plan
from core.systems.library_chat.agents.wording import joined
from core.systems.library_chat.grammar.tokens import key_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary

PartName: TypeAlias = Literal[
    "where", "by", "having", "measures", "order", "skip", "limit", "each", "sample", "show", "about", "like", "path",
    "over",
]  # fmt: skip
OVER = {
    "count": "the number of groups", "difference": "the difference", "change": "the change from first to last",
    "mean": "the average over all groups", "median": "the median over all groups", "sum": "the sum over all groups",
    "least": "the least of all groups", "most": "the most of all groups",
    "share": "the part of all these books that each group is",
}  # fmt: skip
"""What can be calculated over the first figures of all groups, in words."""

SOME_VALUES = 12
_MOST_LISTED = 1_000
_MOST_CLAUSES = 20
_MOST_VALUES = 60
_LONGEST_TOPIC = 100
_TOPIC = re.compile(r"[\w\s'’.,&-]+")
_NAMES = ("is", "all", "exactly")
_DECADE, _YEAR = re.compile(r"\d{3}0s"), re.compile(r"\d{1,4}")


class Use(BaseModel):
    """Of which words of the question a part of the plan was made."""

    words: str = Field(description="some words of the question that stand together, copied as they stand there")
    part: PartName
    place: int = Field(default=0, description="which condition of `where`, counted from 0; 0 for other parts")


class Proposal(BaseModel):
    """A plan, what is calculated over the figures of its groups, and the words of the question for each part."""

    plan: Plan
    over: str = Field(
        default="",
        description="one figure over the first figures of all groups; “difference” of two, “change” from first to last",
        json_schema_extra={"enum": ["", *OVER]},
    )
    uses: list[Use] = Field(default_factory=list)


class Described(BaseModel):
    """A column as a model is told of it: `some` are its most frequent values."""

    name: str
    title: str
    kind: str
    some: list[str]


def described(names: Vocabulary) -> list[Described]:
    """Describe the columns of a catalogue."""
    return [
        Described(
            name=column.name,
            title=column.title,
            kind=column.kind,
            some=list(islice(names.counts.get(column.name, {}), SOME_VALUES)),
        )
        for column in names.columns
    ]


def fitted(proposal: Proposal, names: Vocabulary, draft: Proposal) -> tuple[Proposal, list[str]]:
    """Return a proposal with names spelled as the catalogue has them, and in words what does not fit it.

    What stands in the `draft` of the grammar is known to fit.
    """
    fitting = _Fitting(names, draft.plan)
    found = proposal.model_copy(update={"plan": fitting.plan(proposal.plan)})
    if found.over not in (*OVER, draft.over, ""):
        fitting.faults.append(f"Nothing is calculated as “{found.over}” over groups.")
    return found, list(dict.fromkeys(fitting.faults))


class _Fitting:
    def __init__(self, names: Vocabulary, draft: Plan) -> None:
        self.names = names
        self.draft = draft
        self.columns = {column.name: column for column in names.columns}
        self.faults: list[str] = []

    def plan(self, plan: Plan) -> Plan:
        try:
            check_plan(plan, self.columns)
        except InputError as error:
            self.faults.append(error.in_full())
            return plan
        self._cut(plan)
        self._beside(plan)
        return plan.model_copy(
            update={
                "where": self._where(plan.where),
                "by": tuple(self._key(key) for key in plan.by),
                "measures": tuple(self._measure(measure) for measure in plan.measures),
                "having": tuple(self._having(having) for having in plan.having),
                "path": tuple(self._spelled("authors", name)[0] for name in plan.path),
            }
        )

    def _cut(self, plan: Plan) -> None:
        for number in (plan.limit, plan.each):
            if number is not None and not 1 <= number <= _MOST_LISTED:
                self.faults.append(f"No list is of {number}: 1 to {_MOST_LISTED} can be asked for.")
        for name in plan.show:
            if name not in self.columns:
                self.faults.append(f"The catalogue has no column “{name}”. It has {', '.join(self.columns)}.")

    def _beside(self, plan: Plan) -> None:
        """Check what stores know nothing of."""
        is_new = plan.about not in ("", self.draft.about)
        if is_new and (len(plan.about) > _LONGEST_TOPIC or not _TOPIC.fullmatch(plan.about)):
            self.faults.append("What is searched by meaning is a few plain words.")
        if plan.like and plan.like != self.draft.like and plan.like not in self.names.counts.get("title", {}):
            self.faults.append(f"No book is called “{plan.like}”; `like` is a title, exactly.")
        if plan.path and len(plan.path) != 2:
            self.faults.append("A way leads from one author to another: `path` holds two.")

    # --- conditions

    def _where(self, where: Where) -> Where:
        if len(where) > _MOST_CLAUSES:
            self.faults.append(f"A plan has at most {_MOST_CLAUSES} conditions.")
        self._check_together(where)
        return tuple(clause if clause in self.draft.where else self._clause(clause) for clause in where)

    def _clause(self, clause: Clause) -> Clause:
        if not clause.any_of or not all(one.all_of for one in clause.any_of):
            self.faults.append("A condition without a test is none.")
        return Clause(
            any_of=tuple(Alternative(all_of=tuple(self._test(test) for test in one.all_of)) for one in clause.any_of)
        )

    def _test(self, test: Test) -> Test:
        column = self.columns[test.column]
        if test.how in ("all", "exactly", "number") and column.kind != "list":
            self.faults.append(f"“{column.title}” holds one value of each book, so “{test.how}” does not fit it.")
        if test.how in ("between", "number"):
            self._check_range(test.low, test.high, column.title)
            if test.column == "month" and any(not 1 <= bound <= 12 for bound in (test.low, test.high) if bound):
                self.faults.append("A year has twelve months, 1 to 12.")
        elif test.how != "missing":
            return test.model_copy(update={"values": self._values(test, column)})
        return test

    def _values(self, test: Test, column: Column) -> tuple[str, ...]:
        if not 1 <= len(test.values) <= _MOST_VALUES:
            self.faults.append(f"The test of “{column.title}” needs 1 to {_MOST_VALUES} values.")
        if test.how not in _NAMES:
            if not all(plain_name(value) for value in test.values):
                self.faults.append(f"The words looked for in “{column.title}” are none.")
            return test.values
        if column.kind in ("number", "date"):
            self.faults += [f"“{value}” is no number." for value in test.values if not _is_number(value)]
            return test.values
        spelled = (self._spelled(test.column, value) for value in test.values)
        every = test.how == "is"
        return tuple(dict.fromkeys(name for found in spelled for name in (found if every else found[:1])))

    def _spelled(self, column: str, value: str) -> list[str]:
        """Return the names that are the same but for capitals, accents and signs; the name itself, and a fault, where
        the catalogue has none."""
        known = self.names.counts.get(column)
        if known is None:
            if column == "id":
                self.faults.append("Books are not named by their id.")
            return [value]
        if value in known:
            return [value]
        key = key_of(value)
        meanings = self.names.meanings.get(key, [])
        same = [name for one in meanings if one.column == column for name in one.values if key_of(name) == key]
        if not same:
            near = joined((f"“{name}”" for name in self.names.nearest(value, column)), "and")
            title = self.columns[column].title
            self.faults.append(f"“{value}” is not among the values of “{title}”; the nearest are {near}.")
        return same or [value]

    def _check_range(self, low: float | None, high: float | None, title: str) -> None:
        bounds = [bound for bound in (low, high) if bound is not None]
        if not bounds or not all(map(math.isfinite, bounds)):
            self.faults.append(f"The range of “{title}” has no bound.")
        elif low is not None and high is not None and low > high:
            self.faults.append(f"“{title}” cannot lie between {low:g} and {high:g}.")

    def _check_together(self, where: Where) -> None:
        """Ranges that must all hold must have something in common."""
        lows: dict[str, float] = {}
        highs: dict[str, float] = {}
        for clause in where:
            for test in tests_alone(clause):
                if test.how == "between" and not test.denied:
                    lows[test.column] = max(lows.get(test.column, -math.inf), _bound(test.low, -math.inf))
                    highs[test.column] = min(highs.get(test.column, math.inf), _bound(test.high, math.inf))
        for column, low in lows.items():
            if low > highs[column]:
                self.faults.append(f"No “{self.columns[column].title}” fulfils all the ranges at once.")

    # --- figures and groups

    def _measure(self, measure: Measure) -> Measure:
        if measure.of == "share" and not measure.where:
            self.faults.append("A share needs the condition of what it is a share.")
        return measure.model_copy(update={"where": self._where(measure.where)})

    def _having(self, having: Having) -> Having:
        self._check_range(having.low, having.high, "having")
        return having.model_copy(update={"measure": self._measure(having.measure)})

    def _key(self, key: Key) -> Key:
        if key in self.draft.by:
            return key
        if key.column == "id":
            self.faults.append("Books are not grouped by their id.")
        return key.model_copy(
            update={"values": self._groups(key, key.values), "without": self._groups(key, key.without)}
        )

    def _groups(self, key: Key, values: Iterable[str]) -> tuple[str, ...]:
        if self.columns[key.column].kind in ("text", "list"):
            return tuple(dict.fromkeys(name for value in values for name in self._spelled(key.column, value)))
        form = _DECADE if key.part == "decade" else _YEAR
        self.faults += [f"“{value}” names no group." for value in values if not form.fullmatch(value)]
        return tuple(values)


def tests_alone(clause: Clause) -> Iterator[Test]:
    """Give the tests of a condition that has no alternatives: all of them must hold."""
    if len(clause.any_of) == 1:
        yield from clause.any_of[0].all_of


def _bound(bound: float | None, otherwise: float) -> float:
    return otherwise if bound is None else bound


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False
