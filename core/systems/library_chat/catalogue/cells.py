"""What stands in a cell of a table of books, on one line and of bearable length."""

from __future__ import annotations

from core.errors import InputError
from core.language.sanitize import tidy

LONGEST_CELL = 20_000
LONGEST_NAME = 200


def clean(text: str) -> str:
    """On one line, without signs that nobody sees; empty when nothing is left."""
    try:
        return " ".join(tidy(text).split())
    except InputError:
        return ""


def unlisted(cell: str) -> str:
    """Return what stands in a list that a program wrote: ['Fantasy', 'Magic']."""
    return cell[1:-1] if cell.startswith("[") and cell.endswith("]") else cell
