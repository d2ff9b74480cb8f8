"""What a plan gave, in sentences made of facts alone: the same words for the same facts."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from statistics import mean, median

from core.stores.library import Book, Figure, GroupOfBooks, Selected
from core.stores.library_plan import Column, Measure, Plan, Test
from core.systems.library_chat.agents.wording import book_line, figure, joined, plural
from core.systems.library_chat.grammar.facts import facts_of, value_of
from core.systems.library_chat.grammar.references import value_in
from core.systems.library_chat.grammar.sentences import (
    books_in_words,
    date,
    having_in_words,
    key_in_words,
    measure_in_words,
    thousands,
)  # fmt: skip

LISTED = 25
_OVER: dict[str, Callable[[Sequence[float]], float]] = {
    "mean": mean, "median": median, "least": min, "most": max, "sum": sum
}  # fmt: skip
GROUPS_LISTED = 50
GROUPS_NAMED = 10
"""Names of a count of many."""
_MOST_LEADING = 3


def answer_of(
    plan: Plan, found: Selected, columns: Mapping[str, Column], over: str = "", works: int | None = None
) -> str:
    """Say what a plan gave; `works` is how many works its books are, where editions are among them."""
    if plan.by:
        return _groups(plan, _readable(plan, found), columns, over)
    if plan.measures:
        return _figures(plan, found, columns, works)
    text = _books(plan, found, columns, works)
    return f"{text}\n{_difference_of_books(plan, found)}".rstrip() if over == "difference" else text


def _readable(plan: Plan, found: Selected) -> Selected:
    """Call the months of a grouping by their names, and books by their titles alone."""
    if all(key.column not in ("month", "id") for key in plan.by):
        return found
    groups = []
    for group in found.groups:
        pairs = [(key.column, name) for key, name in zip(plan.by, group.names, strict=False)]
        kept = [(column, name) for column, name in pairs if column != "id" or len(pairs) == 1]
        names = tuple(month_name[int(name)] if column == "month" else name for column, name in kept)
        groups.append(replace(group, names=names))
    return replace(found, groups=tuple(groups))


def refusal(unread: Sequence[str], columns: Mapping[str, Column]) -> str:
    """Say that the catalogue does not tell what is asked: which words are not understood, and what it tells."""
    words = joined(f"“{word}”" for word in dict.fromkeys(unread))
    known = joined(column.title.lower() for column in columns.values() if column.name not in ("id", "month"))
    head = (
        f"This cannot be answered: nothing in this catalogue tells of {words}."
        if unread
        else "This cannot be answered."
    )
    return f"{head} Of each book it knows {known}."


def _of_works(works: int | None) -> str:
    """Say how many works some books are, behind their number; nothing where each is a work of its own."""
    if works is None:
        return ""
    return ", editions of one work" if works == 1 else f", {thousands(works)} works"


def _figures(plan: Plan, found: Selected, columns: Mapping[str, Column], works: int | None) -> str:
    measure, value = plan.measures[0], found.figures[0]
    if measure.of == "share":
        part = Plan(where=(*plan.where, *measure.where))
        share = 100 * (value.value or 0)
        count = found.figures[1].value or 0
        return (
            f"{figure(share)}% ({share:.2f}%) of the {books_in_words(plan, columns)} are "
            f"{books_in_words(part, columns)}: {thousands(count)} of {thousands(found.passing)}."
        )
    if measure.of == "count" and not measure.column:
        if not found.passing:
            return f"There are none in this catalogue: 0 {books_in_words(plan, columns)}."
        verb = "is" if found.passing == 1 else "are"
        return f"There {verb} {books_in_words(plan, columns, found.passing)}{_of_works(works)}."
    if measure.of == "count":
        what = measure_in_words(measure, columns)
        if value.value == 1:
            what = what.removesuffix("s")
        return f"{thousands(value.value or 0)} {what} among the {books_in_words(plan, columns, found.passing)}."
    if value.value is None:
        return f"None: no {measure.column} is known of the {books_in_words(plan, columns, found.passing)}."
    of = f"The {books_in_words(plan, columns, found.passing)}"
    known = "" if value.of == found.passing else f" ({thousands(value.of)} of them with known {measure.column})"
    figures = zip(plan.measures, found.figures, strict=False)
    said = joined(f"{_valued(one, given)} {measure_in_words(one, columns)}" for one, given in figures)
    verb = "has" if found.passing == 1 else "have"
    if measure.column in ("year", "published") and measure.of in ("least", "most"):
        verb = "dates from" if found.passing == 1 else "date from"
    return f"{of}{known} {verb} {said}."


def _difference_of_books(plan: Plan, found: Selected) -> str:
    """Say by how much two books differ in what they are sorted by."""
    column = plan.order[0].by
    values = [(book, value) for book in found.books if isinstance(value := value_in(book, column), int | float)]
    titles = list(dict.fromkeys(book.title for book, _ in values))
    if len(values) != 2 or len(titles) != 2:
        return ""
    apart = abs(values[0][1] - values[1][1])
    if column == "published":
        apart = abs(values[0][1] // 10_000 - values[1][1] // 10_000)
    unit = "pages" if column == "pages" else "years"
    words = {"pages": ("longer", "shorter")}.get(column, ("newer", "older"))
    first = (
        f"{values[0][0].title} is the {words[0 if plan.order[0].descending else 1]} one: "
        if apart
        else "They are equal: "
    )
    return f"{first}the difference is {thousands(apart)} {unit}."


_WORDS_OF = {"pages": ("is longer", "They are equal"), "year": ("is newer", "They are equal")}


def _difference_of_groups(plan: Plan, found: Selected, over: str) -> str:
    """Say by how much two groups differ, or the last of them from the first."""
    known = [group for group in found.groups if group.figures and group.figures[0].value is not None]
    if len(known) < 2 or (over == "difference" and len(known) != 2) or len(plan.by) > 1:
        return ""
    first, last = known[0], known[-1]
    before, after = first.figures[0].value or 0, last.figures[0].value or 0
    if plan.measures and plan.measures[0].of == "share":
        before, after = 100 * before, 100 * after
    if over == "difference":
        measure = plan.measures[0] if plan.measures else Measure()
        of = measure.column if measure.of in ("mean", "median") else ""
        more, equal = _WORDS_OF.get(of, ("has more", "Equally many"))
        most = f"{_name(first if before > after else last)} {more}" if before != after else equal
        return f"\n{most}: the difference is {_rounded(abs(before - after))}{_points(plan)}."
    verb = "more" if after >= before else "fewer"
    return f"\nFrom {_name(first)} to {_name(last)} that is {_rounded(abs(after - before))}{_points(plan)} {verb}."


def _points(plan: Plan) -> str:
    return " percentage points" if plan.measures and plan.measures[0].of == "share" else ""


def _rounded(value: float) -> str:
    return thousands(value) if value == int(value) else f"{value:,.1f}"


def _valued(measure: Measure, value: Figure) -> str:
    if value.value is None:
        return "unknown"
    if measure.of == "share":
        return f"{100 * value.value:.1f}%"
    if measure.column == "published" and measure.of in ("least", "most"):
        return date(value.value)
    if measure.column == "year":
        return figure(value.value)
    return thousands(value.value) if value.value == int(value.value) else f"{value.value:,.1f} ({value.value:.2f})"


def _groups(plan: Plan, found: Selected, columns: Mapping[str, Column], over: str) -> str:
    key = plan.by[-1]
    of = having_in_words(plan, columns)
    if len(key.values) > 2 and not key.part:
        of += f" of the {len(key.values)} named"
    of += "" if not plan.where else f" among the {books_in_words(plan, columns, found.passing)}"
    measure = plan.measures[0] if plan.measures else Measure()
    what = measure_in_words(measure, columns)
    if not found.groups:
        return f"There are none in this catalogue: 0 {key_in_words(key, columns, 0)}{of}."
    if over in ("mean", "median", "least", "most", "sum"):
        values = [group.figures[0].value or 0 for group in found.groups]
        value = _OVER[over](values)
        name = {
            "mean": "on average",
            "median": "in the median",
            "least": "at least",
            "most": "at most",
            "sum": "in all",
        }[over]
        each = "book" if key.column == "id" else key_in_words(key, columns)
        return (
            f"{value:,.2f} ({figure(value)}) {what} {name} for each {each}{of}, over {thousands(found.groups_in_all)}."
        )
    if over == "count":
        verb = "is" if found.groups_in_all == 1 else "are"
        head = f"There {verb} {thousands(found.groups_in_all)} {key_in_words(key, columns, found.groups_in_all)}{of}"
        return f"{head}: {_named(found)}."
    if plan.each:
        return _of_each(plan, found, columns)
    if plan.limit == 1:
        return _first(plan, found, columns, of, what)
    lines = [
        f"- {_name(group)}: {_values(plan, group, columns)}{_part(group, found) if over == 'share' else ''}"
        for group in found.groups[:GROUPS_LISTED]
    ]
    if len(found.groups) > GROUPS_LISTED:
        lines.append(f"- and {len(found.groups) - GROUPS_LISTED} more")
    names = key_in_words(key, columns, found.groups_in_all)
    if len(plan.by) > 1:
        names = f"pairs of {joined(key_in_words(key, columns) for key in plan.by)}"
    head = f"{thousands(found.groups_in_all)} {names}{of}"
    if len(found.groups) < found.groups_in_all:
        head = f"{'The first' if plan.order else 'Here are'} {thousands(len(found.groups))} of {head}"
        head += _ties(plan, len(found.groups))
    leading = _leading(plan, found, columns)
    head += f"{leading}{_part(found.groups[0], found)}" if leading and over == "share" else leading
    difference = _difference_of_groups(plan, found, over) if over in ("difference", "change") else ""
    return "\n".join([f"{head}:", *lines]) + difference


def _part(group: GroupOfBooks, found: Selected) -> str:
    """Say what part of all books a group is."""
    return f", {percentage(group, found)}%"


def percentage(group: GroupOfBooks, found: Selected) -> float:
    """Return which part of all books a group is, in percent."""
    return round(100 * ((group.figures[0].value or 0) if group.figures else 0) / max(found.passing, 1), 1)


def _leading(plan: Plan, found: Selected, columns: Mapping[str, Column]) -> str:
    """Say which group leads the list; of a list by name, such as one of years, which has the greatest figure."""
    known = [group for group in found.groups if group.figures[0].value is not None]
    if len(known) < 2:
        return ""
    by_name = bool(plan.order) and plan.order[0].by == "name"
    if by_name and plan.limit is not None:
        return ""
    value = max(group.figures[0].value or 0 for group in known) if by_name else known[0].figures[0].value
    first = [group for group in known if group.figures[0].value == value]
    if len(first) > _MOST_LEADING:
        return ""
    verb = "stands highest" if by_name else "comes first"
    if len(first) > 1:
        verb = "stand highest" if by_name else "come first"
    return f"; {joined(map(_name, first))} {verb} with {_values(plan, first[0], columns)}"


def _ties(plan: Plan, shown: int) -> str:
    """Say why there are more than were asked for."""
    return f" (more than {plan.limit}, since the last ones are equal)" if plan.limit and shown > plan.limit else ""


def _named(found: Selected) -> str:
    few = GROUPS_NAMED if found.groups_in_all > 2 * GROUPS_NAMED else GROUPS_LISTED
    counts = {group.figures[0].value for group in found.groups if group.figures}
    names = [
        f"{_name(group)} ({thousands(group.figures[0].value or 0)})" if len(counts) > 1 else _name(group)
        for group in found.groups[:few]
    ]
    more = found.groups_in_all - len(names)
    return joined([*names, f"{thousands(more)} more"] if more > 0 else names)


def _name(group: GroupOfBooks) -> str:
    return " · ".join(group.names)


def _values(plan: Plan, group: GroupOfBooks, columns: Mapping[str, Column]) -> str:
    measures = plan.measures or (Measure(),)
    if measures[0].of == "share" and len(group.figures) > 2:
        part, whole = (thousands(one.value or 0) for one in group.figures[1:3])
        return f"{_valued(measures[0], group.figures[0])} ({part} of {whole} books)"
    shown = []
    for measure, value in zip(measures, group.figures, strict=False):
        if measure.of == "count" and not measure.column:
            shown.append(plural_of_books(value.value or 0))
        else:
            shown.append(f"{_valued(measure, value)} {measure_in_words(measure, columns)}".replace(" share", ""))
    return ", ".join(shown)


def plural_of_books(count: float) -> str:
    """ "1 book", "1,204 books"."""
    return f"{thousands(count)} book{'' if count == 1 else 's'}"


def _first(plan: Plan, found: Selected, columns: Mapping[str, Column], of: str, what: str) -> str:
    key = plan.by[-1]
    names = [_name(group) for group in found.groups[:GROUPS_LISTED]]
    degree = "most" if plan.order and plan.order[0].descending else "fewest"
    place = f"{ordinal(plan.skip + 1)} " if plan.skip else ""
    each = " each" if len(names) > 1 else ""
    head = f"The {key_in_words(key, columns, len(names))} with the {place}{degree} {what}{of}"
    return f"{head}: {joined(names)}, {_values(plan, found.groups[0], columns)}{each}."


def ordinal(number: int) -> str:
    """ "2nd", "11th", "23rd"."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _of_each(plan: Plan, found: Selected, columns: Mapping[str, Column]) -> str:
    lines: list[str] = []
    if len(plan.by) == 2:
        first = None
        for group in found.groups[: 4 * GROUPS_LISTED]:
            if group.names[0] != first:
                first = group.names[0]
                lines.append(f"- {first}: {group.names[1]} ({_values(plan, group, columns)})")
            else:
                lines[-1] += f"; {group.names[1]} ({_values(plan, group, columns)})"
    else:
        lines = [
            f"- {_name(group)}: {'; '.join(book_line(book) for book in group.books)}"
            for group in found.groups[: 4 * GROUPS_LISTED]
        ]
    groups = len({group.names[0] for group in found.groups})
    return (
        f"{plural(groups, key_in_words(plan.by[0], columns))} of {books_in_words(plan, columns, found.passing)}:\n"
        + "\n".join(lines)
    )


