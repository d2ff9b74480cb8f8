"""Works on the files of a collection and tells each step: alone in a process, so that a test can kill it.

python -m tests.systems.knowledge_base.ingesting OWNER COLLECTION DATA [DATABASE_URL]

At the step that `WAITS_AT` names it waits to be killed.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from core import embedding
from core.settings import Settings
from core.systems.knowledge_base.ingest.collections import DOCUMENTS, stage
from tests.lending import lent
from tests.word_embedder import WordEmbedder


class NotingEmbedder(WordEmbedder):
    """Writes down every text that it embeds."""

    def __init__(self, log: Path) -> None:
        super().__init__()
        self.log = log

    def encode(self, texts, progress=None):  # type: ignore[no-untyped-def]
        with self.log.open("a", encoding="utf-8") as file:
            file.writelines(f"{text!r}\n" for text in texts)
        return super().encode(texts, progress)


def work(folder: Path, collection: str, embedder: WordEmbedder, settings: Settings, told: bool = False) -> None:
    """All jobs that are left, and the end."""
    here = lent(folder, embedder, settings)
    while job := DOCUMENTS.job(here, collection):
        if told:
            now = stage(folder, collection)
            job._on_progress = lambda progress, now=now: tell(f"{now} {progress.done}")  # type: ignore[misc]
        job.run()
    DOCUMENTS.finish(here, collection)
    if told:
        print("finished", flush=True)


def tell(step: str) -> None:
    """Say what was done, and wait where a test wants to kill."""
    print(step, flush=True)
    while step == os.environ.get("WAITS_AT"):
        time.sleep(1)


def main() -> None:
    owner, collection, data, *url = sys.argv[1:]
    embedder = NotingEmbedder(Path(data) / "embedded.txt")
    embedding.shared_embedder = lambda: embedder  # type: ignore[assignment,return-value]
    settings = Settings(data=Path(data), database_url=url[0] if url else "")
    work(Path(owner), collection, embedder, settings, told=True)


if __name__ == "__main__":
    main()
