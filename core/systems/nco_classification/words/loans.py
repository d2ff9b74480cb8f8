"""Words by their sound: English ones written in an Indian script, and Indian ones spelt as nobody listed them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from math import log1p

from rapidfuzz.distance import OSA

from core.language.spelling import consonants, likeness, phonetic_key, simple_spelling
from core.systems.nco_classification.words.guesses import FEWEST, by_sound

_ALIKE = 0.6  # least likeness of a word and an Indian word that sounds the same
_ALIKE_LONG = 0.5  # when they share five consonants or more
_SURE = 0.85  # likeness from which an Indian word is meant, whatever English word sounds the same
# The same of how an English word is said, and where they share too little for that: fewer than three consonants, or not
# all of them: a phonetic key has “m” and “n” once for both.
_SPOKEN, _SPOKEN_SHORT = 0.45, 0.8
_NASAL = re.compile(r"m+|n+")
# How English letters are said, and so are written in an Indian script: fire is phaayar, crane is kren, mason is mesan.
_SAID = [
    (re.compile(pattern), said)
    for pattern, said in (
        (r"a[iy]", "e"), (r"au|aw|oa", "o"), (r"al(?=l|k\b)", "ol"), (r"^([^aeiou]{1,2})e$", r"\1i"),
        (r"ign", "aain"), (r"tion|sion", "shan"), (r"ture", "char"), (r"igh", "aai"), (r"ire", "aayar"), (r"ph", "f"),
        (r"c(?=[eiy])", "s"), (r"ck|c(?!h)|q", "k"), (r"x", "ks"), (r"a(?=[^aeiouy](?:e|ing|er|or|on)\b)", "e"),
        (r"i(?=[^aeiouy](?:e|ing|er|or)\b)", "aai"), (r"ee|ea|ie|ey\b|y\b", "i"), (r"oo|ue|ew", "u"),
        (r"ou|ow", "au"), (r"[eo]r\b", "ar"), (r"le\b", "al"), (r"(?<=[aeiou][^aeiou])e\b", ""), (r"an\b", "ain"),
    )
]  # fmt: skip


@lru_cache(maxsize=20_000)
def spoken(word: str) -> str:
    """Write an English word as it is said, roughly, in the plain spelling of a romanised one."""
    for pattern, said in _SAID:
        word = pattern.sub(said, word)
    return simple_spelling(word)


class Loans:
    """Reads words by their sound. Any number of threads may share it."""

    def __init__(self, counts: Counter[str], lexicon: Mapping[str, str]) -> None:
        """Take how often each English word stands in the index, and what Indian words mean."""
        self._counts, self._lexicon = counts, lexicon
        self._english = by_sound(counts)
        self._native: dict[str, list[str]] = {}
        for word in lexicon:
            self._native.setdefault(phonetic_key(word), []).append(word)

    def read(self, word: str) -> str | None:
        """Return the English word, or the meaning of the Indian one, that a romanised word sounds like."""
        native, alike = self.native(word)
        english, as_alike = self.english(word)
        if native and (not english or alike >= as_alike or alike > _SURE):
            return self._lexicon[native]
        return english or None

    def english(self, word: str) -> tuple[str, float]:
        """Return the English word that is said like a romanised one, with how alike they are said; ("", 0) for none."""
        plain, key = simple_spelling(word), phonetic_key(word)
        alike = {
            one: max(OSA.normalized_similarity(plain, spoken(one)), likeness(word, one))
            for one in self._english.get(key, ())
        }
        found = {one: share for one, share in alike.items() if share >= _least(word, one)}
        best = max(found, key=lambda one: (found[one] + 0.03 * log1p(self._counts[one]), one), default="")
        return best, found.get(best, 0.0)

    def native(self, word: str) -> tuple[str, float]:
        """Return the listed Indian word that sounds the same, with how alike they are spelt; ("", 0) for none."""
        key = phonetic_key(word)
        least = _ALIKE_LONG if len(key) > 4 else _ALIKE  # many consonants do not agree by chance
        if consonants(word) < FEWEST:
            least = 1.0
        found = [(one, alike) for one in self._native.get(key, ()) if (alike := likeness(word, one)) >= least]
        return max(found, key=lambda pair: (pair[1], pair[0]), default=("", 0.0))


def _least(word: str, english: str) -> float:
    """Return how alike two words of one phonetic key must be."""
    same = len(_NASAL.findall(word)) == len(_NASAL.findall(english))
    return _SPOKEN if same and len(phonetic_key(word)) > 2 else _SPOKEN_SHORT
