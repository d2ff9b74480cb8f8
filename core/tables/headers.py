"""Names of columns: which field each one stands for, in five languages, and columns that are to be one.

The words are data, `assets/lexicon/headers.csv`: a field as `kind.field`, its language, a word that real tables use.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from core.language.lexicon import rows, word_groups

if TYPE_CHECKING:
    import pandas as pd

_BRACKETS = re.compile(r"\s*[(\[{][^)\]}]*[)\]}]")
_NUMBERED = re.compile(r"^\s*(?:\d{1,3}[.):]|Q\d{1,3}[.:]?\s)\s*")
_PARTS = re.compile(r"\s*(?:/|\||–|—|\n|:\s| - )\s*")
JOINED = " + "  # between the names of columns that were joined


@cache
def fields_of(kind: str) -> Mapping[str, tuple[str, ...]]:
    """Return the fields of a kind of table (experts, answers, books, descriptions, jobs), each with its other names."""
    words: dict[str, list[str]] = {}
    for row in rows("headers"):
        of, _, field = row["field"].partition(".")
        if of == kind:
            words.setdefault(field, []).append(row["word"])
    return {field: tuple(dict.fromkeys(names)) for field, names in words.items()}


@cache
def known_words() -> frozenset[str]:
    """Every word that names a column of some table, as `plain_name` writes it."""
    return frozenset(plain_name(row["word"]) for row in rows("headers"))


def plain_name(name: str) -> str:
    """Return a name without capitals, accents, spaces and signs; what stands in brackets stays."""
    if name.isascii():  # most are, and a table has many cells
        return "".join(filter(str.isalnum, name.lower()))
    folded = unicodedata.normalize("NFKD", name.casefold())
    kept = (sign for sign in folded if not "\u0300" <= sign <= "\u036f")  # accents; not the vowels of other scripts
    return "".join(sign for sign in kept if unicodedata.category(sign)[0] in "LMN")


def is_known(name: str) -> bool:
    """Whether a cell reads like the name of a column."""
    return any(plain_name(form) in known_words() for form in (name, *_without_extras(name), *_parts(name)))


def _without_extras(name: str) -> list[str]:
    return [_NUMBERED.sub("", _BRACKETS.sub("", name)).rstrip(" *:")]


def _parts(name: str) -> list[str]:
    """Return what a name in two languages, or below the name of a group, consists of; the innermost first."""
    parts = [part for part in _PARTS.split(name) if part.strip()]
    if len(parts) < 2:
        return []
    return [form for part in reversed(parts) for form in (part, *_without_extras(part))]


def _innermost(name: str) -> list[str]:
    """Return the name below that of its group, where there is one."""
    part = [part for part in _PARTS.split(name) if part.strip()][-1:]
    return [form for text in part for form in (text, *_without_extras(text))]


def guess_columns(columns: Sequence[str], wanted: Mapping[str, Sequence[str]]) -> dict[str, str | None]:
    """For each wanted field the column that looks like it, once each.

    First by its own name or one of its other names; then without what stands in brackets; then by the last part of the
    name, where it is below that of a group; then by any part, where it is in two languages. A part that several columns
    share is the name of their group, and names none of them.
    """
    free = list(columns)
    guess: dict[str, str | None] = dict.fromkeys(wanted)
    forms: tuple[Callable[[str], list[str]], ...] = (lambda name: [name], _without_extras, _innermost, _parts)
    for form in forms:
        plain = {column: {plain_name(text) for text in form(column)} for column in columns}
        shared = {name for name, times in Counter(chain.from_iterable(plain.values())).items() if times > 1}
        if form is _parts:
            plain = {column: names - shared for column, names in plain.items()}
        for field, names in wanted.items():
            if guess[field] is not None:
                continue
            looked_for = [plain_name(name) for name in (field, *names)]
            match = next((column for name in looked_for for column in free if name in plain[column]), None)
            if match:
                guess[field] = match
                free.remove(match)
    return guess


# --- several columns as one -------------------------------------------------------------------------------------------


def name_columns(columns: Sequence[str]) -> tuple[str, str] | None:
    """Return the columns of first and last names, in this order; None unless both are there.

    A plain “name” beside one of the two is the other, as in “Name, Vorname”.
    """
    parts = {
        part: tuple(row["word"] for row in rows("headers") if row["field"] == part)
        for part in ("given_name", "family_name", "either_name")
    }
    guess = guess_columns(columns, parts)
    given, family, either = guess["given_name"], guess["family_name"], guess["either_name"]
    if given is None and family is None:
        return None
    given, family = given or either, family or either
    return (given, family) if given and family else None


def join_columns(frame: pd.DataFrame, columns: Sequence[str]) -> tuple[pd.DataFrame, str]:
    """Return the table with one more column, in which these stand one after the other, and the name of it."""
    name = JOINED.join(columns)
    names = set(name_columns(columns) or ())
    between = " " if names == set(columns) else "; "
    rows_of_cells = zip(*(frame[column] for column in columns), strict=True)
    joined = [between.join(cell.strip() for cell in cells if cell.strip()) for cells in rows_of_cells]
    return frame.assign(**{name: joined}), name


def says_nothing(cell: str) -> bool:
    """Whether a cell is empty, or says that nothing is known: “n/a”, “k. A.”, “s. f.”."""
    return cell.strip().casefold() in _no_value() or not cell.strip()


@cache
def _no_value() -> frozenset[str]:
    return word_groups("no_value")["no value"]
