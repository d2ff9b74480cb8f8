"""The part of rank_bm25 0.2.2 that is used here; the package itself brings no types."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")

class BM25:
    corpus_size: int
    avgdl: float
    doc_freqs: Sequence[Mapping[str, int]]
    idf: Mapping[str, float]
    doc_len: Sequence[int] | NDArray[np.int32]
    def get_scores(self, query: Sequence[str]) -> NDArray[np.float64]: ...
    def get_batch_scores(self, query: Sequence[str], doc_ids: Sequence[int]) -> list[float]: ...
    def get_top_n(self, query: Sequence[str], documents: Sequence[T], n: int = 5) -> list[T]: ...

class BM25Okapi(BM25):
    k1: float
    b: float
    epsilon: float
    average_idf: float
    def __init__(
        self,
        corpus: Sequence[Sequence[str]],
        tokenizer: Callable[[str], Sequence[str]] | None = None,
        k1: float = 1.5,
        b: float = 0.75,
        epsilon: float = 0.25,
    ) -> None: ...
