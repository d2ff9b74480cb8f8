"""Files become text, cut along its structure: one reader for each format, chosen by content, held against the name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from core.documents.chunking import Piece, cut, part_of
from core.documents.detect_type import LARGEST_FILE, kind_of, too_large
from core.documents.markdown import read_markdown
from core.documents.outline import Reading
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


@dataclass(frozen=True)
class Text:
    """A file that was read: its kind, its text, its encoding ("" where the format fixes it), and where it is cut."""

    kind: str
    text: str
    encoding: str
    pieces: list[Piece]


def read_file(data: bytes, name: str) -> Text:
    """Return the text of a file that somebody brought, cut into pieces, read in a process of its own.

    Raises `InputError` with the reason why it is refused.
    """
    if len(data) > LARGEST_FILE:
        raise too_large(name)
    kind, text, encoding, pieces = run_apart(name, _read, data, name, limits=_limits(data))
    return Text(kind, text, encoding, [_piece(*one) for one in pieces])


def read_here(data: bytes, name: str) -> Text:
    """Do the same in this process, with a file of our own. Raises `InputError`."""
    reading = read_outline(data, name)
    return Text(reading.kind, reading.text, reading.encoding, cut(reading))


def read_outline(data: bytes, name: str) -> Reading:
    """Return the text of a file and the blocks it is made of. Raises `InputError`."""
    return _READERS[kind_of(data, name)](data, name)


def _limits(data: bytes) -> Limits:
    """Return more time for a larger PDF, of which a megabyte may be hundreds of pages."""
    return Limits(seconds=min(12 + 20 * len(data) / MB, 120) if b"%PDF-" in data[:1024] else 18)


def _read(data: bytes, name: str) -> list[Any]:
    text = read_here(data, name)
    pieces = [[*piece[:4], [list(part) for part in piece.parts]] for piece in text.pieces]
    return [text.kind, text.text, text.encoding, pieces]


def _piece(start: int, end: int, headings: list[str], page: int, parts: list[list[Any]]) -> Piece:
    return Piece(start, end, tuple(headings), page, tuple(map(part_of, parts)))
