"""Neighbours that make up one part of a form: rankings, keys, limits, orders, figures."""

from __future__ import annotations

from dataclasses import replace

from core.systems.library_chat.grammar.nodes import Node, joined
from core.systems.library_chat.grammar.rules import Found, Make, Setting, rewrite_with

_LOWEST = frozenset({"FEWEST", "RARE", "FEWER", "SHORTER"})
_NUMBERED = ("year", "month")  # numbers that books are grouped by


def _tokens(nodes: list[Node]) -> frozenset[int]:
    return frozenset().union(*(node.tokens for node in nodes))


def _without(nodes: list[Node], *taken: Node) -> list[Node]:
    return [node for node in nodes if not any(node is one for one in taken)]


def _counted(node: Node) -> str:
    return node.detail if node.tag == "COL" and node.detail != "title" else ""


def _rank_of(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“most books”, “highest average length”, “fewest authors”."""
    sign = given["m"]
    direction = "asc" if sign.tag in _LOWEST or ":asc" in sign.detail else "desc"
    of = given["a"].detail if "a" in given else ""
    column = _counted(given["c"]) if "c" in given else ""
    if sign.tag == "SUP":
        column = column or sign.detail.partition(":")[0]
        return joined(nodes, "RANK", f"{direction}:{of}:{column}")
    if not of and setting.names.kind(column) == "number":
        return joined(nodes, "SUP", f"{column}:{direction}:all") if column not in _NUMBERED else None
    return joined(nodes, "RANK", f"{direction}:{of or 'count'}:{column}")


def _rank_of_people(given: Found, nodes: list[Node], setting: Setting) -> Node:
    """Read “the largest number of people” as that of authors."""
    return joined(nodes, "RANK", f"{'asc' if given['m'].tag in _LOWEST else 'desc'}:count:authors")


def _ranked_by(given: Found, nodes: list[Node], setting: Setting) -> Node:
    """“by number of books”."""
    return joined(nodes, "MEASUREBY", f"count:{_counted(given['c'])}")


def _compared_by(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """“Compare the number of books in 1995 and 2005”."""
    return [given["s"], _ranked_by(given, [node for node in nodes if node is not given["s"]], setting)]


def _ranked_by_sum(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """“top genres by pages”."""
    return [nodes[0], joined(nodes[1:], "MEASUREBY", f"sum:{given['c'].detail}")]


def _ranked_by_figure(given: Found, nodes: list[Node], setting: Setting) -> Node:
    return joined(nodes, "AGG", given["a"].detail)


def _common(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    """“most common publisher”, “publisher that is the most frequent”."""
    column, sign = given["c"], given["m"]
    direction = "asc" if sign.tag in ("RARE", "FEWEST") else "desc"
    number = column.tag == "COL" and setting.names.kind(column.detail) == "number"
    if number and column.detail not in _NUMBERED:
        return [joined(nodes, "SUP", f"{column.detail}:{direction}")]
    rank = replace(sign, tag="RANK", detail=f"{direction}:count:")
    return [rank if node is sign else node for node in nodes]


def _most_of(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """Take “the most mysteries” for a ranking by the books of a condition."""
    sign = given["m"]
    direction = "asc" if sign.tag in _LOWEST else "desc"
    return [replace(sign, tag="RANK", detail=f"{direction}:count:"), *_without(nodes, sign)]


def _key(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    keys = [given[name] for name in ("a", "b") if name in given]
    made = [node.again("KEY", grouped(node), node.value) for node in keys]
    rest = made[1].tokens if len(made) > 1 else frozenset()
    kept = [node for node in nodes if node.tag == "COND"]
    made[0] = replace(made[0], tokens=_tokens([node for node in nodes if node.tag != "COND"]) - rest)
    return [*made, *kept]


def grouped(node: Node) -> str:
    """Return what a node parts books by: "genres", "year:decade"."""
    return {"DECADE": "year:decade", "CENTURY": "year:century"}.get(node.tag, node.detail)


def is_plural(node: Node) -> bool:
    """Whether the word for a column is plural: "genres"."""
    said = str(node.value or "").split(" of ")[0]
    return said.endswith("s") and not said.endswith("ss")


def _limit(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    number = float(given["n"].value)
    if not number.is_integer() or number < 1:
        return None
    own = [node for node in nodes if node.tag in ("NUM", "TOP", "ORD") or node is given["n"]]
    detail = given["o"].detail if "o" in given else ""
    limit = Node("LIMIT", detail, given["n"].first, given["n"].last, int(number), _tokens(own))
    return [limit, *_without(nodes, *own)]


def _nth(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    order = given["o"]
    return [order.again("NTH", "", int(order.detail)), *_without(nodes, order)]


def _figure(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    """“average length”, “longest page count”, “total number of pages”; conditions between stay."""
    column, sign = given["c"].detail, given["a"]
    if setting.names.kind(column) not in ("number", "date"):
        return None
    of = sign.detail
    if sign.tag in ("SUP", "MOST", "FEWEST"):
        of = "least" if ":asc" in of or sign.tag == "FEWEST" else "most"
    kept = [node for node in nodes if node.tag == "COND"]
    figure = joined([node for node in nodes if node.tag != "COND"], "AGG", f"{of}:{column}")
    if of == "range":
        return [replace(figure, detail=f"least:{column}"), replace(figure, detail=f"most:{column}"), *kept]
    return [figure, *kept]


def _superlative_figure(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    times = ("year", "published")
    own = given["a"].detail.partition(":")[0]
    if own != given["c"].detail and not (own in times and given["c"].detail in times):
        return None
    return _figure(given, nodes, setting)


def _figures(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """“minimum and maximum length”: the first is of the same column."""
    sign, figure = given["a"], given["b"]
    column = figure.detail.partition(":")[2]
    of = sign.detail
    if sign.tag in ("SUP", "MOST", "FEWEST"):
        of = "least" if ":asc" in of or sign.tag == "FEWEST" else "most"
    return [joined(_without(nodes, figure), "AGG", f"{of}:{column}"), figure]


def _two_figures(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    """Take “the lowest and the highest page count” for two figures."""
    figure = _figure({"a": given["b"], "c": given["c"]}, nodes[nodes.index(given["b"]) :], setting)
    return (
        None
        if figure is None
        else _figures({"a": given["a"], "b": figure[0]}, [*nodes[: nodes.index(given["b"])], figure[0]], setting)
    )


def _average_count(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    """“average number of authors”, “how many books has an author on average”."""
    counted, entity = _counted(given["c"]), given.get("e")
    if counted and setting.names.kind(counted) == "number":
        return None
    if given["a"].detail == "sum" or (entity is not None and entity.tag == "COL" and entity.detail == counted):
        return None
    kept = [node for node in nodes if node.tag == "COND" or node is entity]
    return [
        joined(
            [node for node in nodes if not any(node is one for one in kept)],
            "AGGCOUNT",
            f"{given['a'].detail}:{counted}",
        ),
        *kept,
    ]


def _lacking(given: Found, nodes: list[Node], setting: Setting) -> Node:
    """“with the longest title”: no column says how long a title is."""
    return joined(nodes, "LACK")


def _thickest(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """Take “the biggest fantasy book” for the longest."""
    direction = "asc" if given["m"].tag == "FEWEST" else "desc"
    return [given["m"].again("SUP", f"pages:{direction}"), *nodes[1:]]


def _shortest_path(given: Found, nodes: list[Node], setting: Setting) -> Node:
    """Take “the shortest path between” for a path: no other is shown."""
    return joined(nodes, "PATH", given["p"].detail, given["p"].value)


def _in_direction(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“In descending order of length”."""
    column = given["c"].detail
    return joined(nodes, "ORDER", f"{column}:{'desc' if given['d'].tag == 'DESC' else 'asc'}") if column else None


def _length_of_title(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """Take “the longest book title” for what no column tells: it is not the longest book."""
    return _lacking(given, nodes, setting) if " " in str(given["c"].value) else None


def _sorted(given: Found, nodes: list[Node], setting: Setting) -> Node:
    last = nodes[-1]
    descending = "desc" if last.tag in ("DESC", "NEWFIRST") else "asc"
    column = {"ALPHA": "title", "CHRONO": "time", "NEWFIRST": "time"}.get(last.tag, "")
    if "c" in given:
        column = given["c"].detail
    if last.tag in ("SUP", "ORDER"):
        own, descending = last.detail.split(":")[:2]
        column = column or own
    return joined(nodes, "ORDER", f"{column}:{descending}")


def _first_come(given: Found, nodes: list[Node], setting: Setting) -> Node:
    """“Oldest edition first”."""
    return joined(nodes, "ORDER", ":".join(given["s"].detail.split(":")[:2]))


_ENTITY = "COL:authors|COL:genres|COL:publisher|COL:language|COL:subjects"
_CATEGORY = f"{_ENTITY}|COL:year|COL:month|DECADE|CENTURY"
_PATTERNS: tuple[tuple[str, Make], ...] = (
    (r"{SORT} {COL c} {SIGN|IN}? {DESC|ASC|NEWFIRST|ORDER}?", _sorted),
    (r"{SORT} {SUP}", _sorted),
    (r"{SUP s} {BOOKS} {ORD:1}(?!{PUBLISH|NUM|BOOKS|COL})", _first_come),
    (r"{COL:authors|COL:genres|COL:publisher|COL:language} {BY} {IN}? {COL:pages c}", _ranked_by_sum),
    (r"{BY|GROUPBY} {COL:pages|COL:published|COL:title|COL:isbn c} {SIGN|IN}? {DESC|ASC|NEWFIRST|ORDER}?", _sorted),
    (r"{MOST:size|FEWEST:size m} {COND}* {BOOKS}", _thickest),
    (r"{SUP} {PATH p}", _shortest_path),
    (r"{DESC|ASC d} {IN} {COL c}", _in_direction),
    (r"{HAVE} {SUP} {COL:title}", _lacking),
    (r"{SUP:pages:desc|SUP:pages:asc} {COL:title c}", _length_of_title),
    (r"{SORT}? {ALPHA|CHRONO|NEWFIRST}", _sorted),
    (r"{COMPARE s} {COUNT} {IN}? {DIFFERENT}? {BOOKS|COL c}", _compared_by),
    (r"{BY|SORT|GROUPBY} {COUNT} {IN}? {DIFFERENT}? {BOOKS|COL c}", _ranked_by),
    (r"{HAVE|AND|SIGN} {THOSE|PERSON} {COUNT} {IN}? {DIFFERENT}? {BOOKS|COL c}", _ranked_by),
    (r"{ORD o} {DASH}? {MOST|FEWEST|SUP|COMMON|PROLIFIC|RARE|LONGER}", _nth),
    (rf"{{COMMON|PROLIFIC|RARE|MOST:size|FEWEST:size m}} {{{_CATEGORY}|COL:pages c}}", _common),
    (rf"{{TOP m}} {{{_CATEGORY} c}}", _common),
    (rf"{{{_CATEGORY} c}} {{BE|HAVE|FOR}}* {{COMMON|PROLIFIC|RARE m}}", _common),
    (
        r"{SUP|MOST|FEWEST|AVG a} {AND|OR|SIGN|WHICH|BE}+ {SUP|MOST|FEWEST|AVG b} {COUNT}? "
        r"{COL:pages|COL:year|COL:published c}",
        _two_figures,
    ),
    (r"{MOST|FEWEST m} {AVG a} {COUNT}? {COL c}", _rank_of),
    (r"{SUP m} {AVG a} {COL}?", _rank_of),
    (r"{SUP m} {BOOKS} {IN}? {AVG a}", _rank_of),
    (r"{AVG a} {BE}? {SUP m} {BOOKS|COL}?", _rank_of),
    (r"{MOST|FEWEST m} {COL c} {AVG a}", _rank_of),
    (r"{SUP a} {COUNT}? {COL:pages|COL:year|COL:published c}", _superlative_figure),
    (r"{MOST|FEWEST m} {COUNT}? {IN}? {DIFFERENT}? {COL|BOOKS c}", _rank_of),
    (r"{MOST|FEWEST m} {COUNT}? {IN}? {DIFFERENT}? {PEOPLE}", _rank_of_people),
    (r"{MORE|FEWER m} {DIFFERENT}? {COL|BOOKS c}", _rank_of),
    (r"{MOST|FEWEST m} {COND} {BOOKS}?", _most_of),
    (rf"{{MOST|FEWEST m}} {{{_CATEGORY} c}}", _common),
    (rf"{{AVG a}} {{COUNT}} {{IN}}? {{DIFFERENT}}? {{COND}}? {{BOOKS|{_ENTITY} c}}", _average_count),
    (rf"{{AVG a}} {{SIGN}}? {{COUNT}} {{{_ENTITY} c}}", _average_count),
    (rf"{{BOOKS|{_ENTITY} c}} {{EACH}} {{BOOKS|{_ENTITY} e}} {{SIGN|BE}}* {{AVG a}}", _average_count),
    (
        rf"{{COUNT}} {{COND}}? {{BOOKS|{_ENTITY} c}} {{BE|HAVE|EACH|PUBLISH|WROTE}}* {{BOOKS|{_CATEGORY} e}} "
        r"{HAVE|BE|WROTE|PUBLISH|BELONG|BY}* {AVG a}",
        _average_count,
    ),
    (r"{AVG a} {AND|SIGN|OR}* {COND}? {BOOKS}? {COUNT}? {COL:pages|COL:year|COL:published c}", _figure),
    (r"{COL c} {IN|BE|SIGN}? {AVG a}", _figure),
    (r"{AVG|SUP|MOST|FEWEST a} {AND|SIGN|OR|WHICH|BE}+ {AGG b}", _figures),
    (r"{BY|SORT} {AGG a}", _ranked_by_figure),
    (r"{TOP:asc o} {NUM n}", _limit),
    (r"{TOP} {NUM n}", _limit),
    (r"{ORD:1|ORD:-1 o} {NUM n}", _limit),
    (r"{NUM n} {BE|HAVE}? {SUP|MOST|FEWEST|COMMON|RARE|PROLIFIC|RANK}", _limit),
    (r"{NUM n} {COND|AGG|VAGUE}* {BOOKS}", _limit),
    (rf"{{NUM n}} {{{_ENTITY}}}", _limit),
    (r"{NUM n} {COL:year|COL:month|DECADE} {HAVE|IN|PUBLISH}* {MOST|FEWEST|RANK}", _limit),
    (r"{NUM n} {SAMPLE}", _limit),
    (r"{NUM n} {IN} {THOSE}", _limit),
    (rf"{{EACH}} {{COND}}* {{{_CATEGORY} a}} {{AND}} {{EACH}}? {{{_CATEGORY} b}}", _key),
    (
        rf"{{GROUPBY|BY|EACH|BREAKDOWN}} {{EACH|IN}}* {{{_CATEGORY} a}} {{SIGN}}? {{AND|BY|EACH|THAN|ALSO}} "
        rf"{{BY|EACH|IN}}* {{{_CATEGORY} b}}",
        _key,
    ),
    (rf"{{GROUPBY|BY|EACH|SORT}} {{EACH|IN|DIFFERENT}}* {{{_CATEGORY} a}}", _key),
    (rf"{{BREAKDOWN}} {{IN|BY|FOR}}* {{{_CATEGORY} a}}", _key),
    (rf"{{{_CATEGORY} a}} {{BREAKDOWN}}", _key),
)  # fmt: skip


def parts_of_forms(nodes: list[Node], setting: Setting) -> list[Node]:
    """Put together what makes up one part of a form: rankings, keys, limits, orders."""
    return rewrite_with(_PATTERNS, nodes, setting)
