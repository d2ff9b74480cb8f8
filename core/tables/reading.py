"""A table out of a file: its records as text, and in words what of the file is not in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from core.errors import InputError
from core.language.lexicon import word_groups
from core.tables import files
from core.tables.files import Grid, TableFile
from core.tables.headers import guess_columns, is_known, plain_name
from core.tables.layout import Layout, find_layout, first_row, names_of
from core.tables.summary_rows import Row, part_summary_rows

if TYPE_CHECKING:
    import pandas as pd

HEADS = "heads"
"""In the `attrs` of a table: the name of each column as it stands in the file, by the name that tells it apart."""
_MOST_SHEETS = 20  # are looked through
_MOST_QUESTION_ROWS = 2  # below the names of the columns
_IMPORT_MARK = '"ImportId"'  # in the third row of every CSV of Qualtrics
_USUAL = 3  # filled cells of a record, beside which one with a single cell is odd
_MOST_UNNAMED = 50  # columns beyond the last name


@dataclass(frozen=True)
class Table:
    """The records of one sheet. Every cell is a string; the index counts rows as a spreadsheet does, from 1.

    `left_out` are the rows below the names of the columns that are no records; `notes` says so.
    """

    frame: pd.DataFrame
    layout: Layout
    notes: tuple[str, ...] = ()
    left_out: tuple[int, ...] = ()


@dataclass(frozen=True)
class Records:
    """The same before it is a table of pandas, which a process that only reads has no need of.

    `heads` are the names as they stand in the file, where `names` tell empty and repeated ones apart.
    """

    names: list[str]
    rows: list[list[str]]
    numbers: list[int]
    notes: tuple[str, ...] = ()
    left_out: tuple[int, ...] = ()
    heads: tuple[str, ...] = ()


def read_table(data: bytes, name: str, *, keep_blank: bool = False, find_header: bool = True) -> pd.DataFrame:
    """Return a table of text, one row a record, from a CSV (any usual encoding and separator) or a sheet of an XLSX.

    Every cell is a string, an empty one `""`. Names of columns are trimmed, repeated ones numbered. They are looked for
    below lines of a title; without `find_header` they are in the first row that is not blank. Blank rows are left out
    unless `keep_blank`; then only those below the last filled row of an XLSX are, which are there when they were once
    formatted. The index counts rows as a spreadsheet does, from 1. Raises `InputError` for a file that is empty, too
    large, damaged, or something else than its name says.
    """
    file = TableFile(data, name)
    grid = file.grid(choose_sheet(file))
    layout = find_layout(grid) if find_header else first_row(grid)
    return build_table(file, grid, layout, keep_blank=keep_blank).frame


def choose_sheet(file: TableFile, wanted: Mapping[str, Sequence[str]] | None = None) -> str:
    """Return the sheet that looks most like a table: by the names of columns that are known, or else the first filled
    one.

    `wanted` are the fields that the table is to have, each with its other names.
    """
    if len(file.sheets) == 1:
        return file.sheets[0]
    scores: dict[str, int] = {}
    for sheet in file.sheets[:_MOST_SHEETS]:
        grid = file.grid(sheet)
        names = names_of(grid, find_layout(grid))
        fields = guess_columns(names, wanted).values() if wanted else [name for name in names if is_known(name)]
        filled = sum(any(cell.strip() for cell in row) for row in grid.rows)
        scores[sheet] = 2 * sum(field is not None for field in fields) + (filled > 1)
    return max(scores, key=lambda sheet: scores[sheet])


def build_table(file: TableFile, grid: Grid, layout: Layout, *, keep_blank: bool = False) -> Table:
    """Return the table of `read_records`."""
    import pandas as pd

    read = read_records(file, grid, layout, keep_blank=keep_blank)
    frame = pd.DataFrame(read.rows, index=read.numbers, columns=read.names, dtype="str")
    frame.attrs[HEADS] = dict(zip(read.names, read.heads, strict=True))
    return Table(frame, layout, read.notes, read.left_out)


def read_records(file: TableFile, grid: Grid, layout: Layout, *, keep_blank: bool = False) -> Records:
    """Return the records below the names of the columns. Raises `InputError` where there is none."""
    rows = list(enumerate(grid.rows, start=1))
    filled = [(number, row) for number, row in rows if any(cell.strip() for cell in row)]
    if not filled:
        raise InputError(f"{file.name} has no row of column names.", "Put the names of the columns into the first row.")
    body = [(number, row) for number, row in filled if number >= layout.body]
    if not body:
        raise InputError(f"{file.name} has column names and no rows.")
    if keep_blank:
        body = rows[layout.body - 1 : body[-1][0] if file.is_workbook else None]
        extra: dict[str, list[int]] = {}
        repeated = _with_ditto_filled(body)[1]
    else:
        header = grid.rows[layout.header - 1 : layout.body - 1] if layout.header else []
        body, extra = part_summary_rows(body, header)
        if not body:
            raise InputError(f"{file.name} has column names and no rows.")
        body, repeated = _with_ditto_filled(body)
    told = tuple(f"{_rows(numbers)} left out: {reason}." for reason, numbers in extra.items())
    if repeated:
        how = "unchanged" if keep_blank else "with what stands above"
        told += (f"{_rows(repeated)} read {how}, where a cell says “as above”.",)
    names, notes = _columns(_with_units(grid, layout), body)
    width = len(names)
    if width * len(body) > files.MOST_CELLS:
        raise InputError(f"{file.name} has more than {files.MOST_CELLS:,} cells.", "Split it into several files.")
    cells = [(row + [""] * width)[:width] for _, row in body]
    kept = range(width) if keep_blank else _not_empty(cells, width, names_of(grid, layout))
    wide = [number for number, row in body if any(cell.strip() for cell in row[width:])]
    cut = (f"{_rows(wide)} wider than the table; what is beyond the last column is left out.",) if wide else ()
    said = (
        *_left_out(filled, layout),
        *told,
        *_names_again(names, body),
        *_single_cells(body),
        *notes,
        *cut,
        *grid.notes,
    )
    if len(kept) < width:
        cells = [[row[place] for place in kept] for row in cells]
    left_out = tuple(chain.from_iterable(extra.values()))
    found = [*names_of(grid, layout), *[""] * width][:width]
    heads = tuple(found[place] for place in kept)
    return Records([names[place] for place in kept], cells, [number for number, _ in body], said, left_out, heads)


def _with_ditto_filled(body: Sequence[Row]) -> tuple[list[Row], list[int]]:
    """Return the rows with what stands above in every cell that says “as above”, and the numbers of these rows."""
    filled: list[Row] = []
    numbers: list[int] = []
    for number, row in body:
        above = filled[-1][1] if filled else ()
        read = [
            above[place] if cell.strip().casefold() in _as_above() and place < len(above) else cell
            for place, cell in enumerate(row)
        ]
        if read != list(row):
            numbers.append(number)
        filled.append((number, read))
    return filled, numbers


@cache
def _as_above() -> frozenset[str]:
    return word_groups("no_value")["as above"]


def _columns(names: Sequence[str], body: Sequence[Row]) -> tuple[list[str], tuple[str, ...]]:
    """Return a name for every column that has one or holds something; and what is said about columns without a name."""
    named = max((position for position, name in enumerate(names, start=1) if name), default=0)
    widest = max((_width(row) for _, row in body), default=0)
    width = max(named, min(widest, named + _MOST_UNNAMED)) if named else max(widest, len(names))
    filled = [*names[:width], *[""] * (width - len(names))]
    distinct = distinct_names([name or f"column {number}" for number, name in enumerate(filled, start=1)])
    usual = Counter(len(row) for _, row in body).most_common(1)[0][0]
    beyond = [number for number, row in body if _width(row) > named or len(row) > max(named, usual)] if named else []
    if not beyond:
        return distinct, ()
    longer = f"{_rows(beyond)} longer than the row of names"
    return distinct, (f"{longer}: where a cell was parted in two, what follows stands in the wrong columns.",)


def _with_units(grid: Grid, layout: Layout) -> list[str]:
    """Return the names of the columns, each with what the row of units says below it: “Experience (months)”."""
    names = names_of(grid, layout)
    units = [cell.strip().strip("()[]") for cell in grid.rows[layout.body - 2]] if layout.units else []
    return [f"{name} ({unit})" if name and unit else name for name, unit in zip_longest(names, units, fillvalue="")]


def _width(row: Sequence[str]) -> int:
    return max((position for position, cell in enumerate(row, start=1) if cell.strip()), default=0)


def _names_again(names: Sequence[str], body: Sequence[Row]) -> tuple[str, ...]:
    """Say which first rows may be names too, as programs for surveys write them: the questions, or what is below them.

    Such a row has nothing where all records have something, says in a column what the column is called, or holds the
    marks of such a program.
    """
    told: list[int] = []
    for number, row in body[:_MOST_QUESTION_ROWS]:
        repeats = any(plain_name(cell) == plain_name(name) for name, cell in zip(names, row, strict=False) if cell)
        marked = any(_IMPORT_MARK in cell for cell in row)
        if not (repeats or marked or (not told and _lacks_what_all_have(row, body[1:]))):
            break
        told.append(number)
    if not told:
        return ()
    rows = f"Row {told[0]}" if len(told) == 1 else f"Rows {' and '.join(map(str, told))}"
    return (f"{rows} may be no record but names again; if so, choose more “Rows of names”.",)


def _single_cells(body: Sequence[Row]) -> tuple[str, ...]:
    """Say which rows fill one cell where most fill three or more: what was wrapped from the row above, or a page
    number."""
    filled = [(number, sum(bool(cell.strip()) for cell in row)) for number, row in body]
    single = [number for number, cells in filled if cells == 1]
    if not single or 2 * sum(cells >= _USUAL for _, cells in filled) <= sum(cells > 0 for _, cells in filled):
        return ()
    return (f"{_rows(single)} read though only one cell is filled, perhaps with the rest of the row above.",)


def _lacks_what_all_have(first: Sequence[str], others: Sequence[Row]) -> bool:
    """Whether a cell of the first row is empty where no other row's is; of one other row that says nothing."""
    empty = {place for place, cell in enumerate(first) if not cell.strip()}
    for _, row in others:
        if not empty:
            break
        empty = {place for place in empty if place < len(row) and row[place].strip()}
    return len(others) > 1 and bool(empty)


