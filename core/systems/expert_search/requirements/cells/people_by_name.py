"""Who is asked for by name: the words of a name in any order, without accents."""

from __future__ import annotations

from collections.abc import Mapping

from core.language.lexicon import word_groups
from core.language.names import plain_name
from core.language.spelling import letters_between
from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.cells.table import PARTLY, Table
from core.systems.expert_search.requirements.requirement import Requirement

_FEWEST = 2  # words of a name of which one may be spelt otherwise
_TITLES = word_groups("abbreviations")["before a name"]


def person_cells(people: People, table: Table, requirement: Requirement) -> Mapping[str, Cell]:
    """Return a cell for each person: met by all words of a name or by the id, partly by a name spelt nearly so."""
    cells = dict.fromkeys(table.ids, Cell("not met", 0.0))
    for given in requirement.any_of:
        cells |= _called(people, table, given.strip())
    return cells


def _called(people: People, table: Table, given: str) -> dict[str, Cell]:
    said = frozenset(plain_name(given).split())
    asked = said - _TITLES or said
    met = {one for one, words in table.names.items() if (asked and asked <= words) or one == given}
    if met or len(asked) < _FEWEST:
        return {one: Cell("met", 1.0, people.experts[one].name) for one in met}
    near = (one for one, words in table.names.items() if asked & words and _nearly(asked, words))
    return {one: Cell("partly", PARTLY, people.experts[one].name) for one in near}


def _nearly(asked: frozenset[str], words: frozenset[str]) -> bool:
    """Whether each word of a name is there, be it spelt a little otherwise or as its initial."""
    return all(any(_is_near(one, word) for word in words) for one in asked)


def _is_near(one: str, other: str) -> bool:
    return letters_between(one, other) is not None or (min(len(one), len(other)) == 1 and one[0] == other[0])
