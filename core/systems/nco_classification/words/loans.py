"""Words by their sound: English ones written in an Indian script, and Indian ones spelt as nobody listed them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log1p

from core.language.spelling import likeness, phonetic_key
from core.systems.nco_classification.words.guesses import by_sound

_ALIKE = 0.6  # least likeness of a word and an Indian word that sounds the same
_ALIKE_LONG = 0.5  # when they share five consonants or more
_ALIKE_SCRIPT = 0.25  # English words in an Indian script share their consonants and few letters besides


class Loans:
    """Reads words by their sound. Any number of threads may share it."""

    def __init__(self, counts: Counter[str], lexicon: Mapping[str, str]) -> None:
        """Take how often each English word stands in the index, and what Indian words mean."""
        self._counts, self._lexicon = counts, lexicon
        self._english = by_sound(counts)
        self._native: dict[str, list[str]] = {}
        for word in lexicon:
            self._native.setdefault(phonetic_key(word), []).append(word)

    def read(self, word: str) -> str:
        """Return the English word, or the meaning of the Indian one, that a romanised word sounds like; "" for none."""
        native, alike = self.native(word)
        english, as_alike = self._closest(word, self._english, _ALIKE_SCRIPT)
        if native and (not english or alike >= as_alike or alike > 0.85):
            return self._lexicon[native]
        return english

    def native(self, word: str) -> tuple[str, float]:
        """Return the listed Indian word that sounds the same, with how alike they are spelt; ("", 0) for none."""
        return self._closest(word, self._native, _ALIKE)

    def _closest(self, word: str, words: Mapping[str, Iterable[str]], least: float) -> tuple[str, float]:
        """Find the likeliest of the words that sound the same; a frequent one sooner than a rare one."""
        key = phonetic_key(word)
        if len(key) < 3:
            least = max(least, _ALIKE)
        elif len(key) > 4:  # many consonants do not agree by chance
            least = min(least, _ALIKE_LONG)
        found = [(one, alike) for one in words.get(key, ()) if (alike := likeness(word, one)) >= least]
        return max(found, key=lambda pair: (pair[1] + 0.08 * log1p(self._counts[pair[0]]), pair[0]), default=("", 0.0))
