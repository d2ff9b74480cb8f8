"""What a file is that is no table, by its first bytes: so that it is told, and not read as rows of odd letters."""

from __future__ import annotations

from pathlib import PurePath

from core.errors import InputError

WORKBOOK = b"PK\x03\x04"
"""The first bytes of an XLSX, which is a zip."""
_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_FOREIGN = (
    (b"%pdf-", "a PDF"),
    (b"%!ps", "PostScript"),
    (b"{\\rtf", "RTF"),
    (b"<!doctype html", "a web page"),
    (b"<html", "a web page"),
    (b"\x89png", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"gif8", "an image"),
    (b"\x1f\x8b", "a compressed file"),
    (b"7z\xbc\xaf", "an archive"),
    (b"rar!", "an archive"),
)
_BEGINNING = 1024  # bytes in which a file says what it is, behind a mark and blanks


def refuse_what_is_no_table(beginning: bytes, name: str) -> None:
    """Raise `InputError` for a file whose first bytes say that it is something else, or not the XLSX of its name."""
    if beginning.startswith(_OLD_EXCEL):
        raise InputError(
            f"{name} is not a table that can be read: it is an XLS file of old, or locked with a password.",
            "Save it as XLSX or CSV, without a password.",
        )
    head = beginning[:_BEGINNING].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if what := next((what for start, what in _FOREIGN if head.startswith(start)), None):
        raise InputError(f"{name} is not a table but {what}.", "Give a CSV or an XLSX file.")
    if PurePath(name).suffix.lower() == ".xlsx" and not beginning.startswith(WORKBOOK):
        raise not_readable(name)


def not_readable(name: str) -> InputError:
    """Return what is said of a file that its name or its beginning calls an XLSX."""
    return InputError(f"{name} is not an XLSX file that can be read.", "Save it again, or as CSV.")
