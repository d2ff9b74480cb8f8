"""Loads a catalogue in a process of its own, for the tests that kill it: every portion that is there is acknowledged,
and the next one waits for a line from whoever started it.

python -m tests.systems.library_chat.loading DATA CATALOGUE [NEO4J_URI NEO4J_USERNAME NEO4J_PASSWORD]
"""

from __future__ import annotations

import sys
from pathlib import Path

from core import embedding
from core.settings import Settings
from core.systems.library_chat.catalogue import catalogues
from tests.lending import lent
from tests.word_embedder import WordEmbedder

EMBEDDER = WordEmbedder()


def acknowledge(done: int, total: int) -> None:
    print(done, flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    data, catalogue, *server = sys.argv[1:]
    embedding.shared_embedder = lambda: EMBEDDER  # type: ignore[assignment,return-value]
    where = dict(zip(("neo4j_uri", "neo4j_username", "neo4j_password"), server, strict=False))
    settings = Settings(data=Path(data), **where)
    catalogues.PORTION = 20
    here = lent(Path(data), EMBEDDER, settings)
    job = catalogues.CATALOGUES.job(here, catalogue)
    assert job is not None
    job.run()
    catalogues.CATALOGUES.finish(here, catalogue, acknowledge)
