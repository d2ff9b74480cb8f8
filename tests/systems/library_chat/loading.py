"""Loads a catalogue in a process of its own, for the tests that kill it: every portion that is there is acknowledged.

python -m tests.systems.library_chat.loading DATA CATALOGUE STORE [NEO4J_URI NEO4J_USERNAME NEO4J_PASSWORD]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from core import embedding
from core.retrieval.embedder import Vectors
from core.settings import Settings
from core.systems.library_chat.catalogue import catalogues
from tests.word_embedder import WordEmbedder


class Remembering(WordEmbedder):
    """Words by hash are as quickly found as remembered."""

    def remember(self, texts: Sequence[str], vectors: Vectors) -> None:
        assert len(texts) == len(vectors)


EMBEDDER = Remembering()


def acknowledge(done: int, total: int) -> None:
    print(done, flush=True)
    time.sleep(0.2 if done < total else 60)  # time to be killed in


if __name__ == "__main__":
    data, catalogue, store, *server = sys.argv[1:]
    embedding.shared_embedder = lambda: EMBEDDER  # type: ignore[assignment,return-value]
    where = dict(zip(("neo4j_uri", "neo4j_username", "neo4j_password"), server, strict=False))
    settings = Settings(data=Path(data), **where)
    catalogues.PORTION = 20
    catalogues.load_job(Path(data), catalogue).run()
    catalogues.finish_loading(Path(data), catalogue, settings, EMBEDDER, store, acknowledge)  # type: ignore[arg-type]
