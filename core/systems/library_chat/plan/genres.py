"""The genres of a catalogue in a question: by their own names, their inflections, and the usual other words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from core.language.lexicon import rows
from core.language.names import plain_name
from core.language.terms import analyse

# Everyday words that mean a genre only when a book noun or another sign of a genre stands beside them.
_EVERYDAY = frozenset(row["words"] for row in rows("genres") if row["everyday"])


@cache
def _sets() -> list[tuple[str, ...]]:
    """Words for the same kind of book. A genre of the catalogue that is one of them is meant by all of them."""
    found: dict[str, list[str]] = {}
    for row in rows("genres"):
        found.setdefault(row["genre"], []).append(row["words"])
    return [tuple(same) for same in found.values()]


_NOUNS = re.compile(
    r"\s+(?:books?|novels?|titles?|stories|story|fiction|genres?|section|shelf|literature|works|reads?)\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"\b(?:about|on|regarding)\s+(?:the\s+)?\Z", re.IGNORECASE)


@dataclass(frozen=True)
class GenreWords:
    """Words of a question that mean a genre; `name` is the catalogue's, or empty when it has no such genre."""

    name: str
    said: str
    start: int
    end: int


@dataclass(frozen=True)
class _Form:
    words: str
    name: str
    sure: bool


@lru_cache(maxsize=64)
def _forms(genres: tuple[str, ...]) -> tuple[tuple[_Form, ...], re.Pattern[str]]:
    """Every way to say a genre, known to this catalogue or not, and a pattern that finds the longest first."""
    forms: dict[str, _Form] = {}
    own = {plain_name(genre): genre for genre in genres}
    for words, genre in own.items():
        for form in _inflections(words):
            forms.setdefault(form, _Form(form, genre, sure=True))
    forms |= {words: _Form(words, genre, sure=True) for words, genre in own.items()}
    for same in _sets():
        genre = next((own[words] for words in same if words in own), "")
        for words in same:
            for form in (words,) if " " in words else _inflections(words):
                if form not in forms or (genre and not forms[form].name):
                    forms[form] = _Form(form, genre, sure=bool(words not in _EVERYDAY))
    ordered = sorted(forms, key=len, reverse=True)
    body = "|".join(r"[\s\-‐'’/&]*".join(map(_spelled, form.split())) for form in ordered if form)
    return tuple(forms.values()), re.compile(rf"(?<![\w'’-])(?:{body})(?![\w'’])", re.IGNORECASE)


def _spelled(word: str) -> str:
    """Return a word as a pattern; an s at its end may have an apostrophe before it: children's."""
    return rf"{re.escape(word[:-1])}['’]?s" if word.endswith("s") else re.escape(word)


def _inflections(words: str) -> list[str]:
    last = words.rsplit(maxsplit=1)[-1] if words else ""
    if not last or last.endswith("s") or len(last) < 4:
        return [words]
    plural = f"{words[:-1]}ies" if last.endswith("y") and last[-2] not in "aeiou" else f"{words}s"
    return [words, plural]


def find_genres(text: str, genres: Sequence[str]) -> list[GenreWords]:
    """Return the genres that a text names, in order. An everyday word ("food") counts before a noun for books alone.

    A word for a genre that this catalogue does not have is given with an empty name.
    """
    forms, pattern = _forms(tuple(genres))
    by_words = {form.words.replace(" ", ""): form for form in forms}
    found = []
    for match in pattern.finditer(text):
        form = by_words.get(plain_name(match.group()).replace(" ", ""))
        if form is None:
            continue
        topic = form.words in _EVERYDAY and _ABOUT.search(text, 0, match.start())
        if topic or not (form.sure or _NOUNS.match(text, match.end())):
            continue
        found.append(GenreWords(form.name, match.group(), match.start(), match.end()))
    return found


def genre_like(said: str, genres: Sequence[str]) -> str:
    """Return the genre whose name has the same stems as these words; empty when there is none."""
    wanted = analyse(said)
    return next((genre for genre in genres if wanted and analyse(genre) == wanted), "")
