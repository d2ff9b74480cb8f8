"""Tables of the analyst's: read from CSV and XLSX as they come, written so that a spreadsheet runs nothing in them."""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import pandas as pd
from charset_normalizer import from_bytes
from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from core.errors import InputError

LARGEST_FILE = 50 * 1024 * 1024  # bytes
LARGEST_UNPACKED = 500 * 1024 * 1024  # bytes inside an XLSX, which is a zip
MOST_CELLS = 10_000_000
# What the zip, XML and XLSX readers raise over a file that is damaged or locked with a password.
_DAMAGES = (
    ArithmeticError, AttributeError, EOFError, LookupError, OSError, RuntimeError, SyntaxError, TypeError, ValueError,
    InvalidFileException, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
_FEW_SIGNS = 40  # signs beyond ASCII; from fewer, statistics guess wildly
_TYPOGRAPHY = frozenset("“”„‘’‚«»–—…•·€£§°©®™ª²³¼½¾×±µ¡¿\xa0")
_RUN_OF_SIGNS = re.compile("[^\x00-\x7f]{3}")
_LOOKED_AT = 200_000  # bytes; the guess takes seconds for more
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r")


def read_table(data: bytes, name: str, *, keep_blank: bool = False) -> pd.DataFrame:
    """A table of text, one row a record, from a CSV (any usual encoding and separator) or the first sheet of an XLSX.

    Every cell is a string, an empty one `""`. The first row that is not blank holds the names of the columns, which are
    trimmed, repeated ones numbered. Blank rows are left out unless `keep_blank`; then only those below the last filled
    row of an XLSX are, which are there when they were once formatted. The index counts rows as a spreadsheet does, from
    1. Raises `InputError` for a file that is empty, too large, damaged, or something else than its name says.
    """
    if not data.strip():
        raise InputError(f"{name} is empty.")
    if len(data) > LARGEST_FILE:
        raise InputError(f"{name} is larger than {LARGEST_FILE // 1024**2} MB.", "Split it into several files.")
    is_workbook = data[:4] == b"PK\x03\x04"
    rows = list(enumerate(_sheet_rows(data, name) if is_workbook else _text_rows(data, name), start=1))
    filled = [(number, row) for number, row in rows if any(cell.strip() for cell in row)]
    if not filled:
        raise InputError(f"{name} has no row of column names.", "Put the names of the columns into the first row.")
    (head, first), *body = filled
    if not body:
        raise InputError(f"{name} has column names and no rows.")
    if keep_blank:
        body = rows[head : body[-1][0] if is_workbook else None]
    names = _distinct([cell.strip() or f"column {number}" for number, cell in enumerate(first, start=1)])
    width = len(names)
    cells = [(row + [""] * width)[:width] for _, row in body]
    return pd.DataFrame(cells, index=[number for number, _ in body], columns=names, dtype="object")


def _text_rows(data: bytes, name: str) -> list[list[str]]:
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    if (b"\x00" in data and not marked) or "\x00" in (text := decode_text(data, name)[0]):
        raise InputError(f"{name} is not a table.", "Give a CSV or an XLSX file.")
    csv.field_size_limit(LARGEST_FILE)  # or a single endless cell, which is one bad row, would spoil the whole file
    try:
        return list(_counted(_parse(text, _separator(text)), name))
    except csv.Error as error:
        raise InputError(f"{name} cannot be read as CSV: {error}.", "Save it again, or as XLSX.") from None


def decode_text(data: bytes, name: str) -> tuple[str, str]:
    """The text and its encoding: by its mark, as UTF-8, or as the likeliest one. Raises `InputError`."""
    marked = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    encoding = next((kind for mark, kind in marked.items() if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding), encoding.removesuffix("-sig")
    except UnicodeDecodeError:
        pass
    if _looks_western(data):
        return data.decode("cp1252"), "cp1252"
    guesses = from_bytes(data[:_LOOKED_AT])
    best = guesses.best()
    if best is None:
        raise InputError(f"The encoding of {name} is not known.", "Save it in UTF-8.")
    # Equally good guesses come in the order of their names; if the Western one is among them it is the likeliest.
    equal = [one for one in guesses if (one.chaos, one.coherence) == (best.chaos, best.coherence)]
    encoding = "cp1252" if any("cp1252" in one.could_be_from_charset for one in equal) else best.encoding
    return data.decode(encoding, errors="replace"), encoding


def _looks_western(data: bytes) -> bool:
    """Whether the few signs beyond ASCII are letters or typography of Western Europe, and stand between others.

    Words of another alphabet, or of none, would be runs of such signs.
    """
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return False
    signs = [sign for sign in text if not sign.isascii()]
    western = all(sign in _TYPOGRAPHY or (sign.isalpha() and sign != "ƒ") for sign in signs)
    return western and len(signs) < _FEW_SIGNS and not _RUN_OF_SIGNS.search(text)


def _parse(text: str, separator: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)


def _separator(text: str) -> str:
    """The one that parts most of the first rows into as many cells as the row of names.

    Not `csv.Sniffer`, which takes apostrophes in the text for quotation marks, and seconds for a text of quotes.
    """

    def agreement(separator: str) -> tuple[int, int]:
        rows = [row for row in islice(_parse(text[:20_000], separator), 50) if row]
        width = len(rows[0]) if rows else 0
        return (sum(len(row) == width for row in rows) if width > 1 else 0), width

    return max(",;\t|", key=agreement)


def _sheet_rows(data: bytes, name: str) -> list[list[str]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(item.file_size for item in archive.infolist()) > LARGEST_UNPACKED:
                raise InputError(f"{name} unpacks to more than {LARGEST_UNPACKED // 1024**2} MB.")
        sheet: Any = load_workbook(io.BytesIO(data), read_only=True, data_only=True).worksheets[0]
        sheet.reset_dimensions()  # a sheet may claim a million columns, and then each row would be padded to them
        rows = _counted(sheet.iter_rows(values_only=True), name)
        return [["" if cell is None else _cell(cell) for cell in row] for row in rows]
    except _DAMAGES as error:
        raise InputError(f"{name} is not an XLSX file that can be read.", "Save it again, or as CSV.") from error


def _counted(rows: Iterable[Sequence[Any]], name: str) -> Iterator[Any]:
    """The rows, as long as they have no more cells than memory: a small file can be packed full of them."""
    cells = 0
    for row in rows:
        cells += len(row) + 1
        if cells > MOST_CELLS:
            raise InputError(f"{name} has more than {MOST_CELLS:,} cells.", "Split it into several files.")
        yield row


def _cell(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _distinct(names: Sequence[str]) -> list[str]:
    distinct: dict[str, None] = {}
    repeated: Counter[str] = Counter()
    for name in names:
        fresh = name
        while fresh in distinct:
            repeated[name] += 1
            fresh = f"{name} ({repeated[name] + 1})"
        distinct[fresh] = None
    return list(distinct)


def guess_columns(columns: Sequence[str], wanted: Mapping[str, Sequence[str]]) -> dict[str, str | None]:
    """For each wanted field the column that looks like it: its own name or one of its other names, once each."""
    free = list(columns)
    guess: dict[str, str | None] = {}
    for field, names in wanted.items():
        match = next((column for name in (field, *names) for column in free if _plain(column) == _plain(name)), None)
        guess[field] = match
        if match:
            free.remove(match)
    return guess


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


# --- writing ----------------------------------------------------------------------------------------------------------


def escape_formula(value: Any) -> Any:
    """A value from data that a spreadsheet will not take for a formula: a leading = + - @ gets an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_DANGEROUS) else value


def to_csv(table: pd.DataFrame) -> bytes:
    """CSV in UTF-8 with a mark that spreadsheets understand, every text escaped as by `escape_formula`."""
    safe = table.rename(columns=escape_formula).map(escape_formula)
    # By this end of line a lone carriage return is quoted too: else it ends the row, and a formula may begin the next.
    return safe.to_csv(index=False, lineterminator="\r\n").encode("utf-8-sig")
