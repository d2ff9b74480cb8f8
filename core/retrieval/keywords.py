"""BM25: `rank_bm25.BM25Okapi` over an inverted sparse matrix, with exactly its scores.

rank_bm25 walks through every document for every word of a query. Here each word has one row: the documents that hold
it and how often they do. A query weighs and adds up a few rows. Weights are not kept: they would treble the memory.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import fsum, log
from typing import Any, NamedTuple, TypeAlias, TypedDict, TypeVar, overload

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi
from scipy import sparse

K1 = 1.5
B = 0.75
EPSILON = 0.25
"""The parameters that rank_bm25 has where nothing is said; PostgreSQL calculates with them, too."""

Scores: TypeAlias = NDArray[np.float64]
T = TypeVar("T")


def best_positions(scores: Scores | NDArray[np.float32], k: int) -> NDArray[np.int64]:
    """Positions of the `k` highest of `scores`, highest first; equal scores stand in order of position."""
    if k <= 0 or not len(scores):
        return np.empty(0, np.int64)
    candidates = np.arange(len(scores))
    if k < len(scores):
        least = np.partition(scores, len(scores) - k)[len(scores) - k]
        candidates = np.flatnonzero(scores >= least)
    return candidates[np.argsort(-scores[candidates], kind="stable")][:k]


_Counts: TypeAlias = NDArray[np.integer[Any]]


class Arrays(TypedDict):
    """An index as arrays of whole numbers; its words are joined by line ends."""

    words: NDArray[np.uint8]
    counts: _Counts
    documents: NDArray[np.int32]
    starts: NDArray[np.int32]
    lengths: NDArray[np.int32]


class _Postings(NamedTuple):
    """The rows of a query's known words, one after the other: row i lies in starts[i] … starts[i + 1]."""

    documents: NDArray[np.int32]
    counts: _Counts
    starts: NDArray[np.int32]
    idf: Scores  # of each row, times how often the query says the word


