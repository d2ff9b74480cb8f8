"""An embedder without a model: every word has a direction of its own, and those in a list of likes share one."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.language.tokens import comparable, word_pattern, words
from core.retrieval.embedder import DIMENSIONS, Vectors
from core.retrieval.named_model import Reads


@dataclass
class WordPieces:
    """As `core.retrieval.minilm.Pieces`."""

    names: list[str]
    spans: NDArray[np.int32]
    vectors: Vectors
    whole: Vectors

    def mean_of(self, chosen: NDArray[np.bool_]) -> Vectors:
        mean = self.vectors[chosen].sum(axis=0)
        unit: Vectors = mean / max(float(np.linalg.norm(mean)), 1e-9)
        return unit


class WordEmbedder:
    """A text is the mean of its words. A word of five letters or more is two pieces: "solar" is "sol", "##ar"."""

    name = "words by hash"
    setting = ""
    reads = Reads(frozenset({"en"}))
    precision = "exact"
    dimensions = DIMENSIONS

    def __init__(self, *_: object, alike: Sequence[tuple[str, str]] = ()) -> None:
        self.alike = {other: one for one, other in alike}
        self.passes = 0

    def warm_up(self) -> None:
        pass

    def encode(self, texts: Sequence[str], progress: Callable[[int, int], None] | None = None) -> Vectors:
        vectors = [self._vectors(words(text)).sum(axis=0) for text in texts]
        if progress:
            progress(len(texts), len(texts))
        rows = np.array(vectors, np.float32).reshape(-1, DIMENSIONS)
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)

    def encode_query(self, query: str) -> Vectors:
        vector: Vectors = self.encode([query])[0]
        return vector

    def remember(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Words by hash are as quickly found as remembered."""
        assert len(texts) == len(vectors)

    def read(self, texts: Sequence[str]) -> list[WordPieces]:
        return [self._read(text) for text in texts]

    def _read(self, text: str) -> WordPieces:
        names: list[str] = []
        spans: list[tuple[int, int]] = []
        for match in word_pattern(text.isascii()).finditer(text):
            word, (start, end) = comparable(match.group()), match.span()
            split = min(start + 3, end) if len(word) >= 5 else end
            names += [word] if split == end else [word[:3], f"##{word[3:]}"]
            spans += [(start, end)] if split == end else [(start, split), (split, end)]
        vectors, [whole] = self._vectors(names), self.encode([text])
        return WordPieces(names, np.array(spans, np.int32).reshape(-1, 2), vectors, whole)

    def token_vectors(self, texts: Sequence[str]) -> list[tuple[list[str], Vectors]]:
        self.passes += len(texts)
        found = []
        for text in texts:
            pieces: list[str] = []
            for word in words(text):
                pieces += [word] if len(word) < 5 else [word[:3], f"##{word[3:]}"]
            found.append((pieces[:254], self._vectors(pieces[:254])))
        return found

    def _vectors(self, pieces: Sequence[str]) -> Vectors:
        rows = np.empty((len(pieces), DIMENSIONS), np.float32)
        for place, piece in enumerate(pieces):
            rows[place] = _direction(self.alike.get(piece, piece))
        return rows


@cache
def _direction(word: str) -> Vectors:
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4])
    row = np.random.default_rng(seed).normal(size=DIMENSIONS)
    direction: Vectors = (row / np.linalg.norm(row)).astype(np.float32)
    return direction
