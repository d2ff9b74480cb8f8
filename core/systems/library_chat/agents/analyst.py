"""What the analyst calculates: counts, rankings, averages, extremes, comparisons, and the sentences that say them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from core.stores.library import Book, Filters, Group, Measure, Row
from core.systems.library_chat.agents.hybrid_search import book_of, result_of
from core.systems.library_chat.agents.librarian import NAMED, Finding, books_by_id, genres_of, no_more, resolve
from core.systems.library_chat.agents.query_log import Ledger
from core.systems.library_chat.agents.wording import (
    assumptions,
    book_line,
    book_lines,
    books_of,
    figure,
    joined,
    measured,
    nearest,
    plural,
)
from core.systems.library_chat.plan.question import Understanding
from core.systems.library_chat.plan.selection import EVERY, NOTHING, Selection
from core.systems.library_chat.state import Context

_GROUP_NOUN: dict[Group, str] = {"genre": "genre", "author": "author", "year": "year", "decade": "decade"}
_MEASURES: dict[Measure, str] = {
    "books": "books",
    "pages": "pages",
    "average pages": "pages on average",
    "median pages": "pages in the median",
}
_LISTED = 50
_EXTREMES = {"longest": "pages", "shortest": "pages", "newest": "year", "oldest": "year"}
_COMPARED = {"longest": "longer", "shortest": "shorter", "newest": "newer", "oldest": "older"}


def calculate(question: Understanding, context: Context, ledger: Ledger) -> Finding:
    """Answer a question as the analyst does: with figures. What has no figure of its own is counted."""
    filters = resolve(question.selection, ledger)
    lost = [one for one in question.unknown if not _else_named(question, one["kind"])]
    if lost:
        finding = Finding(nearest(lost, genres_of(ledger)))
    else:
        answers = {
            "totals": _totals, "group": _group, "many genres": _many_genres, "many books": _many_books,
            "pages": _pages, "extreme": _extreme, "compare": _compare, "share": _share, "years": _years,
        }  # fmt: skip
        finding = answers.get(question.wish.intent, _count)(question, filters, context, ledger)
    finding.text = "\n\n".join(part for part in (assumptions(question), finding.text) if part)
    finding.people = finding.people or list(question.selection.filters.authors)
    return finding


def _else_named(question: Understanding, kind: str) -> bool:
    filters = question.selection.filters
    return bool(filters.genres if kind == "genre" else filters.authors if kind == "author" else question.books)


def _rows(rows: list[Row], measure: str) -> list[dict[str, Any]]:
    return [{"name": row.name, "value": row.value, "measure": measure} for row in rows]


# --- counts -----------------------------------------------------------------------------------------------------------


def _totals(question: Understanding, filters: Filters, context: Context, ledger: Ledger) -> Finding:
    totals = context.get_book_stats(ledger=ledger)
    text = (
        f"The catalogue contains {plural(totals['books'], 'book')}, {plural(totals['authors'], 'author')}, "
        f"and {plural(totals['genres'], 'genre')}."
    )
    return Finding(text, statistics=[{"name": name, "value": value, "measure": name} for name, value in totals.items()])


def _count(question: Understanding, filters: Filters, context: Context, ledger: Ledger) -> Finding:
    wish = question.wish
    if wish.counted != "books" and wish.intent == "count":
        return _count_others(question, filters, context, ledger)
    if question.topic_decides and question.topic:
        return _count_topic(question, filters, context, ledger)
    if question.books and question.selection.empty:
        return Finding(f"{plural(len(question.books), 'book')} of that title: {_titles(question, ledger)}.")
    if question.selection.empty:
        return _totals(question, filters, context, ledger)
    count = context.count(filters, ledger)["books"]
    if not count:
        return Finding(
            f"There are none in this catalogue: 0 {books_of(question.selection)}.", statistics=[_figure("books", 0)]
        )
    verb = "is" if count == 1 else "are"
    text = f"There {verb} {books_of(question.selection, count)}."
    parts = _each(question.selection, ledger)
    if len(parts) > 1:
        text += f" {joined(f'{row.name}: {figure(row.value)}' for row in parts)}."
    return Finding(text, statistics=[_figure("books", count), *_rows(parts, "books")])


def _figure(name: str, value: float) -> dict[str, Any]:
    return {"name": name, "value": value, "measure": name}


def _titles(question: Understanding, ledger: Ledger) -> str:
    return joined(book_line(book) for book in books_by_id(question, ledger))


def _each(selection: Selection, ledger: Ledger) -> list[Row]:
    """The count of each genre, or of each author, where several were named and any will do."""
    filters = selection.filters
    if selection.all_genres or selection.all_authors:
        return []
    for name in ("genres", "authors"):
        names = getattr(filters, name)
        if len(names) > 1:
            single: list[dict[str, Any]] = [{name: (one,)} for one in names]
            counts = [ledger.ask(ledger.library.count, filters=replace(filters, **change)) for change in single]
            return [Row(one, count) for one, count in zip(names, counts, strict=True)]
    return []


def _count_others(question: Understanding, filters: Filters, context: Context, ledger: Ledger) -> Finding:
    """How many authors, or genres, there are, or wrote such books."""
    what: Group = "author" if question.wish.counted == "authors" else "genre"
    if question.selection.empty:
        total = context.get_book_stats(ledger=ledger)[f"{what}s"]
        return Finding(f"The catalogue has {plural(total, what)}.", statistics=[_figure(f"{what}s", total)])
    rows = [] if filters == NOTHING else ledger.ask(ledger.library.group, by=what, filters=filters, limit=EVERY)
    verb = "wrote" if what == "author" else "belong to"
    names = f": {joined(row.name for row in rows[:_LISTED])}" if rows else ""
    if what == "author":
        text = f"{plural(len(rows), 'author')} {verb} {books_of(question.selection)}{names}."
    else:
        text = f"The {books_of(question.selection)} {verb} {plural(len(rows), 'genre')}{names}."
    return Finding(text, statistics=[_figure(f"{what}s", len(rows)), *_rows(rows, "books")])


def _count_topic(question: Understanding, filters: Filters, context: Context, ledger: Ledger) -> Finding:
    """How many books are near a topic: as many as pass the threshold, however many there are; and which."""
    wide = replace(context, limit=max(context.limit, 100))
    found = wide.search_books(f"books about {question.topic}", filters, ledger)
    count = len(found.results)
    verb = "is" if count == 1 else "are"
    text = f"There {verb} {books_of(question.selection, count)} about “{question.topic}”, judged by meaning."
    books = [book_of(result) for result in found.results]
    if books and not question.wish.listed:  # else the librarian lists them
        shown = books[: context.listed]
        text = f"{text[:-1]}{'' if len(shown) == count else f'; the nearest {len(shown)}'}:\n{book_lines(shown)}"
    return Finding(text, found.results, found.near_misses, found.scores, [_figure("books", count)])


def _share(question: Understanding, filters: Filters, context: Context, ledger: Ledger) -> Finding:
    if question.selection.empty:
        return _group(
            replace(question, wish=replace(question.wish, by="genre", limit=_LISTED)), filters, context, ledger
        )
    count, total = context.count(filters, ledger)["books"], context.get_book_stats(ledger=ledger)["books"]
    share = 100 * count / total if total else 0.0
    text = f"{figure(share)}% of the books: {count} of {total} are {books_of(question.selection)}."
    return Finding(text, statistics=[_figure("books", count), _figure("of", total), _figure("percent", share)])


# --- groups -----------------------------------------------------------------------------------------------------------


def _group(question: Understanding, filters: Filters, context: Context, ledger: Ledger) -> Finding:
    """A ranking of genres, authors, years or decades, or the figure of each of them."""
    wish = question.wish
    by: Group = wish.by or "genre"
    noun = _GROUP_NOUN[by]
    rows = [] if filters == NOTHING else ledger.ask(
        ledger.library.group, by=by, measure=wish.measure, filters=filters, limit=EVERY
    )  # fmt: skip
    if not rows:
        return Finding(f"There are none in this catalogue: 0 {books_of(question.selection)}.")
    if wish.fewest:
        rows = sorted(rows, key=lambda row: (row.value, row.name))
    elif wish.cue != "top" and by in ("year", "decade") and (wish.limit or 0) >= _LISTED:
        rows = sorted(rows, key=lambda row: row.name)
    limit = wish.limit or 1
    first = rows[:limit]
    if limit == 1:
        first = [row for row in rows if row.value == rows[0].value]
    statistics = _rows(first, wish.measure)
    of = "" if question.selection.empty else f" among {books_of(question.selection)}"
    degree = "fewest" if wish.fewest else "most"
    people = [row.name for row in first] if by == "author" else []
    if limit == 1:
        text = f"The {noun if len(first) == 1 else f'{noun}s'} with the {degree} {_MEASURES[wish.measure]}{of}: "
        text += f"{joined(row.name for row in first[:_LISTED])}, {measured(first[0].value, wish.measure)}"
        return Finding(f"{text}{' each' if len(first) > 1 else ''}.", statistics=statistics, people=people)
    head = f"The {len(first)} {noun}s with the {degree} {_MEASURES[wish.measure]}{of}"
    if limit >= _LISTED:
        head = f"{plural(len(rows), noun)}{of}" + ("" if len(first) == len(rows) else f"; the first {len(first)}")
    lines = "\n".join(f"- {row.name}: {measured(row.value, wish.measure)}" for row in first)
    return Finding(f"{head}:\n{lines}", statistics=statistics, people=people)


def _many_genres(question: Understanding, filters: Filters, context: Context, ledger: Ledger) -> Finding:
    wish = question.wish
    rows = ledger.ask(ledger.library.authors_of_many_genres, least=max(wish.least, 1), limit=EVERY)
    if question.selection.filters.authors:
        rows = [row for row in rows if row.name in question.selection.filters.authors]
    if not rows:
        return Finding(f"No author wrote in {wish.least} genres or more: there is none, 0 authors.")
    if wish.limit == 1:
        rows = [row for row in rows if row.value == rows[0].value]
    shown = rows[:_LISTED]
    written = ledger.ask(
        ledger.library.books, filters=Filters(authors=tuple(row.name for row in shown)), order="oldest", limit=EVERY
    )
    genres = {
        row.name: list(dict.fromkeys(genre for book in written if row.name in book.authors for genre in book.genres))
        for row in shown
    }
    head = f"{plural(len(rows), 'author')} wrote in {wish.least} genres or more"
    if wish.limit == 1:
        head = f"The most genres of one author are {figure(rows[0].value)}"
    lines = "\n".join(f"- {row.name}: {plural(row.value, 'genre')} ({', '.join(genres[row.name])})" for row in shown)
    return Finding(f"{head}:\n{lines}", statistics=_rows(rows, "genres"), people=[rows[0].name])


def _many_books(question: Understanding, filters: Filters, context: Context, ledger: Ledger) -> Finding:
    rows = [] if filters == NOTHING else [
        row for row in ledger.ask(ledger.library.group, by="author", filters=filters, limit=EVERY)
        if row.value >= question.wish.least
    ]  # fmt: skip
    what = books_of(question.selection)
    if not rows:
        return Finding(f"No author has {question.wish.least} {what} or more: there is none, 0 authors.")
    lines = "\n".join(f"- {row.name}: {plural(row.value, 'book')}" for row in rows[:_LISTED])
    head = f"{plural(len(rows), 'author')} {'has' if len(rows) == 1 else 'have'} {question.wish.least} {what} or more"
    return Finding(f"{head}:\n{lines}", statistics=_rows(rows, "books"), people=[rows[0].name])


# --- pages and years --------------------------------------------------------------------------------------------------


def _pages(question: Understanding, filters: Filters, context: Context, ledger: Ledger) -> Finding:
    if question.books and question.selection.empty:
        filters = Filters(ids=question.books)
    values = ledger.ask(ledger.library.pages_statistics, filters=filters)
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
    return Finding(sentences[question.wish.figure], statistics=[_figure(name, value) for name, value in values.items()])


def _extreme(question: Understanding, filters: Filters, context: Context, ledger: Ledger) -> Finding:
    """The longest, the newest … books; all of those that share the first place."""
    wish = question.wish
    order = wish.order or "longest"
    limit = wish.limit or 1
    found = [] if filters == NOTHING else ledger.ask(
        ledger.library.books, filters=filters, order=order, limit=max(limit, _LISTED) + len(question.after)
    )  # fmt: skip
    known = [book for book in found if getattr(book, _EXTREMES[order]) is not None and book.id not in question.after]
    if not known and question.after:
        return Finding(no_more(question))
    if not known:
        return Finding(f"There are none in this catalogue: 0 {books_of(question.selection)}.")
    first = known[:limit]
    if limit == 1:
        first = [book for book in known if getattr(book, _EXTREMES[order]) == getattr(known[0], _EXTREMES[order])]
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
    statistics = [
        {"name": book.title, "value": getattr(book, _EXTREMES[order]), "measure": _EXTREMES[order]} for book in first
    ]
    return Finding(text, results, statistics=statistics, people=list(first[0].authors))


def _years(question: Understanding, filters: Filters, context: Context, ledger: Ledger) -> Finding:
    if question.selection.empty:
        span = ledger.ask(ledger.library.years)
    else:
        ends = [
            ledger.ask(ledger.library.books, filters=filters, order=order, limit=1) for order in ("oldest", "newest")
        ]
        found = [book.year for books in ends for book in books if book.year is not None]
        span = (min(found), max(found)) if found else None
    if span is None:
        return Finding("No year of a book is known here.")
    what = "The catalogue" if question.selection.empty else f"The list of {books_of(question.selection)}"
    return Finding(
        f"{what} covers {span[0]} to {span[1]}.", statistics=[_figure("first", span[0]), _figure("last", span[1])]
    )


# --- comparisons ------------------------------------------------------------------------------------------------------


def _compare(question: Understanding, filters: Filters, context: Context, ledger: Ledger) -> Finding:
    if len(question.books) > 1:
        return _compare_books(question, ledger)
    by = question.wish.by or "genre"
    field = "authors" if by == "author" else "genres"
    names = getattr(question.selection.filters, field)
    rows = [_compared(question, name, field, ledger) for name in names]
    ranked = sorted(rows, key=lambda row: -row.value)
    measure = question.wish.measure
    lines = joined(f"{row.name} has {measured(row.value, measure)}" for row in ranked)
    verdict = (
        "Equally many"
        if len({row.value for row in rows}) == 1
        else f"{ranked[0].name} has more"
        if ranked
        else "Nothing"
    )
    people = [ranked[0].name] if by == "author" and ranked else []
    return Finding(f"{verdict}: {lines}.", statistics=_rows(ranked, measure), people=people)


def _compared(question: Understanding, name: str, field: str, ledger: Ledger) -> Row:
    change: dict[str, Any] = {field: (name,)}
    filters = replace(question.selection.filters, **change)
    if question.wish.measure == "books":
        return Row(name, ledger.ask(ledger.library.count, filters=filters))
    values = ledger.ask(ledger.library.pages_statistics, filters=filters)
    return Row(name, values[question.wish.measure.removesuffix(" pages")])


def _compare_books(question: Understanding, ledger: Ledger) -> Finding:
    order = question.wish.order or "longest"
    value = _EXTREMES.get(order, "pages")
    books = books_by_id(question, ledger)
    known: list[Book] = [book for book in books if getattr(book, value) is not None]
    ranked = sorted(known, key=lambda book: getattr(book, value), reverse=order in ("longest", "newest"))
    lines = "\n".join(f"- {book_line(book)}" for book in ranked or books)
    if len(ranked) < 2:
        head = "This cannot be compared: the figure of one is not known"
    elif getattr(ranked[0], value) == getattr(ranked[1], value):
        head = "They are equal"
    else:
        head = f"{ranked[0].title} is the {_COMPARED[order]} one"
    results = [result_of(book, "a comparison", NAMED, "Book Match", book.title) for book in ranked or books]
    statistics = [{"name": book.title, "value": getattr(book, value), "measure": value} for book in ranked]
    return Finding(f"{head}:\n{lines}", results, statistics=statistics, people=list((ranked or books)[0].authors))
