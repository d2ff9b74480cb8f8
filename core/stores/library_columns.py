"""The columns of a catalogue, fixed and further ones, and how the values of a plan are compared with theirs."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from core.language.names import plain_name
from core.stores.library import Value, readable
from core.stores.library_plan import Column, ColumnKind, Key, Part, Plan

FIXED = (
    Column(name="title", title="Title", kind="text"),
    Column(name="authors", title="Authors", kind="list"),
    Column(name="genres", title="Genres", kind="list"),
    Column(name="subjects", title="Subjects", kind="list"),
    Column(name="year", title="Year", kind="number"),
    Column(name="pages", title="Pages", kind="number"),
    Column(name="id", title="Id", kind="text"),
)
ALWAYS = ("title", "id")
"""Every book has them."""

TAKEN = frozenset((*(column.name for column in FIXED), "name", "value", "catalogue", "embedding", "shuffle"))
"""No further column may be called so: "name" and "value" sort groups, the others are properties of a store's own."""

DIGITS = 9
"""Figures are rounded to so many decimals, so that what is equal is equal in every store."""

OF_TEXT: tuple[ColumnKind, ...] = ("text", "list")

PLAIN_RULE = 2
"""Raised with every change of `plain_text`, so that a store which keeps what that gives makes it anew."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_POSSESSIVE = re.compile(r"['’`]s\b", re.IGNORECASE)
_TYPES: Mapping[ColumnKind, type | tuple[type, ...]] = {
    "text": str, "number": (float, int), "date": (float, int), "list": tuple
}  # fmt: skip


def check_columns(columns: Sequence[Column]) -> None:
    """Raise ValueError for a further column whose name is taken, or could not be that of a property."""
    for column in columns:
        if column.name in TAKEN or not _NAME.fullmatch(column.name):
            raise ValueError(f"No column can be called {column.name!r}.")


def fixed_columns(filled: Collection[str]) -> list[Column]:
    """Return those of the fixed columns in which any book has a value, by their names, and those of every book."""
    return [column for column in FIXED if column.name in filled or column.name in ALWAYS]


def kept_values(extra: Mapping[str, Value], columns: Sequence[Column]) -> dict[str, Value]:
    """Return what a store keeps of a book in these columns: readable texts, numbers as floats, nothing empty, and
    each value of a list once.

    Raises ValueError for a value that is not of the kind of its column.
    """
    kept: dict[str, Value] = {}
    for column in columns:
        value = extra.get(column.name, "")
        if value != "" and not isinstance(value, _TYPES[column.kind]):
            raise ValueError(f"{value!r} is no {column.kind}, as the column {column.name!r} is.")
        if value not in ("", ()):
            kept[column.name] = _kept(value)
    return kept


def _kept(value: Value) -> Value:
    if isinstance(value, tuple):
        return tuple(dict.fromkeys(filter(None, map(readable, value))))
    return readable(value) if isinstance(value, str) else float(value)


def plain_text(text: str) -> str:
    """Return a text as "contains", "begins" and "ends" compare it: no capitals, accents or signs, in spaces.

    “dragon” is a word of “Dragon's Egg”.
    """
    return f" {_plain(text)} "


def _plain(text: str) -> str:
    return plain_name(_POSSESSIVE.sub(" s", text))


# --- values -----------------------------------------------------------------------------------------------------------


def values_for(kind: ColumnKind, values: Iterable[str]) -> list[str] | list[float]:
    """Return the values of a plan as a column of this kind holds them, each once; what is no number becomes NaN, which
    no book has."""
    if kind in ("text", "list"):
        return list(dict.fromkeys(map(readable, values)))
    return list(dict.fromkeys(map(_number, values)))


def needles(values: Iterable[str]) -> list[str]:
    """Return what a plain text must hold, begin with or end with; a value without a letter or a figure is in none."""
    names = dict.fromkeys(map(_plain, values))
    return [f" {name} " for name in names if name]


def group_values(key: Key, kind: ColumnKind, names: Iterable[str]) -> list[str] | list[float]:
    """Return the groups that a plan names, as they are calculated: a decade by its first year."""
    return values_for(kind, (name.removesuffix("s") for name in names) if key.part == "decade" else names)


def group_name(value: str | float, part: Part) -> str:
    """Name a group: "1950s", "1901", or its value."""
    text = value if isinstance(value, str) else f"{value:.0f}" if value == int(value) else repr(float(value))
    return f"{text}s" if part == "decade" else text


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


# --- any so many ------------------------------------------------------------------------------------------------------

SHUFFLED = 2**31 - 1
"""A prime: (`shuffle_of` a book · the seed) modulo this is another order of the books for each seed, in any store."""


def shuffle_of(id: str) -> int:
    """Return the number of a book by which it is put in an order of no meaning, 1 to `SHUFFLED` - 1."""
    return _digest(id)


def seed_of(plan: Plan) -> int:
    """Return the seed of a plan: the same for the next so many."""
    return _digest(plan.model_copy(update={"skip": 0, "limit": None}).model_dump_json())


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "replace")).digest()[:8]) % (SHUFFLED - 1) + 1
