"""Tables of a PDF without lines on all sides, which must prove themselves.

Their words are written row after row (prose in two columns is written column after column), blank channels part their
columns from top to bottom, what stands in a column is aligned, and at most one column holds running text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf
from statistics import median

from core.documents.pdf_cells import Table, overlap, text, tidied
from core.documents.pdf_pages import Page, Rule, Word
from core.documents.pdf_rows import Cell, proves_itself, rows_of

_Line = list[Cell]
_Column = tuple[float, float]  # where it begins and ends
_NEAR = 2.5  # points within which two lines are one, and a line ends at another
_GAP = 0.55  # of the height of a line: a wider blank parts two cells
_FARTHEST = 2.2  # line heights between two rows of a table without lines
_MOST_JUMPED = 12  # lines that the writing may go back up, from the end of one cell to the top of the next
_MOST_TRIES = 6  # with the lines of one run, each time without the first: it may be none of the table's
_MOST_LINES = 200  # of a table on one page
_PADDING = 15.0  # points between a ruled line's end and the words


def flows(page: Page, taken: frozenset[int]) -> Iterator[list[_Line]]:
    """Give stretches of a page that are written downwards, each as lines of cells from top to bottom."""
    flow: list[_Line] = []
    for cell in _cells(page, taken):
        line = next((one for one in reversed(flow[-_MOST_JUMPED:]) if overlap(one[-1], cell)), None)
        if line is not None and cell.left >= line[-1].right - _NEAR:
            line.append(cell)
        elif line is None and (not flow or cell.top <= min(one.bottom for one in flow[-1]) + _NEAR):
            flow.append([cell])
        else:
            if flow:
                yield flow
            flow = [[cell]]
    if flow:
        yield flow


def _cells(page: Page, taken: frozenset[int]) -> Iterator[Cell]:
    """Give runs of words that stand in one line with no more than a blank between them."""
    numbers: list[int] = []
    for number, word in enumerate(page.words):
        if numbers and not (number not in taken and _goes_on(page.words[numbers[-1]], word)):
            yield _cell(page, numbers)
            numbers = []
        if number not in taken:
            numbers.append(number)
    if numbers:
        yield _cell(page, numbers)


def _goes_on(last: Word, word: Word) -> bool:
    height = min(last.top - last.bottom, word.top - word.bottom)
    letter = min((one.right - one.left) / len(one.text) for one in (last, word))  # as wide as a blank of a typewriter
    return overlap(last, word) and -height < word.left - last.right < max(_GAP * height, 1.25 * letter)


def _cell(page: Page, numbers: Sequence[int]) -> Cell:
    words = [page.words[number] for number in numbers]
    return Cell(
        tuple(numbers),
        min(word.left for word in words),
        min(word.bottom for word in words),
        max(word.right for word in words),
        max(word.top for word in words),
    )


def aligned(page: Page, flow: Sequence[_Line], lying: Sequence[Rule]) -> Iterator[Table]:
    """Give the tables in a stretch that is written downwards; `lying` are the ruled lines of the page."""
    first = tried = 0
    while first < len(flow):
        last = _end_of_run(flow, first)
        run = flow[first:last]
        columns = _together(run, _columns(run)) if len(run) > 1 else []
        table = _read_run(page, run, columns, lying) if len(columns) > 1 else None
        if table is not None:
            yield table
        tried = 0 if table is not None or len(run) == 1 else (tried + 1) % _MOST_TRIES
        first = last if table is not None or tried == _MOST_TRIES - 1 else first + 1


def _end_of_run(flow: Sequence[_Line], first: int) -> int:
    """Return the line behind the last of a run that begins at `first`, in which no line bridges the columns."""
    if len(flow[first]) < 2:
        return first + 1
    columns, last = _columns([flow[first]]), first + 1
    for line in flow[first + 1 : first + _MOST_LINES]:
        together = _columns([line], columns)
        apart = min(cell.bottom for cell in flow[last - 1]) - max(cell.top for cell in line)
        joined = flow[first:last] if len(together) < len(columns) else []
        if apart > _FARTHEST * line[0].height or not all(_are_parted(one, together) for one in [line, *joined]):
            break
        columns, last = together, last + 1
    second = columns[1][0] if len(columns) > 1 else -inf
    while last > first + 1 and len(flow[last - 1]) == 1 and flow[last - 1][0].left < second:
        last -= 1  # the line below a table that stands under its first column belongs to the text
    return last


def _are_parted(line: _Line, columns: Sequence[_Column]) -> bool:
    """Whether no two cells of a line stand in one column."""
    return all(sum(low <= cell.left <= high for cell in line) < 2 for low, high in columns)


def _together(lines: Sequence[_Line], columns: Sequence[_Column]) -> list[_Column]:
    """Return columns with neighbours made one of which no line fills both: words on the left of a column and figures
    on its right. The closest go first."""
    found = list(columns)
    for _ in columns:
        pairs = sorted((right[0] - left[1], number) for number, (left, right) in enumerate(pairwise(found)))
        for _, number in pairs:
            one = found[number][0], found[number + 1][1]
            if all(_are_parted(line, [one]) for line in lines):
                found[number : number + 2] = [one]
                break
        else:
            break
    return found


def _columns(run: Iterable[_Line], columns: Sequence[_Column] = ()) -> list[_Column]:
    """Return where the columns of these lines begin and end: what no blank channel parts is one."""
    cells = [cell for line in run for cell in line]
    least = _GAP / 2 * min(cell.height for cell in cells)
    found: list[_Column] = []
    for left, right in sorted([*columns, *((cell.left, cell.right) for cell in cells)]):
        if found and left < found[-1][1] + least:
            found[-1] = found[-1][0], max(found[-1][1], right)
        else:
            found.append((left, right))
    return found


def _read_run(page: Page, run: Sequence[_Line], columns: Sequence[_Column], lying: Sequence[Rule]) -> Table | None:
    left, right = columns[0][0], columns[-1][1]
    top, bottom = max(cell.top for cell in run[0]), min(cell.bottom for cell in run[-1])
    height = median(cell.height for line in run for cell in line)
    rules = [
        rule.at
        for rule in lying
        if bottom - height < rule.at < top + height
        and min(rule.end, right) - max(rule.start, left) > 0.6 * (right - left)
        and abs(rule.start - left) < _PADDING
    ]
    placed = [[[cell for cell in line if low <= cell.left <= high] for low, high in columns] for line in run]
    rows = rows_of(placed, sorted(rules, reverse=True))
    bounded = sum(rule > top - height for rule in rules) > 0 and sum(rule < bottom + height for rule in rules) > 0
    if not proves_itself(page, placed, rows, bounded and len(rules) > 1):
        return None
    words = [[[number for cell in cells for number in cell.numbers] for cells in row] for row in rows]
    texts = [[text(page, numbers) for numbers in row] for row in words]
    return Table(tidied(texts), frozenset(number for row in words for numbers in row for number in numbers))
