"""Files of tables: the sheets of a CSV or an XLSX as rows of text, whatever the encoding and the separator."""

from __future__ import annotations

import csv
import datetime
import io
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Protocol, TypeVar, cast

from core.errors import InputError
from core.tables.encodings import decode_text, told_of_encoding, told_of_unread
from core.tables.formats import WORKBOOK, not_readable, refuse_what_is_no_table
from core.tables.formulas import rearm
from core.tables.quotation import first_torn, told_of_quotation, with_end, without_end

LARGEST_FILE = 50 * 1024 * 1024  # bytes
LARGEST_UNPACKED = 500 * 1024 * 1024  # bytes inside an XLSX, which is a zip
MOST_CELLS = 5_000_000
MOST_COLUMNS = 16_384  # as in a spreadsheet
LONGEST_CELL = 1_000_000  # characters; a spreadsheet holds a thirtieth of it
# What the zip, XML and XLSX readers raise over a file that is damaged or locked with a password.
_DAMAGES = (
    ArithmeticError, AttributeError, EOFError, LookupError, OSError, RuntimeError, SyntaxError, TypeError, ValueError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip
_MERGE = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=\"([A-Z0-9:$]+)\"")
_WRAPPED = re.compile(r'="([^"]*)"')
_MOST_MERGES = 100_000
_SEPARATOR_LINE = re.compile(r"\s*\"?sep=(.)\"?\s*(?:\r\n?|\n)", re.IGNORECASE)


