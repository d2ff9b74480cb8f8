"""A few documents with passages and vectors, for the tests of both stores."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from core.retrieval.embedder import DIMENSIONS, Vectors
from core.stores.passages import Document, Passage, Passages
from tests.word_embedder import WordEmbedder

Opener = Callable[..., Passages]
EMBEDDER = WordEmbedder()
TEXTS = {
    "solar": ["Perovskite solar cells degrade in moist air.", "Encapsulation keeps moisture away from solar cells."],
    "welding": ["Welding of stainless steel pipes needs argon.", "Robots weld car bodies.", "Argon is a noble gas."],
    "paint": ["Paint protects steel."],
}


def made(
    name: str, texts: Sequence[str], headings: tuple[str, ...] = ("Head", "Sub")
) -> tuple[Document, str, list[Passage]]:
    """A document whose id is its name, with a passage for each of the texts."""
    whole = "\n\n".join(texts)
    passages, start = [], 0
    for place, text in enumerate(texts):
        passages.append(Passage(f"{name}:{place}", name, place, text, start, start + len(text), headings, place + 1))
        start += len(text) + 2
    return (
        Document(name, f"{name}.md", "markdown", "en", "utf-8", len(whole), "2026-01-01T00:00:00+00:00"),
        whole,
        passages,
    )


def vectors_of(passages: Sequence[Passage]) -> Vectors:
    """The vectors of their contexts [n, 384]."""
    return EMBEDDER.encode([passage.context for passage in passages]).reshape(-1, DIMENSIONS)


def put(store: Passages, name: str, texts: Sequence[str], headings: tuple[str, ...] = ("Head", "Sub")) -> bool:
    """Add a document made of these texts."""
    document, whole, passages = made(name, texts, headings)
    return store.add(document, whole, passages, vectors_of(passages))


def fill(store: Passages) -> None:
    """Add the few documents."""
    for name, texts in TEXTS.items():
        put(store, name, texts)


def hits(store: Passages, query: str, limit: int = 10) -> dict[str, list[tuple[str, float]]]:
    """What each search finds, scores rounded."""
    return {
        found.source: [(id, round(score, 4)) for id, score in found.hits]
        for found in store.search(query, np.asarray(EMBEDDER.encode([query])[0]), limit)
    }
