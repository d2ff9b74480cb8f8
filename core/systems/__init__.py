"""The five systems: siblings of the same shape, of which none knows another. Here is what they have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.state import CompiledStateGraph
from typing_extensions import TypeVar

from core.evidence.judge.protocol import Judge
from core.llm.engine import Engine
from core.retrieval.embedder import Embedder
from core.settings import Settings


class StateLike(Protocol):
    """Any `TypedDict`: what flows through a graph."""

    __required_keys__: ClassVar[frozenset[str]]
    __optional_keys__: ClassVar[frozenset[str]]


class ContextLike(Protocol):
    """Any frozen dataclass with an engine: what is lent to the nodes of a graph."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def engine(self) -> Engine:
        """Who answers."""


# Without arguments the types below mean a system of any kind: what the frame around all of them holds.
S = TypeVar("S", bound=StateLike, default=Any)
C = TypeVar("C", bound=ContextLike, default=Any)


@dataclass(frozen=True)
class Resources:
    """What an installation lends to a system: who answers, the embedding model, the owner's folder, the settings.

    `claim_model` judges sentences in the place of whoever answers; None where the settings name no such model.
    `own_model` finds documents in the place of the embedding model; None where the settings name no other.
    """

    engine: Engine
    embedder: Embedder
    folder: Path
    settings: Settings
    claim_model: Judge | None = None
    own_model: Embedder | None = None

    @property
    def document_embedder(self) -> Embedder:
        """The model that finds documents of the knowledge base; what was fitted to MiniLM keeps `embedder`."""
        return self.own_model or self.embedder


@dataclass(frozen=True)
class System(Generic[S, C]):
    """The card of a system: everything that a page, a test or the API must know to run it.

    `build_graph(checkpointer)` compiles the graph over its `State`; `open_context(resources, …)` gives the `Context`, a
    frozen dataclass that is lent to its nodes; what follows the resources is the system's own. `answer(state)` is the
    result as plain values, for programs. `remembers` is true for a chat, whose thread takes more than one request.
    """

    name: str
    title: str
    icon: str
    about: str
    asks_for: str
    examples: tuple[str, ...]
    build_graph: Callable[[BaseCheckpointSaver[str] | None], CompiledStateGraph[S, C]]
    open_context: Callable[..., C]
    answer: Callable[[S], dict[str, object]]
    remembers: bool = False
