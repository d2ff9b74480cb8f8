"""Columns of a table of books that stand for no field: what they are called, what they hold, and what is told."""

from __future__ import annotations

import pytest

from core.stores.library_plan import Column
from core.systems.library_chat.catalogue.book_table import BOOKS, AcceptedBooks, check_books
from core.tables import RowProblem, guess_columns, read_table


def read(text: str) -> tuple[AcceptedBooks, list[RowProblem]]:
    table = read_table(text.encode(), "books.csv")
    return check_books(table, guess_columns(list(table.columns), BOOKS.words))


def column(header: str, *cells: str) -> tuple[Column, list[object]]:
    """The one further column of a table, and the values of its books."""
    rows = "".join(f'Book {number},"{cell}"\n' for number, cell in enumerate(cells))
    accepted, _ = read(f'title,"{header}"\n{rows}')
    (found,) = accepted.columns
    return found, [book.extra.get(found.name) for book in accepted.books]


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("Publisher", "publisher"), ("Verlag", "publisher"), ("Éditeur", "publisher"), ("Editorial", "publisher"),
        ("प्रकाशक", "publisher"), ("Average Rating", "rating"), ("ratings_count", "ratings_count"), ("Reihe", "series"),
        ("Place of publication", "place"), ("Preis (EUR)", "price"), ("My Review", "my_review"),
        ("Zusatz zum Titel", "zusatz_zum_titel"), ("Größe", "grosse"), ("homeBranch", "home_branch"),
        ("2nd hand", "column_2nd_hand"), ("рейтинг", "column_1"), ("name", "name_2"), ("catalogue", "catalogue_2"),
        ("value", "value_2"),
    ],
)  # fmt: skip
def test_a_column_is_called_by_what_it_is_or_by_its_header(header: str, name: str) -> None:
    found, values = column(header, "x", "y")
    assert (found, values) == (Column(name=name, title=header.replace("_", " "), kind="text"), ["x", "y"])


def test_columns_of_one_name_are_told_apart() -> None:
    accepted, _ = read("title,Note!,note?,Publisher,Verlag\nSalt,a,b,c,d\n")
    assert dict(accepted.books[0].extra) == {"note": "a", "note_2": "b", "publisher": "c", "verlag": "d"}


@pytest.mark.parametrize(
    ("header", "cells", "kind", "values"),
    [
        ("Copies", ["1", "12", "1,036"], "number", [1, 12, 1036]),
        ("Preis", ["3,50", "€ 12,00", ""], "number", [3.5, 12, None]),
        ("Price", ["$3.50", "€12"], "text", ["$3.50", "€12"]),
        ("Change", ["-3", "4 %"], "number", [-3, 4]),
        ("Code", ["007", "12"], "text", ["007", "12"]),
        ("Phone", ["12345", "3"], "text", ["12345", "3"]),
        ("EAN 13", ["9780439785969", "9780439785968"], "text", ["9780439785969", "9780439785968"]),
        ("Added", ["2007-04-01", "2008-01-02"], "date", [20070401, 20080102]),
        ("Added", ["1/2/2007", "3/4/2008"], "text", ["1/2/2007", "3/4/2008"]),
        ("Added", ["1/2/2007", "13/4/2008"], "date", [20070201, 20080413]),
        ("Added", ["1 mars 2007", "März 3, 2008"], "date", [20070301, 20080303]),
        ("Labels", ["a; b", "b", "n/a"], "list", [("a", "b"), ("b",), None]),
        ("Labels", ["Red", "red", "  RED "], "text", ["Red", "Red", "Red"]),
        ("Stock", ['=""00123""', "45"], "text", ["00123", "45"]),
    ],
)
def test_a_column_is_of_the_kind_of_its_values(header: str, cells: list[str], kind: str, values: list[object]) -> None:
    found, read_as = column(header, *cells)
    assert (found.kind, read_as) == (kind, values)


def test_what_is_no_number_among_numbers_is_left_empty_and_told() -> None:
    rows = "".join(f"Book {number},{number}\n" for number in range(40))
    accepted, (problem,) = read(f"title,copies\n{rows}Last,many\n")
    assert accepted.columns == (Column(name="copies", title="copies", kind="number"),)
    assert dict(accepted.books[-1].extra) == {}
    assert (problem.row, problem.column, problem.value, problem.outcome) == (42, "copies", "many", "left empty")


def test_whole_dates_of_the_year_are_kept_and_a_day_that_never_was_is_told() -> None:
    accepted, (problem,) = read("title,publication date\nSalt,9/16/2006\nMint,11/31/2000\nRye,1999\n")
    assert [(book.year, book.extra.get("published")) for book in accepted.books] == [
        (2006, 20060916), (2000, None), (1999, None)
    ]  # fmt: skip
    assert accepted.columns == (
        Column(name="published", title="publication date", kind="date"),
        Column(name="month", title="Month", kind="number"),
    )
    assert (problem.row, problem.value, problem.outcome) == (3, "11/31/2000", "read")
    assert "no such day" in problem.reason


def test_a_year_alone_makes_no_column_of_dates() -> None:
    assert read("title,year\nSalt,1999\n")[0].columns == ()


def test_an_isbn_that_is_the_id_is_a_column_too() -> None:
    accepted, _ = read("title,ISBN-13\nSalt,9780439785969\nMint,9.78E+12\n")
    assert [book.extra.get("isbn") for book in accepted.books] == ["9780439785969", None]
    assert read("title,id\nSalt,9\n")[0].columns == ()


def test_codes_of_languages_become_names_and_are_kept_beside_them() -> None:
    accepted, _ = read("title,language\nA,eng\nB,en-US\nC,fre\nD,Old Elvish\nE,und\n")
    assert [(book.extra.get("language"), book.extra.get("language_code")) for book in accepted.books] == [
        ("English", "eng"), ("English", "en-US"), ("French", "fre"), ("Old Elvish", None), (None, "und"),
    ]  # fmt: skip
    assert [one.name for one in read("title,Sprache\nA,Deutsch\n")[0].columns] == ["language"]


def test_several_languages_in_a_cell_are_several() -> None:
    accepted, _ = read('title,languages\nA,"eng, fra"\nB,"Greek, Modern"\n')
    assert [book.extra["language"] for book in accepted.books] == [("English", "French"), ("Greek, Modern",)]


def test_of_a_row_that_is_left_out_nothing_is_told_and_columns_of_nothing_are_none() -> None:
    accepted, (problem,) = read("title,year,colour,copies\n,11/31/2000,red,1\nSalt,1/30/2001,,2\n")
    assert (problem.row, problem.outcome) == (2, "row left out")
    assert [one.name for one in accepted.columns] == ["published", "month", "copies"]


def test_the_parts_of_a_joined_column_are_no_further_ones() -> None:
    table = read_table(b"title,First,Last,First + Last\nSalt,Ann,Lee,Ann Lee\n", "books.csv")
    assert check_books(table, {"title": "title", "authors": "First + Last"})[0].columns == ()
