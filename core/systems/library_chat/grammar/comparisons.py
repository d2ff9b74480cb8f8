"""Two books or groups beside each other, and what changed from one time to another."""

from __future__ import annotations

from dataclasses import replace

from core.stores.library_plan import Alternative, Clause, Key, Measure, Order, Plan, Test
from core.systems.library_chat.grammar.nodes import Condition, Node, Reference
from core.systems.library_chat.grammar.parts import grouped
from core.systems.library_chat.grammar.reader import (
    Reader,
    is_several,
    key_of_detail,
    key_of_values,
    measure_of,
)  # fmt: skip

_SIGNS = ("COMPARE", "MORE", "FEWER", "LONGER", "SHORTER", "NEWER", "OLDER", "DIFFERENCE")
_BOUNDS = ("GT", "LT", "SUP", "AFTER", "BEFORE")
_OF_TIME = ("NEWER", "OLDER", "AFTER", "BEFORE", "SINCE")


def comparison(reader: Reader) -> Plan | None:
    """Return the plan of a comparison, None where there is none."""
    return _of_books(reader) or _of_groups(reader)


# --- books ------------------------------------------------------------------------------------------------------------


def _of_books(reader: Reader) -> Plan | None:
    sign = reader.first("THAN", *_SIGNS, *_BOUNDS)
    named = _titles(reader)
    if sign is None or len(named) < 2:
        return None
    column = _compared_column(sign, reader)
    for node in (*reader.every("THAN", *_SIGNS), sign, *reader.titles):
        reader.use(node, "what is compared")
    values = tuple(dict.fromkeys(value for part in named for value in part))
    descending = sign.tag not in ("SHORTER", "OLDER", "LT", "BEFORE")
    test = Test(column="title", values=values)
    reader.over = "difference"
    return Plan(
        where=(Clause(any_of=(Alternative(all_of=(test,)),)),),
        order=(Order(by=column, descending=descending),),
        show=(column,),
    )


def _titles(reader: Reader) -> list[tuple[str, ...]]:
    """Return the names of each book that is named, those behind "longer than" with them."""
    found = [part for node in reader.titles for part in node.value.parts]
    for node in reader.every("THAN"):
        reference: Reference | None = node.value
        if found and reference and reference.condition and reference.condition.column == "title":
            found += reference.condition.parts
    return found


def _compared_column(sign: Node, reader: Reader) -> str:
    asked = next((node for node in reader.every("COL") if reader.names.kind(node.detail) in ("number", "date")), None)
    for node in reader.every("AVG", "RANK", "MORE", "FEWER"):
        reader.use(node, "what is compared")
    if asked is not None:
        reader.use(asked, "what is compared")
        return reader.time_column if asked.detail == "year" else asked.detail
    if sign.tag == "THAN" and sign.detail:
        return sign.detail
    is_time = sign.tag in _OF_TIME or sign.detail.startswith("year") or reader.first("WHEN", "PUBLISH") is not None
    return reader.time_column if is_time else "pages"


# --- groups -----------------------------------------------------------------------------------------------------------


def _of_groups(reader: Reader) -> Plan | None:
    sign = reader.first(*_SIGNS) or _than_sign(reader)
    chosen = bool({"OR", "THAN", "COMPARE"} & reader.tags)
    chosen = chosen or any(node.value.joined == "or" or node.value.spans for node in reader.conditions)
    rank = reader.first("RANK", "SUP", "COMMON", "PROLIFIC", "MOST") if chosen else None
    if sign is None and rank is None:
        return None
    if sign is None and reader.first("EACH", "KEY"):
        return None
    if sign is None and reader.first("COL", "DECADE", "CENTURY", "WHO") and not _asks_which_of_two(reader):
        return None
    groups = _groups(reader)
    if groups is None:
        return None
    key, compared, rest = groups
    if any(reader.before(node) == "WHICH" and _column_of(node) != key.column for node in _asked(reader)):
        return None  # “which authors have more French than English books”
    for node in (*compared, sign, rank, *reader.every("MEASUREBY", "COMMON", *_SIGNS)):
        reader.use(node, "what is compared")
    for node in reader.every("COL", "DECADE", "CENTURY"):
        if key_of_detail(grouped(node)).column == key.column:
            reader.use(node, "what is compared")
    reader.over = "difference"
    plan = Plan(
        where=reader.where(rest),
        by=(key,),
        measures=(_measure(sign, rank, reader),),
        order=(Order(by="value", descending=True),),
    )
    counted = reader.first("COMPARE") and any(reader.behind(node) == "BOOKS" for node in reader.every("COUNT"))
    counts = [Measure()] if counted else []  # “compare …: number of books, average pages”
    signs = reader.every("LONGER", "SHORTER", "NEWER", "OLDER") if reader.first("WHOSE") else []
    measures = dict.fromkeys([*counts, *(_measure_of_signs(one, None, None, reader) for one in signs)])
    others = tuple(one for one in measures if one not in plan.measures)  # “who wrote more, and whose are longer?”
    reader.also = tuple(plan.model_copy(update={"measures": (one,)}) for one in others)
    return plan


def _asked(reader: Reader) -> list[Node]:
    return [node for node in reader.every("COL", "DECADE", "CENTURY") if node.detail not in ("title", "pages")]


