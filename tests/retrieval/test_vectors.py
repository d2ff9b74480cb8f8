"""Cosine search is exact, ordered and at home in many threads."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.retrieval.vectors import VectorIndex


def unit_rows(rows: int, seed: int = 1, dimensions: int = 8) -> np.ndarray:
    matrix = np.random.default_rng(seed).normal(size=(rows, dimensions)).astype(np.float32)
    return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)


def test_scores_are_the_cosines_of_all_rows():
    matrix = unit_rows(50)
    scores = VectorIndex(matrix).scores(matrix[7])
    assert scores.dtype == np.float32
    np.testing.assert_allclose(scores, [row @ matrix[7] for row in matrix], atol=1e-6)
    assert scores.argmax() == 7


@given(st.integers(0, 30), st.integers(0, 40), st.integers(0, 5))
def test_the_nearest_stand_in_order_of_score_then_position(rows, k, seed):
    index = VectorIndex(np.repeat(unit_rows(rows, seed), 2, axis=0))
    query = unit_rows(1, seed + 100)[0]
    scores = index.scores(query)
    expected = sorted(range(2 * rows), key=lambda position: (-scores[position], position))[:k]
    assert index.top(query, k) == [(position, float(scores[position])) for position in expected]


def test_results_are_plain_numbers():
    matrix = unit_rows(3)
    position, score = VectorIndex(matrix).top(matrix[1], 1)[0]
    assert (type(position), type(score)) == (int, float)


def test_an_empty_matrix_finds_nothing():
    index = VectorIndex(np.empty((0, 8), np.float32))
    assert len(index) == 0
    assert index.scores(unit_rows(1)[0]).shape == (0,)
    assert index.top(unit_rows(1)[0], 5) == []


def test_an_array_that_is_no_matrix_is_refused():
    with pytest.raises(ValueError, match="matrix"):
        VectorIndex(np.zeros(8, np.float32))


def test_numpy_multiplies_in_the_thread_that_asks_however_many_threads_it_was_given():
    program = (
        "import numpy, threadpoolctl; from core.retrieval.vectors import VectorIndex; "
        "count = lambda: [pool['num_threads'] for pool in threadpoolctl.threadpool_info()]; before = count(); "
        "VectorIndex(numpy.eye(2, dtype='f4')); print(before, count())"
    )
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "2"}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    before, after = run.stdout.strip("[]\n").split("] [")
    assert "2" in before
    assert set(after.split(", ")) == {"1"}


def test_many_threads_get_the_scores_that_one_thread_gets():
    index, queries = VectorIndex(unit_rows(2_000)), unit_rows(16, seed=2)
    found: dict[int, list[tuple[int, float]]] = {}
    threads = [
        threading.Thread(target=lambda number=number: found.update({number: index.top(queries[number], 10)}))
        for number in range(len(queries))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: index.top(query, 10) for number, query in enumerate(queries)}
