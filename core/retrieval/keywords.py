"""BM25 with exactly the scores of `rank_bm25.BM25Okapi`, over an inverted sparse matrix.

rank_bm25 walks through every document for every word of a query. Here each word has one row: the documents that hold
it and how often they do. A query weighs and adds up a few rows. Weights are not kept: they would treble the memory.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import fsum, log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

K1 = 1.5
B = 0.75
EPSILON = 0.25


def best_positions(scores: NDArray[Any], k: int) -> NDArray[np.int64]:
    """Positions of the `k` highest of `scores`, highest first; equal scores stand in order of position."""
    if k <= 0 or not len(scores):
        return np.empty(0, np.int64)
    candidates = np.arange(len(scores))
    if k < len(scores):
        least = np.partition(scores, len(scores) - k)[len(scores) - k]
        candidates = np.flatnonzero(scores >= least)
    return candidates[np.argsort(-scores[candidates], kind="stable")][:k]


class _Postings(NamedTuple):
    """The rows of a query's known words, one after the other: row i lies in starts[i] … starts[i + 1]."""

    documents: NDArray[np.int32]
    counts: NDArray[Any]
    starts: NDArray[np.int32]
    idf: NDArray[np.float64]  # of each row, times how often the query says the word


class KeywordIndex:
    """A fixed corpus of analysed documents, scored by BM25 (ATIRE variant: Trotman, Puurula and Burgess 2014).

    score(d) = Σ over the words of the query, repeated words each time, of
    idf(w) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length(d) / average length)), with k1 1.5 and b 0.75;
    idf(w) = ln(N − df + 0.5) − ln(df + 0.5); a negative one is replaced by 0.25 times the average idf of all words.
    Immutable: `added` and `removed` give new indexes, with the very scores of an index built anew.
    """

    def __init__(self, documents: Sequence[Sequence[str]]) -> None:
        """Index token lists, already analysed. An empty corpus and empty documents are allowed."""
        rows: dict[str, int] = {}
        counts, lengths = _count(documents, rows)
        self._adopt(rows, counts, lengths)

    def added(self, documents: Sequence[Sequence[str]]) -> KeywordIndex:
        """The index of this corpus followed by `documents`."""
        rows = dict(self._rows)
        more, lengths = _count(documents, rows)
        padding = np.full(len(rows) - len(self._rows), self._counts.indptr[-1], self._counts.indptr.dtype)
        before = sparse.csr_array(
            (self._counts.data, self._counts.indices, np.concatenate([self._counts.indptr, padding])),
            shape=(len(rows), len(self)),
        )
        return self._like(rows, sparse.hstack([before, more], format="csr"), np.concatenate([self._lengths, lengths]))

    def removed(self, positions: Collection[int]) -> KeywordIndex:
        """The index of this corpus without the documents at `positions`; the others keep their order."""
        keep = np.ones(len(self), bool)
        keep[list(positions)] = False
        counts = self._counts[:, np.flatnonzero(keep)]
        # A word that no document holds any more must not weigh on the average idf.
        used = np.diff(counts.indptr) > 0
        rows = {word: row for row, word in enumerate(word for word, row in self._rows.items() if used[row])}
        return self._like(rows, counts[np.flatnonzero(used)], self._lengths[keep])

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Everything as arrays of plain numbers, which `from_arrays` reads back; words are joined by line ends."""
        return {
            "words": np.frombuffer("\n".join(self._rows).encode(), np.uint8),
            "counts": self._counts.data,
            "documents": self._counts.indices,
            "starts": self._counts.indptr,
            "lengths": self._lengths,
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> KeywordIndex:
        """The index that gave these arrays."""
        words = arrays["words"].tobytes().decode()
        rows = {word: row for row, word in enumerate(words.split("\n") if words else [])}
        lengths = arrays["lengths"]
        parts = (arrays["counts"], arrays["documents"], arrays["starts"])
        return cls._like(rows, sparse.csr_array(parts, shape=(len(rows), len(lengths))), lengths)

    @classmethod
    def _like(cls, rows: dict[str, int], counts: Any, lengths: NDArray[np.int32]) -> KeywordIndex:
        index = cls.__new__(cls)
        index._adopt(rows, counts, lengths)
        return index

    def _adopt(self, rows: dict[str, int], counts: Any, lengths: NDArray[np.int32]) -> None:
        """Take words (each with its row), counts [words, documents] and lengths [documents]."""
        self._rows = rows
        self._counts = counts.astype(np.min_scalar_type(counts.data.max(initial=0)))
        self._lengths = lengths
        holders = np.diff(counts.indptr)
        idf = np.log(len(lengths) - holders + 0.5) - np.log(holders + 0.5)
        if len(rows):
            # fsum: the average must not depend on the order in which words came into the index.
            idf[idf < 0] = EPSILON * fsum(idf) / len(rows)
        self._idf = idf
        average = lengths.mean() if len(rows) else 1.0
        self._damping = K1 * (1 - B + B * lengths / average)

    def __len__(self) -> int:
        return len(self._lengths)

    def scores(self, tokens: Sequence[str]) -> NDArray[np.float64]:
        """The BM25 score of every document [n] for an analysed query; 0 where no word is shared."""
        return self._scored(self._postings(tokens))

    def scores_of_many(self, queries: Sequence[Sequence[str]]) -> NDArray[np.float64]:
        """`scores` of many analysed queries at once [queries, documents]; each word is weighed once."""
        counted = [Counter(token for token in tokens if token in self._rows) for tokens in queries]
        rows = {token: row for row, token in enumerate(dict.fromkeys(token for counts in counted for token in counts))}
        weighed = self._counts[[self._rows[token] for token in rows]].astype(np.float64)
        idf = self._idf[[self._rows[token] for token in rows]]
        repeated = np.repeat((K1 + 1) * idf, np.diff(weighed.indptr))
        weighed.data = repeated * weighed.data / (weighed.data + self._damping[weighed.indices])
        often = [float(count) for counts in counted for count in counts.values()]
        columns = [rows[token] for counts in counted for token in counts]
        ends = np.cumsum([0, *map(len, counted)])
        said = sparse.csr_array((often, columns, ends), shape=(len(queries), len(rows)))
        scores: NDArray[np.float64] = (said @ weighed).toarray()
        return scores

    def top(self, tokens: Sequence[str], k: int) -> list[tuple[int, float]]:
        """The `k` best documents as (position, score), best first, equal scores by position.

        Only documents that share a word with the query: a shared word can score 0, so the score alone does not tell.
        """
        postings = self._postings(tokens)
        shares = np.zeros(len(self), bool)
        shares[postings.documents] = True
        candidates = np.flatnonzero(shares)
        scores = self._scored(postings)[candidates]
        return [(int(candidates[place]), float(scores[place])) for place in best_positions(scores, k)]

    def upper_bound(self, tokens: Sequence[str]) -> float:
        """What no document can exceed for this query: Σ max(idf, 0) · (k1 + 1), repeated words each time.

        Words unknown to the corpus count too (see `weights`), so a query of unknown words has a positive bound.
        """
        weights = self.weights(tokens)
        return (K1 + 1) * fsum(max(weights[token], 0.0) for token in tokens)

    def weights(self, tokens: Sequence[str]) -> dict[str, float]:
        """The idf of each word of an analysed query; an unknown word gets the idf of a word that no document holds."""
        unknown = log(len(self) + 0.5) - log(0.5)
        return {
            token: float(self._idf[self._rows[token]]) if token in self._rows else unknown
            for token in dict.fromkeys(tokens)
        }

    def frequencies(self, tokens: Sequence[str]) -> dict[str, int]:
        """How many documents hold each of these analysed words."""
        starts = self._counts.indptr
        return {
            token: int(starts[row + 1] - starts[row]) if (row := self._rows.get(token)) is not None else 0
            for token in dict.fromkeys(tokens)
        }

    def _postings(self, tokens: Sequence[str]) -> _Postings:
        repeats = {row: often for token, often in Counter(tokens).items() if (row := self._rows.get(token)) is not None}
        parts = [slice(self._counts.indptr[row], self._counts.indptr[row + 1]) for row in repeats]
        return _Postings(
            np.concatenate([self._counts.indices[part] for part in parts] or [np.empty(0, np.int32)]),
            np.concatenate([self._counts.data[part] for part in parts] or [np.empty(0, np.uint8)]),
            np.cumsum([0, *(part.stop - part.start for part in parts)], dtype=np.int32),
            self._idf[list(repeats)] * list(repeats.values()),
        )

    def _scored(self, postings: _Postings) -> NDArray[np.float64]:
        parts = np.take(self._damping, postings.documents)
        parts += postings.counts
        np.divide(postings.counts, parts, out=parts)
        shape = (len(self), len(postings.idf))
        by_word = sparse.csc_array((parts, postings.documents, postings.starts), shape=shape)
        scores: NDArray[np.float64] = by_word @ ((K1 + 1) * postings.idf)
        return scores


def _count(documents: Sequence[Sequence[str]], rows: dict[str, int]) -> tuple[Any, NDArray[np.int32]]:
    """Count words: a sparse int32 matrix [words, documents], and the lengths [documents]. New words join `rows`."""
    words, counts, ends = array("i"), array("i"), array("i", [0])
    for document in documents:
        frequencies = Counter(document)
        words.extend([rows.setdefault(word, len(rows)) for word in frequencies])
        counts.extend(frequencies.values())
        ends.append(len(words))
    parts = tuple(np.array(part, np.int32) for part in (counts, words, ends))
    by_document = sparse.csr_array(parts, shape=(len(documents), len(rows)))
    return by_document.T.tocsr(), np.array([len(document) for document in documents], np.int32)
