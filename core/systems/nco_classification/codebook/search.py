"""Searches the codebook: whole and partial codes, titles, phrases, Indian words and texts, best first.

It finds what stands there, letter for letter or by the same stem, and shows where: it is for looking a code up, and
decides nothing. What a job is like is another question, answered by the index.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log

from core.language.sanitize import one_line
from core.language.terms import analyse, occurrences
from core.language.tokens import words as tokens
from core.language.transliteration import romanise
from core.systems.nco_classification.codebook.book import Codebook, Written, as_code
from core.systems.nco_classification.index.classification import LEVELS

LONGEST = 300  # characters of what is searched for
_WEIGHTS = {"title": 1.0, "phrase": 0.9, "hindi": 0.85, "text": 0.7, "official": 0.7}
_SAID_SHORT = ("title", "phrase", "hindi")  # texts in which two words that stand apart are also looked up as one
_SHORT = 12  # terms; in what is longer, words that were not asked for weigh no more
_BEGINS = 0.6  # what a word counts that only begins with the one asked for
_LEAST_BEGINNING = 3  # letters
_TOGETHER = 0.2  # what the words count that stand in other texts of the same code
_CODE = re.compile(r"\s*([0-9]{1,4}(?:[.\s-]?[0-9]{0,4}))\s*")
_CODE_FIRST = re.compile(r"([0-9]{3,4}(?:[.-]?[0-9]{1,4})?)\s+(?=\D)")


@dataclass(frozen=True)
class Hit:
    """A code that was found: the text that speaks for it, and where in it the words stand, `[start, end)`, in order.

    `score` is comparable within one search only.
    """

    code: str
    text: Written
    words: list[tuple[int, int]]
    score: float


@dataclass(frozen=True)
class Found:
    """What a search came to, best first: the first `whole` hits have a text with all of the words, the others with some
    of them.

    `within` is the code that the words began with; `read_as` tells in which English words it was searched, where
    nothing has the words themselves; `unknown` are words that stand nowhere, which no text needs to have.
    """

    hits: list[Hit]
    whole: int
    within: str = ""
    read_as: str = ""
    unknown: tuple[str, ...] = ()


@dataclass
class _Word:
    """A word that is searched for: the terms of the book that it means, and by place how well a text has it."""

    meant: set[str]
    places: dict[int, float]


class Finder:
    """A codebook made searchable; immutable."""

    def __init__(self, book: Codebook) -> None:
        """Index every text of the book: some 28,000, which takes about a second."""
        self._book = book
        self._texts = book.texts
        self._lengths = []
        self._places: dict[str, list[int]] = {}
        self._pairs: dict[str, list[tuple[int, str, str]]] = {}
        for place, text in enumerate(self._texts):
            terms = _terms(text.text)
            self._lengths.append(len(terms))
            for term in terms:
                self._places.setdefault(term, []).append(place)
            if text.kind in _SAID_SHORT:
                for one, other in pairwise(tokens(text.text)):
                    if min(len(one), len(other)) >= _LEAST_BEGINNING:
                        self._pairs.setdefault(_one(one + other), []).append((place, one, other))
        self._vocabulary = sorted(self._places)

    def find(self, words: str, most: int | None = None) -> Found:
        """Find codes by a code, by the beginning of one, or by words; "7212 gas" searches words within a code.

        All that was found, or so much of it as is wanted at `most`.
        """
        words = one_line(words, LONGEST)
        if _CODE.fullmatch(words):
            hits = self._by_code(words)[:most]
            return Found(hits, len(hits))
        within, rest = self._code_first(words)
        asked = self._asked(rest)
        read_as = ""
        if not any(word.places for word in asked.values()):
            read_as = self._book.classification.query_normalizer.read(rest).english
            asked = self._asked(read_as)
            read_as = read_as if any(word.places for word in asked.values()) else ""
        known = [word for word in asked.values() if word.places]
        whole = set.intersection(*(set(word.places) for word in known)) if known else set()
        hits = [hit for hit in self._hits(known, whole) if hit.code.startswith(within)]
        having = {self._texts[place].code for place in whole}
        unknown = tuple(said for said, word in asked.items() if not read_as and not word.places)
        return Found(hits[:most], sum(hit.code in having for hit in hits), within, read_as, unknown if hits else ())

    def _by_code(self, written: str) -> list[Hit]:
        """List the code itself and all that begins with it, from the top of the tree down."""
        known = self._book.classification
        begin = as_code(written, known) or written.strip().replace("-", ".").replace(" ", ".")
        digits = begin.replace(".", "")
        if len(digits) > 4:
            begin = f"{digits[:4]}.{digits[4:]}"
        levels = (known.divisions, known.subdivisions, known.groups, known.families, known.occupations)
        codes = [code for level in levels for code in level if code.startswith(begin)]
        return [Hit(code, self._book.written(code)[0], [], 1.0) for code in codes]

    def _code_first(self, words: str) -> tuple[str, str]:
        match = _CODE_FIRST.match(words)
        within = as_code(match[1], self._book.classification) if match else ""
        return (within, words[match.end() :]) if match and within else ("", words)

    def _asked(self, said: str) -> dict[str, _Word]:
        """Look every word up that tells something; what only holds a sentence of an Indian language together is left
        out, unless nothing else is there. Two neighbours may stand together in a text, and one word may stand apart."""
        lexicon = self._book.classification.lexicon
        terms = {word: _terms(word) for word in said.split()}
        told = {word: found for word, found in terms.items() if all(lexicon.get(term) != "" for term in found)}
        asked = {word: self._word(word, found) for word, found in (told or terms).items() if found}
        for (one, first), (other, second) in pairwise(list(asked.items())):
            for together in analyse(one + other):
                for place in self._places.get(together, ()):
                    for word in (first, second):
                        word.places[place] = 1.0
                        word.meant.add(together)
        return asked

    def _word(self, said: str, terms: Iterable[str]) -> _Word:
        word = _Word(set(), {})
        for term in terms:
            for meant, counted in self._meant(term).items():
                word.meant.add(meant)
                for place in self._places[meant]:
                    word.places[place] = max(word.places.get(place, 0.0), counted)
        for place, one, other in self._pairs.get(_one(said.lower()), ()):
            word.meant.update(analyse(f"{one} {other}"))
            word.places[place] = 1.0
        return word

    def _meant(self, term: str) -> dict[str, float]:
        """Name the terms of the book that a term of a search means, with what each counts: itself, and what begins
        with it."""
        found = {term: 1.0} if term in self._places else {}
        if len(term) >= _LEAST_BEGINNING:
            at = bisect_left(self._vocabulary, term)
            while at < len(self._vocabulary) and self._vocabulary[at].startswith(term):
                found.setdefault(self._vocabulary[at], _BEGINS)
                at += 1
        return found

    def _scores(self, asked: Sequence[_Word], whole: Collection[int]) -> dict[int, float]:
        """Score each text that has one of the words, 0 … 1: the share of the words it has, the rare ones counting more,
        times how little else a short text says; one more where a text has all of them."""
        weights = [log((len(self._texts) + 1) / (len(word.places) + 0.5)) for word in asked]
        total = sum(weights)
        shares: dict[int, float] = {}
        counts: dict[int, int] = {}
        for word, weight in zip(asked, weights, strict=True):
            for place, counted in word.places.items():
                shares[place] = shares.get(place, 0.0) + counted * weight / total
                counts[place] = counts.get(place, 0) + 1
        return {
            place: _WEIGHTS[self._texts[place].kind]
            * share
            * (0.6 + 0.4 * counts[place] / min(max(self._lengths[place], 1), _SHORT))
            + (place in whole)
            for place, share in shares.items()
        }

    def _hits(self, asked: Sequence[_Word], whole: Collection[int]) -> list[Hit]:
        """Take each code once, by the text that speaks for it most; its other texts add a little."""
        best: dict[str, int] = {}
        together: dict[str, float] = {}
        scores = self._scores(asked, whole)
        for place, score in scores.items():
            code = self._texts[place].code
            together[code] = together.get(code, 0.0) + score
            if code not in best or score > scores[best[code]]:
                best[code] = place
        meant = {term for word in asked for term in word.meant}
        found = []
        for code, place in best.items():
            others = together[code] - scores[place]
            score = scores[place] + _TOGETHER * others / (1 + others)
            found.append((place not in whole, -score, code, place))
        found.sort(key=lambda one: (*one[:2], LEVELS.index(self._book.classification.level(one[2])) != 3, one[2]))
        return [
            Hit(code, self._texts[place], _found_in(self._texts[place].text, meant), -score)
            for _, score, code, place in found
        ]


def _one(together: str) -> str:
    """Return two words that were written together as one of them is looked up: one or many are the same."""
    return together.rstrip("s")


def _terms(text: str) -> list[str]:
    """Return the terms of a text, each once: those of its own letters, and of Latin ones where it has others."""
    own = analyse(text)
    return list(dict.fromkeys(own if text.isascii() else [*own, *analyse(romanise(text).lower())]))


def _found_in(text: str, meant: set[str]) -> list[tuple[int, int]]:
    """Say where the words that were searched for stand, also those that were searched in Latin letters."""
    if text.isascii():
        return occurrences(text, meant)
    spans = [match.span() for match in re.finditer(r"\S+", text)]
    latin = [span for span in spans if meant.intersection(_terms(text[span[0] : span[1]]))]
    return occurrences(text, meant) or latin


@lru_cache(maxsize=4)
def finder_of(book: Codebook) -> Finder:
    """Return the search over a codebook, made once."""
    return Finder(book)
