"""Books out of a table as it comes: several authors and genres in a cell, dates and lengths in anybody's spelling."""

from __future__ import annotations

import calendar
import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pandas as pd

from core.language.lexicon import alternatives
from core.language.names import may_be_several
from core.stores.library import Book
from core.stores.library_plan import Column
from core.systems.library_chat.catalogue.author_names import COMMA, AuthorStyle, unlisted
from core.systems.library_chat.catalogue.further_columns import (
    LONGEST_CELL,
    LONGEST_NAME,
    Further,
    clean,
    read_further,
)
from core.tables import Field, RowProblem, TableKind
from core.tables.headers import JOINED, says_nothing
from core.tables.problems import Outcome
from core.tables.values import has_decimal_comma, read_number

BOOKS = TableKind(
    "books",
    (
        Field("title", "The title of the book.", needed=True),
        Field("authors", "Who wrote it; several are parted by a semicolon."),
        Field("year", "When it was published: a year or a date."),
        Field("pages", "How many pages it has, as a number."),
        Field("genres", "What kind of book it is; several are parted by a semicolon."),
        Field("subjects", "What it is about; several are parted by a semicolon."),
        Field("id", "What tells one book from another, such as an ISBN or a shelf mark."),
    ),
    full_name="authors",
)
_SHOWN_NAMES = 3
_LOOKED_AT = 500  # characters of a cell that says how long a book is
MOST_PAGES = 100_000

_YEAR = re.compile(r"(?<!\d)(1\d{3}|20\d{2}|2100)(?!\d)")
_COMPACT_DATE = re.compile(r"(1\d{3}|20\d{2})(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_PLAIN_YEAR = re.compile(r"[c©\[]?\s?\d{4}[.\]]?")
_MONTH = alternatives([*calendar.month_name[1:], *calendar.month_abbr[1:], "Sept"])
_PLAIN_DATE = re.compile(  # of a month in other languages than English only with its day: “about 1925” is no date
    r"\d{1,4}([-/.])\s?\d{1,2}\1\s?\d{1,4}\.?(?:[ T]\d{1,2}:\d{2}.*)?|\d{4}[-/.](?:0?[1-9]|1[0-2])|\d{1,2}[-/.]\d{4}"
    rf"|(?:{_MONTH})\b\.?(?:\s+\d{{1,2}}(?:st|nd|rd|th)?,?)?\s+\d{{4}}"
    r"|\d{1,2}(?:\.|st|nd|rd|th)?\s+(?:de\s+)?[^\W\d_]{3,12}\.?,?\s+(?:de\s+)?\d{4}",
    re.IGNORECASE,
)
_NUMBER = r"(\d{1,3}(?:[,.  ]\d{3})+|\d+)"
_PAGES = re.compile(  # with the signs of English, German, French, Spanish, Italian, Nordic and Slavic catalogues
    rf"{_NUMBER}(?:,?\s*\[\d+\])?\s*"
    r"(?:pp?|pages?|pgs?|S|Seiten?|págs?|pags?|páginas?|paginas?|pagine|sidor|sider|str)\b",
    re.IGNORECASE,
)
_ONLY_NUMBER = re.compile(rf"(?:ca?\.?\s*|about\s+|pp?\.?\s*|S\.?\s*|págs?\.?\s*)?{_NUMBER}(?:\.0+)?", re.IGNORECASE)
_ABOUT = re.compile(r"ca?\.?\s*\d|about\b", re.IGNORECASE)
_ROUNDED_NUMBER = re.compile(r"\d(?:\.\d+)?E\+\d+", re.IGNORECASE)  # what a spreadsheet makes of a long ISBN
_BETWEEN_GENRES = re.compile(r"[;|/,>]")
_BETWEEN_SUBJECTS = re.compile(r"[;|]")
_ISBD = re.compile(r"\s+[:/;=]\s*$")  # what stands in a library's record before the next part


@dataclass(frozen=True)
class AcceptedBooks:
    """The books of a table, and its further columns, those that any of them has something in."""

    books: tuple[Book, ...]
    columns: tuple[Column, ...] = ()

    def __len__(self) -> int:
        return len(self.books)


@dataclass
class _Reading:
    """What is known while a table is read: how its columns are written, and what was left out so far."""

    columns: Mapping[str, str | None]
    style: AuthorStyle
    between_subjects: re.Pattern[str]
    decimal_comma: bool
    spelling: dict[str, str] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)  # by what tells one book from another
    copies: dict[str, int] = field(default_factory=dict)  # by title, authors and year
    problems: list[RowProblem] = field(default_factory=list)

    def tell(self, row: int, field: str, value: str, reason: str, outcome: Outcome = "left empty") -> None:
        """Note down what became of a value."""
        self.problems.append(RowProblem(row, reason, self.columns.get(field) or field, value, outcome))


