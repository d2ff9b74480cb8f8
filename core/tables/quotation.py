"""Quotation marks that are one too many: in a CSV one of them makes a single cell of all the lines up to the next."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence

END = "\x00"
"""A sign that no text of a table has: behind its last line it stands alone, unless a quotation mark is still open."""
_TELLING = 3  # separators at their places; fewer may stand so in any text
_LIKE_ROWS = 0.8  # of the lines
_SHOWN = 3
_LINE_END = re.compile("[\n\r]")


def with_end(text: str) -> str:
    """Return the text of a table with `END` on a line of its own."""
    return f"{text}{END}" if text.endswith(("\n", "\r")) else f"{text}\n{END}"


def without_end(rows: list[list[str]]) -> bool:
    """Take `END` from the rows of such a text. Return whether a quotation mark was open where the text ended."""
    if rows and rows[-1] == [END]:
        rows.pop()
        return False
    if rows and rows[-1] and rows[-1][-1].endswith(END):
        rows[-1][-1] = rows[-1][-1].removesuffix(END).rstrip("\r\n")
        return True
    return False


def first_torn(rows: Iterator[list[str]]) -> int:
    """Return the first row, from 1, of a strict reader in which something follows a closing mark; 0 without one."""
    number = 1
    try:
        for _ in rows:
            number += 1
    except csv.Error as error:
        return number if "expected after" in str(error) else 0
    return 0


def told_of_quotation(rows: Sequence[Sequence[str]], separator: str, left_open: bool, torn: int) -> tuple[str, ...]:
    """Return in sentences where rows may have been read as lines of one cell, or torn; rows are counted from 1."""
    notes = []
    if torn:
        notes.append(
            f"In row {torn:,} something follows a closing quotation mark: its cells, and those of other rows, may be "
            "torn or run together. Inside a cell such a mark is written twice."
        )
    if left_open:
        rest = len(rows[-1][-1].splitlines()) - 1
        lines = f"the {rest:,} lines after it were" if rest > 1 else "what comes after it was"
        notes.append(
            f"A quotation mark in row {len(rows):,} is never closed: {lines} read as one cell. Take it away, or close "
            "it, and bring the file again."
        )
    closed = rows[:-1] if left_open else rows
    of_lines = [number for number, row in enumerate(closed) if _LINE_END.search("".join(row))]
    widths = Counter(len(row) for row in closed if len(row) > 1) if of_lines else Counter()
    width = max(widths, key=widths.__getitem__, default=0)
    swallowing = [
        number + 1
        for number in of_lines
        if any(_holds_rows(cell, place, separator, width) for place, cell in enumerate(closed[number]))
    ]
    if swallowing:
        shown = ", ".join(f"{number:,}" for number in swallowing[:_SHOWN])
        more = f" and {len(swallowing) - _SHOWN:,} more" if len(swallowing) > _SHOWN else ""
        row, hold = ("Row", "holds") if len(swallowing) == 1 else ("Rows", "hold")
        notes.append(
            f"{row} {shown}{more} {hold} in one cell several lines that look like rows of this table. Perhaps a "
            "quotation mark is one too many."
        )
    return tuple(notes)


def _holds_rows(cell: str, place: int, separator: str, width: int) -> bool:
    """Whether a cell in this column, from 0, is what a mark too many makes of rows that are `width` cells wide.

    Its first line then ends a row, so that exactly the cells behind it are missing there; the lines between are rows,
    and the last one begins one.
    """
    first, *between = cell.splitlines() or [""]
    last = between.pop() if between else None
    if last is None or last.count(separator) >= width:
        return False
    ends_row = len(re.findall(rf"{re.escape(separator)}(?! )", first)) == width - 1 - place  # prose has a space there
    rows = sum(line.count(separator) == width - 1 for line in between)
    told = (width - 1 - place) + rows * (width - 1)
    return ends_row and rows >= _LIKE_ROWS * len(between) and told >= _TELLING
