"""Tables that go out: nothing in them runs, and the analyst's own text comes back from them as it was."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pandas as pd
import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from core.tables import LONGEST_SHEET_CELL, SheetCells, are_names, read_table, to_csv
from core.tables.formulas import is_formula
from core.tables.writing import is_sheet_number
from tests.properties import examples

NASTY = [
    "=1+1", "-99", "+4.5", "-1,5", "-3e-5", "@x", "a,b", 'say "yes"', "two\nlines", "\n=1+1", "\t@SUM(1)", "\ufeff=1",
    "＝1+1", "x;=1+1", "\xa0=cmd|' /C calc'!A0", "- item", "+49 30 1234567", "−5", "=…", "'=1+1", "'quoted'",
    " spaces ", "=HYPERLINK(1)\r=2", "दर्ज़ी", "007", '="007', "1.50",
]  # fmt: skip
TEXT = st.text(
    st.sampled_from("=+-@'\"; \t,|\u200b\ufeff＝19.ax(") | st.characters(exclude_categories=["Cs", "Cc"]), max_size=12
)


def split(data: bytes, separator: str) -> list[list[str]]:
    """The cells that a spreadsheet sees which parts the lines at this sign, whatever is quoted inside them."""
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=separator))


def sheet_of(texts: list[Any], as_found: bool = False) -> Any:
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True}) as book:
        cells = SheetCells(book, book.add_worksheet())
        for row, text in enumerate(texts):
            if as_found:
                cells.write_as_found(row, 0, text)
            else:
                cells.write(row, 0, text)
    return load_workbook(file).active


@given(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=4))
@examples(200)
def test_no_cell_of_a_csv_is_a_formula_whichever_sign_parts_it(rows: list[tuple[str, str]]) -> None:
    data = to_csv(pd.DataFrame(rows, columns=["=a", "b"]))
    for separator in ",;\t":
        cells = [cell for row in split(data, separator) for cell in row]
        # A number or a bare sign before the comma of the next cell is nothing that can be run.
        assert [cell for cell in cells if is_formula(re.sub(",.*", "", cell))] == []


@given(st.lists(st.tuples(TEXT.filter(str.strip), TEXT), min_size=2, max_size=4))
@examples(200)
def test_our_own_csv_read_again_gives_the_text_as_it_was(rows: list[tuple[str, str]]) -> None:
    table = pd.DataFrame(rows, columns=["job title", "=remark"])
    again = read_table(to_csv(table), "own.csv", keep_blank=True, find_header=False)
    assert list(again.columns) == ["job title", "=remark"]
    assert again.to_numpy().tolist() == table.to_numpy().tolist()


def test_the_analysts_own_columns_come_back_unchanged_from_csv() -> None:
    table = pd.DataFrame({"id": [f"E{number}" for number, _ in enumerate(NASTY)], "said": NASTY})
    again = read_table(to_csv(table), "own.csv", keep_blank=True, find_header=False)
    assert again["said"].tolist() == NASTY
    assert to_csv(again) == to_csv(table)


def test_numbers_stay_numbers_in_csv() -> None:
    table = pd.DataFrame(
        {"weight": [-1.5, 0.25], "missing": ["-99", "-1,5"], "count": pd.array([1, None], dtype="Int64")}
    )
    assert pd.read_csv(io.BytesIO(to_csv(table)))["missing"].tolist() == ["-99", "-1,5"]
    assert pd.read_csv(io.BytesIO(to_csv(table)))["weight"].tolist() == [-1.5, 0.25]


@pytest.mark.parametrize("text", NASTY)
def test_in_a_sheet_every_text_is_a_text_without_anything_added(text: str) -> None:
    cell = sheet_of([text])["A1"]
    assert (cell.value.replace("_x000D_", "\r"), cell.data_type, cell.hyperlink) == (text, "s", None)
    assert bool(cell.quotePrefix) == is_formula(text)  # after a press of Enter, too, it is a text


@pytest.mark.parametrize("text", ["x" * 32_768, "=" + "1" * 99_999])
def test_a_text_that_is_longer_than_a_cell_says_where_it_was_cut(text: str) -> None:
    value = sheet_of([text])["A1"].value
    head, _, told = value.partition(" … ")
    assert len(value) == LONGEST_SHEET_CELL
    assert text.startswith(head)
    assert "the rest is in the CSV" in told
    assert sheet_of([text[:LONGEST_SHEET_CELL]])["A1"].value == text[:LONGEST_SHEET_CELL]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [("-99", "n", -99), ("1.25", "n", 1.25), ("3e-05", "n", 3e-05), ("0", "n", 0), ("0.50", "n", 0.5),
     ("007", "s", "007"), ("1,5", "s", "1,5"), ("+5", "s", "+5"), ("2E10", "s", "2E10"), ("nan", "s", "nan"),
     ("1234567890123456", "s", "1234567890123456"), ("-1+1", "s", "-1+1"), ("१२", "s", "१२")],
)  # fmt: skip
def test_what_was_a_number_is_one_again_in_a_sheet(text: str, kind: str, value: object) -> None:
    cell = sheet_of([text], as_found=True)["A1"]
    assert (cell.data_type, cell.value) == (kind, value)


def test_a_number_keeps_its_decimals_and_nothing_stays_nothing() -> None:
    sheet = sheet_of(["0.50", "1.250", "1.25"], as_found=True)
    assert [cell.number_format for (cell,) in sheet.iter_rows()] == ["0.00", "0.000", "General"]
    assert [cell.value for (cell,) in sheet_of([1, None, pd.NA, float("nan"), "x"]).iter_rows()] == [
        1,
        None,
        None,
        None,
        "x",
    ]


@given(st.integers(-(10**15) + 1, 10**15 - 1) | st.floats(-1e14, 1e14))
def test_a_number_of_a_sheet_is_the_number_that_it_was(number: float) -> None:
    text = str(number)
    assert is_sheet_number(text) or isinstance(number, float)
    assert not is_sheet_number(text) or float(text) == number


def test_a_column_of_names_in_digits_stays_text() -> None:
    assert are_names(["12", "007"])
    assert are_names(["1234567890123456"])
    assert not are_names(["12", "0", "0.5", "-99", "n/a", ""])
