"""One look for every chart, the table behind it, and its numbers as a file in which a spreadsheet runs nothing."""

from __future__ import annotations

import json

from streamlit.testing.v1 import AppTest


def page(stands: bool) -> None:
    import pandas as pd
    import plotly.graph_objects as go

    from core.ui.figure import draw_figure

    table = pd.DataFrame({"Genre": ["=cmd()", "Poetry"], "Books": [3, 12]})
    figure = go.Figure(go.Bar(x=table["Genre"], y=table["Books"]))
    draw_figure(figure, table, "Books by genre", "books", "books-by-genre", stands=stands)


def drawn(stands: bool = False) -> AppTest:
    test = AppTest.from_function(page, kwargs={"stands": stands}).run(timeout=30)
    assert not test.exception
    return test


def test_the_table_behind_a_chart_holds_what_is_drawn() -> None:
    test = drawn()
    [fold], [chart] = test.expander, test.get("plotly_chart")
    assert fold.label == "The numbers"
    [table] = fold.dataframe
    [bars] = json.loads(chart.proto.spec)["data"]
    assert bars["x"] == list(table.value["Genre"])
    assert list(table.value["Books"]) == [3, 12]


def test_a_table_that_stands_on_the_page_is_not_drawn_twice() -> None:
    test = drawn(stands=True)
    assert not test.expander
    assert not test.dataframe


def test_a_chart_has_words_for_who_cannot_see_it_its_legend_below_and_no_tools_above() -> None:
    [chart] = drawn().get("plotly_chart")
    layout = json.loads(chart.proto.spec)["layout"]
    assert chart.proto.alt == "Books by genre"
    assert (layout["legend"]["orientation"], layout["legend"]["y"], layout["dragmode"]) == ("h", 0, False)
    assert json.loads(chart.proto.config)["displayModeBar"] is False


def test_every_chart_offers_its_numbers_as_csv() -> None:
    [button] = drawn().get("download_button")
    assert (button.proto.label, button.proto.id.endswith("books:books-by-genre.csv")) == ("Numbers", True)
