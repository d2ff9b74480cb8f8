"""Rankings of genres, authors, years and decades, and the authors of several genres or of several books."""

from __future__ import annotations

from core.stores.library import Filters, Group, Measure
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.results import Finding, figures_of
from core.systems.library_chat.agents.wording import books_of, figure, joined, measured, plural
from core.systems.library_chat.plan.question import Understanding
from core.systems.library_chat.plan.selection import EVERY, NOTHING
from core.systems.library_chat.state import Context

_MEASURES: dict[Measure, str] = {
    "books": "books",
    "pages": "pages",
    "average pages": "pages on average",
    "median pages": "pages in the median",
}
_LISTED = 50


def rank_groups(question: Understanding, filters: Filters, context: Context, log: QueryLog) -> Finding:
    """Rank genres, authors, years or decades, or give the figure of each of them."""
    intent = question.intent
    by: Group = intent.by or "genre"
    rows = [] if filters == NOTHING else log.ask(
        log.library.group, by=by, measure=intent.measure, filters=filters, limit=EVERY
    )  # fmt: skip
    if not rows:
        return Finding(f"There are none in this catalogue: 0 {books_of(question.selection)}.")
    if intent.fewest:
        rows = sorted(rows, key=lambda row: (row.value, row.name))
    elif intent.cue != "top" and by in ("year", "decade") and (intent.limit or 0) >= _LISTED:
        rows = sorted(rows, key=lambda row: row.name)
    limit = intent.limit or 1
    first = rows[:limit]
    if limit == 1:
        first = [row for row in rows if row.value == rows[0].value]
    statistics = figures_of(first, intent.measure)
    of = "" if question.selection.empty else f" among {books_of(question.selection)}"
    degree = "fewest" if intent.fewest else "most"
    people = [row.name for row in first] if by == "author" else []
    if limit == 1:
        text = f"The {by if len(first) == 1 else f'{by}s'} with the {degree} {_MEASURES[intent.measure]}{of}: "
        text += f"{joined(row.name for row in first[:_LISTED])}, {measured(first[0].value, intent.measure)}"
        return Finding(f"{text}{' each' if len(first) > 1 else ''}.", statistics=statistics, people=people)
    head = f"The {len(first)} {by}s with the {degree} {_MEASURES[intent.measure]}{of}"
    if limit >= _LISTED:
        head = f"{plural(len(rows), by)}{of}" + ("" if len(first) == len(rows) else f"; the first {len(first)}")
    lines = "\n".join(f"- {row.name}: {measured(row.value, intent.measure)}" for row in first)
    return Finding(f"{head}:\n{lines}", statistics=statistics, people=people)


def authors_of_many_genres(question: Understanding, filters: Filters, context: Context, log: QueryLog) -> Finding:
    """List the authors who wrote in several genres, with these genres."""
    intent = question.intent
    rows = log.ask(log.library.authors_of_many_genres, least=max(intent.least, 1), limit=EVERY)
    if question.selection.filters.authors:
        rows = [row for row in rows if row.name in question.selection.filters.authors]
    if not rows:
        return Finding(f"No author wrote in {intent.least} genres or more: there is none, 0 authors.")
    if intent.limit == 1:
        rows = [row for row in rows if row.value == rows[0].value]
    shown = rows[:_LISTED]
    written = log.ask(
        log.library.books, filters=Filters(authors=tuple(row.name for row in shown)), order="oldest", limit=EVERY
    )
    genres = {
        row.name: list(dict.fromkeys(genre for book in written if row.name in book.authors for genre in book.genres))
        for row in shown
    }
    head = f"{plural(len(rows), 'author')} wrote in {intent.least} genres or more"
    if intent.limit == 1:
        head = f"The most genres of one author are {figure(rows[0].value)}"
    lines = "\n".join(f"- {row.name}: {plural(row.value, 'genre')} ({', '.join(genres[row.name])})" for row in shown)
    return Finding(f"{head}:\n{lines}", statistics=figures_of(rows, "genres"), people=[rows[0].name])


def authors_of_many_books(question: Understanding, filters: Filters, context: Context, log: QueryLog) -> Finding:
    """List the authors who have several of some books."""
    rows = [] if filters == NOTHING else [
        row for row in log.ask(log.library.group, by="author", filters=filters, limit=EVERY)
        if row.value >= question.intent.least
    ]  # fmt: skip
    what = books_of(question.selection)
    if not rows:
        return Finding(f"No author has {question.intent.least} {what} or more: there is none, 0 authors.")
    lines = "\n".join(f"- {row.name}: {plural(row.value, 'book')}" for row in rows[:_LISTED])
    head = f"{plural(len(rows), 'author')} {'has' if len(rows) == 1 else 'have'} {question.intent.least} {what} or more"
    return Finding(f"{head}:\n{lines}", statistics=figures_of(rows, "books"), people=[rows[0].name])
