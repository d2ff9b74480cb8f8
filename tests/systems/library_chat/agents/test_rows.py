"""Books as the rows of a table."""

from __future__ import annotations

import pytest

from core.stores.library import Book
from core.stores.library_columns import FIXED
from core.stores.library_plan import Alternative, Clause, Column, Key, Measure, Order, Plan, Test, must
from core.systems.library_chat.agents.rows import books_csv, columns_used, table_of

PUBLISHED = Column(name="published", title="published_on", kind="date")
RATING = Column(name="rating", title="Rating", kind="number")
COLUMNS = {column.name: column for column in (*FIXED, PUBLISHED, RATING)}
GENRES = ("Fantasy", "Horror", "Fiction", "Vampires")
BOOK = Book("1", "=Dusk", ("Ann Lee",), GENRES, 1999, 210, (), {"published": 19990405.0, "rating": 4.5})
BARE = Book("2", "Dawn", (), ())


@pytest.mark.parametrize(
    ("plan", "further"),
    [
        (Plan(), []),
        (Plan(where=(must(Test(column="genres", values=("Fantasy",))),)), ["genres"]),
        (Plan(show=("rating", "title"), order=(Order(by="pages"),)), ["rating", "pages"]),
        (Plan(show=("genres",), order=(Order(by="pages"),)), ["pages", "genres"]),
        (Plan(by=(Key(column="published", part="decade"),), measures=(Measure(of="mean", column="rating"),)),
         ["published", "rating"]),
        (Plan(measures=(Measure(of="share", where=(must(Test(column="genres", values=("x",))),)),)), ["genres"]),
        (Plan(where=(Clause(any_of=(Alternative(all_of=(Test(column="id"), Test(column="pages"))),)),)), ["pages"]),
        (Plan(by=(Key(column="genres"),), order=(Order(by="value"),)), ["genres"]),
    ],
)  # fmt: skip
def test_a_table_has_what_the_question_used_right_behind_the_title_numbers_first(
    plan: Plan, further: list[str]
) -> None:
    assert [column.name for column in columns_used(plan, COLUMNS)] == ["title", *further, "authors", "year"]


def test_numbers_stand_as_numbers_dates_as_dates_and_what_is_unknown_stays_empty() -> None:
    table = table_of([BOOK, BARE], list(COLUMNS.values()))
    assert table["Year"].tolist()[0] == 1999
    assert table["Year"].isna().tolist() == [False, True]
    assert table["Published on"].tolist() == ["1999-04-05", ""]
    assert table["Rating"].tolist()[0] == 4.5
    assert table["Genres"].tolist() == ["Fantasy, Horror, Fiction +1", ""]


def test_the_file_has_every_value_of_a_list_and_nothing_that_a_spreadsheet_would_run() -> None:
    text = books_csv([BOOK], list(COLUMNS.values())).decode("utf-8-sig")
    assert "Fantasy; Horror; Fiction; Vampires" in text
    assert ",=Dusk" not in text
    assert not text.splitlines()[1].startswith("=")