# --- books ------------------------------------------------------------------------------------------------------------


def _books(plan: Plan, found: Selected, columns: Mapping[str, Column], works: int | None) -> str:
    if not found.books:
        if found.passing:
            return f"That was all: there are only {plural_of_books(found.passing)} of that kind."
        return f"No books found: there are none in this catalogue, 0 {books_in_words(plan, columns)}."
    if plan.show and len(found.books) <= LISTED and _is_look_up(plan):
        several = len(found.books) > 1
        return "\n".join(facts_of(book, plan.show, columns, several) for book in found.books)
    if plan.order and plan.limit is not None and not value_of(found.books[0], plan.order[0].by):
        title = columns[plan.order[0].by].title.lower() if plan.order[0].by in columns else plan.order[0].by
        return f"There is none: the {title} of no such book is known ({books_in_words(plan, columns, found.passing)})."
    shown = list(found.books[:LISTED])
    lines = "\n".join(f"- {line_of(book, plan.show)}" for book in shown)
    if plan.order and plan.limit is not None and not (plan.skip and plan.limit > 1):
        return _ranked(plan, found, columns)
    head = f"I found {books_in_words(plan, columns, found.passing)}{_of_works(works)}"
    if len(shown) < found.passing:
        head += f"; here {'is' if len(shown) == 1 else 'are'} {len(shown)}{' more' if plan.skip else ''}"
    return (
        f"{head}{_sorted(plan, columns, len(shown))}:\n{lines}{_what_about(found.books) if _is_look_up(plan) else ''}"
    )


