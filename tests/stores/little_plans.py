"""Plans for the tests of the library stores: any plan over few values, and what each gives, in plain Python."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import mean, median, stdev
from typing import Any, get_args

from hypothesis import strategies as some

from core.language.names import plain_name
from core.stores.library import Book, Figure, GroupOfBooks, Selected
from core.stores.library_columns import FIXED, SHUFFLED, seed_of, shuffle_of
from core.stores.library_plan import (
    Alternative,
    Clause,
    Column,
    Having,
    How,
    Key,
    Measure,
    Operation,
    Order,
    Plan,
    Test,
    Where,
)

FURTHER = (
    Column(name="publisher", title="Publisher", kind="text"),
    Column(name="rating", title="Average rating", kind="number"),
    Column(name="published", title="Date", kind="date"),
    Column(name="tags", title="Tags", kind="list"),
)
COLUMNS = {column.name: column for column in (*FIXED, *FURTHER)}

# --- random plans -----------------------------------------------------------------------------------------------------

_WORDS = {
    "title": ["Tides", "tides", "The Tides", "Émile", "émile's"],
    "authors": ["Ann Lee", "Bo Ådahl", "李 明", "Zoë"],
    "genres": ["Fiction", "fiction", "Science Fiction", "' OR 1=1 --"],
    "subjects": ["sea", "Sea & Sky", "war"],
    "publisher": ["Penguin", "Penguin Books", "penguin", "Éditions Du Port", "!"],
    "tags": ["a", "b", "c"],
}
_NUMBERS: dict[str, list[float]] = {
    "year": [1899, 1900, 1901, 1905, 1911, 868],
    "pages": [1, 2, 3, 4, 100],
    "rating": [3.5, 4.0, 4.1, 4.2],
    "published": [19001231, 19010101, 19550630],
}


@some.composite
def catalogues(draw: some.DrawFn) -> list[Book]:
    """Books with few different values, so that groups have several members and orders have ties."""

    def lists(name: str) -> some.SearchStrategy[tuple[str, ...]]:
        return some.lists(some.sampled_from(_WORDS[name]), unique=True, max_size=3).map(tuple)

    def extras(given: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in given.items() if value not in (None, ())}

    values = {
        "publisher": some.none() | some.sampled_from(_WORDS["publisher"]),
        "rating": some.none() | some.sampled_from(_NUMBERS["rating"]),
        "published": some.none() | some.sampled_from(_NUMBERS["published"]),
        "tags": lists("tags"),
    }
    books = some.builds(
        Book,
        id=some.integers(0, 30).map(str),
        title=some.sampled_from(_WORDS["title"]),
        authors=lists("authors"),
        genres=lists("genres"),
        year=some.none() | some.sampled_from([int(year) for year in _NUMBERS["year"]]),
        pages=some.none() | some.sampled_from([int(pages) for pages in _NUMBERS["pages"]]),
        subjects=lists("subjects"),
        extra=some.fixed_dictionaries(values).map(extras),
    )
    return draw(some.lists(books, max_size=15, unique_by=lambda book: book.id))


def _columns(*kinds: str) -> some.SearchStrategy[str]:
    return some.sampled_from([name for name, column in COLUMNS.items() if column.kind in kinds])


def _hows(kind: str) -> list[How]:
    left_out = ("contains", "begins", "ends") if kind in ("number", "date") else ("between",)
    return [how for how in get_args(How) if how not in left_out]


@some.composite
def tests(draw: some.DrawFn) -> Test:
    """Any test that fits its column."""
    name = draw(some.sampled_from(list(COLUMNS)))
    how = draw(some.sampled_from(_hows(COLUMNS[name].kind)))
    known = _WORDS.get(name) or [f"{number:g}" for number in _NUMBERS.get(name, [3, 7])]
    values = draw(some.lists(some.sampled_from([*known, "the", "e", "nobody", "?"]), max_size=3).map(tuple))
    bounds = some.none() | some.sampled_from([*_NUMBERS.get(name, ()), 0, 1, 2])
    return Test(column=name, how=how, values=values, low=draw(bounds), high=draw(bounds), denied=draw(some.booleans()))


def wheres(most: int = 2) -> some.SearchStrategy[Where]:
    """Any condition."""
    alternatives = some.builds(Alternative, all_of=some.lists(tests(), max_size=2).map(tuple))
    clauses = some.builds(Clause, any_of=some.lists(alternatives, min_size=1, max_size=2).map(tuple))
    return some.lists(clauses, max_size=most).map(tuple)


@some.composite
def measures(draw: some.DrawFn) -> Measure:
    """Any measure that fits its column."""
    of = draw(some.sampled_from(get_args(Operation)))
    kinds = {"count": ("text", "list", "number", "date"), "least": ("number", "date"), "most": ("number", "date")}
    column = draw(_columns(*kinds.get(of, ("number",))))
    if of == "share" or (of == "count" and draw(some.booleans())):
        column = ""
    return Measure(of=of, column=column, where=draw(wheres(1)))


@some.composite
def keys(draw: some.DrawFn) -> Key:
    """Any key; some keep or leave out groups."""
    name = draw(some.sampled_from(list(COLUMNS)))
    part = draw(some.sampled_from(["", "decade", "century"])) if COLUMNS[name].kind in ("number", "date") else ""
    known = {"decade": ["1900s", "1910s"], "century": ["1801", "1901"]}.get(part) or (
        _WORDS.get(name) or [f"{number:.0f}" for number in _NUMBERS.get(name, [3])]
    )
    names = some.lists(some.sampled_from([*known, "nothing"]), max_size=2).map(tuple)
    return Key(column=name, part=part, values=draw(names), without=draw(names))


def _orders(names: Sequence[str]) -> some.SearchStrategy[tuple[Order, ...]]:
    return some.lists(some.builds(Order, by=some.sampled_from(names), descending=some.booleans()), max_size=2).map(
        tuple
    )


@some.composite
def plans(draw: some.DrawFn) -> Plan:
    """Any plan that has an answer."""
    by = draw(some.lists(keys(), max_size=2).map(tuple))
    each = draw(some.none() | some.integers(1, 2)) if by else None
    groups, columns = ["value", "name"], list(COLUMNS)
    return Plan(
        where=draw(wheres()),
        by=by,
        having=draw(
            some.lists(
                some.builds(Having, measure=measures(), low=some.sampled_from([None, 0, 1, 2]), high=some.none()),
                max_size=1,
            ).map(tuple)
        )
        if by
        else (),
        measures=draw(some.lists(measures(), max_size=2).map(tuple)),
        order=draw(_orders(columns if not by else groups + columns if each and len(by) == 1 else groups)),
        skip=draw(some.sampled_from([0, 0, 1, 3])),
        limit=draw(some.sampled_from([None, 0, 1, 2, 5])),
        each=each,
        sample=draw(some.sampled_from([False, False, True])),
    )


# --- what they give ---------------------------------------------------------------------------------------------------


def values_of(book: Book, column: str) -> tuple[Any, ...]:
    """All that a book has in a column: nothing, one value, or several."""
    value = book.extra.get(column) if column in {one.name for one in FURTHER} else getattr(book, column)
    return value if isinstance(value, tuple) else () if value is None else (value,)


def passes(book: Book, where: Where) -> bool:
    """What `Where` promises."""
    return all(
        any(all(_holds(book, test) != test.denied for test in alternative.all_of) for alternative in clause.any_of)
        for clause in where
    )


def _plain(text: str) -> str:
    """“dragon” is a word of “Dragon's Egg”."""
    return plain_name(re.sub(r"['’`]s\b", " s", text, flags=re.IGNORECASE))


