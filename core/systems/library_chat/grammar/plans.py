"""The plan that the slots of a question make."""

from __future__ import annotations

import re
from collections.abc import Callable

from core.stores.library_plan import Key, Measure, Order, Plan, Where
from core.systems.library_chat.grammar.reader import Reader, clause_of
from core.systems.library_chat.grammar.slots import Slots

_PLURAL = re.compile(
    r"(?i)\b(?:longest|shortest|newest|oldest|latest|earliest|recent|thickest|thinnest|biggest|smallest|largest)\s+(?:\w+\s+){0,3}"
    r"(?:books|novels|titles|works|ones|volumes)\b"
)
_AMONG = re.compile(r"(?i)\b(?:of|among|from|all)\b[^?]*\b(?:books|novels|titles|works)\b")
_USUAL = 10  # books of "the longest books"


def plan_of(slots: Slots, where: Where, reader: Reader) -> Plan:
    """Return the plan of filled slots."""
    where = (*where, *(clause_of(value) for value in slots.where))
    for applies, made in _KINDS:
        if applies(slots):
            return _with_figures(made(slots, where, reader))
    return _books(slots, where, reader)


def _with_figures(plan: Plan) -> Plan:
    """Show of groups that must have several of something how many they have: “authors of more than one genre”."""
    measure = plan.having[0].measure if plan.having else Measure()
    if plan.measures or plan.each or measure.where or measure == Measure():
        return plan
    return plan.model_copy(update={"measures": (measure,)})


def _top_of_each_group(slots: Slots, where: Where, reader: Reader) -> Plan:
    entity = slots.target
    assert entity is not None
    descending, measure = slots.rank or (True, slots.measure or Measure())
    return Plan(
        where=where, by=(slots.keys[0], entity), measures=(_sensible(measure, reader),), having=tuple(slots.having),
        order=(Order(by="value", descending=descending),), each=slots.limit or 1,
    )  # fmt: skip


def _books_of_each_group(slots: Slots, where: Where, reader: Reader) -> Plan:
    return Plan(
        where=where, by=(slots.keys[0],), order=tuple(slots.superlatives[:1]), each=slots.limit or 1,
        having=tuple(slots.having),
    )  # fmt: skip


def _groups(slots: Slots, where: Where, reader: Reader) -> Plan:
    keys = tuple(slots.keys[:2])
    columns = {key.column for key in keys}
    measures = tuple(slots.measures) or (Measure(),)
    if slots.target is not None and not slots.measures and slots.target.column not in columns:
        measures = (Measure(column=slots.target.column),)
    if slots.over and measures[0].column in columns:
        measures = (Measure(),)
    descending = None
    if slots.rank and slots.target is None:
        descending, measure = slots.rank
        measures = (_sensible(measure, reader),) if measure.column not in columns else measures
    reader.over = slots.over or reader.over
    limit = slots.limit or (1 if descending is not None else None)
    return Plan(
        where=where, by=keys, measures=measures, having=tuple(slots.having), order=group_order(slots), limit=limit,
        skip=max((slots.nth or 1) - 1, 0) if descending is not None else 0,
    )  # fmt: skip


def _figure_over_groups(slots: Slots, where: Where, reader: Reader) -> Plan:
    """Calculate over groups: “the average number of authors of a book”, “… of books of an author”."""
    reader.over = slots.over or ""
    column = slots.measure.column if slots.measure else ""
    if slots.target is not None and slots.target.column != column:
        return Plan(where=where, by=(slots.target,), measures=(Measure(column=column),))
    if column:
        return Plan(where=where, by=(Key(column="id"),), measures=(Measure(column=column),))
    return Plan(where=where, measures=(Measure(),))


def _ranked_groups(slots: Slots, where: Where, reader: Reader) -> Plan:
    assert slots.target is not None
    assert slots.rank is not None
    descending, measure = slots.rank
    if measure.column == slots.target.column:
        measure = Measure()
    skip = max((slots.nth or 1) - 1, 0)
    return Plan(
        where=where, by=(slots.target,), measures=(_sensible(measure, reader),), having=tuple(slots.having),
        order=(Order(by="value", descending=descending),), skip=skip, limit=slots.limit or _usual_limit(slots),
    )  # fmt: skip


def _usual_limit(slots: Slots) -> int:
    return _USUAL if slots.is_plural and not slots.nth else 1


def _sensible(measure: Measure, reader: Reader) -> Measure:
    """Numbers are added up rather than counted."""
    if (
        measure.of == "count"
        and reader.names.kind(measure.column) == "number"
        and measure.column not in ("year", "month")
    ):
        return Measure(of="sum", column=measure.column)
    return measure


def _of_first_book(slots: Slots, where: Where, reader: Reader) -> Plan:
    """“who wrote the longest book”, “in which year did the first come out”."""
    assert slots.target is not None
    return _books(slots, where, reader, show=(slots.target.column,))


def _figures_of_groups(slots: Slots, where: Where, reader: Reader) -> Plan:
    assert slots.target is not None
    return Plan(
        where=where, by=(slots.target,), measures=tuple(slots.measures), having=tuple(slots.having),
        order=group_order(slots), limit=slots.limit,
    )  # fmt: skip


