"""A file becomes a document with its passages."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from core.documents import Text, read_file
from core.documents.chunking import Piece
from core.documents.ocr import can_recognise, cost_of, scanned_pages
from core.errors import InputError
from core.language.detecting import language_of
from core.stores.passages import Document, Passage


def read_document(
    data: bytes, name: str, read: Callable[[bytes, str], Text] | None = None
) -> tuple[Document, str, list[Passage]]:
    """Return the document, its whole text, and its passages. Raises `InputError` with the reason why it is refused.

    It is read in a process of its own, unless `read` says otherwise.
    """
    reading = (read or read_file)(data, name)
    if not any(map(str.isalnum, reading.text)):
        raise InputError(f"{name} holds no text that can be read.", _advice(data, name))
    digest = hashlib.sha256(f"{reading.kind}\0{reading.text}".encode()).hexdigest()[:32]
    document = Document(
        digest,
        name,
        reading.kind,
        language_of(reading.text),
        reading.encoding,
        len(reading.text),
        datetime.now(UTC).isoformat(timespec="microseconds"),  # tells one bringing from the next
    )
    return document, reading.text, passages_of(reading.text, reading.pieces, document.id)


def _advice(data: bytes, name: str) -> str:
    pages = scanned_pages(data, name) if can_recognise() else 0
    if not pages:
        return "If it is a scan, run text recognition over it."
    return f"It is a scan: bring it again with “Recognise scans” ({cost_of(pages)})."


def passages_of(text: str, pieces: Iterable[Piece], document: str) -> list[Passage]:
    """Return the pieces of a text as passages of a document, in order."""
    return [
        Passage(f"{document}:{place}", document, place, text[piece.start : piece.end], *piece)
        for place, piece in enumerate(pieces)
    ]