def _holds(book: Book, test: Test) -> bool:
    has = values_of(book, test.column)
    asked = {_as(test.column, value) for value in test.values}
    words = [_plain(value) for value in test.values if _plain(value)]
    texts = [_plain(value) for value in has if isinstance(value, str)]
    holds: dict[How, Callable[[], bool]] = {
        "is": lambda: any(value in asked for value in has),
        "all": lambda: bool(has) and asked <= set(has),
        "exactly": lambda: bool(has) and asked == set(has),
        "contains": lambda: any(_consecutive(word.split(), text.split()) for word in words for text in texts),
        "begins": lambda: any(f"{text} ".startswith(f"{word} ") for word in words for text in texts),
        "ends": lambda: any(f" {text}".endswith(f" {word}") for word in words for text in texts),
        "between": lambda: any(_within(value, test.low, test.high) for value in has),
        "number": lambda: _within(len(has), test.low, test.high),
        "missing": lambda: not has,
    }
    return holds[test.how]()


def _as(column: str, value: str) -> str | float:
    if COLUMNS[column].kind in ("text", "list"):
        return value
    try:
        return float(value)
    except ValueError:
        return math.nan


def _consecutive(words: list[str], text: list[str]) -> bool:
    return any(text[start : start + len(words)] == words for start in range(len(text)))


