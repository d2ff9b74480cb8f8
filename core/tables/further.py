"""Columns of a table that stand for no field: which they are, and the names under which they are kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from core.language.names import without_accents
from core.tables.headers import JOINED

if TYPE_CHECKING:
    import pandas as pd

_LONGEST_SLUG = 60


class FreeNames:
    """Names of columns, each once and none of those that are `taken`."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)

    def new(self, name: str) -> str:
        """Return the name, with a number behind it where it is taken."""
        free, number = name, 2
        while free in self._taken:
            free, number = f"{name}_{number}", number + 1
        self._taken.add(free)
        return free


def slug(header: str) -> str:
    """Return a header in small Latin letters, figures and low lines: "Day rate (€)" is day_rate; "" when nothing is
    left."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", header)
    plain = re.sub(r"[^a-z0-9]+", "_", without_accents(parted, "NFKD").casefold())[:_LONGEST_SLUG].strip("_")
    return plain if plain[:1].isalpha() else f"column_{plain}" if plain else ""


def used_columns(columns: Mapping[str, str | None]) -> set[str]:
    """Return the columns that were chosen for a field, and those that make up one that was."""
    chosen = [column for column in columns.values() if column]
    return {part for column in chosen for part in (column, *column.split(JOINED))}


def unused_columns(table: pd.DataFrame, columns: Mapping[str, str | None]) -> list[str]:
    """Return the columns that hold something and stand for no field, not even as a part of one."""
    used = used_columns(columns)
    return [name for name in table.columns if name not in used and table[name].str.strip().any()]
