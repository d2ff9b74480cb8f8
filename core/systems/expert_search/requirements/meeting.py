"""Who meets what: for every person and requirement a cell, with the words that show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.evidence import unsaid
from core.systems.expert_search.requirements.cell import LIKELY, MET, PARTLY, Cell, Coverage, Status
from core.systems.expert_search.requirements.cells.activity import activity_cells
from core.systems.expert_search.requirements.cells.further_columns import column_cells
from core.systems.expert_search.requirements.cells.languages import language_cells
from core.systems.expert_search.requirements.cells.mentions import sentences_holding
from core.systems.expert_search.requirements.cells.organisations import organisation_cells, organisations_holding
from core.systems.expert_search.requirements.cells.people_by_name import person_cells
from core.systems.expert_search.requirements.cells.places import place_cells
from core.systems.expert_search.requirements.cells.skills import in_column, phrases, skill_cells
from core.systems.expert_search.requirements.cells.table import UNKNOWN, Table, either, table_of
from core.systems.expert_search.requirements.cells.years import seniority_cells, years_cells
from core.systems.expert_search.requirements.requirement import Kind, Requirement, Requirements

Qualities = Mapping[str, tuple[float, str]]
"""By person: how likely they know about a topic, 0 … 1, and the document on which that rests."""

_KEPT = 32  # requirements whose cells are kept for a collection
_MOST_UNSAID = 50_000  # people and topics of whom unsaid words are kept
_ORDER: Sequence[Status] = ("not met", "not known", "partly", "met")
_MIRRORED: Mapping[Status, Status] = {"met": "not met", "not met": "met"}


_BY_KIND: Mapping[Kind, Callable[[People, Table, Requirement], Mapping[str, Cell]]] = {
    "skill": skill_cells,
    "place": place_cells,
    "years": years_cells,
    "seniority": seniority_cells,
    "language": language_cells,
    "organisation": organisation_cells,
    "person": person_cells,
    "column": column_cells,
    "activity": activity_cells,
}


def coverage(people: People, requirements: Requirements, qualities: Mapping[str, Qualities]) -> Coverage:
    """Return who meets what. `qualities` are those of the topics, by requirement's id and person; who is missing there
    was not found."""
    cells = {one.id: cells_of(people, one, qualities.get(one.id, {})) for one in requirements.wanted}
    return Coverage(requirements.wanted, cells, people)


def cells_of(people: People, requirement: Requirement, qualities: Qualities) -> Mapping[str, Cell]:
    """Return a cell for each person. What is excluded is met by who has it not, and not known of whom it is not known.

    All but topics are worked out once for each collection.
    """
    kept = table_of(people).kept
    plain = replace(requirement, hard=True, people=0, weight=1.0, role="")
    if requirement.kind != "topic" and (known := kept.get(plain)) is not None:
        return known
    cells = _included(people, requirement, qualities)
    if requirement.excluded:
        distinct = {id(cell): cell for cell in cells.values()}  # most people share a cell with others
        mirrors = {key: mirrored(cell) for key, cell in distinct.items()}
        cells = {person: mirrors[id(cell)] for person, cell in cells.items()}
    if requirement.kind != "topic":
        for old in list(kept)[: max(0, len(kept) + 1 - _KEPT)]:  # other runs keep theirs at the same time
            kept.pop(old, None)
        kept[plain] = cells
    return cells


def mirrored(cell: Cell) -> Cell:
    """Return the cell of the opposite requirement, with the same words."""
    status = _MIRRORED.get(cell.status, cell.status)
    value = 0.0 if status == "not known" else 1.0 - cell.value
    return Cell(status, value, cell.words, cell.document)


def _included(people: People, requirement: Requirement, qualities: Qualities) -> Mapping[str, Cell]:
    if requirement.kind == "topic":
        return _topic_cells(people, requirement, qualities)
    if requirement.or_else:
        first, *others = (cells_of(people, one, qualities) for one in requirement.each)
    else:
        judge, table = _BY_KIND[requirement.kind], table_of(people)
        first, *others = (judge(people, table, one) for one in either(requirement))
    for cells in others:
        first = {person: max(cell, cells[person], key=_best_first) for person, cell in first.items()}
    return first


def _best_first(cell: Cell) -> int:
    return _ORDER.index(cell.status)


def _topic_cells(people: People, requirement: Requirement, qualities: Qualities) -> Mapping[str, Cell]:
    """Return a cell for each person, by what was found; an excluded topic is there, too, where headline, skills or the
    name of the organisation hold it. A topic of whose words nobody says any is not known of anybody, and who writes
    some of them nowhere meets it at most in part."""
    terms = phrases(requirement.value)
    named = organisations_holding(people, terms) | in_column(people, terms) if requirement.excluded else {}
    told = named or any(any(people.holding([term]).values()) for one in terms for term in one)
    cells = dict.fromkeys(people.experts, Cell("not met", 0.0) if told else UNKNOWN)
    for person, (quality, document) in qualities.items():
        missing = _unsaid(people, requirement.value, person) if quality >= LIKELY and requirement.is_topic else ()
        is_met = quality >= MET and not missing
        status: Status = "met" if is_met else "partly" if quality >= PARTLY else cells[person].status
        words = _words(people, document, terms) if quality >= PARTLY else ""
        cells[person] = Cell(status, quality, words, document, missing)
    return cells | {person: Cell("met", 1.0, words, person) for person, words in named.items()}


def _unsaid(people: People, topic: str, person: str) -> tuple[str, ...]:
    """Return the words of a topic that somebody writes nowhere; worked out once for each collection."""
    kept, key = table_of(people).unsaid, (topic, person)
    if (words := kept.get(key)) is None:
        if len(kept) >= _MOST_UNSAID:
            kept.clear()
        words = kept[key] = unsaid(people, topic, person)
    return words


def _words(people: People, document: str, phrases: list[tuple[str, ...]]) -> str:
    """Return the sentence of a document that says most of a topic: all of it, or the first."""
    if document not in people.answers and document not in people.experts:
        return ""
    for terms in (*phrases, *((term,) for one in phrases[:1] for term in one)):
        if found := next(sentences_holding(people, document, terms), None):
            return found[0]
    return ""
