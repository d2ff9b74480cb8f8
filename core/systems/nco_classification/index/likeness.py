"""How like requests and documents are: shared terms by weight, the best document of a family, the word at the head."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from core.language.terms import analyse
from core.systems.nco_classification.index.titles import head_word

Evidence = NDArray[np.float32]
Weighed: TypeAlias = tuple[NDArray[np.int32], Evidence]
"""The numbers of the terms of a request, and their weights."""
_SHARPNESS = 20.0  # of the soft maximum over the phrases of a family
_AS_GOOD = 5  # equally good phrases that make the soft maximum equal to them
_DOUBT = 2  # titles that a rare head word must outweigh


class Likeness:
    """Cosine of weighted terms: (1 + ln count) · ln((N + 1) / (documents with the term + ½)), to unit length."""

    def __init__(self, documents: Sequence[Sequence[str]]) -> None:
        """Index documents, each a list of its terms."""
        holding = Counter(term for document in documents for term in set(document))
        self._columns = {term: column for column, term in enumerate(holding)}
        df = np.array(list(holding.values()), np.float64)
        self._idf = np.log((len(documents) + 1) / (df + 0.5))
        self._unknown_idf = float(np.log((len(documents) + 1) / 0.5))
        self._by_document = self._matrix(documents)
        self._documents = self._by_document.T.tocsr()

    def weigh(self, requests: Sequence[Sequence[str]]) -> sparse.csr_array:
        """Return the weights of the terms of each request, to unit length: [requests, terms]."""
        return self._matrix(requests)

    def measure(self, requests: Sequence[Sequence[str]] | sparse.csr_array) -> Evidence:
        """Return the likeness of each request, or what it weighs, to each document: float32 [requests, documents]."""
        weighed = requests if isinstance(requests, sparse.csr_array) else self._matrix(requests)
        likeness: Evidence = (weighed @ self._documents).toarray()
        return likeness

    def measure_some(self, weighed: Weighed, first: int, last: int) -> Evidence:
        """Return the likeness of one request to the documents from `first` up to `last`, which is not among them."""
        documents, weights = self._by_document, np.zeros(len(self._idf), np.float32)
        weights[weighed[0]] = weighed[1]
        starts = documents.indptr[first : last + 1]
        inside = slice(starts[0], starts[-1])
        # Sums over the terms of each document, without the time that a product of sparse matrices takes to begin.
        sums = np.append(0.0, np.cumsum(documents.data[inside] * weights[documents.indices[inside]], dtype=np.float64))
        likeness: Evidence = np.diff(sums[starts - starts[0]]).astype(np.float32)
        return likeness

    def _matrix(self, texts: Sequence[Sequence[str]]) -> sparse.csr_array:
        columns: list[int] = []
        counts: list[int] = []
        unknown: list[float] = []  # what terms that no document has add to a text's squared length
        ends = [0]
        for text in texts:
            terms = Counter(text)
            known = [term for term in terms if term in self._columns]
            columns += [self._columns[term] for term in known]
            counts += [terms[term] for term in known]
            unknown.append(self._unknown_idf**2 * (len(terms) - len(known)))
            ends.append(len(columns))
        values = (1 + np.log(np.array(counts, np.float64))) * self._idf[columns]
        rows = np.repeat(np.arange(len(texts)), np.diff(ends))
        lengths = np.sqrt(np.bincount(rows, values**2, len(texts)) + unknown)
        parts = ((values / lengths[rows]).astype(np.float32), np.array(columns, np.int32), np.array(ends, np.int32))
        return sparse.csr_array(parts, shape=(len(texts), len(self._columns)))


def rows_of(weighed: sparse.csr_array) -> Iterator[Weighed]:
    """Give what each request weighs by itself."""
    for first, last in pairwise(weighed.indptr):
        yield weighed.indices[first:last].copy(), weighed.data[first:last].copy()


class Pool:
    """Documents in the order of their families, to which their scores are pooled. Every family has a document."""

    def __init__(self, families: Sequence[int], count: int) -> None:
        """`families` is the family of each document, 0 … count - 1, in order."""
        self._starts = np.searchsorted(np.array(families), np.arange(count))
        self._ends = np.append(self._starts[1:], len(families))

    def span(self, family: int) -> tuple[int, int]:
        """Give the first position, and that after the last, of a family's documents."""
        return int(self._starts[family]), int(self._ends[family])

    def best(self, scores: Evidence) -> Evidence:
        """Return the best score of each family: [texts, documents] to [texts, families]."""
        best: Evidence = np.maximum.reduceat(scores, self._starts, axis=1)
        return best

    def soft_best(self, scores: Evidence) -> Evidence:
        """Return a soft maximum (ln Σ exp 20 s − ln 5) / 20, cut to 0 … 1: as good as the best when five are as good as
        it. The `scores` are used up."""
        heights = np.multiply(scores, np.float32(_SHARPNESS), out=scores)
        np.exp(heights, out=heights)
        total = np.add.reduceat(heights, self._starts, axis=1)
        soft: Evidence = np.clip((np.log(total) - np.log(_AS_GOOD)) / _SHARPNESS, 0.0, 1.0)
        return soft


class HeadWords:
    """How the titles that end in one word ("driver") are spread over the divisions."""

    def __init__(self, titles: Sequence[str], places: Sequence[int], families: Sequence[str]) -> None:
        """`places` tells for each title which of the `families` it belongs to."""
        self._division = np.array([int(family[0]) for family in families])
        self._counts: dict[str, NDArray[np.float32]] = {}
        for title, place in zip(titles, places, strict=True):
            counts = self._counts.setdefault(_stem(head_word(title)), np.zeros(10, np.float32))
            counts[self._division[place]] += 1

    def measure(self, texts: Sequence[str]) -> Evidence:
        """Measure the division's share of the titles with the head word of a text, two more taken for doubt: 0 … 1."""
        none = np.zeros(10, np.float32)
        rows = [self._counts.get(_stem(head_word(text)), none) for text in texts]
        return np.stack([counts / (counts.sum() + _DOUBT) for counts in rows])[:, self._division]


def _stem(word: str) -> str:
    return (analyse(word) or [word])[-1]
