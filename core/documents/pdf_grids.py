"""Tables of a PDF between ruled lines: every cell has lines on all its sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from core.documents.pdf_cells import Row, Table, lines_of, text, tidied
from core.documents.pdf_pages import Page, Rule

_NEAR = 2.5  # points within which two lines are one, and a line ends at another
_MOST_CELLS = 20_000  # of a grid; what has more is a drawing
_LARGEST_CELL = 120  # words, in the middle; what holds more is a box of text


def ruled(page: Page, lying: Sequence[Rule], standing: Sequence[Rule]) -> Iterator[Table]:
    """Give the tables between lying and standing lines that touch each other."""
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
            texts = dict(zip(filled, (text(page, words) for words in lines), strict=True))
            said.append([texts.pop(firsts[number], "") for number in cells])
    return Table(tidied(said), frozenset(number for words in inside.values() for number in words))


def _stands(rules: Iterable[Rule], at: float, across: float) -> bool:
    return any(abs(rule.at - at) <= _NEAR and _meets(rule, across) for rule in rules)


def _is_grid_of_cells(inside: dict[int, list[int]], columns: int) -> bool:
    """Whether what is filled in a grid makes a table: two rows and columns at least, and no boxes full of text."""
    rows, across = {number // columns for number in inside}, {number % columns for number in inside}
    sizes = [len(words) for words in inside.values()]
    return len(rows) > 1 and len(across) > 1 and len(inside) > 3 and median(sizes) <= _LARGEST_CELL


def _split(page: Page, cells: list[list[int]]) -> list[list[list[int]]]:
    """Part a row into its lines where all cells have equally many, three at least: lines stand between columns only."""
    lines = [[[*line] for line in lines_of(page, cell)] for cell in cells if cell]
    counts = {len(one) for one in lines}
    if len(lines) < 2 or len(counts) != 1 or min(counts) < 3:
        return [cells]
    parted = iter(lines)
    each: list[list[list[int]]] = [next(parted) if cell else [[]] * min(counts) for cell in cells]
    return [list(row) for row in zip(*each, strict=True)]
