"""Tables on a page of a PDF: cells between ruled lines, or words that stand in rows and columns without any.

Without ruled lines on all sides a table must prove itself: its words are written row after row (prose in two columns is
written column after column), blank channels part its columns from top to bottom, what stands in a column is aligned,
and at most one column holds running text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from statistics import median
from typing import NamedTuple

from core.documents.pdf_pages import Page, Rule, Word

_NEAR = 2.5  # points within which two lines are one, and a line ends at another
_GAP = 0.55  # of the height of a line: a wider blank parts two cells
_PROSE = 5  # words: a column that has so many in most of its lines holds running text
_FARTHEST = 2.2  # line heights between two rows of a table without lines
_MOST_JUMPED = 12  # lines that the writing may go back up, from the end of one cell to the top of the next
_MOST_LINES = 200  # of a table on one page
_MOST_WORDS = 6_000  # on a page; what holds more is not looked at
_MOST_CELLS = 20_000  # of a grid; what has more is a drawing
_LARGEST_CELL = 120  # words, in the middle; what holds more is a box of text
_ALIGNED = 0.75  # of the cells of a column
_FILLED = 0.5  # of the cells
_PADDING = 15.0  # points between a ruled line's end and the words
_FEWEST_TYPED = 3
_TYPED = 0.6
_BULLET = re.compile(r"[-*+•‣◦▪●·–—o✓]")
_MARKER = re.compile(r"[-*+•‣◦▪●·–—o✓]|\(?(?:\d{1,4}|[A-Za-z]|[ivxlIVXL]+)[.):]?|\[\w+\]|[\dA-Z]+(?:\.\d+)+\.?")
_LEADER = re.compile(r"(?:\. ?){4}|…{2}|(?:· ?){4}")
_NO_NUMBER = re.compile(r"[^\d.,%±]").search
_FIGURE = re.compile(r"\d+|[ivxlc]+")
Row = list[str]


class Table(NamedTuple):
    """A table as rows of equally many cells, and which words of its page (by number) stand in it."""

    rows: list[Row]
    words: frozenset[int]


class _Cell(NamedTuple):
    """Words that stand together in one line: their numbers and place."""

    numbers: tuple[int, ...]
    left: float
    bottom: float
    right: float
    top: float

    @property
    def height(self) -> float:
        return self.top - self.bottom


_Line = list[_Cell]
_Column = tuple[float, float]  # where it begins and ends


def find_tables(page: Page) -> list[Table]:
    """Return the tables of a page in the order in which they are written."""
    if len(page.words) > _MOST_WORDS:
        return []
    lying, standing = _joined(page.lying), _joined(page.standing)
    tables = [*_ruled(page, lying, standing)]
    taken = frozenset[int]().union(*(table.words for table in tables))
    for flow in _flows(page, taken):
        tables += _aligned(page, flow, lying)
    return sorted(tables, key=lambda table: min(table.words))


# --- between ruled lines ----------------------------------------------------------------------------------------------


def _joined(rules: Iterable[Rule]) -> list[Rule]:
    """Return lines with those put together that lie on one another or go on where another ends."""
    found: list[Rule] = []
    for _, level in groupby(_levelled(rules), key=lambda rule: rule.at):
        for rule in sorted(level, key=lambda rule: rule.start):
            if found and found[-1].at == rule.at and rule.start <= found[-1].end + _NEAR:
                found[-1] = found[-1]._replace(end=max(found[-1].end, rule.end))
            else:
                found.append(rule)
    return found


def _levelled(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Give the lines by height, those within `_NEAR` of the first of them at its height."""
    at = float("-inf")
    for rule in sorted(rules):
        if rule.at > at + _NEAR:
            at = rule.at
        yield rule._replace(at=at)


def _ruled(page: Page, lying: Sequence[Rule], standing: Sequence[Rule]) -> Iterator[Table]:
    for across, upright in _grids(lying, standing):
        lefts = sorted({rule.at for rule in upright})
        heights = sorted({rule.at for rule in across}, reverse=True)
        if len(lefts) > 2 and len(heights) > 1 and len(lefts) * len(heights) < _MOST_CELLS:
            table = _read_grid(page, across, upright, lefts, heights)
            if table is not None:
                yield table


def _grids(lying: Sequence[Rule], standing: Sequence[Rule]) -> Iterator[tuple[list[Rule], list[Rule]]]:
    """Give the sets of lines that touch each other, lying and standing apart."""
    above = list(range(len(lying) + len(standing)))
    for number, upright in enumerate(standing, start=len(lying)):
        for other, across in enumerate(lying):
            if _meets(across, upright.at) and _meets(upright, across.at):
                above[_root(above, number)] = _root(above, other)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for number, rule in enumerate([*lying, *standing]):
        groups.setdefault(_root(above, number), ([], []))[number >= len(lying)].append(rule)
    yield from groups.values()


