"""What a question asks for, slot by slot: groups, figures, an order, a number of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.stores.library_plan import Having, Key, Measure, Operation, Order, Test
from core.systems.library_chat.grammar.comparisons import trend_key
from core.systems.library_chat.grammar.nodes import Condition, Node, Quantity
from core.systems.library_chat.grammar.parts import grouped, is_plural
from core.systems.library_chat.grammar.reader import (
    Reader,
    clause_of,
    is_several,
    key_of_detail,
    key_of_values,
    measure_of,
)  # fmt: skip

_OF_GROUPS = ("HAVE", "WROTE", "PUBLISH", "BE", "BY", "IN", "WHO", "COL", "CONTAINS", "BELONG", "BOOKS")
_UNGROUPED = ("title", "pages", "isbn", "published")
_TIME = ("year", "month")


@dataclass
class Slots:
    """What a question asks for; `rank` is descending or not, and by what."""

    where: list[Condition] = field(default_factory=list)
    having: list[Having] = field(default_factory=list)
    target: Key | None = None
    keys: list[Key] = field(default_factory=list)
    count: bool = False
    measures: list[Measure] = field(default_factory=list)
    rank: tuple[bool, Measure] | None = None
    superlatives: list[Order] = field(default_factory=list)
    limit: int | None = None
    nth: int | None = None
    sort: list[Order] = field(default_factory=list)
    show: list[str] = field(default_factory=list)
    over: Operation | None = None
    is_plural: bool = False  # several groups are asked for

    @property
    def measure(self) -> Measure | None:
        """The first figure asked for."""
        return self.measures[0] if self.measures else None

    @property
    def entity(self) -> Key | None:
        """What is listed or counted rather than books."""
        return self.target or (self.keys[0] if self.keys else None)


def filled(reader: Reader) -> tuple[Slots, list[Node]]:
    """Fill the slots of a question; beside them the conditions that are on books."""
    slots = Slots()
    _keys(slots, reader)
    _targets(slots, reader)
    _numbers(slots, reader)
    _orders(slots, reader)
    _figures(slots, reader)
    _columns(slots, reader)
    _quantities(slots, reader)
    return slots, _sets(slots, reader)


# --- groups -----------------------------------------------------------------------------------------------------------


def _keys(slots: Slots, reader: Reader) -> None:
    for node in reader.every("KEY"):
        slots.keys.append(key_of_detail(node.detail))
        reader.use(node, "groups")
    for node in reader.every("EACH"):
        if not slots.keys and (key := _key_of_each(node, reader)) is not None:
            slots.keys.append(key)
            reader.use(node, "one for each")
    if not slots.keys and reader.first("AGG", "AVG", "COUNT") and not reader.first("COL", "WHO", "SUP"):
        apart = [
            node.value for node in reader.conditions if node.value.is_apart and node.value.joined in ("and", "list")
        ]
        slots.keys += [key for value in apart[:1] if (key := key_of_values(value, reader)) is not None]
    if slots.keys:
        for node in reader.every("TREND", "DECADETREND"):
            reader.use(node, "over time")
    elif (key := trend_key(reader)) is not None:
        slots.keys.append(key)
        slots.sort.append(Order(by="name"))
    if len(slots.keys) == 1:
        _add_named_key(slots, reader)


def _key_of_each(each: Node, reader: Reader) -> Key | None:
    """Return the groups of "for each of horror, romance and poetry" and of "horror, romance and poetry, one each"."""
    place = reader.place(each)
    ahead = next(
        (node for node in reader.nodes[place + 1 :] if node.tag not in ("IN", "FOR", "THOSE", "BY", "SIGN")), None
    )
    behind = [node for node in reader.conditions if is_several(node.value)]
    node = ahead if ahead is not None and ahead.tag == "COND" else behind[0] if behind else None
    if node is None:
        return None
    if node.value.column == "year" and not node.value.spans:
        return Key(column="year")
    return key_of_values(node.value, reader) if is_several(node.value) else None


def _add_named_key(slots: Slots, reader: Reader) -> None:
    """“horror and romance by decade”: both are groups, too."""
    taken = slots.keys[0].column
    for node in reader.conditions:
        value: Condition = node.value
        if value.column in ("", taken, "year") or not is_several(value) or value.joined not in ("and", "list"):
            continue
        if value.test.how == "is" and (key := key_of_values(value, reader)) is not None:
            slots.keys.append(key)
            return


def _targets(slots: Slots, reader: Reader) -> None:
    if _coauthors(slots, reader):
        return
    if _lists_columns(reader):
        return
    if _own_names(slots, reader):
        return
    for node in reader.every("COL", "DECADE", "CENTURY"):
        column = grouped(node).partition(":")[0]
        if not _groups_books(column, node, reader) or _is_any(node, reader):
            continue
        if any(key.column == column for key in slots.keys):
            reader.use(node, "groups")
        elif slots.target is None and not _is_shown(node, reader):
            slots.target = key_of_detail(grouped(node))
            slots.is_plural = is_plural(node)
            reader.use(node, f"what is asked: {column}")
    who = reader.first("WHO")
    asked = reader.first("WROTE", "PUBLISH", "RANK", "SUP", "ORD", "NTH") or (reader.conditions and not reader.people)
    asked = asked or any(node.detail == "books" for node in reader.every("QTY"))
    if who and slots.target is None and asked:
        by_whom = any(node.detail == "publisher" for node in reader.conditions)  # “who has published with Penguin?”
        published = reader.first("PUBLISH") and not reader.first("WROTE") and not by_whom
        slots.target = Key(column="publisher" if published else "authors")


def _is_any(node: Node, reader: Reader) -> bool:
    """Whether a column is said to be of no matter: “in a December, whatever the year”."""
    if reader.before(node) != "FORGET":
        return False
    for used in (node, reader.nodes[reader.place(node) - 1]):
        reader.use(used, "any of them")
    return True


def _lists_columns(reader: Reader) -> bool:
    """Whether several columns of books are asked for: "title and publisher of the books", "authors and years"."""
    if reader.first("COUNT", "RANK", "KEY", "SUP", "EACH", "QTY", "BOUND") or slots_of_figures(reader):
        return False
    columns = reader.every("COL")
    if reader.column("title") and len(columns) > 1:
        return True
    return any(
        reader.behind(node) in ("AND", "SIGN")
        and reader.before(node, -2) == "COL"
        and reader.first("BOOKS") is not None
        for node in columns
    )


def slots_of_figures(reader: Reader) -> bool:
    """Whether anything is calculated."""
    return reader.first("AGG", "AGGCOUNT", "MEASUREBY", "AVG", "SHARE") is not None


def _groups_books(column: str, node: Node, reader: Reader) -> bool:
    kind = reader.names.kind(column)
    if column == "title":
        return reader.before(node) == "DIFFERENT" and reader.first("COUNT") is not None
    return bool(kind) and column not in _UNGROUPED and (kind != "number" or column in _TIME)


def _own_names(slots: Slots, reader: Reader) -> bool:
    """Take groups by words of their names: "publishers with Press in their name", "authors called Smith"."""
    node = reader.first("OWNNAME")
    if node is None:
        return False
    test = node.value.test
    names = reader.names.named_so(test)
    if not names:
        return False
    slots.target = Key(column=test.column, values=tuple(names))
    slots.is_plural = True
    for used in (node, *(one for one in reader.every("COL") if one.detail == test.column)):
        reader.use(used, "words of the name")
    return True


def _coauthors(slots: Slots, reader: Reader) -> bool:
    sign = reader.first("COAUTHORS")
    if sign is None and (reader.first("WHO", "PEOPLE") or reader.column("authors")) and len(reader.people) == 1:
        sign = reader.first("TOGETHER")
    together = any(node.value.joined in ("and", "all") for node in reader.conditions if node.detail == "authors")
    if sign is None or not reader.people or together:
        return False
    reader.use(sign, "who wrote with")
    for node in reader.every("COL"):
        if node.detail == "authors":
            reader.use(node, "who wrote with")
    slots.target = Key(column="authors", without=reader.people)
    return True


def _is_shown(node: Node, reader: Reader) -> bool:
    """Whether a column is wanted beside the books rather than asked for itself: "books with their publishers"."""
    earlier = [other.tag for other in reader.nodes[: reader.place(node)]]
    if "BOOKS" not in earlier:
        return False
    ranked = {"SUP", "ORDER"} & set(earlier) and "WHICH" not in earlier
    return reader.before(node) in ("THOSE", "AND", "HAVE") or bool(ranked)


# --- numbers and orders -----------------------------------------------------------------------------------------------


def _numbers(slots: Slots, reader: Reader) -> None:
    slots.count = any(node.detail != "much" for node in reader.every("COUNT"))
    if (node := reader.first("LIMIT")) is not None:
        slots.limit = node.value
        reader.use(node, "how many")
        if node.detail in ("1", "-1"):
            slots.superlatives.append(Order(by=reader.time_column, descending=node.detail == "-1"))
    if (node := reader.first("NTH")) is not None:
        slots.nth = node.value
        reader.use(node, "which of them")
    for node in reader.every("SAMPLE"):
        reader.use(node, "any of them")


def _orders(slots: Slots, reader: Reader) -> None:
    if (node := reader.first("RANK")) is not None:
        direction, of, column = node.detail.split(":")
        slots.rank = direction == "desc", measure_of(of or "count", column)
        reader.use(node, "ranked by")
    elif (node := reader.first("COMMON", "PROLIFIC", "RARE", "MOST", "FEWEST")) is not None and slots.entity:
        slots.rank = node.tag not in ("RARE", "FEWEST"), Measure()
        reader.use(node, "ranked by")
    limit = reader.first("LIMIT")
    if limit is not None and limit.detail == "asc" and slots.entity:  # the bottom three
        slots.rank = False, slots.rank[1] if slots.rank else Measure()
    for node in reader.every("SUP"):
        column, direction, *every = node.detail.split(":")
        if every and slots.entity and not slots.rank and reader.before(node, 2) != "BOOKS":
            slots.rank = direction == "desc", measure_of("sum", column)
            reader.use(node, "ranked by")
            continue
        slots.superlatives.append(Order(by=_in_time(column, reader), descending=direction == "desc"))
        reader.use(node, "sorted by")
    for node in reader.every("ORDER"):
        column, _, direction = node.detail.partition(":")
        order = Order(by=_in_time(column, reader), descending=direction == "desc")
        if reader.names.kind(order.by):
            slots.sort = [*(one for one in slots.sort if one.by != order.by), order]
            reader.use(node, "sorted by")
    if (first := reader.first("ORD")) is not None and not slots.superlatives:
        value = int(first.detail)
        last = value < 0
        if slots.sort:  # the first in alphabetical order
            slots.superlatives.append(Order(by=slots.sort[0].by, descending=slots.sort[0].descending != last))
            slots.sort = slots.sort[1:]
        else:
            slots.superlatives.append(Order(by=reader.time_column, descending=last))
        slots.nth = abs(value)
        reader.use(first, "which of them")


def _in_time(column: str, reader: Reader) -> str:
    return reader.time_column if column in ("time", "year") else column


# --- figures ----------------------------------------------------------------------------------------------------------


def _figures(slots: Slots, reader: Reader) -> None:
    for node in reader.every("AGG"):
        of, _, column = node.detail.partition(":")
        slots.measures.append(measure_of(of, column))
        reader.use(node, "calculated")
    if (counted := reader.first("AGGCOUNT")) is not None:
        of, _, column = counted.detail.partition(":")
        reader.use(counted, "calculated")
        slots.measures = [Measure(column=column)]
        slots.over = of  # type: ignore[assignment]
        slots.count = False
    if (by := reader.first("MEASUREBY")) is not None:
        reader.use(by, "by how many")
        slots.count = False
        if slots.entity and not slots.rank and slots.limit:
            of, _, column = by.detail.partition(":")
            slots.rank = True, measure_of(of, column)
    if slots.measures and slots.count and slots.keys:
        slots.measures.insert(0, Measure())  # “for each language the number of titles and the average length”
    if slots.measure is None:
        _half(slots, reader)
    _figure_of_pages(slots, reader)


def _half(slots: Slots, reader: Reader) -> None:
    """“half of the books are shorter than how many pages”: the median."""
    half = reader.first("HALF")
    if half is None or reader.first("SHARE"):
        return
    column = "pages" if reader.column("pages") or reader.first("LT", "GT", "SHORTER", "LONGER") else "year"
    slots.measures.append(measure_of("median", column))
    slots.count = False
    for used in (
        half,
        reader.column(column),
        *reader.every("LT", "GT", "SHORTER", "LONGER", "NEWER", "OLDER", "MORE", "FEWER"),
    ):
        reader.use(used, "half of them")


def _figure_of_pages(slots: Slots, reader: Reader) -> None:
    if slots.measure is None:
        _measure_of_pages(slots, reader)
    of = {measure.of for measure in slots.measures}
    for node in reader.every("AVG"):
        if node.detail == "sum" or node.detail in of:
            reader.use(node, "calculated")


def _measure_of_pages(slots: Slots, reader: Reader) -> None:
    pages = next(
        (node for node in (*reader.every("COL"), *reader.every("HOWLONG")) if node.detail in ("pages", "")), None
    )
    average = next((node for node in reader.every("AVG") if node.detail != "sum" or pages), None)
    if average is not None and (pages or (average.detail != "sum" and "BOOKS" in reader.tags)):
        slots.measures.append(measure_of(average.detail, "pages"))
        reader.use(average, "calculated")
        reader.use(pages, "pages")
    elif pages is not None and not slots.sort:
        if slots.count and not slots.superlatives and pages.tag == "COL":
            slots.measures.append(Measure(of="sum", column="pages"))
        else:
            slots.show.append("pages")
        slots.count = False
        reader.use(pages, "pages")


def _columns(slots: Slots, reader: Reader) -> None:
    """Show further columns beside books; beside groups and figures there is no place for them, and they stay unused."""
    if slots.target or slots.keys or slots.measures:
        for node in reader.every("COL"):
            if any(key.column == node.detail for key in (slots.target, *slots.keys) if key):
                reader.use(node, "groups")
        if not slots.superlatives:
            return
    for node in reader.every("COL"):
        if not reader.is_used(node) and reader.names.kind(node.detail):
            slots.show.append(node.detail)
            reader.use(node, "a column to show")


# --- conditions on groups ---------------------------------------------------------------------------------------------


def _quantities(slots: Slots, reader: Reader) -> None:
    for node in reader.every("BOUND"):
        quantity, value = node.value
        of, _, column = node.detail.partition(":")
        measure = Measure(where=(clause_of(value),)) if value else measure_of(of, column)
        if slots.entity:
            slots.having.append(Having(measure=measure, low=quantity.low, high=quantity.high))
            reader.use(node, "how many")
    for node in reader.every("QTY"):
        if _quantity(node.value, slots, reader):
            reader.use(node, "how many")


def _quantity(quantity: Quantity, slots: Slots, reader: Reader) -> bool:
    low, high, entity = quantity.low, quantity.high, slots.entity
    kind = reader.names.kind(quantity.column)
    if quantity.column == "books" and entity:
        slots.having.append(Having(measure=Measure(), low=low, high=high))
    elif quantity.column in ("", "books") and entity and slots.measure and not slots.count:
        slots.having.append(Having(measure=slots.measure, low=low, high=high))
    elif kind in ("list", "text") and entity and entity.column != quantity.column:
        slots.having.append(Having(measure=Measure(column=quantity.column), low=low, high=high))
    elif kind == "list":
        slots.where.append(Condition(((Test(column=quantity.column, how="number", low=low, high=high),),)))
        if slots.target and slots.target.column == quantity.column:
            slots.target = None
    elif quantity.column == "" and slots.keys and not slots.measures and "LACK" not in reader.tags:
        slots.having.append(Having(measure=Measure(), low=low, high=high))
    elif quantity.column == "" and "BOOKS" in reader.tags and not entity and "LACK" not in reader.tags:
        slots.where.append(Condition(((Test(column="pages", how="between", low=low, high=high),),)))
    elif quantity.column == "books" and entity is None and reader.column("title") is not None:
        slots.target = Key(column="title")  # “which titles are there in more than five editions”
        reader.use(reader.column("title"), "what is asked: title")
        slots.having.append(Having(measure=Measure(), low=low, high=high))
    else:
        return False
    return True


def _sets(slots: Slots, reader: Reader) -> list[Node]:
    """Take conditions on groups rather than on books: publishers with fantasy but no romance."""
    if slots.target is None:
        for node in reader.every("ONLY"):
            reader.use(node, "only these")
        return reader.conditions
    bounds = len(slots.having)
    kept = [node for node in reader.conditions if not _is_of_groups(node, slots, slots.target, reader)]
    if len(slots.having) == bounds:
        return kept
    return [node for node in kept if not _is_had(node, slots, slots.target, reader)]


def _is_had(node: Node, slots: Slots, entity: Key, reader: Reader) -> bool:
    """Whether a name is something that a group must have beside what it must not have."""
    value: Condition = node.value
    if not value.is_one or value.column in (entity.column, "title") or value.test.how != "is" or value.test.denied:
        return False
    slots.having.append(Having(measure=Measure(where=(clause_of(value),)), low=1))
    reader.use(node, "some of them")
    return True


def _is_of_groups(node: Node, slots: Slots, entity: Key, reader: Reader) -> bool:
    value: Condition = node.value
    if not value.is_one or value.column == entity.column:
        return False
    test = value.test
    only = _only_beside(node, reader)
    if test.denied and test.how == "is" and not _of_books(node, reader):
        wanted = Condition(((test.model_copy(update={"denied": False}),),))
        slots.having.append(Having(measure=Measure(where=(clause_of(wanted),)), low=0, high=0))
        reader.use(node, "none of them")
    elif only is not None:
        other = Condition(((test.model_copy(update={"denied": True}),),))
        slots.having.append(Having(measure=Measure(where=(clause_of(other),)), low=0, high=0))
        slots.having.append(Having(measure=Measure(where=(clause_of(value),)), low=1))
        reader.use(node, "all of them")
        reader.use(only, "nothing else")
    elif test.how in ("is", "all") and value.joined in ("and", "all") and len(value.parts) > 1 and not slots.keys:
        for part in value.parts:
            one = Condition(((test.model_copy(update={"how": "is", "values": part}),),))
            slots.having.append(Having(measure=Measure(where=(clause_of(one),)), low=1))
        reader.use(node, "each of them")
    else:
        return False
    return True


def _only_beside(node: Node, reader: Reader) -> Node | None:
    place = reader.place(node)
    for other in reader.nodes[max(0, place - 4) : place][::-1]:
        if other.tag == "ONLY":  # “who wrote only horror”, but “the most books, only those after 2000”
            return other if reader.before(other) in _OF_GROUPS else None
        if other.tag not in ("IN", "BOOKS", "WROTE", "BY", "HAVE", "PUBLISH", "BE", "BELONG"):
            return None
    after = reader.nodes[place + 1 : place + 2]
    return after[0] if after and after[0].tag == "ONLY" else None


def _of_books(node: Node, reader: Reader) -> bool:
    """Whether what must not be is said of books: "authors of books that are not in English"."""
    place = reader.place(node)
    for back in range(place - 1, max(-1, place - 4), -1):
        if reader.nodes[back].tag == "BOOKS":
            before = reader.nodes[back - 1] if back else None
            return before is None or before.tag != "COND" or before.detail != node.detail
        if reader.nodes[back].tag not in ("BE", "HAVE", "PUBLISH"):
            return False
    return False
