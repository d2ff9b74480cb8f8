"""A CSV of any length, read row by row in bounded memory: as often as it is wanted, each time the same rows."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TextIO

from core.errors import InputError
from core.tables import files
from core.tables.encodings import GUESSED, decode_text
from core.tables.files import Grid, separator_of, unwrapped
from core.tables.formats import WORKBOOK, refuse_what_is_no_table
from core.tables.layout import find_layout, names_of
from core.tables.reading import distinct_names

_PIECE = 1 << 20  # bytes
_LOOKED_AT = 200  # first rows, among which the names of the columns are looked for
_SNIFFED = 4 << 20  # bytes from which the encoding is guessed where it is not UTF-8


class How(NamedTuple):
    """How a file is read: its encoding and what is done with strays, what parts the cells, whether spaces follow it."""

    encoding: str
    errors: str
    separator: str
    spaced: bool


@dataclass(frozen=True)
class StreamedTable:
    """Where a table stands in a file, and its columns; `rows` reads it.

    `heads` are the names as they stand in the file, empty and repeated ones too; `names` tells each column apart.
    `body` is the number of the first row below the names, from 1.
    """

    path: Path
    how: How
    heads: tuple[str, ...]
    names: tuple[str, ...]
    body: int

    def rows(self) -> Iterator[list[str]]:
        """Give the cells of every row below the names, blank rows too, each as wide as the table.

        Raises `InputError` for what cannot be read as CSV.
        """
        width = len(self.names)
        for cells in islice(_parsed(self.path, self.how), self.body - 1, None):
            row = [unwrapped(cell) for cell in cells[:width]]
            yield row if len(row) == width else row + [""] * (width - len(row))


def stream_csv(path: Path) -> StreamedTable:
    """Look through a CSV: its encoding, its separator, the names of its columns. Raises `InputError`."""
    csv.field_size_limit(files.LARGEST_FILE)
    how, declared = _how(path)
    rows = list(islice(_parsed(path, how), _LOOKED_AT))
    if declared:
        rows[0] = []
    grid = Grid(rows)
    layout = find_layout(grid)
    heads = names_of(grid, layout)
    width = max(len(heads), _width(islice(_parsed(path, how), layout.body - 1, None)))
    if width > files.MOST_COLUMNS:
        raise InputError(f"{path.name} has a row of more than {files.MOST_COLUMNS:,} cells.", "Leave columns out.")
    heads += [""] * (width - len(heads))
    names = distinct_names([name or f"column {number}" for number, name in enumerate(heads, start=1)])
    return StreamedTable(path, how, tuple(heads), tuple(names), layout.body)


def _width(rows: Iterator[list[str]]) -> int:
    """Return how many cells the widest row has up to the last one that holds something."""
    width = 0
    for row in rows:
        while len(row) > width and not row[-1].strip():
            row.pop()
        width = max(width, len(row))
    return width


def _how(path: Path) -> tuple[How, bool]:
    """Return how a file is read, and whether its first line only declares the separator."""
    with _in_words(path):
        with path.open("rb") as file:
            refuse_what_is_no_table(file.read(_PIECE), path.name)
        encoding, errors = _encoding_of(path)
        with _text(path, encoding, errors) as text:
            beginning = text.read(_PIECE)
    if "\x00" in beginning or beginning.startswith(WORKBOOK.decode()):
        raise InputError(f"{path.name} is not a table.", "Give a CSV or an XLSX file.")
    if not beginning.strip():
        raise InputError(f"{path.name} is empty.")
    separator, declared, spaced = separator_of(beginning)
    return How(encoding, errors, separator, spaced), bool(declared)


def _parsed(path: Path, how: How) -> Iterator[list[str]]:
    with _in_words(path), _text(path, how.encoding, how.errors) as text:
        yield from csv.reader(text, delimiter=how.separator, skipinitialspace=how.spaced)


def _encoding_of(path: Path) -> tuple[str, str]:
    """Return the encoding and what is done with strays: UTF-8 where all of the file is, else as tables are read."""
    with path.open("rb") as file:
        beginning = file.read(_SNIFFED)
        if beginning.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return "utf-16", "strict"
        decoder = codecs.getincrementaldecoder("utf-8")()
        piece = beginning
        try:
            while piece:
                decoder.decode(piece)
                piece = file.read(_PIECE)
            decoder.decode(b"", final=True)
            return "utf-8-sig", "strict"
        except UnicodeDecodeError:
            pass
    encoding = decode_text(beginning, path.name)[1].removesuffix(GUESSED)
    return ("utf-8-sig", "glassbox.stray") if encoding.startswith("utf-8") else (encoding, "replace")


@contextmanager
def _text(path: Path, encoding: str, errors: str) -> Iterator[TextIO]:
    with path.open("rb") as file, TextIOWrapper(file, encoding, errors, newline="") as text:
        yield text


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    try:
        yield
    except csv.Error as error:
        raise InputError(f"{path.name} cannot be read as CSV: {error}.", "Save it again, or as XLSX.") from None
    except UnicodeError as error:
        raise InputError(f"{path.name} cannot be read: {error}.", "Save it in UTF-8.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from error
