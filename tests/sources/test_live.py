"""One small question to each real service: `pytest -m live`. Says whether what was built on paper still holds."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.settings import read_settings
from core.sources.live import live_sources, open_client

pytestmark = pytest.mark.live
ENVIRONMENT = dict(os.environ)  # before the tests hide it from each other


@pytest.fixture(autouse=True)
def only_when_named(request: pytest.FixtureRequest) -> None:
    if "live" not in request.config.getoption("-m"):
        pytest.skip("asks real services; run it with -m live")


@pytest.mark.parametrize("name", ["pubmed", "arxiv", "openalex", "materials", "web"])
def test_the_service_gives_papers(tmp_path: Path, name: str) -> None:
    settings = read_settings(Path(__file__).parents[2], ENVIRONMENT).sources
    source = live_sources(open_client(settings, tmp_path), settings)[name]
    if source.missing:
        pytest.skip(source.missing)
    found = source.search("CsSnI3 perovskite", limit=3)
    assert 1 <= len(found) <= 3
    assert all(paper.title and paper.id.startswith(name) for paper in found)
