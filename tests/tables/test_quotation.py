"""A quotation mark too many makes a cell of many rows: it is told where, and no other cell of several lines is."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.tables import TableFile, to_csv
from tests.properties import examples

ROWS = [f"Person {number},bells number {number}" for number in range(100)]


def notes_of(rows: list[str], end: str = "\n") -> str:
    return notes_of_file(("name,headline\n" + "\n".join(rows) + end).encode())


def notes_of_file(data: bytes) -> str:
    file = TableFile(data, "people.csv")
    return " ".join(file.grid(file.sheets[0]).notes)


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_quotation_mark_that_is_never_closed_is_told_with_its_row(end: str) -> None:
    rows = [*ROWS]
    rows[49] = 'Person 49,"Bell man of the north'
    notes = notes_of(rows, end)
    assert "A quotation mark in row 51 is never closed: the 50 lines after it were read as one cell." in notes
    rows = [*ROWS[:-1], 'Person 99,"Bell man']
    assert "A quotation mark in row 101 is never closed: what comes after it was read as one cell." in notes_of(rows)


@pytest.mark.parametrize("closing", ['Person 69,the "tower" man"', '"Person 69",tower', 'Person 69,"the tower"'])
def test_one_that_is_closed_forty_rows_later_is_told_with_its_row(closing: str) -> None:
    rows = [*ROWS]
    rows[29], rows[69] = 'Person 29,"Bell man', closing
    assert "Row 31 holds in one cell several lines that look like rows of this table." in notes_of(rows)


BOOKS = [f'Book {number},Author {number},{1950 + number},Fantasy,{100 + number},"{number},50"' for number in range(60)]


def notes_of_books(place: int, row: str) -> str:
    rows = [*BOOKS]
    rows[place] = row
    head = "title,authors,year,genres,pages,price\n"
    return notes_of_file((head + "\n".join(rows) + "\n").encode())


def test_in_a_wide_table_a_row_that_took_the_next_one_in_is_told() -> None:
    assert "Row 32 holds in one cell" in notes_of_books(30, '"Book 30,Author 30,1980,Fantasy,130,30.50')
    prose = "Bells, towers, organs,\nand, as it seems, clocks, too."
    assert notes_of_books(30, f'Book 30,Author 30,1980,"{prose}",130,30.50') == ""


def test_what_follows_a_closing_mark_is_told_with_its_row() -> None:
    torn = 'Book 20,"Author twenty,1970,Fantasy,120,"20,50"'
    assert "In row 22 something follows a closing quotation mark" in notes_of_books(20, torn)
    assert "In row 22 something follows" in notes_of_books(20, 'Book 20,"Lee" Ann,1970,Fantasy,120,"20,50"')
    assert notes_of_books(20, 'Book 20,"Lee ""Ann"" Xu",1970,Fantasy,5" disk,"20,50"') == ""


def test_many_of_them_are_counted() -> None:
    rows = [*ROWS]
    for place in range(5, 95, 10):
        rows[place], rows[place + 4] = f'Person {place},"Bell man', f'Person {place + 4},tower"'
    assert "Rows 7, 13, 19 and 6 more hold in one cell" in notes_of(rows)


@pytest.mark.parametrize(
    "cell", ["Main Street 5\nLondon, United Kingdom", "One.\nTwo.\nThree.", "a\nb, c, d\ne", "\n\n\n", '"a",\n"b",']
)
def test_cells_of_several_lines_are_told_nothing_of(cell: str) -> None:
    quoted = cell.replace('"', '""')
    assert "quotation" not in notes_of([*ROWS, f'Person 100,"{quoted}"'])


@given(st.lists(st.tuples(st.text(), st.text().filter(lambda text: "," not in text)), min_size=1, max_size=5))
@examples(50)
def test_what_a_program_wrote_well_is_never_called_open(rows: list[tuple[str, str]]) -> None:
    table = pd.DataFrame([("a", "b"), *rows], columns=["first", "second"]).map(lambda text: text.replace("\x00", ""))
    assert "never closed" not in notes_of_file(to_csv(table))
