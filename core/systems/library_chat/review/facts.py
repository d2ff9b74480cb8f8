"""What binds a free wording: the titles, names and numbers of an answer, and what belongs to which book."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from core.language.numbers import SPELLED, whole
from core.language.tokens import words
from core.systems.library_chat.agents.results import Figure, Result
from core.systems.library_chat.plan.understood import Understood

Unit = Literal["count", "pages", "percent", "year", "number"]

_COUNTED = r"books?|titles?|novels?|works?|volumes?|editions?|results?|matches|authors?|writers?|genres?|publishers?"
_NUMBER = re.compile(
    rf"(?P<figures>\d+(?:,\d{{3}})*(?:\.\d+)?)|(?<![\w-])(?P<spelled>{SPELLED})(?![\w-])", re.IGNORECASE
)
_UNITS: dict[Unit, re.Pattern[str]] = {
    "percent": re.compile(r"\s*(?:%|per\s?cent)", re.IGNORECASE),
    "pages": re.compile(r"[\s-]*(?:pages?|pp)\b", re.IGNORECASE),
    "count": re.compile(rf"(?:\s+\w[\w-]*){{0,3}}?\s+(?:{_COUNTED})\b", re.IGNORECASE),
}
_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"")
_YEARS = range(1000, 2101)


@dataclass(frozen=True)
class Number:
    """A number as it is written: its value, in what it is counted, and where it stands; `exact` has no decimals cut."""

    value: float
    unit: Unit
    start: int
    end: int
    decimals: int = 0


def numbers_in(text: str) -> list[Number]:
    """Read every number, in figures or in words; "one" is none, since it mostly stands for something."""
    found = []
    for match in _NUMBER.finditer(text):
        written = match["figures"] or match["spelled"]
        if written.lower() == "one":
            continue
        value = float(written.replace(",", "")) if match["figures"] else whole(written)
        decimals = len(written.partition(".")[2]) if match["figures"] else 0
        found.append(Number(value, _unit(text, match, value), match.start(), match.end(), decimals))
    return found


def _unit(text: str, match: re.Match[str], value: float) -> Unit:
    behind = text[match.end() :]
    if unit := next((unit for unit, pattern in _UNITS.items() if unit != "count" and pattern.match(behind)), None):
        return unit
    if match["figures"] and "," not in match["figures"] and value in _YEARS:
        return "year"
    return "count" if _UNITS["count"].match(behind) else "number"


@dataclass
class Book:
    """What is known of all editions of a title."""

    authors: set[str] = field(default_factory=set)
    years: set[float] = field(default_factory=set)
    pages: set[float] = field(default_factory=set)


@dataclass(frozen=True)
class Facts:
    """The facts of an answer: its plain sentences, the question, its books by title, and all names that it may hold.

    `figures` are what was calculated, `passing` how many books were found, `listed` the lines of its list.
    """

    plain: str
    question: str = ""
    listed: str = ""
    books: dict[str, Book] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    figures: tuple[float, ...] = ()
    passing: int = 0

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Find any of the names, the longest first."""
        every = sorted({*self.books, *self.names}, key=lambda name: (-len(name), name))
        found = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in every if name.strip())
        return re.compile(found or r"(?!)")

    def without_names(self, text: str) -> str:
        """Put signs of no meaning in the place of every name, so that all others stand where they stood."""
        return self.pattern.sub(lambda match: "□" * len(match[0]), text)

    @cached_property
    def said(self) -> list[Number]:
        """The numbers of the plain sentences and of the question."""
        return numbers_in(self.without_names(f"{self.plain}\n{self.question}"))

    @cached_property
    def known_words(self) -> frozenset[str]:
        """Every word of the plain sentences, the question, the list and the names."""
        return frozenset(words("\n".join([self.plain, self.question, self.listed, *self.names, *self.books])))

    def holds(self, number: Number, mentioned: int) -> bool:
        """Whether the answer has this number; `mentioned` books may be counted by whoever names them."""
        said = {one.value for one in self.said}
        if number.unit == "year":
            return number.value in said | {year for book in self.books.values() for year in book.years}
        if number.unit == "percent":
            return number.value in said or any(is_same(number, value) for value in self.figures)
        allowed = {one.value for one in self.said if one.unit != "year"} | {*self.figures}
        if number.unit in ("count", "number"):
            allowed |= {float(self.passing), float(mentioned)}
        if number.unit in ("pages", "number"):
            allowed |= {pages for book in self.books.values() for pages in book.pages}
        return any(is_same(number, value) for value in allowed)


def is_same(number: Number, value: float) -> bool:
    """Whether a number as it is written, perhaps rounded, is this value, or its percentage."""
    if number.unit == "percent":
        value *= 100
    return number.value == value or (number.decimals > 0 and round(value, number.decimals) == number.value)


def facts_of(
    plain: str,
    listed: str,
    question: str,
    understood: Understood,
    books: Sequence[Result],
    statistics: Sequence[Figure],
    passing: int = 0,
) -> Facts:
    """Gather the facts of an answer over these books and figures."""
    by_title: dict[str, Book] = {}
    for result in books:
        book = by_title.setdefault(result["book"], Book())
        book.authors.update(result["authors"])
        book.years.update([float(result["year"])] if result["year"] is not None else [])
        book.pages.update([float(result["pages"])] if result["pages"] is not None else [])
    return Facts(
        plain, question, listed, by_title, frozenset(_names(plain, understood, books, statistics)),
        tuple(figure["value"] for figure in statistics), passing,
    )  # fmt: skip


def _names(plain: str, understood: Understood, books: Sequence[Result], statistics: Sequence[Figure]) -> Iterable[str]:
    for result in books:
        yield from (*result["authors"], *result["genres"])
    for figure in statistics:
        if figure["name"] != figure["measure"]:  # a group, and not what is counted
            yield from (figure["name"], *figure["name"].split(" · "))
    for clause in understood.plan.where:
        yield from (value for one in clause.any_of for test in one.all_of for value in test.values)
    for unknown in understood.unknown:
        yield from (unknown.said, *unknown.nearest)
    yield from (one or other for one, other in _QUOTED.findall(plain))