def _not_empty(rows: Sequence[Sequence[str]], width: int, names: Sequence[str]) -> Sequence[int]:
    """Return the places of the columns that have a name or a cell."""
    named = {place for place, name in enumerate(names) if name}
    return [place for place in range(width) if place in named or any(row[place].strip() for row in rows)]


def _left_out(filled: Sequence[tuple[int, Sequence[str]]], layout: Layout) -> tuple[str, ...]:
    """Which rows of the file are no records, in words."""
    notes: list[str] = []
    above = [(number, row) for number, row in filled if number < layout.header]
    if above:
        shown = next(cell.strip() for cell in above[0][1] if cell.strip())[:60]
        notes.append(f"{_rows([number for number, _ in above])} left out, above the names of the columns: “{shown}” …")
    if layout.units:
        unit_row = next((row for number, row in filled if number == layout.body - 1), ())
        shown = ", ".join(cell.strip() for cell in unit_row if cell.strip())[:60]
        notes.append(f"Row {layout.body - 1} is left out as units: {shown}.")
    return tuple(notes)


def _rows(numbers: Sequence[int]) -> str:
    """“Row 3 is”, “Rows 1, 2, 4 are”."""
    if len(numbers) == 1:
        return f"Row {numbers[0]} is"
    shown = ", ".join(f"{number}" for number in numbers[:5])
    return f"Rows {shown}{' …' if len(numbers) > 5 else ''} are"


def distinct_names(names: Sequence[str]) -> list[str]:
    """Give the names that are repeated numbers, so that each is there once."""
    distinct: dict[str, None] = {}
    repeated: Counter[str] = Counter()
    for name in names:
        fresh = name
        while fresh in distinct:
            repeated[name] += 1
            fresh = f"{name} ({repeated[name] + 1})"
        distinct[fresh] = None
    return list(distinct)
