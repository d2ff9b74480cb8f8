"""What was asked of the store in one turn: every operation with its Cypher, kept for the page."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from core.stores.library import Library, Statement

P = ParamSpec("P")
R = TypeVar("R")


class Ledger:
    """Asks a library and writes down what was asked. `agent` is for whom."""

    def __init__(self, library: Library, agent: str) -> None:
        self.library = library
        self.agent = agent
        self.statements: list[dict[str, Any]] = []

    def ask(self, operation: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """The answer of one of the library's own operations."""
        arguments = inspect.signature(operation).bind(*args, **kwargs).arguments
        name = operation.__name__
        self.write(name, self.library.statement(name, **arguments))
        return operation(*args, **kwargs)

    def write(self, operation: str, statement: Statement) -> None:
        """Keep a statement, once."""
        kept = {
            "agent": self.agent,
            "operation": operation,
            "cypher": statement.cypher,
            "parameters": json.loads(json.dumps(statement.parameters, default=str)),
        }
        if kept not in self.statements:
            self.statements.append(kept)
