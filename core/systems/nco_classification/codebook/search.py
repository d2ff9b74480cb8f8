"""Searches the codebook: whole and partial codes, titles, phrases, Indian words and texts, best first.

It finds what stands there, letter for letter or by the same stem, and shows where: it is for looking a code up, and
decides nothing. What a job is like is another question, answered by the index.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from core.language.sanitize import one_line
from core.language.terms import analyse, occurrences
from core.language.transliteration import romanise
from core.systems.nco_classification.codebook.book import Codebook, Written, as_code
from core.systems.nco_classification.index.classification import LEVELS

LONGEST = 300  # characters of what is searched for
_WEIGHTS = {"title": 1.0, "phrase": 0.9, "hindi": 0.85, "text": 0.7, "official": 0.7}
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
    """What a search came to, best first. `within` is the code that the words began with; `read_as` tells in which
    English words it was searched, where nothing has the words themselves; `unknown` are words that stand nowhere."""

    hits: list[Hit]
    within: str = ""
    read_as: str = ""
    unknown: tuple[str, ...] = ()


class Finder:
    """A codebook made searchable; immutable."""

    def __init__(self, book: Codebook) -> None:
        """Index every text of the book: some 28,000, which takes about a second."""
        self._book = book
        self._texts = book.texts
        self._lengths = []
        self._places: dict[str, list[int]] = {}
        for place, text in enumerate(self._texts):
            terms = _terms(text.text)
            self._lengths.append(len(terms))
            for term in terms:
                self._places.setdefault(term, []).append(place)
        self._vocabulary = sorted(self._places)

    def find(self, words: str, most: int = 500) -> Found:
        """Find codes by a code, by the beginning of one, or by words; "7212 gas" searches words within a code."""
        words = one_line(words, LONGEST)
        if _CODE.fullmatch(words):
            return Found(self._by_code(words)[:most])
        within, rest = self._code_first(words)
        terms = self._without_fillers(_terms(rest))
        scores = self._scores(terms)
        read_as = ""
        if not scores:
            read_as = self._book.classification.query_normalizer.read(rest).english
            terms = _terms(read_as)
            scores = self._scores(terms)
            read_as = read_as if scores else ""
        hits = [hit for hit in self._hits(scores, terms) if hit.code.startswith(within)]
        unknown = tuple(word for word in rest.split() if not read_as and _terms(word) and not self._known(word))
        return Found(hits[:most], within, read_as, unknown if hits else ())

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

    def _without_fillers(self, terms: Sequence[str]) -> Sequence[str]:
        """Leave out what only holds a sentence of an Indian language together, unless nothing else is there."""
        lexicon = self._book.classification.lexicon
        return [term for term in terms if lexicon.get(term) != ""] or terms

    def _known(self, word: str) -> bool:
        return any(self._meant(term) for term in _terms(word))

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

    def _scores(self, terms: Iterable[str]) -> dict[int, float]:
        """Score each text that has one of the terms, 0 … 1: the share of the terms it has, the rare ones counting
        more, times how little else a short text says."""
        wanted = {term: self._meant(term) for term in dict.fromkeys(terms)}
        weights = {term: log((len(self._texts) + 1) / (self._holding(meant) + 0.5)) for term, meant in wanted.items()}
        total = sum(weights.values())
        shares: dict[int, float] = {}
        counts: dict[int, int] = {}
        for term, meant in wanted.items():
            for place, counted in self._best(meant).items():
                shares[place] = shares.get(place, 0.0) + counted * weights[term] / total
                counts[place] = counts.get(place, 0) + 1
        return {
            place: _WEIGHTS[self._texts[place].kind]
            * share
            * (0.6 + 0.4 * counts[place] / min(max(self._lengths[place], 1), _SHORT))
            for place, share in shares.items()
        }

    def _holding(self, meant: Iterable[str]) -> int:
        return sum(len(self._places[term]) for term in meant)

    def _best(self, meant: dict[str, float]) -> dict[int, float]:
        best: dict[int, float] = {}
        for term, counted in meant.items():
            for place in self._places[term]:
                best[place] = max(best.get(place, 0.0), counted)
        return best

    def _hits(self, scores: dict[int, float], terms: Sequence[str]) -> list[Hit]:
        """Take each code once, by the text that speaks for it most; its other texts add a little."""
        best: dict[str, int] = {}
        together: dict[str, float] = {}
        for place, score in scores.items():
            code = self._texts[place].code
            together[code] = together.get(code, 0.0) + score
            if code not in best or score > scores[best[code]]:
                best[code] = place
        meant = {word for term in terms for word in self._meant(term)}
        found = []
        for code, place in best.items():
            others = together[code] - scores[place]
            score = scores[place] + _TOGETHER * others / (1 + others)
            found.append((score, code, place))
        found.sort(key=lambda one: (-one[0], LEVELS.index(self._book.classification.level(one[1])) != 3, one[1]))
        return [
            Hit(code, self._texts[place], _found_in(self._texts[place].text, meant), score)
            for score, code, place in found
        ]


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