def _column_of(node: Node) -> str:
    return key_of_detail(grouped(node)).column


def _than_sign(reader: Reader) -> Node | None:
    """Return the "longer than" of "is horror longer than romance"."""
    return next((node for node in reader.every("GT", "LT") if node.detail in ("pages", "year")), None)


def _asks_which_of_two(reader: Reader) -> bool:
    """Whether two that are compared are named: "which genre has more books, horror or romance", "…: who has more?"."""
    who = reader.first("WHO")
    if who is not None and not reader.first("WROTE", "COL"):
        before = [node for node in reader.conditions if reader.place(node) < reader.place(who)]
        if any(node.detail in ("publisher", "authors") and is_several(node.value) for node in before):
            return True
    last = reader.nodes[-1] if reader.nodes else None
    return last is not None and last.tag == "COND" and is_several(last.value)


def _measure(sign: Node | None, rank: Node | None, reader: Reader) -> Measure:
    aggregate, by = reader.first("AGG"), reader.first("MEASUREBY")
    average = reader.first("AVG")
    pages = reader.column("pages") or next(
        (node for node in reader.every("ORDER") if node.detail.startswith("pages")), None
    )
    reader.use(aggregate or average, "what is compared")
    reader.use(pages, "what is compared")
    if aggregate is not None:
        return measure_of(*aggregate.detail.split(":"))
    if by is not None:
        return measure_of("count", by.detail.partition(":")[2])
    if rank is not None and rank.tag == "RANK":
        return _ranked(rank, reader)
    return _measure_of_signs(sign, rank, pages, reader)


def _measure_of_signs(sign: Node | None, rank: Node | None, pages: Node | None, reader: Reader) -> Measure:
    """Return what “longer”, “newer” or “more pages” compare; else the number of books."""
    signs = [node for node in (sign, rank, *reader.every(*_SIGNS)) if node is not None]
    average = reader.first("AVG")
    if average is not None or any(
        node.tag in ("LONGER", "SHORTER") or node.detail.startswith("pages") for node in signs
    ):
        return measure_of(average.detail if average else "mean", "pages")
    if any(node.tag in ("NEWER", "OLDER") or node.detail.startswith("year") for node in signs):
        return measure_of("mean", "year")
    if pages is not None:
        return measure_of("sum" if sign is not None and sign.tag in ("MORE", "FEWER") else "mean", "pages")
    compared = {"title", *(node.detail for node in reader.conditions)}
    for node in reader.every("COL"):
        if reader.names.kind(node.detail) in ("text", "list") and node.detail not in compared:
            reader.use(node, "what is counted")
            return Measure(column=node.detail)
    return Measure()


def _ranked(rank: Node, reader: Reader) -> Measure:
    _, of, column = rank.detail.split(":")[:3]
    if of not in ("", "count"):
        return measure_of(of, column)
    if reader.names.kind(column) == "number":
        return measure_of("sum", column)
    return Measure(column=column)


def _groups(reader: Reader) -> tuple[Key, list[Node], list[Node]] | None:
    several = [node for node in reader.conditions if is_several(node.value)]
    several.sort(key=lambda node: node.detail in ("year", "month"))
    for node in several:
        if (key := key_of_values(node.value, reader)) is not None:
            rest = [other for other in reader.conditions if other is not node]
            if node.value.test.how != "between":
                return key, [node], rest
            return key, [], reader.conditions
    if reader.first("DIFFERENCE", "COMPARE"):
        for node in reader.conditions:
            if node.value.ends and (key := key_of_values(replace(node.value, spans=node.value.ends), reader)):
                return key, [], reader.conditions
    by_column: dict[str, list[Node]] = {}
    for node in reader.conditions:
        if node.value.is_one and not node.value.test.denied:
            by_column.setdefault(node.detail, []).append(node)
    pair = next((nodes for nodes in by_column.values() if len(nodes) == 2), None)
    if pair is None:
        return None
    both = _of_both(pair)
    key = key_of_values(both, reader)
    rest = [node for node in reader.conditions if node not in pair]
    return None if key is None else (key, pair, rest)


def _of_both(pair: list[Node]) -> Condition:
    first, second = pair[0].value, pair[1].value
    spans = tuple((node.value.test.low, node.value.test.high) for node in pair)
    named = (*first.parts, *second.parts)
    how = "surname" if "surname" in (first.how, second.how) else ""
    return Condition((*first.alternatives, *second.alternatives), first.said, how, "or", named, spans)


# --- change -----------------------------------------------------------------------------------------------------------


def trend_key(reader: Reader) -> Key | None:
    """Return the years or decades over which a change is asked for."""
    by_decade, trend = reader.first("DECADETREND"), reader.first("TREND")
    for node in reader.every("TREND", "DECADETREND", "MORE", "FEWER") if by_decade or trend else ():
        reader.use(node, "over time")
    if by_decade is not None:
        return Key(column="year", part="decade")
    if trend is None:
        return None
    spans = [
        test
        for node in reader.conditions
        for tests in node.value.alternatives
        for test in tests
        if test.column == "year"
    ]
    closed = [test for test in spans if test.low is not None and test.high is not None]
    decades = bool(closed) and all((test.low or 0) % 10 == 0 and (test.high or 0) % 10 == 9 for test in closed)
    reader.over = "change"
    return Key(column="year", part="decade" if decades else "")
