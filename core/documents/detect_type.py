"""What a file is by its content, held against what its name says."""

from __future__ import annotations

import io
import zipfile
from pathlib import PurePath

from core.errors import InputError

LARGEST_FILE = 50 * 1024 * 1024  # bytes
ARCHIVE_MARKS = (b"PK\x03\x04", b"PK\x05\x06")  # the first bytes of a zip
LARGEST_PART = 200 * 1024 * 1024  # bytes that a DOCX, which is a zip, may unpack to
KINDS = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "text",
    ".text": "text",
    ".log": "text",
    ".rst": "text",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".docx": "docx",
    ".csv": "csv",
    ".tsv": "csv",
}
_WORDS = {
    "markdown": "Markdown",
    "text": "text",
    "html": "HTML",
    "pdf": "PDF",
    "docx": "Word (DOCX)",
    "csv": "CSV",
    "zip": "a zip archive",
}
_FOREIGN = (  # formats that are not read, by their first bytes
    (b"\xd0\xcf\x11\xe0", "an old Office file, or one protected by a password", "Save it as DOCX without a password."),
    (b"{\\rtf", "RTF", "Save it as DOCX or PDF."),
    (b"\x89PNG", "an image", "Run text recognition over it, and give the text."),
    (b"\xff\xd8\xff", "an image", "Run text recognition over it, and give the text."),
    (b"GIF8", "an image", "Run text recognition over it, and give the text."),
    (b"\x1f\x8b", "a compressed file", "Unpack it first."),
    (b"7z\xbc\xaf", "an archive", "Unpack it first, or pack a zip."),
    (b"Rar!", "an archive", "Unpack it first, or pack a zip."),
    (b"%!PS", "PostScript", "Save it as PDF."),
)
_READABLE = "Markdown, text, HTML, PDF, DOCX and CSV can be read."


def kind_of(data: bytes, name: str) -> str:
    """Return the kind of document that a file is. Raises `InputError` when it is none, or another one than its name
    says."""
    if not data.strip():
        raise InputError(f"{name} is empty.")
    if len(data) > LARGEST_FILE:
        raise too_large(name)
    named = KINDS.get(PurePath(name).suffix.lower())
    found = _by_content(data, name)
    if found == "zip":
        raise InputError(f"{name} is a zip archive, not a document.", _READABLE)
    if found is None and named in ("pdf", "docx"):
        raise InputError(f"{name} is not {_WORDS[named]} as its name says.", "It may be damaged. Save it again.")
    if found is not None and named not in (found, None):
        raise InputError(f"{name} is {_WORDS[found]}, not {_WORDS[named]} as its name says.", "Give it its own ending.")
    return found or named or "text"


def too_large(name: str) -> InputError:
    """Return what is said of a file that has more bytes than one may have."""
    return InputError(f"{name} is larger than {in_megabytes(LARGEST_FILE)}.", "Split it into several files.")


def looks_like_zip_of_files(data: bytes) -> bool:
    """Whether this is a zip archive, and no document that is packed as one."""
    return _is_zip(data) and _inside(data) == "zip"


def in_megabytes(size: int) -> str:
    """Return a number of bytes in words."""
    return f"{size // 1024**2} MB"


def _by_content(data: bytes, name: str) -> str | None:
    """Return the kind, as far as the first bytes tell it; None for what is text."""
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if _is_zip(data):
        inside = _inside(data)
        if inside is None:
            raise InputError(f"{name} is a damaged archive or Office file.", "Save it again.")
        if inside == "office":
            raise InputError(f"{name} is an Office file that is no DOCX.", _READABLE)
        return inside
    for start, what, advice in _FOREIGN:
        if data.startswith(start):
            raise InputError(f"{name} is {what}.", advice)
    if b"\x00" in data[:100_000] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{name} is not a document.", _READABLE)
    return None


def _is_zip(data: bytes) -> bool:
    return data[:4] in ARCHIVE_MARKS


def _inside(data: bytes) -> str | None:
    """Return what a zip is: "docx", another "office" file, a "zip" of files, or None when it is damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return None
    if "word/document.xml" in names:
        return "docx"
    return "office" if {"[Content_Types].xml", "mimetype"} & names else "zip"
