"""What tests of the systems share: the sample of experts over the real embedding model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.systems import Resources
from core.systems.expert_search.people.collections import PEOPLE, SAMPLE
from core.systems.expert_search.people.records import People
from tests.systems.expert_search.little_people import run

Search = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def sample(embedder: Embedder) -> People:
    """The people that come with Glassbox."""
    return PEOPLE.open(Resources(OfflineEngine(), embedder, Path("nowhere"), Settings()), SAMPLE)


@pytest.fixture(scope="session")
def search(sample: People) -> Search:
    """Search the sample and give the last state; the same search is done once."""
    done: dict[str, dict[str, Any]] = {}

    def ask(request: str, **numbers: Any) -> dict[str, Any]:
        key = f"{request} {sorted(numbers.items())}"
        if key not in done:
            done[key] = run(sample, request, **numbers)
        return done[key]

    return ask
