"""Places and languages that a request names, as nouns (Kenya) and as adjectives (Kenyan, francophone)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.language.atlas import LARGE, comparable, countries, landscapes, names, peoples
from core.language.clauses import tokens
from core.language.dictionary import is_english
from core.language.gazetteer import NamedPlace, Place, named_places, place_of, stands_alone
from core.language.language_names import language_code, misspelt_language
from core.language.lexicon import alternatives, word_groups, word_map
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Found
from core.systems.expert_search.requirements.requirement import Requirement

_PARTS = word_groups("place_words")["passed over"] - {"the"}  # “rural Kenya”, “mainland China”
_PART = re.compile(  # “north and south Italy”, “the south of Italy”
    rf"(?<![\w-])(?:(?:{alternatives(_PARTS)})(?:\s?[,/]\s?|\s(?:and|or)\s)){{0,2}}(?:{alternatives(_PARTS)})\s+\Z"
    rf"|\b(?:the\s+(?:{alternatives(_PARTS)})|(?:{alternatives(_PARTS)})\s+(?:parts?|half|regions?|areas?))\s+of\s+\Z",
    re.IGNORECASE,
)
_LONGEST = 40  # characters of such words
_BESIDE = re.compile(r"(?<![\w-])(?:in|near|around)\s+\Z", re.IGNORECASE)
_BEFORE_ALONE = re.compile(r"(?:[,;]|\b(?:pref\.?|preferably|ideally|either))\s{0,3}\Z", re.IGNORECASE)
_BEHIND_ALONE = re.compile(r"\s{0,3}(?:[,;.]|\Z)|\s{1,3}(?:or|only|if|pref)\b", re.IGNORECASE)
_BETWEEN_SIGNS = re.compile(r"(?<=,\s)(?P<name>[A-Z][^\W\d_]+(?: [A-Z][^\W\d_]+)?)(?=\s?(?:[,;.]|\Z))")
_AGAIN = re.compile(
    r"\b(?:from|in|within|inside)\s+(?P<what>(?:the|this|that|our|said)\s+(?:same\s+|said\s+)?"
    r"(?:region|sub-?region|country|area)\b)"
    r"(?=\s*(?:[,.;:!?)]|\Z)|\s+(?:who|that|and|or|with)\b)",
    re.IGNORECASE,
)
_DISTANCE = re.compile(
    r"\b(?:(?P<within>within|inside|less th[ae]n|under|at most|up to|not? more th[ae]n|max(?:imum|\.)?|in a radius of)"
    r"|(?P<beyond>more th[ae]n|over|at least|beyond))\s+(?:about\s+)?(?P<much>\d{1,4})\s*"
    r"(?P<unit>kms?|kilomet(?:er|re)s?|mi|miles?)\s+(?:of|from|around|away from)\s+"
    r"(?:the\s+)?(?:(?:city|town)\s+of\s+)?\Z",
    re.IGNORECASE,
)
_MEANS = alternatives(word_groups("place_words")["journey"])
_EASY = r"(?:(?:easy|short|quick|reasonable|comfortable|daily|simple)\s+)?"
_FROM = r"(?:\s+away)?\s+(?:of|from)\s+(?:\w+\s+in\s+)?(?:the\s+)?\Z"
_JOURNEY = re.compile(
    r"\b(?:(?:within|(?:no|not)\s+more\s+than|less\s+than|under|at\s+most|up\s+to|about)\s+)?"
    r"(?:(?:(?:an?|half\s+an|a\s+couple\s+of|a\s+few|\d{1,3}|" + alternatives(GROUPS["number"]) + r")\s+"
    rf"(?:hours?|hrs?|minutes?|mins?)['’]?(?:\s+(?:by\s+)?{_EASY}(?:{_MEANS}))?"
    rf"|(?:an?\s+)?{_EASY}(?:{_MEANS})){_FROM}"
    r"|(?:can|could|able\s+to)\s+(?:easily\s+)?(?:get|make\s+it|commute)\s+to\s+(?:the\s+)?\Z)",
    re.IGNORECASE,
)
_EASILY = re.compile(r"\s+(?:easily|quickly|readily|in\s+a\s+day)\b", re.IGNORECASE)
UNMEASURED = "taken for near it: nothing tells how long a journey takes"
_FURTHEST = 60  # characters of such words
_MILE = 1.609344
_COMMON = 2  # letters of the codes of languages that are known well enough to be meant in small letters, too
_SHORTEST = 4  # letters of their names


def places(text: str) -> Iterator[Found]:
    """Find the places that a request names, each by its own words, an adjective by the name of its place."""
    for one in (*named_places(text), *_cities_between_signs(text)):
        said = " ".join(text[one.start : one.end].split())
        if one.place.level == "city" and said.islower() and is_english(said) and not _is_surely_a_city(text, one):
            continue  # “from the bank”, “to hire”, and not “in munich”
        value = one.place.name if one.adjective or one.begins else said
        if journey := _JOURNEY.search(text, max(0, one.start - _FURTHEST), one.start):
            easily = _EASILY.match(text, one.end)
            end = easily.end() if easily else one.end
            yield Found(journey.start(), end, Requirement("place", value, near=True), UNMEASURED)
            continue
        if away := _DISTANCE.search(text, max(0, one.start - _FURTHEST), one.start):
            km = round(float(away["much"]) * (_MILE if away["unit"].lower().startswith("mi") else 1), 1)
            low, high = (None, km) if away["within"] else (km, None)
            yield Found(away.start(), one.end, Requirement("place", value, low=low, high=high, near=True))
            continue
        part = None if one.adjective else _PART.search(text, max(0, one.start - _LONGEST), one.start)
        start, assumed = part.start() if part else one.start, ""
        if one.place.name in landscapes():
            assumed = f"taken for the countries around it: {_countries_of(one.place)}"
        elif one.adjective:
            assumed = f"taken for people in {value}"
        people = one.adjective and comparable(said) in peoples()
        yield Found(start, one.end, Requirement("place", value), assumed, one.adjective, people)


def parts_of_places(text: str, asked: Sequence[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], str]]:
    """Give where words before a place that is `asked` for name a part of it that is not known by itself, and why they
    are not used: “*South* India”."""
    for one in named_places(text):
        part = None if one.adjective else _PART.search(text, max(0, one.start - _LONGEST), one.start)
        if part and any(start <= part.start() and one.end <= end for start, end in asked):
            whole = text[one.start : one.end]
            end = len(text[: one.start].rstrip())
            yield (part.start(), end), f"no such part is known, so that all of {whole} is taken"


def _cities_between_signs(text: str) -> Iterator[NamedPlace]:
    """Find large cities that stand by themselves behind a comma: “marine biologist, *Brighton*, Thursdays”."""
    known = {one.start for one in named_places(text)}
    for said in _BETWEEN_SIGNS.finditer(text):
        name = said["name"]
        place = place_of(name) if said.start("name") not in known else None
        fits = place is not None and place.level == "city" and place.population >= LARGE
        if place and fits and comparable(place.name) == comparable(name) and stands_alone(comparable(name)):
            yield NamedPlace(*said.span("name"), place)


def _is_surely_a_city(text: str, one: NamedPlace) -> bool:
    """Whether a name in small letters is for sure one of a city: “in munich”, “dentist, berlin”."""
    alone = one.place.population >= 3 * LARGE and _BEFORE_ALONE.search(text, max(0, one.start - _LONGEST), one.start)
    if alone and _BEHIND_ALONE.match(text, one.end):
        return True
    return one.place.population >= LARGE and bool(_BESIDE.search(text, max(0, one.start - _LONGEST), one.start))


def is_landscape(value: str) -> bool:
    """Whether a place is named by mountains, a sea, a river: it stands for what lies around it."""
    return any(one.place.name in landscapes() for one in named_places(value))


def _countries_of(place: Place) -> str:
    """Return the countries that a place is made of, as they are read out."""
    named = [countries()[code].name for code in place.codes]
    return " and ".join(filter(None, [", ".join(named[:-1]), named[-1]]))


def said_again(text: str, request: str) -> Iterator[Found]:
    """Find where a place is meant that was named before, “an adviser from the region”; column “” where none was."""
    for one in _AGAIN.finditer(text):
        before = [place for place in named_places(request) if place.end <= one.start() and not place.adjective]
        if before:
            value = " ".join(request[before[-1].start : before[-1].end].split())
            yield Found(*one.span("what"), Requirement("place", value), f"taken for {value}, which was named before")
        else:
            yield Found(*one.span(), Requirement("column", ""))


def languages(text: str) -> Iterator[Found]:
    """Find names of languages as they stand in a request, and “francophone” with its like."""
    for word in tokens(text):
        speakers = word_map("speakers", "language").get(word.word)
        code = "" if speakers else language_code(word.word)
        common = len(code) == _COMMON and len(word.word) >= _SHORTEST
        if speakers or (code and (common or text[word.start].isupper())):
            wanted = Requirement("language", speakers or word.word.title())
            yield Found(word.start, word.end, wanted, adjective=bool(speakers))
            continue
        is_name = not code and text[word.start].isupper() and comparable(word.word) not in names()
        if meant := is_name and misspelt_language(word.word):
            yield Found(word.start, word.end, Requirement("language", meant), f"read as “{meant}”")


def languages_and_places(text: str) -> list[Found]:
    """“French” is a language and a place; both stand, the parser takes the one that fits."""
    tongues = {one.start: one for one in languages(text)}
    lands = {one.start: one for one in places(text)}
    found: list[Found] = []
    for start, tongue in tongues.items():
        land = lands.pop(start, None)
        if land and (land.end > tongue.end or land.people):  # “Francophone Africa”, “Danes”
            found.append(land)
            continue
        found.append(replace(tongue, other=land) if land else tongue)
    return [*found, *lands.values()]
