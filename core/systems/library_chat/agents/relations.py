"""What the relations of the graph answer: books like another, and ways between authors."""

from __future__ import annotations

import re
from dataclasses import replace

from core.stores.library import Book
from core.stores.library_plan import Plan, Test, must
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.results import NAMED, Finding, result_of, shown
from core.systems.library_chat.agents.tools import search_books
from core.systems.library_chat.agents.topics import lines_of
from core.systems.library_chat.agents.wording import book_line, plural
from core.systems.library_chat.grammar.tokens import key_of
from core.systems.library_chat.state import Context

_STEPS = 6  # books on the way between two authors
_KNOWN_WAYS = 4_000  # authors looked at
_SERIES = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*$")


def books_like(plan: Plan, context: Context, log: QueryLog) -> Finding:
    """Find the books nearest to another in meaning, without the book itself and its editions."""
    itself = must(Test(column="id", values=(plan.like,)), Test(column="title", values=(plan.like,)))
    books = log.ask(log.library.select, Plan(where=(itself,))).books
    if not books:
        return Finding("No book found: it is no longer in this catalogue.")
    book = next((one for one in books if one.id == plan.like), books[0])
    others = must(Test(column="id", values=tuple(_editions(book, log)), denied=True))
    limit = plan.limit or context.limit
    found = search_books(replace(context, limit=limit), book.context, (*plan.where, others), log)
    if not found.results:
        none_near = f"No book of this catalogue is near enough to {book.title}."
        return Finding(none_near, [], found.near_misses, found.scores)
    text = f"These books are nearest to {book_line(book)}:\n{lines_of(found.results)}"
    people, near = list(book.authors), found.results
    return Finding(text, near, [], found.scores, people=people, selected=shown(near))


def _editions(book: Book, log: QueryLog) -> list[str]:
    """List the ids of a book and of those of its title, whatever series stands behind it, by any of its authors.

    This is wider than the rule by which works are counted (`library_works`): a book too few costs nothing here.
    """
    name = _SERIES.sub("", book.title)
    same = Test(column="title", how="begins", values=(name,))
    by = Test(column="authors", values=book.authors)
    found = log.ask(log.library.select, Plan(where=(must(same), must(by)))).books if book.authors else ()
    return [book.id, *(one.id for one in found if key_of(_SERIES.sub("", one.title)) == key_of(name))]


def way_between(plan: Plan, log: QueryLog) -> Finding:
    """Look for the shortest way between two authors over books that they wrote together with others."""
    first, last = plan.path[0], plan.path[-1]
    came_from = _ways_from(first, last, log)
    if last not in came_from:
        return Finding(f"No way was found from {first} to {last} over books written together.", people=list(plan.path))
    lines, books, author = [], [], last
    while (step := came_from[author]) is not None:
        lines.append(f"- {step[0]} and {author}: {step[1].title}")
        books.append(step[1])
        author = step[0]
    text = f"From {first} to {last} over {plural(len(books), 'book')}:\n" + "\n".join(reversed(lines))
    results = [result_of(book, f"{first} to {last}", NAMED, "Book Match", book.title) for book in reversed(books)]
    return Finding(text, results, people=list(plan.path), selected=shown(results))


def _ways_from(first: str, last: str, log: QueryLog) -> dict[str, tuple[str, Book] | None]:
    """Find for each author up to `last` with whom a book was written by which it is reached, one question a step."""
    came_from: dict[str, tuple[str, Book] | None] = {first: None}
    reached = [first]
    several = must(Test(column="authors", how="number", low=2))
    for _ in range(_STEPS):
        if last in came_from or not reached or len(came_from) > _KNOWN_WAYS:
            break
        by = must(Test(column="authors", values=tuple(reached)))
        before, reached = frozenset(reached), []
        for book in log.ask(log.library.select, Plan(where=(by, several))).books:
            author = next(one for one in book.authors if one in before)
            for other in book.authors:
                if other not in came_from:
                    came_from[other] = (author, book)
                    reached.append(other)
    return came_from
