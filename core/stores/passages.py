"""Documents cut into passages, and what every store of them can do.

Two stores keep them: `passages_embedded` (one SQLite file; `HybridIndex` finds, in memory) and `passages_postgres`
(pgvector and full text); what both do alike stands in `passages_kept`. A search gives the two ranked lists before they
are fused, so that a page can weigh them anew.

A document has names, and a name has had documents: what comes under a name that is there takes its place, and what was
there is kept as an earlier version, which nothing finds. A document is current while any name holds it. It is found by
words as soon as it is kept, and by meaning once its vectors are there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from core.documents.chunking import Part
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
class Scope:
    """What of a collection is looked at: everything that meets all that is said; what is empty allows all.

    `documents` are names, and folders, which end with "/". Dates are ISO 8601, in UTC; a day counts whole. `as_of`
    shows what was current at that moment, `added_from` and `added_to` what came between two.
    """

    documents: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    added_from: str = ""
    added_to: str = ""
    as_of: str = ""

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> Scope:
        """Return the scope that settings tell, in which tuples are lists."""
        told: dict[str, Any] = {name: value if isinstance(value, str) else tuple(value) for name, value in said.items()}
        return cls(**told)

    def holds(self, document: Document) -> bool:
        """Whether a document is allowed, when it was current at the moment of the scope."""
        named = not self.documents or any(
            document.name.startswith(one) if one.endswith("/") else document.name == one for one in self.documents
        )
        kind = not self.kinds or document.kind in self.kinds
        language = not self.languages or document.language in self.languages
        came = self.added_from <= document.added and (not self.added_to or document.added <= _end(self.added_to))
        return named and kind and language and came

    @property
    def moment(self) -> str:
        """The moment of `as_of`; "" for now."""
        return _end(self.as_of)


@dataclass(frozen=True)
class Version:
    """A document under the name it had, from `document.added` until `ended`, which is "" while it is current."""

    document: Document
    ended: str


@dataclass(frozen=True)
class IndexCard:
    """What an index is made of; a model other than the embedder's own means that it must be made anew."""

    model: str
    dimensions: int
    documents: int
    passages: int
    changed: str  # ISO 8601, UTC
    digest: str  # of all passage ids: two indexes with one digest hold the same
    embedded: int  # the passages that have their vectors, and are found by meaning

    @property
    def complete(self) -> bool:
        """Whether everything is found by meaning, too."""
        return self.embedded >= self.passages


class Passages(Protocol):
    """One collection in one store. Operations raise `StoreError` in words; a reader is never disturbed by a writer."""

    @property
    def kind(self) -> str:
        """Which store it is, for the screen."""

    def add(
        self,
        document: Document,
        text: str,
        passages: Sequence[Passage],
        vectors: Vectors | None = None,
        instead_of: str = "",
    ) -> bool:
        """Keep a document with its whole text, its passages and the vectors [n, 384] of their contexts, all or none.

        Without `vectors` they are set later. What had its name until now becomes an earlier version. An earlier version
        that comes again is current again. `instead_of` is the id of a document, perhaps its own, which was another
        reading of the same file: it goes in the same moment, and its times are those of this one. False, and nothing
        is kept but the name, when this content is current already.
        """

    def set_vectors(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Set the vectors [n, 384] of these passages, all or none; passages that are gone are no error."""

    def without_vectors(self, limit: int, skip: Collection[str] = ()) -> list[Passage]:
        """Return current passages without a vector, none of `skip`: of documents that were asked about first."""

    def remove(self, document: str, name: str = "") -> None:
        """Remove a document with all earlier versions of its names; of an earlier version, only that one.

        With a `name`, only that one goes, with its earlier versions, and the document when no other name holds it. One
        that is not there is no error.
        """

    def rename(self, former: str, name: str) -> bool:
        """Let all versions of a name stand under another one; False, and nothing changes, where that has some itself,
        or the former none."""

    def documents(self) -> list[Document]:
        """All current documents, by name."""

    def versions(self, name: str = "") -> list[Version]:
        """Return what stood under a name, the newest first; without one, under any."""

    def text(self, document: str) -> str:
        """Return the whole text of a document, also of an earlier version, into which the offsets of its passages
        point. Raises `InputError`."""

    def passages(self, document: str) -> list[Passage]:
        """Return the passages of a document, also of an earlier version, in order."""

    def get(self, ids: Sequence[str]) -> list[Passage]:
        """Return these passages, in this order, without those that are gone or not current."""

    def search(self, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return what the two searches find, best first: `Found("vectors", "vector", …)` and `Found("text", "keyword",
        …)`."""

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """How many passages hold each of these terms (`core.language.terms`), headings included; 0 where none does."""

    def within(self, scope: Scope) -> Passages:
        """Return what a scope allows, to be read only: searches find with the scores of an index of it alone."""

    def card(self) -> IndexCard:
        """Return what the index is made of."""

    def check(self) -> None:
        """Try the store. Raises `StoreError` in words."""

    def clear(self) -> None:
        """Remove the whole collection from the store."""

    def close(self) -> None:
        """Let go of files and connections; nothing may be asked of it afterwards."""


def _end(moment: str) -> str:
    """Return the last moment of a day, and any other one as it is."""
    return f"{moment}T23:59:59.999999+00:00" if len(moment) == len("2026-01-01") else moment


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