def _within(value: float | None, low: float | None, high: float | None) -> bool:
    return value is not None and (low is None or value >= low) and (high is None or value <= high)


def figure_of(books: Sequence[Book], measure: Measure) -> Figure:
    """What `Measure` promises."""
    passing = [book for book in books if passes(book, measure.where)]
    if measure.of == "share":
        return Figure(len(passing) / len(books) if books else None, len(books))
    if not measure.column:
        return Figure(len(passing), len(passing))
    known = [values for book in passing if (values := values_of(book, measure.column))]
    if measure.of == "count":
        return Figure(len({value for values in known for value in values}), len(known))
    numbers = [float(value) for values in known for value in values]
    calculate: dict[Operation, Callable[[list[float]], float]] = {
        "sum": sum, "mean": mean, "median": median, "least": min, "most": max,
        "spread": lambda numbers: stdev(numbers) if len(numbers) > 1 else 0,
    }  # fmt: skip
    return Figure(round(float(calculate[measure.of](numbers)), 9) if numbers else None, len(numbers))


@dataclass
class _Group:
    keys: tuple[Any, ...]
    books: list[Book]
    figures: tuple[Figure, ...]


def selected(books: Sequence[Book], plan: Plan) -> Selected:
    """What `Plan` promises."""
    passing = sorted((book for book in books if passes(book, plan.where)), key=lambda book: (book.title, book.id))
    if not plan.by and plan.measures:
        return Selected(len(passing), figures=tuple(figure_of(passing, measure) for measure in plan.measures))
    if not plan.by:
        return Selected(len(passing), _listed(passing, plan.order, plan.skip, plan.limit, plan))
    groups = [
        group
        for group in _groups(passing, plan)
        if all(_within(figure_of(group.books, has.measure).value, has.low, has.high) for has in plan.having)
    ]
    orders = [order for order in plan.order if order.by not in ("value", "name") and len(plan.by) == 1]
    shown = tuple(
        GroupOfBooks(
            tuple(_name(value, key) for value, key in zip(group.keys, plan.by, strict=True)),
            group.figures,
            _listed(group.books, orders, 0, plan.each, plan) if plan.each and len(plan.by) == 1 else (),
        )
        for group in _shown(groups, plan)
    )
    return Selected(len(passing), groups=shown, groups_in_all=len(groups))


def _groups(books: Sequence[Book], plan: Plan) -> list[_Group]:
    members: dict[tuple[Any, ...], list[Book]] = {}
    for book in books:
        combined: list[tuple[Any, ...]] = [()]
        for key in plan.by:
            combined = [(*one, value) for one in combined for value in dict.fromkeys(_key_values(book, key))]
        for one in combined:
            members.setdefault(one, []).append(book)
    asked = plan.measures or (Measure(),)
    return [_Group(one, of, tuple(figure_of(of, measure) for measure in asked)) for one, of in sorted(members.items())]


