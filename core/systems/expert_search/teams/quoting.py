"""What shows that somebody meets something, quoted with where it stands."""

from __future__ import annotations

from typing import NamedTuple

from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.cell import LIKELY, Cell, Coverage
from core.systems.expert_search.requirements.cells.mentions import nearest_sentence, terms_of
from core.systems.expert_search.requirements.cells.skills import phrases
from core.systems.expert_search.requirements.requirement import Requirement


class Quotation(NamedTuple):
    """Words that show something, of a `document` by its id, and what that is called: a profile, or a question."""

    words: str
    document: str
    source: str


def quotation(coverage: Coverage, one: Requirement, cell: Cell, person: str) -> Quotation:
    """Return what shows a cell. Of a topic that is met or likely it is the words of the cell where they hold all of it,
    and else what the person says nearest to it in meaning."""
    people, words, document = coverage.people, cell.words, cell.document
    if people is None or person not in people.experts:
        return Quotation(words, document, "")
    if one.is_topic and cell.value >= LIKELY and not _holds_all(words, one.value):
        own = dict.fromkeys((document, person) if document in people.answers else (person,))
        nearest = nearest_sentence(people, one.value, own)
        words, document = nearest.words, nearest.document
    return Quotation(words, document, _source(people, document) if words else "")


def _holds_all(words: str, topic: str) -> bool:
    held = terms_of(words)
    return any(held.issuperset(terms) for terms in phrases(topic))


def _source(people: People, document: str) -> str:
    if answer := people.answers.get(document):
        return ": ".join(filter(None, (answer.project or "Project answer", answer.question)))
    return "Profile" if document in people.experts else ""
