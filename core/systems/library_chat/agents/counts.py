"""How many: of the whole catalogue, of a selection, of authors and genres, near a topic, and what share of all."""

from __future__ import annotations

from dataclasses import replace

from core.stores.library import Filters, Group, Row
from core.systems.library_chat.agents.groups import rank_groups
from core.systems.library_chat.agents.librarian import books_by_id
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.results import Finding, figure_of, figures_of
from core.systems.library_chat.agents.tools import count_books, get_book_stats, search_books
from core.systems.library_chat.agents.topics import lines_of, part_by_topic
from core.systems.library_chat.agents.wording import book_line, books_of, figure, joined, plural
from core.systems.library_chat.plan.question import Understanding
from core.systems.library_chat.plan.selection import EVERY, NOTHING, Selection
from core.systems.library_chat.state import Context

_LISTED = 50


def count_all(question: Understanding, filters: Filters, context: Context, log: QueryLog) -> Finding:
    """Count all books, authors and genres of the catalogue."""
    totals = get_book_stats(context, query_log=log)
    text = (
        f"The catalogue contains {plural(totals['books'], 'book')}, {plural(totals['authors'], 'author')}, "
        f"and {plural(totals['genres'], 'genre')}."
    )
    return Finding(text, statistics=[{"name": name, "value": value, "measure": name} for name, value in totals.items()])


def count(question: Understanding, filters: Filters, context: Context, log: QueryLog) -> Finding:
    """Count what a question asks to be counted: books, or authors or genres of books."""
    intent = question.intent
    if intent.counted != "books" and intent.name == "count":
        return _count_others(question, filters, context, log)
    if question.topic_decides and question.topic:
        return _count_topic(question, filters, context, log)
    if question.books and question.selection.empty:
        return Finding(f"{plural(len(question.books), 'book')} of that title: {_titles(question, log)}.")
    if question.selection.empty:
        return count_all(question, filters, context, log)
    count = count_books(context, filters, log)
    if not count:
        return Finding(
            f"There are none in this catalogue: 0 {books_of(question.selection)}.", statistics=[figure_of("books", 0)]
        )
    verb = "is" if count == 1 else "are"
    text = f"There {verb} {books_of(question.selection, count)}."
    parts = _each(question.selection, log)
    if len(parts) > 1:
        text += f" {joined(f'{row.name}: {figure(row.value)}' for row in parts)}."
    return Finding(text, statistics=[figure_of("books", count), *figures_of(parts, "books")])


def _titles(question: Understanding, log: QueryLog) -> str:
    return joined(book_line(book) for book in books_by_id(question, log))


def _each(selection: Selection, log: QueryLog) -> list[Row]:
    """Return the count of each genre, or of each author, where several were named and any will do."""
    filters = selection.filters
    if selection.all_genres or selection.all_authors:
        return []
    if max(len(filters.genres), len(filters.authors)) < 2:
        return []
    if len(filters.genres) > 1:
        each = {name: replace(filters, genres=(name,)) for name in filters.genres}
    else:
        each = {name: replace(filters, authors=(name,)) for name in filters.authors}
    return [Row(name, log.ask(log.library.count, filters=of_one)) for name, of_one in each.items()]


def _count_others(question: Understanding, filters: Filters, context: Context, log: QueryLog) -> Finding:
    """How many authors, or genres, there are, or wrote such books."""
    what: Group = "author" if question.intent.counted == "authors" else "genre"
    if question.selection.empty:
        total = get_book_stats(context, query_log=log)[f"{what}s"]
        return Finding(f"The catalogue has {plural(total, what)}.", statistics=[figure_of(f"{what}s", total)])
    rows = [] if filters == NOTHING else log.ask(log.library.group, by=what, filters=filters, limit=EVERY)
    verb = "wrote" if what == "author" else "belong to"
    names = f": {joined(row.name for row in rows[:_LISTED])}" if rows else ""
    if what == "author":
        text = f"{plural(len(rows), 'author')} {verb} {books_of(question.selection)}{names}."
    else:
        text = f"The {books_of(question.selection)} {verb} {plural(len(rows), 'genre')}{names}."
    return Finding(text, statistics=[figure_of(f"{what}s", len(rows)), *figures_of(rows, "books")])


def _count_topic(question: Understanding, filters: Filters, context: Context, log: QueryLog) -> Finding:
    """How many books are about a topic: as many as are near it themselves, however many there are; and which."""
    wide = replace(context, limit=max(context.limit, 100))
    found = search_books(wide, f"books about {question.topic}", filters, log)
    about = part_by_topic(question.topic, found.results, context.threshold)
    count = len(about.books)
    verb = "is" if count == 1 else "are"
    text = f"There {verb} {books_of(question.selection, count)} about “{question.topic}”, judged by meaning"
    if about.books and not question.intent.listed:  # else the librarian lists them
        shown = about.books[: context.listed]
        text += f"{'' if len(shown) == count else f'; the nearest {len(shown)}'}:\n{lines_of(shown)}"
    else:
        text += "."
    if about.through:
        text += f"\n\n{about.others()}."
    return Finding(text, about.results, found.near_misses, found.scores, [figure_of("books", count)])


def share(question: Understanding, filters: Filters, context: Context, log: QueryLog) -> Finding:
    """Say what share of all books some are."""
    if question.selection.empty:
        return rank_groups(
            replace(question, intent=replace(question.intent, by="genre", limit=_LISTED)), filters, context, log
        )
    count, total = count_books(context, filters, log), get_book_stats(context, query_log=log)["books"]
    share = 100 * count / total if total else 0.0
    text = f"{figure(share)}% of the books: {count} of {total} are {books_of(question.selection)}."
    return Finding(text, statistics=[figure_of("books", count), figure_of("of", total), figure_of("percent", share)])
