"""The vectors that are shipped are those of the texts that are shipped; nobody waits for the model because of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.evaluate.ship_vectors import VECTORS, shipped_texts
from core.retrieval.embedder import Embedder

FILES = sorted(shipped_texts())


@pytest.fixture(scope="module")
def model() -> Embedder:
    return Embedder(None)


def test_there_is_a_file_for_every_entry_and_an_entry_for_every_file() -> None:
    assert [path.name for path in sorted(VECTORS.glob("*.npz"))] == FILES


@pytest.mark.parametrize("name", FILES)
def test_every_shipped_text_has_its_vector_without_loading_the_model(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def loaded(self: Embedder) -> None:
        raise AssertionError("a text has no shipped vector: run `python -m core.evaluate.ship_vectors`")

    monkeypatch.setattr(Embedder, "_loaded", loaded)
    embedder = Embedder(None, [VECTORS / name])
    texts = shipped_texts()[name]
    vectors = embedder.encode(texts)
    assert vectors.shape == (len(texts), embedder.dimensions)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert not embedder.ready


@pytest.mark.parametrize("name", FILES)
def test_the_shipped_vectors_are_those_that_the_model_gives(name: str, model: Embedder) -> None:
    texts = shipped_texts()[name]
    some = texts[:: max(1, len(texts) // 6)]
    cosines = (Embedder(None, [VECTORS / name]).encode(some) * model.encode(some)).sum(axis=1)
    assert cosines.min() > 0.999


def test_a_changed_text_has_no_shipped_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path] = []

    def loaded(self: Embedder) -> None:
        asked.append(VECTORS)
        raise RuntimeError("asked for the model")

    monkeypatch.setattr(Embedder, "_loaded", loaded)
    text = shipped_texts()[FILES[0]][0]
    with pytest.raises(RuntimeError, match="asked for the model"):
        Embedder(None, [VECTORS / FILES[0]]).encode([f"{text} And a word more."])
    assert asked
