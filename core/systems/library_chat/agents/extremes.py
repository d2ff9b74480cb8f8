"""Lengths and years: sums and averages of pages, the longest and the newest, which of two is it, the years covered."""

from __future__ import annotations

from core.stores.library import Book, Filters, Order
from core.systems.library_chat.agents.librarian import NAMED, no_more
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.results import Figure, Finding, figure_of, result_of
from core.systems.library_chat.agents.wording import book_line, books_of, figure, plural
from core.systems.library_chat.plan.question import Understanding
from core.systems.library_chat.plan.selection import NOTHING
from core.systems.library_chat.state import Context

_LISTED = 50
FIGURE_OF_ORDER: dict[Order, str] = {
    "title": "pages", "longest": "pages", "shortest": "pages", "newest": "year", "oldest": "year"
}  # fmt: skip


def figure_in(book: Book, order: Order) -> int | None:
    """Look up the figure of a book by which an order sorts; None where it is not known."""
    return book.year if FIGURE_OF_ORDER[order] == "year" else book.pages


def pages(question: Understanding, filters: Filters, context: Context, log: QueryLog) -> Finding:
    """Add up, or average, the pages of some books."""
    if question.books and question.selection.empty:
        filters = Filters(ids=question.books)
    values = log.ask(log.library.pages_statistics, filters=filters)
    count = int(values["books"])
    if not count:
        return Finding(f"There are none in this catalogue: 0 {books_of(question.selection)} of known length.")
    what = (
        f"The {books_of(question.selection, count)}"
        if not question.selection.empty
        else f"The {plural(count, 'book')} of the catalogue"
    )
    verb = "has" if count == 1 else "have"
    total, average = f"{figure(values['pages'])} pages in total", f"{figure(values['average'])} pages on average"
    middle = f"a median of {figure(values['median'])} pages"
    sentences = {
        "average": f"{what} {verb} {average}, {total}.",
        "median": f"{what} {verb} {middle}, {average}.",
        "total": f"{what} {verb} {total}, {average}.",
        "all": (
            f"{what} {verb} {total}, {average} and {middle}; the "
            f"shortest has {figure(values['shortest'])} pages, the longest {figure(values['longest'])} pages."
        ),
    }
    return Finding(
        sentences[question.intent.figure], statistics=[figure_of(name, value) for name, value in values.items()]
    )


def extreme_books(question: Understanding, filters: Filters, context: Context, log: QueryLog) -> Finding:
    """Return the longest, the newest … books; all of those that share the first place."""
    intent = question.intent
    order = intent.order or "longest"
    limit = intent.limit or 1
    found = [] if filters == NOTHING else log.ask(
        log.library.books, filters=filters, order=order, limit=max(limit, _LISTED) + len(question.after)
    )  # fmt: skip
    shown_before = set(question.after)
    known = {
        book: value for book in found if (value := figure_in(book, order)) is not None and book.id not in shown_before
    }
    if not known and question.after:
        return Finding(no_more(question))
    if not known:
        return Finding(f"There are none in this catalogue: 0 {books_of(question.selection)}.")
    first = list(known)[:limit]
    if limit == 1:
        first = [book for book, value in known.items() if value == known[first[0]]]
    what = books_of(question.selection)
    if len(first) == 1:
        text = (
            f"The {order} of the {what} is {book_line(first[0])}."
            if not question.selection.empty
            else f"The {order} book is {book_line(first[0])}."
        )
    else:
        after = " behind those of before" if question.after else ""
        head = (
            f"The {len(first)} {order}{after} of the {what}"
            if limit > 1
            else f"{len(first)} of the {what} are the {order}"
        )
        text = f"{head}:\n" + "\n".join(f"- {book_line(book)}" for book in first)
    results = [result_of(book, f"the {order} of the {what}", NAMED, "Book Match", book.title) for book in first]
    statistics = [Figure(name=book.title, value=known[book], measure=FIGURE_OF_ORDER[order]) for book in first]
    return Finding(text, results, statistics=statistics, people=list(first[0].authors))


def span_of_years(question: Understanding, filters: Filters, context: Context, log: QueryLog) -> Finding:
    """Say from which year to which some books are."""
    if question.selection.empty:
        span = log.ask(log.library.years)
    else:
        ends = [log.ask(log.library.books, filters=filters, order=order, limit=1) for order in ("oldest", "newest")]
        found = [book.year for books in ends for book in books if book.year is not None]
        span = (min(found), max(found)) if found else None
    if span is None:
        return Finding("No year of a book is known here.")
    what = "The catalogue" if question.selection.empty else f"The list of {books_of(question.selection)}"
    return Finding(
        f"{what} covers {span[0]} to {span[1]}.", statistics=[figure_of("first", span[0]), figure_of("last", span[1])]
    )
