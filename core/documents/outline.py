"""What every reader gives: plain text, and the blocks it is made of, each with the headings that lead to it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.errors import InputError
from core.language.sentences import CELLS

BlockKind = Literal["heading", "paragraph", "list", "table", "code"]
MOST_CHARACTERS = 5_000_000  # of one document: some 2,500 printed pages
MOST_BLOCKS = 200_000  # a book has some ten thousand paragraphs
BETWEEN = "\n\n"
PAGE_END = "\f"  # stands between blocks, once for each page that ends there
TERM_LEVEL = 7
_DEEPEST_TERM = 5
_LONGEST_HEADING = 200
# What is no text in a document: control characters but for tab and line feed, half surrogate pairs, invisible marks.
_NO_TEXT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


@dataclass(frozen=True, slots=True)
class Block:
    """Characters `start` to `end` of a text. `headings` lead to it; those of a heading end with itself.

    `level` is that of a heading, 1 to 6, of a term that is defined 7 or more, and 0 of anything else. `columns` is the
    first line of a table when that names its columns. `page` counts from 1, 0 where there are none.
    """

    kind: BlockKind
    start: int
    end: int
    headings: tuple[str, ...] = ()
    level: int = 0
    columns: str = ""
    page: int = 0


@dataclass(frozen=True)
class Reading:
    """A file that was read: its kind, its text and blocks, and its encoding ("" where the format fixes it)."""

    kind: str
    text: str
    blocks: list[Block]
    encoding: str = ""


@dataclass
class Outline:
    """A text as it is put together, block by block. Raises `InputError` once the text is longer than one may be."""

    name: str
    page: int = 0
    blocks: list[Block] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _length: int = 0
    _page: int = 1
    _headings: dict[int, str] = field(default_factory=dict)

    def add(self, kind: BlockKind, text: str) -> None:
        """Put a block at the end; white space around it is left out, and so is a block of nothing else."""
        text = _clean(text)
        self._put(kind, text.strip("\n").rstrip() if kind == "code" else text.strip())

    def heading(self, level: int, text: str) -> None:
        """Put a heading at the end; it leads all blocks until one of its level or above."""
        line = " ".join(_clean(text).split())
        if not line:
            return
        if len(line) > _LONGEST_HEADING:  # styled as a heading and none
            self._put("paragraph", line)
            return
        self._lead(min(max(level, 1), TERM_LEVEL - 1), line)

    def term(self, depth: int, text: str) -> None:
        """Put a term at the end, which leads its definition; `depth` counts definitions within definitions, from 0."""
        line = " ".join(_clean(text).split())
        if line:
            self._lead(TERM_LEVEL + min(depth, _DEEPEST_TERM), line)

    def end_terms(self, depth: int) -> None:
        """End a list of definitions: what follows belongs to none of its terms."""
        self._headings = {above: title for above, title in self._headings.items() if above < TERM_LEVEL + depth}

    def _lead(self, level: int, line: str) -> None:
        self._headings = {above: title for above, title in self._headings.items() if above < level}
        self._headings[level] = line if len(line) <= _LONGEST_HEADING else f"{line[: _LONGEST_HEADING - 2]} …"
        self._put("heading", line, level)

    def table(self, rows: Sequence[Sequence[str]], columns: Sequence[str] = ()) -> None:
        """Put a table at the end, a line a row; the first row that is not blank names the columns, or for a table that
        goes on from the page before `columns`, those that were named there."""
        lines = [_row(row) for row in rows if any(map(str.strip, row))]
        if lines:
            self._put("table", "\n".join(lines), columns=_row(columns) or (lines[0] if len(lines) > 1 else ""))

    def done(self, kind: str, encoding: str = "") -> Reading:
        """Return the text with its blocks."""
        return Reading(kind, "".join(self._parts), self.blocks, encoding)

    def _put(self, kind: BlockKind, text: str, level: int = 0, columns: str = "") -> None:
        if not text.strip():
            return
        ended = max(self.page - self._page, 0) if self.page else 0
        between = BETWEEN[:1] + PAGE_END * ended + BETWEEN[1:] if self._parts else PAGE_END * ended
        self._page = self.page or 1
        start = self._length + len(between)
        self._length = start + len(text)
        if self._length > MOST_CHARACTERS:
            raise InputError(
                f"{self.name} holds more than {MOST_CHARACTERS:,} characters.", "Split it into several files."
            )
        if len(self.blocks) == MOST_BLOCKS:
            raise InputError(f"{self.name} holds more than {MOST_BLOCKS:,} paragraphs.", "Split it into several files.")
        self._parts += [between, text]
        self.blocks.append(Block(kind, start, self._length, tuple(self._headings.values()), level, columns, self.page))


def page_at(text: str, offset: int) -> int:
    """Return the page, from 1, on which a character of a text stands, by the ends of pages before it."""
    return 1 + text.count(PAGE_END, 0, offset)


def _row(cells: Sequence[str]) -> str:
    return CELLS.join(" ".join(_clean(cell).split()) for cell in cells)


def _clean(text: str) -> str:
    """Unicode NFC with one kind of line end, without characters that are no text."""
    one_end = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    return unicodedata.normalize("NFC", _NO_TEXT.sub("", one_end))
