"""What is lent for the work on what an owner brings, without an installation."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.systems import Resources
from tests.word_embedder import WordEmbedder


def lent(folder: Path, embedder: WordEmbedder | Embedder | None = None, settings: Settings | None = None) -> Resources:
    """The folder of an owner, words by hash unless another embedder is given, and the settings of nobody."""
    chosen = cast(Embedder, embedder or WordEmbedder())
    return Resources(OfflineEngine(), chosen, folder, settings or Settings(data=folder))
