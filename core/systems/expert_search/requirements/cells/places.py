"""Who is at a place: by the column, else by what their texts say of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from core.language.atlas import LARGE, Sense, comparable, names
from core.language.dictionary import is_english
from core.language.gazetteer import (
    Place,
    distance_km,
    lies_in,
    lies_near,
    named_places,
    place_of,
    places_of,
    stands_alone,
)
from core.language.language_names import language_code
from core.language.terms import analyse
from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.cells.mentions import is_denied, mentions, terms_of
from core.systems.expert_search.requirements.cells.table import PARTLY, UNKNOWN, Table
from core.systems.expert_search.requirements.requirement import Requirement

_WORD = re.compile(r"\w+")


def place_cells(people: People, table: Table, requirement: Requirement) -> Mapping[str, Cell]:
    """Return a cell for each person. A place that is named in texts alone is one where somebody worked: partly.

    What is excluded is where somebody is: texts tell of it only where the column says nothing.
    """
    wanted = wanted_place(requirement)
    if wanted is None:
        return table.judged("location", lambda cell: _by_words(cell, requirement.value))
    cells = table.judged("location", lambda cell: _by_place(cell, wanted, requirement))
    open_to = ("not known",) if requirement.excluded else ("not known", "not met")
    among = {person for person, cell in cells.items() if cell.status in open_to}
    plain, others = _phrases(wanted)
    said = mentions(people, plain, lambda sentence, at: _is_whole(sentence, at, plain), among)
    said |= mentions(people, others, lambda sentence, at: _names(sentence, wanted), among - said.keys())
    return cells | {person: Cell("partly", PARTLY, one.words, one.document) for person, one in said.items()}


def wanted_place(requirement: Requirement) -> Place | None:
    """Return the place that is wanted, also where its adjective says it: “Kenyan”."""
    named = named_places(requirement.value)
    return place_of(requirement.value) or (named[0].place if named else None)


def _by_place(cell: str, wanted: Place, requirement: Requirement) -> Cell:
    places = places_of(cell) if cell else ()
    if not places:
        return Cell("not known", 0.0, cell) if cell else UNKNOWN
    if requirement.is_bounded:
        return _by_distance(cell, places, wanted, requirement)
    if any(lies_in(place, wanted) for place in places):
        return Cell("met", 1.0, cell)
    lies = [(lies_near if requirement.near else lies_in)(place, wanted) for place in places]
    if True in lies:
        away = distance_km(places[lies.index(True)], wanted)
        return Cell("met", 1.0, f"{cell} ({away:.0f} km from {wanted.name})" if away is not None else cell)
    return Cell("not known", 0.0, cell) if None in lies else Cell("not met", 0.0, cell)


def _by_distance(cell: str, places: Sequence[Place], wanted: Place, requirement: Requirement) -> Cell:
    away = min((km for place in places if (km := distance_km(place, wanted)) is not None), default=None)
    if away is None:
        return Cell("not known", 0.0, cell)
    fits = requirement.holds(away)
    return Cell("met" if fits else "not met", float(fits), f"{cell} ({away:.0f} km from {wanted.name})")


def _by_words(cell: str, wanted: str) -> Cell:
    """Judge by the words alone, where no list knows the place: another place says nothing of it."""
    terms = terms_of(wanted)
    return Cell("met", 1.0, cell) if terms and terms <= terms_of(cell) else Cell("not known", 0.0, cell)


def _names(sentence: str, wanted: Place) -> bool:
    """Whether a sentence names a place that lies there, undenied; a language is no place, nor is a word that is also
    the name of a small city: “*Annex* III”."""
    return any(
        lies_in(one.place, wanted)
        and not (
            one.place.population < LARGE
            and one.place.level == "city"
            and is_english(sentence[one.start : one.end].lower())
        )
        and not (one.adjective and language_code(sentence[one.start : one.end]))
        and not is_denied(sentence, one.start)
        for one in named_places(sentence)
    )


def _is_whole(sentence: str, at: int, plain: Mapping[tuple[str, ...], str]) -> bool:
    """Whether the name at an offset is written as one (“the States”, and not “adverts *state* pay”), no part of a
    longer one that lies elsewhere (New Mexico), and not denied."""
    if sentence[at].islower():
        return False
    before = sentence[:at].rstrip(" -").rsplit(None, 1)[-1:]
    after = _WORD.match(sentence, at)
    longer = comparable(f"{before[0]} {after[0]}") if before and after else ""
    return not (longer in names() and tuple(analyse(longer)) not in plain) and not is_denied(sentence, at)


@lru_cache(maxsize=64)
def _phrases(wanted: Place) -> tuple[Mapping[tuple[str, ...], str], Mapping[tuple[str, ...], str]]:
    """Return the terms of all names by which a text can say that something is there, each with the name: those that
    mean nothing else, and those that may."""
    plain: dict[tuple[str, ...], str] = {}
    others: dict[tuple[str, ...], str] = {}
    for country in wanted.countries:
        for name, sense in _names_in().get(country, ()):
            place = sense.place
            if (
                _is_named(sense, wanted)
                and lies_in(place, wanted)
                and not (sense.meant == "adjective" and language_code(name))
            ):
                is_plain = place.level in ("country", "region") and stands_alone(name)
                if terms := tuple(analyse(name)):
                    (plain if is_plain else others)[terms] = name
    return plain, others


def _is_named(sense: Sense, wanted: Place) -> bool:
    """Whether texts are searched for a name: for small cities only where one country is wanted, for names in other
    languages only of cities of a million."""
    place = sense.place
    if place.level != "city":
        return sense.meant != "other name"
    if sense.meant == "name":
        return place.population >= LARGE or len(wanted.countries) == 1
    return place == wanted or place.population >= 10 * LARGE


@cache
def _names_in() -> Mapping[str, list[tuple[str, Sense]]]:
    """Return all names of places in each country, with what they likeliest mean."""
    found: dict[str, list[tuple[str, Sense]]] = {}
    for name, senses in names().items():
        for country in senses[0].place.countries:
            found.setdefault(country, []).append((name, senses[0]))
    return found
