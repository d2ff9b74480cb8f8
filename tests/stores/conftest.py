"""Both stores of passages, for whatever one of them does as the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.stores.passages import Passages
from core.stores.passages_embedded import EmbeddedPassages
from core.stores.passages_postgres import PostgresPassages
from tests.stores.little_passages import EMBEDDER, Opener
from tests.word_embedder import WordEmbedder


@pytest.fixture(params=["embedded", "PostgreSQL"])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opener]:
    """Opens one and the same place each time, or another collection in it."""
    opened: list[Passages] = []
    url = request.getfixturevalue("database_url") if request.param == "PostgreSQL" else ""

    def open_one(collection: str = "one", embedder: WordEmbedder = EMBEDDER) -> Passages:
        opened.append(
            PostgresPassages(url, collection, embedder)
            if url
            else EmbeddedPassages(tmp_path / f"{collection}.sqlite", embedder)
        )
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


@pytest.fixture
def store(opener: Opener) -> Passages:
    return opener()
