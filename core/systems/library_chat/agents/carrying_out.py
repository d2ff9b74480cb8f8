"""Carrying out a plan: what the store gives for it, or books near a topic; and the words for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.stores.library import Book, Reason, Selected
from core.stores.library import Figure as StoreFigure
from core.stores.library_plan import Clause, Column, Measure, Plan, Test, must
from core.stores.library_works import MOST_COUNTED, apart, folded
from core.systems.library_chat.agents.hybrid_search import Found
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.relations import books_like, way_between
from core.systems.library_chat.agents.results import NAMED, Figure, Finding, Result, result_of, shown
from core.systems.library_chat.agents.tools import get_book_stats, search_books
from core.systems.library_chat.agents.topics import lines_of, part_by_topic
from core.systems.library_chat.agents.wording import joined, plural, sides_of, topic_in_words
from core.systems.library_chat.grammar.answers import answer_of, percentage, refusal
from core.systems.library_chat.grammar.exclusions import NAMES, TEXTS
from core.systems.library_chat.grammar.reading import Unknown
from core.systems.library_chat.grammar.sentences import books_in_words, measure_in_words
from core.systems.library_chat.grammar.tokens import key_of
from core.systems.library_chat.grammar.vocabulary import SELF_TOLD, vocabulary_of
from core.systems.library_chat.plan.understood import Understood
from core.systems.library_chat.state import Context


def carry_out(plan: Plan, understood: Understood, context: Context, log: QueryLog) -> Finding:
    """Answer a plan: books, figures or groups, and the sentences about them."""
    columns = {column.name: column for column in vocabulary_of(log.library).columns}
    if understood.declined:
        finding = Finding(understood.of_language or refusal(understood.unread, columns))
    elif understood.unknown and not _knows_something(plan):
        finding = Finding(nearest(understood.unknown))
    elif plan.about:
        finding = _about(plan, columns, context, log)
    elif plan.like:
        finding = books_like(plan, context, log)
    elif plan.path:
        finding = way_between(plan, log)
    else:
        finding = _selected(plan, understood, columns, context, log)
        for other in understood.also if plan == understood.plan else ():
            finding.text += f"\n\n{_selected(other, understood, columns, context, log).text}"
    if understood.unknown and _knows_something(plan):
        finding.text = f"{finding.text}\n\n{nearest(understood.unknown)}"
    if understood.absent and not understood.declined and (not understood.unknown or _knows_something(plan)):
        finding.text = f"{finding.text}\n\n{nothing_left_out(understood.absent)}"
    return finding


def _knows_something(plan: Plan) -> bool:
    return bool(plan.where or plan.about or plan.like or plan.path)


def nothing_left_out(absent: Sequence[tuple[str, str]]) -> str:
    """Say that what is to be left out is nowhere: nothing was; of a kind or a topic a book may be untold."""
    said = []
    for where in dict.fromkeys(place for _, place in absent):
        words = joined((f"“{word}”" for word, place in absent if place == where), "or")
        told = {TEXTS: f"No title and no subject says {words}", NAMES: f"Nothing in this catalogue is called {words}"}
        head = told.get(where, f"None of the {where} of this catalogue is {words}")
        may_be = ", and a book may still be so, as nothing here tells it" if where in (TEXTS, "genres") else ""
        said.append(f"{head}: nothing is left out for it{may_be}.")
    return " ".join(said)


def nearest(unknown: Sequence[Unknown]) -> str:
    """Say that names are not in the catalogue, and which are the nearest that it has."""
    sentences = []
    for one in unknown:
        offer = f" The nearest {'is' if len(one.near) == 1 else 'are'} {joined(one.near)}." if one.near else ""
        if one.column == "title":
            sentences.append(f"No book found: there is none called “{one.said}” in this catalogue.{offer}")
        elif one.column == "authors":
            sentences.append(f"No books found: there are none by “{one.said}” in this catalogue.{offer}")
        else:
            sentences.append(f"No books found: none of the {one.column} of this catalogue is “{one.said}”.{offer}")
    return " ".join(sentences)


# --- what the store gives ---------------------------------------------------------------------------------------------


def _selected(
    plan: Plan, understood: Understood, columns: Mapping[str, Column], context: Context, log: QueryLog
) -> Finding:
    if plan == Plan(measures=(Measure(),)):
        return _everything(context, log)
    asked = plan
    if not (plan.by or plan.measures) and plan.limit is None:
        asked = plan.model_copy(update={"limit": context.listed})
    found = log.ask(log.library.select, asked)
    text = answer_of(plan, found, columns, understood.over, _works(plan, found, columns, log))
    if understood.whether and found.passing and not understood.unread:
        text = f"Yes. {text}"
    results = [_named(book, plan, columns) for book in _books(found)]
    return Finding(
        text,
        results,
        statistics=_statistics(plan, found, columns, understood.over),
        people=_people(plan, found),
        selected=found,
    )


def _works(plan: Plan, found: Selected, columns: Mapping[str, Column], log: QueryLog) -> int | None:
    """Count the works among the books that a plan counts or lists whole, where editions are among them."""
    whole = plan.measures in ((), (Measure(),)) and not plan.by and plan.limit is None and not plan.skip
    if not whole or not 1 < found.passing <= MOST_COUNTED:
        return None
    every = len(found.books) == found.passing
    books = found.books if every else log.ask(log.library.select, Plan(where=plan.where)).books
    works = len(folded(books, apart(columns.values())))
    return works if works < found.passing else None


def _everything(context: Context, log: QueryLog) -> Finding:
    """Count all books, authors and genres of the catalogue."""
    totals = get_book_stats(context, query_log=log)
    books, authors, genres = (plural(totals[f"{name}s"], name) for name in ("book", "author", "genre"))
    figures = [Figure(name=name, value=value, measure=name) for name, value in totals.items()]
    said = f"The catalogue contains {books}, {authors}, and {genres}."
    return Finding(
        said,
        statistics=figures,
        selected=Selected(totals["books"], figures=(StoreFigure(totals["books"], totals["books"]),)),
    )


def _books(found: Selected) -> list[Book]:
    every = [*found.books, *(book for group in found.groups for book in group.books)]
    return list({book.id: book for book in every}.values())


def _statistics(plan: Plan, found: Selected, columns: Mapping[str, Column], over: str) -> list[Figure]:
    measures = plan.measures or (Measure(),)
    names = [measure_in_words(measure, columns) for measure in measures]
    if plan.by and over == "share":
        return [
            Figure(name=" · ".join(group.names), value=value, measure=name)
            for group in found.groups
            for value, name in ((group.figures[0].value or 0, names[0]), (percentage(group, found), "% of these books"))
        ]
    if plan.by:
        return [
            Figure(name=" · ".join(group.names), value=value.value, measure=name)
            for group in found.groups
            for value, name in zip(group.figures, names, strict=False)
            if value.value is not None
        ]
    return [
        Figure(name=name, value=value.value, measure=name)
        for value, name in zip(found.figures, names, strict=False)
        if value.value is not None
    ]


def _people(plan: Plan, found: Selected) -> list[str]:
    """Whom “her” would mean next: the authors named, else those of the first group or of the first book."""
    named = [
        value for test in _tests(plan.where) if test.column == "authors" and not test.denied for value in test.values
    ]
    if not named and plan.by and plan.by[0].column == "authors" and found.groups:
        named = [found.groups[0].names[0]]
    return named or (list(found.books[0].authors) if found.books else [])


def _tests(where: Sequence[Clause]) -> list[Test]:
    return [test for clause in where for one in clause.any_of for test in one.all_of]


def _named(book: Book, plan: Plan, columns: Mapping[str, Column]) -> Result:
    """Make a result of a book that conditions found: through the author or the genre that the question names."""
    asked = books_in_words(plan, columns)
    ways: tuple[tuple[str, Sequence[str], Reason], ...] = (
        ("authors", book.authors, "Author Match"), ("genres", book.genres, "Genre Match")
    )  # fmt: skip
    for column, own, reason in ways:
        wanted = [
            value for test in _tests(plan.where) if test.column == column and not test.denied for value in test.values
        ]
        node = next((value for value in wanted if value in own), None)
        if node:
            return result_of(book, asked, NAMED, reason, node)
    return result_of(book, asked, NAMED, "Book Match", book.title)


# --- by meaning -------------------------------------------------------------------------------------------------------


_FEW = 5


def _about(plan: Plan, columns: Mapping[str, Column], context: Context, log: QueryLog) -> Finding:
    """Books near a topic, among those that pass the conditions; counted, where a number is asked for."""
    counts = bool(plan.measures)
    what = books_in_words(plan, columns)
    wide = replace(context, limit=100 if counts else plan.skip + (plan.limit or context.limit))
    found = search_books(wide, [f"books about {side}" for side in sides_of(plan.about)], plan.where, log)
    found = replace(found, results=found.results[plan.skip :])
    beside = _saying_so(plan, columns, found, log)
    if not found.results:
        return _nothing_near(plan, found, what, beside)
    about = part_by_topic(plan.about, found.results, context.threshold)
    number, topic = len(about.books), topic_in_words(plan.about)
    books = books_in_words(plan, columns, number)
    opening = f"There {'is' if number == 1 else 'are'} {books}" if counts else f"I found {books}"
    told = joined((name.removesuffix("s") for name in SELF_TOLD if name in columns), "or")
    unsaid = about.by_meaning_alone
    if unsaid and len(unsaid) == number:
        head = f"{opening} near {topic} in meaning; no {told} says it"
    else:
        head = f"{opening} about {topic}{', judged by meaning' if counts else ''}"
    texts = [f"{head}:\n{lines_of(about.books[: context.listed])}"] if about.books or counts else []
    if 0 < len(unsaid) < number:
        titles = [one["book"] for one in unsaid[:_FEW]] + [f"{len(unsaid) - _FEW:,} more"] * (len(unsaid) > _FEW)
        texts.append(f"Near it in meaning alone, as no {told} says it: {joined(titles)}.")
    if about.through:
        texts.append(about.others() + ("." if counts else f":\n{lines_of(about.through)}"))
    figures = [Figure(name="books", value=number, measure="books")] if counts else []
    text = "\n\n".join([*texts, *beside])
    return Finding(text, about.results, found.near_misses, found.scores, figures, selected=shown(about.results))


def _saying_so(plan: Plan, columns: Mapping[str, Column], found: Found, log: QueryLog) -> list[str]:
    """Name the books that say the topic word for word and are too far in meaning to be found by it."""
    near = tuple(result["id"] for result in found.results)
    unfound = (must(Test(column="id", values=near, denied=True)),) if near else ()
    told, names = [], vocabulary_of(log.library)
    for side in sides_of(plan.about):
        ways = names.ways_to_say(side)
        tests = [Test(column=name, how="contains", values=ways) for name in SELF_TOLD if name in columns and ways]
        if not tests:
            continue
        saying = log.ask(log.library.select, Plan(where=(*plan.where, *unfound, must(*tests)), limit=_FEW))
        if titles := [book.title for book in saying.books]:
            titles += [f"{saying.passing - _FEW:,} more"] if saying.passing > _FEW else []
            words = joined((f"“{side if way == key_of(side) else way}”" for way in ways), "or")
            told.append(f"{words} also stands in the title or subjects of {joined(titles)}.")
    return told


def _nothing_near(plan: Plan, found: Found, what: str, beside: Sequence[str]) -> Finding:
    text = f"No books found: none of this catalogue's {what} is near enough to {topic_in_words(plan.about)}."
    if beside:
        return Finding(" ".join([text, *beside]), [], found.near_misses, found.scores)
    if found.near_misses:
        text += f" The nearest, below the threshold: {joined(one['book'] for one in found.near_misses[:3])}."
    return Finding(text, [], found.near_misses, found.scores)
