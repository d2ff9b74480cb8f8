"""The names that a catalogue knows: titles, authors, genres and every other value, by the ways of saying them."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal
from weakref import WeakKeyDictionary

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from core.language.clauses import stem
from core.language.dictionary import in_dictionary
from core.language.lexicon import rows
from core.language.spelling import letters_allowed
from core.stores.library import Library
from core.stores.library_plan import Column, Measure, Plan, Test
from core.systems.library_chat.grammar.tokens import key_of

How = Literal["whole", "alias", "surname", "beginning"]
SELF_TOLD = ("title", "subjects")
"""The columns in which books say what they are about."""

_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]")
_ARTICLE = re.compile(r"^(?:the|a|an) ")
_ROMAN = {"i": ("1", "first"), "ii": ("2", "second"), "iii": ("3", "third"), "iv": ("4", "fourth")}
_SUFFIX = frozenset({"jr", "sr", "ii", "iii", "iv", "phd", "md"})
_MOST_OF_ONE_NAME = 400
CODES = frozenset({"language_code"})  # columns whose values are read only behind their own name


@dataclass(frozen=True)
class Meaning:
    """What some words may mean: any of `values` of a column; `how` they were said."""

    column: str
    values: tuple[str, ...]
    how: How

    @property
    def order(self) -> int:
        """Give the place among others, the surest first."""
        return ("whole", "alias", "surname", "beginning").index(self.how)


@dataclass
class Vocabulary:
    """One state of a catalogue: its columns, the values of each with the number of books, and how they are said."""

    columns: Sequence[Column]
    counts: Mapping[str, Mapping[str, int]]
    meanings: dict[str, list[Meaning]] = field(default_factory=dict)
    words: Counter[str] = field(default_factory=Counter)
    years: tuple[int, int] | None = None
    absent_genres: set[str] = field(default_factory=set)  # kinds of books of which the catalogue has none
    everyday: dict[str, str] = field(default_factory=dict)  # words that are a genre only beside one for books

    def __post_init__(self) -> None:
        said: dict[tuple[str, str, How], dict[str, None]] = {}
        for column, values in self.counts.items():
            if column not in CODES:
                for key, value, how in self._said(column, values):
                    said.setdefault((key, column, how), {})[value] = None
        for words, genre in _usual_words(self.counts.get("genres", {})):
            if genre:
                said.setdefault((words, "genres", "alias"), {})[genre] = None
            else:
                self.absent_genres.add(words)
        self.everyday = dict(_usual_words(self.counts.get("genres", {}), everyday=True))
        for (key, column, how), found in said.items():
            if key and len(found) <= _MOST_OF_ONE_NAME:
                self.meanings.setdefault(key, []).append(Meaning(column, tuple(found), how))
        for key, ways in self.meanings.items():
            self.meanings[key] = _surest(ways)

    def _said(self, column: str, values: Mapping[str, int]) -> Iterator[tuple[str, str, How]]:
        """Give the ways to say each value of a column, and count its words."""
        for value, count in values.items():
            key = key_of(value)
            for word in key.split():
                self.words[word] += count
            yield key, value, "whole"
            for other, how in _ways(column, value, key):
                yield other, value, how

    def column(self, name: str) -> Column | None:
        """Look up a column by its name."""
        return next((column for column in self.columns if column.name == name), None)

    def kind(self, name: str) -> str:
        """Look up what a column holds; "" for one that the catalogue has not."""
        found = self.column(name)
        return found.kind if found else ""

    @cached_property
    def authors(self) -> Mapping[str, str]:
        """The authors by the form in which they are compared."""
        return {key_of(name): name for name in self.counts.get("authors", {})}

    @cached_property
    def first_names(self) -> frozenset[str]:
        """The first word of every author's name of several words."""
        return frozenset(words[0] for name in self.authors if len(words := name.split()) > 1)

    @cached_property
    def title_words(self) -> frozenset[str]:
        """Every word of a title: mostly ordinary words, which in small letters are no author's name."""
        return frozenset(word for title in self.counts.get("title", {}) for word in key_of(title).split())

    @cached_property
    def title_phrases(self) -> Mapping[str, int]:
        """Up to three words that stand together in titles, with the number of titles."""
        found: Counter[str] = Counter()
        for title in self.counts.get("title", {}):
            words = key_of(title).split()
            found.update({" ".join(words[at : at + size]) for size in (1, 2, 3) for at in range(len(words) - size + 1)})
        return found

    @cached_property
    def by_letter(self) -> Mapping[str, list[str]]:
        """The words of all names, by their first letter."""
        found: dict[str, list[str]] = {}
        for word in self.words:
            found.setdefault(word[0], []).append(word)
        return found

    def ways_to_say(self, said: str) -> tuple[str, ...]:
        """Return the ways in which texts may say some words: the last in every form of its stem that is there."""
        *others, last = key_of(said).split() or [""]
        if not last or any(word not in self.words for word in others):
            return ()
        forms = [word for word in self.by_letter.get(last[0], ()) if word == last or stem(word) == stem(last)]
        return tuple(" ".join((*others, form)) for form in forms)

    def words_at_end(self, letter: str, last: bool) -> list[str]:
        """Return the first words of titles that begin with a letter, or the last words that end with it."""
        place = -1 if last else 0
        words = {words[place] for title in self.counts.get("title", {}) if (words := key_of(title).split())}
        return sorted(word for word in words if (word.endswith(letter) if last else word.startswith(letter)))

    def titles_holding(self, said: str, most: int = 10) -> list[str]:
        """Return the titles that hold all of some words, where there are a few of them."""
        wanted = set(key_of(said).split())
        found = [title for title in self.counts.get("title", {}) if wanted <= set(key_of(title).split())]
        return found if wanted and len(found) <= most else []

    def beginning_with(self, name: str, column: str) -> list[str]:
        """Return the other names of a column that begin with all words of one, those of most books first."""
        begin, counts = f"{key_of(name)} ", self.counts.get(column, {})
        found = [other for other in counts if other != name and key_of(other).startswith(begin)]
        return sorted(found, key=lambda other: (-counts[other], other))

    def named_so(self, test: Test) -> list[str]:
        """Return the names of a column that begin, end or go with some words: "publishers with Press in their name"."""
        holds = {"begins": str.startswith, "ends": str.endswith}.get(test.how, _holds_word)
        wanted, every = [key_of(value) for value in test.values], self.counts.get(test.column, {})
        return [name for name in every if any(holds(key_of(name), word) for word in wanted) != test.denied]

    def author_like(self, said: str) -> str:
        """Return the author whose name is almost the same; "" when none is."""
        found = process.extractOne(said, self.authors.keys(), scorer=fuzz.ratio, score_cutoff=87)
        return self.authors[found[0]] if found else ""

    def word_like(self, word: str, lexicon: Mapping[str, list[str]]) -> str:
        """Return the word nearest to one that nobody knows, of the grammar's first; "" when none is near and for
        an English word.
        """
        most = 0 if in_dictionary(word) else letters_allowed(len(word))
        if not most:
            return ""
        near = [
            (OSA.distance(word, other, score_cutoff=most), source, -self.words.get(other, 0), other)
            for source, words in enumerate((lexicon, self.by_letter))
            for other in words.get(word[0], [])
            if abs(len(other) - len(word)) <= most
        ]
        best = min(near, default=None)
        return best[3] if best and best[0] <= most else ""

    def nearest(self, said: str, column: str, most: int = 3) -> list[str]:
        """Return the names of a column that are nearest to words that are none."""
        keys = {key_of(value): value for value in self.counts.get(column, {})}
        found = process.extract(key_of(said), keys.keys(), scorer=fuzz.WRatio, limit=most)
        return [keys[key] for key, _score, _place in found]


