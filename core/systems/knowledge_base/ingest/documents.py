"""A file becomes a document with its passages."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

from core.documents import Text, read_file
from core.documents.chunking import Piece
from core.documents.ocr import can_recognise, cost_of, scanned_pages
from core.errors import InputError
from core.stores.passages import Document, Passage

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_ENOUGH = 20  # letters by which a language can be told
_SURE = 0.7
_LOOKED_AT = 5_000  # characters


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


def language_of(text: str, sure: float = _SURE) -> str:
    """Return the language as ISO 639-1; "" for a text that is too short or too mixed to tell.

    `sure` is the probability from which it counts as told.
    """
    sample = text[:_LOOKED_AT]
    if sum(map(str.isalpha, sample)) < _ENOUGH:
        return ""
    language, probability = _identifier().classify(sample)
    return str(language) if probability >= sure else ""


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
