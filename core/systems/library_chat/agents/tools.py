"""The two tools of specification 004: `search_books` is the librarian's, `get_book_stats` the analyst's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.errors import InputError
from core.language.numbers import number
from core.language.periods import Span
from core.stores.library import NO_FILTERS, Filters, Kind
from core.systems.library_chat.agents.hybrid_search import Found, hybrid_search
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.plan import bounds
from core.systems.library_chat.plan.bounds import Bound
from core.systems.library_chat.plan.selection import NOTHING
from core.systems.library_chat.state import Context

Asked = int | str | Span | None
"""A number ("2020" too), words for one or for a period, or inclusive bounds of which None is open."""


def search_books(
    context: Context, query: str, filters: Filters = NO_FILTERS, query_log: QueryLog | None = None
) -> Found:
    """Find the books near a query, among those that pass the filters."""
    vector = context.embedder.encode([query])[0]
    return hybrid_search(
        query, vector, query_log or QueryLog(context.library, "librarian"),
        threshold=context.threshold, limit=context.limit, depth=context.limit, filters=filters,
    )  # fmt: skip


def get_book_stats(
    context: Context,
    genre: str | Sequence[str] = (),
    author: str | Sequence[str] = (),
    year: Asked = None,
    pages: Asked = None,
    query_log: QueryLog | None = None,
) -> dict[str, int]:
    """Count the books: all of them, of a genre, by an author, of a year, of a length.

    Names are spelled as in the catalogue, whatever their capitals; of several any will do. Without anything asked the
    authors and genres are counted too. Raises `InputError` for words that are no year and no length.
    """
    log = query_log or QueryLog(context.library, "analyst")
    genres, authors = _spelled(genre, "Genre", log), _spelled(author, "Author", log)
    if genres == () or authors == ():
        return {"books": 0}
    year_from, year_to = _read(year, bounds.years, "year")
    pages_from, pages_to = _read(pages, bounds.pages, "number of pages")
    filters = Filters(
        genres or (), authors or (), year_from=year_from, year_to=year_to, pages_from=pages_from, pages_to=pages_to
    )
    return {"books": count_books(context, filters, log)} if filters.asked else log.ask(context.library.totals)


def count_books(context: Context, filters: Filters, query_log: QueryLog) -> int:
    """Count the books that pass."""
    return 0 if filters == NOTHING else query_log.ask(context.library.count, filters=filters)


def _spelled(names: str | Sequence[str], kind: Kind, query_log: QueryLog) -> tuple[str, ...] | None:
    """Return the names as the catalogue spells them: none when it has none of them, None when nothing was asked."""
    asked = [names] if isinstance(names, str) else list(names)
    if not any(asked):
        return None
    found = [
        named.name
        for name in asked
        for named in query_log.ask(query_log.library.find_names, name)
        if named.kind == kind and named.name.casefold() == name.strip().casefold()
    ]
    return tuple(dict.fromkeys(found))


def _read(asked: Asked, read: Callable[[str], list[Bound]], what: str) -> Span:
    """Inclusive bounds, however they were given."""
    if isinstance(asked, tuple):
        return asked
    if asked is None or isinstance(asked, int):
        return asked, asked
    if not asked.strip():
        return None, None
    if (exact := number(asked)) is not None:
        return exact, exact
    match read(asked):
        case [bound] if not bound.gaps:
            return bound.low, bound.high
    raise InputError(f"“{asked}” is no {what}.", "Give a number, or words such as “after 2018” and “under 300 pages”.")
