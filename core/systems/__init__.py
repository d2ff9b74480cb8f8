"""The five systems: siblings of the same shape, of which none knows another. Here is what they have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.llm.engine import Engine
from core.retrieval.embedder import Embedder
from core.settings import Settings


@dataclass(frozen=True)
class Resources:
    """What an installation lends to a system: who answers, the embedding model, the owner's folder, the settings."""

    engine: Engine
    embedder: Embedder
    folder: Path
    settings: Settings


@dataclass(frozen=True)
class System:
    """The card of a system: everything that a page, a test or the API must know to run it.

    `build_graph(checkpointer)` compiles the graph; `open_context(resources)` gives the frozen dataclass that is lent to
    its nodes. `answer(state)` is the result as plain values, for programs. `remembers` is true for a chat, whose thread
    takes more than one request.
    """

    name: str
    title: str
    icon: str
    about: str
    asks_for: str
    examples: tuple[str, ...]
    build_graph: Callable[[Any], Any]
    open_context: Callable[..., Any]
    answer: Callable[[dict[str, Any]], dict[str, Any]]
    remembers: bool = False
