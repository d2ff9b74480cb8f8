"""The terms that BM25 sees, and what of a request only asks."""

from __future__ import annotations

import hashlib
import re
import threading
import unicodedata
from collections.abc import Collection
from functools import cache, lru_cache
from importlib.metadata import version
from typing import Any

from core.language.lexicon import word_groups, word_list
from core.language.tokens import comparable, word_pattern, words

STOP_WORDS = word_list("stop_words")

# How requests begin before they come to the point: verbs that only ask, and things or persons asked for.
_ASKING, _ASKED_FOR = (word_groups("asking_words")[kind] for kind in ("asking", "asked for"))

_ACCENTS = re.compile("[\u0300-\u036f]")


def analyse(text: str) -> list[str]:
    """Return the terms that BM25 sees, in order: words without English stop words, each cut to its Snowball stem, no
    accents.

    A Greek letter that stands alone is its name (α is alpha). A beginning that only asks ("who knows about", "find
    experts in", "papers dealing with") is left out, unless nothing else is there. Requests and documents are analysed
    alike.
    """
    found = words(text)
    return _terms(found[_length_of_asking(found) :]) or _terms(found)


@cache
def terms_version() -> str:
    """Return what tells the terms that `analyse` gives from those of another release: indexes of words are kept.

    It changes by itself with the lists and the stemmer; with anything else, raise the number in it.
    """
    parts = [1, version("snowballstemmer"), sorted(STOP_WORDS), sorted(_ASKING), sorted(_ASKED_FOR)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def without_asking(text: str) -> str:
    """Return the text from the first word that does more than ask: “who knows about X?” becomes “X?”.

    A beginning of stop words alone ("how do I …") says something to whoever reads whole sentences, and stays.
    """
    found = list(word_pattern(False).finditer(text))
    plain = [comparable(match.group()) for match in found]
    length = _length_of_asking(plain)
    asks = not STOP_WORDS.issuperset(plain[:length])
    return text[found[length].start() :] if asks and length < len(found) else text


def _terms(found: list[str]) -> list[str]:
    return [_stem(word) for word in found if word not in STOP_WORDS]


def _length_of_asking(found: list[str]) -> int:
    """How many words at the beginning only ask. "information on" asks and "information retrieval" does not."""
    length = 0
    for position, word in enumerate(found, 1):
        if word in STOP_WORDS or word in _ASKING:
            length = position
        elif word not in _ASKED_FOR:
            break
    return length


def occurrences(text: str, terms: Collection[str]) -> list[tuple[int, int]]:
    """Where `text` holds words whose analysed form is in `terms`: offsets (start, end), in order, for highlighting."""
    wanted = frozenset(terms)
    return [
        match.span()
        for match in word_pattern(text.isascii()).finditer(text)
        if not wanted.isdisjoint(_terms([comparable(match.group())]))
    ]


_stemming = threading.Lock()


@cache
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")


@cache
def _greek_letters() -> dict[str, str]:
    """Return the names under which single Greek letters are asked for: α is alpha, λ is lambda."""
    names = {chr(code): unicodedata.name(chr(code), "").split()[-1:] for code in range(ord("α"), ord("ω") + 1)}
    return {letter: name[0].lower().replace("lamda", "lambda") for letter, name in names.items() if name} | {
        "ς": "sigma"
    }


@lru_cache(maxsize=100_000)
def _stem(word: str) -> str:
    if not word.isascii():
        word = _ACCENTS.sub("", unicodedata.normalize("NFD", word))
        word = _greek_letters().get(word, word)
    with _stemming:  # a Snowball stemmer keeps the word it works on in itself
        return str(_stemmer().stemWord(word))
