"""A batch to take away: the analyst's own columns untouched and in order, the results after them; CSV or XLSX.

Both are written slice by slice, so that a long table needs no more memory than a short one.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import TextIOWrapper
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, TypeAlias

import pandas as pd
import xlsxwriter

from core.errors import InputError
from core.systems.nco_classification.survey.rows import Row, check_of, confidence_of
from core.tables import HEADS, LONGEST_SHEET_CELL, SheetCells, are_names
from core.tables.formulas import disarm

_SLICE = 2_000  # rows
_MOST_SHEET_ROWS = 1_048_575  # below the names of the columns


def result_columns(columns: Iterable[str]) -> list[str]:
    """Name the result columns, under a prefix with which none of the table's own columns begins."""
    taken = [column.strip().lower() for column in columns]
    prefixes = chain(["NCO "], (f"NCO {number} " for number in range(2, len(taken) + 3)))
    prefix = next(prefix for prefix in prefixes if not any(name.startswith(prefix.lower()) for name in taken))
    return [f"{prefix}{name}" for name in _NAMES]


def heads_of(table: pd.DataFrame) -> list[str]:
    """List the names of the table's columns as they stood in its file, empty and repeated ones too."""
    heads: Mapping[str, str] = table.attrs.get(HEADS, {})
    return [heads.get(name, name) for name in table.columns]


def to_frame(table: pd.DataFrame, rows: Sequence[Row]) -> pd.DataFrame:
    """Put the results after the table's own columns; `rows` has one entry for each of its rows, in order."""
    names = result_columns(table.columns)
    results = pd.DataFrame(
        [list(_cells(row).values()) for row in rows], index=table.index, columns=names, dtype="object"
    )
    return pd.concat([table, results], axis=1)


def write_csv(file: BinaryIO, table: pd.DataFrame, rows: Iterable[Row]) -> None:
    """Write all rows as CSV, cells neutral for spreadsheets."""
    write_csv_of_rows(file, heads_of(table), table.itertuples(index=False, name=None), rows)


def write_csv_of_rows(
    file: BinaryIO, heads: Sequence[str], cells: Iterable[Sequence[str]], rows: Iterable[Row]
) -> None:
    """Write the same row by row, for a table that is too long for memory; `heads` may be empty or repeated."""
    text = TextIOWrapper(file, "utf-8-sig", "replace", newline="", write_through=False)
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow([*map(disarm, heads), *result_columns(heads)])
    for own, row in zip(cells, rows, strict=True):
        results = _cells(row).values()
        writer.writerow([*map(disarm, own), *(disarm(cell) if isinstance(cell, str) else cell for cell in results)])
    text.detach()


def write_workbook(file: BinaryIO, table: pd.DataFrame, rows: Iterable[Row]) -> None:
    """Write all rows as XLSX: text as text, never as a formula, numbers as numbers. See `check_workbook`."""
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(file, options) as book:
        sheet = book.add_worksheet("Coded")
        bold = book.add_format({"bold": True})
        sheet.freeze_panes(1, 0)
        names = heads_of(table)
        for column, name in enumerate([*names, *result_columns(names)]):
            sheet.write_string(0, column, name, bold)
        cells = SheetCells(book, sheet)
        in_numbers = [not are_names(table[name]) for name in table.columns]
        for number, record in enumerate(_records(table, rows), start=1):
            for column, value in enumerate(record):
                if column < len(in_numbers) and in_numbers[column]:
                    cells.write_as_found(number, column, str(value))
                else:
                    cells.write(number, column, value)


def _records(table: pd.DataFrame, rows: Iterable[Row]) -> Iterator[tuple[object, ...]]:
    return chain.from_iterable(frame.itertuples(index=False, name=None) for frame in _frames(table, rows))


def check_workbook(table: pd.DataFrame) -> None:
    """Raise `InputError` for a table that does not fit into a sheet: better before the work than after it."""
    advice = "Have the result written as CSV."
    if len(table) > _MOST_SHEET_ROWS:
        raise InputError(f"A sheet holds {_MOST_SHEET_ROWS:,} rows; this table has {len(table):,}.", advice)
    for column in table.columns:
        if table[column].str.len().max() > LONGEST_SHEET_CELL:
            raise InputError(
                f"A cell of a sheet holds {LONGEST_SHEET_CELL:,} characters; column {column!r} has a longer one.",
                advice,
            )


Writer: TypeAlias = Callable[[BinaryIO, pd.DataFrame, Iterable[Row]], None]
WRITERS: dict[str, Writer] = {".csv": write_csv, ".xlsx": write_workbook}


def writer_for(path: Path) -> Writer:
    """Choose the function that writes a file of this name. Raises `InputError` for one that is neither CSV nor XLSX."""
    try:
        return WRITERS[path.suffix.lower()]
    except KeyError:
        raise InputError(f"{path.name} is neither a CSV nor an XLSX file.", "End the name in .csv or .xlsx.") from None


def _frames(table: pd.DataFrame, rows: Iterable[Row]) -> Iterator[pd.DataFrame]:
    """Give the table with its results, a slice at a time."""
    remaining = iter(rows)
    for start in range(0, len(table), _SLICE):
        part = table.iloc[start : start + _SLICE]
        yield to_frame(part, list(islice(remaining, len(part))))


def _cells(row: Row) -> dict[str, object]:
    """Fill the result columns, in order, with the values of a row."""
    machine = {"machine_confidence": row["confidence"], "machine_reason": row["reason"], "by": "", "on": ""}
    values: Mapping[str, object] = {**machine, **row, "check": check_of(row), "of": confidence_of(row)}
    # A confidence of 0 was never measured: nobody is at work, nothing was found, or the words tell of several jobs.
    measured = {key: values[key] or "" for key in ("confidence", "machine_confidence")}
    if row["confidence"] is None:  # decided by hand: only the machine's own confidence is of something
        measured["of"] = ""
    return {name: _cell({**values, "machine_of": values["of"], **measured}[key]) for name, key in _NAMES.items()}


def _cell(value: object) -> object:
    if value is None:
        return ""
    return "; ".join(value) if isinstance(value, list) else value


_NAMES = {
    "code": "code",
    "title": "title",
    "level": "level",
    "confidence": "confidence",
    "confidence of": "of",
    "status": "status",
    "reason": "reason",
    "check": "check",
    "runner-up codes": "runners_up",
    "evidence": "evidence",
    "matching words": "words",
    "question": "question",
    "answer": "answer",
    "decided by": "decided_by",
    "decided by whom": "by",
    "decided on": "on",
    "machine status": "machine_status",
    "machine code": "machine_code",
    "machine confidence": "machine_confidence",
    "machine confidence of": "machine_of",
    "machine reason": "machine_reason",
    "likeliest code": "likeliest_code",
    "likeliest title": "likeliest_title",
    "engine": "engine",
    "data version": "data",
}
