"""The two tools of specification 004: `search_books` is the librarian's, `get_book_stats` the analyst's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.errors import InputError
from core.language.periods import Span
from core.stores.library_plan import Clause, Plan, Test, Where, must
from core.systems.library_chat.agents.hybrid_search import Found, hybrid_search
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.grammar.reading import parse
from core.systems.library_chat.grammar.tokens import key_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary, vocabulary_of
from core.systems.library_chat.state import Context

Asked = int | str | Span | None
"""A number ("2020" too), words for one or for a period, or inclusive bounds of which None is open."""


def search_books(
    context: Context, query: str | Sequence[str], where: Where = (), query_log: QueryLog | None = None
) -> Found:
    """Find the books near a query, or near any of several, among those that pass the conditions."""
    queries = [query] if isinstance(query, str) else list(query)
    asked = dict(zip(queries, context.embedder.encode(queries), strict=True))
    return hybrid_search(
        asked, query_log or QueryLog(context.library, "librarian"),
        threshold=context.threshold, limit=context.limit, depth=context.limit, where=where,
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
    names = vocabulary_of(context.library)
    where = (
        *_named("genres", genre, names),
        *_named("authors", author, names),
        *_bounded("year", year, "published {}", names),
        *_bounded("pages", pages, "{} pages", names),
    )
    if not where:
        return log.ask(context.library.totals)
    return {"books": log.ask(log.library.select, Plan(where=where, limit=0)).passing}


def _named(column: str, asked: str | Sequence[str], names: Vocabulary) -> Iterator[Clause]:
    """Give the condition that a book has any of these names, as the catalogue spells them."""
    given = [name for name in ([asked] if isinstance(asked, str) else asked) if name.strip()]
    if given:
        wanted = {key_of(name) for name in given}
        spelled = tuple(name for name in names.counts.get(column, {}) if key_of(name) in wanted)
        yield must(Test(column=column, values=spelled or tuple(given)))


def _bounded(column: str, asked: Asked, said: str, names: Vocabulary) -> Iterator[Clause]:
    """Give the bounds on a column, however they were said."""
    if isinstance(asked, str):
        if not asked.strip():
            return
        if not asked.strip().replace(",", "").isdigit():
            where = parse(said.format(asked.strip()), names).plan.where
            tests = [test for clause in where for one in clause.any_of for test in one.all_of]
            if len(tests) != 1 or tests[0].column != column:
                raise InputError(
                    f"“{asked}” is no {'year' if column == 'year' else 'number of pages'}.",
                    "Give a number, or words such as “after 2018” and “under 300 pages”.",
                )
            yield where[0]
            return
        asked = int(asked.strip().replace(",", ""))
    if asked is None or asked == (None, None):
        return
    low, high = asked if isinstance(asked, tuple) else (asked, asked)
    yield must(Test(column=column, how="between", low=low, high=high))
