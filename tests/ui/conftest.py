"""Pages without a browser: each test has an installation of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core import embedding
from core import installation as floor
from core.installation import Installation
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.systems.knowledge_base.ingest.opening import forget_opened
from core.ui import resources
from tests.word_embedder import WordEmbedder


@pytest.fixture
def house(tmp_path: Path, embedder: Embedder, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    house = Installation(Settings(data=tmp_path / "data"))
    house.__dict__["embedder"] = embedder
    for module in (floor, resources):
        monkeypatch.setattr(module, "installation", lambda: house)
    yield house
    house.close()


@pytest.fixture
def words_by_hash(house: Installation, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In place of the model, which takes seconds to load."""
    embedder = WordEmbedder()
    house.__dict__["embedder"] = embedder
    monkeypatch.setattr(embedding, "shared_embedder", lambda: embedder)
    yield
    forget_opened()
