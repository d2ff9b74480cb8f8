"""The rows of a CSV file that something is measured on, or a true message why they cannot be read."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from core.errors import InputError


def read_rows(path: Path, columns: Sequence[str], may_be_empty: bool = False) -> list[dict[str, str]]:
    """Read a CSV file in UTF-8 that has these columns; what a short row lacks is "".

    Raises `InputError` for a file that is missing, cannot be read, lacks a column, or has no rows.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, restval="")
            named = reader.fieldnames or ()
            if missing := [column for column in columns if column not in named]:
                raise InputError(
                    f"{path.name} lacks the column {', '.join(missing)}.", f"It needs {', '.join(columns)}."
                )
            rows = list(reader)
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path.name} is not in UTF-8.", "Save it again as CSV in UTF-8.") from None
    except (OSError, csv.Error) as error:
        raise InputError(f"{path} cannot be read: {error}.") from error
    if not rows and not may_be_empty:
        raise InputError(f"{path.name} has no rows.")
    return rows
