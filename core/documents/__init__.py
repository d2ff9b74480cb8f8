"""Files become plain text with structure: one reader for each format, chosen by content, held against the name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from core.documents.detect_type import LARGEST_FILE, kind_of, too_large
from core.documents.markdown import read_markdown
from core.documents.outline import Block, Reading
from core.documents.pdf import read_pdf
from core.documents.plain import read_csv, read_text
from core.documents.web import read_html
from core.documents.word import read_docx
from core.isolation import MB, Limits, run_apart

_READERS: dict[str, Callable[[bytes, str], Reading]] = {
    "markdown": read_markdown,
    "text": read_text,
    "html": read_html,
    "pdf": read_pdf,
    "docx": read_docx,
    "csv": read_csv,
}
_BLOCK = [field.name for field in fields(Block)]


def read_file(data: bytes, name: str) -> Reading:
    """Return the text of a file that somebody brought, and its blocks, read in a process of its own.

    Raises `InputError` with the reason why it is refused.
    """
    if len(data) > LARGEST_FILE:
        raise too_large(name)
    kind, text, encoding, blocks = run_apart(name, _read, data, name, limits=_limits(data))
    for block in blocks:
        block[_BLOCK.index("headings")] = tuple(block[_BLOCK.index("headings")])
    return Reading(kind, text, [Block(*block) for block in blocks], encoding)


def read_here(data: bytes, name: str) -> Reading:
    """Do the same in this process, with a file of our own. Raises `InputError`."""
    return _READERS[kind_of(data, name)](data, name)


def _limits(data: bytes) -> Limits:
    """Return more time for more to read; most for PDF, of which a megabyte may be hundreds of pages."""
    size = len(data) / MB
    return Limits(seconds=min(12 + 20 * size, 120) if b"%PDF-" in data[:1024] else 12 + 1.5 * size)


def _read(data: bytes, name: str) -> list[Any]:
    reading = read_here(data, name)
    blocks = [[getattr(block, field) for field in _BLOCK] for block in reading.blocks]
    return [reading.kind, reading.text, reading.encoding, blocks]
