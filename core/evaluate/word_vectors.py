"""Vectors without the model: a text is like itself and like nothing else. Fast runs without search by meaning."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from core.retrieval.embedder import Embedder, Vectors
from core.retrieval.minilm import DIMENSIONS, unit


class WordsOnly(Embedder):
    """Lends every text a direction of its own, drawn from its letters. Equal texts are equal, all others far apart.

    Whatever depends on meaning finds nothing: two different texts score .5 ± .1 where a result needs .7.
    """

    def __init__(self) -> None:
        super().__init__(None)

    def warm_up(self) -> None:
        """No model is loaded."""

    def encode(self, texts: Sequence[str], progress: Callable[[int, int], None] | None = None) -> Vectors:
        """Return unit vectors [n, 384], float32, in the order of `texts`."""
        vectors = np.array([_direction(text) for text in texts], np.float32).reshape(-1, DIMENSIONS)
        if progress and texts:
            progress(len(texts), len(texts))
        return vectors


@lru_cache(maxsize=100_000)
def _direction(text: str) -> Vectors:
    seed = int.from_bytes(hashlib.sha256(text.casefold().encode("utf-8", "replace")).digest()[:8], "big")
    numbers = np.random.default_rng(seed).standard_normal((1, DIMENSIONS)).astype(np.float32)
    vector: Vectors = unit(numbers)[0]
    return vector
