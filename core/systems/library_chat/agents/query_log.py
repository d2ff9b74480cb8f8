"""What was asked of the store in one turn: every operation with its Cypher, kept for the page."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from typing import ParamSpec, TypedDict, TypeVar

from core.stores.library import Library, Statement
from core.types import JSON

P = ParamSpec("P")
R = TypeVar("R")


class LoggedStatement(TypedDict):
    """One operation of the store: the agent that asked for it, and the Cypher behind it."""

    agent: str
    operation: str
    cypher: str
    parameters: dict[str, JSON]


class QueryLog:
    """Asks a library and writes down what was asked. `agent` is for whom."""

    def __init__(self, library: Library, agent: str) -> None:
        self.library = library
        self.agent = agent
        self.statements: list[LoggedStatement] = []

    def ask(self, operation: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Ask one of the library's own operations, and write it down with all its arguments."""
        bound = inspect.signature(operation).bind(*args, **kwargs)
        bound.apply_defaults()
        name = operation.__name__
        self.write(name, self.library.statement(name, **bound.arguments))
        return operation(*args, **kwargs)

    def write(self, operation: str, statement: Statement) -> None:
        """Write a statement down, once."""
        logged = LoggedStatement(
            agent=self.agent,
            operation=operation,
            cypher=statement.cypher,
            parameters=json.loads(json.dumps(statement.parameters, default=str)),
        )
        if logged not in self.statements:
            self.statements.append(logged)
