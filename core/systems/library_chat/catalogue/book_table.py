"""Books out of a table as it comes: several authors and genres in a cell, dates and lengths in anybody's spelling."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from core.errors import InputError
from core.language.lexicon import alternatives, word_groups
from core.language.sanitize import tidy
from core.stores.library import Book
from core.tables import Field, RowProblem, TableKind
from core.tables.headers import says_nothing
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
LONGEST_CELL = 20_000
LONGEST_NAME = 200
MOST_PAGES = 100_000

_YEAR = re.compile(r"(?<!\d)(1\d{3}|20\d{2}|2100)(?!\d)")
_COMPACT_DATE = re.compile(r"(1\d{3}|20\d{2})(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_NUMBER = r"(\d{1,3}(?:[,.  ]\d{3})+|\d+)"
_PAGES = re.compile(  # with the signs of English, German, French, Spanish, Italian, Nordic and Slavic catalogues
    rf"{_NUMBER}(?:,?\s*\[\d+\])?\s*"
    r"(?:pp?|pages?|pgs?|S|Seiten?|págs?|pags?|páginas?|paginas?|pagine|sidor|sider|str)\b",
    re.IGNORECASE,
)
_ONLY_NUMBER = re.compile(rf"(?:ca?\.?\s*|about\s+|pp?\.?\s*|S\.?\s*|págs?\.?\s*)?{_NUMBER}(?:\.0+)?", re.IGNORECASE)
_ROUNDED_NUMBER = re.compile(r"\d(?:\.\d+)?E\+\d+", re.IGNORECASE)  # what a spreadsheet makes of a long ISBN
_BETWEEN_GENRES = re.compile(r"[;|/,>]")
_BETWEEN_SUBJECTS = re.compile(r"[;|]")
_COMMA = re.compile(r",(?![^()\[\]]{0,80}[)\]])")  # not one inside brackets
_BETWEEN_AUTHORS = re.compile(r"[;|/]")
_AND = re.compile(rf"\s+(?:{alternatives(word_groups('joining_words')['joins names'])})\s+", re.IGNORECASE)
# (ed), (= …), [Hrsg.]; not (Marguerite). Short, or a cell of brackets alone would take minutes.
_ROLE = re.compile(r"\s?[(\[](?:[^\W\d_A-ZÀ-Þ][^)\]]{0,80}|[^)\]\w][^)\]]{0,80}|[^)\]]{0,80}\.)[)\]]")
_OTHERS = re.compile(r"[,;]?\s?\b(?:et al\b\.?|u\.\s?a\.|and others|y otros|et autres)$", re.IGNORECASE)
_LIFE = re.compile(r"(?:ca?\.\s*|b\.\s*|\*\s*)?\d{4}\??\s*[-–]?\s*(?:\d{4}\??)?\.?")
_LAST_STOP = re.compile(r"(?<=[^\W\d_]{3})\.$")  # of a library's record; not of an initial
_ISBD = re.compile(r"\s+[:/;=]\s*$")  # what stands in such a record before the next part
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|esq)\.?", re.IGNORECASE)


@dataclass
class _Reading:
    """What is known while a table is read: how its columns are written, and what was left out so far."""

    columns: Mapping[str, str | None]
    style: AuthorStyle
    between_subjects: re.Pattern[str]
    decimal_comma: bool
    spelling: dict[str, str] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    problems: list[RowProblem] = field(default_factory=list)

    def tell(self, row: int, field: str, value: str, reason: str, outcome: Outcome = "left empty") -> None:
        """Note down what became of a value."""
        self.problems.append(RowProblem(row, reason, self.columns.get(field) or field, value, outcome))


def check_books(table: pd.DataFrame, columns: Mapping[str, str | None]) -> tuple[list[Book], list[RowProblem]]:
    """Return the books in a table of text, by the column chosen for each field, and what could not be used.

    An author or a genre that is spelled in capitals here and without there is one, spelled as it came first.
    """
    cells = {
        field.name: [str(cell).strip() for cell in table[column]]
        if (column := columns.get(field.name))
        else [""] * len(table)
        for field in BOOKS.fields
    }
    # A subject may hold a comma ("France, History"); where nothing else parts any of them, commas do.
    is_parted = any(_BETWEEN_SUBJECTS.search(cell) for cell in cells["subjects"])
    between_subjects = _BETWEEN_SUBJECTS if is_parted else _COMMA
    reading = _Reading(columns, AuthorStyle.of(cells["authors"]), between_subjects, has_decimal_comma(cells["pages"]))
    good: list[Book] = []
    for index, number in enumerate(table.index.tolist()):
        before = len(reading.problems)
        try:
            good.append(_book(number, {field: column[index] for field, column in cells.items()}, reading))
        except ValueError as error:
            del reading.problems[before:]  # of a row that is left out nothing else needs to be told
            reading.problems.append(RowProblem(number, str(error)))
    return good, reading.problems


def _book(number: int, cells: Mapping[str, str], reading: _Reading) -> Book:
    """Return the book of a row. Raises ValueError with the reason when it is none."""
    row = {field: _within(number, field, cell, reading) for field, cell in cells.items()}
    title = _ISBD.sub("", _clean(row["title"]))
    if not title:
        raise ValueError("title is empty")
    if row["authors"].casefold() == "not a book":
        raise ValueError("the table itself says that it is not a book")
    authors = _authors(number, row["authors"], reading)
    genres = _names(number, "genres", _BETWEEN_GENRES.split(_unlisted(row["genres"])), reading)
    subjects = _names(number, "subjects", reading.between_subjects.split(_unlisted(row["subjects"])), reading)
    year, pages = _year(number, row["year"], reading), _pages(number, row["pages"], reading)
    if not says_nothing(row["id"]) and not _is_id(row["id"]):
        reading.tell(number, "id", row["id"], "no id: rounded by a spreadsheet, or too long")
    id = _identity(row["id"], title, authors, year)
    if id in reading.rows:
        raise ValueError(f"it is the same book as row {reading.rows[id]}: {_why_same(row['id'])}")
    reading.rows[id] = number
    return Book(id, title, authors, genres, year, pages, subjects)


def _authors(number: int, cell: str, reading: _Reading) -> tuple[str, ...]:
    """Return who wrote it; what stands in brackets beside a name, and “et al.”, is left out and told."""
    parts = reading.style.parts(cell)
    plain = [_OTHERS.sub("", _ROLE.sub("", part)).strip("{}") for part in parts]
    names = _names(number, "authors", reading.style.names("; ".join(plain)), reading)
    if plain != parts:
        reading.tell(number, "authors", cell, f"as {', '.join(names) or 'nobody'}", "read")
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
    return year


def _pages(number: int, cell: str, reading: _Reading) -> int | None:
    pages = pages_of(cell)
    if pages is None and cell:
        soft = read_number(cell, "pages", low=1, high=MOST_PAGES, decimal_comma=reading.decimal_comma)
        pages = int(soft.value) if soft.value else None
        reading.tell(number, "pages", cell, *((f"as {pages}", "read") if pages else ("no number of pages",)))
    return pages


def year_of(text: str) -> int | None:
    """Return the first year in a date as people write it; None where there is none."""
    figures = "".join(str(unicodedata.digit(sign)) if sign.isdecimal() else sign for sign in text.strip())
    found = _COMPACT_DATE.fullmatch(figures) or _YEAR.search(figures)
    return int(found[1]) if found else None


def pages_of(text: str) -> int | None:
    """Return the number of pages; None where there is none, or it is unknown, which a catalogue may write as 0."""
    found = _PAGES.search(text) or _ONLY_NUMBER.fullmatch(text.strip())
    pages = int(re.sub(r"\D", "", found[1])) if found else 0
    return pages if 0 < pages <= MOST_PAGES else None


@dataclass(frozen=True)
class AuthorStyle:
    """How a column writes authors: what parts them, and whether a comma stands in the name ("Last, First")."""

    parted: bool  # by ; | or /, so that a comma parts no authors
    last_first: bool

    @classmethod
    def of(cls, cells: Sequence[str]) -> AuthorStyle:
        """Judge by all cells: one alone may be read either way."""
        filled = [_unlisted(cell) for cell in cells if not says_nothing(cell)]
        parted = any(_BETWEEN_AUTHORS.search(cell) for cell in filled)
        names = [name for cell in filled for name in (_BETWEEN_AUTHORS.split(cell) if parted else [cell])]
        with_comma = [parts for name in names if len(parts := _comma_parts(name)) > 1]
        turned = sum(" " not in parts[0] for parts in with_comma)
        enough = len(names) / 2 if parted else 0
        return cls(parted, turned > len(with_comma) / 2 and len(with_comma) > enough)

    def parts(self, cell: str) -> list[str]:
        """Return what the column's sign parts; in each there are one or several names."""
        cell = "" if says_nothing(cell) else _unlisted(cell)
        parts = _BETWEEN_AUTHORS.split(cell) if self.parted else [cell]
        return [" ".join(part.split()) for part in parts if part.strip()]

    def names(self, cell: str) -> list[str]:
        """Return the names in a cell, each as "First Last"."""
        return [name for part in self.parts(cell) for name in self._of_part(part)]

    def _of_part(self, text: str) -> list[str]:
        people = _AND.split(text)
        if len(people) > 1 and all(" " in name.strip() for name in people):  # not "Ramón y Cajal"
            return [name for one in people for name in self._of_people(one)]
        return self._of_people(text)

    def _of_people(self, text: str) -> list[str]:
        parts = _comma_parts(text)
        if self.last_first and len(parts) % 2 == 0:
            return [_turned(last, first) for last, first in zip(parts[::2], parts[1::2], strict=True)]
        return parts if not self.parted and len(parts) > 1 and not self.last_first else [text]


