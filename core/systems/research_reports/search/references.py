"""The references that an analyst brought as BibTeX or RIS: kept for their owner, searched as a shelf."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.codec import from_state, to_state
from core.errors import InputError
from core.retrieval.embedder import Embedder
from core.sources.papers import Paper
from core.sources.references import read_references
from core.stores.folders import Folders, fresh, read_json, write_json
from core.systems.research_reports.search.shelves import PaperShelf, as_own

_PAPERS = "papers.json"


@dataclass(frozen=True)
class References:
    """The card of a file: how many references it had, and how many of them have an abstract to report from."""

    id: str
    name: str
    created: str
    papers: int
    with_abstract: int


def add_references(folder: Path, name: str, data: bytes) -> tuple[References, list[str]]:
    """Keep the references of a file; the card, and what in the file could not be read, a sentence each.

    Raises `InputError` for a file that is neither BibTeX nor RIS or holds no reference, `StoreError` without room.
    """
    read = read_references(data, name)
    if not read.papers:
        raise InputError(f"Nothing in {name} could be used. {' '.join(read.problems[:3])}".strip())
    id, created = fresh()
    with_abstract = sum(bool(paper.abstract) for paper in read.papers)
    card = References(id, name, created, len(read.papers), with_abstract)
    _kept(folder).add(card, lambda place: write_json(place / _PAPERS, to_state(read.papers, list[Paper])))
    return card, read.problems


def references_of(folder: Path) -> list[References]:
    """This owner's files, newest first."""
    return _kept(folder).all()


def remove_references(folder: Path, id: str) -> None:
    """Undo `add_references`; one that is not there is no error."""
    _kept(folder).remove(id)


def open_references(folder: Path, embedder: Embedder) -> list[PaperShelf]:
    """A shelf for each file of this owner. Raises `InputError` for one that is damaged."""
    return [_open(_kept(folder).place(card.id), card.id, card.name, embedder) for card in references_of(folder)]


@lru_cache(maxsize=32)
def _open(place: Path, id: str, name: str, embedder: Embedder) -> PaperShelf:
    papers = from_state(list[Paper], read_json(place / _PAPERS))
    return PaperShelf(name, as_own(papers, id), embedder)


def _kept(folder: Path) -> Folders[References]:
    return Folders(folder / "references", References)
