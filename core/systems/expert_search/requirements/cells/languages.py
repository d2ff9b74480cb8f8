"""Who speaks a language: by the column, else by what their texts say; where both are silent a hint, no more."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from core.language.atlas import countries
from core.language.gazetteer import places_of
from core.language.language_names import language_code
from core.language.lexicon import alternatives, word_groups
from core.language.names import plain_name, without_accents
from core.language.terms import analyse
from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.cells.mentions import is_denied, mentions
from core.systems.expert_search.requirements.cells.table import PARTLY, UNKNOWN, Table
from core.systems.expert_search.requirements.requirement import Requirement

_BETWEEN = re.compile(r"[;,/|&\n]|\s(?:and|und|et|y|e)\s")

_BESIDE = 4  # words between a language and the word that says that it is spoken


def language_cells(people: People, table: Table, requirement: Requirement) -> Mapping[str, Cell]:
    """Return a cell for each person."""
    wanted = requirement.value
    cells = table.judged("languages", lambda cell: _by_column(cell, wanted))
    open_to = ("not known",) if requirement.excluded else ("not known", "not met")
    among = {person for person, cell in cells.items() if cell.status in open_to}
    said = mentions(people, [analyse(wanted)], lambda sentence, at: _says(sentence, wanted), among)
    hints = table.judged("location", lambda cell: _hint(cell, wanted))
    silent = {person: hints[person] for person in among if cells[person] is UNKNOWN}
    return {**cells, **silent, **{person: Cell("met", 1.0, one.words, one.document) for person, one in said.items()}}


def is_official(cell: str, wanted: str) -> str:
    """Return the country of a cell of places where a language is official, "" where there is none."""
    from babel.languages import get_official_languages

    code = language_code(wanted)
    for place in places_of(cell) if code else ():
        for country in place.countries if place.level != "region" else ():
            if code in get_official_languages(country, de_facto=True):
                return countries()[country].name
    return ""


def _by_column(cell: str, wanted: str) -> Cell:
    items = [item for item in _BETWEEN.split(cell) if _words(item)]
    judged = {_by_item(item, wanted) for item in items}
    if "met" in judged:
        return Cell("met", 1.0, cell)
    if "partly" in judged:
        return Cell("partly", PARTLY, cell)
    if not items:
        return UNKNOWN
    known = any(map(_language_of, items)) and not any(_is_foreign(item) for item in items)
    return Cell("not met" if known else "not known", 0.0, cell)


def _is_foreign(item: str) -> bool:
    """Whether an item is no known language and written in another script: it may be any."""
    return not _language_of(item) and any(letter.isalpha() and letter > "\u024f" for letter in without_accents(item))


@lru_cache(maxsize=50_000)
def _by_item(item: str, wanted: str) -> str:
    """Judge one of several languages, with how well it is known: “French (basic)” is partly."""
    said, asked = _words(item), _words(wanted)
    code = language_code(wanted)
    if not (asked <= said or (code and _language_of(item) == code)):
        return ""
    words = said - asked
    if words & word_groups("language_words")["not"]:
        return ""
    return "partly" if words & word_groups("language_words")["a little"] else "met"


def _words(text: str) -> frozenset[str]:
    return frozenset(plain_name(text).split())


@lru_cache(maxsize=20_000)
def _language_of(item: str) -> str:
    """Return the code of the language that an item begins with, the longest name."""
    words = plain_name(item).split()
    names = (" ".join(words[:length]) for length in range(min(4, len(words)), 0, -1))
    return next((code for name in names if (code := language_code(name))), "")


def _says(sentence: str, wanted: str) -> bool:
    """Whether a sentence says that somebody speaks a language: “fluent in French”, “speaks Wolof and French”, and not
    “French-speaking Africa”. Only other languages and a few words stand between."""
    name = re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", sentence, re.IGNORECASE)
    if not name or is_denied(sentence, name.start()) or re.match(r"[-‐‑–]", sentence[name.end() :]):
        return False
    before = [match.end() for match in _speaks().finditer(sentence, 0, name.start())]
    after = _speaks().search(sentence, name.end())
    return (bool(before) and _is_short(sentence[before[-1] : name.start()])) or (
        after is not None and _is_short(sentence[name.end() : after.start()])
    )


def _is_short(between: str) -> bool:
    """Whether few words stand there that are no languages."""
    return sum(not language_code(word) for word in re.findall(r"\w+", between)) <= _BESIDE


@lru_cache(maxsize=20_000)
def _hint(cell: str, wanted: str) -> Cell:
    country = is_official(cell, wanted) if cell else ""
    return Cell("not known", 0.0, f"{wanted} is an official language of {country}") if country else UNKNOWN


@cache
def _speaks() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{alternatives(word_groups('language_words')['speaks'])})(?!\w)", re.IGNORECASE)
