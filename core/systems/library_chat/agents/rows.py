"""Books as the rows of a table: the columns that a question used, lists cut short on the screen and whole in files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from core.stores.library import Book
from core.stores.library_plan import Column, Plan, Where
from core.systems.library_chat.agents.wording import shortened
from core.systems.library_chat.grammar.references import value_in
from core.tables import to_csv

ALWAYS = ("authors", "year")
CHOSEN_BY = ("authors", "genres", "year", "subjects", "pages")
_HIDDEN = ("title", "id", "month")  # the title is first, the month of a date stands in the date


def columns_used(plan: Plan, columns: Mapping[str, Column]) -> list[Column]:
    """Return the columns that a table of a plan's books has: the title, what the plan names, then authors and year."""
    asked = [column.name for column in columns_asked(plan, columns)]
    return [columns[name] for name in dict.fromkeys(("title", *asked, *ALWAYS)) if name in columns]


def columns_chosen_by(plan: Plan, columns: Mapping[str, Column]) -> list[Column]:
    """Return the columns by which somebody chooses a book: what the plan names, then who, which kind, when, about what
    and how long."""
    asked = [column.name for column in columns_asked(plan, columns)]
    return [columns[name] for name in dict.fromkeys(("title", *asked, *CHOSEN_BY)) if name in columns]


def columns_asked(plan: Plan, columns: Mapping[str, Column]) -> list[Column]:
    """Return the columns that a plan names beside the title, numbers and dates first: a narrow screen shows those."""
    named = [
        *plan.show,
        *(order.by for order in plan.order),
        *(key.column for key in plan.by),
        *(measure.column for measure in plan.measures),
        *_tested((*plan.where, *(clause for measure in plan.measures for clause in measure.where))),
    ]
    asked = [columns[name] for name in dict.fromkeys(named) if name in columns and name not in _HIDDEN]
    return sorted(asked, key=lambda column: column.kind not in ("number", "date"))


def _tested(where: Where) -> Iterator[str]:
    return (test.column for clause in where for one in clause.any_of for test in one.all_of)


def table_of(books: Sequence[Book], columns: Sequence[Column], whole: bool = False) -> pd.DataFrame:
    """Make a table, one row a book, under the titles of the columns; `whole` names every value of a list."""
    return pd.DataFrame({heading(column.title): _cells(books, column, whole) for column in columns})


def heading(name: str) -> str:
    """Write a name above a column: "publication_date" becomes "Publication date"."""
    words = " ".join(name.replace("_", " ").split())
    return words[:1].upper() + words[1:]


def _cells(books: Sequence[Book], column: Column, whole: bool) -> object:
    values = [value_in(book, column.name) for book in books]
    if column.kind == "number":
        numbers = [float(value) if isinstance(value, int | float) else None for value in values]
        is_whole = all(number is None or number.is_integer() for number in numbers)
        return pd.array(numbers, dtype="Float64").astype("Int64") if is_whole else pd.array(numbers, dtype="Float64")
    return [_text(value, whole) for value in values]


def _text(value: object, whole: bool) -> str:
    if isinstance(value, tuple):
        return "; ".join(value) if whole else shortened(value)
    if isinstance(value, int | float):  # a date
        number = int(value)
        return f"{number // 10_000:04}-{number // 100 % 100:02}-{number % 100:02}"
    return str(value or "")


def books_csv(books: Sequence[Book], columns: Sequence[Column]) -> bytes:
    """Return books as CSV with all that is known of them, in which a spreadsheet runs nothing."""
    return to_csv(table_of(books, columns, whole=True))
