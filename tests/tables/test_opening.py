"""A table that is opened apart is the table that is read here; and no file makes the server grow, or wait without
end."""

from __future__ import annotations

import io

import pytest
import xlsxwriter
from pandas.testing import assert_frame_equal

from core.errors import InputError
from core.isolation import Limits
from core.tables import Layout, TableFile, open_table, opening, read_table
from core.tables.layout import find_layout
from core.tables.reading import build_table
from tests.hostile_files import TABLES, growth

MOST_GROWN = 300.0  # MB
CSV = "Title of all\n\nid,name,bio,empty\ne1,Ännë \N{GRINNING FACE},x\ne2,,\ne3,Bob,\n".encode()


def workbook() -> bytes:
    file = io.BytesIO()
    with xlsxwriter.Workbook(file) as book:
        for name, rows in (("Notes", [["by hand"]]), ("People", [["id", "name"], ["e1", "Ann"], [], ["e2", "Bo"]])):
            sheet = book.add_worksheet(name)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
    return file.getvalue()


@pytest.mark.parametrize(("data", "name"), [(CSV, "a.csv"), (workbook(), "a.xlsx")], ids=["CSV", "XLSX"])
@pytest.mark.parametrize("keep_blank", [False, True], ids=["without blank rows", "with blank rows"])
def test_a_table_opened_apart_is_the_table_that_is_read_here(data: bytes, name: str, keep_blank: bool) -> None:
    opened = open_table(data, name, keep_blank=keep_blank)
    file = TableFile(data, name)
    grid = file.grid(opened.sheet)
    here = build_table(file, grid, find_layout(grid), keep_blank=keep_blank)
    assert_frame_equal(opened.table.frame, here.frame)
    assert_frame_equal(opened.table.frame, read_table(data, name, keep_blank=keep_blank))
    assert (opened.table.notes, opened.table.left_out) == (here.notes, here.left_out)
    assert (opened.sheets, opened.found) == (file.sheets, here.layout)


def test_the_sheet_with_the_wanted_names_is_chosen_and_another_one_on_demand() -> None:
    wanted = {"id": ["id"], "name": ["name"]}
    assert open_table(workbook(), "a.xlsx", wanted).sheet == "People"
    assert open_table(workbook(), "a.xlsx", wanted, sheet="Notes").sheet == "Notes"


def test_rows_where_names_may_stand_are_offered_and_a_layout_without_records_may_be_chosen_otherwise() -> None:
    opened = open_table(CSV, "a.csv")
    assert opened.first_rows[:2] == ((1, "Title of all"), (3, "id, name, bio, empty"))
    assert opened.found == Layout(3)
    last = open_table(CSV, "a.csv", layout=Layout(6))
    assert last.found == Layout(3)
    with pytest.raises(InputError, match="column names and no rows"):
        _ = last.table
    nameless = open_table(CSV, "a.csv", layout=Layout(0)).table
    assert next(iter(nameless.frame.columns)) == "column 1"


def test_a_file_that_is_none_is_refused_as_it_is_here() -> None:
    with pytest.raises(InputError, match=r"a\.csv is empty"):
        open_table(b"", "a.csv")
    with pytest.raises(InputError, match="larger than 50 MB"):
        open_table(b"x" * (50 * 1024**2 + 1), "a.csv")


@pytest.mark.parametrize(
    "what",
    [
        "a CSV of more small cells",
        "a CSV of separators",
        "a CSV of NULs",
        "an XLSX of entities",
    ],
)
def test_a_hostile_table_is_refused_in_words_and_the_server_hardly_grows(what: str) -> None:
    name, data = TABLES[what]()
    with growth() as grown, pytest.raises(InputError, match=name):
        _ = open_table(data, name).table
    assert grown() < MOST_GROWN


@pytest.mark.slow
@pytest.mark.parametrize("what", ["an XLSX of 24 million shared strings", "an XLSX of nested elements"])
def test_a_small_table_that_takes_its_reader_minutes_is_given_up(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_limits", lambda _: Limits(seconds=2))
    name, data = TABLES[what]()
    with growth() as grown, pytest.raises(InputError, match=r"takes longer|needs more memory"):
        open_table(data, name)
    assert grown() < MOST_GROWN
