"""Tables that go out: CSV in which a spreadsheet runs nothing, and templates of what can be brought."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Protocol, TypeVar

import pandas as pd

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
_Value = TypeVar("_Value")


class Described(Protocol):
    """A field of a table that can be brought."""

    @property
    def label(self) -> str:
        """Its name, as the head of a column."""

    @property
    def needed(self) -> bool:
        """Whether a row is useless without it."""

    @property
    def about(self) -> str:
        """What stands in it."""


def escape_formula(value: _Value) -> _Value | str:
    """Return a value from data that a spreadsheet will not take for a formula: a leading = + - @ gets an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_DANGEROUS) else value


def to_csv(table: pd.DataFrame) -> bytes:
    """CSV in UTF-8 with a mark that spreadsheets understand, every text escaped as by `escape_formula`."""
    safe = table.rename(columns=escape_formula).map(escape_formula)
    # By this end of line a lone carriage return is quoted too: else it ends the row, and a formula may begin the next.
    return safe.to_csv(index=False, lineterminator="\r\n").encode("utf-8-sig")


def template(title: str, fields: Sequence[Described]) -> bytes:
    """Return an XLSX with the names of the columns and no row, and a second sheet that says what goes into each."""
    import xlsxwriter

    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True}) as book:
        bold, wrapped = book.add_format({"bold": True}), book.add_format({"text_wrap": True})
        sheet = book.add_worksheet(title)
        sheet.freeze_panes(1, 0)
        sheet.set_column(0, max(len(fields) - 1, 0), 22)
        guide = book.add_worksheet("What goes where")
        guide.set_column(0, 0, 22)
        guide.set_column(1, 1, 10)
        guide.set_column(2, 2, 80)
        for column, words in enumerate(("Column", "Needed", "What stands in it")):
            guide.write_string(0, column, words, bold)
        for number, field in enumerate(fields):
            sheet.write_string(0, number, field.label, bold)
            guide.write_string(number + 1, 0, field.label)
            guide.write_string(number + 1, 1, "yes" if field.needed else "no")
            guide.write_string(number + 1, 2, field.about, wrapped)
    return file.getvalue()
