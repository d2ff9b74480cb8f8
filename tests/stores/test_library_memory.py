"""What the embedded library keeps in memory gives the nearest nodes exactly, and each book's relations in order."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from core.retrieval.embedder import DIMENSIONS
from core.stores.library_memory import Nodes, Relations, read_nodes, read_relations
from tests.stores.little_library import clustered

VECTORS = clustered(300)
NODES = Nodes(np.arange(10, 310), [f"key {number:03}" for number in range(300)], VECTORS)


def scan(query: np.ndarray, allowed: list[int], limit: int) -> list[int]:
    """The plain way: every cosine in double, ties by key, which grows with the number."""
    cosines = {n: float(VECTORS[n - 10].astype(float) @ query.astype(float)) for n in allowed}
    return sorted(allowed, key=lambda n: (-cosines[n], n))[:limit]


@pytest.mark.parametrize("limit", [1, 10, 300, 500])
def test_the_nearest_are_those_of_a_plain_scan(limit: int) -> None:
    for query in clustered(5, seed=3):
        nearest = NODES.nearest(query, limit)
        assert [number for number, _ in nearest] == scan(query, list(range(10, 310)), limit)
        assert all(0 <= score <= 1 for _, score in nearest)


def test_only_the_allowed_ones_are_found_however_far_they_are() -> None:
    allowed = np.array([12, 17, 301])
    for query in clustered(5, seed=4):
        assert [number for number, _ in NODES.nearest(query, 2, allowed)] == scan(query, [12, 17, 301], 2)
    assert NODES.nearest(VECTORS[0], 5, np.array([], np.int64)) == []


def test_equal_vectors_have_equal_scores_and_stand_by_their_keys() -> None:
    same = Nodes(np.array([1, 2, 3]), ["c", "a", "b"], np.repeat(VECTORS[:1], 3, axis=0))
    nearest = same.nearest(VECTORS[1], 3)
    assert [number for number, _ in nearest] == [2, 3, 1]
    assert len({score for _, score in nearest}) == 1


def test_nothing_is_near_a_vector_of_zeros_and_nothing_is_in_an_empty_store() -> None:
    assert NODES.nearest(np.zeros(DIMENSIONS, np.float32), 5) == []
    empty = Nodes(np.array([], np.int64), [], np.empty((0, DIMENSIONS), np.float32))
    assert empty.nearest(VECTORS[0], 5) == []


def test_many_that_ask_the_same_at_once_get_the_same() -> None:
    with ThreadPoolExecutor(8) as people:
        answers = list(people.map(lambda _: NODES.nearest(VECTORS[7], 20), range(40)))
    assert all(answer == answers[0] for answer in answers)


def test_relations_give_each_books_other_ends_in_order_and_the_books_of_each_end() -> None:
    wrote = Relations(np.array([1, 1, 2, 4]), np.array([20, 10, 10, 30]))
    assert wrote.ends_of([1, 3, 4]) == [[20, 10], [], [30]]
    assert wrote.members([2, 1]) == {10: [2, 1], 20: [1]}
    assert wrote.other_ends(None) is None
    ends = wrote.other_ends(np.array([1, 2]))
    assert ends is not None
    assert ends.tolist() == [10, 20]


def test_what_was_stored_is_read_back() -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE node (number INTEGER, name TEXT, vector BLOB)")
    rows = [(5, "a", VECTORS[0].tobytes()), (9, "b", VECTORS[1].tobytes())]
    connection.executemany("INSERT INTO node VALUES (?, ?, ?)", rows)
    nodes = read_nodes(connection, "SELECT * FROM node ORDER BY number")
    nothing = read_relations(connection, "SELECT 1, 2 WHERE 0")
    connection.close()
    assert (len(nodes), nodes.key) == (2, {5: "a", 9: "b"})
    assert nothing.ends_of([5]) == [[]]
