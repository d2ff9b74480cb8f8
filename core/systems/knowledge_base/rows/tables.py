"""The tables of a document, whole: all rows of each, and in which passage every one of them stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.language.lexicon import word_list
from core.language.sentences import CELLS
from core.stores.passages import Passage

_LINE = re.compile(r"[^\n]*\S[^\n]*")
_TOTALS = word_list("totals")


@dataclass(frozen=True)
class Stretch:
    """Characters `start` to `end` of the text of a passage: a row, or what of a very long one stands there."""

    passage: str
    start: int
    end: int


@dataclass(frozen=True)
class Row:
    """The cells of a row, and where it stands."""

    cells: tuple[str, ...]
    stretches: tuple[Stretch, ...]


@dataclass
class Table:
    """A table of the document `document` below its headings. `left_out` are totals and rows that only part others.

    `ragged` says that some row has other columns than are named, or begins with an empty cell: nobody can tell which of
    its cells is what, or whether it goes on with the row above.
    """

    document: str
    headings: tuple[str, ...]
    columns: tuple[str, ...]
    rows: list[Row] = field(default_factory=list)
    left_out: list[Row] = field(default_factory=list)
    ragged: bool = False

    def column(self, place: int) -> list[str]:
        """Return the cells of a column, from 0."""
        return [row.cells[place].strip() for row in self.rows]


def tables_of(passages: Sequence[Passage], text: str) -> list[Table]:
    """Return the tables of a document whose columns are named, from all of its passages in order and its whole text."""
    found: list[Table] = []
    last: tuple[str, tuple[str, ...], int] = ("", (), -1)
    for columns, headings, place, start, stretches in _lines(passages, text):
        if (columns, headings) != last[:2] or place > last[2] + 1:
            found.append(Table(passages[0].document, headings, tuple(columns.split(CELLS))))
        last = (columns, headings, place)
        end = text.find("\n", start)
        line = text[start : end if end >= 0 else len(text)]
        if line.strip() != columns.strip():
            _put(found[-1], Row(tuple(line.split(CELLS)), tuple(stretches)))
    return [table for table in found if table.rows]


def _lines(passages: Sequence[Passage], text: str) -> Iterator[tuple[str, tuple[str, ...], int, int, list[Stretch]]]:
    """Give each line of the tables once: its columns and headings, the place of its block, its start, its stretches."""
    lines: dict[int, tuple[str, tuple[str, ...], int, int, list[Stretch]]] = {}
    place, before = 0, ""
    for passage in passages:
        for part in passage.parts:
            if part.kind != "table" or not part.columns:
                place += 1 + (part.kind != before)
                before = part.kind
                continue
            before = part.kind
            for line in _LINE.finditer(text, part.start, part.end):
                first = text.rfind("\n", 0, line.start()) + 1
                entry = lines.setdefault(first, (part.columns, part.headings, place, first, []))
                entry[4].append(Stretch(passage.id, line.start() - passage.start, line.end() - passage.start))
    yield from (lines[first] for first in sorted(lines))


def _put(table: Table, row: Row) -> None:
    said = [cell.strip() for cell in row.cells if cell.strip()]
    parts_others = len(table.columns) > 1 and len(set(said)) <= 1
    if parts_others or said[0].rstrip(":").lower() in _TOTALS:
        table.left_out.append(row)
        return
    table.ragged = table.ragged or len(row.cells) != len(table.columns) or not row.cells[0].strip()
    missing = max(0, len(table.columns) - len(row.cells))
    table.rows.append(Row((*row.cells, *[""] * missing), row.stretches))
