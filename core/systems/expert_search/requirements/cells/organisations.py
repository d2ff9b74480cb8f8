"""Who is with an organisation: by the column, else by what their texts say."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from core.language.lexicon import rows
from core.language.terms import analyse
from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.cells.mentions import is_denied, mentions, terms_of
from core.systems.expert_search.requirements.cells.skills import as_written, phrases
from core.systems.expert_search.requirements.cells.table import PARTLY, UNKNOWN, Table
from core.systems.expert_search.requirements.requirement import Requirement


def organisation_cells(people: People, table: Table, requirement: Requirement) -> Mapping[str, Cell]:
    """Return a cell for each person. “ministry” is met by any ministry.

    Texts tell where the column is empty; where it names another organisation they tell of work with one: partly, and
    nothing where it is excluded.
    """
    wanted, exact = _kinds(requirement.value), as_written(requirement.value)
    cells = table.judged("organisation", lambda cell: _by_column(cell, wanted, exact))
    open_to = ("not known",) if requirement.excluded else ("not known", "not met")
    among = {person for person, cell in cells.items() if cell.status in open_to}
    said = mentions(people, wanted, lambda sentence, at: not is_denied(sentence, at), among)
    return cells | {
        person: Cell("met", 1.0, one.words, one.document)
        if cells[person].status == "not known"
        else Cell("partly", PARTLY, one.words, one.document)
        for person, one in said.items()
    }


def _by_column(cell: str, wanted: Sequence[Sequence[str]], exact: re.Pattern[str] | None) -> Cell:
    if not cell:
        return UNKNOWN
    held = terms_of(cell)
    if any(held.issuperset(terms) for terms in wanted) or (exact and exact.search(cell)):
        return Cell("met", 1.0, cell)
    return Cell("not met", 0.0, cell)


def _kinds(written: str) -> list[tuple[str, ...]]:
    """Return the terms of an organisation, and of all words for the same kind: freelance, self-employed."""
    own = phrases(written)
    return list(dict.fromkeys([*own, *(other for one in own for other in _same_kind().get(one, ()))]))


@cache
def _same_kind() -> Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    groups = [
        tuple(terms for word in row["words"].split("|") if (terms := tuple(analyse(word))))
        for row in rows("organisation_words")
    ]
    return {one: group for group in groups for one in group}
