"""The analyst: the figure that a question asks for, and the sentence that says it."""

from __future__ import annotations

from collections.abc import Callable

from core.stores.library import Filters
from core.systems.library_chat.agents.comparisons import compare
from core.systems.library_chat.agents.counts import count, count_all, share
from core.systems.library_chat.agents.extremes import extreme_books, pages, span_of_years
from core.systems.library_chat.agents.groups import authors_of_many_books, authors_of_many_genres, rank_groups
from core.systems.library_chat.agents.librarian import genres_of, resolve
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.results import Finding
from core.systems.library_chat.agents.wording import assumptions, nearest
from core.systems.library_chat.plan.intents import IntentName
from core.systems.library_chat.plan.question import Understanding
from core.systems.library_chat.state import Context

Answer = Callable[[Understanding, Filters, Context, QueryLog], Finding]
_ANSWERS: dict[IntentName, Answer] = {
    "totals": count_all,
    "group": rank_groups,
    "many genres": authors_of_many_genres,
    "many books": authors_of_many_books,
    "pages": pages,
    "extreme": extreme_books,
    "compare": compare,
    "share": share,
    "years": span_of_years,
}


def calculate(question: Understanding, context: Context, log: QueryLog) -> Finding:
    """Answer a question as the analyst does: with figures. What has no figure of its own is counted."""
    filters = resolve(question.selection, log)
    lost = [one for one in question.unknown if not _else_named(question, one["kind"])]
    if lost:
        finding = Finding(nearest(lost, genres_of(log)))
    else:
        finding = _ANSWERS.get(question.intent.name, count)(question, filters, context, log)
    finding.text = "\n\n".join(part for part in (assumptions(question), finding.text) if part)
    finding.people = finding.people or list(question.selection.filters.authors)
    return finding


def _else_named(question: Understanding, kind: str) -> bool:
    filters = question.selection.filters
    return bool(filters.genres if kind == "genre" else filters.authors if kind == "author" else question.books)