class KeywordIndex(BM25Okapi):
    """A fixed corpus of analysed documents, scored by BM25 (ATIRE variant: Trotman, Puurula and Burgess 2014).

    score(d) = Σ over the words of the query, repeated words each time, of
    idf(w) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length(d) / average length)), with k1 1.5 and b 0.75;
    idf(w) = ln(N − df + 0.5) − ln(df + 0.5); a negative one is replaced by 0.25 times the average idf of all words.

    All that a `BM25Okapi` offers is here: its constructor, its statistics (`corpus_size`, `avgdl`, `doc_len`,
    `doc_freqs`, `idf`, `average_idf`) and `get_scores`, `get_batch_scores`, `get_top_n`. Only how words are counted and
    scores are added up is written anew, and an empty corpus is allowed. Immutable: `added` and `removed` give new
    indexes, with the very scores of an index built anew.
    """

    def _initialize(self, corpus: Sequence[Sequence[str]]) -> NDArray[np.int32]:
        """Count the words of analysed documents: the step of rank_bm25's constructor before `_calc_idf`."""
        rows: dict[str, int] = {}
        counts, lengths = _count(corpus, rows)
        return self._adopt(rows, counts, lengths)

    def _adopt(self, rows: dict[str, int], counts: sparse.csr_array, lengths: NDArray[np.int32]) -> NDArray[np.int32]:
        """Take words (each with its row), counts [words, documents] and lengths; how many documents hold each word."""
        self._rows = rows
        self._counts = counts.astype(np.min_scalar_type(counts.data.max(initial=0)))
        self.corpus_size = len(lengths)
        self.doc_len: NDArray[np.int32] = lengths
        self.avgdl = float(lengths.mean()) if len(rows) else 0.0
        self.doc_freqs = _DocumentCounts(self._rows, self._counts)
        self._length_norm = self.k1 * (1 - self.b + self.b * lengths / (self.avgdl or 1.0))
        df: NDArray[np.int32] = np.diff(counts.indptr)
        return df

    def _calc_idf(self, nd: NDArray[np.int32]) -> None:
        """Weigh the words by how many documents `nd` [words] hold them, as rank_bm25 does."""
        idf = np.log(self.corpus_size - nd + 0.5) - np.log(nd + 0.5)
        # fsum: the average must not depend on the order in which words came into the index.
        self.average_idf = fsum(idf) / len(idf) if len(idf) else 0.0
        idf[idf < 0] = self.epsilon * self.average_idf
        self._idf = idf
        self.idf = _Idf(self._rows, idf)

    def added(self, documents: Sequence[Sequence[str]]) -> KeywordIndex:
        """Return the index of this corpus followed by `documents`."""
        rows = dict(self._rows)
        more, lengths = _count(documents, rows)
        padding = np.full(len(rows) - len(self._rows), self._counts.indptr[-1], self._counts.indptr.dtype)
        before = sparse.csr_array(
            (self._counts.data, self._counts.indices, np.concatenate([self._counts.indptr, padding])),
            shape=(len(rows), len(self)),
        )
        return self._with(rows, sparse.hstack([before, more], format="csr"), np.concatenate([self.doc_len, lengths]))

    def removed(self, positions: Collection[int]) -> KeywordIndex:
        """Return the index of this corpus without the documents at `positions`; the others keep their order."""
        keep = np.ones(len(self), bool)
        keep[list(positions)] = False
        counts = self._counts[:, np.flatnonzero(keep)]
        # A word that no document holds any more must not weigh on the average idf.
        used = np.diff(counts.indptr) > 0
        rows = {word: row for row, word in enumerate(word for word, row in self._rows.items() if used[row])}
        return self._with(rows, counts[np.flatnonzero(used)], self.doc_len[keep])

    def _with(self, rows: dict[str, int], counts: sparse.csr_array, lengths: NDArray[np.int32]) -> KeywordIndex:
        """Return an index of other documents with the same parameters."""
        index = KeywordIndex([], k1=self.k1, b=self.b, epsilon=self.epsilon)
        index._calc_idf(index._adopt(rows, counts, lengths))
        return index

    def to_arrays(self) -> Arrays:
        """Write the corpus as arrays, which `from_arrays` reads back."""
        return {
            "words": np.frombuffer("\n".join(self._rows).encode(), np.uint8),
            "counts": self._counts.data,
            "documents": self._counts.indices,
            "starts": self._counts.indptr,
            "lengths": self.doc_len,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays | Mapping[str, _Counts]) -> KeywordIndex:
        """Read the index, with the usual parameters, of the corpus that gave these arrays."""
        words = arrays["words"].tobytes().decode()
        rows = {word: row for row, word in enumerate(words.split("\n") if words else [])}
        lengths = arrays["lengths"].astype(np.int32, copy=False)
        parts = (arrays["counts"], arrays["documents"], arrays["starts"])
        return cls([])._with(rows, sparse.csr_array(parts, shape=(len(rows), len(lengths))), lengths)

    def __len__(self) -> int:
        return self.corpus_size

    def get_scores(self, query: Sequence[str]) -> Scores:
        """Return the BM25 score of every document [n] for an analysed query; 0 where no word is shared."""
        return self._scored(self._postings(query))

    def get_batch_scores(self, query: Sequence[str], doc_ids: Sequence[int]) -> list[float]:
        """Return the BM25 scores of the documents at these positions, in this order."""
        scores: list[float] = self.get_scores(query)[list(doc_ids)].tolist()
        return scores

    def get_top_n(self, query: Sequence[str], documents: Sequence[T], n: int = 5) -> list[T]:
        """Return the `n` best of `documents`, which stand in the order of the corpus, best first, equal ones in this
        order.

        Documents that share no word with the query come last; `top` leaves them out. Raises ValueError when there are
        more or fewer documents than in the corpus.
        """
        if len(documents) != len(self):
            raise ValueError(f"The index holds {len(self)} documents, not {len(documents)}.")
        return [documents[position] for position in best_positions(self.get_scores(query), n)]

    def scores_of_many(self, queries: Sequence[Sequence[str]]) -> Scores:
        """`get_scores` of many analysed queries at once [queries, documents]; each word is weighed once."""
        counted = [Counter(token for token in tokens if token in self._rows) for tokens in queries]
        rows = {token: row for row, token in enumerate(dict.fromkeys(token for counts in counted for token in counts))}
        weighed = self._counts[[self._rows[token] for token in rows]].astype(np.float64)
        idf = self._idf[[self._rows[token] for token in rows]]
        repeated = np.repeat((self.k1 + 1) * idf, np.diff(weighed.indptr))
        weighed.data = repeated * weighed.data / (weighed.data + self._length_norm[weighed.indices])
        counts = [float(count) for of_query in counted for count in of_query.values()]
        columns = [rows[token] for of_query in counted for token in of_query]
        ends = np.cumsum([0, *map(len, counted)])
        by_query = sparse.csr_array((counts, columns, ends), shape=(len(queries), len(rows)))
        scores: Scores = (by_query @ weighed).toarray()
        return scores

    def top(self, tokens: Sequence[str], k: int) -> list[tuple[int, float]]:
        """Return the `k` best documents as (position, score), best first, equal scores by position.

        Only documents that share a word with the query: a shared word can score 0, so the score alone does not tell.
        """
        postings = self._postings(tokens)
        shares = np.zeros(len(self), bool)
        shares[postings.documents] = True
        candidates = np.flatnonzero(shares)
        scores = self._scored(postings)[candidates]
        return [(int(candidates[place]), float(scores[place])) for place in best_positions(scores, k)]

    def upper_bound(self, tokens: Sequence[str]) -> float:
        """Return what no document can exceed for this query: Σ max(idf, 0) · (k1 + 1), repeated words each time.

        Words unknown to the corpus count too (see `weights`), so a query of unknown words has a positive bound.
        """
        weights = self.weights(tokens)
        return (self.k1 + 1) * fsum(max(weights[token], 0.0) for token in tokens)

    def weights(self, tokens: Sequence[str]) -> dict[str, float]:
        """Return the idf of each word of an analysed query; an unknown word gets the idf of a word that no document
        holds."""
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

    def holding(self, tokens: Sequence[str]) -> NDArray[np.int32]:
        """Return the positions of the documents that hold all of these analysed words, ascending."""
        rows = [self._rows.get(token) for token in dict.fromkeys(tokens)]
        found = [self._counts.indices[slice(*self._counts.indptr[row : row + 2])] for row in rows if row is not None]
        if not found or len(found) < len(rows):
            return np.empty(0, np.int32)
        fewest, *others = sorted(found, key=len)
        for other in others:
            fewest = fewest[np.isin(fewest, other)]
        return np.sort(fewest)

    def _postings(self, tokens: Sequence[str]) -> _Postings:
        repeats = {row: count for token, count in Counter(tokens).items() if (row := self._rows.get(token)) is not None}
        parts = [slice(self._counts.indptr[row], self._counts.indptr[row + 1]) for row in repeats]
        return _Postings(
            np.concatenate([self._counts.indices[part] for part in parts] or [np.empty(0, np.int32)]),
            np.concatenate([self._counts.data[part] for part in parts] or [np.empty(0, np.uint8)]),
            np.cumsum([0, *(part.stop - part.start for part in parts)], dtype=np.int32),
            self._idf[list(repeats)] * list(repeats.values()),
        )

    def _scored(self, postings: _Postings) -> Scores:
        parts = np.take(self._length_norm, postings.documents)
        parts += postings.counts
        np.divide(postings.counts, parts, out=parts)
        shape = (len(self), len(postings.idf))
        by_word = sparse.csc_array((parts, postings.documents, postings.starts), shape=shape)
        scores: Scores = by_word @ ((self.k1 + 1) * postings.idf)
        return scores


