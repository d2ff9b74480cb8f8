"""PDF: the text of its pages; its bookmarks tell which lines are headings. Scans hold no text and are refused later."""

from __future__ import annotations

import re
from collections import Counter

from core.documents.outline import Outline, Reading
from core.documents.pdf_pages import ReadPages, read_pages
from core.errors import InputError

MOST_PAGES = 5_000
LARGEST_PAGE = 20_000_000  # bytes of drawing commands; a real page has some thousands
_REPEATED = 0.5  # of the pages; a first or last line that stands on so many is a running title
_FEWEST_PAGES = 5  # in fewer than these, nothing counts as repeated
_NUMBER = re.compile(r"\d+")
_BROKEN_WORD = re.compile(r"([^\W\d_]{2,})[-\u2010\u00ad]\n([^\W\d_]{2,})")


def read_pdf(data: bytes, name: str) -> Reading:
    """Paragraphs and headings with their pages. Raises `InputError` for what is encrypted, damaged or without end."""
    read = _read(data, name)
    bookmarks: dict[int, dict[str, int]] = {}  # for each page those that lead to it, with their levels
    for number, title, level in read["bookmarks"]:
        bookmarks.setdefault(number, {})[_compared(title)] = level
    pages = _without_headers_footers([page.split("\n") for page in read["pages"]])
    outline = Outline(name)
    words = Counter(re.findall(r"[^\W\d_]+", "\n".join("\n".join(lines) for lines in pages).lower()))
    for number, lines in enumerate(pages, start=1):
        outline.page = number
        _put_page(outline, lines, bookmarks.get(number, {}), words)
    return outline.done("pdf")


def _read(data: bytes, name: str) -> ReadPages:
    """Return what `pdf_pages.read_pages` reads. Raises `InputError` with the reason why it does not."""
    read = read_pages(data, MOST_PAGES, LARGEST_PAGE)
    refusals = {
        "password": (f"{name} is protected by a password.", "Take the password off."),
        "pages": (f"{name} has more than {MOST_PAGES:,} pages.", "Split it into several files."),
        "page": (f"{name} has a page that is too large to read.", "Print it to a new PDF."),
        "damaged": (f"{name} is damaged and cannot be read.", "Print it to a new PDF."),
    }
    if refused := read.get("refused"):
        raise InputError(*refusals[refused])
    return read


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


def _without_headers_footers(pages: list[list[str]]) -> list[list[str]]:
    """Return the pages without first and last lines that stand, but for their numbers, on half of them."""
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
