"""A part of a collection, and several collections, to be looked at as if they were one; read only.

Cosines of one model mean the same in any collection, so hits by meaning are merged as they are. A score of BM25 depends
on how rare the words are in its own collection; what compares is its share of the score that no passage there can
exceed, and so hits by words are merged by this share, 0 … 1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from typing import NoReturn, Protocol

from core.errors import InputError
from core.retrieval.embedder import Vectors
from core.retrieval.fusion import Found
from core.stores.passages import Document, IndexCard, Passage, Passages, Scope, Version, not_here, place_of


class Whole(Passages, Protocol):
    """A store that answers for a part of it."""

    def search_within(self, scope: Scope, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return what the two searches find of a scope, with the scores of an index of it alone."""

    def frequencies_within(self, scope: Scope, terms: Sequence[str]) -> dict[str, int]:
        """How many passages of a scope hold each of these terms."""

    def documents_within(self, scope: Scope) -> list[Document]:
        """Return the documents of a scope, by name."""

    def card_within(self, scope: Scope) -> IndexCard:
        """Return what an index of a scope is made of."""


class _OnlyRead:
    """What changes a collection, refused."""

    def add(
        self,
        document: Document,
        text: str,
        passages: Sequence[Passage],
        vectors: Vectors | None = None,
        instead_of: str = "",
    ) -> NoReturn:
        """Refuse."""
        raise _only_read()

    def set_vectors(self, ids: Sequence[str], vectors: Vectors) -> NoReturn:
        """Refuse."""
        raise _only_read()

    def remove(self, document: str, name: str = "") -> NoReturn:
        """Refuse."""
        raise _only_read()

    def rename(self, former: str, name: str) -> NoReturn:
        """Refuse."""
        raise _only_read()

    def clear(self) -> NoReturn:
        """Refuse."""
        raise _only_read()

    def close(self) -> None:
        """Do nothing: the stores are not its own."""


