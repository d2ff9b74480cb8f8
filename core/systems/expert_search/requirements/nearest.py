"""What comes nearest to a requirement that nobody meets, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from core.language.gazetteer import Place, distance_km, places_of
from core.systems.expert_search.people.records import Expert, People
from core.systems.expert_search.requirements.cells.further_columns import number_in
from core.systems.expert_search.requirements.cells.languages import is_official
from core.systems.expert_search.requirements.cells.places import wanted_place
from core.systems.expert_search.requirements.cells.table import Table, table_of
from core.systems.expert_search.requirements.cells.years import years_in_words
from core.systems.expert_search.requirements.meeting import cells_of
from core.systems.expert_search.requirements.requirement import Requirement


def nearest(people: People, requirement: Requirement, among: Collection[str] | None = None) -> str:
    """Return in words who comes nearest, of all people or `among` some: “nobody in West Africa; nearest is Amina Diallo
    in Nouakchott (Mauritania)”. Without a measure of near it says so much: that nobody is known to meet it."""
    table, chosen = table_of(people), frozenset(people.experts if among is None else among)
    if requirement.excluded:
        return f"nobody is known to be {requirement.label}{_partly(people, requirement, chosen)}"
    if requirement.kind == "place" and (wanted := wanted_place(requirement)):
        return _nearest_place(people, table, requirement, wanted, chosen)
    if requirement.kind == "years":
        return _nearest_years(people, table, requirement, chosen)
    if requirement.kind == "column" and (requirement.low is not None or requirement.high is not None):
        return _nearest_number(people, table, requirement, chosen)
    if requirement.kind == "language":
        return _nearest_language(people, table, requirement, chosen)
    return f"nobody with {requirement.label}{_partly(people, requirement, chosen)}"


def _nearest_place(
    people: People, table: Table, requirement: Requirement, wanted: Place, chosen: frozenset[str]
) -> str:
    where = "near" if requirement.near else "in"
    said = f"nobody {where} {wanted.full_name}"
    apart = {cell: _closest(cell, wanted) for cell in dict.fromkeys(table.column("location"))}
    known = [
        (*found, person)
        for person, cell in zip(table.ids, table.column("location"), strict=True)
        if person in chosen and (found := apart[cell])
    ]
    if not known:
        return f"{said}; of nobody else is the place known"
    _, name, person = min(known, key=lambda one: one[0])
    return f"{said}; nearest is {people.experts[person].name} in {name}"


def _closest(cell: str, wanted: Place) -> tuple[float, str] | None:
    """Return the place of a cell that is nearest to another, with the kilometres; None where none is known."""
    away = [(apart, place.full_name) for place in places_of(cell) if (apart := distance_km(place, wanted)) is not None]
    return min(away, default=None)


def _nearest_years(people: People, table: Table, requirement: Requirement, chosen: frozenset[str]) -> str:
    known = [
        (years, person)
        for person, years in zip(table.ids, table.years, strict=True)
        if years is not None and person in chosen
    ]
    said = f"nobody with {requirement.label}"
    if not known:
        return f"{said}; of nobody are the years known"
    return f"{said}; {_extreme(people, known, requirement, years_in_words)}"


def _nearest_number(people: People, table: Table, requirement: Requirement, chosen: frozenset[str]) -> str:
    cells = dict(zip(table.ids, table.column(requirement.column), strict=True))
    known = [(ends[0], person) for person, cell in cells.items() if person in chosen and (ends := number_in(cell))]
    said = f"nobody with {requirement.label}"
    if not known:
        return f"{said}; of nobody is it known"
    return f"{said}; {_extreme(people, known, requirement, lambda number: f'{number:g}')}"


def _extreme(people: People, known: list[tuple[float, str]], requirement: Requirement, in_words) -> str:  # type: ignore[no-untyped-def]
    """Return who is closest to the bounds: the most where too little is there, the least where too much is."""
    low, high = requirement.low, requirement.high
    value, person = min(known, key=lambda one: _beyond(one[0], low, high))
    name = people.experts[person].name
    if low is not None and all(one < low for one, _ in known):
        return f"the most is {in_words(value)}, {name}"
    if high is not None and all(one > high for one, _ in known):
        return f"the least is {in_words(value)}, {name}"
    return f"nearest is {in_words(value)}, {name}"


def _beyond(value: float, low: float | None, high: float | None) -> float:
    below = max(0.0, low - value) if low is not None else 0.0
    above = max(0.0, value - high) if high is not None else 0.0
    return max(below, above)


def _nearest_language(people: People, table: Table, requirement: Requirement, chosen: frozenset[str]) -> str:
    said = f"nobody is known to speak {requirement.value}"
    if partly := _partly(people, requirement, chosen):
        return f"{said}{partly}"
    for person, cell in zip(table.ids, table.column("location"), strict=True):
        if person in chosen and (country := is_official(cell, requirement.value)):
            return f"{said}; {people.experts[person].name} is in {country}, where it is an official language"
    return said


def _partly(people: People, requirement: Requirement, chosen: frozenset[str]) -> str:
    """Return who meets a requirement in part, "" where nobody does."""
    if requirement.kind == "topic":
        return ""
    cells = cells_of(people, requirement, {})
    found: Iterator[Expert] = (
        people.experts[one] for one, cell in cells.items() if one in chosen and cell.status == "partly"
    )
    first = next(found, None)
    return f"; nearest is {first.name}: {cells[first.id].words}" if first else ""
