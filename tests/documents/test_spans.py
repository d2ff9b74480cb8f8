"""Cells that span rows and columns leave every other cell in its row and column, in HTML as in Word."""

from __future__ import annotations

import pytest

from core.documents import read_outline


def rows_of(page: str) -> list[str]:
    reading = read_outline(page.encode(), "a.html")
    (table,) = [block for block in reading.blocks if block.kind == "table"]
    return reading.text[table.start : table.end].split("\n")


def test_what_spans_rows_is_said_in_each_and_what_follows_keeps_its_column() -> None:
    page = """<table><tr><th>Series<th>Part<th>Price<tr><td rowspan=2>A<td>Seal<td>4<tr><td>Valve<td>6
              <tr><td>B<td rowspan=0>Rod<td>9</table>"""
    assert rows_of(page) == ["Series | Part | Price", "A | Seal | 4", "A | Valve | 6", "B | Rod | 9"]


def test_what_spans_columns_is_said_once_and_leaves_the_others_blank() -> None:
    page = "<table><tr><th>Part<th>Low<th>High<tr><td>Seal<td colspan=2>none<tr><td>Rod<td>1<td>2</table>"
    assert rows_of(page) == ["Part | Low | High", "Seal | none | ", "Rod | 1 | 2"]


def test_heads_of_several_rows_name_each_column_from_top_to_bottom() -> None:
    page = """<table><thead><tr><th rowspan=2>Part<th colspan=2>Pressure<tr><th>low<th>high</thead>
              <tr><td>Seal<td>1<td>2</table>"""
    assert rows_of(page) == ["Part | Pressure low | Pressure high", "Seal | 1 | 2"]


def test_a_head_over_the_whole_table_and_its_caption_stand_before_it() -> None:
    page = """<table><caption>Table 1</caption><tr><th colspan=2>Prices<tr><th>Part<th>Euro<tr><td>Seal<td>4</table>"""
    reading = read_outline(page.encode(), "a.html")
    assert reading.text == "Table 1 Prices\n\nPart | Euro\nSeal | 4"
    assert reading.blocks[-1].columns == "Part | Euro"


def test_lists_and_code_in_a_table_with_named_columns_do_not_tear_its_rows() -> None:
    page = "<table><tr><th>Part<th>Care<tr><td>Seal<td><ul><li>clean<li>dry</ul><tr><td>Rod<td><pre>oil</pre></table>"
    assert rows_of(page) == ["Part | Care", "Seal | clean dry", "Rod | oil"]


@pytest.mark.parametrize("span", ["-1", "x", "", "1.5", "²", "9" * 400])
def test_a_span_that_is_no_number_counts_as_none(span: str) -> None:
    page = f"<table><tr><th>a<th>b<tr><td colspan='{span}' rowspan='{span}'>1<td>2<tr><td>3<td>4</table>"
    assert rows_of(page) == ["a | b", "1 | 2", "3 | 4"]


def test_spans_without_end_take_no_room_without_end() -> None:
    cells = "<tr>" + "<td rowspan=65534 colspan=1000>x" * 3
    text = read_outline(f"<table><tr><th>a<th>b{cells * 900}</table>".encode(), "a.html").text
    assert len(text) < 20_000_000
