"""Exact cosine search over a matrix of unit vectors.

No approximate index: below about a million rows one matrix product is fast enough and never misses a neighbour.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.retrieval.keywords import best_positions

_LOOKED_AT = 8  # numbers of a row, before all of it is looked at


@cache
def _limit_blas_threads() -> None:
    """Keep numpy's matrix products in the thread that asks, for the rest of the process.

    Every visitor searches in threads of their own; with BLAS threads below each of them they wait for one another.
    Set once, not around each product: the limit belongs to the process, so threads that set and restore it would race.
    """
    from threadpoolctl import threadpool_limits

    threadpool_limits(1, user_api="blas")


class VectorIndex:
    """A fixed matrix of unit rows [n, dimensions]; immutable, safe to read from many threads.

    A row of zeros stands for a vector that is not known yet, and is never among the nearest.
    """

    def __init__(self, matrix: NDArray[np.float32]) -> None:
        """Keep `matrix` (float32, rows of unit length, n may be 0) without copying it."""
        if matrix.ndim != 2:
            raise ValueError(f"A vector index needs a matrix [n, dimensions], not an array of shape {matrix.shape}.")
        _limit_blas_threads()
        self.matrix = np.ascontiguousarray(matrix, np.float32)
        perhaps = np.flatnonzero(~self.matrix[:, :_LOOKED_AT].any(axis=1))
        self._unknown = perhaps[~self.matrix[perhaps].any(axis=1)]

    def __len__(self) -> int:
        return len(self.matrix)

    def scores(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the cosine of every row [n] with a unit vector [dimensions]; −1 to 1 but for rounding."""
        return self.matrix @ np.asarray(query, np.float32)

    def top(self, query: NDArray[np.float32], k: int) -> list[tuple[int, float]]:
        """Return the `k` nearest rows as (position, cosine), nearest first, equal cosines by position."""
        scores = self.scores(query)
        scores[self._unknown] = -np.inf
        best = best_positions(scores, min(k, len(self) - len(self._unknown)))
        return [(int(position), float(scores[position])) for position in best]
