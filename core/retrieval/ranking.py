"""The best ranking this machine can make without a trained cross-encoder, one fixed setting for every collection.

Three scores are brought to a common scale over the candidates and weigh alike: words (BM25), meaning (cosine of
embeddings), and words by meaning (late interaction). Then the company that a document keeps counts: a third of its
score comes from the five candidates most like it, since what answers the same question is alike (Diaz, "Regularizing
ad hoc retrieval scores", CIKM 2005). The numbers were chosen once and hold for all collections.

nDCG@10 on Cranfield, CACM and NFCorpus: words and meaning .568, .561, .360; all three .570, .572, .369; with company
.596, .584, .381. Where exactly one document is right, company costs up to half a point of a hundred.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from core.language.terms import analyse
from core.retrieval.embedder import Embedder
from core.retrieval.fusion import Part, Receipt, Side
from core.retrieval.keywords import KeywordIndex, best_positions
from core.retrieval.late_interaction import PieceIndex
from core.retrieval.vectors import VectorIndex

CANDIDATES = 200  # of each of the two searches
NEIGHBOURS = 5
COMPANY = 1 / 3  # what the neighbours weigh together; the document itself weighs the rest

SOURCES: dict[str, Side] = {"words": "keyword", "meaning": "vector", "words by meaning": "vector"}
"""The three scores of a document, each weighing a third; the sources of a receipt are these, and "…, neighbours"."""

_EQUAL = 1e-9  # scores that differ by less than this differ by rounding only
_PARTS = SOURCES | {f"{name}, neighbours": side for name, side in SOURCES.items()}

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Ranker:
    """One fixed corpus, ranked by all that is known offline. Immutable, safe to share by threads."""

    ids: tuple[str, ...]
    keywords: KeywordIndex
    vectors: VectorIndex
    pieces: PieceIndex
    terms: sparse.csr_array
    embedder: Embedder

    @classmethod
    def build(
        cls,
        ids: Sequence[str],
        texts: Sequence[str],
        embedder: Embedder,
        folder: Path | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Ranker:
        """Index texts by their ids; `folder` keeps the vectors of the word pieces between runs (None: nowhere).

        `progress` hears how many of 2n passes through the model are done: each text goes through it once for its own
        vector and once for those of its word pieces. Raises StoreError when the model cannot be loaded.
        """

        def second(done: int, of: int) -> None:
            if progress:
                progress(of + done, 2 * of)

        def first(done: int, of: int) -> None:
            if progress:
                progress(done, 2 * of)

        words = [analyse(text) for text in texts]
        vectors = VectorIndex(embedder.encode(texts, first))
        pieces = (
            PieceIndex.open(folder, texts, embedder, second) if folder else PieceIndex.build(texts, embedder, second)
        )
        return cls(tuple(ids), KeywordIndex(words), vectors, pieces, _term_rows(words), embedder)

    def rank(self, query: str, k: int = 10) -> list[Receipt]:
        """Return the best `k` with their receipts, best first, ties by id.

        A receipt has six parts: each score of the document, and the mean of that score over its neighbours. Normalised
        means: how many standard deviations above the mean of all candidates, so it may be below 0. With α = 2/3 the
        score is α·vector + (1−α)·keyword. Raises StoreError when the model cannot be loaded.
        """
        words = analyse(query)
        by_words, by_meaning = self.keywords.get_scores(words), self.vectors.scores(self.embedder.encode([query])[0])
        found = [place for place, _ in self.keywords.top(words, CANDIDATES)]
        candidates = np.union1d(best_positions(by_meaning, CANDIDATES), np.array(found, np.int64))
        if not len(candidates):
            return []
        by_pieces = self.pieces.scores(*self.embedder.token_vectors([query])[0], candidates)
        own = np.stack([by_words[candidates], by_meaning[candidates].astype(np.float64), by_pieces])
        company = own @ self._companions(candidates).T
        raw = np.concatenate([own, company])
        mean, deviation = own.mean(axis=1, keepdims=True), own.std(axis=1, keepdims=True)
        normalised = (raw - np.tile(mean, (2, 1))) / np.tile(np.where(deviation > _EQUAL, deviation, 1), (2, 1))
        weights = np.repeat([1 - COMPANY, COMPANY], len(SOURCES)) / len(SOURCES)
        scores = (weights @ normalised).round(12)  # equal documents stay equal, whatever order the sum took
        best = np.lexsort((np.array(self.ids)[candidates], -scores))[:k]
        places = (-raw).argsort(axis=1, kind="stable").argsort(axis=1) + 1
        return [
            self._receipt(rank, scores[one], candidates[one], places[:, one], raw[:, one], normalised[:, one], weights)
            for rank, one in enumerate(best, start=1)
        ]

    def _companions(self, candidates: NDArray[np.int64]) -> Matrix:
        """How much each candidate counts in the company of each other [candidates, candidates]; rows add up to 1.

        Likeness is the cosine of the embeddings plus the cosine of the tf-idf vectors; only the nearest five count, by
        their likeness. A document that is like no other keeps company with itself.
        """
        rows, terms = self.vectors.matrix[candidates], self.terms[candidates]
        likeness = np.clip(rows @ rows.T, 0, None) + (terms @ terms.T).toarray()
        np.fill_diagonal(likeness, 0)
        if len(candidates) > NEIGHBOURS:
            likeness[likeness < np.partition(likeness, -NEIGHBOURS, axis=1)[:, -NEIGHBOURS, None]] = 0
        likeness[np.diag_indices_from(likeness)] = likeness.sum(axis=1) == 0
        companions: Matrix = likeness / likeness.sum(axis=1, keepdims=True)
        return companions

    def _receipt(
        self,
        rank: int,
        score: float,
        position: int,
        places: NDArray[np.int64],
        raw: Matrix,
        normalised: Matrix,
        weights: Matrix,
    ) -> Receipt:
        parts = [
            Part(name, side, int(place), float(one), float(value), float(weight), float(weight * value))
            for (name, side), place, one, value, weight in zip(
                _PARTS.items(), places, raw, normalised, weights, strict=True
            )
        ]
        vector, keyword = (
            math.fsum(part.contribution for part in parts if part.side == side) for side in ("vector", "keyword")
        )
        return Receipt(self.ids[position], float(score), rank, parts, vector / (2 / 3), keyword / (1 / 3))


def _term_rows(documents: Sequence[Sequence[str]]) -> sparse.csr_array:
    """Return the tf-idf vector of each analysed document as a sparse row of unit length [documents, words].

    tf-idf = ln(1 + tf) · ln(1 + N / df). A document without words has an empty row.
    """
    columns: dict[str, int] = {}
    places, counts, ends = array("i"), array("i"), array("q", [0])
    for document in documents:
        frequencies = Counter(document)
        places.extend([columns.setdefault(word, len(columns)) for word in frequencies])
        counts.extend(frequencies.values())
        ends.append(len(places))
    column = np.array(places, np.int32)
    df = np.bincount(column, minlength=len(columns))
    values = np.log1p(np.array(counts, np.float32)) * np.log1p(len(documents) / df.astype(np.float32))[column]
    rows = sparse.csr_array((values, column, np.array(ends)), shape=(len(documents), len(columns)))
    lengths = np.sqrt(rows.multiply(rows).sum(axis=1))
    return sparse.diags_array(1 / np.where(lengths > 0, lengths, 1)) @ rows
