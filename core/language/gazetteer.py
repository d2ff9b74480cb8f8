"""Places named in a text or in a cell of a table; whether one lies in another or near it, and how far they are apart.

A name that also means something else (Nice, Reading, Jordan) is a place only where the words beside it say so.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import asin, cos, radians, sin, sqrt

from core.language.atlas import LARGE, Place, Sense, cities, codes, comparable, countries, lengths, names, neighbours
from core.language.language_names import language_code
from core.language.lexicon import word_groups, word_map
from core.language.terms import STOP_WORDS

__all__ = [
    "NEAR",
    "NamedPlace",
    "Place",
    "distance_km",
    "lies_in",
    "lies_near",
    "named_places",
    "place_of",
    "places_of",
    "stands_alone",
]

NEAR = 150.0
"""Kilometres within which something is near a city."""

_BORDERING, _CLOSE = 2200.0, 600.0  # kilometres from a country in which what borders on it, or any city, is near
_EARTH = 6371.0  # kilometres
_LETTERS = r"(?:[^\W_]|[\u0300-\u036f\u0900-\u0963\u0966-\u0d7f])+"  # with the signs that are written onto them
_WORD = re.compile(rf"{_LETTERS}(?:['‘’ʻʼ`]{_LETTERS})*")
_TIES = re.compile(r"[ \u00a0.’'-]{0,2}")  # what stands between the words of one name
_LEVELS = re.compile(r"\s?[,(/]\s?")  # what stands between a place and the larger one that it lies in
_LIST = re.compile(r"\s?[,/;&]\s?(?:and |or )?|\s+(?:and|or)\s")
_SHARES = re.compile(r"\b(?P<word>[^\W\d_]+)(?:\s?[,/]\s?(?:and\s|or\s)?|\s(?:and|or|&)\s)\Z")
_FAR = 24  # characters of a word and what joins it to the next
_POINTS = 3  # the largest cities of a country or a region, from which distances to it count
_ABBREVIATION = 3  # letters of a name that is one
_KNOWN_IN_SMALL = 2 * LARGE  # people of a city of several words that is written without capitals
_KNOWN_ALONE = 3 * LARGE  # people of a city whose name says a place with nothing beside it


@dataclass(frozen=True)
class NamedPlace:
    """`text[start:end]` names a place, with the larger one that is said with it: “Accra, Ghana”; or is its adjective;
    or only begins its name, which ends with the next one: “*East* and West Africa”."""

    start: int
    end: int
    place: Place
    adjective: bool = False
    begins: bool = False


@dataclass(frozen=True)
class _Candidate:
    """Words first … last that can mean places, written `text[start:end]`; `key` is how they are compared."""

    first: int
    last: int
    start: int
    end: int
    key: str
    senses: tuple[Sense, ...]


@lru_cache(maxsize=4_000)
def named_places(text: str) -> tuple[NamedPlace, ...]:
    """Return every place that a free text names, in order.

    Countries and regions stand for themselves, and so do large cities; a name with another meaning needs a capital and
    words beside it that tell of a place (“in Reading”, “Bath, England”), one that people have, those words.
    """
    found = list(_found(text, cell=False))
    begun = [other for one in found if not one.adjective for other in _begun(text, one)]
    return tuple(sorted([*found, *begun], key=lambda one: one.start))


@lru_cache(maxsize=50_000)
def places_of(cell: str) -> tuple[Place, ...]:
    """Return the places of a cell that says where somebody is: “Accra / Ghana” is one, “Pune; Oslo” are two."""
    return tuple(dict.fromkeys(one.place for one in _found(cell, cell=True) if not one.adjective))


def place_of(cell: str) -> Place | None:
    """Return the first place of a cell that says where somebody is, None where it says none that is known."""
    return next(iter(places_of(cell)), None)


def stands_alone(name: str) -> bool:
    """Whether a name, as it is compared, is known to mean nothing else than places."""
    return not _kind(name)


def lies_in(where: Place, wanted: Place) -> bool | None:
    """Whether a place lies in another or is it; None where it only holds the other, so that nobody can say."""
    if wanted.level == "city":
        if where.level == "city":
            return where == wanted
        return None if _overlap(wanted, where) else False
    codes_wanted = _codes_of(wanted)
    within = [part in codes_wanted or part[:2] in codes_wanted for part in where.codes]
    if all(within):
        return True
    return None if any(within) or _overlap(wanted, where) else False


def lies_near(where: Place, wanted: Place) -> bool | None:
    """Whether a place lies in another or near it: within 150 km of a city or of a city of a division.

    Near a country or a region is what borders on it, as far as 2,200 km from its large cities, and else 600 km. None
    where it cannot be said: the place is too large.
    """
    inside = lies_in(where, wanted)
    if inside or (where.level != "city" and wanted.level in ("city", "division")):
        return inside
    if wanted.level == "city":
        return (distance_km(where, wanted) or 0) <= NEAR
    if wanted.level == "division":
        return any(_between(where, city) <= NEAR for city in _cities_in(wanted))
    around = {other for code in wanted.countries for other in neighbours().get(code, ())} | wanted.countries
    away = distance_km(where, wanted)
    if where.countries <= around or where.level == "city":
        return away is not None and away <= (_BORDERING if where.countries <= around else _CLOSE)
    return None if where.countries & around else inside


@lru_cache(maxsize=50_000)
def distance_km(one: Place, other: Place) -> float | None:
    """Return the kilometres between two places as the crow flies; for all but cities, from the nearest of their capital
    and largest cities. None where nobody knows where a place lies."""
    apart = [_between(here, there) for here in _points(one) for there in _points(other)]
    return min(apart, default=None)


@lru_cache(maxsize=2_000)
def _codes_of(place: Place) -> frozenset[str]:
    return frozenset(place.codes)


def _overlap(one: Place, other: Place) -> bool:
    return any(_holds(here, there) or _holds(there, here) for here in one.codes for there in other.codes)


def _holds(code: str, part: str) -> bool:
    return part == code or part.startswith(f"{code}.")


def _between(one: Place, other: Place) -> float:
    """Return the great circle between two places with degrees, in kilometres (haversine)."""
    north, east = radians(one.latitude or 0), radians(one.longitude or 0)
    other_north, other_east = radians(other.latitude or 0), radians(other.longitude or 0)
    half = sin((other_north - north) / 2) ** 2 + cos(north) * cos(other_north) * sin((other_east - east) / 2) ** 2
    return 2 * _EARTH * asin(sqrt(min(1.0, half)))


@lru_cache(maxsize=2_000)
def _points(place: Place) -> tuple[Place, ...]:
    if place.level == "city":
        return (place,)
    capitals = [countries()[code] for code in place.codes if code in countries()]
    known = [capital for capital in capitals if capital.latitude is not None]
    return (*known, *(city for code in place.codes for city in _cities_of(code)[:_POINTS]))


@cache
def _cities_of(code: str) -> tuple[Place, ...]:
    return tuple(city for city in cities() if _holds(code, city.codes[0]))


def _cities_in(place: Place) -> Iterator[Place]:
    return (city for code in place.codes for city in _cities_of(code))


def _found(text: str, cell: bool) -> Iterator[NamedPlace]:
    """Give the places of a text or a cell; what several names say together is one place."""
    words = [(match.group(), *match.span()) for match in _WORD.finditer(text)]
    candidates = deque(_candidates(text, words, cell))
    done: NamedPlace | None = None
    while candidates:
        one = candidates.popleft()
        place, end = None, one.end
        joint = one
        while candidates and (together := _together(text, joint, candidates[0], cell)):
            larger = candidates.popleft()
            place, end = together, larger.end
            joint = replace(joint, end=end, senses=(Sense(together, "name"),))
        while cell and candidates and place is None and _is_office_code(text, one, candidates[0]):
            candidates.popleft()
        if place is None and not (cell and candidates and _elsewhere(text, one, candidates[0])):
            joined = done is not None and _LIST.fullmatch(text, done.end, one.start) is not None
            place = _meant(text, words, one, cell, joined)
        if place:
            adjective = joint is one and one.senses[0].meant == "adjective"
            done = NamedPlace(one.start, end, place, adjective)
            yield done


def _begun(text: str, one: NamedPlace) -> Iterator[NamedPlace]:
    """Give the places before one that end with the same words: “*North* or South America”."""
    start, head = one.start, " ".join(comparable(text[one.start : one.end]).split()[1:])
    while head and (first := _SHARES.search(text, max(0, start - _FAR), start)):
        senses = names().get(comparable(f"{first['word']} {head}"), ())
        if not senses or senses[0].place.level != one.place.level:
            return
        start = first.start()
        yield NamedPlace(*first.span("word"), senses[0].place, begins=True)


def _candidates(text: str, words: Sequence[tuple[str, int, int]], cell: bool) -> Iterator[_Candidate]:
    """Give the longest names of places, whatever else they mean."""
    plain = [comparable(word) for word, _, _ in words]
    position = 0
    while position < len(words):
        found = _longest(text, words, plain, position) or (_code(text, words, position) if cell else None)
        if found:
            yield found
        position = found.last + 1 if found else position + 1


def _longest(text: str, words: Sequence[tuple[str, int, int]], plain: list[str], first: int) -> _Candidate | None:
    start = words[first][1]
    for length in (*lengths().get(plain[first], ()), *([1] if plain[first] not in lengths() else [])):
        last = first + length - 1
        if last >= len(words) or not all(
            _TIES.fullmatch(text, words[number][2], words[number + 1][1]) for number in range(first, last)
        ):
            continue
        end, key = words[last][2], " ".join(plain[first : last + 1])
        if key not in names() and re.search(r"['’]s$", text[start:end]):  # Kenya's
            end, key = end - 2, key[:-1]
        if key in names() and not (length == 1 and _is_small_word(key, text[start:end])):
            return _Candidate(first, last, start, end, key, names()[key])
    return None


def _is_small_word(key: str, written: str) -> bool:
    """Whether a name is a word of grammar or of the calendar: “us” is a place in capitals alone."""
    return (key in STOP_WORDS and not (written.isupper() and len(key) > 1)) or _kind(key) == "never"


def _code(text: str, words: Sequence[tuple[str, int, int]], at: int) -> _Candidate | None:
    """Return what a code in capitals means that stands behind a place, or alone: “Boston, MA”, “Paris (FR)”, “KE”."""
    word, start, end = words[at]
    before = text[:start].rstrip()
    if word not in codes() or not (before.endswith((",", "(", "/")) or text.strip() == word):
        return None
    senses = tuple(Sense(place, "name") for place in codes()[word])
    alone = not before
    return _Candidate(at, at, start, end, word.lower(), senses[-1:] if alone else senses)


def _together(text: str, one: _Candidate, following: _Candidate, cell: bool) -> Place | None:
    """Return the place that two names say together: one and the larger one that it lies in, “Paris, Texas”."""
    between = text[one.end : following.start]
    if not (_LEVELS.fullmatch(between) or (cell and re.fullmatch(r"\s?[-–|:]?\s?", between))):
        return None
    pairs = [
        (a.place, b.place)
        for a in one.senses
        for b in following.senses
        if a.place != b.place and "adjective" not in (a.meant, b.meant)
    ]
    within = next((a for a, b in pairs if a.level != b.level and lies_in(a, b)), None)
    return within or (next((b for a, b in pairs if a.level != b.level and lies_in(b, a)), None) if cell else None)


def _is_office_code(text: str, one: _Candidate, following: _Candidate) -> bool:
    """Whether a cell gives a code behind a large city that is not of a country in which the city lies: of a state or a
    canton, “Mumbai, MH”, and not the Marshall Islands."""
    return (
        text[following.start : following.end] in codes()
        and _LEVELS.fullmatch(text, one.end, following.start) is not None
        and any(sense.place.level == "city" and sense.place.population >= LARGE for sense in one.senses)
    )


def _elsewhere(text: str, one: _Candidate, following: _Candidate) -> bool:
    """Whether a cell puts a town that is not known into a country, though a city elsewhere has its name."""
    between = text[one.end : following.start]
    return (
        re.fullmatch(r"\s?[,(]\s?", between) is not None
        and all(sense.place.level == "city" for sense in one.senses)
        and following.senses[0].place.level in ("country", "division")
    )


def _meant(text: str, words: Sequence[tuple[str, int, int]], one: _Candidate, cell: bool, joined: bool) -> Place | None:
    """Return the place that a name means here, None where it rather means something else."""
    first, kind = one.senses[0], _kind(one.key)
    capital = text[one.start].isupper() or (not text[one.start].islower() and not text[one.start].isascii())
    if cell:
        return first.place if capital or kind != "word" or one.last - one.first + 1 == len(words) else None
    cue = "before" if joined else _cue(words, one.first)
    if first.place.level != "city":
        fits = _fits_country(text, one, kind, capital, cue)
    elif kind:
        fits = cue == "before" and (capital or kind == "name")
    elif capital:
        alone = _KNOWN_ALONE if first.meant == "name" else 3 * _KNOWN_ALONE
        fits = _is_known(one) and (
            bool(cue) or (first.place.population >= alone and not _beside_capitals(text, words, one))
        )
    else:
        fits = (
            first.meant == "name"
            and len(one.key) > _ABBREVIATION
            and first.place.population
            >= (0 if cue and one.first == one.last else _KNOWN_IN_SMALL if cue else _KNOWN_ALONE)
        )
    return first.place if fits and not _is_shouted(text, one) else None


def _fits_country(text: str, one: _Candidate, kind: str, capital: bool, cue: str) -> bool:
    """Whether a name means a country, a region or a division. Names in other languages need a capital and a cue, and so
    do divisions that are also names of people; “US” needs capitals."""
    first = one.senses[0]
    if kind and len(one.key) <= _ABBREVIATION and not text[one.start : one.end].isupper():
        return False
    if kind == "word" and first.meant != "other name" and first.place.level != "division":
        return (capital and (one.start > 0 or bool(cue))) or cue == "before"
    if kind or first.meant == "other name":
        return cue == "before" and (capital or (kind == "name" and first.meant == "name"))
    return True


def _is_known(one: _Candidate) -> bool:
    """Whether a city is large enough for a name that is not its own, or one of a language, too: Mooré, not Moore."""
    first = one.senses[0]
    return first.place.population >= _KNOWN_ALONE or (first.meant == "name" and not language_code(one.key))


def _is_shouted(text: str, one: _Candidate) -> bool:
    """Whether the short name of a city stands in capitals, as abbreviations do: “ADO”."""
    return one.senses[0].place.level == "city" and text[one.start : one.end].isupper() and len(one.key) < 5


def _beside_capitals(text: str, words: Sequence[tuple[str, int, int]], one: _Candidate) -> bool:
    """Whether a name stands beside another word with a capital, as the parts of people's names do."""
    after = words[one.last + 1] if one.last + 1 < len(words) else None
    before = words[one.first - 1] if one.first else None
    return bool(
        (after and after[0][0].isupper() and text[one.end : after[1]] == " ")
        or (before and before[0][0].isupper() and text[before[2] : one.start] == " " and before[1] > 0)
    )


def _cue(words: Sequence[tuple[str, int, int]], first: int) -> str:
    """Return "before" where a word stands before that tells of a place, "beside" where one may; "" otherwise."""
    position = first - 1
    while position >= 0 and _kind_of_cue(words[position][0]) == "passed over" and first - position <= 3:
        position -= 1
    cue = _kind_of_cue(words[position][0]) if position >= 0 else ""
    return cue if cue in ("before", "beside") else ""


def _kind_of_cue(word: str) -> str:
    groups = word_groups("place_words")
    lower = word.lower()
    return next((kind for kind in ("before", "beside", "passed over") if lower in groups[kind]), "")


def _kind(key: str) -> str:
    """Return what else a name is: a "word", the "name" of people, "never" a place; "" for nothing else."""
    kind = word_map("place_words", "kind").get(key, "")
    return kind if kind in ("word", "name", "never") else ""
