"""Lines of cells in columns: which make one row, and whether all of them are a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from core.documents.pdf_pages import Page, Word

_NEAR = 2.5  # points within which two lines are one, and a line ends at another
_PROSE = 5  # words: a column that has so many in most of its lines holds running text
_SPACED = 1.15  # times the least step from line to line: some steps are wider
_CLOSE = 1.08  # times the least step: within a row
_ALIGNED = 0.75  # of the cells of a column
_FILLED = 0.5  # of the cells
_FEWEST_TYPED = 3
_TYPED = 0.6
_BULLET = re.compile(r"[-*+•‣◦▪●·–—o✓]")
_MARKER = re.compile(r"[-*+•‣◦▪●·–—o✓]|\(?(?:\d{1,4}|[A-Za-z]|[ivxlIVXL]+)[.):]?|\[\w+\]|[\dA-Z]+(?:\.\d+)+\.?")
_LEADER = re.compile(r"(?:\. ?){4}|…{2}|(?:· ?){4}")
_NO_NUMBER = re.compile(r"[^\d.,%±]").search
_FIGURE = re.compile(r"\d+|[ivxlc]+")


class Cell(NamedTuple):
    """Words that stand together in one line: their numbers and place."""

    numbers: tuple[int, ...]
    left: float
    bottom: float
    right: float
    top: float

    @property
    def height(self) -> float:
        """Return the height in points."""
        return self.top - self.bottom


Placed = list[list[Cell]]  # a line: for each column the cells that stand in it


def rows_of(lines: Sequence[Placed], rules: Sequence[float]) -> list[Placed]:
    """Put lines together that make one row, by ruled lines at heights `rules` or by how they are spaced."""
    rows: list[Placed] = []
    for line, starts in zip(lines, _starts(lines, rules), strict=True):
        if starts:
            rows.append([[*cells] for cells in line])
        else:
            rows[-1] = [above + cells for above, cells in zip(rows[-1], line, strict=True)]
    return rows


def _starts(lines: Sequence[Placed], rules: Sequence[float]) -> list[bool]:
    """Say for each line whether it begins a row: behind a ruled line when most rows are parted by one, or else when its
    first column is filled and it does not follow closely where rows are spaced."""
    tops = [max(cell.top for cells in line for cell in cells) for line in lines]
    bottoms = [min(cell.bottom for cells in line for cell in cells) for line in lines]
    middles = [(top + bottom) / 2 for top, bottom in zip(tops, bottoms, strict=True)]
    inside = [rule for rule in rules if middles[-1] < rule < middles[0]]
    begun = sum(bool(line[0]) for line in lines)
    if len(inside) >= max(2, (begun - 1) / 2) and len(inside) < len(lines):
        bands = [sum(rule > middle for rule in rules) for middle in middles]
        return [True, *(one != other for one, other in pairwise(bands))]
    steps = [one - other for one, other in pairwise(middles)]
    spaced = max(steps) > _SPACED * min(steps)
    close = [spaced and step <= _CLOSE * min(steps) for step in steps]
    following = zip(lines[1:], close, strict=True)
    return [True, *(bool(line[0]) and (all(line) or not is_close) for line, is_close in following)]


def proves_itself(page: Page, lines: Sequence[Placed], rows: Sequence[Placed], ruled: bool) -> bool:
    """Whether lines of cells are a table: enough rows that are filled, aligned columns, not prose, contents or a
    list."""
    columns = [[cell for cells in column for cell in cells] for column in zip(*lines, strict=True)]
    filled = sum(sum(map(bool, line)) > 1 for line in lines)
    if len(rows) < (2 if ruled else 3) or filled < (2 if ruled else 3) or 3 * filled < len(lines):
        return False
    if sum(_is_aligned(column) for column in columns) < len(columns) - (len(columns) > 3):
        return False
    prose = sum(median(len(cell.numbers) for cell in column) >= _PROSE for column in columns)
    texts = [[" ".join(page.words[number].text for number in cell.numbers) for cell in column] for column in columns]
    if prose > 1 or _is_list(texts, ruled) or any(map(_LEADER.search, (text for column in texts for text in column))):
        return False
    words = [page.words[number] for column in columns for cell in column for number in cell.numbers]
    if ruled:
        return not (all(map(_FIGURE.fullmatch, texts[0])) and _is_typed(words))
    scarce = sum(bool(cells) for row in rows for cells in row) < _FILLED * len(rows) * len(columns)
    return not (scarce or _is_typed(words) or _is_contents(texts) or (prose and len(columns) == 2))


def _is_list(columns: Sequence[Sequence[str]], ruled: bool) -> bool:
    """Whether the first column holds marks of a list, of which numbers may also count the rows of a ruled table."""
    return all(map((_BULLET if ruled else _MARKER).fullmatch, columns[0])) and len(columns) == 2


def _is_contents(columns: Sequence[Sequence[str]]) -> bool:
    """Whether the last column holds the numbers of pages, which grow."""
    last = columns[-1]
    if not all(map(_FIGURE.fullmatch, last)) or (len(columns) > 2 and not all(map(_MARKER.fullmatch, columns[0]))):
        return False
    pages = [int(page) for page in last if page.isdecimal()]
    return pages == sorted(pages)


def _is_typed(words: Iterable[Word]) -> bool:
    """Whether letters are equally wide, as in code."""
    widths = [
        (word.right - word.left) / len(word.text) for word in words if len(word.text) > 2 and _NO_NUMBER(word.text)
    ]
    if len(widths) < _FEWEST_TYPED:
        return False
    middle = median(widths)
    return sum(abs(width - middle) < 0.02 * middle for width in widths) > _TYPED * len(widths)


def _is_aligned(column: Sequence[Cell]) -> bool:
    """Whether most cells of a column begin at its left, end at its right or stand in its middle."""
    left, right = min(cell.left for cell in column), max(cell.right for cell in column)
    near = sum(
        min(cell.left - left, right - cell.right, abs(cell.left + cell.right - left - right) / 2) < _NEAR
        for cell in column
    )
    return near >= _ALIGNED * len(column)