def check_books(table: pd.DataFrame, columns: Mapping[str, str | None]) -> tuple[AcceptedBooks, list[RowProblem]]:
    """Return the books in a table of text, by the column chosen for each field, and what could not be used.

    Every other column is kept beside the fields (`Book.extra`). An author or a genre that is spelled in capitals here
    and without there is one, spelled as it came first.
    """
    cells = {
        field.name: [str(cell).strip() for cell in table[column]]
        if (column := columns.get(field.name))
        else [""] * len(table)
        for field in BOOKS.fields
    }
    # A subject may hold a comma ("France, History"); where nothing else parts any of them, commas do.
    is_parted = any(_BETWEEN_SUBJECTS.search(cell) for cell in cells["subjects"])
    between_subjects = _BETWEEN_SUBJECTS if is_parted else COMMA
    reading = _Reading(columns, AuthorStyle.of(cells["authors"]), between_subjects, has_decimal_comma(cells["pages"]))
    further = read_further(table, columns)
    good: list[Book] = []
    for index, number in enumerate(table.index.tolist()):
        before = len(reading.problems)
        try:
            book = _book(number, {field: column[index] for field, column in cells.items()}, reading)
            good.append(_with_further(book, number, index, further, reading))
        except ValueError as error:
            del reading.problems[before:]  # of a row that is left out nothing else needs to be told
            reading.problems.append(RowProblem(number, str(error)))
    filled = {name for book in good for name in book.extra}
    kept = tuple(one.column for one in further if one.column.name in filled)
    return AcceptedBooks(tuple(good), kept), reading.problems


def _with_further(book: Book, number: int, index: int, further: Sequence[Further], reading: _Reading) -> Book:
    """Return the book with what the further columns say of it in the row of this index."""
    for one in further:
        if index in one.told:
            reason, outcome = one.told[index]
            reading.problems.append(RowProblem(number, reason, one.header, one.cells[index], outcome))
    values = {one.column.name: value for one in further if (value := one.values[index]) is not None}
    return replace(book, extra=values)


def _book(number: int, cells: Mapping[str, str], reading: _Reading) -> Book:
    """Return the book of a row. Raises ValueError with the reason when it is none."""
    row = {field: _within(number, field, cell, reading) for field, cell in cells.items()}
    title = _ISBD.sub("", clean(row["title"]))
    if not title:
        raise ValueError("title is empty")
    authors = _authors(number, row["authors"], reading)
    genres = _names(number, "genres", _BETWEEN_GENRES.split(unlisted(row["genres"])), reading)
    subjects = _names(number, "subjects", reading.between_subjects.split(unlisted(row["subjects"])), reading)
    year, pages = _year(number, row["year"], reading), _pages(number, row["pages"], reading)
    if not says_nothing(row["id"]) and not _is_id(row["id"]):
        reading.tell(number, "id", row["id"], "no id: rounded by a spreadsheet, or too long")
    id = _identity(row["id"], title, authors, year)
    if id in reading.rows:
        raise ValueError(f"it is the same book as row {reading.rows[id]}: {_why_same(row['id'])}")
    reading.rows[id] = number
    copy = _identity("", title, authors, year)
    if row["id"] and copy in reading.copies:
        told = f"as another book than row {reading.copies[copy]}, of the same title, authors and year"
        reading.tell(number, "id", row["id"], told, "read")
    reading.copies.setdefault(copy, number)
    return Book(id, title, authors, genres, year, pages, subjects)


def _authors(number: int, cell: str, reading: _Reading) -> tuple[str, ...]:
    """Return who wrote it; what is left out beside the names, and what can be read in another way, is told."""
    if cell.casefold() == "not a book":
        reading.tell(number, "authors", cell, "as a book, although the table itself says that it is none", "read")
    names = _names(number, "authors", reading.style.names(cell), reading)
    joined = JOINED in (reading.columns.get("authors") or "")
    if not reading.style.is_plain(cell) or (joined and may_be_several(cell)):
        shown = [f"“{name}”" for name in names[:_SHOWN_NAMES]]
        more = [f"{len(names) - _SHOWN_NAMES} more"] if len(names) > _SHOWN_NAMES else []
        reading.tell(number, "authors", cell, f"as {' and '.join([*shown, *more]) or 'nobody'}", "read")
    return names


