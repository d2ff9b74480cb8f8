"""What people are called by themselves: the titles at the beginning of the pieces of a headline."""

from __future__ import annotations

import re
from functools import lru_cache

from core.language.tokens import words

_PIECES = re.compile(r"[,;:/|()]|\s[-–—]\s")
_ENDS = re.compile(r"\s(?:of|for|in|at|and|with|on|to|turned)\s", re.IGNORECASE)
_JOINS = re.compile(r"\s(?:and|&|turned)\s", re.IGNORECASE)
_SENTENCE_ENDS = re.compile(r"[.!?;:](?=\s|$)")
_LONGEST = 4  # words of a title with which somebody begins to tell of themselves
FEWEST_INITIALS, MOST_INITIALS = 3, 5  # letters of an abbreviation that is made of initials


@lru_cache(maxsize=20_000)
def titles(headline: str) -> tuple[str, ...]:
    """Return the titles of a headline: “GIS lead for maps, trainer” has “GIS lead” and “trainer”."""
    return tuple(_ENDS.split(piece, maxsplit=1)[0] for piece in _PIECES.split(headline))


@lru_cache(maxsize=20_000)
def all_titles(headline: str, bio: str) -> tuple[str, ...]:
    """Return the titles of a headline, each of those that “and” joins by itself, and the one with which the text about
    somebody begins: “Hydrogeologist, …”."""
    first = titles(_SENTENCE_ENDS.split(bio, maxsplit=1)[0])[0].strip()
    told = (first,) if len(first.split()) <= _LONGEST else ()
    return (*titles(_JOINS.sub(", ", headline)), *told)


def initials(phrase: str) -> str:
    """Return the first letters of the words of a phrase, small: “dpo” of “Data protection officer”."""
    return "".join(word[0] for word in words(phrase) if word[0].isalpha())


def is_abbreviation(written: str) -> bool:
    """Whether something is written like the initials of a phrase: “DPO”."""
    return written.isupper() and written.isalpha() and FEWEST_INITIALS <= len(written) <= MOST_INITIALS
