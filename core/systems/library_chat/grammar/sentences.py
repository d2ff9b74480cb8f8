"""A plan in words: its conditions as chips, and as the noun phrase that every answer is built around."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from core.stores.library_plan import Clause, Column, Key, Measure, Plan, Test, Where
from core.systems.library_chat.agents.wording import figure, joined, topic_in_words

_MONTHS = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
]  # fmt: skip
_MOST_NAMED = 4


def chips_of(where: Where, columns: Mapping[str, Column]) -> list[str]:
    """Say each condition of a plan by itself, in their order."""
    return [_clause(clause, columns) for clause in where]


def books_in_words(plan: Plan, columns: Mapping[str, Column], count: float | None = None) -> str:
    """ "12 Science Fiction books by Mira Okonkwo from 2019 on", or without the number."""
    before, behind = [], []
    for clause in plan.where:
        test = _only(clause)
        if test and test.column == "genres" and test.how in ("is", "all") and not test.denied:
            before.append(joined(test.values, "and" if test.how == "all" else "or"))
        else:
            behind.append(_clause(clause, columns))
    behind.sort(key=lambda text: not text.startswith("by "))
    behind = [f"and {text}" if text[:3] == before[:3] else text for before, text in pairwise(["", *behind])]
    number = "" if count is None else f"{thousands(count)} "
    noun = "book" if count == 1 else "books"
    if before and before[-1].lower().endswith(" books" if count != 1 else " book"):
        noun = ""  # “Books About Books”, “Comic Books”
    return " ".join([f"{number}{' '.join(filter(None, [*before, noun]))}", *behind])


def thousands(value: float) -> str:
    """Return a number with its thousands parted."""
    shown = figure(value)
    whole, dot, rest = shown.partition(".")
    return f"{int(whole):,}{dot}{rest}" if whole.lstrip("-").isdigit() else shown


def _only(clause: Clause) -> Test | None:
    tests = [test for one in clause.any_of for test in one.all_of]
    return tests[0] if len(tests) == 1 else None


def _clause(clause: Clause, columns: Mapping[str, Column]) -> str:
    ways = [_untold(one.all_of) or joined([_test(test, columns) for test in one.all_of]) for one in clause.any_of]
    return joined(ways, "or")


def _untold(tests: Sequence[Test]) -> str:
    """Say in which texts some words must not stand: "without “storm” in title or subjects"; "" for other tests."""
    said = {(test.how, test.values) for test in tests if test.denied}
    if len(tests) < 2 or said != {("contains", tests[0].values)}:
        return ""
    words = _named(tuple(f"“{value}”" for value in tests[0].values))
    return f"without {words} in {joined([test.column for test in tests], 'or')}"


def _test(test: Test, columns: Mapping[str, Column]) -> str:
    if test.column == "id" and test.denied:
        return "other than those before"
    words = _positive(test, columns)
    return f"not {words}" if test.denied and test.how != "missing" else words


def _positive(test: Test, columns: Mapping[str, Column]) -> str:
    title = columns[test.column].title.lower() if test.column in columns else test.column
    if test.how == "missing":
        return f"{'with' if test.denied else 'without'} known {title}"
    if test.how == "between":
        return _bounds(test, title)
    if test.how == "number":
        return f"with {_range(test.low, test.high)} {title}"
    if test.column == "title":
        return _titled(test)
    if test.column == "published" and len({value[-4:] for value in test.values}) == 1:
        return f"published on {date(float(test.values[0])).rsplit(' ', 1)[0]}"
    every = test.how in ("all", "exactly")
    names = joined(test.values) if every else _named(test.values)
    words = {
        "authors": f"by {names}", "genres": f"of genre {names}", "publisher": f"published by {names}",
        "language": f"in {names}", "id": "of those before",
    }.get(test.column, f"with {title} {names}")  # fmt: skip
    return f"{words} alone" if test.how == "exactly" else words


def _titled(test: Test) -> str:
    quoted = joined((f"“{value}”" for value in test.values[:_MOST_NAMED]), "or")
    return {
        "contains": f"with {quoted} in the title",
        "begins": f"with a title that begins with {quoted}",
        "ends": f"with a title that ends with {quoted}",
    }.get(test.how, f"called {quoted}")


def _named(values: tuple[str, ...]) -> str:
    if len(values) <= _MOST_NAMED:
        return joined(values, "or")
    return f"{', '.join(values[:_MOST_NAMED])} or {len(values) - _MOST_NAMED} more"


def _range(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return figure(low) if low == high else f"{figure(low)} to {figure(high)}"
    if low is not None:
        return f"more than {figure(low - 1)}" if (low - 1) % 10 == 0 and low > 1 else f"at least {figure(low)}"
    high = high or 0
    return f"fewer than {figure(high + 1)}" if (high + 1) % 10 == 0 else f"at most {figure(high)}"


def _bounds(test: Test, title: str) -> str:
    low, high = test.low, test.high
    if test.column == "month" and low is not None:
        months = [_MONTHS[int(month) - 1] for month in (low, high) if month is not None]
        return f"of {' to '.join(dict.fromkeys(months))}"
    if test.column == "pages":
        return f"of {_range(low, high)} pages"
    if test.column not in ("year", "published"):
        return f"with {title} {_range(low, high)}"
    return _dates(low, high) if test.column == "published" else _years(low, high)


def _dates(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"published on {date(low)}" if low == high else f"published {date(low)} to {date(high)}"
    return f"published from {date(low)} on" if low is not None else f"published until {date(high or 0)}"


def _years(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"from {low:.0f}" if low == high else f"from {low:.0f} to {high:.0f}"
    return f"from {low:.0f} on" if low is not None else f"before {(high or 0) + 1:.0f}"


def date(value: float) -> str:
    """Return the date that a whole number such as 20060916 stands for; day 31 of a shorter month is the month's end."""
    year, rest = divmod(int(value), 10_000)
    month, day = divmod(rest, 100)
    return f"{day} {_MONTHS[month - 1]} {year}" if 1 <= month <= 12 else str(year)


