"""Texts that were embedded as bulk work are known to an embedder afterwards, except those that could not be done."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core import embedding
from core.embedding import embed_texts, embedding_job, forget_job, take_vectors
from core.retrieval.embedder import DIMENSIONS, Vectors
from tests.word_embedder import WordEmbedder

TEXTS = ["a lighthouse", "an orbit", "a lighthouse by the sea"]


class Remembering(WordEmbedder):
    """Keeps what it is given, and cannot embed what is not of this world."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[str, Vectors] = {}

    def encode(self, texts, progress=None):  # type: ignore[no-untyped-def]
        if "unspeakable" in texts:
            raise ValueError("this cannot be said")
        return super().encode(texts, progress)

    def remember(self, texts, vectors):  # type: ignore[no-untyped-def]
        self.known.update(zip(texts, vectors, strict=True))


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> Remembering:
    embedder = Remembering()
    monkeypatch.setattr(embedding, "shared_embedder", lambda: embedder)
    return embedder


def test_the_vectors_that_were_made_are_those_that_the_embedder_remembers(
    embedder: Remembering, tmp_path: Path
) -> None:
    assert embedding_job(TEXTS, tmp_path, chunk=2).run().status == "done"
    texts, vectors = take_vectors(TEXTS, tmp_path, embedder)  # type: ignore[arg-type]
    assert texts == TEXTS
    assert np.array_equal(vectors, embedder.encode(TEXTS))
    assert np.array_equal(embedder.known["an orbit"], vectors[1])


def test_a_text_that_cannot_be_embedded_is_left_out_and_the_others_keep_their_own(
    embedder: Remembering, tmp_path: Path
) -> None:
    texts = [TEXTS[0], "unspeakable", TEXTS[1]]
    assert embedding_job(texts, tmp_path, chunk=3).run().failed == 1
    done, vectors = take_vectors(texts, tmp_path, embedder)  # type: ignore[arg-type]
    assert done == TEXTS[:2]
    assert np.array_equal(vectors, embedder.encode(TEXTS[:2]))


def test_no_texts_make_no_vectors(embedder: Remembering, tmp_path: Path) -> None:
    embedding_job([], tmp_path, chunk=3).run()
    texts, vectors = take_vectors([], tmp_path, embedder)  # type: ignore[arg-type]
    assert (texts, vectors.shape) == ([], (0, DIMENSIONS))


def test_a_job_that_is_forgotten_leaves_no_file_of_its_own_and_all_others(
    embedder: Remembering, tmp_path: Path
) -> None:
    (tmp_path / "card.json").write_text("{}")
    embedding_job(TEXTS, tmp_path, chunk=2).run()
    forget_job(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["card.json"]
    forget_job(tmp_path)  # once more changes nothing


def test_vectors_travel_as_plain_text_and_lose_nothing(embedder: Remembering) -> None:
    import base64

    first, _ = embed_texts(TEXTS[:2])
    assert np.array_equal(np.frombuffer(base64.b64decode(first), np.float32), embedder.encode(TEXTS[:1])[0])
