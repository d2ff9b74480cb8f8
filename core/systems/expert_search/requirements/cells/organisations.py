"""Who is with an organisation: by the column, else by what their texts say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from core.language.lexicon import rows
from core.language.names import plain_name
from core.language.terms import analyse
from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.cells.mentions import is_denied, mentions, terms_of
from core.systems.expert_search.requirements.cells.skills import as_written, phrases
from core.systems.expert_search.requirements.cells.table import PARTLY, UNKNOWN, Table
from core.systems.expert_search.requirements.requirement import Requirement


def organisation_cells(people: People, table: Table, requirement: Requirement) -> Mapping[str, Cell]:
    """Return a cell for each person. “ministry” is met by any ministry.

    Headline and texts tell where the column is empty; where it names another organisation they tell of work with one:
    partly, and where it is excluded the headline alone.
    """
    wanted, exact = kinds_of(requirement.value), as_written(requirement.value)
    unsaid = not _unsaid().isdisjoint(wanted)
    cells = table.judged("organisation", lambda cell: _by_column(cell, wanted, exact, unsaid))
    open_to = ("not known",) if requirement.excluded else ("not known", "not met")
    among = {person for person, cell in cells.items() if cell.status in open_to}
    said = mentions(people, wanted, lambda sentence, at: not is_denied(sentence, at), among)
    if requirement.excluded:
        headlines = zip(table.ids, table.column("headline"), strict=True)
        cells |= {person: Cell("met", 1.0, line, person) for person, line in headlines if _holds(line, wanted)}
    return cells | {
        person: Cell("met", 1.0, one.words, one.document)
        if cells[person].status == "not known"
        else Cell("partly", PARTLY, one.words, one.document)
        for person, one in said.items()
    }


def organisations_holding(people: People, wanted: Sequence[Sequence[str]]) -> dict[str, str]:
    """Return the people whose organisation has a name with all terms of a phrase, with that name."""
    return {one.id: one.organisation for one in people.experts.values() if _holds(one.organisation, wanted)}


def _by_column(cell: str, wanted: Sequence[Sequence[str]], exact: re.Pattern[str] | None, unsaid: bool) -> Cell:
    if not cell:
        return UNKNOWN
    if _holds(cell, wanted) or (exact and exact.search(cell)):
        return Cell("met", 1.0, cell)
    if unsaid and not _holds(cell, _same_kind()):
        return Cell("not known", 0.0, cell)
    return Cell("not met", 0.0, cell)


def _holds(text: str, wanted: Iterable[Sequence[str]]) -> bool:
    held = terms_of(text)
    return any(held.issuperset(terms) for terms in wanted)


def kinds_of(written: str) -> list[tuple[str, ...]]:
    """Return the terms of an organisation, and of all words for the same kind: freelance, self-employed."""
    own = phrases(written)
    return list(dict.fromkeys([*own, *(other for one in own for other in _same_kind().get(one, ()))]))


def is_kind(word: str) -> bool:
    """Whether a word is one for a kind of organisation that people work for: bank, ministry."""
    return any(one in _same_kind() for one in phrases(word))


@cache
def kinds_in_words() -> Mapping[str, str]:
    """Return the kinds of organisations that are called by several words, as they are compared, to as written."""
    written = [word for row in rows("organisation_words") for word in row["words"].split("|")]
    several = [word for word in reversed(written) if " " in plain_name(word)]
    return {plain_name(word + ending): word for ending in ("s", "") for word in several}


@cache
def _same_kind() -> Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    groups = [(_terms(row["words"]), _terms(f"{row['words']}|{row['also']}")) for row in rows("organisation_words")]
    return {one: group for words, group in groups for one in words}


@cache
def _unsaid() -> frozenset[tuple[str, ...]]:
    return frozenset(one for row in rows("organisation_words") if row["unsaid"] for one in _terms(row["words"]))


def _terms(words: str) -> tuple[tuple[str, ...], ...]:
    return tuple(terms for word in words.split("|") if (terms := tuple(analyse(word))))
