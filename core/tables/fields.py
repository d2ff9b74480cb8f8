"""What a table of the analyst's may hold: the fields of a kind, declared where they are used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.tables.headers import fields_of


@dataclass(frozen=True)
class Field:
    """One thing that is told of every record; without one that is `needed` a row is useless."""

    name: str
    about: str
    needed: bool = False

    @property
    def label(self) -> str:
        """Its name on a page and at the head of a column."""
        return self.name.replace("_", " ")


@dataclass(frozen=True)
class TableKind:
    """A kind of table: its name in `assets/lexicon/headers.csv`, and its fields in the order in which they are asked.

    `full_name` is the field that first and last names in two columns make up; "" where there is none.
    """

    name: str
    fields: tuple[Field, ...]
    full_name: str = ""

    @property
    def words(self) -> Mapping[str, tuple[str, ...]]:
        """The fields, each with the names that real tables give it."""
        words = fields_of(self.name)
        return {field.name: words[field.name] for field in self.fields}

    @property
    def needed(self) -> tuple[str, ...]:
        """The names of the fields that every record has."""
        return tuple(field.name for field in self.fields if field.needed)
