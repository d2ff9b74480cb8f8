"""The people as columns: each distinct value is judged once, however many people share it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TypeVar
from weakref import WeakKeyDictionary

from core.language.names import plain_name
from core.systems.expert_search.people.records import Expert, People
from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.requirement import Requirement

_ANY_OF = ("place", "language", "organisation")  # kinds of which “or” joins several that will do
T = TypeVar("T", bound=Hashable)
UNKNOWN = Cell("not known", 0.0)
PARTLY = 0.5  # what a cell is worth that is met in part


class Table:
    """All people of a collection, column by column; made once for each collection."""

    def __init__(self, people: People) -> None:
        self._experts = people.experts
        self.ids = tuple(people.experts)
        self._columns: dict[str, tuple[str, ...]] = {}
        self.kept: dict[Requirement, Mapping[str, Cell]] = {}
        self.unsaid: dict[tuple[str, str], tuple[str, ...]] = {}

    def column(self, name: str) -> tuple[str, ...]:
        """Return what all people have in a column, in the order of `ids`; a further column by its name, however it is
        spelt."""
        if name not in self._columns:
            self._columns[name] = tuple(self._value(expert, name) for expert in self._experts.values())
        return self._columns[name]

    def judged(self, name: str, judge: Callable[[str], Cell]) -> dict[str, Cell]:
        """Return a cell for each person: each distinct value of a column is judged once."""
        return by_value(self.ids, self.column(name), judge)

    @cached_property
    def years(self) -> tuple[float | None, ...]:
        """The years of experience of all people, in the order of `ids`."""
        return tuple(expert.years_experience for expert in self._experts.values())

    @cached_property
    def names(self) -> Mapping[str, frozenset[str]]:
        """The words of everybody's name as they are compared, by their id."""
        return {id: frozenset(plain_name(expert.name).split()) for id, expert in self._experts.items()}

    @cached_property
    def further(self) -> Mapping[str, str]:
        """The further columns, by their names as they are compared."""
        names = dict.fromkeys(name for expert in self._experts.values() for name in expert.more)
        return {plain_name(name.replace("_", " ")): name for name in reversed(names)}

    def _value(self, expert: Expert, name: str) -> str:
        own = getattr(expert, name, None)
        if isinstance(own, str):
            return own.strip()
        return expert.more.get(self.further.get(plain_name(name.replace("_", " ")), ""), "").strip()


def by_value(ids: tuple[str, ...], values: tuple[T, ...], judge: Callable[[T], Cell]) -> dict[str, Cell]:
    """Return a cell for each person, by their values, one for each of `ids`."""
    judged = {value: judge(value) for value in dict.fromkeys(values)}
    return {id: judged[value] for id, value in zip(ids, values, strict=True)}


_tables: WeakKeyDictionary[People, Table] = WeakKeyDictionary()


def table_of(people: People) -> Table:
    """Return the columns of a collection, read once."""
    return _tables.setdefault(people, Table(people))


def either(requirement: Requirement) -> list[Requirement]:
    """Return the requirements any of which will do: “Kenya or Uganda” are two; most are one."""
    if requirement.kind not in _ANY_OF:
        return [requirement]
    values = filter(None, (value.strip() for value in requirement.value.split(" or ")))
    return [replace(requirement, value=value) for value in values] or [requirement]