def _within(number: int, field: str, cell: str, reading: _Reading) -> str:
    if len(cell) <= LONGEST_CELL:
        return cell
    reading.tell(number, field, cell[:80], f"cut after {LONGEST_CELL:,} characters", "read")
    return cell[:LONGEST_CELL]


def _year(number: int, cell: str, reading: _Reading) -> int | None:
    year = year_of(cell)
    if year is None and cell:
        reading.tell(number, "year", cell, "no year")
    elif year and not _is_plain_date(cell):
        reading.tell(number, "year", cell, f"as {year}", "read")
    return year


def _pages(number: int, cell: str, reading: _Reading) -> int | None:
    """Return the length; one that is not quite one, or stands behind other figures, “2 vol. (508, 605 p.)”, is told."""
    pages = pages_of(cell)
    if pages is None and cell:
        soft = read_number(cell, "pages", low=1, high=MOST_PAGES, decimal_comma=reading.decimal_comma)
        pages = int(soft.value) if soft.value else None
        reading.tell(number, "pages", cell, *((f"as {pages}", "read") if pages else ("no number of pages",)))
    elif pages and not _is_plain_length(cell):
        reading.tell(number, "pages", cell, f"as {pages}", "read")
    return pages


def _is_plain_length(cell: str) -> bool:
    """Whether a cell says the length itself, and no other figures stand before it."""
    found = _PAGES.search(cell[:_LOOKED_AT])
    return not _ABOUT.match(cell) and not (found and re.search(r"\d", cell[: found.start()]))


def _is_plain_date(cell: str) -> bool:
    """Whether a cell is a year or a date and nothing else: not “ca. 1925”, “[1925?]” or “1925-1930”."""
    figures = _in_figures(cell)
    return any(shape.fullmatch(figures) for shape in (_PLAIN_YEAR, _COMPACT_DATE, _PLAIN_DATE))


def year_of(text: str) -> int | None:
    """Return the first year in a date as people write it; None where there is none."""
    figures = _in_figures(text)
    found = _COMPACT_DATE.fullmatch(figures) or _YEAR.search(figures)
    return int(found[1]) if found else None


def _in_figures(text: str) -> str:
    """With the figures 0 to 9."""
    return "".join(str(unicodedata.digit(sign)) if sign.isdecimal() else sign for sign in text.strip())


def pages_of(text: str) -> int | None:
    """Return the number of pages; None where there is none, or it is unknown, which a catalogue may write as 0."""
    found = _PAGES.search(text[:_LOOKED_AT]) or _ONLY_NUMBER.fullmatch(text[:_LOOKED_AT].strip())
    pages = int(re.sub(r"\D", "", found[1])) if found else 0
    return pages if 0 < pages <= MOST_PAGES else None


def _names(number: int, field: str, names: Sequence[str], reading: _Reading) -> tuple[str, ...]:
    """Return the names, each once, as they were spelled first; what is too long for a name is none."""
    found = [name for text in names if not says_nothing(name := clean(_unquoted(text)))]
    for name in found:
        if len(name) > LONGEST_NAME:
            reading.tell(number, field, name[:80], f"longer than {LONGEST_NAME} characters")
    short = [name for name in found if len(name) <= LONGEST_NAME]
    spelling = reading.spelling if field != "subjects" else {}
    return tuple(dict.fromkeys(spelling.setdefault(f"{field} {name.casefold()}", name) for name in short))


def _unquoted(text: str) -> str:
    """Return what stands between quotation marks; one that has no other stays: Achieng'."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text


def _identity(id: str, title: str, authors: Sequence[str], year: int | None) -> str:
    """Return the id of the table, or what tells the book from others."""
    id = clean(id)
    if not says_nothing(id) and _is_id(id):
        return id
    told = "\n".join([title, *authors, str(year)]).casefold()
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16]


def _is_id(text: str) -> bool:
    return len(text) <= LONGEST_NAME and not _ROUNDED_NUMBER.fullmatch(text)


def _why_same(id: str) -> str:
    return f"its id is {_shown(id)} too" if id else "title, authors and year are the same"


def _shown(text: str) -> str:
    return f"“{text[:60]}…”" if len(text) > 60 else f"“{text}”"