def _key_values(book: Book, key: Key) -> Iterable[Any]:
    for value in values_of(book, key.column):
        year = value // 10_000 if key.part and key.column == "published" else value
        first = {"": value, "decade": 0, "century": 1}[key.part]
        if key.part:
            first += year // 10 * 10 if key.part == "decade" else (year - 1) // 100 * 100
        name = _name(first, key)
        if name not in key.without and (not key.values or name in key.values):
            yield first


def _name(value: Any, key: Key) -> str:
    text = value if isinstance(value, str) else f"{value:g}" if value != int(value) else str(int(value))
    return f"{text}s" if key.part == "decade" else text


def _shuffled(book: Book, plan: Plan) -> int:
    return shuffle_of(book.id) * seed_of(plan) % SHUFFLED


def _listed(
    books: Sequence[Book], orders: Sequence[Order], skip: int, limit: int | None, plan: Plan
) -> tuple[Book, ...]:
    """Books that come by title and id."""
    if plan.sample:
        chosen = _cut(sorted(books, key=lambda book: _shuffled(book, plan)), skip, limit)
        books, skip, limit = [book for book in books if book in chosen], 0, None

    def place(book: Book, order: Order) -> Any:
        return values_of(book, order.by) or None

    for order in reversed(orders):
        books = _ordered(books, lambda book, order=order: place(book, order), order.descending)  # type: ignore[misc]
    return tuple(_cut(books, skip, limit, lambda book: [place(book, order) for order in orders]))


def _ordered(items: Sequence[Any], place: Callable[[Any], Any], descending: bool) -> list[Any]:
    known = [item for item in items if place(item) is not None]
    unknown = [item for item in items if place(item) is None]
    return sorted(known, key=place, reverse=descending) + unknown  # equals stay in the order in which they come


def _cut(
    items: Sequence[Any], skip: int, limit: int | None, place: Callable[[Any], list[Any]] = lambda item: []
) -> Sequence[Any]:
    if limit is None or not limit or skip + limit >= len(items):
        return items[skip : None if limit is None else skip + limit]
    end, last = skip + limit, place(items[skip + limit - 1])
    while last and None not in last and end < len(items) and place(items[end]) == last:
        end += 1
    return items[skip:end]


def _shown(groups: Sequence[_Group], plan: Plan) -> Sequence[_Group]:
    orders = [order for order in plan.order if order.by in ("value", "name")] or [Order(by="value", descending=True)]

    def place(group: _Group, order: Order) -> Any:
        return group.figures[0].value if order.by == "value" else group.keys

    def any_order(group: _Group) -> int:
        return min(_shuffled(book, plan) for book in group.books)

    ordered = list(groups)
    for order in reversed(orders):
        ordered = _ordered(ordered, lambda group, order=order: place(group, order), order.descending)  # type: ignore[misc]

    def cut(of: Sequence[_Group], skip: int, limit: int | None) -> Sequence[_Group]:
        if plan.sample:
            chosen = _cut(sorted(of, key=lambda group: (any_order(group), group.keys)), skip, limit)
            return [group for group in of if group in chosen]
        return _cut(of, skip, limit, lambda group: [place(group, order) for order in orders])

    if plan.each and len(plan.by) == 2:
        firsts = sorted({group.keys[0] for group in groups})
        return [
            group
            for first in _cut(firsts, plan.skip, plan.limit)
            for group in cut([group for group in ordered if group.keys[0] == first], 0, plan.each)
        ]
    if plan.each and plan.sample:
        return _cut(ordered, plan.skip, plan.limit, lambda group: [place(group, order) for order in orders])
    return cut(ordered, plan.skip, plan.limit)
