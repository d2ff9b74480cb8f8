"""Tables of the analyst's: read from CSV and XLSX as they come, written so that a spreadsheet runs nothing in them."""

from __future__ import annotations

from core.tables.encodings import decode_text
from core.tables.fields import Field, TableKind
from core.tables.files import TableFile
from core.tables.headers import fields_of, guess_columns
from core.tables.layout import Layout
from core.tables.opening import open_table
from core.tables.problems import RowProblem, left_out, summarise
from core.tables.reading import HEADS, Table, read_table
from core.tables.writing import LONGEST_SHEET_CELL, SheetCells, are_names, template, to_csv

__all__ = [
    "HEADS",
    "LONGEST_SHEET_CELL",
    "Field",
    "Layout",
    "RowProblem",
    "SheetCells",
    "Table",
    "TableFile",
    "TableKind",
    "are_names",
    "decode_text",
    "fields_of",
    "guess_columns",
    "left_out",
    "open_table",
    "read_table",
    "summarise",
    "template",
    "to_csv",
]
