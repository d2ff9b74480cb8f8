"""Tables that go out: CSV and sheets in which a spreadsheet runs nothing, and templates of what can be brought."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, SupportsFloat, TypeVar

from core.tables.formulas import disarm, is_formula

if TYPE_CHECKING:
    import pandas as pd
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

_SHEET_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,20})?(?:e[-+][0-9]{2})?")
LONGEST_SHEET_CELL = 32_767
"""Characters that a cell of a sheet holds."""
_CUT = " … (the rest is in the CSV: a cell of a sheet holds no more)"
_NAME_OF_DIGITS = re.compile(r"0[0-9]+|[0-9]{16,}")
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


def to_csv(table: pd.DataFrame) -> bytes:
    """CSV in UTF-8 with a mark that spreadsheets understand, in which they run nothing; `read_table` takes it back.

    Every text is quoted, so that spaces at its ends and lone carriage returns stay in it. One that a spreadsheet could
    run has an apostrophe (`formulas.disarm`).
    """
    safe = table.rename(columns=_disarmed).map(_disarmed)
    text = safe.to_csv(index=False, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    return text.encode("utf-8-sig")


def _disarmed(value: _Value) -> _Value | str:
    return disarm(value) if isinstance(value, str) else value


class SheetCells:
    """Writes values of data into a sheet of a workbook: texts as text, which nothing runs, and numbers as numbers."""

    def __init__(self, book: Workbook, sheet: Worksheet) -> None:
        self._book = book
        self._sheet = sheet
        # Shown as it is, and still a text after somebody has pressed Enter in the cell.
        self._stays_text = book.add_format({"quote_prefix": True})
        self._decimals: dict[int, Format] = {}

    def write(self, row: int, column: int, value: object, look: Format | None = None) -> None:
        """Write a text or a number; nothing where there is neither, or no letter. `look` is that of a number.

        A text that is longer than a cell of a sheet may be ends where the cell does, and says so.
        """
        if isinstance(value, str):
            if not value:  # a cell that is not there is as empty, and takes no time and no room
                return
            whole = value if len(value) <= LONGEST_SHEET_CELL else value[: LONGEST_SHEET_CELL - len(_CUT)] + _CUT
            self._sheet.write_string(row, column, whole, self._stays_text if is_formula(value) else None)
        elif isinstance(value, float | int | SupportsFloat) and not math.isnan(value := float(value)):
            self._sheet.write_number(row, column, value, look)

    def write_as_found(self, row: int, column: int, text: str) -> None:
        """Write what is a number in every spreadsheet (12, -99, 0.50) as one, with as many decimals, and all else as
        text."""
        if not is_sheet_number(text):
            self.write(row, column, text)
            return
        decimals = len(text.partition(".")[2]) if text.endswith("0") and "e" not in text else 0
        if decimals and decimals not in self._decimals:
            self._decimals[decimals] = self._book.add_format({"num_format": f"0.{'0' * decimals}"})
        self.write(row, column, float(text), self._decimals.get(decimals))


def is_sheet_number(text: str) -> bool:
    """Whether a text says what a number in a sheet would say: not 007, +5, 1,5, 2E10, or more digits than are kept."""
    return bool(_SHEET_NUMBER.fullmatch(text))


def are_names(cells: Iterable[str]) -> bool:
    """Whether numbers in a column are names, which must stay as they are written: 007, or sixteen digits."""
    return any(_NAME_OF_DIGITS.fullmatch(cell) for cell in cells)


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
