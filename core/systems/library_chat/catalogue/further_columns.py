"""The columns of a table of books that stand for no field: each keeps its values, as numbers, dates, lists or text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from core.errors import InputError
from core.language.language_names import language_of
from core.language.sanitize import tidy
from core.stores.library import Value
from core.stores.library_columns import TAKEN
from core.stores.library_plan import Column, ColumnKind
from core.systems.library_chat.catalogue.author_names import unlisted
from core.tables.dates import DateStyle
from core.tables.further import FreeNames, slug, used_columns
from core.tables.headers import JOINED, fields_of, guess_columns, says_nothing
from core.tables.problems import Outcome
from core.tables.values import has_decimal_comma, money_in, plain_number

LONGEST_CELL = 20_000
LONGEST_NAME = 200

_MOST = 0.95  # of the cells that say something must be numbers or dates, for a column of these
_SOME = 0.25  # of them must be whole dates in the column of the year, for these to be kept
_MANY = 0.1  # of them must hold several values, for a list
_LONG_NUMBER = 10  # figures of a number that is hardly a quantity: an ISBN, a telephone
_BETWEEN = re.compile(r"\s*[;|]\s*")
_BETWEEN_LANGUAGES = re.compile(r"\s*[;|/]\s*")
_BETWEEN_CODES = re.compile(r"\s*[;|/,&+\s]\s*")
_AS_FORMULA = re.compile(r'="(.*)"')  # how some programs keep a spreadsheet from rounding an ISBN
_ROUNDED = re.compile(r"\d(?:\.\d+)?E\+\d+", re.IGNORECASE)
_LEADING_ZERO = re.compile(r"0\d+")

Told = tuple[str, Outcome]


@dataclass(frozen=True)
class Further:
    """A further column, by the row of the table: what its cells say, the values they are read as, None where nothing
    is known, and what is to be told of some; `header` is its name in the table."""

    column: Column
    header: str
    cells: Sequence[str]
    values: Sequence[Value | None]
    told: Mapping[int, Told] = field(default_factory=dict)


def read_further(table: pd.DataFrame, chosen: Mapping[str, str | None]) -> list[Further]:
    """Read every column that holds something and was chosen for no field; of the year's also whole dates, of the id's
    the ISBN."""
    names = FreeNames(TAKEN)
    found = list(_of_fields(table, chosen, names))
    used = used_columns(chosen)
    others = [header for header in table.columns if header not in used and JOINED not in header]
    words = {name: words for name, words in fields_of("further").items() if name != "identifier"}
    known = {header: name for name, header in guess_columns(others, words).items() if header}
    for number, header in enumerate(others, start=1):
        cells = [_cell(cell) for cell in table[header]]
        if not any(cells):
            continue
        if known.get(header) == "language":
            found += _languages(header, cells, names)
        else:
            found.append(_read(header, cells, names.new(known.get(header) or slug(header) or f"column_{number}")))
    return found


def clean(text: str) -> str:
    """On one line, without signs that nobody sees; empty when nothing is left."""
    try:
        return " ".join(tidy(text).split())
    except InputError:
        return ""


def _cell(cell: object) -> str:
    """Return what a cell says, "" where that is nothing."""
    text = str(cell).strip()
    found = _AS_FORMULA.fullmatch(text)
    text = clean(found[1] if found else text[:LONGEST_CELL])
    return "" if says_nothing(text) else text


def _of_fields(table: pd.DataFrame, chosen: Mapping[str, str | None], names: FreeNames) -> Iterator[Further]:
    """Keep what a field leaves of its column: the day of a date of which it takes the year, an ISBN that is the id."""
    year, id = chosen.get("year"), chosen.get("id")
    if year:
        dates = _dates(year, [_cell(cell) for cell in table[year]], "published", of_year=True)
        if sum(value is not None for value in dates.values) >= max(1, _SOME * sum(map(bool, dates.cells))):
            names.new("published")
            yield dates
            months = [None if value is None else float(int(float(str(value))) // 100 % 100) for value in dates.values]
            yield Further(Column(name=names.new("month"), title="Month", kind="number"), year, [], months)
    if id and guess_columns([id], {"isbn": fields_of("further")["isbn"]})["isbn"]:
        column = Column(name=names.new("isbn"), title=_spoken(id), kind="text")
        cells = [_cell(cell) for cell in table[id]]
        yield Further(column, id, cells, [cell if cell and _is_isbn(cell) else None for cell in cells])


def _is_isbn(cell: str) -> bool:
    return len(cell) <= LONGEST_NAME and not _ROUNDED.fullmatch(cell)


# --- what a column holds ----------------------------------------------------------------------------------------------


def _read(header: str, cells: Sequence[str], name: str) -> Further:
    """Read a column as what its cells are."""
    filled = [cell for cell in cells if cell]
    decimal_comma = has_decimal_comma(filled)
    if _share(filled, lambda cell: plain_number(cell, decimal_comma) is not None) and not _is_identifier(
        header, filled
    ):
        return _numbers(header, cells, name, decimal_comma)
    dates = _dates(header, cells, name)
    if sum(value is not None for value in dates.values) >= _MOST * len(filled):
        return dates
    if _are_lists(filled):
        lists = [_BETWEEN.split(unlisted(cell)) for cell in cells]
        return _texts(header, lists, name, "list")
    return _texts(header, [[cell] for cell in cells], name, "text")


def _share(filled: Sequence[str], test: Callable[[str], bool]) -> bool:
    """Whether most cells pass a test."""
    return sum(map(test, filled)) >= _MOST * len(filled)


def _is_identifier(header: str, filled: Sequence[str]) -> bool:
    """Whether the figures of a column are no quantity: a telephone, a code with a zero before it, two currencies."""
    words = {"identifier": fields_of("further")["identifier"], "id": fields_of("books")["id"]}
    named = any(guess_columns([header], {field: names})[field] for field, names in words.items())
    long = sum(cell.isdecimal() and len(cell) >= _LONG_NUMBER for cell in filled) > len(filled) / 2
    several = len({money for cell in filled if (money := money_in(cell))}) > 1
    return named or long or several or any(map(_LEADING_ZERO.fullmatch, filled))


def _are_lists(filled: Sequence[str]) -> bool:
    parts = [_BETWEEN.split(cell) for cell in filled]
    several = sum(len(list(filter(None, values))) > 1 for values in parts)
    return several >= max(_MANY * len(filled), 1) and all(len(part) <= LONGEST_NAME for one in parts for part in one)


def _spoken(header: str) -> str:
    """Return the name of a column as it is said: "publication_date" is "publication date"."""
    return " ".join(header.replace("_", " ").split())


def _numbers(header: str, cells: Sequence[str], name: str, decimal_comma: bool) -> Further:
    values = [plain_number(cell, decimal_comma) if cell else None for cell in cells]
    told: dict[int, Told] = {
        place: ("no number", "left empty")
        for place, (cell, value) in enumerate(zip(cells, values, strict=True))
        if cell and value is None
    }
    return Further(Column(name=name, title=_spoken(header), kind="number"), header, cells, values, told)


def _dates(header: str, cells: Sequence[str], name: str, *, of_year: bool = False) -> Further:
    """Read whole dates; in the column of the year a year alone is no problem."""
    style = DateStyle.of(cells)
    read = [style.read(cell) for cell in cells]
    told: dict[int, Told] = {}
    for place, (cell, one) in enumerate(zip(cells, read, strict=True)):
        if of_year and one.problem:
            told[place] = (f"as a year without its day: {one.problem}", "read")
        elif cell and one.number is None and not of_year:
            told[place] = (one.problem or "no date", "left empty")
    values = [None if one.number is None else float(one.number) for one in read]
    return Further(Column(name=name, title=_spoken(header), kind="date"), header, cells, values, told)


def _texts(header: str, cells: Sequence[Sequence[str]], name: str, kind: ColumnKind) -> Further:
    """One that is spelled in capitals here and without there is one, spelled as it came first."""
    spelling: dict[str, str] = {}
    lists = [
        tuple(dict.fromkeys(spelling.setdefault(text.casefold(), text) for text in texts if not says_nothing(text)))
        for texts in cells
    ]
    values: list[Value | None] = [(texts if kind == "list" else texts[0]) if texts else None for texts in lists]
    return Further(Column(name=name, title=_spoken(header), kind=kind), header, [], values)


def _languages(header: str, cells: Sequence[str], names: FreeNames) -> list[Further]:
    """Return languages by their names, and their codes, where there were any, as they came."""
    parted = [_language_parts(cell) for cell in cells]
    several = any(len(parts) > 1 for parts in parted)
    codes = {part for parts in parted for part in parts if part and language_of(part) is not None}
    lists = [[_language(part) for part in parts] for parts in parted]
    languages = _texts(header, lists, names.new("language"), "list" if several else "text")
    if not codes:
        return [languages]
    name = names.new("language_code")
    kept = [cell if codes & set(parts) else "" for cell, parts in zip(cells, parted, strict=True)]
    return [languages, _texts(f"{header} (code)", [[cell] for cell in kept], name, "text")]


def _language_parts(cell: str) -> list[str]:
    """Return the languages of a cell; a comma parts codes alone: "eng, fre", but "Greek, Modern"."""
    codes = _BETWEEN_CODES.split(cell)
    return codes if all(language_of(code) is not None for code in codes) else _BETWEEN_LANGUAGES.split(cell)


def _language(text: str) -> str:
    """Return the name of a language by its code; what is no code stays as it is."""
    name = language_of(text)
    return text if name is None else name
