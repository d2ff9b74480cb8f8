"""What the librarian finds: lists, topics, one book, books like it, and the sentences that say it."""

from __future__ import annotations

from dataclasses import replace

from core.stores.library import Book, Filters, Reason
from core.systems.library_chat.agents.hybrid_search import Found
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.results import Finding, Result, book_of, figures_of, result_of
from core.systems.library_chat.agents.tools import count_books, search_books
from core.systems.library_chat.agents.topics import lines_of, part_by_topic
from core.systems.library_chat.agents.wording import (
    assumptions,
    book_line,
    book_lines,
    books_of,
    details,
    joined,
    nearest,
    plural,
)
from core.systems.library_chat.plan.question import Understanding
from core.systems.library_chat.plan.selection import EVERY, NOTHING, Selection
from core.systems.library_chat.state import Context

NAMED = 1.0  # the score of a book that was found by a name said letter for letter, or by filters alone


def resolve(selection: Selection, log: QueryLog) -> Filters:
    """Return the filters of a selection; where one book must have all of some names, the ids of those that do."""
    if not (selection.all_genres or selection.all_authors):
        return selection.filters
    some = replace(
        selection.filters,
        genres=selection.all_genres[:1] or selection.filters.genres,
        authors=selection.all_authors[:1] or selection.filters.authors,
    )
    books = log.ask(log.library.books, filters=some, limit=EVERY)
    ids = tuple(
        book.id
        for book in books
        if set(selection.all_genres) <= set(book.genres) and set(selection.all_authors) <= set(book.authors)
    )
    return Filters(ids=ids) if ids else NOTHING


def genres_of(log: QueryLog) -> list[str]:
    """List every genre of the catalogue, the largest first."""
    return [row.name for row in log.ask(log.library.group, by="genre", limit=EVERY)]


def search(question: Understanding, context: Context, log: QueryLog) -> Finding:
    """Answer a question as the librarian does: with books."""
    if question.unknown and not _knows_something(question):
        finding = Finding(nearest(question.unknown, genres_of(log)))
    elif question.intent.name == "book" and question.books:
        finding = _about_books(question, context, log)
    elif question.intent.name == "similar" and question.books:
        finding = _similar(question, context, log)
    elif question.intent.name == "authors":
        finding = _authors(question, log)
    elif question.intent.name == "genres":
        finding = _genres(question, log)
    elif question.topic_decides and question.topic:
        finding = _by_topic(question, context, log)
    elif question.books and question.selection.empty:
        finding = _about_books(question, context, log)
    else:
        finding = _passing(question, context, log)
    if question.unknown and _knows_something(question):
        finding.text += f"\n\n{nearest(question.unknown, genres_of(log))}"
    finding.text = "\n\n".join(part for part in (assumptions(question), finding.text) if part)
    return finding


def _knows_something(question: Understanding) -> bool:
    """Whether something else is asked that can be answered: another author, another title."""
    filters = question.selection.filters
    if any(one["kind"] == "genre" for one in question.unknown) and not filters.genres:
        return False
    if any(one["kind"] == "author" for one in question.unknown) and not filters.authors:
        return False
    return bool(question.books or filters.authors or filters.genres or question.topic_decides)


# --- lists and topics -------------------------------------------------------------------------------------------------


def _by_topic(question: Understanding, context: Context, log: QueryLog) -> Finding:
    """Books near the topic, among those that pass the filters."""
    filters = resolve(question.selection, log)
    found = _goes_on(_search(question.topic, _wide(question, context), log, filters), question)
    if not found.results and question.after:
        return Finding(no_more(question), [], found.near_misses, found.scores)
    if not found.results:
        what = books_of(question.selection)
        text = f"No books found: none of this catalogue's {what} is near enough to “{question.topic}”."
        if found.near_misses:
            text += f" The nearest, below the threshold: {joined(result['book'] for result in found.near_misses[:3])}."
        return Finding(text, [], found.near_misses, found.scores)
    more = "more " if question.after else ""
    about = part_by_topic(question.topic, found.results, context.threshold)
    texts = []
    if about.books:
        head = f"I found {more}{books_of(question.selection, len(about.books))} about “{question.topic}”"
        texts.append(f"{head}:\n{lines_of(about.books)}")
    if about.through:
        texts.append(f"{about.others()}:\n{lines_of(about.through)}")
    people = _people([book_of(result) for result in about.results])
    return Finding("\n\n".join(texts), about.results, found.near_misses, found.scores, people=people)


