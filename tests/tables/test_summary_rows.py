"""Rows that are no records are left out of a table and told; no record is taken for one of them."""

from __future__ import annotations

import pytest

from core.tables.files import TableFile
from core.tables.layout import find_layout
from core.tables.reading import Table, build_table


def read(text: str, *, keep_blank: bool = False) -> Table:
    file = TableFile(text.encode(), "people.csv")
    grid = file.grid(file.sheets[0])
    return build_table(file, grid, find_layout(grid), keep_blank=keep_blank)


def names(table: Table) -> list[str]:
    return [str(name) for name in table.frame.iloc[:, 0]]


HEAD = "Name,Role,City,Years\n"
TWO = "Ada Moss,Weaver,York,7\nBo Lind,Miller,Lund,3\n"


@pytest.mark.parametrize(
    "row",
    [
        "Total,,,10",
        "TOTAL: 2 people,,,",
        "Grand total,2,,",
        "Summe,,,10",
        "कुल योग,2,,10",
        "Total headcount,2,–,10",
        "Nº de títulos: 2,,,",
    ],
)
def test_a_row_of_totals_is_no_record_and_is_told(row: str) -> None:
    table = read(HEAD + TWO + row + "\n")
    assert names(table) == ["Ada Moss", "Bo Lind"]
    assert "Row 4 is left out: a total." in table.notes


@pytest.mark.parametrize(
    "row",
    ["Total Recall,Dealer in films,York,4", "Sum Ting,Cook,York,4", "Ada Counts,Weaver,York,4", "Counter,Clerk,York,4"],
)
def test_a_record_that_begins_like_a_total_is_kept(row: str) -> None:
    table = read(HEAD + TWO + row + "\n")
    assert len(table.frame) == 3
    assert not table.notes


def test_names_of_columns_that_are_printed_again_are_no_record() -> None:
    table = read(HEAD + TWO + HEAD + "Cy Dole,Smith,Hull,4\n")
    assert names(table) == ["Ada Moss", "Bo Lind", "Cy Dole"]
    assert "Row 4 is left out: the names of the columns once more." in table.notes


def test_a_second_table_below_is_left_out_whole_because_its_columns_mean_something_else() -> None:
    table = read(HEAD + TWO + "\nName,Left on,Role,Years\nKarel Vlk,2022-06-30,Locksmith,40\n")
    assert names(table) == ["Ada Moss", "Bo Lind"]
    assert "Rows 5, 6 are left out: a second table." in table.notes


def test_remarks_below_the_table_are_no_records() -> None:
    table = read(HEAD + TWO + "Source: the office\n* part time\n")
    assert names(table) == ["Ada Moss", "Bo Lind"]
    assert "Rows 4, 5 are left out: a remark below the table." in table.notes


def test_where_records_fill_one_cell_too_the_last_of_them_stay() -> None:
    assert len(read(HEAD + TWO + "Cy Dole,,,\nDi Ray,,,\nEd Fox,Smith,Hull,4\nFay Orr,,,\n").frame) == 6
    assert len(read("Title,Note\nAtlas,old\nMaps,\n").frame) == 2


def test_a_table_that_is_given_back_as_it_came_keeps_every_row() -> None:
    assert len(read(HEAD + TWO + "Total,,,10\n", keep_blank=True).frame) == 3