def _entities(slots: Slots, where: Where, reader: Reader) -> Plan:
    entity = slots.target
    assert entity is not None
    if slots.count and not (slots.having or entity.part or entity.without or entity.values):
        return Plan(where=where, measures=(Measure(column=entity.column),))
    if slots.count:
        reader.over = "count"
        return Plan(where=where, by=(entity,), having=tuple(slots.having))
    order = (Order(by="value", descending=True),) if slots.limit else group_order(slots)
    return Plan(where=where, by=(entity,), having=tuple(slots.having), order=order, limit=slots.limit)


def _figures(slots: Slots, where: Where, reader: Reader) -> Plan:
    return Plan(where=where, measures=tuple(slots.measures))


def _books_by_number(slots: Slots, where: Where, reader: Reader) -> Plan:
    """Sort books by a number: “the book with the highest average length”."""
    assert slots.rank is not None
    descending, measure = slots.rank
    if reader.names.kind(measure.column) == "list":
        return _books_by_names(slots, where, measure, descending)
    show = (measure.column,) if measure.of == "count" else ()
    order = (Order(by=measure.column, descending=descending),)
    return Plan(where=where, order=order, skip=max((slots.nth or 1) - 1, 0), limit=slots.limit or 1, show=show)


def _books_by_names(slots: Slots, where: Where, measure: Measure, descending: bool) -> Plan:
    """Take each book for a group: “the book with the most authors”, since a list has no place in an order."""
    return Plan(
        where=where, by=(Key(column="title"), Key(column="id")), measures=(measure,),
        order=(Order(by="value", descending=descending),), skip=max((slots.nth or 1) - 1, 0), limit=slots.limit or 1,
    )  # fmt: skip


def _count(slots: Slots, where: Where, reader: Reader) -> Plan:
    return Plan(where=where, measures=(Measure(),))


_Kind = tuple[Callable[[Slots], bool], Callable[[Slots, Where, Reader], Plan]]
_KINDS: tuple[_Kind, ...] = (
    (
        lambda slots: bool(
            slots.keys and slots.target and (slots.rank or slots.limit)
            and all(key.column != slots.target.column for key in slots.keys)
        ),
        _top_of_each_group,
    ),
    (
        lambda slots: bool(slots.keys and slots.superlatives and not slots.rank and not slots.measures),
        _books_of_each_group,
    ),
    (lambda slots: bool(slots.keys), _groups),
    (lambda slots: slots.over is not None, _figure_over_groups),
    (lambda slots: slots.target is not None and slots.rank is not None, _ranked_groups),
    (lambda slots: slots.target is not None and bool(slots.superlatives), _of_first_book),
    (lambda slots: slots.target is not None and bool(slots.measures), _figures_of_groups),
    (lambda slots: slots.target is not None, _entities),
    (lambda slots: bool(slots.measures), _figures),
    (lambda slots: slots.rank is not None and bool(slots.rank[1].column), _books_by_number),
    (lambda slots: slots.count and not slots.superlatives, _count),
)  # fmt: skip


def group_order(slots: Slots) -> tuple[Order, ...]:
    """Return the order of groups: that of a ranking, of time, or of names where books are sorted by one."""
    if slots.rank:
        return (Order(by="value", descending=slots.rank[0]),)
    keys = (*slots.keys, *([slots.target] if slots.target else []))
    if any(key.column in ("year", "month") for key in keys) and slots.limit is None:
        return (Order(by="name"),)
    if slots.sort and slots.sort[0].by in ("title", "authors"):
        return (Order(by="name", descending=slots.sort[0].descending),)
    return ()


def _books(slots: Slots, where: Where, reader: Reader, show: tuple[str, ...] = ()) -> Plan:
    show = show or tuple(column for column in slots.show if column != "title")
    if not slots.superlatives:
        sample = reader.first("SAMPLE") is not None
        sample = sample and (slots.limit is not None or "random" in reader.question.lower())
        return Plan(where=where, order=tuple(slots.sort), limit=slots.limit, sample=sample, show=show)
    superlative, nth = slots.superlatives[0], slots.nth or 0
    if nth < 0:
        superlative = Order(by=superlative.by, descending=not superlative.descending)
    limit = slots.limit or (_USUAL if _is_plural(reader) else 1)
    return Plan(
        where=where, order=(superlative, *slots.sort), skip=max(abs(nth) - 1, 0), limit=1 if nth else limit, show=show
    )


def _is_plural(reader: Reader) -> bool:
    return bool(_PLURAL.search(reader.question)) and not _AMONG.search(reader.question)


def other_plans(slots: Slots, plan: Plan) -> tuple[Plan, ...]:
    """Return a plan for each further superlative: "the longest and the shortest book"."""
    if plan.measures or len(slots.superlatives) < 2 or not plan.order:
        return ()
    others = [one for one in slots.superlatives[1:] if one not in plan.order]
    return tuple(plan.model_copy(update={"order": (one, *plan.order[1:])}) for one in others)
