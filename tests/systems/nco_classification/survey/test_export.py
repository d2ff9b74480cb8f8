"""A batch to take away: the analyst's columns untouched, results after them, nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from core.errors import InputError
from core.systems.nco_classification.survey import export
from core.systems.nco_classification.survey.export import (
    check_workbook,
    result_columns,
    to_frame,
    write_csv,
    write_workbook,
    writer_for,
)
from core.systems.nco_classification.survey.rows import Row, row_without_code
from core.tables.formulas import is_formula, rearm

NASTY = ["=1+1", "-5", "@x", "a,b", 'say "yes"', "two\nlines", "=HYPERLINK(1)\r=2", "दर्ज़ी", ""]


def rows_for(texts: list[str]) -> list[Row]:
    return [{**row_without_code(text, "a test"), "runners_up": ["7531", "7532"]} for text in texts]


@given(st.lists(st.text(max_size=8) | st.sampled_from(["NCO code", "nco 2 code", "NCO ", "NCO 3 x"]), unique=True))
def test_result_columns_never_collide_with_the_columns_of_the_table(columns: list[str]) -> None:
    results = result_columns(columns)
    assert not {name.lower() for name in results} & {name.strip().lower() for name in columns}
    assert len(set(results)) == len(results)


def test_the_results_of_an_earlier_run_stay_beside_the_new_ones() -> None:
    once = to_frame(pd.DataFrame({"job": ["cook"]}), rows_for(["cook"]))
    twice = to_frame(once, rows_for(["cook"]))
    assert list(twice.columns[: len(once.columns)]) == list(once.columns)
    assert "NCO 2 code" in twice.columns


def test_as_csv_every_row_stands_there_once_with_its_own_cells_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "_SLICE", 4)
    table = pd.DataFrame({"=id": [str(number) for number in range(9)], "job": NASTY})
    file = io.BytesIO()
    write_csv(file, table, iter(rows_for(NASTY)))
    read = list(csv.reader(io.StringIO(file.getvalue().decode("utf-8-sig"), newline="")))
    assert read[0] == ["'=id", "job", *result_columns(table.columns)]
    assert [row[0] for row in read[1:]] == [str(number) for number in range(9)]
    assert [rearm(row[1]) for row in read[1:]] == NASTY
    assert not any(is_formula(cell) for row in read for cell in row)
    assert {row[read[0].index("NCO runner-up codes")] for row in read[1:]} == {"7531; 7532"}


def test_a_decision_stands_in_columns_of_its_own_beside_what_the_machine_had_said() -> None:
    (row,) = rows_for(["cook"])
    plain: Row = {**row, "confidence": 0.4}
    machine, decided = to_frame(pd.DataFrame({"job": ["cook", "cook"]}), [plain, {
        **plain, "confidence": None, "reason": "Chose 5120.", "decided_by": "analyst", "by": "Asha",
        "on": "2025-01-31T09:00:00+00:00", "machine_confidence": 0.4, "machine_reason": "a test",
    }]).to_dict("records")  # fmt: skip
    told = ("confidence", "reason", "decided by whom", "decided on", "machine confidence", "machine reason")
    assert [machine[f"NCO {name}"] for name in told] == [0.4, "a test", "", "", 0.4, "a test"]
    assert [decided[f"NCO {name}"] for name in told] == [
        "", "Chose 5120.", "Asha", "2025-01-31T09:00:00+00:00", 0.4, "a test",
    ]  # fmt: skip


def test_a_confidence_that_nobody_measured_is_empty_and_no_zero() -> None:
    rows = [row_without_code("housewife", "no work"), {**row_without_code("cook", ""), "confidence": 0.4}]
    table = to_frame(pd.DataFrame({"job": ["housewife", "cook"]}), rows)
    assert table["NCO confidence"].tolist() == table["NCO machine confidence"].tolist() == ["", 0.4]


def test_as_xlsx_every_row_stands_there_once_and_nothing_is_a_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "_SLICE", 4)
    table = pd.DataFrame({"job": NASTY, "note": NASTY[::-1]})
    file = io.BytesIO()
    write_workbook(file, table, iter(rows_for(NASTY)))
    sheet = load_workbook(file).worksheets[0]
    cells = list(sheet.iter_rows(min_row=2))
    assert [str(row[0].value or "").replace("_x000D_", "\r") for row in cells] == NASTY
    assert cells[NASTY.index("-5")][0].value == -5
    assert all(cell.data_type != "f" for row in cells for cell in row)
    assert cells[0][5].value is None  # a confidence that nobody measured
    assert len(cells) == len(NASTY)


def test_the_analysts_numbers_are_numbers_in_the_workbook_and_names_in_digits_are_names() -> None:
    table = pd.DataFrame(
        {"job": ["cook", "tailor"], "weight": ["1.25", "-99"], "place": ["007", "12"], "year": ["2024", ""]}
    )
    file = io.BytesIO()
    write_workbook(file, table, iter(rows_for(["cook", "tailor"])))
    rows = [[cell.value for cell in row[1:4]] for row in load_workbook(file).worksheets[0].iter_rows(min_row=2)]
    assert rows == [[1.25, "007", 2024], [-99, "12", None]]


def test_a_table_that_fits_into_no_sheet_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    check_workbook(pd.DataFrame({"job": ["x" * 32_767]}))
    with pytest.raises(InputError, match="'job' has a longer one"):
        check_workbook(pd.DataFrame({"job": ["x" * 32_768]}))
    monkeypatch.setattr(export, "_MOST_SHEET_ROWS", 1)
    with pytest.raises(InputError, match="this table has 2"):
        check_workbook(pd.DataFrame({"job": ["a", "b"]}))


def test_the_name_of_a_file_says_how_it_is_written() -> None:
    assert writer_for(Path("a.CSV")) is write_csv
    assert writer_for(Path("a.xlsx")) is write_workbook
    with pytest.raises(InputError, match="neither a CSV nor an XLSX"):
        writer_for(Path("a.json"))
