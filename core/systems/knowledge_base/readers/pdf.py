"""PDF: the text of its pages; its bookmarks tell which lines are headings. Scans hold no text and are refused later."""

from __future__ import annotations

import io
import logging
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from core.errors import InputError
from core.systems.knowledge_base.readers.outline import Outline, Reading

if TYPE_CHECKING:
    from pypdf import PdfReader

MOST_PAGES = 5_000
MOST_SECONDS = 120.0  # of reading one file; a real book of a thousand pages takes a minute
LARGEST_PAGE = 20_000_000  # bytes of drawing commands; a real page has some thousands
_MOST_BOOKMARKS = 10_000
_REPEATED = 0.5  # of the pages; a first or last line that stands on so many is a running title
_FEWEST_PAGES = 5  # in fewer than these, nothing counts as repeated
_NUMBER = re.compile(r"\d+")
_BROKEN_WORD = re.compile(r"([^\W\d_]{2,})[-\u2010\u00ad]\n([^\W\d_]{2,})")
# What pypdf raises over a damaged file: its own errors, and whatever the damaged objects happen to be.
_DAMAGES = (
    ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, OSError, RecursionError, TypeError,
    ValueError, NotImplementedError, MemoryError,
)  # fmt: skip


def read_pdf(data: bytes, name: str) -> Reading:
    """Paragraphs and headings with their pages. Raises `InputError` for what is encrypted, damaged or without end."""
    with _in_words(name):
        from pypdf import PdfReader

        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise InputError(f"{name} is protected by a password.", "Take the password off.")
        if len(reader.pages) > MOST_PAGES:
            raise InputError(f"{name} has more than {MOST_PAGES:,} pages.", "Split it into several files.")
        bookmarks = _bookmarks(reader)
        pages = _without_running_titles([page.split("\n") for page in _texts(reader, name)])
        outline = Outline(name)
        words = Counter(re.findall(r"[^\W\d_]+", "\n".join("\n".join(lines) for lines in pages).lower()))
        for number, lines in enumerate(pages, start=1):
            outline.page = number
            _put_page(outline, lines, bookmarks.get(number, {}), words)
        return outline.done("pdf")


def _texts(reader: PdfReader, name: str) -> Iterator[str]:
    """The text of each page, as long as that takes no longer and draws no more than real pages do."""
    began = time.monotonic()
    for page in reader.pages:
        contents = page.get_contents()
        if contents is not None and len(contents.get_data()) > LARGEST_PAGE:
            raise InputError(f"{name} has a page that is too large to read.", "Print it to a new PDF.")
        yield page.extract_text()
        if time.monotonic() - began > MOST_SECONDS:
            raise InputError(f"{name} takes longer than {MOST_SECONDS:.0f} seconds to read.", "Print it to a new PDF.")


def _bookmarks(reader: PdfReader) -> dict[int, dict[str, int]]:
    """For each page (from 1) the bookmarks that lead to it, as they are compared, with their levels (from 1)."""
    found: dict[int, dict[str, int]] = {}
    stack: list[tuple[Any, int]] = [(reader.outline, 1)]
    for _ in range(_MOST_BOOKMARKS):
        if not stack:
            break
        entry, level = stack.pop()
        if isinstance(entry, list):
            # An entry's own entries come in a list behind it.
            stack += [(one, level + isinstance(one, list)) for one in reversed(entry)]
            continue
        number = reader.get_destination_page_number(entry)
        if number is not None and number >= 0 and entry.title:
            found.setdefault(number + 1, {})[_compared(str(entry.title))] = level
    return found


def _put_page(outline: Outline, lines: list[str], headings: dict[str, int], words: Counter[str]) -> None:
    """Put a page: lines that a bookmark names are headings, blank lines part paragraphs."""
    paragraph: list[str] = []

    def close() -> None:
        outline.add("paragraph", _mended("\n".join(paragraph), words))
        paragraph.clear()

    for line in lines:
        level = headings.pop(_compared(line), 0) if line.strip() else 0
        if level or not line.strip():
            close()
        if level:
            outline.heading(level, line)
        elif line.strip():
            paragraph.append(line.rstrip())
    close()


def _without_running_titles(pages: list[list[str]]) -> list[list[str]]:
    """The pages without first and last lines that stand, but for their numbers, on half of them."""
    pages = [[line for line in lines if line.strip()] and lines for lines in pages]
    if len(pages) < _FEWEST_PAGES:
        return pages
    for edge in (0, -1):
        shared = Counter(_NUMBER.sub("#", lines[edge].strip()) for lines in pages if lines)
        for lines in pages:
            if lines and shared[_NUMBER.sub("#", lines[edge].strip())] >= _REPEATED * len(pages):
                lines.pop(edge)
    return pages


def _mended(text: str, words: Counter[str]) -> str:
    """Words that a line end broke are put together when the whole word stands elsewhere in the document."""

    def whole(match: re.Match[str]) -> str:
        first, second = match.groups()
        return first + second if words[(first + second).lower()] else f"{first}-{second}"

    return _BROKEN_WORD.sub(whole, text)


def _compared(title: str) -> str:
    return "".join(title.split()).lower()


@contextmanager
def _in_words(name: str) -> Iterator[None]:
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it says much about small faults of files that are read well
    from pypdf.errors import PyPdfError

    try:
        yield
    except (PyPdfError, *_DAMAGES) as error:
        raise InputError(f"{name} is damaged and cannot be read.", "Print it to a new PDF.") from error