def _ways(column: str, value: str, key: str) -> Iterable[tuple[str, How]]:
    """Give the other ways to say a value."""
    words = key.split()
    if column == "title":
        yield from _ways_of_title(value, key)
    elif column == "authors" and len(words) > 1:
        yield from _ways_of_person(words)
    elif column == "genres":
        yield f"~{' '.join(stem(word) for word in words)}", "whole"
        if words[-1] in _ROMAN and len(words) > 1:  # “first world war”, “world war 1”
            name, (figure, ordinal) = " ".join(words[:-1]), _ROMAN[words[-1]]
            yield from ((f"{name} {figure}", "whole"), (f"{ordinal} {name}", "whole"))
    elif column == "publisher":
        if "and" in words:
            yield bare_of_and(key), "whole"
        for length in range(1, len(words)):
            yield " ".join(words[:length]), "beginning"


def _ways_of_title(value: str, key: str) -> Iterator[tuple[str, How]]:
    bare = _BRACKETS.sub("", value)
    if (other := key_of(bare)) and other != key:
        yield other, "whole"
    for shorter in (bare, bare.split(":")[0], bare.split(" / ")[0]):
        if (other := key_of(shorter)) and other not in (key, key_of(bare)):
            yield other, "alias"
        if (other := _ARTICLE.sub("", key_of(shorter))) != key:
            yield other, "alias"