class PassagesWithin(_OnlyRead):
    """Implements `Passages` for what a scope allows, as it is now in the store."""

    def __init__(self, whole: Whole, scope: Scope) -> None:
        self._whole = whole
        self._scope = scope

    @property
    def kind(self) -> str:
        """Which store it is, for the screen."""
        return self._whole.kind

    def without_vectors(self, limit: int, skip: Collection[str] = ()) -> list[Passage]:
        """Return passages of the scope without a vector."""
        known = self._ids()
        return [one for one in self._whole.without_vectors(limit, skip) if one.document in known]

    def documents(self) -> list[Document]:
        """All documents of the scope, by name."""
        return self._whole.documents_within(self._scope)

    def versions(self, name: str = "") -> list[Version]:
        """Return what stood under a name, the newest first, of what the scope allows."""
        known = self._ids()
        return [one for one in self._whole.versions(name) if one.document.id in known]

    def text(self, document: str) -> str:
        """Return the whole text of a document. Raises `InputError`."""
        if document not in self._ids():
            raise not_here()
        return self._whole.text(document)

    def passages(self, document: str) -> list[Passage]:
        """Return the passages of a document, in order."""
        return self._whole.passages(document) if document in self._ids() else []

    def get(self, ids: Sequence[str]) -> list[Passage]:
        """Return these passages, in this order, without those beyond the scope."""
        known = self._ids()
        places = [(id, place) for id in ids if (place := place_of(id)) and place[0] in known]
        if not self._scope.as_of:
            return self._whole.get([id for id, _ in places])
        cut = {document: self._whole.passages(document) for document in {place[0] for _, place in places}}
        return [cut[document][place] for _, (document, place) in places if place < len(cut[document])]

    def search(self, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return what the two searches find, best first."""
        return self._whole.search_within(self._scope, query, vector, limit)

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """How many passages of the scope hold each of these terms."""
        return self._whole.frequencies_within(self._scope, terms)

    def within(self, scope: Scope) -> Passages:
        """Refuse: a scope says all that it says at once."""
        raise _only_read()

    def card(self) -> IndexCard:
        """Return what an index of the scope is made of."""
        return self._whole.card_within(self._scope)

    def check(self) -> None:
        """Try the store. Raises `StoreError` in words."""
        self._whole.check()

    def _ids(self) -> set[str]:
        return {document.id for document in self.documents()}


class SeveralPassages(_OnlyRead):
    """Implements `Passages` over several collections; a content that is in two of them is there once."""

    def __init__(self, parts: Sequence[Passages]) -> None:
        """`parts` were indexed by the same model."""
        self._parts = tuple(parts)

    @property
    def kind(self) -> str:
        """Which stores these are, for the screen."""
        return ", ".join(dict.fromkeys(part.kind for part in self._parts))

    def without_vectors(self, limit: int, skip: Collection[str] = ()) -> list[Passage]:
        """Return passages without a vector."""
        return [one for part in self._parts for one in part.without_vectors(limit, skip)][:limit]

    def documents(self) -> list[Document]:
        """All documents, by name."""
        known = {one.id: one for part in reversed(self._parts) for one in part.documents()}
        return sorted(known.values(), key=lambda one: (one.name, one.id))

    def versions(self, name: str = "") -> list[Version]:
        """Return what stood under a name in any of the collections, the newest first."""
        found = [one for part in self._parts for one in part.versions(name)]
        return sorted(found, key=lambda one: one.document.added, reverse=True)

    def text(self, document: str) -> str:
        """Return the whole text of a document. Raises `InputError`."""
        for part in self._parts[:-1]:
            try:
                return part.text(document)
            except InputError:
                continue
        return self._parts[-1].text(document)

    def passages(self, document: str) -> list[Passage]:
        """Return the passages of a document, in order."""
        return next((cut for part in self._parts if (cut := part.passages(document))), [])

    def get(self, ids: Sequence[str]) -> list[Passage]:
        """Return these passages, in this order, without those that are gone."""
        found = {one.id: one for part in reversed(self._parts) for one in part.get(ids)}
        return [found[id] for id in ids if id in found]

    def search(self, query: str, vector: Vectors, limit: int) -> list[Found]:
        """Return the two lists: cosines, and shares of what a score by words can be in each collection."""
        found = [part.search(query, vector, limit) for part in self._parts]
        nearest = [hit for lists in found for hit in lists[0].hits]
        by_words = [(id, score / lists[1].high) for lists in found if lists[1].high > 0 for id, score in lists[1].hits]
        return [
            Found("vectors", "vector", _best(nearest, limit), low=-1.0, high=1.0),
            Found("text", "keyword", _best(by_words, limit), low=0.0, high=1.0 if by_words else 0.0),
        ]

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """How many passages hold each of these terms, in all collections together."""
        counted = [part.frequencies(terms) for part in self._parts]
        return {term: sum(counts[term] for counts in counted) for term in terms}

    def within(self, scope: Scope) -> Passages:
        """Return what a scope allows of each."""
        return SeveralPassages([part.within(scope) for part in self._parts])

    def card(self) -> IndexCard:
        """Return what the indexes are made of together."""
        cards = [part.card() for part in self._parts]
        return IndexCard(
            cards[0].model,
            cards[0].dimensions,
            sum(card.documents for card in cards),
            sum(card.passages for card in cards),
            max(card.changed for card in cards),
            hashlib.sha256(" ".join(card.digest for card in cards).encode()).hexdigest()[:32],
            sum(card.embedded for card in cards),
        )

    def check(self) -> None:
        """Try the stores. Raises `StoreError` in words."""
        for part in self._parts:
            part.check()


def _best(hits: Iterable[tuple[str, float]], limit: int) -> list[tuple[str, float]]:
    best: dict[str, float] = {}
    for id, score in sorted(hits, key=lambda hit: -hit[1]):
        best.setdefault(id, score)
    return list(best.items())[: max(0, limit)]


def _only_read() -> InputError:
    return InputError("This is a part of what is kept, to be read only.", "Change the collection itself.")