@dataclass(frozen=True)
class Merge:
    """Cells that a spreadsheet shows as one: rows and columns from 0, the last ones included."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True)
class Grid:
    """One sheet as it stands: `rows[0]` is row 1 of the file. Cells merged downwards are filled in every row."""

    rows: list[list[str]]
    merges: tuple[Merge, ...] = ()
    notes: tuple[str, ...] = ()


class TableFile:
    """A file of tables, its sheets read when they are asked for."""

    def __init__(self, data: bytes, name: str) -> None:
        """Raise `InputError` for a file that is empty, too large, damaged, or something else than its name says."""
        if not data.strip():
            raise InputError(f"{name} is empty.")
        if len(data) > LARGEST_FILE:
            raise too_large(name)
        refuse_what_is_no_table(data, name)
        self.name = name
        self.is_workbook = data.startswith(WORKBOOK)
        self._data = data
        self.sheets = _sheet_names(data, name) if self.is_workbook else ("",)

    def grid(self, sheet: str) -> Grid:
        """Return the rows of one of `sheets`. Raises `InputError`."""
        if self.is_workbook:
            return _shortened(_sheet_grid(self._data, self.name, sheet))
        return _shortened(_text_grid(self._data, self.name))


def _shortened(grid: Grid) -> Grid:
    """Cut cells that no table holds, and say so: a lost quotation mark makes one cell of half a file."""
    cut = 0
    for row in grid.rows:
        for place, cell in enumerate(row):
            if len(cell) > LONGEST_CELL:
                row[place] = cell[:LONGEST_CELL]
                cut += 1
    if not cut:
        return grid
    cells = "1 cell holds" if cut == 1 else f"{cut:,} cells hold"
    note = f"{cells} more than {LONGEST_CELL:,} characters, cut there. Perhaps a quotation mark is missing."
    return replace(grid, notes=(*grid.notes, note))


def too_large(name: str) -> InputError:
    """Return what is said of a file that has more bytes than one may have."""
    return InputError(f"{name} is larger than {LARGEST_FILE // 1024**2} MB.", "Split it into several files.")


def _text_grid(data: bytes, name: str) -> Grid:
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    text, encoding = decode_text(data, name) if marked or b"\x00" not in data else ("\x00", "")
    if "\x00" in text:
        raise InputError(f"{name} is not a table.", "Give a CSV or an XLSX file.")
    rows, notes = _text_rows(text, name)
    return Grid(rows, notes=(*told_of_encoding(text, encoding), *told_of_unread(rows), *notes))


def _text_rows(text: str, name: str) -> tuple[list[list[str]], tuple[str, ...]]:
    """Return the rows, and what is to be told of them."""
    csv.field_size_limit(LARGEST_FILE)  # or a single endless cell, which is one bad row, would spoil the whole file
    separator, declared, _ = separator_of(text)
    above: list[list[str]] = [[]] if declared else []
    try:
        closed = with_end(text[declared:])
        rows = [*above, *([unwrapped(cell) for cell in row] for row in _counted(_parse(closed, separator), name))]
    except csv.Error as error:
        raise InputError(f"{name} cannot be read as CSV: {error}.", "Save it again, or as XLSX.") from None
    left_open = without_end(rows)
    torn = first_torn(_parse(closed, separator, strict=True)) if '"' in closed else 0
    return rows, told_of_quotation(rows, separator, left_open, torn and torn + len(above))


def separator_of(text: str) -> tuple[str, int, bool]:
    """Return what parts the cells of a CSV, where its first row begins, and whether spaces follow what parts them.

    A line for spreadsheets that declares the separator counts as a row and is none.
    """
    declared = _SEPARATOR_LINE.match(text)
    separator = declared[1] if declared else _separator(text)
    return separator, declared.end() if declared else 0, _is_spaced(text, separator)


def _is_spaced(text: str, separator: str) -> bool:
    # A space before a quotation mark is the style of a program; any other is the analyst's own.
    return re.search(rf'{re.escape(separator)} +"', text) is not None


def _parse(text: str, separator: str, strict: bool = False) -> Iterator[list[str]]:
    spaced = _is_spaced(text, separator)
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=spaced, strict=strict)


def _separator(text: str) -> str:
    """Return the one that parts the largest share of the first rows into equally many cells, more than one.

    Not `csv.Sniffer`, which takes apostrophes in the text for quotation marks, and seconds for a text of quotes. Not by
    the first row: lines of a title may stand above the table. A share, and not how many: a cell may hold a whole table
    in Markdown.
    """

    def agreement(separator: str) -> tuple[float, int]:
        widths = Counter(map(len, islice(filter(None, _parse(text[:20_000], separator)), 50)))
        several = {width: times for width, times in widths.items() if width > 1}
        if not several:
            return 0, 0
        width, times = max(several.items(), key=lambda item: (item[1], item[0]))
        return times / widths.total(), width

    return max(",;\t|", key=agreement)


class _Sheet(Protocol):
    """What is used of a worksheet that openpyxl reads row by row."""

    title: str
    sheet_state: str
    _worksheet_path: str
    reset_dimensions: Callable[[], None]
    iter_rows: Callable[..., Iterator[tuple[object, ...]]]


def _sheets(data: bytes, *, formulas: bool = False) -> list[_Sheet]:
    """Return the worksheets that are not hidden, or all when all are."""
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=not formulas)
    sheets = cast(list[_Sheet], book.worksheets)
    return [sheet for sheet in sheets if sheet.sheet_state == "visible"] or sheets


def unwrapped(cell: str) -> str:
    """Take the text out of a cell that was written so that no spreadsheet takes it for a number or runs it.

    Programs write ="007"; this one, and others, write an apostrophe before what could be a formula.
    """
    wrapped = _WRAPPED.fullmatch(cell)
    return wrapped[1] if wrapped else rearm(cell)


def _sheet(data: bytes, title: str, *, formulas: bool = False) -> _Sheet:
    for sheet in _sheets(data, formulas=formulas):
        if sheet.title == title:
            return sheet
    raise InputError(f"There is no sheet {title!r}.")


def _sheet_names(data: bytes, name: str) -> tuple[str, ...]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(item.file_size for item in archive.infolist()) > LARGEST_UNPACKED:
                raise InputError(f"{name} unpacks to more than {LARGEST_UNPACKED // 1024**2} MB.")
        names = tuple(sheet.title for sheet in _sheets(data))
    except _DAMAGES as error:
        raise not_readable(name) from error
    if not names:
        raise not_readable(name)
    return names


def _sheet_grid(data: bytes, name: str, title: str) -> Grid:
    try:
        sheet = _sheet(data, title)
        sheet.reset_dimensions()  # a sheet may claim a million columns, and then each row would be padded to them
        rows = [["" if cell is None else _cell(cell) for cell in row] for row in _counted(_values(sheet), name)]
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            merges, has_formulas = _marks(archive, sheet._worksheet_path)
        notes = _formulas_without_result(data, title, rows) if has_formulas else ()
        return Grid(_fill_down(rows, merges), merges, notes)
    except _DAMAGES as error:
        raise not_readable(name) from error


def _values(sheet: _Sheet) -> Iterator[tuple[object, ...]]:
    return sheet.iter_rows(values_only=True)


def _marks(archive: zipfile.ZipFile, path: str) -> tuple[tuple[Merge, ...], bool]:
    """Return the merged cells of a sheet, and whether there are formulas in it: what is not told while rows are
    read."""
    from openpyxl.utils.cell import range_boundaries

    has_formulas, kept = False, b""
    with archive.open(path.lstrip("/")) as file:
        while piece := file.read(1 << 20):
            kept += piece
            has_formulas = has_formulas or b"<f>" in kept or b"<f " in kept
            after = kept.find(b"</sheetData>")
            if after < 0:
                kept = kept[-20:]
            else:
                kept = kept[after:] + file.read()
                break
    merges = []
    for found in islice(_MERGE.finditer(kept), _MOST_MERGES):
        left, top, right, bottom = range_boundaries(found[1].decode())
        if left and top and right and bottom:
            merges.append(Merge(int(top) - 1, int(left) - 1, int(bottom) - 1, int(right) - 1))
    return tuple(merges), has_formulas


def _formulas_without_result(data: bytes, title: str, rows: list[list[str]]) -> tuple[str, ...]:
    """Return a formula that no spreadsheet has worked out yet looks like an empty cell: that is said."""
    sheet = _sheet(data, title, formulas=True)
    sheet.reset_dimensions()
    empty = sum(
        isinstance(cell, str) and cell.startswith("=") and not read
        for written, row in zip(_values(sheet), rows, strict=False)
        for cell, read in zip(written, row, strict=False)
    )
    if not empty:
        return ()
    cells = "1 cell holds a formula" if empty == 1 else f"{empty:,} cells hold formulas"
    return (f"{cells} without a result, and counts as empty. Open the file in a spreadsheet, save it, bring it again.",)


def _fill_down(rows: list[list[str]], merges: Iterable[Merge]) -> list[list[str]]:
    """Return what stands in a merged cell stands in each of its rows, in its first column."""
    left = MOST_CELLS  # merged cells that overlap without end would take hours
    for merge in merges:
        left -= merge.bottom - merge.top
        if merge.top >= len(rows) or merge.left >= len(rows[merge.top]) or left < 0:
            continue
        text = rows[merge.top][merge.left]
        for row in rows[merge.top + 1 : merge.bottom + 1]:
            row.extend([""] * (merge.left + 1 - len(row)))
            row[merge.left] = row[merge.left] or text
    return rows


_Row = TypeVar("_Row", bound=Sequence[object])


def _counted(rows: Iterable[_Row], name: str) -> Iterator[_Row]:
    """Give the rows, as long as they have no more cells than memory: a small file can be packed full of them."""
    cells = 0
    for row in rows:
        if len(row) > MOST_COLUMNS:
            raise InputError(f"{name} has a row of more than {MOST_COLUMNS:,} cells.", "Leave columns out.")
        cells += len(row) + 1
        if cells > MOST_CELLS:
            raise InputError(f"{name} has more than {MOST_CELLS:,} cells.", "Split it into several files.")
        yield row


def _cell(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return str(value.date())
    return str(value)
