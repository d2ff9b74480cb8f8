"""The shelf: books that the analyst keeps, of any catalogue, and the same as files to take away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from pydantic import TypeAdapter

from core.errors import InputError
from core.sources.exports import to_bibtex
from core.sources.papers import Paper
from core.stores.library import Book
from core.stores.uploads import keeping, one_at_a_time, read_json, write_json
from core.tables import to_csv


@dataclass(frozen=True)
class Kept:
    """A book on the shelf, and the catalogue that it came from, by id and by name."""

    catalogue: str
    catalogue_name: str
    book: Book


_Shelf = TypeAdapter(list[Kept])


def shelf_of(folder: Path) -> list[Kept]:
    """Return this owner's shelf in the order in which it was filled. Raises `InputError` when it cannot be read."""
    file = _file(folder)
    if not file.exists():
        return []
    try:
        return _Shelf.validate_python(read_json(file))
    except ValueError as error:
        raise InputError("The shelf cannot be read any more.", f"Move {file} away to begin a new one.") from error


def keep(folder: Path, books: Sequence[Kept]) -> None:
    """Put books on the shelf; one that stands there stays where it is. Raises `StoreError` for a full disk."""
    with keeping("The shelf"):
        folder.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(folder):  # two tabs of one visitor write one file, perhaps at two servers
        shelf: dict[tuple[str, str], Kept] = {}
        for one in [*shelf_of(folder), *books]:
            shelf.setdefault(_identity(one), one)
        _write(folder, list(shelf.values()))


def take_off(folder: Path, books: Sequence[Kept]) -> None:
    """Take books off the shelf."""
    gone = {_identity(book) for book in books}
    if not _file(folder).exists():
        return
    with one_at_a_time(folder):
        _write(folder, [one for one in shelf_of(folder) if _identity(one) not in gone])


def shelf_table(shelf: Sequence[Kept]) -> pd.DataFrame:
    """Make a table of it, one row a book."""
    return pd.DataFrame(
        {
            "Title": [one.book.title for one in shelf],
            "Authors": ["; ".join(one.book.authors) for one in shelf],
            "Year": pd.array([one.book.year for one in shelf], dtype="Int64"),
            "Genres": ["; ".join(one.book.genres) for one in shelf],
            "Pages": pd.array([one.book.pages for one in shelf], dtype="Int64"),
            "Subjects": ["; ".join(one.book.subjects) for one in shelf],
            "Id": [one.book.id for one in shelf],
            "Catalogue": [one.catalogue_name for one in shelf],
        }
    )


def shelf_csv(shelf: Sequence[Kept]) -> bytes:
    """Return the shelf as CSV in which a spreadsheet runs nothing."""
    return to_csv(shelf_table(shelf))


def shelf_bibtex(shelf: Sequence[Kept]) -> str:
    """Return the shelf as a .bib file of `@book` entries, with the number of pages where it is known."""
    from bibtexparser.entrypoint import parse_string, write_string
    from bibtexparser.model import Field

    papers = [
        Paper(one.book.id, one.catalogue, one.book.title, tuple(one.book.authors), one.book.year, kind="book")
        for one in shelf
    ]
    library = parse_string(to_bibtex(papers), parse_stack=[])
    for one, entry in zip(shelf, library.entries, strict=True):
        if one.book.pages is not None:
            entry.set_field(Field("pagetotal", f"{{{one.book.pages}}}"))
    return write_string(library, unparse_stack=[])


def _identity(one: Kept) -> tuple[str, str]:
    return one.catalogue, one.book.id


def _file(folder: Path) -> Path:
    return folder / "library_shelf.json"


def _write(folder: Path, shelf: Sequence[Kept]) -> None:
    write_json(_file(folder), _Shelf.dump_python(list(shelf), mode="json"))
