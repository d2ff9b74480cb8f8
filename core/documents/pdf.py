"""PDF: the text of its pages without what runs at their heads and feet, and its tables; bookmarks tell the headings.

Scans hold no text and are refused later.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NoReturn

from core.documents.broken_words import mend, mend_pages
from core.documents.ocr import RECOGNISED, is_recognised
from core.documents.outline import Outline, Reading
from core.documents.pdf_cells import Table
from core.documents.pdf_pages import Page, Refused, Word, bookmarks, open_pdf, producer_of, read_page
from core.documents.pdf_tables import find_tables
from core.documents.running_lines import Line, running_lines
from core.errors import InputError

MOST_PAGES = 5_000
MOST_ON_PAGE = 200_000  # characters; a real page has some thousands
_SECONDS_FOR_TABLES = (5.0, 0.05)  # of processor time: for a document, and for each of its pages
_PARAGRAPH = 0.9  # line heights: so much blank between two lines parts paragraphs


@dataclass(frozen=True)
class _Part:
    """A line of a page as it is put down, or a table in its place."""

    line: Line
    table: Table | None = None


def read_pdf(data: bytes, name: str) -> Reading:
    """Paragraphs, tables and headings with their pages. Raises `InputError` for what is encrypted, damaged or without
    end.
    """
    try:
        pages, marks, producer = _read(data)
    except Refused as refused:
        _refuse(str(refused), name)
    headings: dict[int, dict[str, int]] = {}  # for each page those that lead to it, with their levels
    for number, title, level in marks:
        headings.setdefault(number, {})[_compared(title)] = level
    running = running_lines([[part.line for part in parts] for parts in pages])
    kept = [
        [part for number, part in enumerate(parts) if number not in left_out]
        for parts, left_out in zip(pages, running, strict=True)
    ]
    words = Counter(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", "\n".join(_said(kept)).lower()))
    texts = mend_pages([["" if part.table else part.line.text for part in parts] for parts in kept], words)
    outline = Outline(name)
    last: Table | None = None  # that with which the page before ended
    for number, (parts, lines) in enumerate(zip(kept, texts, strict=True), start=1):
        outline.page = number
        _put_page(outline, parts, lines, headings.get(number, {}), words, last)
        last = parts[-1].table if parts else None
    return outline.done("pdf", RECOGNISED if is_recognised(producer) else "")


def _refuse(reason: str, name: str) -> NoReturn:
    refusals = {
        "password": (f"{name} is protected by a password.", "Take the password off."),
        "pages": (f"{name} has more than {MOST_PAGES:,} pages.", "Split it into several files."),
        "page": (f"{name} has a page that is too large to read.", "Print it to a new PDF."),
        "damaged": (f"{name} is damaged and cannot be read.", "Print it to a new PDF."),
    }
    raise InputError(*refusals[reason])


def _read(data: bytes) -> tuple[list[list[_Part]], list[tuple[int, str, int]], str]:
    """Return the lines and tables of each page, the bookmarks, and who made the file. Raises `Refused`."""
    document = open_pdf(data)
    if len(document) > MOST_PAGES:
        raise Refused("pages")
    once, each = _SECONDS_FOR_TABLES
    left = once + each * len(document)
    pages = []
    for index in range(len(document)):
        page = read_page(document, index, MOST_ON_PAGE)
        begun = time.process_time()
        tables = find_tables(page) if left > 0 else []
        left -= time.process_time() - begun
        pages.append(list(_parts(page, tables)))
    return pages, list(bookmarks(document)), producer_of(document)


def _parts(page: Page, tables: Sequence[Table]) -> Iterator[_Part]:
    """Give the lines of a page in the order in which they are written, a table where its first word is."""
    of_word = {number: table for table in tables for number in table.words}
    begun: set[int] = set()
    numbered = groupby(enumerate(page.words), key=lambda one: (one[1].line, id(of_word.get(one[0]))))
    for _, some in numbered:
        words = list(some)
        table = of_word.get(words[0][0])
        if table is None:
            yield _Part(_line([word for _, word in words]))
        elif id(table) not in begun:
            begun.add(id(table))
            yield _Part(_line([page.words[number] for number in table.words])._replace(in_table=True), table)


def _line(words: Sequence[Word]) -> Line:
    return Line(" ".join(word.text for word in words), min(w.bottom for w in words), max(w.top for w in words))


def _said(pages: Sequence[Sequence[_Part]]) -> Iterator[str]:
    for parts in pages:
        yield from (part.line.text for part in parts)


def _put_page(
    outline: Outline,
    parts: Sequence[_Part],
    lines: Sequence[str],
    headings: dict[str, int],
    words: Counter[str],
    last: Table | None,
) -> None:
    """Put a page: lines that a bookmark names are headings, blanks part paragraphs."""
    paragraph: list[str] = []

    def close() -> None:
        outline.add("paragraph", mend("\n".join(paragraph), words))
        paragraph.clear()

    above: Line | None = None
    for part, line in zip(parts, lines, strict=True):
        level = headings.pop(_compared(line), 0) if line else 0
        if level or part.table or (above is not None and _is_apart(above, part.line)):
            close()
        above = part.line
        if part.table:
            goes_on = last is not None and part is parts[0] and len(last.rows[0]) == len(part.table.rows[0])
            outline.table(part.table.rows, last.rows[0] if goes_on and last else ())
        elif level:
            outline.heading(level, line)
        elif line:
            paragraph.append(line)
    close()


def _is_apart(above: Line, line: Line) -> bool:
    height = min(above.top - above.bottom, line.top - line.bottom)
    return above.bottom - line.top > _PARAGRAPH * height


def _compared(title: str) -> str:
    return "".join(title.split()).lower()