def _ways_of_person(words: Sequence[str]) -> Iterator[tuple[str, How]]:
    last = words[-2] if words[-1] in _SUFFIX and len(words) > 2 else words[-1]
    if len(last) > 1:
        yield last, "surname"
    whole = [word for word in words if len(word) > 1]
    if len(whole) > 1 and whole != words:
        yield " ".join(whole), "alias"
    if len(whole) > 2:
        yield f"{whole[0]} {whole[-1]}", "alias"
        yield " ".join(whole[-2:]), "surname"


def _holds_word(name: str, word: str) -> bool:
    return f" {word} " in f" {name} "


def bare_title(value: str) -> str:
    """Leave out what stands in brackets, and what follows a colon: “Emma (Oxford Classics): A Novel” is “Emma”."""
    return _BRACKETS.sub("", value).split(":")[0].strip() or value


def bare_of_and(key: str) -> str:
    """Leave every "and" out of a name: signs and the word stand for each other, or for nothing."""
    return " ".join(word for word in key.split() if word != "and")


def _usual_words(genres: Mapping[str, int], everyday: bool = False) -> Iterable[tuple[str, str]]:
    """Pair other words for a kind of book with the genre of this catalogue; "" for a kind that it has not."""
    own = {key_of(genre): genre for genre in genres}
    same: dict[str, list[str]] = {}
    for row in rows("genres"):
        if bool(row["everyday"]) == everyday:
            same.setdefault(row["genre"], []).append(row["words"])
    for kind, words in same.items():
        genre = own.get(kind) or next((own[word] for word in words if word in own), "")
        yield from ((word, genre) for word in words if not {word, f"{word}s", word.removesuffix("s")} & own.keys())


def _surest(ways: Sequence[Meaning]) -> list[Meaning]:
    """Of each column the surest way alone."""
    best: dict[str, Meaning] = {}
    for way in sorted(ways, key=lambda one: one.order):
        best.setdefault(way.column, way)
    return list(best.values())


_UNSPOKEN = frozenset({"id", "isbn"})


@dataclass
class _Known:
    """What was read of one catalogue, in which state of it; `guard` is held by whoever reads it."""

    read: tuple[str, Vocabulary] | None = None
    guard: threading.Lock = field(default_factory=threading.Lock)


_known: WeakKeyDictionary[Library, _Known] = WeakKeyDictionary()
_listing = threading.Lock()


def vocabulary_of(library: Library) -> Vocabulary:
    """Read the vocabulary of a catalogue, once for each state of it. Raises `StoreError`."""
    with _listing:
        known = _known.setdefault(library, _Known())
    state = library.state()
    with known.guard:  # several first visitors of a catalogue wait for one of them; those of others do not
        if known.read is None or known.read[0] != state:
            known.read = (state, _read(library))
        return known.read[1]


def _read(library: Library) -> Vocabulary:
    columns = library.columns()
    spoken = [one.name for one in columns if one.kind in ("text", "list") and one.name not in _UNSPOKEN]
    return Vocabulary(columns, {name: library.values(name) for name in spoken}, years=_years(library))


def _years(library: Library) -> tuple[int, int] | None:
    years = (Measure(of="least", column="year"), Measure(of="most", column="year"))
    least, most = library.select(Plan(measures=years)).figures
    return None if least.value is None or most.value is None else (int(least.value), int(most.value))
