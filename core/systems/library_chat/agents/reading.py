"""A question as it is read in one catalogue: with its genres, its years, and its names that are like some words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

from core.stores.library import Named
from core.systems.library_chat.agents.librarian import genres_of
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.plan.question import Remembered, Understanding
from core.systems.library_chat.plan.understanding import read

_LOOKED_UP = 10  # names like some words


def read_in_catalogue(
    log: QueryLog, remembered: Remembered | None, without: Collection[str]
) -> Callable[[str], Understanding]:
    """Make what understands a question: it asks the catalogue each thing once, however often it is called."""
    genres = genres_of(log)
    known_years = log.ask(log.library.years)

    @lru_cache
    def lookup(words: str) -> Sequence[Named]:
        return log.ask(log.library.find_names, words, limit=_LOOKED_UP)

    return lambda question: read(question, genres, lookup, known_years, remembered, without)
