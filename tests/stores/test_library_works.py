"""Which rows of a catalogue are editions of one work: nothing folds that might be another book."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from core.stores.library import Book
from core.stores.library_plan import Column
from core.stores.library_works import apart, folded, work_of


def book(title: str, *authors: str, id: str = "", **extra: str) -> Book:
    return Book(id or f"{title}:{authors}:{extra}", title, authors or ("Ann Lee",), (), extra=extra)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("East Of Eden", "East of Eden"),
        ("Pedro Páramo", "Pedro Paramo"),
        ("Forever . . .", "Forever..."),
        ("The Hobbit: Or There and Back Again", "The Hobbit or There and Back Again"),
        ("PHP & MySQL", "PHP and MySQL"),
        ("Harry Potter (Harry Potter  #1)", "Harry Potter (Harry Potter, #1)"),
        ("Ünder\u0020the Sea", "U\u0308nder the Sea"),
    ],
)
def test_a_title_is_the_same_but_for_capitals_accents_and_punctuation(one: str, other: str) -> None:
    assert work_of(book(one)) == work_of(book(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kings (Saga #1)", "Kings (Saga #2)"),
        ("Kings", "Kings (Saga #1)"),
        ("Works, Vol. 1", "Works, Vol. 2"),
        ("Works, Volume I", "Works, Volume II"),
        ("Kings", "Kings: A Novel"),
        ("C", "C++"),
        ("C", "C#"),
        ("C++", "C#"),
        ("1984", "1985"),
        ("Part 1.5", "Part 15"),
    ],
)
def test_volumes_subtitles_and_numbers_never_fold(one: str, other: str) -> None:
    assert work_of(book(one)) != work_of(book(other))


def test_authors_are_the_same_people_in_any_order() -> None:
    assert work_of(book("Omens", "Ann Lee", "Bo Ek")) == work_of(book("Omens", "Bo Ek", "ANN LEE"))
    assert work_of(book("Omens", "Ann Lee")) != work_of(book("Omens", "Ann Lee", "Bo Ek"))
    assert work_of(book("Omens", "Ann Lee")) != work_of(book("Omens", "Cy Dole"))


def test_without_authors_or_without_a_title_to_compare_every_row_is_a_work() -> None:
    bare = [Book(str(number), "Poems", (), ()) for number in range(2)]
    signs = [book("???", id=str(number)) for number in range(2)]
    assert len(folded([*bare])) == len(folded(signs)) == 2


def test_where_a_column_tells_volumes_apart_they_stay_apart() -> None:
    columns = [Column(name=name, title=name, kind="text") for name in ("volume", "publisher", "series_no", "notes")]
    assert apart(columns) == ("volume", "series_no")
    first, second = book("Works", volume="1", publisher="A"), book("Works", volume="2", publisher="A")
    assert len(folded([first, second], ("volume",))) == 2
    assert len(folded([first, book("Works", volume="1", publisher="B")], ("volume",))) == 1


TITLES = some.text(some.sampled_from("aB1é +#&'.-(, "), max_size=8)
BOOKS = some.lists(
    some.builds(lambda title, authors, id: Book(str(id), title, tuple(authors), ()), TITLES,
                some.lists(some.sampled_from(["Ann", "Bo"]), unique=True), some.integers(0, 50)),
    unique_by=lambda one: one.id, max_size=12,
)  # fmt: skip


@given(BOOKS)
def test_every_book_is_in_one_work_in_order_and_numbers_in_titles_are_the_same_there(books: list[Book]) -> None:
    works = folded(books)
    assert sorted(one.id for work in works for one in work) == sorted(one.id for one in books)
    assert [work[0].id for work in works] == [one.id for one in books if any(work[0] is one for work in works)]
    for work in works:
        assert len({"".join(sign for sign in one.title if sign.isdigit()) for one in work}) == 1
        assert len({frozenset(one.authors) for one in work}) == 1
