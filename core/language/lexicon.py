"""Word lists as data: the files of `assets/lexicon`, each read once. Its README says what is in them and whence."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from core.paths import ASSETS

FOLDER = ASSETS / "lexicon"


@cache
def rows(name: str) -> tuple[Mapping[str, str], ...]:
    """Return the rows of `assets/lexicon/<name>.csv`, each as column to value."""
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return tuple(MappingProxyType(row) for row in csv.DictReader(file))


@cache
def word_list(name: str) -> frozenset[str]:
    """Return the column `word` of a list."""
    return frozenset(row["word"] for row in rows(name))


@cache
def word_groups(name: str) -> Mapping[str, frozenset[str]]:
    """Return the words of a list by its column `kind`; the kinds stand in the order of the file."""
    groups: dict[str, set[str]] = {}
    for row in rows(name):
        groups.setdefault(row["kind"], set()).add(row["word"])
    return MappingProxyType({kind: frozenset(words) for kind, words in groups.items()})


@cache
def word_map(name: str, column: str = "value") -> Mapping[str, str]:
    """Return the column `word` of a list, to another column of it."""
    return MappingProxyType({row["word"]: row[column] for row in rows(name)})


def any_phrase(*lists: Iterable[str]) -> str:
    """Any word or phrase of some lists, standing by itself, as a part of a regular expression."""
    return rf"(?<![\w'’-])(?:{alternatives(phrase for phrases in lists for phrase in phrases)})(?![\w'’-])"


def alternatives(written: Iterable[str]) -> str:
    """Words or phrases as the inside of a regular expression, the longest first; any white space parts their words."""
    ordered = sorted(dict.fromkeys(written), key=lambda phrase: (-len(phrase), phrase))
    return "|".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in ordered)
