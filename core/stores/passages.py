"""Documents cut into passages, and what every store of them can do.

Two stores keep them: `passages_embedded` (one SQLite file; `HybridIndex` finds, in memory) and `passages_postgres`
(pgvector and full text). A search gives the two ranked lists before they are fused, so that a page can weigh them anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from core.documents.chunking import Part, part_of
from core.errors import InputError
from core.retrieval.embedder import Vectors
from core.retrieval.fusion import Found


@dataclass(frozen=True)
class Document:
    """A file that was read: `id` is the hash of its content, so that the same content is kept once."""

    id: str
    name: str
    kind: str  # "markdown", "text", "html", "pdf", "docx", "csv"
    language: str  # ISO 639-1, "" when it cannot be told
    encoding: str
    characters: int
    added: str  # ISO 8601, UTC


@dataclass(frozen=True)
class Passage:
    """A piece of a document: characters `start` to `end` of its text, under the headings that lead to it.

    `page` counts from 1 in documents that have pages, and is 0 in others. `parts` are the blocks it is made of; those
    of passages that an earlier release cut are not known.
    """

    id: str  # "<document id>:<place>"
    document: str
    place: int  # which passage of its document, from 0
    text: str
    start: int
    end: int
    headings: tuple[str, ...] = ()
    page: int = 0
    parts: tuple[Part, ...] = ()

    @property
    def context(self) -> str:
        """The text that is embedded and searched: the headings, then the passage."""
        return "\n".join([" › ".join(self.headings), self.text]) if self.headings else self.text


@dataclass(frozen=True)
class IndexCard:
    """What an index is made of; a model other than the embedder's own means that it must be made anew."""

    model: str
    dimensions: int
    documents: int
    passages: int
    changed: str  # ISO 8601, UTC
    digest: str  # of all passage ids: two indexes with one digest hold the same


class Passages(Protocol):
    """One collection in one store. Operations raise `StoreError` in words; a reader is never disturbed by a writer."""

    @property
    def kind(self) -> str:
        """Which store it is, for the screen."""

    def add(
        self, document: Document, text: str, passages: Sequence[Passage], vectors: Vectors, instead_of: str = ""
    ) -> bool:
        """Keep a document with its whole text, its passages and the vectors [n, 384] of their contexts, all or none.

        `instead_of` is the id of a document, perhaps its own, which goes in the same moment if it is there. False, and
        nothing else changes, when this content is there already.
        """

    def remove(self, document: str) -> None:
        """Remove a document with its passages; one that is not there is no error."""

    def documents(self) -> list[Document]:
        """All documents, by name."""

    def text(self, document: str) -> str:
        """Return the whole text of a document, into which the offsets of its passages point. Raises `InputError`."""

    def passages(self, document: str) -> list[Passage]:
        """Return the passages of a document, in order."""

    def get(self, ids: Sequence[str]) -> list[Passage]:
        """Return these passages, in this order, without those that are gone."""

    def search(self, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return what the two searches find, best first: `Found("vectors", "vector", …)` and `Found("text", "keyword",
        …)`."""

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """How many passages hold each of these terms (`core.language.terms`), headings included; 0 where none does."""

    def card(self) -> IndexCard:
        """Return what the index is made of."""

    def check(self) -> None:
        """Try the store. Raises `StoreError` in words."""

    def clear(self) -> None:
        """Remove the whole collection from the store."""

    def close(self) -> None:
        """Let go of files and connections; nothing may be asked of it afterwards."""


# --- what both stores share -------------------------------------------------------------------------------------------


def check_added(document: Document, text: str, passages: Sequence[Passage], vectors: Vectors, dimensions: int) -> None:
    """Raise `ValueError` unless passages, offsets, ids and vectors belong together: a mistake of the caller."""
    if vectors.shape != (len(passages), dimensions):
        raise ValueError(f"{len(passages)} passages need vectors of {dimensions} numbers each, not {vectors.shape}")
    for index, one in enumerate(passages):
        if (one.id, one.document, one.place) != (f"{document.id}:{index}", document.id, index):
            raise ValueError(f"passage {one.id} does not stand at place {index} of document {document.id}")
        if text[one.start : one.end] != one.text:
            raise ValueError(f"characters {one.start} to {one.end} of the document are not the text of {one.id}")


def parts_to_text(parts: Sequence[Part]) -> str:
    """Write the parts of a passage as a store keeps them: JSON."""
    return json.dumps(parts)


def parts_from_text(text: str) -> tuple[Part, ...]:
    """Return what `parts_to_text` wrote."""
    return tuple(map(part_of, json.loads(text)))


def place_of(id: str) -> tuple[str, int] | None:
    """Return the document and the place that the id of a passage names; None for what is no such id."""
    document, _, place = id.rpartition(":")
    return (document, int(place)) if may_be_id(document) and place.isdecimal() and len(place) < 10 else None


def may_be_id(text: str) -> bool:
    """Whether a store can have a document of this id at all; half surrogate pairs and NUL characters none can hold."""
    return bool(text) and "\0" not in text and text == text.encode(errors="replace").decode()


def not_here() -> InputError:
    """Say that a document is not there."""
    return InputError("This document is not here.", "It may have been removed.")


def combined_digest(digest: str, ids: Sequence[str], removed: bool = False) -> str:
    """Return the digest of an index after passages came or went; the order in which they came does not matter.

    The sum of the ids' hashes: nothing needs to be read again but what changes.
    """
    change = sum(int.from_bytes(hashlib.sha256(id.encode()).digest()[:16]) for id in ids)
    return f"{(int(digest or '0', 16) + (-change if removed else change)) % 2**128:032x}"


def refuse_other_model(made_by: str, used: str) -> None:
    """Raise `InputError` when vectors of two models would meet: their numbers mean different things."""
    if made_by not in ("", used):
        raise InputError(
            f"This collection was indexed by the model {made_by}, and the model is now {used}.", "Index it anew."
        )
