"""Late interaction: every word of a query looks for its best match among the words of a document (MaxSim).

From Khattab and Zaharia, "ColBERT: efficient and effective passage search via contextualized late interaction
over BERT", SIGIR 2020. Here with the token vectors of the embedding model, which was not trained for it, and each word
of the query weighs by how rare it is. Words are word pieces of the model ("per", "##ovsk", "##ite"); stop words and
punctuation are left out on both sides, which halves the work and, in a mix with other scores, costs nothing measurable.
"""

from __future__ import annotations

import hashlib
import logging
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from core.language.terms import STOP_WORDS
from core.retrieval.embedder import DIMENSIONS, Embedder, Vectors

log = logging.getLogger(__name__)

_KEPT = 128  # numbers of a piece's vector that are kept, a byte each: 384 ranked no better in a mix with other scores
_SAMPLE = 300  # texts that the 128 directions are learned from
_BATCH = 64

Progress = Callable[[int, int], None]


def is_content(word: str) -> bool:
    """Whether a word, or a piece of one, is neither a stop word nor punctuation."""
    return word not in STOP_WORDS and any(map(str.isalnum, word))


def content(pieces: Sequence[str], vectors: Vectors) -> tuple[list[str], Vectors]:
    """Return the pieces that are neither stop words nor punctuation, with their vectors [pieces, 384]."""
    keep = [index for index, piece in enumerate(pieces) if is_content(piece)]
    return [pieces[place] for place in keep], vectors[keep]


class PieceIndex:
    """The word pieces of a fixed corpus: which there are, and the vector of each, in 128 bytes.

    A vector of 384 numbers is turned into the 128 directions in which the vectors of this corpus differ most (principal
    components of a sample), brought to unit length and rounded to steps of 1/127. Immutable, safe to share by threads.
    """

    def __init__(
        self,
        vectors: NDArray[np.int8],
        lengths: NDArray[np.int64],
        basis: Vectors,
        pieces: NDArray[np.str_],
        df: NDArray[np.int64],
    ) -> None:
        """Take the vectors [all pieces, 128], the number of pieces of each document [n], the directions [384, 128], and
        the different pieces [m] with the number of documents that hold each [m].
        """
        self._pieces, self._vectors, self._lengths, self._basis = pieces, vectors, lengths, basis
        self._starts = np.cumsum(lengths) - lengths
        self._df: dict[str, int] = dict(zip(pieces.tolist(), df.tolist(), strict=True))

    @classmethod
    def build(cls, texts: Sequence[str], embedder: Embedder, progress: Progress | None = None) -> PieceIndex:
        """Run all texts through the model, which reads the first 254 pieces of each.

        `progress` hears how many of how many are done. Raises StoreError when the model cannot be loaded.
        """
        step = max(1, len(texts) // _SAMPLE)
        basis = _directions([content(*found)[1] for found in embedder.token_vectors(texts[::step][:_SAMPLE])])
        rows, lengths = [np.empty((0, _KEPT), np.int8)], array("q")
        df = Counter[str]()
        for start in range(0, len(texts), _BATCH):
            for found in embedder.token_vectors(texts[start : start + _BATCH]):
                pieces, vectors = content(*found)
                rows.append(np.round(_project(vectors, basis) * 127).astype(np.int8))
                lengths.append(len(pieces))
                df.update(set(pieces))
            if progress:
                progress(len(lengths), len(texts))
        different, counts = np.array(list(df), np.str_), np.array(list(df.values()), np.int64)
        return cls(np.concatenate(rows), np.array(lengths, np.int64), basis, different, counts)

    @classmethod
    def open(
        cls, folder: Path, texts: Sequence[str], embedder: Embedder, progress: Progress | None = None
    ) -> PieceIndex:
        """As `build`, but what `folder` keeps of the very same texts and model is read, and what is new is kept there.

        A file that cannot be read is made anew, one that cannot be written is done without; the log says so.
        """
        path = folder / f"pieces-{_fingerprint(texts, embedder)}.npz"
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
                # Files call the document frequencies `holders`.
                return cls(kept["vectors"], kept["lengths"], kept["basis"], kept["pieces"], kept["holders"])
        except FileNotFoundError:
            pass
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            log.warning("The file %s cannot be read and is made anew: %s", path.name, error)
        index = cls.build(texts, embedder, progress)
        try:
            index._save(path)
        except OSError as error:
            log.warning("The file %s cannot be written; going on without it: %s", path.name, error)
        return index

    def _save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        with fresh.open("wb") as file:
            np.savez(
                file,
                vectors=self._vectors,
                lengths=self._lengths,
                basis=self._basis,
                pieces=self._pieces,
                holders=np.array(list(self._df.values()), np.int64),
            )
        fresh.replace(path)

    def __len__(self) -> int:
        return len(self._lengths)

    def weights(self, pieces: Sequence[str]) -> NDArray[np.float64]:
        """How rare each piece is [pieces]: idf = ln(1 + (N − df + 0.5) / (df + 0.5)), always above 0."""
        df = np.array([self._df.get(piece, 0) for piece in pieces], np.float64)
        weights: NDArray[np.float64] = np.log1p((len(self) - df + 0.5) / (df + 0.5))
        return weights

    def scores(self, pieces: Sequence[str], vectors: Vectors, documents: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the score of each of `documents` (positions, [k]) for a query of word pieces with vectors [pieces,
        384].

        The mean over the query's pieces, weighted by `weights`, of the best cosine with a piece of the document; a
        cosine below 0 counts 0, so the scores [k] lie in 0 … 1. A document without words scores 0.
        """
        scores = np.zeros(len(documents))
        kept = content(pieces, vectors)
        if kept[0]:  # a question of nothing but stop words ("who are we?") keeps them
            pieces, vectors = kept
        filled = np.flatnonzero(self._lengths[documents])
        if not pieces or not len(filled):
            return scores
        starts, lengths = self._starts[documents[filled]], self._lengths[documents[filled]]
        rows = np.concatenate([self._vectors[start : start + n] for start, n in zip(starts, lengths, strict=True)])
        cosines = rows.astype(np.float32) @ (_project(vectors, self._basis).T / 127)
        best = np.maximum.reduceat(cosines, np.cumsum(lengths) - lengths, axis=0)
        weights = self.weights(pieces)
        scores[filled] = np.clip(best, 0, 1) @ (weights / weights.sum())
        return scores


def _directions(samples: Sequence[Vectors]) -> Vectors:
    """Return the 128 directions [384, 128] in which vectors differ most from nothing: eigenvectors of their second
    moments."""
    sample = np.concatenate([np.empty((0, DIMENSIONS), np.float32), *samples])
    _, directions = np.linalg.eigh((sample.T @ sample).astype(np.float64))
    return np.ascontiguousarray(directions[:, : -_KEPT - 1 : -1], np.float32)


def _project(vectors: Vectors, basis: Vectors) -> Vectors:
    projected = vectors @ basis
    lengths = np.linalg.norm(projected, axis=1, keepdims=True)
    unit: Vectors = projected / np.maximum(lengths, np.finfo(np.float32).tiny)
    return unit


def _fingerprint(texts: Sequence[str], embedder: Embedder) -> str:
    """Equal for the same texts, model and way of keeping."""
    digest = hashlib.sha256(f"{embedder.name} {embedder.precision} {_KEPT} {_SAMPLE}".encode())
    for text in texts:
        digest.update(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest())
    return digest.hexdigest()[:32]
