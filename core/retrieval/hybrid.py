"""One corpus of texts, found both by words (BM25) and by meaning (cosine of embeddings)."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.language.terms import analyse
from core.retrieval.embedder import Embedder, Vectors
from core.retrieval.keywords import KeywordIndex
from core.retrieval.vectors import VectorIndex

_QUERIES_KEPT = 64


@dataclass(frozen=True)
class Hit:
    """A document that a search found: its id and the raw score of that search."""

    id: str
    score: float


@dataclass(frozen=True)
class _Corpus:
    """All documents at one moment; never changed, only replaced."""

    ids: tuple[str, ...]
    texts: Mapping[str, str | None]
    keywords: KeywordIndex
    vectors: VectorIndex


class HybridIndex:
    """Documents by id, in the order in which they were added, and two searches over them.

    Adding and removing give the very scores of an index built anew. Each puts a new corpus in the place of the old one,
    so any number of threads may search meanwhile; each call sees one corpus. Whoever needs several calls over the same
    corpus (`ids` beside scores) while others add takes a `copy()`. Add many documents at once rather than one by one.
    """

    def __init__(self, embedder: Embedder, keeps_texts: bool = True) -> None:
        """Make an empty index. One that `keeps_texts` not leaves that to whoever does anyway: `text` knows none."""
        self.embedder = embedder
        self._keeps_texts = keeps_texts
        self._changing = threading.Lock()
        self._corpus = _Corpus((), {}, KeywordIndex([]), VectorIndex(np.empty((0, embedder.dimensions), np.float32)))
        # The searches of one request, and its repetitions, embed it once.
        self._query_vector: Callable[[str], Vectors] = lru_cache(_QUERIES_KEPT)(
            lambda query: embedder.encode([query])[0]
        )

    @classmethod
    def opened(
        cls, embedder: Embedder, ids: Sequence[str], keywords: KeywordIndex, vectors: VectorIndex
    ) -> HybridIndex:
        """Return an index, without texts, of parts that were kept, all in the order of `ids`; nothing is embedded."""
        if not len(ids) == len(keywords) == len(vectors):
            raise ValueError(f"{len(ids)} ids, {len(keywords)} analysed texts and {len(vectors)} vectors do not match.")
        index = cls(embedder, keeps_texts=False)
        index._corpus = _Corpus(tuple(ids), dict.fromkeys(ids), keywords, vectors)
        return index

    def add(
        self,
        ids: Sequence[str],
        texts: Sequence[str],
        progress: Callable[[int, int], None] | None = None,
        vectors: Vectors | None = None,
    ) -> None:
        """Add documents, all or none. `progress` is told how many of how many texts are embedded.

        `vectors` [n, dimensions], where they are known, spare the embedding. Raises InputError for an id that is given
        twice or is already there.
        """
        with self._changing:
            before = self._corpus
            added: dict[str, str | None] = {}
            for one, text in zip(ids, texts, strict=True):
                if one in added or one in before.texts:
                    raise InputError(f"Two documents have the id “{one}”.", "Give every document an id of its own.")
                added[one] = text if self._keeps_texts else None
            if vectors is None:
                vectors = self.embedder.encode(texts, progress)
            self._corpus = _Corpus(
                (*before.ids, *ids),
                {**before.texts, **added},
                before.keywords.added([analyse(text) for text in texts]),
                VectorIndex(np.concatenate([before.vectors.matrix, vectors])),
            )

    def set_vectors(self, vectors: Mapping[str, Vectors]) -> None:
        """Set the vectors [dimensions] of some documents, all or none; ids that are not there are left out."""
        with self._changing:
            before = self._corpus
            matrix = before.vectors.matrix.copy()
            for position, one in enumerate(before.ids):
                if one in vectors:
                    matrix[position] = vectors[one]
            self._corpus = _Corpus(before.ids, before.texts, before.keywords, VectorIndex(matrix))

    def remove(self, ids: Sequence[str]) -> None:
        """Remove documents, all or none. Raises InputError for an id that is not there."""
        with self._changing:
            before, gone = self._corpus, frozenset(ids)
            if unknown := next((one for one in ids if one not in before.texts), None):
                raise InputError(f"No document has the id “{unknown}”.", "It may have been removed already.")
            positions = [position for position, one in enumerate(before.ids) if one in gone]
            self._corpus = _Corpus(
                tuple(one for one in before.ids if one not in gone),
                {one: text for one, text in before.texts.items() if one not in gone},
                before.keywords.removed(positions),
                VectorIndex(np.delete(before.vectors.matrix, positions, axis=0)),
            )

    def copy(self) -> HybridIndex:
        """Return an index of its own with the documents of this moment. Costs nothing: what does not change is
        shared."""
        other = copy.copy(self)
        other._changing = threading.Lock()
        return other

    def __len__(self) -> int:
        return len(self._corpus.ids)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all documents, in the order of the scores."""
        return self._corpus.ids

    @property
    def keywords(self) -> KeywordIndex:
        """The word counts of all documents, in the order of `ids`."""
        return self._corpus.keywords

    def text(self, id: str) -> str:
        """Return the text of a document. Raises InputError for an id that is not there."""
        text = self._corpus.texts.get(id)
        if text is None:
            raise InputError(f"No document has the id “{id}”.", "It may have been removed.")
        return text

    def keyword_scores(self, query: str) -> NDArray[np.float64]:
        """Return the BM25 score of every document [n], in the order of `ids`; 0 where no word is shared."""
        return self._corpus.keywords.get_scores(analyse(query))

    def vector_scores(self, query: str) -> Vectors:
        """Return the cosine of every document [n] with the query, −1 … 1, in the order of `ids`."""
        return self._corpus.vectors.scores(self._query_vector(query))

    def cosines(self, query: str, places: NDArray[np.int64]) -> Vectors:
        """Return the cosine with the query of the documents at these places in `ids` alone [places]."""
        found: Vectors = self._corpus.vectors.matrix[places] @ self._query_vector(query)
        return found

    def keyword_top(self, query: str, k: int) -> list[Hit]:
        """Return the `k` best by BM25, best first, equal ones in the order of `ids`; only documents that share a
        word."""
        corpus = self._corpus
        return [Hit(corpus.ids[place], score) for place, score in corpus.keywords.top(analyse(query), k)]

    def vector_top(self, query: str, k: int) -> list[Hit]:
        """Return the `k` nearest by cosine, nearest first, equal ones in the order of `ids`."""
        return self.nearest(self._query_vector(query), k)

    def nearest(self, vector: Vectors, k: int) -> list[Hit]:
        """Return the `k` nearest to a unit vector [dimensions] by cosine, nearest first, equal ones in the order of
        `ids`."""
        corpus = self._corpus
        return [Hit(corpus.ids[place], score) for place, score in corpus.vectors.top(vector, k)]

    def keyword_bound(self, query: str) -> float:
        """Return the BM25 score that no document can exceed for this query; 0 when the query holds no word to look
        for."""
        return self._corpus.keywords.upper_bound(analyse(query))
