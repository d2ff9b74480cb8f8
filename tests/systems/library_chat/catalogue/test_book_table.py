"""Tables of books as they come: what becomes a book, and why the rest does not."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as some

from core.stores.library import Book
from core.systems.library_chat.catalogue.book_table import (
    BOOKS,
    check_books,
    pages_of,
    year_of,
)
from core.tables import RowProblem, guess_columns, left_out, read_table

SHARED = Path(__file__).parents[4].parent / "shared" / "data" / "books" / "books_11k.csv"


def read(text: str) -> tuple[list[Book], list[RowProblem]]:
    table = read_table(text.encode(), "books.csv")
    accepted, problems = check_books(table, guess_columns(list(table.columns), BOOKS.words))
    return list(accepted.books), problems


def shortly(text: str) -> str:
    return text[:10]


def test_columns_are_found_by_their_usual_names() -> None:
    columns = ["Book-Title", "Author(s)", "publication_date", "num_pages", "Category", "ISBN-13", "publisher"]
    assert guess_columns(columns, BOOKS.words) == {
        "title": "Book-Title",
        "authors": "Author(s)",
        "year": "publication_date",
        "pages": "num_pages",
        "genres": "Category",
        "subjects": None,
        "id": "ISBN-13",
    }


def test_a_row_becomes_a_book_with_all_its_authors_and_genres() -> None:
    good, bad = read(
        "isbn13,title,authors,publication_date,pages,genres,subjects\n"
        "978,Salt  Roads,Ann Lee/Bo Li,9/16/2006,312 p.,Fantasy;Magic,the sea; trade\n"
    )
    book = Book(
        "978", "Salt Roads", ("Ann Lee", "Bo Li"), ("Fantasy", "Magic"), 2006, 312, ("the sea", "trade"),
        {"published": 20060916, "month": 9, "isbn": "978"},
    )  # fmt: skip
    assert (good, bad) == ([book], [])
    assert book.context == "Salt Roads by Ann Lee, Bo Li (2006) - Fantasy, Magic - 312 pages - about the sea, trade"


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("9/16/2006", 2006), ("2006-09", 2006), ("c1998", 1998), ("published 1998", 1998), ("[1998?]", 1998),
        ("19980916", 1998), ("1998–2001", 1998), ("16 September 2006", 2006), ("2006-09-16 00:00:00", 2006),
        ("", None), ("n.d.", None), ("Unknown", None),
    ],
)  # fmt: skip
def test_a_date_is_read_as_people_write_it(text: str, year: int | None) -> None:
    assert year_of(text) == year


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("312", 312), ("312 p.", 312), ("xii, 312 p.", 312), ("312 pages", 312), ("1,024", 1024), ("ca. 300", 300),
        ("90 S.", 90), ("90 Seiten", 90), ("XII, 345 S. : Ill.", 345), ("1.024 S.", 1024), ("345, [2] p.", 345),
        ("pp. 90", 90), ("S. 90", 90),
        ("90 pág.", 90), ("90 págs.", 90), ("90 páginas", 90), ("90 pagine", 90), ("90 s.", 90),
        ("312.0", 312), ("0", None), ("", None), ("n/a", None),
    ],
)  # fmt: skip
def test_a_length_is_read_as_people_write_it(text: str, pages: int | None) -> None:
    assert pages_of(text) == pages


@pytest.mark.parametrize("text", ["abc", "9/16/06", "12", "3000"])
def test_in_a_date_without_a_year_no_year_is_found(text: str) -> None:
    assert year_of(text) is None


@pytest.mark.timeout(60)  # where each start is tried to the end, a long cell takes minutes
@pytest.mark.parametrize("text", ["2 v.", "-5", "1e9", "many", "9" * 30, "1" * 20_000, "1." * 10_000], ids=shortly)
def test_in_a_length_that_is_none_no_number_is_found(text: str) -> None:
    assert pages_of(text) is None
    (book,), (problem,) = read(f"title,pages\nSalt,{text}\n")
    assert book.pages is None
    assert (problem.row, problem.column, problem.value, problem.outcome) == (2, "pages", text, "left empty")


@pytest.mark.parametrize(
    ("cell", "name"),
    [("Schäfer, Ute [Übers.]", "Ute Schäfer"), ("Schäfer, Ute (traducteur)", "Ute Schäfer"),
     ("Dix, Alan et al.", "Alan Dix"), ("Lamport, Leslie and others", "Leslie Lamport"),
     ("Corey, James (= Ty Franck, Daniel Abraham)", "James Corey"), ("Weber, Karl (Hrsg.)", "Karl Weber")],
)  # fmt: skip
def test_a_role_beside_a_name_and_others_who_are_not_named_are_left_out_and_told(cell: str, name: str) -> None:
    (book, _), (problem,) = read(f'title,authors\nSalt,"{cell}"\nMint,"Lee, Ann"\n')
    assert book.authors == (name,)
    assert (problem.value, problem.reason, problem.outcome) == (cell, f"as “{name}”", "read")


@pytest.mark.parametrize(
    ("cell", "year"),
    [("ca. 1925", 1925), ("n.d. [c. 1890]", 1890), ("1966-1967", 1966), ("1962-63", 1962), ("1883 (rist. 1990)", 1883),
     ("सं. 2000 वि.", 2000)],
)  # fmt: skip
def test_a_year_out_of_a_cell_that_is_no_plain_date_is_told(cell: str, year: int) -> None:
    (book,), (problem,) = read(f"title,year\nSalt,{cell}\n")
    assert book.year == year
    assert (problem.value, problem.reason, problem.outcome) == (cell, f"as {year}", "read")


@pytest.mark.parametrize(
    "cell", ["1925", "c1969", "[1999]", "9/16/2006", "2006-09-16T00:00:00", "March 2004", "12 mars 1999", "20040315"]
)
def test_of_a_plain_date_nothing_needs_to_be_told(cell: str) -> None:
    assert read(f"title,year\nSalt,{cell}\n")[1] == []


def test_a_length_that_is_not_quite_one_is_told() -> None:
    (book,), (problem,) = read("title,pages\nSalt,ca. 420\n")
    assert (book.pages, problem.reason, problem.outcome) == (420, "as 420", "read")


def test_a_length_behind_other_figures_is_told() -> None:
    (several, _), (problem,) = read('title,pages\nSalt,"3 vol. (508, 605 p.)"\nMint,"xii, 209 p."\n')
    assert (several.pages, problem.reason, problem.outcome) == (605, "as 605", "read")


def test_books_alike_but_for_their_id_are_both_kept_and_told() -> None:
    books, (problem,) = read("title,authors,id\nSalt,Ann Lee,1\nSalt,Ann Lee,2\nMint,Ann Lee,3\n")
    assert len(books) == 3
    assert (problem.row, problem.value, problem.outcome) == (3, "2", "read")
    assert "row 2" in problem.reason


def test_a_role_without_a_name_costs_no_book() -> None:
    (book,), (problem,) = read("title,authors\nSalt,(ed.)\n")
    assert (book.authors, problem.reason, problem.outcome) == ((), "as nobody", "read")


def test_several_people_in_names_that_were_joined_from_two_columns_are_told() -> None:
    table = pd.DataFrame({"title": ["NT"], "First + Last": ["Eberhard; Kurt Nestle; Aland"]}, index=[2])
    _, (problem,) = check_books(table, {"title": "title", "authors": "First + Last"})
    assert (problem.column, problem.outcome) == ("First + Last", "read")


def test_a_quotation_mark_without_another_stays() -> None:
    (first, second), _ = read("title,authors\nSalt,Grace Achieng'\nMint,'Ann Lee'\n")
    assert (first.authors, second.authors) == (("Grace Achieng'",), ("Ann Lee",))


def test_a_first_name_in_brackets_is_a_part_of_the_name() -> None:
    (book,), problems = read("title,authors\nL'Amant,Duras (Marguerite)\n")
    assert book.authors == ("Duras (Marguerite)",)
    assert problems == []


def test_subjects_are_parted_at_commas_only_where_nothing_else_parts_any_of_them() -> None:
    (tags, _), _ = read('title,tags\nSalt,"sea, trade"\nMint,plants\n')
    assert tags.subjects == ("sea", "trade")
    (headings, _), _ = read('title,subjects\nSalt,"France, History; Sea"\nMint,"Plants, useful"\n')
    assert headings.subjects == ("France, History", "Sea")


def test_a_name_alone_is_no_title() -> None:
    assert guess_columns(["Item title", "Name", "Main author"], BOOKS.words)["title"] != "Name"


def test_a_list_that_a_program_wrote_is_read_as_a_list() -> None:
    good, _ = read("title,authors,genres\nSalt,\"['Ann Lee', 'Bo Li']\",\"['Fantasy', 'Magic']\"\n")
    assert (good[0].authors, good[0].genres) == (("Ann Lee", "Bo Li"), ("Fantasy", "Magic"))


def test_a_genre_in_capitals_and_without_is_one() -> None:
    good, _ = read("title,genres\nOne,Science Fiction\nTwo,science fiction; SCIENCE FICTION\n")
    assert {genre for book in good for genre in book.genres} == {"Science Fiction"}


def test_a_book_is_left_out_only_when_it_is_none_and_values_that_cannot_be_read_are_left_empty() -> None:
    good, bad = read(
        "title,authors,year,pages,id\nGood,Ann Lee,2001,10,1\n,Ann Lee,2001,10,2\nNo year,A,sometime,10,3\n"
        "No pages,A,2001,lots,4\nTwice,A,2001,10,1\nTape,NOT A BOOK,2001,10,5\n" + f"Long,{'x' * 300},2001,10,6\n"
    )
    assert [book.title for book in good] == ["Good", "No year", "No pages", "Tape", "Long"]
    assert [(row.row, row.reason.partition(":")[0]) for row in left_out(bad)] == [
        (3, "title is empty"),
        (6, "it is the same book as row 2"),
    ]
    assert [(row.row, row.column, row.reason) for row in bad if row.outcome == "left empty"] == [
        (4, "year", "no year"),
        (5, "pages", "no number of pages"),
        (8, "authors", "longer than 200 characters"),
    ]
    assert (7, "as a book, although the table itself says that it is none") in [(row.row, row.reason) for row in bad]


def test_without_an_id_a_book_is_told_by_title_authors_and_year() -> None:
    good, bad = read("title,authors,year\nSalt,Ann Lee,2001\nSalt,Bo Li,2001\nSalt,Ann Lee,2002\nSALT,ann lee,2001\n")
    assert len({book.id for book in good}) == 3
    assert [(row.row, row.reason) for row in bad] == [
        (5, "it is the same book as row 2: title, authors and year are the same")
    ]
    again, _ = read("year,title,authors\n2001,Salt,Ann Lee\n")
    assert again[0].id == good[0].id


def test_an_id_that_a_spreadsheet_rounded_is_none() -> None:
    good, bad = read("title,isbn13\nOne,9.78044E+12\nTwo,9.78044E+12\n")
    assert len({book.id for book in good}) == 2
    assert [(row.row, row.column, row.outcome) for row in bad] == [
        (2, "isbn13", "left empty"),
        (3, "isbn13", "left empty"),
    ]


@given(some.lists(some.tuples(*[some.text(max_size=30)] * len(BOOKS.words)), max_size=5))
def test_every_row_is_a_book_or_has_a_reason(rows: list[tuple[str, ...]]) -> None:
    table = pd.DataFrame(rows, columns=list(BOOKS.words), dtype="object")
    good, bad = check_books(table, {field: field for field in BOOKS.words})
    assert len(good) + len(left_out(bad)) == len(rows)
    assert all(book.title.strip() and book.id for book in good.books)
    assert all(row.reason for row in bad)


@pytest.mark.slow
def test_eleven_thousand_books_are_read_as_they_come() -> None:
    if not SHARED.exists():
        pytest.skip(f"{SHARED.name} is not here")
    good, bad = read(SHARED.read_text(encoding="utf-8"))
    assert (len(good), left_out(bad)) == (11_127, [])
    by_title = {book.title: book for book in good}
    assert by_title["Trust Fund"] == Book(
        "9780345428301", "Trust Fund", ("Stephen W. Frey",),
        ("Fiction", "Thriller", "Mystery", "Suspense", "Economics", "Finance"), 2002, 358, (),
        {"published": 20020102, "month": 1, "isbn": "9780345428301", "publisher": "Fawcett Books",
         "language": "English", "language_code": "eng"},
    )  # fmt: skip
