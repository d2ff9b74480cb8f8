"""Where in a sheet the table stands: lines of a title above it, one or several rows of names, a row of units below.

It is found by itself and may be wrong, so everything that is left out is told, and an analyst can say where it is.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from core.language.lexicon import word_list
from core.tables.files import Grid
from core.tables.headers import is_known, says_nothing

_LOOKED_AT = 60  # filled rows
_HIGHEST = 30  # among so many filled rows the names of the columns are looked for
_LONGEST_NAME = 120
_NUMBER = re.compile(r"[^\w]*\d[\d.,'’\s ]*(?:%|[€$£₹])?|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}.*")
_YEAR = re.compile(r"(?:19|20)\d{2}")
_BRACKETED = re.compile(r"[(\[][^()\[\]]{1,30}[)\]]")


@dataclass(frozen=True)
class Layout:
    """The rows of a table, counted from 1 as a spreadsheet does; `header` 0 says that no row holds names."""

    header: int
    header_rows: int = 1
    units: bool = False

    @property
    def body(self) -> int:
        """The first row that may be a record."""
        return self.header + (self.header_rows if self.header else 0) + self.units + (0 if self.header else 1)


def first_row(grid: Grid) -> Layout:
    """Take the first filled row for the names of the columns, whatever it is."""
    return Layout(next((number for number, row in enumerate(grid.rows, start=1) if any(map(str.strip, row))), 1))


def find_layout(grid: Grid) -> Layout:
    """Find the names of the columns, which are in the first filled row unless much speaks against it."""
    filled = [number for number, row in enumerate(grid.rows, start=1) if any(cell.strip() for cell in row)]
    if len(filled) < 2:
        return Layout(filled[0] if filled else 1)
    header = _find_header(grid, filled)
    if _is_record(grid, header, filled):
        return Layout(0)
    layout = Layout(header)
    if _names_groups(grid, header - 1, header):
        layout = Layout(header - 1, 2)
    elif _has_second_row(grid, header, filled):
        layout = Layout(header, 2)
    after = layout.body
    if after in filled and filled[-1] > after and _is_units(grid, after, filled):
        return Layout(layout.header, layout.header_rows, units=True)
    return layout


def names_of(grid: Grid, layout: Layout) -> list[str]:
    """Return the name of each column, from one row or several; empty where there is none."""
    if not layout.header:
        return []
    chosen = grid.rows[layout.header - 1 : layout.header - 1 + layout.header_rows]
    width = max((len(row) for row in chosen), default=0)
    padded = [[cell.strip() for cell in row] + [""] * (width - len(row)) for row in chosen]
    for number, upper in enumerate(padded[:-1]):
        _spread(grid, layout.header - 1 + number, upper, padded[number + 1])
    names = []
    for parts in zip(*padded, strict=True):
        names.append(" – ".join(dict.fromkeys(part for part in parts if part)))
    return names


def _spread(grid: Grid, number: int, upper: list[str], lower: Sequence[str]) -> None:
    """Let the name of a group stand over each of its columns: those of the merged cell, or the ones without a name."""
    merges = [merge for merge in grid.merges if merge.top <= number <= merge.bottom and merge.right > merge.left]
    for merge in merges:
        for column in range(merge.left, min(merge.right + 1, len(upper))):
            upper[column] = upper[merge.left]
    if merges:
        return
    last = ""
    for column, name in enumerate(upper):
        last = name or last
        if not name and lower[column]:
            upper[column] = last


# --- finding ----------------------------------------------------------------------------------------------------------


def _cells(grid: Grid, number: int) -> list[str]:
    """Return the cells of a row, by its number from 1."""
    return [cell.strip() for cell in grid.rows[number - 1]] if 0 < number <= len(grid.rows) else []


def _filled(cells: Sequence[str]) -> list[str]:
    return [cell for cell in cells if cell]


def _find_header(grid: Grid, filled: Sequence[int]) -> int:
    sizes = sorted((len(_filled(_cells(grid, number))) for number in filled[:_LOOKED_AT]), reverse=True)
    typical = statistics.median_high(sizes[: (len(sizes) + 1) // 2])
    likely = [number for number in filled[:-1][:_HIGHEST] if _may_name(_cells(grid, number), typical)]
    if not likely:
        return filled[0]
    first = likely[0]
    if _known(grid, first):
        return first
    better = [number for number in likely[1:] if _known(grid, number) >= max(2, typical * 0.4)]
    return better[0] if better else first


def _may_name(cells: Sequence[str], typical: int) -> bool:
    """Whether this may be the names of columns, and not a line of a title: nearly as full as the other rows."""
    names = _filled(cells)
    known = sum(is_known(name) for name in names)
    if len(names) > 1 and len(set(names)) == 1:
        return False  # one cell merged over all columns
    if any(len(name) > _LONGEST_NAME for name in names) and known < 2:
        return len(names) >= typical
    return len(names) >= typical / 2 or known >= 2


def _known(grid: Grid, number: int) -> int:
    return sum(is_known(name) for name in _filled(_cells(grid, number)))


def _is_record(grid: Grid, header: int, filled: Sequence[int]) -> bool:
    """Whether the row that should hold names is a record like those below: with numbers where they have numbers."""
    cells = _cells(grid, header)
    if header != filled[0] or any(is_known(cell) for cell in cells if cell):
        return False
    numbers = [column for column, cell in enumerate(cells) if _is_number(cell) and not _YEAR.fullmatch(cell)]
    return any(_share(grid, column, header, filled, _is_number) >= 0.8 for column in numbers)


def _names_groups(grid: Grid, above: int, header: int) -> bool:
    """Whether the row above the names says which of them belong together."""
    cells, names = _cells(grid, above), _cells(grid, header)
    groups = _filled(cells)
    if not groups or any(_is_number(cell) or cell.endswith(":") or len(cell) > 60 for cell in groups):
        return False
    merged = any(merge.top == above - 1 == merge.bottom and merge.right > merge.left for merge in grid.merges)
    starts = [column for column, cell in enumerate(cells) if cell]
    over_several = len(starts) > 1 and any(
        names[column : column + 2] and all(names[column : column + 2]) for column in starts
    )
    if len(set(groups)) == 1 and not (merged and starts[0] > 0):
        return False  # a title
    return merged or over_several


def _has_second_row(grid: Grid, header: int, filled: Sequence[int]) -> bool:
    """Whether the row below belongs to the names: it fills what a group leaves open, and is unlike the records."""
    upper, lower = _cells(grid, header), _cells(grid, header + 1)
    if header + 1 not in filled or filled[-1] <= header + 1:
        return False
    if any(len(cell) > 60 or _is_number(cell) or says_nothing(cell) for cell in _filled(lower)):
        return False
    upper += [""] * (len(lower) - len(upper))
    first = next((column for column, cell in enumerate(upper) if cell), 0)
    opened = [column for column, cell in enumerate(lower) if cell and column > first and not upper[column]]
    merged = any(merge.top == header - 1 == merge.bottom and merge.right > merge.left for merge in grid.merges)
    if not opened and not merged:
        return False
    if merged or sum(is_known(cell) for cell in _filled(lower)) >= 2:
        return True
    return any(
        cell and _share(grid, column, header + 1, filled, _is_number) >= 0.8 for column, cell in enumerate(lower)
    )


def _is_units(grid: Grid, number: int, filled: Sequence[int]) -> bool:
    """Whether a row below the names holds units: “(years)”, “kg”, over columns of numbers."""
    cells = _cells(grid, number)
    if any(_is_number(cell) for cell in cells):
        return False
    units = [column for column, cell in enumerate(cells) if cell and _is_unit(cell)]
    contrast = [column for column in units if _share(grid, column, number, filled, _has_digit) >= 0.6]
    bracketed = any(_BRACKETED.fullmatch(cells[column]) for column in units)
    if len(units) == sum(1 for cell in cells if cell and not says_nothing(cell)) and units:
        below_too = any(_BRACKETED.fullmatch(cell) for cell in _cells(grid, number + 1))
        return bool(contrast) or (bracketed and not below_too)
    return len(contrast) >= 2


def _is_unit(cell: str) -> bool:
    return bool(_BRACKETED.fullmatch(cell)) or cell.casefold() in _units()


@cache
def _units() -> frozenset[str]:
    return word_list("units_in_tables")


def _is_number(cell: str) -> bool:
    return bool(_NUMBER.fullmatch(cell))


def _has_digit(cell: str) -> bool:
    return any(sign.isdigit() for sign in cell)


def _share(grid: Grid, column: int, above: int, filled: Sequence[int], test: Callable[[str], bool]) -> float:
    """How many of the cells below row `above` pass a test, of those that say something; 0 where none does."""
    cells = [
        row[column].strip()
        for number in filled[: _LOOKED_AT + _HIGHEST]
        if number > above and column < len(row := grid.rows[number - 1])
    ]
    told = [cell for cell in cells if not says_nothing(cell)]
    return sum(map(test, told)) / len(told) if told else 0.0
