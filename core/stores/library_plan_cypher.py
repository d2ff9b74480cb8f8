"""A plan in Cypher: one statement, whose values are parameters and whose columns are those that the catalogue has.

What begins, ends or is contained is compared with properties in which texts stand without capitals, accents and signs
(`plain_property`): Cypher has no words for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count

from core.stores.library import bounded
from core.stores.library_columns import DIGITS, FIXED, SHUFFLED, group_values, needles, seed_of, values_for
from core.stores.library_plan import Clause, Column, Having, How, Key, Measure, Order, Part, Plan, Test, Where
from core.stores.library_plan_check import BY_GROUP, check_plan

ALL_BOOKS = "MATCH (book:Book {catalogue: $catalogue})"
_RELATIONS = {"authors": "(book)<-[:WROTE]-(name:Author)", "genres": "(book)-[:BELONGS_TO]->(name:Genre)"}
_NAMES = {
    "authors": "COLLECT { MATCH (book)<-[w:WROTE]-(a:Author) RETURN a.name ORDER BY w.place }",
    "genres": "COLLECT { MATCH (book)-[b:BELONGS_TO]->(g:Genre) RETURN g.name ORDER BY b.place }",
}
_HOLDS: Mapping[How, str] = {"contains": "CONTAINS", "begins": "STARTS WITH", "ends": "ENDS WITH"}


def plain_property(column: str) -> str:
    """Return the property in which the texts of a column stand as they are compared; no column is called so."""
    return f"{column}.plain"


RULE_PROPERTY = "plain.rule"
"""The property that says by which rule (`PLAIN_RULE`) these were made; no column is called so either."""

_PLAIN_NAME = f"name.`{plain_property('name')}`"


def book_map(further: Iterable[str]) -> str:
    """Return the expression that makes a book of the node `book`, with these further columns."""
    properties = ", ".join([".id, .title, .year, .pages, .subjects", *(f".`{name}`" for name in further)])
    return f"book {{\n  {properties},\n  authors: {_NAMES['authors']},\n  genres: {_NAMES['genres']}\n}}"


class Given:
    """The parameters of a statement; each has a name of its own."""

    def __init__(self) -> None:
        self.parameters: dict[str, object] = {}

    def add(self, name: str, value: object) -> str:
        """Take a value in, and return how a statement calls it."""
        free = next(one for number in count(1) if (one := f"{name}_{number}") not in self.parameters)
        self.parameters[free] = value
        return f"${free}"


# --- conditions -------------------------------------------------------------------------------------------------------


def matching(where: Where, columns: Mapping[str, Column], given: Given) -> list[str]:
    """Match each `book` that passes, once: on from the authors or genres that it must have, where these are named."""
    start = min((one for one in map(_named, where) if one), key=lambda test: test.column, default=None)
    if start is None:
        text = condition(where, columns, given)
        return [ALL_BOOKS, f"WHERE {text}" if text else ""]
    pattern = _RELATIONS[start.column].replace("(book)", "(book:Book {catalogue: $catalogue})")
    names = given.add(start.column, values_for("list", start.values))
    text = condition([clause for clause in where if _named(clause) != start], columns, given)
    return [
        f"MATCH {pattern.replace('name:', 'named:')}",
        f"WHERE named.catalogue = $catalogue AND named.name IN {names}",
        "WITH DISTINCT book",
        f"WHERE {text}" if text else "",
    ]


def _named(clause: Clause) -> Test | None:
    """Return the test of a condition that only names authors or genres, of which a book must have one."""
    if len(clause.any_of) != 1 or len(clause.any_of[0].all_of) != 1:
        return None
    test = clause.any_of[0].all_of[0]
    return test if test.column in _RELATIONS and test.how == "is" and not test.denied else None


def condition(where: Iterable[Clause], columns: Mapping[str, Column], given: Given) -> str:
    """Write what `where` asks of the node `book`; "" where it asks nothing. It is true, or it is not or nothing."""
    clauses = [
        _joined(
            (_joined((_test(test, columns, given) for test in one.all_of), "AND", "true") for one in clause.any_of),
            "OR",
            "false",
        )
        for clause in where
    ]
    return " AND ".join(f"({text})" if " OR " in text and len(clauses) > 1 else text for text in clauses)


def _joined(texts: Iterable[str], word: str, nothing: str) -> str:
    all_texts = list(texts)
    if len(all_texts) < 2:
        return all_texts[0] if all_texts else nothing
    return f" {word} ".join(f"({text})" if f" {_OTHER[word]} " in text else text for text in all_texts)


_OTHER = {"AND": "OR", "OR": "AND"}


def _test(test: Test, columns: Mapping[str, Column], given: Given) -> str:
    column = columns[test.column]
    if column.name in _RELATIONS:
        text = _of_names(test, _RELATIONS[column.name], given)
    elif column.kind == "list":
        text = _of_list(test, _property(column.name), given)
    else:
        text = _of_one(test, column, given)
    return f"NOT coalesce({text}, false)" if test.denied else text


def _property(name: str) -> str:
    return f"book.`{name}`" if name not in _FIXED else f"book.{name}"


_FIXED = ("id", "title", "year", "pages", "subjects")


def _of_one(test: Test, column: Column, given: Given) -> str:
    """Write a test of a column with one value."""
    value = _property(column.name)
    values = values_for(column.kind, test.values)
    if test.how == "exactly" and len(values) != 1:
        return "false"
    if test.how == "all" and len(values) != 1:
        return "false" if values else f"{value} IS NOT NULL"
    if test.how in _HOLDS:
        return _holds(test, f"book.`{plain_property(column.name)}`", given)
    if test.how == "between":
        return _within(value, test, given) or f"{value} IS NOT NULL"
    if test.how == "number":
        return _within(f"CASE WHEN {value} IS NULL THEN 0 ELSE 1 END", test, given) or "true"
    return f"{value} IS NULL" if test.how == "missing" else f"{value} IN {given.add(column.name, values)}"


def _of_list(test: Test, values: str, given: Given) -> str:
    """Write a test of a property with several values."""
    size = f"coalesce(size({values}), 0)"
    if test.how == "missing":
        return f"{size} = 0"
    if test.how == "number":
        return _within(size, test, given) or "true"
    if test.how in _HOLDS:
        return f"any(text IN book.`{plain_property(test.column)}` WHERE {_holds(test, 'text', given)})"
    asked = given.add(test.column, values_for("list", test.values))
    if test.how == "is":
        return f"any(value IN {values} WHERE value IN {asked})"
    all_of = f"{size} > 0 AND all(value IN {asked} WHERE value IN {values})"
    return f"{all_of} AND {size} = size({asked})" if test.how == "exactly" else all_of


def _of_names(test: Test, pattern: str, given: Given) -> str:
    """Write a test of the authors or genres."""
    if test.how == "missing":
        return f"NOT EXISTS {{ {pattern} }}"
    if test.how == "number":
        return _within(f"COUNT {{ {pattern} }}", test, given) or "true"
    if test.how in _HOLDS:
        return f"EXISTS {{ {pattern} WHERE {_holds(test, _PLAIN_NAME, given)} }}"
    asked = given.add(test.column, values_for("list", test.values))
    if test.how == "is":
        return f"EXISTS {{ {pattern} WHERE name.name IN {asked} }}"
    all_of = f"EXISTS {{ {pattern} }} AND COUNT {{ {pattern} WHERE name.name IN {asked} }} = size({asked})"
    return f"{all_of} AND COUNT {{ {pattern} }} = size({asked})" if test.how == "exactly" else all_of


def _holds(test: Test, text: str, given: Given) -> str:
    asked = given.add(test.column, needles(test.values))
    return f"any(words IN {asked} WHERE {text} {_HOLDS[test.how]} words)"


def _within(value: str, bounds: Test | Having, given: Given) -> str:
    """Write that a value lies between two bounds; "" where both are open."""
    name = bounds.column if isinstance(bounds, Test) else "having"
    ends = ((">=", bounds.low), ("<=", bounds.high))
    return " AND ".join(f"{value} {sign} {given.add(name, end)}" for sign, end in ends if end is not None)


# --- plans ------------------------------------------------------------------------------------------------------------


def select(plan: Plan, further: Sequence[Column]) -> tuple[list[str], dict[str, object]]:
    """Write the lines of a plan and their parameters, all but the catalogue's; `further` are its further columns.

    They return one row: `passing`, and `books`, `figures`, or `groups` and `groups_in_all`. Raises `InputError` for a
    plan that the columns have no answer to.
    """
    columns = {column.name: column for column in (*FIXED, *further)}
    check_plan(plan, columns)
    writer = _Writer(plan, columns, [column.name for column in further])
    return writer.lines(), writer.given.parameters


class _Writer:
    """Writes one plan; `given` grows with it."""

    def __init__(self, plan: Plan, columns: Mapping[str, Column], further: Sequence[str]) -> None:
        self.plan, self.columns = plan, columns
        self.book = book_map(further)
        self.given = Given()
        self.keys = [f"key_{number}" for number in range(len(plan.by))]
        if plan.sample:
            self.given.parameters |= {"seed": seed_of(plan), "prime": SHUFFLED}
        for name, number in (("skip", plan.skip), ("limit", plan.limit), ("each", plan.each)):
            if number:
                self.given.parameters[name] = bounded(number)

    def lines(self) -> list[str]:
        start = matching(self.plan.where, self.columns, self.given)
        if self.plan.by:
            return [*start, *self._groups()]
        return [*start, *(self._figures() if self.plan.measures else self._books())]

    # --- books

    def _books(self) -> list[str]:
        if self.plan.limit == 0:
            return ["RETURN count(book) AS passing"]
        return [
            *self._sorted_books(self.plan.order, ["book"]),
            f"WITH collect(book) AS items{', collect(place) AS places' if self.plan.order else ''}",
            *self._list("skip", "limit", bool(self.plan.order), _ANY_BOOK if self.plan.sample else ""),
            *self._as_maps("shown"),
            "RETURN size(items) AS passing, books",
        ]

    def _sorted_books(self, orders: Sequence[Order], carried: Sequence[str]) -> list[str]:
        """Sort rows with a `book`, and give each its `place`: what it is sorted by."""
        places = [self._order_value(order.by) for order in orders]
        directions = [
            f"place[{number}] IS NULL, place[{number}]{_down(order.descending)}" for number, order in enumerate(orders)
        ]
        place = [f"[{', '.join(places)}] AS place"] if orders else []
        return [
            f"WITH {', '.join([*carried, *place])}",
            f"ORDER BY {', '.join([*directions, 'book.title, book.id'])}",
        ]

    def _order_value(self, column: str) -> str:
        if self.columns[column].kind != "list":
            return _property(column)
        values = _NAMES.get(column) or _property(column)
        return f"CASE {values} WHEN [] THEN null ELSE {values} END"

    def _as_maps(self, nodes: str) -> list[str]:
        """Make `books` of a list of nodes."""
        return [f"CALL ({nodes}) {{", f"  UNWIND {nodes} AS book", f"  RETURN collect({self.book}) AS books", "}"]

    # --- what is shown of a list

    def _list(self, skip: str, limit: str, tied: bool, any_order: str, shown: str = "shown") -> list[str]:
        """Make `shown` of sorted `items`, in whatever order they are chosen; and of `places`, where whoever shares the
        last place comes along."""
        asked = {"skip": self.plan.skip, "limit": self.plan.limit, "each": self.plan.each, "": 0}
        first = f"${skip}" if asked[skip] else "0"
        if asked[limit] == 0:
            return [f"WITH *, [] AS {shown}"]
        if any_order:
            most = "" if asked[limit] is None else f" LIMIT ${limit}"
            return _chosen(any_order, f"SKIP {first}{most}", shown)
        if asked[limit] is None:
            return [f"WITH *, items[{first}..] AS {shown}"]
        end = f"{first} + ${limit}" if first != "0" else f"${limit}"
        if not tied:
            return [f"WITH *, items[{first}..{end}] AS {shown}"]
        return [
            f"WITH *, [at IN range({first}, size(items) - 1)",
            f"  WHERE at < {end} OR places[at] = places[{end} - 1] | items[at]] AS {shown}",
        ]

    # --- figures

    def _figures(self) -> list[str]:
        measures = self.plan.measures
        return [
            f"WITH {', '.join(['book', *self._inputs(measures)])}",
            f"WITH {', '.join(['count(book) AS passing', *self._aggregates(measures)])}",
            *self._different(measures),
            f"RETURN passing, [{', '.join(self._figure_names(measures))}] AS figures",
        ]

    def _inputs(self, measures: Sequence[Measure]) -> list[str]:
        """Write what each measure is calculated from, `value_0` and so on; nothing where a book does not count."""
        return [f"{self._input(measure)} AS value_{number}" for number, measure in enumerate(measures)]

    def _input(self, measure: Measure) -> str:
        value = self._order_value(measure.column) if measure.column and measure.of != "share" else "1"
        where = condition(measure.where, self.columns, self.given)
        return f"CASE WHEN {where} THEN {value} END" if where else value

    def _aggregates(self, measures: Sequence[Measure]) -> list[str]:
        """Write the figures, `figure_0` and so on; of a list whose values are to be counted, all values."""
        return [
            f"collect(value_{number}) AS lists_{number}"
            if self._is_of_lists(measure)
            else f"{{{_aggregate(measure, f'value_{number}')}}} AS figure_{number}"
            for number, measure in enumerate(measures)
        ]

    def _different(self, measures: Sequence[Measure]) -> list[str]:
        """Count the different values of lists, `different_0` and so on."""
        calls = (
            [
                f"CALL (lists_{number}) {{",
                f"  UNWIND lists_{number} AS list UNWIND list AS value",
                f"  RETURN count(DISTINCT value) AS different_{number}",
                "}",
            ]
            for number, measure in enumerate(measures)
            if self._is_of_lists(measure)
        )
        return list(chain.from_iterable(calls))

    def _figure_names(self, measures: Sequence[Measure]) -> list[str]:
        return [
            f"{{value: different_{number}, of: size(lists_{number})}}"
            if self._is_of_lists(measure)
            else f"figure_{number}"
            for number, measure in enumerate(measures)
        ]

    def _is_of_lists(self, measure: Measure) -> bool:
        return measure.of == "count" and bool(measure.column) and self.columns[measure.column].kind == "list"

    # --- groups

    def _groups(self) -> list[str]:
        groups = [
            "UNWIND passing AS book",
            *chain.from_iterable(map(self._key, range(len(self.keys)))),
            *self._measured(),
            *self._sorted_groups(),
        ]
        pairs = bool(self.plan.each) and len(self.keys) > 1
        any_groups = self.plan.sample and not self.plan.each
        return [
            "WITH collect(book) AS passing",
            "CALL (passing) {",
            *(f"  {line}" for line in [*groups, *(self._first_of_each() if pairs else self._all_groups())]),
            "}",
            *self._list("skip", "limit", not pairs, _ANY_GROUP if any_groups else ""),
            *self._books_of_each(),
            f"RETURN size(passing) AS passing, groups_in_all, {'groups' if self._lists_books else 'shown AS groups'}",
        ]

    @property
    def _lists_books(self) -> bool:
        return bool(self.plan.each) and len(self.keys) == 1

    def _key(self, place: int) -> list[str]:
        """Give each row one value of a key: as many rows for a book as it has values."""
        key, name = self.plan.by[place], self.keys[place]
        column = self.columns[key.column]
        carried = ", ".join(["book", *self.keys[:place]])
        if column.name in _RELATIONS:
            match = f"MATCH {_RELATIONS[column.name].replace('(name:', f'(name_{place}:')}"
            lines = [match, f"WITH {carried}, name_{place}.name AS {name}"]
        elif column.kind == "list":
            lines = [f"UNWIND {_property(column.name)} AS {name}", f"WITH {carried}, {name}"]
        else:
            lines = [f"WITH {carried}, {_part(_property(column.name), column.kind == 'date', key.part)} AS {name}"]
        return [*lines, f"WHERE {self._kept(key, name)}"]

    def _kept(self, key: Key, name: str) -> str:
        kind = "number" if key.part else self.columns[key.column].kind
        kept = [f"{name} IN {self.given.add(key.column, group_values(key, kind, key.values))}"] if key.values else []
        left_out = group_values(key, kind, key.without)
        without = [f"NOT {name} IN {self.given.add(key.column, left_out)}"] if key.without else []
        return " AND ".join([f"{name} IS NOT NULL", *kept, *without])

    def _measured(self) -> list[str]:
        """Make a row of each group that has what it must have: `group`, and what it is sorted by."""
        shown = self.plan.measures or (Measure(),)
        measures = [*shown, *(having.measure for having in self.plan.having)]
        names = self._figure_names(measures)
        rows = ["book", *self.keys, *self._inputs(measures)]
        books = [order for order in self.plan.order if order.by not in BY_GROUP]
        sort, members = [], []
        if self._lists_books:
            carried = ["book", *self.keys, *(f"value_{number}" for number in range(len(measures)))]
            sort = self._sorted_books(books, carried)
            members = ["collect(book) AS members", *(["collect(place) AS ranks"] if books else [])]
        elif self.plan.sample:
            members = ["min(book.shuffle * $seed % $prime) AS any"]
        parts = [f"keys: [{', '.join(self.keys)}]", f"figures: [{', '.join(names[: len(shown)])}]"]
        parts += [f"{name}: {name}" for name in (text.split(" AS ")[1] for text in members)]
        having = [
            _within(f"having[{number}].value", one, self.given) or f"having[{number}].value IS NOT NULL"
            for number, one in enumerate(self.plan.having)
        ]
        return [
            f"WITH {', '.join(rows)}",
            *sort,
            f"WITH {', '.join([*self.keys, *self._aggregates(measures), *members])}",
            *self._different(measures),
            f"WITH {{{', '.join(parts)}}} AS group, [{', '.join(names[len(shown) :])}] AS having",
            f"WHERE {' AND '.join(having)}" if having else "",
        ]

    def _sorted_groups(self) -> list[str]:
        orders = [order for order in self.plan.order if order.by in BY_GROUP] or [_BY_VALUE]
        names = [f"group.keys[{number}]" for number in range(len(self.keys))]
        values = [
            (value, order.descending)
            for order in orders
            for value in (["group.figures[0].value"] if order.by == "value" else names)
        ]
        directions = [
            f"place[{number}] IS NULL, place[{number}]{_down(descending)}"
            for number, (_, descending) in enumerate(values)
        ]
        return [
            f"WITH group, [{', '.join(value for value, _ in values)}] AS place",
            f"ORDER BY {', '.join([*directions, *names])}",
        ]

    def _all_groups(self) -> list[str]:
        return [
            "WITH collect(group) AS items, collect(place) AS places",
            "RETURN items, places, size(items) AS groups_in_all",
        ]

    def _first_of_each(self) -> list[str]:
        """Choose the first groups of the second key in every group of the first; `items` are lists of groups then."""
        return [
            "WITH group.keys[0] AS first, collect(group) AS items, collect(place) AS places",
            *self._list("", "each", True, _ANY_GROUP if self.plan.sample else "", "some"),
            "WITH first, some, size(items) AS size ORDER BY first",
            "RETURN collect(some) AS items, sum(size) AS groups_in_all",
        ]

    def _books_of_each(self) -> list[str]:
        """Make `groups` of what is shown, each with its first books."""
        if not self._lists_books:
            return []
        tied = any(order.by not in BY_GROUP for order in self.plan.order)
        inner = [
            "UNWIND shown AS group",
            f"WITH group, group.members AS items{', group.ranks AS places' if tied else ''}",
            *self._list("", "each", tied, _ANY_BOOK if self.plan.sample else "", "some"),
            *self._as_maps("some"),
            "RETURN collect({keys: group.keys, figures: group.figures, books: books}) AS groups",
        ]
        return ["CALL (shown) {", *(f"  {line}" for line in inner), "}"]


_BY_VALUE = Order(by="value", descending=True)
_ANY_BOOK = "item.shuffle * $seed % $prime"
_ANY_GROUP = "item.any, item.keys"


def _chosen(any_order: str, some: str, shown: str) -> list[str]:
    """Choose any so many of `items`; they stay in their order."""
    return [
        "CALL (items) {",
        "  UNWIND range(0, size(items) - 1) AS at",
        "  WITH at, items[at] AS item",
        f"  ORDER BY {any_order}, at {some}",
        "  WITH item, at ORDER BY at",
        f"  RETURN collect(item) AS {shown}",
        "}",
    ]


def _aggregate(measure: Measure, value: str) -> str:
    """Write the value of a measure and of how many it is one; `value` is nothing where a book does not count."""
    if measure.of == "count":
        return f"value: count({'DISTINCT ' if measure.column else ''}{value}), of: count({value})"
    if measure.of == "share":
        share = _rounded(f"toFloat(count({value})) / count(book)")
        return f"value: CASE count(book) WHEN 0 THEN null ELSE {share} END, of: count(book)"
    calculated: Mapping[str, str] = {
        "sum": _rounded(f"sum({value})"),
        "mean": _rounded(f"toFloat(sum({value})) / count({value})"),
        "median": _rounded(f"percentileCont({value}, 0.5)"),
        "least": f"min({value})",
        "most": f"max({value})",
        "spread": _rounded(f"stDev({value})"),
    }
    return f"value: CASE count({value}) WHEN 0 THEN null ELSE {calculated[measure.of]} END, of: count({value})"


def _rounded(value: str) -> str:
    return f"round({value}, {DIGITS})"


def _part(value: str, is_date: bool, part: Part) -> str:
    """Write the first year of the decade or century of a value, or the value."""
    if not part:
        return value
    year = f"floor({value} / 10000.0)" if is_date else value
    return f"floor({year} / 10.0) * 10" if part == "decade" else f"floor(({year} - 1) / 100.0) * 100 + 1"


def _down(descending: bool) -> str:
    return " DESC" if descending else ""
