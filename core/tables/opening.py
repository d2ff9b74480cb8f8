"""A table that an analyst brings, read in a process of its own: no file takes the memory or the time of the server."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from core.errors import InputError
from core.isolation import MB, Limits, run_apart
from core.tables.files import LARGEST_FILE, Grid, TableFile, too_large
from core.tables.layout import Layout, find_layout
from core.tables.reading import HEADS, Records, Table, choose_sheet, read_records

if TYPE_CHECKING:
    import pandas as pd

_ROWS_OFFERED = 30  # first rows among which the names of the columns are
_SHOWN = 60  # characters of a row


@dataclass(frozen=True)
class Opened:
    """One sheet of a file: which there are, where its table was found, and its table.

    `first_rows` are those among which the names of the columns may be looked for: number, and how it begins.
    """

    sheets: tuple[str, ...]
    sheet: str
    found: Layout
    first_rows: tuple[tuple[int, str], ...]
    read: Table | InputError

    @property
    def table(self) -> Table:
        """The records. Raises `InputError` where this layout leaves none."""
        if isinstance(self.read, InputError):
            raise self.read
        return self.read


def open_table(
    data: bytes,
    name: str,
    wanted: Mapping[str, Sequence[str]] | None = None,
    *,
    sheet: str | None = None,
    layout: Layout | None = None,
    keep_blank: bool = False,
) -> Opened:
    """Read a CSV or a sheet of an XLSX as `read_table` does, in a process of its own.

    Without `sheet` it is the one that looks most like a table with the fields `wanted`, without `layout` the names of
    the columns are looked for. Raises `InputError` for a file that cannot be read, or not within the limits of one.
    """
    if len(data) > LARGEST_FILE:
        raise too_large(name)
    words = {field: list(names) for field, names in wanted.items()} if wanted else None
    given = list(astuple(layout)) if layout else None
    read = run_apart(name, _open, data, name, words, sheet, given, keep_blank, limits=_limits(data))
    found = Layout(*read["found"])
    rows = tuple((number, text) for number, text in read["first_rows"])
    table: Table | InputError
    if "refused" in read:
        table = InputError(*read["refused"])
    else:
        notes, left_out = tuple(read["notes"]), tuple(read["left_out"])
        frame = _frame(read["columns"], read["numbers"])
        frame.attrs[HEADS] = dict(zip(frame.columns, read["heads"], strict=True))
        table = Table(frame, layout or found, notes, left_out)
    return Opened(tuple(read["sheets"]), read["sheet"], found, rows, table)


def _limits(data: bytes) -> Limits:
    """Return more time for a larger workbook, which unpacks to many times its size."""
    seconds = 12 + 1.5 * len(data) / MB if data[:4] == b"PK\x03\x04" else 18
    return Limits(seconds=seconds, answer=150 * MB)


def _frame(columns: Sequence[tuple[str, bytes, bytes]], numbers: bytes) -> pd.DataFrame:
    """Return the table over the very bytes that came, instead of a Python object a cell."""
    import pyarrow as pa

    rows = array("q", numbers)
    arrays = []
    for _, ends, text in columns:
        cells = pa.Array.from_buffers(pa.large_string(), len(rows), [None, pa.py_buffer(ends), pa.py_buffer(text)])
        cells.validate(full=True)
        arrays.append(cells)
    frame: pd.DataFrame = pa.Table.from_arrays(arrays, names=[name for name, *_ in columns]).to_pandas()
    frame.index = rows.tolist()
    return frame


# --- in the process of its own ----------------------------------------------------------------------------------------


def _open(
    data: bytes,
    name: str,
    wanted: dict[str, list[str]] | None,
    sheet: str | None,
    layout: list[Any] | None,
    keep_blank: bool,
) -> dict[str, Any]:
    file = TableFile(data, name)
    chosen = choose_sheet(file, wanted) if sheet is None else sheet
    grid = file.grid(chosen)
    found = find_layout(grid)
    opened = {
        "sheets": list(file.sheets),
        "sheet": chosen,
        "found": list(astuple(found)),
        "first_rows": _first_rows(grid, found),
    }
    try:
        records = read_records(file, grid, Layout(*layout) if layout else found, keep_blank=keep_blank)
    except InputError as error:  # another layout may be chosen
        return {**opened, "refused": [str(error), error.advice]}
    return {**opened, **_packed(records)}


def _first_rows(grid: Grid, found: Layout) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for number, row in enumerate(grid.rows, start=1):
        if len(rows) < _ROWS_OFFERED or number == found.header:
            text = ", ".join(cell.strip() for cell in row if cell.strip())
            if text:
                rows.append([number, text[:_SHOWN] + "…" if len(text) > _SHOWN else text])
        elif number > found.header:
            break
    return rows


def _packed(records: Records) -> dict[str, Any]:
    """Return a column as its name, the places where its cells end, and the text of all of them in UTF-8."""
    columns = []
    for place, name in enumerate(records.names):
        cells = [row[place].encode("utf-8", "replace") for row in records.rows]
        ends = array("q", accumulate(map(len, cells), initial=0))
        columns.append([name.encode("utf-8", "replace").decode(), ends.tobytes(), b"".join(cells)])
    return {
        "columns": columns,
        "numbers": array("q", records.numbers).tobytes(),
        "notes": list(records.notes),
        "left_out": list(records.left_out),
        "heads": [head.encode("utf-8", "replace").decode() for head in records.heads],
    }
