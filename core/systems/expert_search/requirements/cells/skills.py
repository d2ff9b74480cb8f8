"""Who has a skill by name: in the column, in what they say, or nearly so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice, product

from rapidfuzz import process
from rapidfuzz.distance import OSA

from core.language.dictionary import spellings
from core.language.spelling import letters_allowed
from core.language.terms import analyse
from core.language.tokens import words
from core.systems.expert_search.people.records import People
from core.systems.expert_search.people.titles import MOST_INITIALS, initials, is_abbreviation
from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.cells.mentions import is_denied, mentions, terms_of
from core.systems.expert_search.requirements.cells.table import PARTLY, UNKNOWN, Table
from core.systems.expert_search.requirements.requirement import Requirement

_EITHER = re.compile(r"\s+or\s+|\s/\s|;|\|")
_ALL = re.compile(r"(?:\s*,\s*|\s+)(?:and|&|plus)\s+|\s*,\s*", re.IGNORECASE)
ITEMS = re.compile(r"[;,|\n•]")
_VARIANTS = 8
_FEWEST = 2  # words of a skill of which people write the initials


def skill_cells(people: People, table: Table, requirement: Requirement) -> Mapping[str, Cell]:
    """Return a cell for each person: met by column, headline and texts, partly where it is spelt nearly so.

    Where nobody has “leasing and telematics” in one, it is met by who has both, and partly by who has one of them.
    """
    cells, parts = _cells(people, table, requirement.value), _ALL.split(requirement.value)
    if parts == [requirement.value] or any(cell.value for cell in cells.values()):
        return cells
    each = [_cells(people, table, part) for part in parts]
    return {person: _all_of([one[person] for one in each]) for person in cells}


def _all_of(cells: Sequence[Cell]) -> Cell:
    value = sum(cell.value for cell in cells) / len(cells)
    if not value:
        return cells[0]
    words = "; ".join(dict.fromkeys(cell.words for cell in cells if cell.words))
    document = next(cell.document for cell in cells if cell.value)
    return Cell("met" if all(cell.status == "met" for cell in cells) else "partly", value, words, document)


def _cells(people: People, table: Table, value: str) -> dict[str, Cell]:
    wanted = [phrase for either in _EITHER.split(value) for phrase in phrases(either)]
    silent, lacks = UNKNOWN, Cell("not met", 0.0)
    cells = {
        expert.id: lacks if expert.skills or expert.bio or expert.headline else silent
        for expert in people.experts.values()
    }
    found = in_column(people, wanted) | _abbreviated(people, table, value)
    if exact := as_written(value):
        found = {person: item for person, item in reversed(list(_items(table))) if exact.search(item)}
    rest = cells.keys() - found.keys()
    said = mentions(people, wanted, lambda sentence, at: not is_denied(sentence, at), rest)
    near = {} if found or said else _nearly(table, value)
    return {
        **cells,
        **{person: Cell("partly", PARTLY, item, person) for person, item in near.items()},
        **{person: Cell("met", 1.0, one.words, one.document) for person, one in said.items()},
        **{person: Cell("met", 1.0, item, person) for person, item in found.items()},
    }


def phrases(written: str) -> list[tuple[str, ...]]:
    """Return the analysed terms of a phrase in all its spellings: organisation, organization."""
    variants = [
        dict.fromkeys(tuple(analyse(one)) for one in spellings(word)) for word in words(written) if analyse(word)
    ]
    made = (tuple(chain.from_iterable(one)) for one in islice(product(*variants), _VARIANTS))
    return [phrase for phrase in dict.fromkeys((tuple(analyse(written)), *made)) if phrase]


def as_written(written: str) -> re.Pattern[str] | None:
    """Return how a word that no search finds is found, as it is written: IT, WHO; None for all that searches find."""
    return (
        None if analyse(written) or not written.strip() else re.compile(rf"(?<!\w){re.escape(written.strip())}(?!\w)")
    )


def in_column(people: People, wanted: Sequence[Sequence[str]]) -> dict[str, str]:
    """Return the people whose headline or one of whose skills holds all terms of a phrase, with that, verbatim."""
    found: dict[str, str] = {}
    for terms in wanted:
        for document, person in people.documents_holding(terms):
            if document == person and person not in found:
                expert = people.experts[person]
                items = (*ITEMS.split(expert.skills), expert.headline)
                held = next((item.strip() for item in items if set(terms) <= terms_of(item)), "")
                if held and not is_denied(held, len(held)):
                    found[person] = held
    return found


def _abbreviated(people: People, table: Table, written: str) -> dict[str, str]:
    """Return who has a phrase of these initials among the skills; or the initials of this phrase, in capitals."""
    if is_abbreviation(written):
        return _with_initials(table).get(written.lower(), {})
    short = initials(written)
    if not _FEWEST <= len(short) <= MOST_INITIALS:
        return {}
    mine = re.compile(rf"(?<!\w){short.upper()}(?!\w)")
    return {
        person: item.strip()
        for document, person in people.documents_holding(analyse(short))
        if document == person
        for item in ITEMS.split(people.experts[person].skills)
        if mine.search(item)
    }


@lru_cache(maxsize=4)
def _with_initials(table: Table) -> dict[str, dict[str, str]]:
    """By initials, who has a skill that has them."""
    found: dict[str, dict[str, str]] = {}
    for person, item in _items(table):
        if " " in item or "-" in item:
            found.setdefault(initials(item), {}).setdefault(person, item)
    return found


@lru_cache(maxsize=4)
def _by_item(table: Table) -> dict[str, list[str]]:
    """Who has a skill, by how it is written in small letters."""
    found: dict[str, list[str]] = {}
    for person, item in _items(table):
        found.setdefault(item.lower(), []).append(person)
    return found


def _items(table: Table) -> Iterator[tuple[str, str]]:
    for person, skills in zip(table.ids, table.column("skills"), strict=True):
        for item in ITEMS.split(skills):
            if item.strip():
                yield person, item.strip()


def _nearly(table: Table, written: str) -> dict[str, str]:
    """Return who has a skill that is spelt nearly so, by a letter or two of a long word."""
    allowed = letters_allowed(len(written))
    if not allowed:
        return {}
    items = _by_item(table)
    like = process.extract(written.lower(), list(items), scorer=OSA.distance, score_cutoff=allowed, limit=5)
    return {person: item for item, _, _ in reversed(like) for person in items[item]}
