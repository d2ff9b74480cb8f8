"""Where in a real file the table stands: titles, several rows of names, units, sheets, merged cells, empty columns."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable, Sequence

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as some
from openpyxl.worksheet.worksheet import Worksheet

from core.errors import InputError
from core.tables import Layout, TableFile, fields_of
from core.tables.files import Grid
from core.tables.layout import find_layout, names_of
from core.tables.reading import Table, build_table, choose_sheet, read_table


def table_of(data: bytes, name: str = "x.csv") -> Table:
    file = TableFile(data, name)
    grid = file.grid(choose_sheet(file))
    return build_table(file, grid, find_layout(grid))


def records(table: Table) -> list[list[str]]:
    return [list(table.frame.columns), *table.frame.to_numpy().tolist()]


def workbook(*sheets: tuple[str, Callable[[Worksheet], object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for title, fill in sheets:
        fill(book.create_sheet(title))
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def rows(*lines: Sequence[object]) -> Callable[[Worksheet], object]:
    def fill(sheet: Worksheet) -> None:
        for line in lines:
            sheet.append(list(line))

    return fill


# --- where the names of the columns are -------------------------------------------------------------------------------


def test_lines_of_a_title_are_no_names_and_are_told() -> None:
    table = table_of(b"Staff of the institute;;\nas of;2024-01-03;\n\nname;skills;years\nAnn;tin;3\nBo;lead;4\n")
    assert records(table) == [["name", "skills", "years"], ["Ann", "tin", "3"], ["Bo", "lead", "4"]]
    assert table.frame.index.tolist() == [5, 6]
    assert table.notes == ("Rows 1, 2 are left out, above the names of the columns: “Staff of the institute” …",)


def test_two_rows_of_names_are_joined_below_their_group() -> None:
    table = table_of(b"id,Person,,Work,\n,first name,last name,role,years\n1,Ann,Lee,lead,3\n2,Bo,Ek,member,4\n")
    assert records(table)[0] == ["id", "Person – first name", "Person – last name", "Work – role", "Work – years"]
    assert table.frame.index.tolist() == [3, 4]


def test_merged_cells_over_names_group_them_and_merged_cells_in_a_column_stand_in_each_row() -> None:
    def fill(sheet: Worksheet) -> None:
        rows(["Unit", "Person", None], [None, "name", "age"], ["Water", "Ann", 3], [None, "Bo", 4], ["Rock", "Cy", 5])(
            sheet
        )
        for cells in ("A1:A2", "B1:C1", "A3:A4"):
            sheet.merge_cells(cells)

    table = table_of(workbook(("Staff", fill)), "x.xlsx")
    assert records(table) == [
        ["Unit", "Person – name", "Person – age"],
        ["Water", "Ann", "3"],
        ["Water", "Bo", "4"],
        ["Rock", "Cy", "5"],
    ]


def test_a_row_of_units_is_left_out_and_told() -> None:
    table = table_of(b"title,pages,year\n,(pp),(year)\nDune,412,1965\nEmma,300,1815\n")
    assert records(table)[1:] == [["Dune", "412", "1965"], ["Emma", "300", "1815"]]
    assert table.notes == ("Row 2 is left out as units: (pp), (year).",)


@pytest.mark.parametrize(
    "data",
    [
        b"name,bio,\nAnn,welds,x\nBo,sings,y\n",
        b",name,city\n0,Ann,Oslo\n1,Bo,Rome\n",
        b"item,unit\nrope,m\nflour,kg\n",
        b"sex\nm\nf\n",
        b"id,name\ne1,Ann,x,y,z,u,v\ne2,Bo,x,y,z,u,v\n",
        b"Country,2019,2020\nDE,3,4\nFR,5,6\n",
    ],
)
def test_an_ordinary_first_row_alone_holds_the_names_and_no_record_is_taken_for_one(data: bytes) -> None:
    table = table_of(data)
    assert table.layout == Layout(1)
    assert len(table.frame) == 2


def test_a_table_without_names_keeps_its_first_record() -> None:
    table = table_of(b"1,Ann,3.5\n2,Bo,4\n3,Cy,5\n")
    assert table.layout == Layout(0)
    assert records(table) == [["column 1", "column 2", "column 3"], ["1", "Ann", "3.5"], ["2", "Bo", "4"],
                              ["3", "Cy", "5"]]  # fmt: skip


def test_an_analyst_can_say_where_the_names_are() -> None:
    file = TableFile(b"a,b\nc,d\ne,f\ng,h\n", "x.csv")
    grid = file.grid("")
    assert records(build_table(file, grid, Layout(2))) == [["c", "d"], ["e", "f"], ["g", "h"]]
    assert records(build_table(file, grid, Layout(1, 2, units=True))) == [["a – c (e)", "b – d (f)"], ["g", "h"]]
    assert len(build_table(file, grid, Layout(0)).frame) == 4


# --- sheets, empty columns, dates, formulas ---------------------------------------------------------------------------


def test_the_sheet_that_has_the_wanted_columns_is_chosen_and_every_sheet_is_offered() -> None:
    notes = rows(["Read me"], ["Name of the file", "Contact"], ["staff.xlsx", "Ann"])
    data = workbook(("Notes", notes), ("Experts", rows(["name", "skills"], ["Ann", "tin"])))
    file = TableFile(data, "x.xlsx")
    assert file.sheets == ("Notes", "Experts")
    assert choose_sheet(file, fields_of("experts")) == "Experts"


def test_hidden_sheets_are_not_offered() -> None:
    def hide(sheet: Worksheet) -> None:
        rows(["a"], ["b"])(sheet)
        sheet.sheet_state = "hidden"

    assert TableFile(workbook(("Old", hide), ("New", rows(["a"], ["c"]))), "x.xlsx").sheets == ("New",)


def test_empty_columns_without_a_name_are_left_out_and_named_ones_stay() -> None:
    data = workbook(("S", rows([None, None, "name", None, "bio"], [None, None, "Ann", None, None])))
    assert records(table_of(data, "x.xlsx")) == [["name", "bio"], ["Ann", ""]]


def test_a_date_is_read_as_a_date_and_a_number_as_it_is_shown() -> None:
    day = datetime.datetime(2024, 3, 1)  # noqa: DTZ001 - a spreadsheet knows no time zones
    data = workbook(("S", rows(["when", "isbn", "share"], [day, 9783150000018, 0.5], [day.date(), 7.0, 1])))
    assert records(table_of(data, "x.xlsx"))[1:] == [
        ["2024-03-01", "9783150000018", "0.5"],
        ["2024-03-01", "7", "1"],
    ]


def test_formulas_without_a_result_are_told() -> None:
    data = workbook(("S", rows(["name", "years"], ["Ann", "=1+2"], ["Bo", 4])))
    table = table_of(data, "x.xlsx")
    assert records(table)[1:] == [["Ann", ""], ["Bo", "4"]]
    assert any("1 cell holds a formula without a result" in note for note in table.notes)


def test_the_line_that_tells_a_spreadsheet_the_separator_is_no_row() -> None:
    table = table_of("sep=;\r\nname;bio\r\nAnn;a, b, c\r\n".encode("utf-8-sig"))
    assert records(table) == [["name", "bio"], ["Ann", "a, b, c"]]
    assert table.frame.index.tolist() == [3]


def test_text_that_is_wrapped_for_a_spreadsheet_is_unwrapped() -> None:
    table = table_of(b'isbn,title\n"=""007""",Dune\n"=""""",=1+1\n')
    assert records(table)[1:] == [["007", "Dune"], ["", "=1+1"]]


@pytest.mark.slow
def test_a_hundred_thousand_rows_are_read() -> None:
    data = b"Title above\n\nname,skills\n" + b"Ann,tin\n" * 100_000
    assert len(table_of(data).frame) == 100_000


# --- nothing is lost without being told -------------------------------------------------------------------------------

CELLS = some.one_of(
    some.sampled_from(["", "", "name", "years", "Ann", "12", "10+", "n/a", "(kg)", "2014", "Titel:", "नाम"]),
    some.text(alphabet="abc 1", max_size=6),
)


@given(some.lists(some.lists(CELLS, max_size=6), min_size=2, max_size=12))
def test_every_filled_row_is_a_record_or_part_of_the_names_or_told_as_left_out(lines: list[list[str]]) -> None:
    lines = [[cell.strip() for cell in line] for line in lines]
    filled = [number for number, line in enumerate(lines, start=1) if any(line)]
    if len(filled) < 2:
        return
    grid = Grid([list(line) for line in lines])
    layout = find_layout(grid)
    file = TableFile(b"only, for its name\n", "x.csv")
    try:
        table = build_table(file, grid, layout)
    except InputError:  # nothing but names and totals, which is told
        return
    names = set(range(layout.header, layout.header + layout.header_rows)) if layout.header else set()
    told = " ".join(table.notes)
    above = [number for number in filled if number < layout.header]
    assert not above or "left out, above the names of the columns" in told
    assert not layout.units or "is left out as units" in told
    units = {layout.body - 1} if layout.units else set()
    assert not table.left_out or "left out: " in told
    assert set(filled) == {*table.frame.index, *names.intersection(filled), *above, *units, *table.left_out}
    held = sorted(cell for row in table.frame.to_numpy().tolist() for cell in row if cell)
    assert held == sorted(cell for number in table.frame.index for cell in lines[number - 1] if cell)


def test_every_program_reads_a_file_as_the_page_does() -> None:
    data = b"Staff\n\nname,skills\nAnn,tin\n"
    assert read_table(data, "x.csv").equals(table_of(data).frame)
    assert list(read_table(data, "x.csv", find_header=False).columns) == ["Staff", "column 2"]


def test_names_of_columns_come_from_no_row_where_there_is_none() -> None:
    assert names_of(Grid([["1", "2"]]), Layout(0)) == []