class _Idf(Mapping[str, float]):
    """`BM25Okapi.idf` over an array: a dict of floats would weigh as much as the words themselves."""

    def __init__(self, rows: dict[str, int], idf: Scores) -> None:
        self._rows, self._idf = rows, idf

    def __getitem__(self, word: str) -> float:
        return float(self._idf[self._rows[word]])

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


class _DocumentCounts(Sequence[Mapping[str, int]]):
    """`BM25Okapi.doc_freqs` over the sparse matrix: how often each word stands in a document, counted when asked."""

    def __init__(self, rows: dict[str, int], counts: sparse.csr_array) -> None:
        self._rows, self._counts = rows, counts

    @overload
    def __getitem__(self, position: int) -> Mapping[str, int]: ...
    @overload
    def __getitem__(self, position: slice) -> list[Mapping[str, int]]: ...
    def __getitem__(self, position: int | slice) -> Mapping[str, int] | list[Mapping[str, int]]:
        if isinstance(position, slice):
            return [self[one] for one in range(*position.indices(len(self)))]
        column = self._counts[:, [position]].toarray()[:, 0]
        return {word: int(column[row]) for word, row in self._rows.items() if column[row]}

    def __len__(self) -> int:
        return int(self._counts.shape[1])


def _count(documents: Sequence[Sequence[str]], rows: dict[str, int]) -> tuple[sparse.csr_array, NDArray[np.int32]]:
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
