"""Who is with an organisation: by the column, else by what their texts say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from core.language.lexicon import alternatives, rows
from core.language.names import plain_name
from core.language.terms import analyse
from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.cells.mentions import is_denied, mentions, terms_of
from core.systems.expert_search.requirements.cells.skills import as_written, phrases
from core.systems.expert_search.requirements.cells.table import PARTLY, UNKNOWN, Table
from core.systems.expert_search.requirements.grammar.phrases import request_words
from core.systems.expert_search.requirements.requirement import Requirement

_AT = re.compile(r"\bat\s+(?:the|an?)\s+(?:[\w-]+\s+){0,2}\Z", re.IGNORECASE)
_WE = re.compile(r"\b(?:I|we|my|our|We|My|Our)\b")


def organisation_cells(people: People, table: Table, requirement: Requirement) -> Mapping[str, Cell]:
    """Return a cell for each person. “ministry” is met by any ministry.

    Where the column tells no employer, words that say where somebody works do, and others that speak of one are a hint,
    as are all where it names another organisation. Who is excluded is so by words that say where they work, and by the
    headline.
    """
    wanted, in_names = kinds_of(requirement.value), in_names_of(requirement.value)
    exact, unsaid = as_written(requirement.value), not _unsaid().isdisjoint(wanted)
    last = requirement.value.split()[-1:]
    kind = in_names_of(last[0]) if last and is_kind(last[0]) else []
    cells = table.judged("organisation", lambda cell: _by_column(cell, in_names, exact, unsaid, kind))
    silent = {person for person, cell in cells.items() if cell.status == "not known"}
    found = {
        person: Cell("met", 1.0, one.words, one.document)
        for person, one in mentions(people, wanted, _says_where_they_work, silent).items()
    }
    if requirement.excluded:
        headlines = zip(table.ids, table.column("headline"), strict=True)
        return (
            cells
            | {person: Cell("met", 1.0, line, person) for person, line in headlines if _is_told(line, wanted, unsaid)}
            | found
        )
    among = silent.difference(found) | {person for person, cell in cells.items() if cell.status == "not met"}
    said = mentions(people, wanted, lambda sentence, at: not is_denied(sentence, at), among)
    hints = {person: Cell("partly", PARTLY, one.words, one.document) for person, one in said.items()}
    return cells | hints | found


def organisations_holding(people: People, wanted: Sequence[Sequence[str]]) -> dict[str, str]:
    """Return the people whose organisation has a name with all terms of a phrase, with that name."""
    return {one.id: one.organisation for one in people.experts.values() if _holds(one.organisation, wanted)}


def _by_column(
    cell: str,
    wanted: Sequence[Sequence[str]],
    exact: re.Pattern[str] | None,
    unsaid: bool,
    kind: Sequence[Sequence[str]],
) -> Cell:
    if not cell:
        return UNKNOWN
    if _holds(cell, wanted) or (exact and exact.search(cell)):
        return Cell("met", 1.0, cell)
    if _holds(cell, kind):  # any institute, where a public one is wanted
        return Cell("partly", PARTLY, cell)
    if unsaid and not _holds(cell, _same_kind()):
        return Cell("not known", 0.0, cell)
    return Cell("not met", 0.0, cell)


def _is_told(headline: str, wanted: Sequence[Sequence[str]], unsaid: bool) -> bool:
    """Whether a headline tells of an organisation; of a kind that is called by everyday words only by its name."""
    return not unsaid and _holds(headline, wanted)


def _says_where_they_work(sentence: str, at: int) -> bool:
    """Whether words before an organisation say that somebody works there: “I work at a …”, “my …”, “at the … we”."""
    before = sentence[:at]
    works = _works_at().search(before) or (_AT.search(before) and _WE.search(sentence))
    return works is not None and not is_denied(sentence, at)


def _holds(text: str, wanted: Iterable[Sequence[str]]) -> bool:
    held = terms_of(text)
    return any(held.issuperset(terms) for terms in wanted)


def kinds_of(written: str) -> list[tuple[str, ...]]:
    """Return the terms of an organisation, and of all words for the same kind: freelance, self-employed; “industry”
    means a company, and is no word of its own."""
    own = [_meant().get(one, one) for one in phrases(written)]
    return list(dict.fromkeys([*own, *(other for one in own for other in _same_kind().get(one, ()))]))


def in_names_of(written: str) -> list[tuple[str, ...]]:
    """Return the same with what only names of such organisations hold: Ltd, GmbH."""
    wanted = kinds_of(written)
    formed = [row for row in rows("organisation_words") if not set(_terms(row["words"])).isdisjoint(wanted)]
    return [*wanted, *(one for row in formed for one in _terms(row["in_names"]))]


def is_kind(word: str) -> bool:
    """Whether a word is one for a kind of organisation that people work for: bank, ministry."""
    return any(one in _same_kind() for one in phrases(word))


@cache
def kinds_in_words() -> Mapping[str, str]:
    """Return the kinds of organisations that are called by several words, as they are compared, to as written."""
    written = [word for row in rows("organisation_words") if not row["means"] for word in row["words"].split("|")]
    several = [word for word in reversed(written) if " " in plain_name(word)]
    return {plain_name(word + ending): word for ending in ("s", "") for word in several}


@cache
def _works_at() -> re.Pattern[str]:
    employed = alternatives(request_words()["employer"])
    return re.compile(rf"\b(?:my|our|(?:{employed})(?:\s+(?:the|an?))?)\s+(?:[\w-]+\s+){{0,2}}\Z", re.IGNORECASE)


@cache
def _meant() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Return words for a sector by their terms, with those of the kind of organisation that is meant."""
    meant = [row for row in rows("organisation_words") if row["means"]]
    return {one: tuple(analyse(row["means"])) for row in meant for one in _terms(row["words"])}


@cache
def _same_kind() -> Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    kinds = [row for row in rows("organisation_words") if not row["means"]]
    groups = [(_terms(row["words"]), _terms(f"{row['words']}|{row['also']}")) for row in kinds]
    return {one: group for words, group in groups for one in words}


@cache
def _unsaid() -> frozenset[tuple[str, ...]]:
    return frozenset(one for row in rows("organisation_words") if row["unsaid"] for one in _terms(row["words"]))


def _terms(words: str) -> tuple[tuple[str, ...], ...]:
    return tuple(terms for word in words.split("|") if (terms := tuple(analyse(word))))
