"""Whether two plans ask the same, however they are written, and in which parts they do not."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, TypeAlias, get_args

from core.stores.library_plan import Clause, Column, Measure, Plan, Test, Where
from core.systems.library_chat.grammar.tokens import key_of
from core.systems.library_chat.plan.proposals import PartName, tests_alone

Columns: TypeAlias = Mapping[str, Column]
Bare: TypeAlias = frozenset[frozenset[Test]]
"""A condition whose writing is of no account: alternatives, each some tests that all hold."""

FORM: tuple[PartName, ...] = tuple(name for name in get_args(PartName) if name != "where")
"""All parts of a plan but its conditions."""


def bare_where(where: Where, columns: Columns) -> frozenset[Bare]:
    """Return conditions without regard to how they are written."""
    return frozenset(bare for clause in where for bare in bare_clauses(clause, columns))


def bare_clauses(clause: Clause, columns: Columns) -> list[Bare]:
    """Return the conditions that one amounts to: tests that must all hold are one each."""
    if alone := list(tests_alone(clause)):
        return [frozenset({frozenset({_bare(test, columns)})}) for test in alone]
    merged: dict[str, set[str]] = {}
    others: set[frozenset[Test]] = set()
    for one in clause.any_of:
        test = one.all_of[0] if len(one.all_of) == 1 else None
        if test and test.how == "is" and not test.denied:
            merged.setdefault(test.column, set()).update(test.values)
        else:
            others.add(frozenset(_bare(test, columns) for test in one.all_of))
    for column, values in merged.items():
        others.add(frozenset({_bare(Test(column=column, values=tuple(values)), columns)}))
    return [frozenset(others)]


def _bare(test: Test, columns: Columns) -> Test:
    kind = columns[test.column].kind if test.column in columns else ""
    if test.how == "is" and kind in ("number", "date") and len(test.values) == 1 and _figure(test.values[0]):
        value = float(test.values[0])
        return Test(column=test.column, how="between", low=value, high=value, denied=test.denied)
    if test.how in ("between", "number"):
        return test.model_copy(update={"values": ()})
    how = "is" if test.how == "all" and len(set(test.values)) == 1 else test.how
    values = () if how == "missing" else tuple(sorted(set(test.values)))
    return Test(column=test.column, how=how, values=values, denied=test.denied)


def form_of(plan: Plan, over: str, columns: Columns) -> dict[PartName, Hashable]:
    """Return all parts of a plan but its conditions, without regard to how they are written."""
    measures = plan.measures or ((Measure(),) if plan.by else ())
    given: dict[PartName, Any] = {
        "by": tuple(
            (key.column, key.part, frozenset(key.values), frozenset(key.without)) for key in plan.by
        ),
        "having": frozenset((_measure(one.measure, columns), one.low, one.high) for one in plan.having),
        "measures": tuple(_measure(measure, columns) for measure in measures),
        "order": plan.order,
        "skip": plan.skip,
        "limit": plan.limit,
        "each": plan.each,
        "sample": plan.sample,
        "show": frozenset(plan.show),
        "about": key_of(plan.about),
        "like": plan.like,
        "path": plan.path,
        "over": over,
    }  # fmt: skip
    return given


def _measure(measure: Measure, columns: Columns) -> Hashable:
    return measure.of, measure.column, bare_where(measure.where, columns)


def _figure(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()