def _wide(question: Understanding, context: Context) -> Context:
    """Return the context that searches as far as this page of the list reaches."""
    return replace(context, limit=len(question.after) + (question.intent.limit or context.limit))


def _goes_on(found: Found, question: Understanding) -> Found:
    """Return what was found without what was shown before."""
    return replace(found, results=[result for result in found.results if result["id"] not in question.after])


def no_more(question: Understanding) -> str:
    """Return that a list is at its end."""
    return f"That was all: there are no more than the {plural(len(question.after), 'book')} of before."


def _search(topic: str, context: Context, log: QueryLog, filters: Filters) -> Found:
    """Near a topic. "books about …" because the text that is embedded of a book says "about" too."""
    if filters == NOTHING:
        return Found([], [], [])
    return search_books(context, f"books about {topic}", filters, log)


def _passing(question: Understanding, context: Context, log: QueryLog) -> Finding:
    """Every book that passes the filters, up to the length of a list; words beyond the filters order them."""
    selection, intent = question.selection, question.intent
    filters = resolve(selection, log)
    limit = intent.limit or (context.limit if selection.empty else context.listed)
    order = intent.order or ("newest" if selection.empty else "title")
    words = question.topic or books_of(selection)
    found = Found([], [], []) if selection.empty else _search(words, context, log, filters)
    total = count_books(context, filters, log)
    if not total:
        return Finding(_none(selection), [], found.near_misses, found.scores)
    reach = limit + len(question.after)
    if question.topic and not intent.order:
        vector = context.embedder.encode([f"books about {question.topic}"])[0]
        near = log.library.search_books(vector, reach, filters)
        books = [match.book for match in near]
    else:
        books = log.ask(log.library.books, filters=filters, order=order, limit=reach)
    books = [book for book in books if book.id not in question.after][:limit]
    if not books:
        return Finding(no_more(question), [], [], found.scores)
    results = [_named(book, question) for book in books]
    shown = "" if total == len(books) else f"; {'here are' if len(books) > 1 else 'here is'} {len(books)}"
    shown += " more" if question.after else ""
    text = f"I found {books_of(selection, total)}{shown}:\n{book_lines(books)}"
    return Finding(text, results, [], found.scores, people=_people(books, question))


def _none(selection: Selection) -> str:
    return f"No books found: there are none in this catalogue, 0 {books_of(selection)}."


def _named(book: Book, question: Understanding) -> Result:
    """Return a book that was found by a name: through the author or the genre that the question names."""
    filters = question.selection.filters
    letters = {
        assumption["read"]: assumption["letters"] / max(len(assumption["said"]), 1)
        for assumption in question.assumptions
    }
    said = {assumption["read"]: assumption["said"] for assumption in question.assumptions}
    ways: tuple[tuple[tuple[str, ...], tuple[str, ...], Reason], ...] = (
        (filters.authors, book.authors, "Author Match"),
        (filters.genres, book.genres, "Genre Match"),
    )
    for names, own, reason in ways:
        node = next((name for name in names if name in own), None)
        if node:
            return result_of(book, said.get(node, node), NAMED - letters.get(node, 0), reason, node)
    asked = said.get(book.title, books_of(question.selection))
    return result_of(book, asked, NAMED - letters.get(book.title, 0), "Book Match", book.title)


def _people(books: list[Book], question: Understanding | None = None) -> list[str]:
    """Whom "her" would mean next: the authors named, or else those of the first book."""
    named = list(question.selection.filters.authors) if question else []
    return named or (list(books[0].authors) if books else [])


# --- one book ---------------------------------------------------------------------------------------------------------


def books_by_id(question: Understanding, log: QueryLog) -> list[Book]:
    """Return the books that a question means, in its order."""
    found = log.ask(log.library.books, filters=Filters(ids=question.books), limit=len(question.books))
    places = {id: index for index, id in enumerate(question.books)}
    return sorted(found, key=lambda book: places[book.id])


