"""Words by hash embed in the bulk work, and stores are let go of after each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core import embedding
from core.systems.knowledge_base.ingest.opening import forget_opened
from tests.systems.knowledge_base.living.little_folder import LittleFolder
from tests.word_embedder import WordEmbedder


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> Iterator[WordEmbedder]:
    embedder = WordEmbedder()
    monkeypatch.setattr(embedding, "shared_embedder", lambda: embedder)
    yield embedder
    forget_opened()


@pytest.fixture
def here(tmp_path: Path, embedder: WordEmbedder) -> LittleFolder:
    return LittleFolder(tmp_path, embedder)