def _what_about(books: Sequence[Book]) -> str:
    """Say what one book is about, or each of a few of the same name."""
    if len(books) == 1:
        return f"\nIt is about {joined(books[0].subjects)}." if books[0].subjects else ""
    known = [book for book in books if book.subjects and len(books) <= _ALIKE]
    told = (f"\nThat by {joined(book.authors)} is about {joined(book.subjects)}." for book in known)
    return "".join(told)


_ALIKE = 3  # books of one name of which each is told what it is about


_DEGREES = {
    ("pages", True): "longest", ("pages", False): "shortest", ("year", True): "newest", ("year", False): "oldest",
    ("published", True): "newest", ("published", False): "oldest",
}  # fmt: skip


def _ranked(plan: Plan, found: Selected, columns: Mapping[str, Column]) -> str:
    """Say which books stand first in an order: “The second longest of 12 books is …”."""
    order, of = plan.order[0], books_in_words(plan, columns, found.passing)
    title = columns[order.by].title.lower() if order.by in columns else order.by
    degree = _DEGREES.get((order.by, order.descending))
    place = f"{ordinal(plan.skip + 1)} " if plan.skip else ""
    if len(found.books) == 1:
        book = found.books[0]
        which = f"{place}{degree}" if degree else f"{place or 'first '}by {title}"
        value = value_of(book, order.by) if order.by not in ("pages", "year") else ""
        return f"The {which} of the {of} is {line_of(book, plan.show)}{f', {value}' if value else ''}."
    lines = "\n".join(f"- {line_of(book, plan.show)}" for book in found.books[:LISTED])
    number = thousands(len(found.books))
    which = f"{number} {place}{degree}" if degree else f"first {number} by {title}"
    return f"The {which} of {of}{_ties(plan, len(found.books))}:\n{lines}"


def _sorted(plan: Plan, columns: Mapping[str, Column], shown: int) -> str:
    if not plan.order:
        return ""
    first = plan.order[0]
    degree = _DEGREES.get((first.by, first.descending))
    title = columns[first.by].title.lower() if first.by in columns else first.by
    if plan.skip and degree:
        return f", the {shown} {degree} behind those of before"
    return f", the {degree} first" if degree else f", sorted by {title}"


def _is_look_up(plan: Plan) -> bool:
    return any(
        test.column in ("title", "id", "isbn") and test.how == "is"
        for clause in plan.where for one in clause.any_of for test in one.all_of
    )  # fmt: skip


def line_of(book: Book, show: Sequence[str] = ()) -> str:
    """Return a book in one line, with the columns that were asked for beside what is always said."""
    more = [
        f"{column}: {value}"
        for column in show
        if column not in ("authors", "genres", "year", "pages", "title") and (value := value_of(book, column))
    ]
    return book_line(book) + (f" – {'; '.join(more)}" if more else "")


def names_of(tests: Sequence[Test]) -> list[str]:
    """List every name that tests hold."""
    return [value for test in tests for value in test.values]
