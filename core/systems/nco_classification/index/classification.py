"""The National Classification of Occupations 2015 as data: every code, its title and its place in the tree."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Literal, get_args

from core.errors import StoreError
from core.paths import SAMPLES

FOLDER = SAMPLES / "nco"
Level = Literal["division", "subdivision", "group", "family", "occupation"]
LEVELS: tuple[Level, ...] = get_args(Level)
DIGITS: dict[Level, int] = {"division": 1, "subdivision": 2, "group": 3, "family": 4, "occupation": 9}


@dataclass(frozen=True)
class FamilyWords:
    """The project's own index of one family: what its people do, and by which words they call their work."""

    text: str
    phrases: tuple[str, ...]
    hindi: tuple[str, ...]


@dataclass(frozen=True)
class BroadTitle:
    """A title that alone does not tell the family, in several languages, with the families it may mean."""

    words: tuple[str, ...]
    families: tuple[str, ...]


@dataclass(frozen=True)
class Classification:
    """All codes with their titles, in the order of the codes, which are as in the source: "7533", "7533.0100".

    `qualifications` are the names that the national qualification packs give to some occupations, by code.
    """

    divisions: Mapping[str, str]
    subdivisions: Mapping[str, str]
    groups: Mapping[str, str]
    families: Mapping[str, str]
    occupations: Mapping[str, str]
    qualifications: Mapping[str, str] = field(repr=False)
    words: Mapping[str, FamilyWords] = field(repr=False)
    broad_titles: Sequence[BroadTitle] = field(repr=False)
    lexicon: Mapping[str, str] = field(repr=False)
    version: str = ""

    @classmethod
    def load(cls) -> Classification:
        """The classification that comes with the application, read once. Raises `StoreError` for a damaged file."""
        return _load()

    def exists(self, code: str) -> bool:
        """Whether this is a code of the classification, of any level."""
        return code in self._titles

    def title(self, code: str) -> str:
        """The official title. Raises `KeyError` for a code that is not there."""
        return self._titles[code]

    def level(self, code: str) -> Level:
        """How deep a code stands. Raises `KeyError` for a code that is not there."""
        if code not in self._titles:
            raise KeyError(code)
        return next(level for level in LEVELS if DIGITS[level] == len(code))

    def path(self, code: str) -> list[tuple[Level, str, str]]:
        """Level, code and title from the division down to this code. Raises `KeyError` for a code that is not there."""
        deepest = DIGITS[self.level(code)]
        steps = [(level, code[: DIGITS[level]]) for level in LEVELS if DIGITS[level] <= deepest]
        return [(level, prefix, self._titles[prefix]) for level, prefix in steps]

    def occupations_of(self, family: str) -> list[str]:
        """The codes of the occupations in a family; some families have none."""
        return self._occupations_of.get(family, [])

    @cached_property
    def _titles(self) -> dict[str, str]:
        levels = (self.divisions, self.subdivisions, self.groups, self.families, self.occupations)
        return {code: title for level in levels for code, title in level.items()}

    @cached_property
    def _occupations_of(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for code in self.occupations:
            found.setdefault(code[:4], []).append(code)
        return found


@cache
def _load() -> Classification:
    codes: dict[str, dict[str, str]] = {level: {} for level in LEVELS}
    qualifications: dict[str, str] = {}
    for row in _rows("classification.csv", "level,code,title,qualification"):
        codes[row["level"]][row["code"]] = row["title"]
        if row["qualification"]:
            qualifications[row["code"]] = row["qualification"]
    words = {
        row["code"]: FamilyWords(row["text"], _parts(row["phrases"]), _parts(row["hindi"]))
        for row in _rows("families.csv", "code,text,phrases,hindi")
    }
    broad = [
        BroadTitle(_parts(row["words"]), _parts(row["families"])) for row in _rows("broad_titles.csv", "words,families")
    ]
    lexicon = {word: row["english"] for row in _rows("lexicon.csv", "words,english") for word in _parts(row["words"])}
    return Classification(
        codes["division"],
        codes["subdivision"],
        codes["group"],
        codes["family"],
        codes["occupation"],
        qualifications,
        words,
        broad,
        lexicon,
        _version(),
    )


def _rows(name: str, columns: str) -> list[dict[str, str]]:
    try:
        with (FOLDER / name).open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if reader.fieldnames != columns.split(","):
                raise StoreError(f"{name} must have the columns {columns}.", "Fetch the file from the project again.")
            return list(reader)
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"{name} cannot be read: {error}.", "Fetch the file from the project again.") from error


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(";") if part.strip())


def _version() -> str:
    """The first eight digits of a hash over all files: it is stamped on every coded row."""
    data = b"".join(path.read_bytes() for path in sorted(FOLDER.glob("*.csv")))
    return hashlib.sha256(data).hexdigest()[:8]
