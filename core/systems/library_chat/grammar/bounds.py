"""Rules for numbers with what bounds them, for dates, and for what is missing."""

from __future__ import annotations

from dataclasses import replace

from core.stores.library_plan import Test
from core.systems.library_chat.grammar.nodes import Condition, Node, Quantity, condition, joined
from core.systems.library_chat.grammar.rules import Found, Make, Setting, as_tag, drop, rewrite_with
from core.systems.library_chat.grammar.times import day_after, day_before


def _number(node: Node) -> float:
    return float(node.value)


def _quantity(nodes: list[Node], low: float | None, high: float | None, column: str = "") -> Node:
    return joined(nodes, "QTY", column, Quantity(low, high, column))


def _compared(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“more than 300”, “at least 300”, “under 300”."""
    value = 1.0 if given["n"].tag == "SINGLE" else _number(given["n"])
    sign = given["c"]
    step = 1.0 if value.is_integer() else 1e-9
    column = sign.detail
    if sign.tag == "APPROX":
        return _quantity(nodes, round(value * 0.9), round(value * 1.1), column)
    low, high = {
        "GT": (value + step, None),
        "GE": (value, None),
        "LT": (None, value - step),
        "LE": (None, value),
        "EQ": (value, value),
        "ORMORE": (value + step, None),
        "ORLESS": (None, value - step),
        "AVG": (value, None) if column == "least" else (None, value),
    }[sign.tag]
    column = "" if sign.tag == "AVG" else column
    return _quantity(nodes, low, high, column)


def _bounded_year(nodes: list[Node], low: float | None, high: float | None) -> Node:
    return joined(nodes, "COND", "year", condition(Test(column="year", how="between", low=low, high=high)))


def _year_bound(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“year < 1990”, “before or in 1990”: the year itself is in where "or" says so."""
    test = given["a"].value.test
    if not given["a"].value.is_one or test.denied or test.low is None or test.low != test.high:
        return None
    own = 0 if any(node.tag == "OR" for node in nodes) or given["c"].tag in ("GE", "LE", "SINCE", "UNTIL") else 1
    if given["c"].tag in ("GT", "GE", "AFTER", "SINCE"):
        return _bounded_year(nodes, test.low + own, None)
    return _bounded_year(nodes, None, test.low - own)


def _year_itself_too(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“in or before 1990”."""
    test = given["a"].value.test
    if not given["a"].value.is_one or test.denied or (test.low is None) == (test.high is None):
        return None
    low, high = test.low, test.high
    return _bounded_year(nodes, None if low is None else low - 1, None if high is None else high + 1)


def _single_year(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“year: 2003”."""
    test = given["a"].value.test
    if not given["a"].value.is_one or test.low is None or test.low != test.high:
        return None
    return joined(nodes, "COND", "year", given["a"].value)


def _open_above(given: Found, nodes: list[Node], setting: Setting) -> Node:
    return _quantity(nodes, _number(given["n"]), None, given["col"].detail if "col" in given else "")


def _open_below(given: Found, nodes: list[Node], setting: Setting) -> Node:
    return _quantity(nodes, None, _number(given["n"]), given["col"].detail if "col" in given else "")


def _between(given: Found, nodes: list[Node], setting: Setting) -> Node:
    low, high = sorted((_number(given["a"]), _number(given["b"])))
    return _quantity(nodes, low, high, given["col"].detail if "col" in given else "")


def _of_column(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """Take a quantity with the column that it is of."""
    quantity: Quantity = given["q"].value
    column = "books" if given["col"].tag == "BOOKS" else given["col"].detail
    if given["col"].value == "titles" and not any(node.tag == "DIFFERENT" for node in nodes):
        column = "books"  # “publishers with more than 100 titles”
    if quantity.column and quantity.column != column:
        return None
    return joined(nodes, "QTY", column, replace(quantity, column=column))


def _of_unknown_unit(given: Found, nodes: list[Node], setting: Setting) -> Node:
    """Take “at least 17 quatloos” as words that nobody knows: of what there are to be 17, no column says."""
    return joined(nodes, "WORD", "", given["w"].value)


def _denied_quantity(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“Leave out everything that has more than one author”."""
    low, high = given["q"].value.low, given["q"].value.high
    if (low is None) == (high is None):
        return None
    low, high = (None if high is None else high + 1, None if low is None else low - 1)
    return _quantity(nodes, low, high, given["q"].detail)


def _quantity_of_books(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """Take a bound on a column of numbers for a condition."""
    node = given["q"]
    quantity: Quantity = node.value
    column = node.detail
    if setting.names.kind(column) not in ("number", "date"):
        return None
    test = Test(column=column, how="between", low=quantity.low, high=quantity.high)
    return node.again("COND", column, condition(test))


def _exact(given: Found, nodes: list[Node], setting: Setting) -> Node:
    value = _number(given["n"])
    return _quantity(nodes, value, value, "books" if given["col"].tag == "BOOKS" else given["col"].detail)


def _exact_pages(given: Found, nodes: list[Node], setting: Setting) -> Node:
    """“300 pages”; 0 pages are unknown ones."""
    value = _number(given["n"])
    if value == 0:
        return joined(nodes, "COND", "pages", condition(Test(column="pages", how="missing")))
    return _quantity(nodes, value, value, "pages")


def _date_bound(given: Found, nodes: list[Node], setting: Setting) -> Node:
    sign = given["c"].tag if "c" in given else "IN"
    low, high = given["d"].value
    bounds = {
        "AFTER": (day_after(high), None), "GT": (day_after(high), None), "SINCE": (low, None), "GE": (low, None),
        "ORMORE": (low, None), "ORLESS": (None, high),
        "BEFORE": (None, day_before(low)), "LT": (None, day_before(low)), "UNTIL": (None, high), "LE": (None, high),
        "TO": (None, high),
    }.get(sign, (low, high))  # fmt: skip
    return _dated(nodes, *bounds)


def _date_between(given: Found, nodes: list[Node], setting: Setting) -> Node:
    return _dated(nodes, given["a"].value[0], given["b"].value[1])


def _dated(nodes: list[Node], low: float | None, high: float | None) -> Node:
    test = Test(column="published", how="between", low=low, high=high)
    return joined(nodes, "COND", "published", condition(test))


def _missing(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    column = given["col"].detail
    if not setting.names.kind(column):
        return None
    denied = "known" in given or {"NOT", "MISSING"} <= {node.tag for node in nodes}  # “leave out unknown pages”
    return joined(nodes, "COND", column, condition(Test(column=column, how="missing", denied=denied)))


def _both_missing(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    columns = [given["a"].detail, given["b"].detail]
    if sum(node.tag in ("NOT", "MISSING") for node in nodes) > 1 and any(node.tag == "OR" for node in nodes):
        return None  # “no genre or no page count” is either of them
    if not all(setting.names.kind(column) for column in columns):
        return None
    tests = tuple(Test(column=column, how="missing") for column in columns)
    if nodes[0].tag == "MISSING" and any(node.tag == "OR" for node in nodes):  # “missing the one or the other”
        return [joined(nodes, "COND", "", Condition(tuple((test,) for test in tests)))]
    return [joined(nodes, "COND", "", Condition((tests,)))]


def _or_more(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """“more horror or more romance books”: no bound."""
    sign = given["c"]
    tag = "MORE" if sign.tag == "ORMORE" else "FEWER"
    first = Node("OR", "", sign.first, sign.first, None, frozenset({sign.first}))
    return [first, Node(tag, "", sign.last, sign.last, None, frozenset({sign.last})), *nodes[1:]]


def _list_size(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    column = given["col"].detail
    if setting.names.kind(column) != "list":
        return None
    n = _number(given["n"]) if "n" in given else 1.0
    return _quantity(nodes, n, n, column)


def _many(given: Found, nodes: list[Node], setting: Setting) -> Node:
    return _quantity(nodes, 2, None, "books" if given["col"].tag == "BOOKS" else given["col"].detail)


def _several_people(given: Found, nodes: list[Node], setting: Setting) -> Node:
    return _quantity(nodes, 2, None, "authors")


def _one(given: Found, nodes: list[Node], setting: Setting) -> Node:
    is_of_books = given["col"].tag == "BOOKS" or given["col"].detail == "title"
    return _quantity(nodes, 1, 1, "books" if is_of_books else given["col"].detail)


def _isbn(given: Found, nodes: list[Node], setting: Setting) -> Node:
    column = "isbn" if setting.names.kind("isbn") else "id"
    return joined(nodes, "COND", column, condition(Test(column=column, values=(f"{int(_number(given['n']))}",))))


LEAST_ISBN = 10**9


def _isbn_alone(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“9781400031702”: no year, no length and no number of books has so many figures."""
    return _isbn(given, nodes, setting) if _number(given["n"]) >= LEAST_ISBN else None


def _of_people(given: Found, nodes: list[Node], setting: Setting) -> Node:
    """“by exactly two people”."""
    if "n" in given:
        return _quantity(nodes, _number(given["n"]), _number(given["n"]), "authors")
    return joined(nodes, "QTY", "authors", replace(given["q"].value, column="authors"))


def _both_bounds(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“at least two but fewer than five”."""
    low = [bound for bound in (given["q"].value.low, given["r"].value.low) if bound is not None]
    high = [bound for bound in (given["q"].value.high, given["r"].value.high) if bound is not None]
    if len(low) != 1 or len(high) != 1 or low > high:
        return None
    return _quantity(nodes, low[0], high[0])


def _bound_of_figure(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """Take “an average length above 600 pages” for a bound on a figure of each group."""
    column, of = given["c"].detail, given["a"].detail
    if of == "range" or setting.names.kind(column) != "number":
        return None
    return joined(nodes, "BOUND", f"{of}:{column}", (given["q"].value, None))


def _exact_times(given: Found, nodes: list[Node], setting: Setting) -> Node:
    """“occurs only once”."""
    times = float(given["n"].detail)
    return _quantity(nodes, times, times, "books")


def _compared_times(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“more than once”."""
    times = given["n"].again("NUM", "", float(given["n"].detail))
    found = _compared({"n": times, "c": given["c"]}, nodes, setting)
    return None if found is None else found.again("QTY", "books", replace(found.value, column="books"))


def _of_books(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """“more than three fantasy books”."""
    quantity = given["q"]
    return [replace(quantity, detail="books", value=replace(quantity.value, column="books")), *nodes[1:]]


_NAMES = ("authors", "genres", "publisher", "language")
_PATTERNS: tuple[tuple[str, Make], ...] = (
    # dates
    (r"{BETWEEN|SINCE|IN}? {DATE a} {AND|TO|UNTIL|DASH} {DATE b}", _date_between),
    (r"{AFTER|BEFORE|SINCE|UNTIL|IN|GT|LT|GE|LE|TO c} {DATE d}", _date_bound),
    (r"{IN|SINCE}? {DATE d} {ORMORE c}", _date_bound),
    (r"{DATE d} {ORLESS c}", _date_bound),
    (r"{DATE d}", _date_bound),
    # numbers with what bounds them
    (r"{BETWEEN|SINCE|IN|FROM} {NUM a} {COL}? {AND|TO|UNTIL|DASH} {NUM b} {COL col}", _between),
    (r"{NUM a} {TO|DASH|UNTIL} {NUM b} {COL col}", _between),
    (r"{BETWEEN} {NUM a} {AND|TO|DASH|UNTIL} {NUM b}", _between),
    (r"{GE|SINCE} {NUM a} {BUT|AND}? {LE|TO|UNTIL} {NUM b} {COL col}", _between),
    (r"{NUM n} {COL|BOOKS col}? {ORMORE}(?!{NUM})", _open_above),
    (r"{NUM n} {COL|BOOKS col}? {ORLESS}(?!{NUM})", _open_below),
    (r"{NUM n} {ENTITY|COL:pages|BOOKS col} {EQ}", _exact),
    (r"{GT|GE|LT|LE|EQ|APPROX|ORMORE|ORLESS|AVG:least|AVG:most c} {DASH}? {NUM n}", _compared),
    (r"{GT|GE|LT|LE c} {SINGLE n}", _compared),
    (r"{COL:year} {LT|GT|GE|LE c} {COND:year a}", _year_bound),
    (r"{COL:published} {COND:year a}", drop()),
    (r"{LT|GT|GE|LE|BEFORE|AFTER|SINCE|UNTIL c} {OR}? {IN}? {COND:year a}", _year_bound),
    (r"{IN} {OR} {COND:year a}", _year_itself_too),
    (r"{COL:year} {BE|IS|EQ}? {COND:year a}", _single_year),
    (r"{NOT} {GT c} {COL}? {NUM n}", _open_below),
    (r"{COL:isbn} {BE|SIGN|IN|EQ}? {NUM n}", _isbn),
    (r"{NUM n}", _isbn_alone),
    (r"{COL c} {FIELD}", drop()),
    (r"{QTY: q} {SIGN}? {BUT|AND} {QTY: r}", _both_bounds),
    (r"{AVG a} {COUNT|IN}* {COL:pages|COL:year c} {BE|HAVE|IN|SIGN}* {QTY: q} {COL:pages}?", _bound_of_figure),
    (r"{AVG a} {BE|HAVE|IN}* {QTY: q} {COL:pages c}", _bound_of_figure),
    (r"{QTY: q} {COL:pages c} {AVG:mean|AVG:median a}", _bound_of_figure),
    (r"{GT|GE|LT|LE c} {ONCE n}", _compared_times),
    (r"{ONLY|EQ} {ONCE n}", _exact_times),
    (r"{QTY q} {DASH}? {DIFFERENT}? {COL|BOOKS col}", _of_column),
    (r"{QTY: q} {PEOPLE}", _of_people),
    (r"{BY} {NUM n} {PEOPLE}", _of_people),
    (r"{QTY: q} {COND} {COND|DASH|COL:language|COL:genres}* {BOOKS col}", _of_books),
    (r"{COL col} {BE|IN|SIGN|HAVE|IS}? {QTY: q}(?!{COND|DASH|COL}*{BOOKS})", _of_column),
    (r"{NUM n} {DASH}? {COL:pages}", _exact_pages),
    (r"{COL:pages} {BE|EQ|OF|IN}? {NUM n}", _exact_pages),
    (r"{MULTI} {BOOKS|ENTITY col}", _many),
    (r"{MULTI} {PEOPLE}", _several_people),
    (r"{ONLY} {NUM|SINGLE} {DASH}? {COL:authors|COL:genres|BOOKS|COL:publisher|COL:language|COL:title col}", _one),
    (r"{SINGLE} {DASH}? {ENTITY|BOOKS|COL:title col}(?!{WORD|CONTAINS})", _one),
    (r"{HAVE|BY} {NUM n} {COL:authors|COL:genres col}", _list_size),
    (r"{NOT} {LIBRARY|BOOKS|THOSE|HAVE|SAMPLE|WHICH}* {QTY q}", _denied_quantity),
    (r"{QTY: q} {WORD w}", _of_unknown_unit),
    (r"{QTY q}", _quantity_of_books),
    (r"{ORMORE|ORLESS c} {COND|COL|BOOKS|WORD n}", _or_more),
    (r"{HOWLONG|COL:pages} {BE} {LIBRARY}", as_tag("COUNT")),
    # what is missing
    (r"{NEITHER} {COL a} {NOR|OR|AND} {COL b}", _both_missing),
    (r"{NOT|MISSING} {HAVE|KNOWN|BOTH|EITHER}* {KNOWABLE a} {NOR|OR|AND} {NOT|KNOWN}? {KNOWABLE b}", _both_missing),
    (r"{NOBODY} {WORD|HAVE|BE|TO|IN}* {KNOWABLE col}", _missing),
    *(
        (
            rf"{{NOT|MISSING}} {{HAVE|FILL|KNOWN|MISSING|DIFFERENT}}* {{COL:{name} col}}(?!{{BE}}? {{COND:{name}}})",
            _missing,
        )
        for name in (*_NAMES, "pages", "year", "isbn", "published", "subjects", "title")
    ),
    (r"{KNOWABLE col} {BE|FILL|HAVE}* {MISSING}", _missing),
    (r"{KNOWABLE col} {BE}? {NOT} {KNOWN|BE}", _missing),
    (r"{KNOWN known} {KNOWABLE col}", _missing),
    (r"{KNOWABLE col} {BE}? {KNOWN known}", _missing),
)  # fmt: skip


def bounded(nodes: list[Node], setting: Setting) -> list[Node]:
    """Put together bounds, dates and what is missing."""
    return rewrite_with(_PATTERNS, nodes, setting)
