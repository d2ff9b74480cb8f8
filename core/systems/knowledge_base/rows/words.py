"""The words of a question over the rows of a table, and what those say that speak of degrees, amounts and columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from core.language.lexicon import rows
from core.language.terms import STOP_WORDS, analyse
from core.language.tokens import comparable, word_pattern

_LEXICON = "row_words"

Stems: TypeAlias = tuple[str, ...]
"""The stems of a text in order, by which cells and words of a question are compared."""


@dataclass
class Word:
    """A word of a question, `text[start:end]`: its stem, and what it was used for ("" for nothing so far)."""

    said: str
    stem: str
    start: int
    end: int
    used: str = ""

    @property
    def content(self) -> bool:
        """Whether it says something by itself."""
        return self.said not in STOP_WORDS


@dataclass(frozen=True)
class Degree:
    """What “cheapest” says: which way, and of what measure ("" where a column has to be named)."""

    words: tuple[str, ...]
    sign: int
    measure: str


def words_in(text: str) -> list[Word]:
    """Return the words of a text with their stems; stop words are their own."""
    found = word_pattern(text.isascii()).finditer(text)
    return [Word(said, stem_of(said), *match.span()) for match in found for said in [comparable(match.group().lower())]]


def stem_of(word: str) -> str:
    """Return the stem of a word in lower case."""
    return (analyse(word) or [word])[0] if word not in STOP_WORDS else word


def key_of(text: str) -> Stems:
    """Return the stems of a text."""
    return tuple(word.stem for word in words_in(text))


@cache
def group(kind: str) -> frozenset[str]:
    """Return the words of a kind."""
    return frozenset(row["word"] for row in rows(_LEXICON) if row["kind"] == kind)


@cache
def degrees() -> tuple[Degree, ...]:
    """Return all words of degree, those of several words first."""
    found = [
        Degree(tuple(row["word"].split()), 1 if row["sign"] == "+" else -1, row["measure"])
        for row in rows(_LEXICON)
        if row["kind"] == "degree"
    ]
    return tuple(sorted(found, key=lambda one: -len(one.words)))


@cache
def measures() -> Mapping[str, tuple[str, int]]:
    """Return for the stem of each word that names a measure that measure, and −1 where it counts the other way."""
    return {
        stem_of(row["word"]): (row["measure"], 1 if row["sign"] == "+" else -1)
        for row in rows(_LEXICON)
        if row["kind"] == "column"
    }


@cache
def dimensions() -> Mapping[str, str]:
    """Return the measure of which a dimension is the unit, such as that of “€”."""
    found = {row["word"]: row["measure"] for row in rows(_LEXICON) if row["kind"] == "dimension"}
    return found | {row["dimension"]: "money" for row in rows("units") if row["before_number"]}


def places_of(wanted: Sequence[str], words: Sequence[Word]) -> list[int]:
    """Return where some stems stand in a run in the words of a question that are not used yet."""
    length = len(wanted)
    return [
        place
        for place in range(len(words) - length + 1)
        if length and all(words[place + at].stem == wanted[at] and not words[place + at].used for at in range(length))
    ]
