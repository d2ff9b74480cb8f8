"""Each mark of a chart is the row it draws; what does not fit is said."""

from __future__ import annotations

import pytest

from core.stores.library_columns import FIXED
from core.stores.library_groups import Spread
from core.stores.library_plan import Column, Key, Measure, Plan, Test, must
from core.ui.library_chat.agents.charts import (
    MOST_BARS,
    MOST_LINES,
    Row,
    bars_of,
    boxes_of,
    in_words,
    line_of,
    shape_of,
    spread_column,
)

COLUMNS = {column.name: column for column in (*FIXED, Column(name="published", title="Date", kind="date"))}
GENRE, YEAR, DECADE = Key(column="genres"), Key(column="year"), Key(column="published", part="decade")
PAGES = {name: Measure(of=name, column="pages") for name in ("mean", "spread", "least", "most")}


def rows(**values: float | None) -> list[Row]:
    return [Row((name.removeprefix("y"),), (value,)) for name, value in values.items()]


@pytest.mark.parametrize(
    ("plan", "shape"),
    [
        (Plan(), None),
        (Plan(by=(GENRE,)), "bars"),
        (Plan(by=(GENRE,), each=2), None),
        (Plan(by=(GENRE, Key(column="authors")), each=2), "bars"),
        (Plan(by=(YEAR,)), "line"),
        (Plan(by=(DECADE,)), "line"),
        (Plan(by=(GENRE, DECADE)), "line"),
        (Plan(by=(GENRE,), measures=(PAGES["mean"],)), "bars"),
        (Plan(by=(GENRE,), measures=(PAGES["spread"],)), "boxes"),
        (Plan(by=(GENRE,), measures=(PAGES["least"], PAGES["most"])), "boxes"),
        (Plan(by=(GENRE,), measures=(PAGES["least"],)), "bars"),
    ],
)
def test_groups_are_bars_years_a_line_and_spreads_boxes(plan: Plan, shape: str | None) -> None:
    assert shape_of(plan, COLUMNS) == shape


def test_a_spread_of_some_books_only_is_no_box_of_all() -> None:
    fantasy = (must(Test(column="genres", values=("Fantasy",))),)
    assert spread_column(Plan(by=(GENRE,), measures=(PAGES["spread"],)), COLUMNS) == "pages"
    assert not spread_column(Plan(measures=(Measure(of="spread", column="pages", where=fantasy),)), COLUMNS)


def test_a_bar_leads_to_its_row_and_what_has_no_figure_has_no_bar() -> None:
    chart = bars_of(rows(a=3, b=None, c=1), "books")
    assert [chart.row_at(0, point) for point in (0, 1, 2)] == [0, 2, None]
    assert list(chart.figure.data[0].x) == [3, 1]
    assert chart.row_at(7, 0) is None


def test_of_many_groups_the_first_are_drawn_and_the_chart_says_so() -> None:
    chart = bars_of([Row((f"Genre {place}",), (1.0,)) for place in range(MOST_BARS + 5)], "books")
    assert len(chart.figure.data[0].x) == MOST_BARS
    assert chart.left_out == f"Drawn are the first {MOST_BARS} of {MOST_BARS + 5}; the table has all."
    assert not bars_of(rows(a=1), "books").left_out


def test_a_name_from_data_is_text_in_a_chart() -> None:
    chart = bars_of([Row(("<b>bold</b>",), (1.0,)), Row(("x" * 60,), (1.0,))], "books")
    assert chart.figure.layout.yaxis.ticktext[0] == "&lt;b&gt;bold&lt;/b&gt;"
    assert len(chart.figure.layout.yaxis.ticktext[1]) < 30


def test_a_year_without_books_counts_nothing_and_has_no_mean() -> None:
    plan, some = Plan(by=(YEAR,)), rows(y1999=2, y2001=5)
    counted = line_of(plan, some, COLUMNS, "books", counts=True)
    assert list(counted.figure.data[0].x) == [1999, 2000, 2001]
    assert list(counted.figure.data[0].y) == [2, 0, 5]
    assert [counted.row_at(0, point) for point in (0, 1, 2)] == [0, None, 1]
    assert list(line_of(plan, some, COLUMNS, "pages", counts=False).figure.data[0].x) == [1999, 2001]


def test_books_over_the_years_are_bars_and_what_is_compared_or_a_mean_is_lines() -> None:
    counted = line_of(Plan(by=(YEAR,)), rows(y1999=2, y2001=5), COLUMNS, "books", counts=True)
    assert [mark.type for mark in counted.figure.data] == ["bar"]
    mean = line_of(Plan(by=(YEAR,)), rows(y1999=2, y2001=5), COLUMNS, "pages", counts=False)
    assert [mark.type for mark in mean.figure.data] == ["scatter"]
    two = [Row(("1999", genre), (1.0,)) for genre in ("Poetry", "Fantasy")]
    compared = line_of(Plan(by=(YEAR, GENRE)), two, COLUMNS, "books", counts=True)
    assert [mark.type for mark in compared.figure.data] == ["scatter", "scatter"]


def test_a_few_books_are_told_one_by_one_on_the_axis() -> None:
    few, many = (
        line_of(Plan(by=(YEAR,)), rows(y1999=most), COLUMNS, "books", counts=True).figure.layout.yaxis.dtick
        for most in (3, 300)
    )
    assert (few, many) == (1, None)


def test_decades_stand_in_order_however_the_groups_do() -> None:
    chart = line_of(Plan(by=(DECADE,)), rows(y2000s=1, y1980s=4), COLUMNS, "books", counts=True)
    assert list(chart.figure.data[0].x) == [1980, 1990, 2000]
    assert list(chart.figure.data[0].y) == [4, 0, 1]


def test_a_second_key_gives_a_line_for_each_of_its_largest_groups() -> None:
    some = [Row((f"{decade}s", f"Genre {place}"), (float(place),)) for place in range(9) for decade in (1990, 2000)]
    chart = line_of(Plan(by=(DECADE, GENRE)), some, COLUMNS, "books", counts=True)
    assert [line.name for line in chart.figure.data] == [f"Genre {place}" for place in range(8, 8 - MOST_LINES, -1)]
    assert some[chart.row_at(1, 1) or 0].names == ("2000s", "Genre 7")
    assert chart.left_out == f"Drawn are the largest {MOST_LINES} of 9; the table has all."


def test_a_box_has_the_five_figures_and_its_median_leads_to_the_row() -> None:
    chart = boxes_of(rows(a=1, b=2), [None, Spread(1, 2, 3, 4, 9, 5)], "pages")
    box = chart.figure.data[0]
    assert (box.lowerfence[0], box.q1[0], box.median[0], box.q3[0], box.upperfence[0]) == (1, 2, 3, 4, 9)
    assert chart.row_at(0, 0) == chart.row_at(1, 0) == 1
    assert chart.numbers is not None
    assert chart.numbers.loc[0].tolist() == ["b", 1, 2, 3, 4, 9, 5]


def test_a_chart_is_said_in_words() -> None:
    assert in_words(rows(a=1204, b=2.5, c=None), "books", most=2) == "books: a 1,204, b 2.5 and 1 more"
