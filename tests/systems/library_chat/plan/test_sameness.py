"""Two plans are the same where they ask the same, however they are written."""

from __future__ import annotations

import pytest

from core.stores.library_columns import FIXED
from core.stores.library_plan import Alternative, Clause, Key, Measure, Plan, Test, Where, must
from core.systems.library_chat.plan.sameness import bare_where, form_of

COLUMNS = {column.name: column for column in FIXED}
HORROR, ROMANCE = (Test(column="genres", values=(name,)) for name in ("Horror", "Romance"))
LONG, NEW = Test(column="pages", how="between", low=500), Test(column="year", how="between", low=2001)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((must(HORROR), must(NEW)), (must(NEW), must(HORROR))),
        ((must(HORROR, ROMANCE),), (must(Test(column="genres", values=("Romance", "Horror"))),)),
        ((must(HORROR),), (must(Test(column="genres", how="all", values=("Horror", "Horror"))),)),
        ((must(HORROR), must(NEW)), (Clause(any_of=(Alternative(all_of=(HORROR, NEW)),)),)),
        (
            (must(Test(column="year", values=("1999",))),),
            (must(Test(column="year", how="between", low=1999, high=1999)),),
        ),
    ],
)
def test_conditions_written_otherwise_are_the_same(one: Where, other: Where) -> None:
    assert bare_where(one, COLUMNS) == bare_where(other, COLUMNS)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((must(HORROR),), (must(HORROR.model_copy(update={"denied": True})),)),
        ((must(HORROR), must(ROMANCE)), (must(HORROR, ROMANCE),)),
        ((must(HORROR, NEW),), (must(HORROR), must(NEW))),
        ((must(LONG),), (must(LONG.model_copy(update={"column": "year"})),)),
        ((must(NEW),), (must(NEW.model_copy(update={"low": 2000})),)),
        ((must(HORROR),), (must(HORROR.model_copy(update={"how": "exactly"})),)),
        ((), (must(HORROR),)),
    ],
)
def test_conditions_that_other_books_pass_are_not_the_same(one: Where, other: Where) -> None:
    assert bare_where(one, COLUMNS) != bare_where(other, COLUMNS)


def test_groups_without_a_figure_are_counted() -> None:
    bare, counted = Plan(by=(Key(column="genres"),)), Plan(by=(Key(column="genres"),), measures=(Measure(),))
    assert form_of(bare, "", COLUMNS) == form_of(counted, "", COLUMNS)
    assert form_of(Plan(), "", COLUMNS) != form_of(Plan(measures=(Measure(),)), "", COLUMNS)
    assert form_of(bare, "", COLUMNS) != form_of(bare, "mean", COLUMNS)
