"""What flows through a library chat, and what is lent to it. Names and numbers are those of specification 004."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from langchain_core.messages import AnyMessage

from core.llm.engine import Engine
from core.retrieval.embedder import Embedder
from core.stores.library import NO_FILTERS, Filters, Library
from core.systems.library_chat.agents.hybrid_search import Found, hybrid_search
from core.systems.library_chat.agents.query_log import Ledger
from core.systems.library_chat.plan.intents import Agent
from core.systems.library_chat.plan.selection import NOTHING

Bounds = int | tuple[int | None, int | None] | None


class State(TypedDict, total=False):
    """Plain values and messages; checkpointed after every step. `messages` and `remembered` outlive a turn."""

    request: str
    messages: Annotated[list[AnyMessage], operator.add]
    remembered: dict[str, Any]
    question: str
    without: list[str]
    route: dict[str, Any]
    understanding: dict[str, Any]
    results: list[dict[str, Any]]
    near_misses: list[dict[str, Any]]
    scores: list[float]
    statistics: list[dict[str, Any]]
    statements: list[dict[str, Any]]
    draft: str
    drafted_by: list[dict[str, Any]]
    review: dict[str, Any]
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
    without: tuple[str, ...] = ()

    def search_books(self, query: str, filters: Filters = NO_FILTERS, ledger: Ledger | None = None) -> Found:
        """The librarian's tool: books near a query, among those that pass the filters."""
        vector = self.embedder.encode([query])[0]
        return hybrid_search(
            query, vector, ledger or Ledger(self.library, "librarian"),
            threshold=self.threshold, limit=self.limit, depth=self.limit, filters=filters,
        )  # fmt: skip

    def get_book_stats(
        self,
        genre: str | Sequence[str] = (),
        author: str | Sequence[str] = (),
        year: Bounds = None,
        pages: Bounds = None,
        ledger: Ledger | None = None,
    ) -> dict[str, int]:
        """The analyst's tool: how many books there are, of a genre, by an author, of a year, of a length.

        Names are spelled as in the catalogue, whatever their capitals; of several any will do. Years and pages are a
        number or inclusive bounds, None for open. Without anything asked the authors and genres are counted too.
        """
        book = ledger or Ledger(self.library, "analyst")
        genres, authors = (self._spelled(names, book) for names in (genre, author))
        if genres == () or authors == ():
            return {"books": 0}
        filters = Filters(
            genres or (), authors or (), **_bounds("year", year), **_bounds("pages", pages)  # type: ignore[arg-type]
        )  # fmt: skip
        return book.ask(self.library.totals) if not filters.asked else self.count(filters, book)

    def count(self, filters: Filters, ledger: Ledger) -> dict[str, int]:
        """How many books pass."""
        return {"books": 0 if filters == NOTHING else ledger.ask(self.library.count, filters=filters)}

    def _spelled(self, names: str | Sequence[str], ledger: Ledger) -> tuple[str, ...] | None:
        """The names as the catalogue spells them: none when it has none of them, None when nothing was asked."""
        asked = [names] if isinstance(names, str) else list(names)
        if not any(asked):
            return None
        found = [named.name for name in asked for named in ledger.ask(self.library.find_names, name)
                 if named.kind != "Book" and named.name.casefold() == name.casefold()]  # fmt: skip
        return tuple(dict.fromkeys(found))


def _bounds(name: str, given: Bounds) -> dict[str, int | None]:
    low, high = given if isinstance(given, tuple) else (given, given)
    return {f"{name}_from": low, f"{name}_to": high}
