"""The text of a PDF's pages and its bookmarks, read by a program of its own, which can be stopped.

A PDF may send its reader into an endless loop inside one page, or make it fill the memory. So `pdf.py` runs this file
as a program (the PDF on its input, JSON on its output), gives it limited time, and goes on without it. It imports
nothing of ours: it has to start in a moment.
"""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Iterator
from typing import TypedDict

from pypdf import PdfReader
from pypdf.errors import PyPdfError
from pypdf.generic import Destination

MOST_BOOKMARKS = 10_000
MEMORY = 4 * 1024**3  # bytes
# What pypdf raises over a damaged file: its own errors, and whatever the damaged objects happen to be.
DAMAGES = (
    ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, OSError, RecursionError, TypeError,
    ValueError, NotImplementedError, MemoryError, PyPdfError,
)  # fmt: skip


class ReadPages(TypedDict, total=False):
    """The text of each page and the bookmarks (page from 1, title, level from 1), or why the file is refused."""

    pages: list[str]
    bookmarks: list[tuple[int, str, int]]
    refused: str


def read_pages(data: bytes, most_pages: int, largest_page: int) -> ReadPages:
    """Read all pages, or refuse: "password", "pages" (more than `most_pages`), "page" (one draws more than
    `largest_page` bytes), "damaged".
    """
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            return {"refused": "password"}
        if len(reader.pages) > most_pages:
            return {"refused": "pages"}
        bookmarks = list(_bookmarks(reader))
        pages = []
        for page in reader.pages:
            contents = page.get_contents()
            if contents is not None and len(contents.get_data()) > largest_page:
                return {"refused": "page"}
            pages.append(page.extract_text())
    except DAMAGES:
        return {"refused": "damaged"}
    return {"pages": pages, "bookmarks": bookmarks}


def _bookmarks(reader: PdfReader) -> Iterator[tuple[int, str, int]]:
    stack: list[tuple[object, int]] = [(reader.outline, 1)]
    for _ in range(MOST_BOOKMARKS):
        if not stack:
            return
        entry, level = stack.pop()
        if isinstance(entry, list):
            # An entry's own entries come in a list behind it.
            stack += [(one, level + isinstance(one, list)) for one in reversed(entry)]
            continue
        if not isinstance(entry, Destination):
            continue
        number = reader.get_destination_page_number(entry)
        if number is not None and number >= 0 and entry.title:
            yield number + 1, str(entry.title), level


def _limit(seconds: int) -> None:
    """Bounds that hold even when whoever started this is gone."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    most_pages, largest_page, seconds = map(int, sys.argv[1:])
    _limit(seconds)
    logging.disable()  # pypdf says much about small faults of files that are read well
    json.dump(read_pages(sys.stdin.buffer.read(), most_pages, largest_page), sys.stdout)
