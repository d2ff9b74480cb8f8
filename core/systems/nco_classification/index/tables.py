"""The tables that come with the classification, each a CSV file of `assets/data/nco`, whose README says what is in it.

Several words in one cell are parted by `;`.
"""

from __future__ import annotations

import csv
import hashlib

from core.errors import StoreError
from core.paths import SAMPLES

FOLDER = SAMPLES / "nco"


def table_rows(name: str, columns: str) -> list[dict[str, str]]:
    """Read a table that comes with the classification. Raises `StoreError` for a damaged file."""
    try:
        with (FOLDER / name).open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if reader.fieldnames != columns.split(","):
                raise StoreError(f"{name} must have the columns {columns}.", "Fetch the file from the project again.")
            return list(reader)
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"{name} cannot be read: {error}.", "Fetch the file from the project again.") from error


def parts(cell: str) -> tuple[str, ...]:
    """Part a cell into its words, in their order; none that is empty."""
    return tuple(part.strip() for part in cell.split(";") if part.strip())


def version() -> str:
    """Take the first eight digits of a hash over all files: they are stamped on every coded row."""
    data = b"".join(path.read_bytes() for path in sorted(FOLDER.glob("*.csv")))
    return hashlib.sha256(data).hexdigest()[:8]
