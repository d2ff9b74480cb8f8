"""Which of two books, genres or authors is, or has, more."""

from __future__ import annotations

from dataclasses import replace

from core.stores.library import Filters, Group, Measure, Row
from core.systems.library_chat.agents.extremes import FIGURE_OF_ORDER, figure_in
from core.systems.library_chat.agents.librarian import NAMED, books_by_id
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.results import Figure, Finding, figures_of, result_of
from core.systems.library_chat.agents.wording import book_line, joined, measured
from core.systems.library_chat.plan.question import Understanding
from core.systems.library_chat.state import Context

_COMPARED = {"longest": "longer", "shortest": "shorter", "newest": "newer", "oldest": "older"}


def compare(question: Understanding, filters: Filters, context: Context, log: QueryLog) -> Finding:
    """Compare the books, the genres or the authors that a question names."""
    if len(question.books) > 1:
        return _compare_books(question, log)
    by: Group = question.intent.by or "genre"
    asked = question.selection.filters
    if by == "author":
        each = {name: replace(asked, authors=(name,)) for name in asked.authors}
    else:
        each = {name: replace(asked, genres=(name,)) for name in asked.genres}
    rows = [Row(name, _measure(question.intent.measure, of_one, log)) for name, of_one in each.items()]
    ranked = sorted(rows, key=lambda row: -row.value)
    measure = question.intent.measure
    lines = joined(f"{row.name} has {measured(row.value, measure)}" for row in ranked)
    verdict = (
        "Equally many"
        if len({row.value for row in rows}) == 1
        else f"{ranked[0].name} has more"
        if ranked
        else "Nothing"
    )
    people = [ranked[0].name] if by == "author" and ranked else []
    return Finding(f"{verdict}: {lines}.", statistics=figures_of(ranked, measure), people=people)


def _measure(measure: Measure, filters: Filters, log: QueryLog) -> float:
    if measure == "books":
        return log.ask(log.library.count, filters=filters)
    return log.ask(log.library.pages_statistics, filters=filters)[measure.removesuffix(" pages")]


def _compare_books(question: Understanding, log: QueryLog) -> Finding:
    order = question.intent.order or "longest"
    books = books_by_id(question, log)
    known = {book: value for book in books if (value := figure_in(book, order)) is not None}
    ranked = sorted(known, key=lambda book: known[book], reverse=order in ("longest", "newest"))
    lines = "\n".join(f"- {book_line(book)}" for book in ranked or books)
    if len(ranked) < 2:
        head = "This cannot be compared: the figure of one is not known"
    elif known[ranked[0]] == known[ranked[1]]:
        head = "They are equal"
    else:
        head = f"{ranked[0].title} is the {_COMPARED[order]} one"
    results = [result_of(book, "a comparison", NAMED, "Book Match", book.title) for book in ranked or books]
    statistics = [Figure(name=book.title, value=known[book], measure=FIGURE_OF_ORDER[order]) for book in ranked]
    return Finding(f"{head}:\n{lines}", results, statistics=statistics, people=list((ranked or books)[0].authors))
