"""What binds a free wording: the books, groups, figures and conditions of an answer, and how names are written."""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Literal, TypeAlias
from unicodedata import combining, normalize

from core.language.lexicon import rows
from core.language.tokens import words
from core.stores.library_plan import Plan, Test
from core.systems.library_chat.agents.results import Figure, Result
from core.systems.library_chat.plan.understood import Understood

NameKind = Literal["title", "group", "person", "name", "other genre"]
Names: TypeAlias = "dict[str, list[tuple[tuple[str, ...], str, NameKind, str]]]"
Token: TypeAlias = tuple[int, int, str, str]

_SIGNS = str.maketrans({"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "‐": "-", "‑": "-"})
_QUOTED = re.compile(r'"([^"]+)"')
_SERIES = re.compile(r"\s*\([^()]*\)$")
_LEAST_PART = 6  # characters of a title before its colon, or of a surname, that stand for the whole


def plain_signs(text: str) -> str:
    """Write quotes and dashes in one way; every character stays where it was."""
    return text.translate(_SIGNS)


@dataclass(frozen=True)
class Edition:
    """A book of the answer."""

    title: str
    authors: tuple[str, ...] = ()
    genres: tuple[str, ...] = ()
    year: float | None = None
    pages: float | None = None


@dataclass(frozen=True)
class Group:
    """A group of the answer, by the parts of its name, with its figures."""

    parts: tuple[str, ...]
    values: tuple[float, ...]


@dataclass(frozen=True)
class Facts:
    """The facts of an answer: its plain sentences, the question and what it was taken for, its list, books, figures.

    `passing` is how many books were found, of which `books` are known here; `groups` have all their figures.
    """

    plain: str
    question: str = ""
    listed: str = ""
    understood: Understood = Understood(Plan())  # noqa: RUF009 - frozen
    books: tuple[Edition, ...] = ()
    groups: tuple[Group, ...] = ()
    figures: tuple[float, ...] = ()
    passing: int = 0

    @property
    def plan(self) -> Plan:
        """What was asked of the catalogue."""
        return self.understood.plan

    @property
    def has_all_books(self) -> bool:
        """Whether every book that was found is known here."""
        return 0 < len(self.books) == self.passing

    @cached_property
    def tests(self) -> tuple[Test, ...]:
        """Every test of the conditions, on the books and on what is counted of them."""
        measures = [*self.plan.measures, *(having.measure for having in self.plan.having)]
        where = [*self.plan.where, *(clause for measure in measures for clause in measure.where)]
        return tuple(test for clause in where for one in clause.any_of for test in one.all_of)

    @cached_property
    def titles(self) -> dict[str, list[Edition]]:
        """The books by title."""
        found: dict[str, list[Edition]] = {}
        for book in self.books:
            found.setdefault(book.title, []).append(book)
        return found

    @cached_property
    def names(self) -> dict[str, tuple[NameKind, str]]:
        """Every way in which a name may be written, with what it is; those of one word keep their capitals."""
        found: dict[str, tuple[NameKind, str]] = {}
        parts = {part for group in self.groups for part in group.parts}
        for spelling, kind, name in self._spelled():
            found.setdefault(spelling, ("group" if name in parts else kind, name))
        return found

    def _spelled(self) -> Iterator[tuple[str, NameKind, str]]:
        """Give whole names first, then how else they are written."""
        parts = {part for group in self.groups for part in group.parts}
        people = {author for book in self.books for author in book.authors} | self._values("authors")
        genres = {genre for book in self.books for genre in book.genres} | self._values("genres")
        asked = [value for test in self.tests for value in test.values]
        yield from ((title, "title", title) for title in self.titles)
        yield from ((part, "group", part) for part in sorted(parts))
        yield from ((person, "person", person) for person in sorted(people))
        yield from ((name, "name", name) for name in (*asked, *self._said_names()))
        yield from ((short, "title", title) for title in self.titles for short in _shortened(title))
        if self.plan.by and self.plan.by[-1].column == "authors":
            people |= parts
        yield from ((short, "person", person) for person in sorted(people) for short in _surnames(person))
        yield from ((form, "name", genre) for genre in sorted(genres | parts) for form in _genre_words(genre))
        yield from ((genre, "name", genre) for genre in sorted(genres))

    def _values(self, column: str) -> set[str]:
        return {value for test in self.tests if test.column == column for value in test.values}

    def _said_names(self) -> Iterator[str]:
        for unknown in self.understood.unknown:
            yield from (unknown.said, *unknown.nearest)
        yield from _QUOTED.findall(plain_signs(self.plain))

    @cached_property
    def _by_word(self) -> Names:
        return _indexed((spelling, kind, name) for spelling, (kind, name) in self.names.items())

    def named(self, text: str) -> Iterator[tuple[int, int, NameKind, str]]:
        """Find the names in a text, and genres that nobody named, with where each begins and ends: the longest first.

        Names are compared word by word, so that letter case and signs between the words are free.
        """
        tokens = [(match.start(), match.end(), match[0], fold(match[0])) for match in _WORD.finditer(text)]
        at = 0
        while at < len(tokens):
            found = _longest(tokens, at, self._by_word) or _longest(tokens, at, _other_genres())
            if found:
                length, kind, name = found
                yield tokens[at][0], tokens[at + length - 1][1], kind, name
                at += length
            else:
                at += 1

    @cached_property
    def known_words(self) -> frozenset[str]:
        """Every word of the plain sentences, the question, the list and the names."""
        return frozenset(words("\n".join([self.plain, self.question, self.listed, *self.names])))


_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=20_000)
def fold(word: str) -> str:
    """Write a word in small letters without accents."""
    if word.isascii():
        return word.lower()
    return "".join(one for one in normalize("NFKD", word.casefold()) if not combining(one))


def _indexed(names: Iterable[tuple[str, NameKind, str]]) -> Names:
    """Sort names under their first word, the longest first; a title or a surname of one word keeps its capitals."""
    found: Names = {}
    for spelling, kind, name in names:
        parts = _WORD.findall(plain_signs(spelling))
        if parts:
            exact = parts[0] if len(parts) == 1 and kind in ("title", "person") else ""
            found.setdefault(fold(parts[0]), []).append((tuple(map(fold, parts)), exact, kind, name))
    for own in found.values():
        own.sort(key=lambda one: -len(one[0]))
    return found


def _longest(tokens: Sequence[Token], at: int, names: Names) -> tuple[int, NameKind, str] | None:
    for parts, exact, kind, name in names.get(tokens[at][3], ()):
        same = all(part == token[3] for part, token in zip(parts, tokens[at : at + len(parts)], strict=False))
        if same and at + len(parts) <= len(tokens) and exact in ("", tokens[at][2]):
            return len(parts), kind, name
    return None


@cache
def _other_genres() -> Names:
    return _indexed((row["words"], "other genre", row["words"]) for row in rows("genres") if not row["everyday"])


def _shortened(title: str) -> Iterator[str]:
    """Name a title without its series and without what stands behind its colon."""
    alone = _SERIES.sub("", title)
    yield alone
    for short in (alone.partition(":")[0], title.partition(":")[0]):
        if len(short) >= _LEAST_PART:
            yield short.strip()


def _surnames(person: str) -> Iterator[str]:
    """Name a person by the last word, and by the last two: "Le Guin"."""
    parts = person.split()
    if len(parts) > 2:
        yield " ".join(parts[-2:])
    if len(parts) > 1 and len(parts[-1]) > 2:
        yield parts[-1]


@cache
def _genre_words(genre: str) -> tuple[str, ...]:
    """Name a genre, one book of it and several: "a thriller", "mysteries"."""
    folded = genre.casefold()
    one = folded.removesuffix("s")
    every = {folded, one, f"{one}s", f"{one[:-1]}ies" if one.endswith("y") else one}
    same = {row["genre"] for row in rows("genres") if row["words"] in every}
    every |= {row["words"] for row in rows("genres") if row["genre"] in same}
    return tuple(sorted(every))


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
    editions = (
        Edition(one["book"], tuple(one["authors"]), tuple(one["genres"]), _number(one["year"]), _number(one["pages"]))
        for one in books
    )
    return Facts(
        plain, question, listed, understood, tuple(dict.fromkeys(editions)),
        tuple(_groups(statistics, [key.column for key in understood.plan.by])),
        tuple(figure["value"] for figure in statistics), passing,
    )  # fmt: skip


def _number(value: int | None) -> float | None:
    return None if value is None else float(value)


def _groups(statistics: Iterable[Figure], columns: Sequence[str]) -> Iterator[Group]:
    values: dict[str, list[float]] = {}
    for figure in statistics:
        if figure["name"] != figure["measure"]:  # a group, and not what is counted
            values.setdefault(figure["name"], []).append(figure["value"])
    for name, own in values.items():
        parts = name.split(" · ")
        if columns and columns[-1] == "month":
            parts[-1] = month_name[int(parts[-1])]
        yield Group(tuple(parts), tuple(own))