def _turned(last: str, first: str) -> str:
    """Return “Last” and “First, Jr.” as one reads them: “First Last, Jr.”."""
    words = first.replace(",", " ").split()
    suffix = words.pop() if len(words) > 1 and _SUFFIX.fullmatch(words[-1]) else ""
    return f"{' '.join(words)} {last}" + (f", {suffix}" if suffix else "")


def _comma_parts(text: str) -> list[str]:
    """Return what commas part, but for a suffix: "Sam Warner, Jr." is one; the years of a life are no part."""
    parts: list[str] = []
    for part in filter(None, (part.strip() for part in _COMMA.split(_LAST_STOP.sub("", text.strip())))):
        if parts and _LIFE.fullmatch(part):
            continue
        if parts and _SUFFIX.fullmatch(part):
            parts[-1] += f", {part}"
        else:
            parts.append(part)
    return parts


def _names(number: int, field: str, names: Sequence[str], reading: _Reading) -> tuple[str, ...]:
    """Return the names, each once, as they were spelled first; what is too long for a name is none."""
    clean = [name for text in names if not says_nothing(name := _clean(text.strip(" '\"")))]
    for name in clean:
        if len(name) > LONGEST_NAME:
            reading.tell(number, field, name[:80], f"longer than {LONGEST_NAME} characters")
    short = [name for name in clean if len(name) <= LONGEST_NAME]
    spelling = reading.spelling if field != "subjects" else {}
    return tuple(dict.fromkeys(spelling.setdefault(f"{field} {name.casefold()}", name) for name in short))


def _unlisted(cell: str) -> str:
    """Return what stands in a list that a program wrote: ['Fantasy', 'Magic']."""
    return cell[1:-1] if cell.startswith("[") and cell.endswith("]") else cell


def _clean(text: str) -> str:
    """On one line, without signs that nobody sees; empty when nothing is left."""
    try:
        return " ".join(tidy(text).split())
    except InputError:
        return ""


def _identity(id: str, title: str, authors: Sequence[str], year: int | None) -> str:
    """Return the id of the table, or what tells the book from others."""
    id = _clean(id)
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
