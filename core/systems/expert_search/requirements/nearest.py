"""What comes nearest to a requirement that nobody meets, in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import product

from core.language.gazetteer import Place, distance_km, places_of
from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.cells.further_columns import number_in
from core.systems.expert_search.requirements.cells.languages import is_official
from core.systems.expert_search.requirements.cells.places import wanted_place
from core.systems.expert_search.requirements.cells.table import Table, either, table_of
from core.systems.expert_search.requirements.cells.years import years_in_words
from core.systems.expert_search.requirements.meeting import cells_of
from core.systems.expert_search.requirements.requirement import Requirement
from core.tables.values import has_decimal_comma


def comes_nearest(people: People, requirement: Requirement, among: Collection[str] | None = None) -> str:
    """Return who comes nearest to what nobody meets, a part of a sentence: “the most is 8 years, Bo Lind”; "" where
    there is nothing to say."""
    table, chosen = table_of(people), frozenset(people.experts if among is None else among)
    if requirement.excluded:
        return _partly(people, requirement, chosen)
    if requirement.kind == "place" and (wanted := list(filter(None, map(wanted_place, either(requirement))))):
        return _nearest_place(people, table, wanted, chosen)
    if requirement.kind == "years":
        known = [(one, person) for person, one in zip(table.ids, table.years, strict=True) if one is not None]
        return _nearest_number(people, known, requirement, chosen, years_in_words)
    if requirement.kind == "column" and requirement.is_bounded:
        cells = table.column(requirement.column)
        comma = has_decimal_comma(tuple(dict.fromkeys(cells)))
        known = [
            (ends[0], person) for person, cell in zip(table.ids, cells, strict=True) if (ends := number_in(cell, comma))
        ]
        return _nearest_number(people, known, requirement, chosen, "{:g}".format)
    return _partly(people, requirement, chosen) or (
        _where_official(people, table, requirement, chosen) if requirement.kind == "language" else ""
    )


def _nearest_place(people: People, table: Table, wanted: Sequence[Place], chosen: frozenset[str]) -> str:
    cells = table.column("location")
    apart = {cell: _closest(cell, wanted) for cell in dict.fromkeys(cells)}
    known = [
        (*found, person)
        for person, cell in zip(table.ids, cells, strict=True)
        if person in chosen and (found := apart[cell])
    ]
    if not known:
        return "of nobody is the place known"
    _, name, person = min(known, key=lambda one: one[0])
    return f"nearest is {people.experts[person].name} in {name}"


def _closest(cell: str, wanted: Sequence[Place]) -> tuple[float, str] | None:
    """Return the place of a cell that is nearest to one of others, with the kilometres; None where none is known."""
    pairs = product(places_of(cell), wanted)
    away = [(apart, here.full_name) for here, there in pairs if (apart := distance_km(here, there)) is not None]
    return min(away, default=None)


def _nearest_number(
    people: People,
    known: Sequence[tuple[float, str]],
    requirement: Requirement,
    chosen: frozenset[str],
    in_words: Callable[[float], str],
) -> str:
    """Return who is closest to the bounds: the most where all have too little, the least where all have too much."""
    known = [one for one in known if one[1] in chosen]
    if not known:
        return "of nobody is it known"
    low, high = requirement.low, requirement.high
    value, person = min(known, key=lambda one: _beyond(one[0], low, high))
    extreme = "nearest"
    if low is not None and all(one < low or (requirement.open and one == low) for one, _ in known):
        extreme = "the most"
    elif high is not None and all(one > high or (requirement.open and one == high) for one, _ in known):
        extreme = "the least"
    return f"{extreme} is {in_words(value)}, {people.experts[person].name}"


def _beyond(value: float, low: float | None, high: float | None) -> float:
    below = max(0.0, low - value) if low is not None else 0.0
    above = max(0.0, value - high) if high is not None else 0.0
    return max(below, above)


def _where_official(people: People, table: Table, requirement: Requirement, chosen: frozenset[str]) -> str:
    """Return somebody in a country where a language is an official one."""
    languages = [one.value for one in either(requirement)]
    for (person, cell), language in product(zip(table.ids, table.column("location"), strict=True), languages):
        if person in chosen and (country := is_official(cell, language)):
            return f"{people.experts[person].name} is in {country}, where it is an official language"
    return ""


def _partly(people: People, requirement: Requirement, chosen: frozenset[str]) -> str:
    """Return who meets a requirement in part, "" where nobody does."""
    cells = cells_of(people, requirement, {}) if requirement.kind != "topic" else {}
    partly = (one for one, cell in cells.items() if one in chosen and cell.status == "partly")
    first = next(partly, None)
    return f"nearest is {people.experts[first].name}: {cells[first].words}" if first is not None else ""
