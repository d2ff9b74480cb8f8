"""The text of a PDF's pages and its bookmarks, or why they cannot be read."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from pypdf import PdfReader

MOST_BOOKMARKS = 10_000
# What pypdf raises over a damaged file: its own errors, and whatever the damaged objects happen to be.
DAMAGES = (
    ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, OSError, RecursionError, TypeError,
    ValueError, NotImplementedError,
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
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it says much about small faults of files it reads well
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
    except (*DAMAGES, PyPdfError):
        return {"refused": "damaged"}
    return {"pages": pages, "bookmarks": bookmarks}


def _bookmarks(reader: PdfReader) -> Iterator[tuple[int, str, int]]:
    from pypdf.generic import Destination

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