def key_in_words(key: Key, columns: Mapping[str, Column], count: float = 1) -> str:
    """Name what books are grouped by: "author", "decades"."""
    one: str = key.part
    if not one:
        title = {"authors": "author", "genres": "genre", "subjects": "subject", "id": "book"}.get(key.column, "")
        one = title or (columns[key.column].title.lower() if key.column in columns else key.column)
        if key.column == "year":
            one = "year"
    return one if count == 1 else f"{one[:-1]}ies" if one.endswith("y") else f"{one}s"


def having_in_words(plan: Plan, columns: Mapping[str, Column]) -> str:
    """Say what groups must have: " with more than 100 books", " with fewer than 3 genres"; "" for nothing."""
    said = []
    for one in plan.having:
        measure = one.measure
        if measure.where and (one.low, one.high) in ((0, 0), (1, None)):
            books = books_in_words(Plan(where=measure.where), columns)
            said.append(f"without {books}" if one.high == 0 else f"with {books}")
        elif measure.where:
            said.append(f"with {_range(one.low, one.high)} {books_in_words(Plan(where=measure.where), columns)}")
        elif measure == Measure():
            said.append(f"with {_range(one.low, one.high)} {'book' if one.high == 1 else 'books'}")
        else:
            said.append(f"with {_range(one.low, one.high)} {measure_in_words(measure, columns)}")
    return f" {joined(said)}" if said else ""


_TIMES = ("year", "published")


def measure_in_words(measure: Measure, columns: Mapping[str, Column]) -> str:
    """Name a figure: "books", "pages on average", "different publishers"."""
    if measure.of == "count":
        if not measure.column:
            return "books"
        return f"different {key_in_words(Key(column=measure.column), columns, 2)}"
    title = (
        "pages"
        if measure.column == "pages"
        else columns[measure.column].title.lower()
        if measure.column in columns
        else "books"
    )
    if measure.of == "share":
        return "share"
    if measure.column in _TIMES and measure.of in ("least", "most"):
        return "at the earliest" if measure.of == "least" else "at the latest"
    title = "as the year" if measure.column == "year" else title
    return {
        "sum": f"{title} in total",
        "mean": f"{title} on average",
        "median": f"{title} in the median",
        "least": f"{title} at least",
        "most": f"{title} at most",
        "spread": f"{title} of standard deviation",
    }[measure.of]


def plan_in_words(plan: Plan, columns: Mapping[str, Column]) -> str:
    """Say a plan as a sentence: "books of genre Fantasy, from 1960 to 1979, sorted by pages, the second"."""
    parts = [", ".join(["books", *chips_of(plan.where, columns)])]
    if plan.about:
        parts.append(f"about {topic_in_words(plan.about)} by meaning")
    if plan.like:
        parts.append(f"like “{plan.like}” in meaning")
    if plan.path:
        parts.append(f"a way from {plan.path[0]} to {plan.path[-1]}")
    if plan.by:
        parts.append(f"grouped by {joined(key_in_words(key, columns) for key in plan.by)}")
    for having in plan.having:
        of = f" {joined(chips_of(having.measure.where, columns))}" if having.measure.where else ""
        parts.append(f"groups with {_range(having.low, having.high)} {measure_in_words(having.measure, columns)}{of}")
    if plan.measures:
        parts.append(joined(_measured(measure, columns) for measure in plan.measures))
    parts += _cut_in_words(plan, columns)
    if plan.show:
        parts.append(f"with {joined(key_in_words(Key(column=column), columns) for column in plan.show)}")
    return "; ".join(parts)


def _cut_in_words(plan: Plan, columns: Mapping[str, Column]) -> list[str]:
    parts = []
    for order in plan.order:
        title = {"value": "the figure", "name": "name"}.get(order.by, order.by)
        if order.by in columns:
            title = columns[order.by].title.lower()
        parts.append(f"sorted by {title}{', greatest first' if order.descending else ''}")
    if plan.skip:
        parts.append(f"from number {plan.skip + 1} on")
    if plan.each:
        parts.append(f"{plan.each} of each")
    elif plan.limit is not None:
        parts.append(f"the first {plan.limit}" if not plan.sample else f"any {plan.limit}")
    return parts


def _measured(measure: Measure, columns: Mapping[str, Column]) -> str:
    if measure.of == "count":
        return f"the number of {measure_in_words(measure, columns)}"
    if measure.of == "share":
        return f"the share {joined(chips_of(measure.where, columns))}"
    return measure_in_words(measure, columns)
