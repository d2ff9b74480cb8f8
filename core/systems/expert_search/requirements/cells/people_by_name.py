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

_TITLES = word_groups("abbreviations")["before a name"]


def person_cells(people: People, table: Table, requirement: Requirement) -> Mapping[str, Cell]:
    """Return a cell for each person: met by all words of the name or by the id, partly by a name spelt nearly so."""
    said = frozenset(plain_name(requirement.value).split())
    asked = said - _TITLES or said
    given = requirement.value.strip()
    cells = dict.fromkeys(table.ids, Cell("not met", 0.0))
    met = {one for one, words in table.names.items() if (asked and asked <= words) or one == given}
    cells |= {one: Cell("met", 1.0, people.experts[one].name) for one in met}
    if not met and len(asked) > 1:
        near = (one for one, words in table.names.items() if asked & words and _nearly(asked, words))
        cells |= {one: Cell("partly", PARTLY, people.experts[one].name) for one in near}
    return cells


def _nearly(asked: frozenset[str], words: frozenset[str]) -> bool:
    """Whether each word of a name is there, be it spelt a little otherwise or as its initial."""
    return all(any(_is_near(one, word) for word in words) for one in asked)


def _is_near(one: str, other: str) -> bool:
    return letters_between(one, other) is not None or (min(len(one), len(other)) == 1 and one[0] == other[0])