def _about_books(question: Understanding, context: Context, log: QueryLog) -> Finding:
    books = books_by_id(question, log)
    if not books:
        return Finding("No book found: it is no longer in this catalogue.")
    intent = question.intent
    writers = list(dict.fromkeys(author for book in books for author in book.authors))
    if intent.asked == "authors" and intent.listed:
        others = replace(
            question, selection=Selection(Filters(authors=tuple(writers))), intent=replace(intent, name="list")
        )
        return _passing(others, context, log)
    inexact = next(
        (assumption for assumption in question.assumptions if not assumption["whole"] and assumption["kind"] == "book"),
        None,
    )
    text = _answer(books, question)
    if inexact:
        closest = "this comes closest" if len(books) == 1 else "these come closest"
        text = f"No book is called just “{inexact['said']}”; {closest}.\n{text}"
    return Finding(text, [_named(book, question) for book in books], people=writers)


def _answer(books: list[Book], question: Understanding) -> str:
    """Return what is asked of the books, each in a sentence that says everything of it."""
    claimed = set(question.selection.filters.authors)
    sentences = []
    for book in books:
        line = book_line(book)
        if claimed:
            right = bool(claimed & set(book.authors))
            sentences.append(
                f"{'Yes' if right else 'No'}: {book.title} was written by {joined(book.authors)}{details(book)}."
            )
        elif question.intent.asked == "authors" and book.authors:
            sentences.append(f"{book.title} was written by {joined(book.authors)}{details(book)}.")
        elif question.intent.asked == "pages":
            length = f"has {plural(book.pages, 'page')}" if book.pages is not None else "has no known number of pages"
            sentences.append(f"{book_line(replace(book, pages=None))} {length}.")
        elif question.intent.asked == "year":
            year = f"was published in {book.year}" if book.year is not None else "has no known year"
            sentences.append(f"{book_line(replace(book, year=None))} {year}.")
        elif question.intent.asked == "genres" and book.genres:
            sentences.append(f"{book_line(replace(book, genres=()))} belongs to {joined(book.genres)}.")
        else:
            about = f" It is about {joined(book.subjects)}." if book.subjects else ""
            sentences.append(f"{line}.{about}")
    return "\n".join(f"- {sentence}" for sentence in sentences) if len(sentences) > 1 else sentences[0]


def _similar(question: Understanding, context: Context, log: QueryLog) -> Finding:
    """Books near the whole text of one, without itself."""
    [book, *_] = books_by_id(question, log)
    filters = resolve(question.selection, log)
    found = _goes_on(search_books(_wide(question, context), book.context, filters, log), question)
    results = [result for result in found.results if result["id"] not in question.books]
    books = [book_of(result) for result in results]
    if not books and question.after:
        return Finding(no_more(question), [], found.near_misses, found.scores)
    if not books:
        return Finding(f"No books found: none is near enough to {book.title}.", [], found.near_misses, found.scores)
    text = f"I found {plural(len(books), 'book')} like {book.title}:\n{book_lines(books)}"
    return Finding(text, results, found.near_misses, found.scores, people=_people(books))


# --- authors and genres -----------------------------------------------------------------------------------------------


def _authors(question: Understanding, log: QueryLog) -> Finding:
    """Who wrote the books of a selection."""
    filters = resolve(question.selection, log)
    rows = [] if filters == NOTHING else log.ask(log.library.group, by="author", filters=filters, limit=EVERY)
    if not rows:
        return Finding(_none(question.selection))
    every = question.selection.filters.genres
    if len(every) > 1 and question.intent.listed:
        rows = [row for row in rows if row.value]
    lines = "\n".join(f"- {row.name}: {plural(row.value, 'book')}" for row in rows[:50])
    text = f"{plural(len(rows), 'author')} wrote {books_of(question.selection)}:\n{lines}"
    statistics = figures_of(rows, "books")
    return Finding(text, statistics=statistics, people=[rows[0].name])


def _genres(question: Understanding, log: QueryLog) -> Finding:
    """Return the genres in which an author wrote."""
    filters = resolve(question.selection, log)
    rows = [] if filters == NOTHING else log.ask(log.library.group, by="genre", filters=filters, limit=EVERY)
    if not rows:
        return Finding(_none(question.selection))
    lines = "\n".join(f"- {row.name}: {plural(row.value, 'book')}" for row in rows)
    text = f"The {books_of(question.selection)} belong to {plural(len(rows), 'genre')}:\n{lines}"
    statistics = figures_of(rows, "books")
    return Finding(text, statistics=statistics, people=list(question.selection.filters.authors))
