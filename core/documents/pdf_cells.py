"""What the tables of a PDF are made of: words in lines, rows of cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from core.documents.pdf_pages import Page

Row = list[str]


class Placed(Protocol):
    """What stands between two heights."""

    @property
    def bottom(self) -> float:
        """The lower one, in points."""

    @property
    def top(self) -> float:
        """The upper one, in points."""


class Table(NamedTuple):
    """A table as rows of equally many cells, and which words of its page (by number) stand in it."""

    rows: list[Row]
    words: frozenset[int]


def lines_of(page: Page, numbers: Iterable[int]) -> list[list[int]]:
    """Return words by the lines they stand in, from top to bottom, each from left to right."""
    lines: list[list[int]] = []
    for number in sorted(numbers, key=lambda one: -(page.words[one].bottom + page.words[one].top)):
        word = page.words[number]
        if lines and overlap(word, page.words[lines[-1][0]]):
            lines[-1].append(number)
        else:
            lines.append([number])
    return [sorted(line, key=lambda one: page.words[one].left) for line in lines]


def overlap(one: Placed, other: Placed) -> bool:
    """Whether two stand in one line: half of the lower one's height is beside the other."""
    shared = min(one.top, other.top) - max(one.bottom, other.bottom)
    return shared > 0.5 * min(one.top - one.bottom, other.top - other.bottom)


def text(page: Page, numbers: Iterable[int]) -> str:
    """Return words as they are read, line by line."""
    said = ""
    for line in lines_of(page, numbers):
        words = " ".join(page.words[number].text for number in line)
        said = f"{said} {words}" if said else words
    return said


def tidied(rows: Iterable[Row]) -> list[Row]:
    """Return the rows without those and without columns in which nothing stands."""
    filled = [row for row in rows if any(row)]
    columns = [column for column in zip(*filled, strict=True) if any(column)]
    return [list(row) for row in zip(*columns, strict=True)]
