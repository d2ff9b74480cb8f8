"""Which word of the index is meant by one that no dictionary, no index and no list knows: a correct word never is one.

A guess is very near, by its letters or by its sound, and stays in the trade that the other words speak of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from math import log1p

from rapidfuzz.distance import OSA

from core.language.dictionary import in_dictionary, is_english
from core.language.spelling import consonants, likeness, phonetic_key, simple_spelling

_SHORTEST = 5  # letters of a word whose letters may be mended
_LONGEST = 40  # letters; what is longer is no word
_ALIKE = 0.7  # least likeness of two words that only sound the same
_ALIKE_LONG = 0.5  # when they share five consonants or more, which do not agree by chance
FEWEST = 3  # consonants of a word that is guessed by its sound: shree and saree have the same two
_TAIL = 2  # last letters in which a word made by rule may differ from one of the index: enginer, engineer
_DOUBLED = 1.5  # how alike words are of which one has a letter twice: driling is drilling, whatever driving is
_FIRST = [frozenset(pair) for pair in ("ck", "kq", "gj", "vw", "fp", "cs", "zj", "zs", "ei", "iy", "ou", "uy")]
# Other ways to say the letters of an English word: mechanic, target, physical.
_SAID = [
    (re.compile(pattern), other)
    for pattern, other in ((r"ch", "k"), (r"g", "j"), (r"(?<=[aeiouy])s(?=[aeiouy])", "z"), (r"(?<=.)sign", "zin"))
]


def ways(word: str) -> frozenset[str]:
    """Return an English word with the letters of every way to say it: mechanic and mekanic."""
    return frozenset((word, *(pattern.sub(other, word) for pattern, other in _SAID)))


def by_sound(words: Iterable[str]) -> dict[str, list[str]]:
    """Put English words by their phonetic keys, each under every way to say it."""
    found: dict[str, list[str]] = {}
    for word in words:
        for key in set(map(phonetic_key, ways(word))):
            found.setdefault(key, []).append(word)
    return found


class Guesser:
    """Guesses words typed in Latin letters. Any number of threads may share it."""

    def __init__(self, counts: Counter[str], families: Mapping[str, frozenset[str]]) -> None:
        """Take how often each word stands in the index, and of which families it speaks."""
        self._counts, self._families = counts, families
        self._by_sound = by_sound(counts)
        self._by_shape: dict[tuple[str, int], list[str]] = {}
        for word in counts:
            self._by_shape.setdefault((word[0], len(word)), []).append(word)

    def guess(self, word: str, rest: Collection[str]) -> str:
        """Guess which word of the index is meant beside the `rest` of the words, which the index knows; "" for none."""
        if in_dictionary(word) or not _SHORTEST <= len(word) <= _LONGEST:
            return ""
        near = self._near(word)
        if is_english(word):  # made by rule
            begin = word[: len(word) - _TAIL]
            return self._best({one: alike for one, alike in near.items() if one.startswith(begin)}, rest)
        return self._best({**self._sounding(word), **near}, rest)

    def agrees(self, word: str, rest: Collection[str]) -> bool:
        """Tell whether a word speaks of the trade of at least half of the others: of one family with each."""
        if not self._families or not rest:
            return True
        own = self._families.get(word, frozenset())
        others = [self._families.get(one, frozenset()) for one in rest]
        return 2 * sum(not own.isdisjoint(other) for other in others) >= len(others)

    def _near(self, word: str) -> dict[str, float]:
        """Find the words that are one slip of the pen away, the first letter right, each with how alike it is."""
        if len(word) <= _SHORTEST and consonants(word) < FEWEST:
            return {}
        lengths = (len(word) - 1, len(word), len(word) + 1)
        close = (one for length in lengths for one in self._by_shape.get((word[0], length), ()))
        found = (one for one in close if OSA.distance(word, one, score_cutoff=1) <= 1)
        return {one: _DOUBLED if simple_spelling(one) == simple_spelling(word) else 1.0 for one in found}

    def _sounding(self, word: str) -> dict[str, float]:
        key = phonetic_key(word)
        if consonants(word) < FEWEST:
            return {}
        least = _ALIKE_LONG if len(key) > 4 else _ALIKE
        alike = {one: likeness(word, one) for one in self._by_sound.get(key, ()) if begin_alike(word, one)}
        return {one: share for one, share in alike.items() if share >= least}

    def _best(self, found: Mapping[str, float], rest: Collection[str]) -> str:
        """Take the nearest that agrees with the rest; of equally near ones the most frequent."""
        agreeing = {
            one: alike + 0.08 * log1p(self._counts[one]) for one, alike in found.items() if self.agrees(one, rest)
        }
        return max(agreeing, key=lambda one: (agreeing[one], one), default="")


def begin_alike(one: str, other: str) -> bool:
    """Tell whether two words begin with the same letter, or with two that are written for one sound."""
    return one[0] == other[0] or {one[0], other[0]} in _FIRST
