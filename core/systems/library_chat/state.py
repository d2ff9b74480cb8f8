"""What flows through a library chat, and what is lent to it. Names and numbers are those of specification 004."""

from __future__ import annotations

import operator
from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, TypedDict

from langchain_core.messages import AnyMessage

from core.language.reading import Told
from core.llm.engine import Engine
from core.retrieval.embedder import Embedder
from core.stores.library import Library
from core.systems.library_chat.agents.query_log import LoggedStatement
from core.systems.library_chat.agents.results import Figure, Result, Source
from core.systems.library_chat.plan.understood import Agent, Cue
from core.systems.library_chat.plan.weighing import Compared
from core.types import JSON


class Route(TypedDict):
    """Which agent was asked, by whose choice ("you", or the engine's label), and what spoke for it."""

    agent: Agent
    cues: list[Cue]
    reason: str
    chosen_by: str


class Draft(TypedDict):
    """The words of one agent, the plain sentences behind them, and a model's that were refused for what is wrong."""

    agent: Agent
    accepted: bool
    differences: list[str]
    rejected: str
    plain: str
    text: str


class Review(TypedDict):
    """The reviewer's words, and which facts they would have changed."""

    accepted: bool
    differences: list[str]
    text: str


class Refused(TypedDict):
    """Words of a model that were not taken, whose they are, and what is wrong in them."""

    by: str
    text: str
    differences: list[str]


class Answer(TypedDict):
    """What programs are given: the answer, and what it rests on, best first."""

    response: str
    agent: Agent
    reading: Told
    plan: str
    filters: list[str]
    assumptions: list[str]
    readings: list[Compared]
    rows: int
    sources: list[Source]
    statistics: list[Figure]
    refused: list[Refused]


class State(TypedDict, total=False):
    """Plain values and messages; checkpointed after every step. `messages` and `remembered` outlive a turn.

    `reading` is a `Reading`, `understood` an `Understood` and `remembered` a `Remembered`, as plain values
    (`core.codec`). `ways` are the `Way`s between which somebody has to choose, `compared` the readings of rules, model
    and analyst. `passing` is how many books pass the conditions, of which `results` are shown.
    """

    request: str
    messages: Annotated[list[AnyMessage], operator.add]
    remembered: dict[str, JSON]
    question: str
    without: list[str]
    route: Route
    reading: dict[str, JSON]
    understood: dict[str, JSON]
    ways: list[dict[str, JSON]]
    compared: list[Compared]
    passing: int
    results: list[Result]
    near_misses: list[Result]
    scores: list[float]
    statistics: list[Figure]
    statements: list[LoggedStatement]
    draft: str
    drafted_by: list[Draft]
    review: Review
    response: str


@dataclass(frozen=True)
class Context:
    """The engine, the catalogue, the embedder, and the numbers of the specification.

    `route` asks another agent than the supervisor would; `without` are the ids of chips and assumptions
    that were taken away. `listed` is how many books a list shows when filters alone found them.
    """

    engine: Engine
    library: Library
    embedder: Embedder
    catalogue: str = "sample"
    threshold: float = 0.7
    limit: int = 10
    listed: int = 25
    route: Agent | None = None
    without: Collection[str] = ()
