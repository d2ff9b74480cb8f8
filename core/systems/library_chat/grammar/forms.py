"""The form of a question: what is asked of the books that its conditions leave, as one plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.stores.library_plan import Measure, Order, Plan, Where
from core.systems.library_chat.grammar.comparisons import comparison
from core.systems.library_chat.grammar.nodes import Condition, Node
from core.systems.library_chat.grammar.plans import group_order, other_plans, plan_of
from core.systems.library_chat.grammar.reader import Reader, is_several, key_of_values
from core.systems.library_chat.grammar.rules import Setting
from core.systems.library_chat.grammar.slots import Slots, filled

_VERBS = ("BE", "HAVE", "PUBLISH", "BELONG", "WROTE")


@dataclass(frozen=True)
class Form:
    """A plan, the nodes that it accounts for, and what beside the first figures is asked.

    `over` calculates over the figures of all groups, or says that they are compared ("difference", "change"); `also`
    are further plans that the question asks for; `lists_too`: the books are wanted beside their number.
    """

    plan: Plan
    used: tuple[tuple[Node, str], ...]
    over: str = ""
    also: tuple[Plan, ...] = ()
    lists_too: bool = False


def read_form(nodes: list[Node], setting: Setting, question: str) -> Form:
    """Read the form of one question from its nodes."""
    reader = Reader(nodes, setting, question)
    special = _like(reader) or _path(reader) or comparison(reader) or _look_up(reader)
    if special is not None:
        return Form(special, tuple(reader.used), reader.over, reader.also)
    slots, conditions = filled(reader)
    if reader.first("SHARE") and not _is_share_of_groups(reader):
        return Form(_share(slots, conditions, reader), tuple(reader.used), reader.over)
    plan = plan_of(slots, reader.where(conditions), reader)
    reader.used = [(node, what) for node, what in reader.used if not _is_lost(node, plan)]
    asks_which, also = not plan.by and _asks_which_too(reader), other_plans(slots, plan)
    if asks_which and [one.of for one in plan.measures] in (["least"], ["most"]):
        also = (*also, _which_has_it(plan))
    also = (*also, *_of_each(plan, reader))
    return Form(plan, tuple(reader.used), reader.over, also, asks_which and plan.measures == (Measure(),))


def _of_each(plan: Plan, reader: Reader) -> Iterator[Plan]:
    """Return the figure of each of several, too, of which no book has two: “the median length of French and German
    books”.
    """
    if plan.by or not plan.measures or plan.measures[0].of == "share":
        return
    for node in reader.conditions:
        value: Condition = node.value
        if reader.names.kind(node.detail) == "list" or not is_several(value) or value.joined not in ("and", "list"):
            continue
        if value.test.how == "is" and (key := key_of_values(value, reader)) is not None:
            yield plan.model_copy(update={"by": (key,), "order": (Order(by="value", descending=True),)})


def _which_has_it(plan: Plan) -> Plan:
    """Return the plan of the book that has the least or the most: “the earliest date, and which book is it?”."""
    figure = plan.measures[0]
    return Plan(where=plan.where, order=(Order(by=figure.column, descending=figure.of == "most"),), limit=1)


def _is_lost(node: Node, plan: Plan) -> bool:
    """Whether a figure, an order or a number that was read has no place in the plan: then it is not used."""
    if node.tag == "AGG":
        of = node.detail.partition(":")[0]
        figures = (*plan.measures, *(having.measure for having in plan.having))
        return not any(measure.of == of for measure in figures)
    if node.tag in ("SUP", "NTH", "ORD", "RANK"):
        return not plan.order and plan.limit is None
    return node.tag == "LIMIT" and node.value not in (plan.limit, plan.each)


def _asks_which_too(reader: Reader) -> bool:
    """Whether the books are asked for beside their number: "how many … and which?", "which … and how many?"."""
    count = reader.first("COUNT")
    shown = count is not None and any(reader.behind(node) == "THOSE" for node in reader.every("LIBRARY", "SHOW"))
    if shown or ([node.tag for node in reader.nodes[-1:]] == ["THOSE"] and "AND" in reader.tags and count is not None):
        return True  # “how many …? List them.”
    joining = ("AND", "SIGN", "OR")
    counted_last = count is not None and reader.before(count) in joining
    return any(
        reader.before(node) in joining
        or (counted_last and count is not None and reader.place(count) > reader.place(node))
        for node in reader.every("WHICH")
        if reader.behind(node) in ("", "BE", "THOSE", "IT", "BOOKS", "COND")
    )


def _like(reader: Reader) -> Plan | None:
    sign, titles = reader.first("LIKE"), reader.titles
    if sign is None or not titles:
        return None
    title, limit = titles[-1], reader.first("LIMIT")
    for node, what in ((sign, "books like one"), (title, "the book"), (limit, "how many")):
        reader.use(node, what)
    for node in reader.every("SAMPLE", "MORE", "REST", "ALSO"):
        reader.use(node, "more of them")
    others = [node for node in reader.conditions if node is not title]
    return Plan(like=title.value.test.values[0], where=reader.where(others), limit=limit.value if limit else None)


def _path(reader: Reader) -> Plan | None:
    sign = reader.first("PATH")
    if sign is None or len(reader.people) != 2:
        return None
    reader.use(sign, "a way over common books")
    for node in reader.conditions:
        reader.use(node, "an author")
    return Plan(path=reader.people)


# --- one book ---------------------------------------------------------------------------------------------------------


def _look_up(reader: Reader) -> Plan | None:
    """Return the plan of what is asked of a book that is named: who wrote it, when, how long."""
    if not reader.titles or reader.first("KEY", "RANK", "AGG", "SHARE", "QTY"):
        return None
    asked = _columns_asked(reader)
    return Plan(where=reader.where(reader.conditions), show=asked) if asked else None


def _columns_asked(reader: Reader) -> tuple[str, ...]:
    asked: list[tuple[int, str]] = []
    for node in reader.every("COL"):
        if node.detail != "title" and reader.names.kind(node.detail):
            asked.append((reader.place(node), node.detail))
            reader.use(node, "what is asked")
    for node in reader.every("AVG", "DIFFERENT"):
        reader.use(node, "")
    if (person := _person_asked(reader, [column for _, column in asked])) is not None:
        asked.append(person)
    if (when := reader.first("WHEN")) is not None:
        asked.append((reader.place(when), "published" if reader.names.kind("published") else "year"))
        for node in reader.every("SUP", "ORD"):
            reader.use(node, "when")
    if (long := reader.first("HOWLONG")) is not None:
        asked.append((reader.place(long), "pages"))
    return tuple(dict.fromkeys(column for _, column in sorted(asked)))


def _person_asked(reader: Reader, asked: list[str]) -> tuple[int, str] | None:
    """Return the column of whoever is asked for, the author or the publisher, with the place of the word."""
    who, wrote = reader.first("WHO"), reader.first("WROTE", "BY")
    publish = reader.first("PUBLISH", "PUBLISHEDBY")
    if publish and who and not wrote:
        return reader.place(who), "publisher"
    if publish and publish.tag == "PUBLISHEDBY" and not asked:
        return reader.place(publish), "publisher"
    is_author = wrote and (who or not asked) and (who or wrote.tag == "WROTE")
    if "authors" not in asked and (is_author or (who and not asked)):
        return reader.place(who or wrote or reader.nodes[0]), "authors"
    return None


# --- shares -----------------------------------------------------------------------------------------------------------


def _is_share_of_groups(reader: Reader) -> bool:
    """Whether a share of authors or publishers is asked for, which no plan gives."""
    share = reader.first("SHARE")
    assert share is not None
    ahead = [node for node in reader.nodes[reader.place(share) + 1 :] if node.tag not in ("IN", "EACH", "DIFFERENT")]
    return bool(ahead) and ahead[0].tag == "COL" and ahead[0].detail not in ("title", "pages")


def _share(slots: Slots, conditions: list[Node], reader: Reader) -> Plan:
    times = [node for node in conditions if any(key.column == node.detail for key in slots.keys)]
    whole, part = _parts_of_share([node for node in conditions if node not in times], reader)
    whole = (*whole, *reader.where(times))
    for node in reader.every("SHARE", "COUNT"):
        reader.use(node, "a share")
    by = (slots.target,) if slots.target else tuple(slots.keys)
    if by and _is_of_all(conditions, times, reader):
        reader.over = "share"
        order = group_order(slots) or (Order(by="value", descending=True),)
        return Plan(where=(*whole, *part), by=by, measures=(Measure(),), order=order, limit=slots.limit)
    measures = (Measure(of="share", where=part), Measure(where=part), Measure())
    return Plan(where=whole, by=by, measures=measures, order=group_order(slots) if by else ())


def _is_of_all(conditions: list[Node], times: list[Node], reader: Reader) -> bool:
    """Whether each group is a part of all books, “the share of each language”, rather than some books of each group."""
    share, group = reader.first("SHARE"), reader.first("KEY", "COL", "DECADE", "CENTURY")
    assert share is not None
    begin, end = reader.place(share), reader.place(group) if group else len(reader.nodes)
    verbs = [reader.place(node) for node in reader.every(*_VERBS)]
    verb = next((place for place in verbs if begin < place < len(reader.nodes) - 1), len(reader.nodes))
    of_groups = [reader.place(node) for node in conditions if node not in times]
    if any(place > verb for place in of_groups):
        return False
    return verb < end or not any(begin < place < end for place in of_groups)


def _parts_of_share(conditions: list[Node], reader: Reader) -> tuple[Where, Where]:
    """Part the conditions of a share into those of the whole and those of the part: before and after its verb."""
    share = reader.first("SHARE")
    assert share is not None
    begin = reader.place(share)
    verbs = (reader.place(node) for node in reader.every(*_VERBS))
    verb = next((place for place in verbs if begin < place < len(reader.nodes) - 1), len(reader.nodes))
    before = [node for node in conditions if begin < reader.place(node) < verb]
    after = [node for node in conditions if reader.place(node) > verb or reader.place(node) < begin]
    if not after:
        before, after = [], before
    return reader.where(before), reader.where(after)
