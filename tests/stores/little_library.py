"""Books for the tests of the library stores."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.retrieval.embedder import DIMENSIONS, Vectors
from core.stores.library import Book, Library
from tests.word_embedder import WordEmbedder

EMBEDDER = WordEmbedder()
BOOKS = (
    Book("1", "The Amber Lighthouse", ("Ines Okafor",), ("Romance",), 1955, 210, ("harbour",)),
    Book("2", "Winter Orchard", ("Ines Okafor", "Paul Strand"), ("Romance", "Historical"), 1999, 320),
    Book("3", "Iron Tides", ("Paul Strand",), ("Thriller",), 2019, 150),
    Book("4", "Iron Tides", ("Wanda Quist",), ("Historical",), 1955, 400),
    Book("5", "Orbit of Glass", ("Wanda Quist",), ("Science Fiction",), 2021, None),
    Book("6", "An Undated Voyage", (), ("Adventure",), None, 95),
)


def loaded(library: Library, books: Sequence[Book] = BOOKS) -> Library:
    """The library with these books in it."""
    library.load(books, vectors_of(books))
    return library


def vectors_of(books: Sequence[Book]) -> Vectors:
    return EMBEDDER.encode([book.context for book in books])


def ask(words: str) -> Vectors:
    return EMBEDDER.encode([words])[0]


def clustered(count: int, seed: int = 7) -> Vectors:
    """Unit vectors [count, 384] in clusters, as those of texts are."""
    random = np.random.default_rng(seed)
    centres = random.normal(size=(40, DIMENSIONS))
    rows = centres[random.integers(40, size=count)] + random.normal(size=(count, DIMENSIONS))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