def _root(above: list[int], number: int) -> int:
    while above[number] != number:
        above[number] = above[above[number]]
        number = above[number]
    return number


def _meets(rule: Rule, at: float) -> bool:
    return rule.start - _NEAR <= at <= rule.end + _NEAR


def _read_grid(
    page: Page, across: Sequence[Rule], upright: Sequence[Rule], lefts: list[float], heights: list[float]
) -> Table | None:
    """Read the cells of a grid; what spans several rows is said in each, what spans columns in the first of them."""
    rows, columns = len(heights) - 1, len(lefts) - 1
    above = list(range(rows * columns))
    for number in range(rows * columns):
        row, column = divmod(number, columns)
        middle_y, middle_x = (heights[row] + heights[row + 1]) / 2, (lefts[column] + lefts[column + 1]) / 2
        if column + 1 < columns and not _stands(upright, lefts[column + 1], middle_y):
            above[_root(above, number + 1)] = _root(above, number)
        if row + 1 < rows and not _stands(across, heights[row + 1], middle_x):
            above[_root(above, number + columns)] = _root(above, number)
    inside: dict[int, list[int]] = {}
    for number, word in enumerate(page.words):
        x, y = (word.left + word.right) / 2, (word.bottom + word.top) / 2
        if lefts[0] < x < lefts[-1] and heights[-1] < y < heights[0]:
            row = sum(y < height for height in heights) - 1
            column = sum(x > left for left in lefts) - 1
            inside.setdefault(_root(above, row * columns + column), []).append(number)
    if not _is_grid_of_cells(inside, columns):
        return None
    firsts = {number: _root(above, number) for number in range(rows * columns)}
    said: list[Row] = []
    for row in range(rows):
        cells = range(row * columns, (row + 1) * columns)
        filled = {firsts[number]: inside.get(firsts[number], []) for number in cells}
        for lines in _split(page, list(filled.values())) if row else [list(filled.values())]:
            texts = dict(zip(filled, (_text(page, words) for words in lines), strict=True))
            said.append([texts.pop(firsts[number], "") for number in cells])
    return Table(_tidied(said), frozenset(number for words in inside.values() for number in words))


def _stands(rules: Iterable[Rule], at: float, across: float) -> bool:
    return any(abs(rule.at - at) <= _NEAR and _meets(rule, across) for rule in rules)


