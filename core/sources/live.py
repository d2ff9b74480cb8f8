"""The five live sources in their fixed order, as the settings say."""

from __future__ import annotations

from pathlib import Path

from core.settings import SourceSettings
from core.sources.arxiv import Arxiv
from core.sources.cache import Cache
from core.sources.client import Client
from core.sources.materials import Materials
from core.sources.openalex import OpenAlex
from core.sources.pace import Clock
from core.sources.papers import Source
from core.sources.pubmed import PubMed
from core.sources.web import Web


def open_client(settings: SourceSettings, folder: Path) -> Client:
    """Return the client of this process, with its cache below `folder`. Open it once: turns and cooldowns live in
    it."""
    clock = Clock()
    return Client(Cache(folder / "answers.sqlite", clock.time), settings.contact, clock)


def live_sources(client: Client, settings: SourceSettings) -> dict[str, Source]:
    """By name, in the order in which they are asked: pubmed, arxiv, openalex, materials, web; only those allowed."""
    sources: list[Source] = [
        PubMed(client, settings),
        Arxiv(client, settings),
        OpenAlex(client, settings),
        Materials(client, settings),
        Web(client, settings),
    ]
    return {source.name: source for source in sources if source.name in settings.allowed}
