"""Books out of a table as it comes: several authors and genres in a cell, dates and lengths in anybody's spelling."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from core.errors import InputError
from core.language.sanitize import tidy
from core.stores.library import Book

BOOK_COLUMNS: dict[str, tuple[str, ...]] = {
    "title": ("book title", "book", "name"),
    "authors": ("author", "author(s)", "author name", "writer", "writers", "by", "creator", "creators"),
    "year": (
        "publication date", "publication year", "original publication year", "year published", "year of publication",
        "published", "publish date", "date published", "date",
    ),
    "pages": ("num pages", "number of pages", "page count", "length", "extent"),
    "genres": ("genre", "category", "categories", "shelves"),
    "subjects": ("subject", "subject headings", "keywords", "topics", "tags"),
    "id": ("isbn13", "isbn", "isbn10", "isbn 13", "isbn 10", "identifier", "book id", "key"),
}  # fmt: skip
NEEDED = ("title",)
LONGEST_CELL = 20_000
LONGEST_NAME = 200
MOST_PAGES = 100_000

_NOTHING = frozenset(
    {"", "-", "–", "?", "n/a", "na", "nan", "none", "null", "unknown", "n.d.", "n. d.", "[n.d.]", "s.d."}
)
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
_BETWEEN_AUTHORS = re.compile(r"[;|/]")
_AND = re.compile(r"\s+(?:and|&)\s+")
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|esq)\.?", re.IGNORECASE)


@dataclass(frozen=True)
class BadRow:
    """A row that was left out, by its number in the index of the table (as a spreadsheet counts), and why."""

    row: int
    reason: str


def check_books(table: pd.DataFrame, columns: Mapping[str, str | None]) -> tuple[list[Book], list[BadRow]]:
    """The books in a table of text, by the column chosen for each field; bad rows come apart, with reasons.

    An author or a genre that is spelled in capitals here and without there is one, spelled as it came first.
    """
    cells = {
        field: [str(cell).strip() for cell in table[column]] if (column := columns.get(field)) else [""] * len(table)
        for field in BOOK_COLUMNS
    }
    style = AuthorStyle.of(cells["authors"])
    spelling: dict[str, str] = {}
    rows: dict[str, int] = {}
    good: list[Book] = []
    bad: list[BadRow] = []
    for place, number in enumerate(table.index.tolist()):
        try:
            book = _book({field: column[place] for field, column in cells.items()}, style, spelling)
            if book.id in rows:
                raise ValueError(f"it is the same book as row {rows[book.id]}: {_why_same(cells['id'][place])}")
            rows[book.id] = number
            good.append(book)
        except ValueError as error:
            bad.append(BadRow(number, str(error)))
    return good, bad


def _book(row: Mapping[str, str], style: AuthorStyle, spelling: dict[str, str]) -> Book:
    """The book of a row. Raises ValueError with the reason when it is none."""
    for field, cell in row.items():
        if len(cell) > LONGEST_CELL:
            raise ValueError(f"{field} is longer than {LONGEST_CELL:,} characters")
    title = _clean(row["title"])
    if not title:
        raise ValueError("title is empty")
    if row["authors"].casefold() == "not a book":
        raise ValueError("the table itself says that it is not a book")
    authors = _names("authors", style.names(row["authors"]), spelling)
    genres = _names("genres", _BETWEEN_GENRES.split(_unlisted(row["genres"])), spelling)
    subjects = _names("subjects", _BETWEEN_SUBJECTS.split(_unlisted(row["subjects"])), {})
    year = year_of(row["year"])
    return Book(
        _identity(row["id"], title, authors, year), title, authors, genres, year, pages_of(row["pages"]), subjects
    )


def year_of(text: str) -> int | None:
    """The first year in a date as people write it; None where there is no date. Raises ValueError."""
    text = text.strip()
    if text.casefold() in _NOTHING:
        return None
    found = _COMPACT_DATE.fullmatch(text) or _YEAR.search(text)
    if not found:
        raise ValueError(f"there is no year in {_shown(text)}")
    return int(found[1])


def pages_of(text: str) -> int | None:
    """The number of pages; None where it is unknown, which a catalogue may write as 0. Raises ValueError."""
    text = text.strip()
    if text.casefold() in _NOTHING:
        return None
    found = _PAGES.search(text) or _ONLY_NUMBER.fullmatch(text)
    if not found or (pages := int(re.sub(r"\D", "", found[1]))) > MOST_PAGES:
        raise ValueError(f"pages is no number of pages: {_shown(text)}")
    return pages or None


@dataclass(frozen=True)
class AuthorStyle:
    """How a column writes authors: what parts them, and whether a comma stands in the name ("Last, First")."""

    parted: bool  # by ; | or /, so that a comma parts no authors
    last_first: bool

    @classmethod
    def of(cls, cells: Sequence[str]) -> AuthorStyle:
        """Judge by all cells: one alone may be read either way."""
        filled = [_unlisted(cell) for cell in cells if cell.casefold() not in _NOTHING]
        parted = any(_BETWEEN_AUTHORS.search(cell) for cell in filled)
        names = [name for cell in filled for name in (_BETWEEN_AUTHORS.split(cell) if parted else [cell])]
        with_comma = [parts for name in names if len(parts := _comma_parts(name)) > 1]
        turned = sum(" " not in parts[0] for parts in with_comma)
        enough = len(names) / 2 if parted else 0
        return cls(parted, turned > len(with_comma) / 2 and len(with_comma) > enough)

    def names(self, cell: str) -> list[str]:
        """The names in a cell, each as "First Last"."""
        if cell.casefold() in _NOTHING:
            return []
        cell = _unlisted(cell)
        names = _BETWEEN_AUTHORS.split(cell) if self.parted else [cell]
        return [name for part in names for name in self._of_part(part)]

    def _of_part(self, text: str) -> list[str]:
        parts = _comma_parts(text)
        if self.last_first and len(parts) % 2 == 0:
            return [f"{first} {last}" for last, first in zip(parts[::2], parts[1::2], strict=True)]
        if not self.parted and len(parts) > 1 and not self.last_first:
            return parts
        joined = _AND.split(text)
        return joined if len(parts) == 1 and all(" " in name.strip() for name in joined) else [text]


def _comma_parts(text: str) -> list[str]:
    """What commas part, but for a suffix: "Sam Warner, Jr." is one."""
    parts: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if parts and _SUFFIX.fullmatch(part):
            parts[-1] += f", {part}"
        else:
            parts.append(part)
    return parts


def _names(field: str, names: Sequence[str], spelling: dict[str, str]) -> tuple[str, ...]:
    """The names, each once, as they were spelled first."""
    clean = [name for text in names if (name := _clean(text.strip(" '\""))).casefold() not in _NOTHING]
    if too_long := next((name for name in clean if len(name) > LONGEST_NAME), ""):
        raise ValueError(f"a name in {field} is longer than {LONGEST_NAME} characters: {_shown(too_long)}")
    return tuple(dict.fromkeys(spelling.setdefault(f"{field} {name.casefold()}", name) for name in clean))


def _unlisted(cell: str) -> str:
    """What stands in a list that a program wrote: ['Fantasy', 'Magic']."""
    return cell[1:-1] if cell.startswith("[") and cell.endswith("]") else cell


def _clean(text: str) -> str:
    """On one line, without signs that nobody sees; empty when nothing is left."""
    try:
        return " ".join(tidy(text).split())
    except InputError:
        return ""


def _identity(id: str, title: str, authors: Sequence[str], year: int | None) -> str:
    """The id of the table, or what tells the book from others."""
    id = _clean(id)
    if id and id.casefold() not in _NOTHING and len(id) <= LONGEST_NAME and not _ROUNDED_NUMBER.fullmatch(id):
        return id
    told = "\n".join([title, *authors, str(year)]).casefold()
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16]


def _why_same(id: str) -> str:
    return f"its id is {_shown(id)} too" if id else "title, authors and year are the same"


def _shown(text: str) -> str:
    return f"“{text[:60]}…”" if len(text) > 60 else f"“{text}”"