def _is_grid_of_cells(inside: dict[int, list[int]], columns: int) -> bool:
    """Whether what is filled in a grid makes a table: two rows and columns at least, and no boxes full of text."""
    rows, across = {number // columns for number in inside}, {number % columns for number in inside}
    sizes = [len(words) for words in inside.values()]
    return len(rows) > 1 and len(across) > 1 and len(inside) > 3 and median(sizes) <= _LARGEST_CELL


def _split(page: Page, cells: list[list[int]]) -> list[list[list[int]]]:
    """Part a row into its lines where all cells have equally many, three at least: lines stand between columns only."""
    lines = [[[*line] for line in _lines_of(page, cell)] for cell in cells if cell]
    counts = {len(one) for one in lines}
    if len(lines) < 2 or len(counts) != 1 or min(counts) < 3:
        return [cells]
    parted = iter(lines)
    each = [next(parted) if cell else [[]] * min(counts) for cell in cells]
    return [list(row) for row in zip(*each, strict=True)]


def _lines_of(page: Page, numbers: Iterable[int]) -> list[list[int]]:
    """Return words by the lines they stand in, from top to bottom, each from left to right."""
    lines: list[list[int]] = []
    for number in sorted(numbers, key=lambda one: -(page.words[one].bottom + page.words[one].top)):
        word = page.words[number]
        if lines and _overlap(word, page.words[lines[-1][0]]):
            lines[-1].append(number)
        else:
            lines.append([number])
    return [sorted(line, key=lambda one: page.words[one].left) for line in lines]


def _overlap(one: Word | _Cell, other: Word | _Cell) -> bool:
    """Whether two stand in one line: half of the lower one's height is beside the other."""
    shared = min(one.top, other.top) - max(one.bottom, other.bottom)
    return shared > 0.5 * min(one.top - one.bottom, other.top - other.bottom)


def _text(page: Page, numbers: Iterable[int]) -> str:
    said = ""
    for line in _lines_of(page, numbers):
        words = " ".join(page.words[number].text for number in line)
        said = f"{said} {words}" if said else words
    return said


def _tidied(rows: Iterable[Row]) -> list[Row]:
    """Return the rows without those and without columns in which nothing stands."""
    filled = [row for row in rows if any(row)]
    columns = [column for column in zip(*filled, strict=True) if any(column)]
    return [list(row) for row in zip(*columns, strict=True)]


# --- by alignment -----------------------------------------------------------------------------------------------------


def _flows(page: Page, taken: frozenset[int]) -> Iterator[list[_Line]]:
    """Give stretches of a page that are written downwards, each as lines of cells from top to bottom."""
    flow: list[_Line] = []
    for cell in _cells(page, taken):
        line = next((one for one in reversed(flow[-_MOST_JUMPED:]) if _overlap(one[-1], cell)), None)
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


def _cells(page: Page, taken: frozenset[int]) -> Iterator[_Cell]:
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
    return _overlap(last, word) and -height < word.left - last.right < max(_GAP * height, 1.25 * letter)


def _cell(page: Page, numbers: Sequence[int]) -> _Cell:
    words = [page.words[number] for number in numbers]
    return _Cell(
        tuple(numbers),
        min(word.left for word in words),
        min(word.bottom for word in words),
        max(word.right for word in words),
        max(word.top for word in words),
    )


def _aligned(page: Page, flow: Sequence[_Line], lying: Sequence[Rule]) -> Iterator[Table]:
    first = 0
    while first < len(flow):
        last = _end_of_run(flow, first)
        run = flow[first:last]
        columns = _together(run, _columns(run)) if len(run) > 1 else []
        table = _read_run(page, run, columns, lying) if len(columns) > 1 else None
        if table is not None:
            yield table
        first = last if table is not None else first + 1


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
    while last > first + 1 and len(flow[last - 1]) == 1 and flow[last - 1][0].left < columns[1][0]:
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


def _read_run(page: Page, run: list[_Line], columns: Sequence[_Column], lying: Sequence[Rule]) -> Table | None:
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
    rows = _rows(placed, sorted(rules, reverse=True))
    bounded = sum(rule > top - height for rule in rules) > 0 and sum(rule < bottom + height for rule in rules) > 0
    if not _proves_itself(page, placed, rows, bounded and len(rules) > 1):
        return None
    words = [[[number for cell in cells for number in cell.numbers] for cells in row] for row in rows]
    texts = [[_text(page, numbers) for numbers in row] for row in words]
    return Table(_tidied(texts), frozenset(number for row in words for numbers in row for number in numbers))


_Placed = list[list[_Cell]]  # a line: for each column the cells that stand in it


def _rows(lines: Sequence[_Placed], rules: Sequence[float]) -> list[_Placed]:
    """Put lines together that make one row: those between two ruled lines when most rows are parted by one, or else
    those in which the first column is blank, or that follow closely where rows are spaced."""
    tops = [max(cell.top for cells in line for cell in cells) for line in lines]
    bottoms = [min(cell.bottom for cells in line for cell in cells) for line in lines]
    middles = [(top + bottom) / 2 for top, bottom in zip(tops, bottoms, strict=True)]
    inside = [rule for rule in rules if middles[-1] < rule < middles[0]]
    begun = sum(bool(line[0]) for line in lines)
    starts: Callable[[int], bool]
    if len(inside) >= 2 and 2 * len(inside) >= begun - 1 and len(inside) + 1 <= len(lines):
        bands = [sum(rule > middle for rule in rules) for middle in middles]
        starts = lambda number: bands[number] != bands[number - 1]  # noqa: E731
    else:
        steps = [one - other for one, other in pairwise(middles)]
        spaced = max(steps) > 1.15 * min(steps)
        close = 1.08 * min(steps)
        starts = lambda number: (
            not (not lines[number][0] or (spaced and steps[number - 1] <= close and not all(lines[number])))
        )
    rows: list[_Placed] = []
    for number, line in enumerate(lines):
        if number == 0 or starts(number):
            rows.append([[*cells] for cells in line])
        else:
            rows[-1] = [above + cells for above, cells in zip(rows[-1], line, strict=True)]
    return rows


def _proves_itself(page: Page, lines: Sequence[_Placed], rows: Sequence[_Placed], ruled: bool) -> bool:
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


def _is_aligned(column: Sequence[_Cell]) -> bool:
    """Whether most cells of a column begin at its left, end at its right or stand in its middle."""
    left, right = min(cell.left for cell in column), max(cell.right for cell in column)
    near = sum(
        min(cell.left - left, right - cell.right, abs(cell.left + cell.right - left - right) / 2) < _NEAR
        for cell in column
    )
    return near >= _ALIGNED * len(column)
