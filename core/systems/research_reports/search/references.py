"""The references that an analyst brought as BibTeX or RIS: kept for their owner, searched as a shelf."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.codec import from_state, to_state
from core.errors import InputError
from core.own_data import Lent, OwnData
from core.retrieval.embedder import Embedder
from core.sources.papers import Paper
from core.sources.references import read_references
from core.stores.uploads import Kind, fresh, read_json, write_json
from core.systems.research_reports.search.shelves import PaperShelf, as_own
from core.tables import RowProblem

_PAPERS = "papers.json"


@dataclass(frozen=True)
class References:
    """The card of a file: how many references it had, and how many of them have an abstract to report from."""

    id: str
    name: str
    created: str
    papers: int
    with_abstract: int


def add_references(folder: Path, name: str, data: bytes) -> tuple[References, list[RowProblem]]:
    """Keep the references of a file; the card, and the records that could not be read.

    Raises `InputError` for a file that is neither BibTeX nor RIS or holds no reference, `StoreError` without room.
    """
    read = read_references(data, name)
    if not read.papers:
        reasons = "; ".join(f"line {problem.row}: {problem.reason}" for problem in read.problems[:3])
        raise InputError(f"Nothing in {name} could be used{f': {reasons}' if reasons else ''}.")
    id, created = fresh()
    with_abstract = sum(bool(paper.abstract) for paper in read.papers)
    card = References(id, name, created, len(read.papers), with_abstract)
    REFERENCES.uploads(folder).add(card, lambda place: write_json(place / _PAPERS, to_state(read.papers, list[Paper])))
    return card, read.problems


def open_references(lent: Lent) -> list[PaperShelf]:
    """Return a shelf for each file of this owner. Raises `InputError` for one that is damaged."""
    return [REFERENCES.open(lent, card.id) for card in REFERENCES.uploads(lent.folder).all()]


def _read(lent: Lent, card: References) -> PaperShelf:
    return _open(REFERENCES.uploads(lent.folder).path(card.id), card.id, card.name, lent.embedder)


@lru_cache(maxsize=32)
def _open(place: Path, id: str, name: str, embedder: Embedder) -> PaperShelf:
    papers = from_state(list[Paper], read_json(place / _PAPERS))
    return PaperShelf(name, as_own(papers, id), embedder)


REFERENCES = OwnData(Kind("references", References), "file of references", _read)
