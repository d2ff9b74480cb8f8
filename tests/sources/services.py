"""A client that never waits, a clock that only moves when somebody sleeps, and settings that lead to loopback."""

from __future__ import annotations

import threading
from pathlib import Path

from core.settings import SourceSettings
from core.sources.cache import Cache
from core.sources.client import Client, Limits
from core.sources.pace import Clock

WIRE = Path(__file__).parents[2].parent / "shared" / "wire"
KEY = "sekret-0123456789abcdef"
LIMITS = Limits(connect=2, read=5, request=10)


class FakeClock(Clock):
    """Time that passes by sleeping."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.slept: list[float] = []
        self._guard = threading.Lock()

    def time(self) -> float:
        return self.now

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        with self._guard:
            self.slept.append(round(seconds, 3))
            self.now += seconds


def client_at(clock: Clock, folder: Path | None = None, limits: Limits = LIMITS, contact: str = "") -> Client:
    cache = Cache(folder / "answers.sqlite", clock.time) if folder else None
    return Client(cache, contact, clock, limits, jitter=lambda: 0.0)


def settings_at(url: str, key: str = "", **more: str) -> SourceSettings:
    """All five sources on one server, each below its own name."""
    return SourceSettings(
        pubmed_url=f"{url}/pubmed",
        arxiv_url=f"{url}/arxiv",
        openalex_url=f"{url}/openalex",
        materials_url=f"{url}/materials-project",
        tavily_url=f"{url}/tavily",
        **{
            **dict.fromkeys(("pubmed_key", "openalex_key", "materials_key"), key),
            "tavily_key": key or "keyless",
            **more,
        },
    )
