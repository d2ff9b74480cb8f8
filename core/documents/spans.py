"""Tables whose cells span rows and columns, as rows of equally placed cells under one line of column names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

MOST_SPANNED = 1_000  # columns of a table that cells may span
_MOST_CELLS = 500_000  # of one table, spanned ones counted as often as they span; of what is beyond, none spans


class Cell(NamedTuple):
    """What a cell says and how many rows and columns it spans; in a head it names all its columns."""

    text: str
    rows: int = 1
    columns: int = 1


def spread(rows: Iterable[Sequence[Cell]], heads: int) -> tuple[list[str], list[list[str]]]:
    """Return what heads the whole table, and rows of texts in their columns, the first of which names the columns where
    the table has `heads`.

    What spans rows is said in each of them. What spans columns is said in the first of them, in a head in each; heads
    of several rows become one row, from top to bottom.
    """
    placed: list[list[str]] = []
    above: dict[int, tuple[int, str]] = {}  # for each column the rows that a cell above still spans, and its text
    room = _MOST_CELLS
    for number, cells in enumerate(rows):
        if room > 0:
            texts, above = _under(cells, above, number < heads)
        else:
            texts = [cell.text for cell in cells]
        room -= len(texts)
        placed.append(texts)
    width = max(map(len, placed[:heads]), default=0)
    titles = [row for row in placed[:heads] if width > 1 and len(set(row)) == 1 and len(row) == width]
    names = [row for row in placed[:heads] if row not in titles]
    head = [_named([row[column] for row in names if column < len(row)]) for column in range(width)]
    return [row[0] for row in titles], [*([head] if names else []), *placed[heads:]]


def _named(parts: Iterable[str]) -> str:
    return " ".join(dict.fromkeys(filter(None, (" ".join(part.split()) for part in parts))))


def _under(
    cells: Sequence[Cell], above: dict[int, tuple[int, str]], head: bool
) -> tuple[list[str], dict[int, tuple[int, str]]]:
    """Return the texts of a row under the cells that reach into it, and which reach into the next."""
    texts: list[str] = []
    below: dict[int, tuple[int, str]] = {}

    def take_over() -> None:
        while len(texts) in above:
            left, text = above[len(texts)]
            if left > 1:
                below[len(texts)] = left - 1, text
            texts.append(text)

    for cell in cells:
        take_over()
        for number in range(max(min(cell.columns, MOST_SPANNED - len(texts)), 1)):
            text = cell.text if head or number == 0 else ""
            if cell.rows > 1 and len(texts) < MOST_SPANNED:
                below[len(texts)] = cell.rows - 1, text
            texts.append(text)
    take_over()
    return texts, below
