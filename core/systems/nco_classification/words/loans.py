"""Words by their sound: English ones written in an Indian script, and Indian ones spelt as nobody listed them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import log1p

from rapidfuzz.distance import OSA

from core.language.dictionary import in_dictionary
from core.language.spelling import consonants, likeness, phonetic_key, simple_spelling
from core.language.terms import STOP_WORDS
from core.language.transliteration import BLOCK, FIRST, as_said
from core.systems.nco_classification.words.guesses import FEWEST, begin_alike, by_sound, ways

_ALIKE = 0.6  # least likeness of a word and an Indian word that sounds the same
_ALIKE_LONG = 0.5  # when they share five consonants or more
_SURE = 0.85  # likeness from which an Indian word is meant, whatever English word sounds the same
# The same of how an English word is said, and where they share too little for that: fewer than three consonants, or not
# all of them: a phonetic key has “m” and “n” once for both.
_SPOKEN, _SPOKEN_SHORT = 0.45, 0.8
_NASAL = re.compile(r"m+|n+")
# The same of a word in an Indian script, which writes every vowel, by how many consonants it has: what a language has
# of its own is no English word, and three consonants agree with one of sixteen thousand by chance.
_SCRIPT = {2: 1.0, 3: 0.8, 4: 0.66}
_SCRIPT_LONG = 0.6
# The letters of the scripts, by their place in a block: those that no English sound is written with, those that only
# “th” is, “pha”, “ta” and “da” as English has them and two vowels that only loans have.
_NEVER = frozenset((0x0B, 0x16, 0x18, 0x19, 0x1B, 0x1D, 0x20, 0x22, 0x27, 0x2D, 0x43))
_TH = frozenset((0x24, 0x25, 0x26))
_F, _NUKTA, _VIRAMA, _NA = 0x2B, 0x3C, 0x4D, 0x23
_HARD = frozenset((0x1F, 0x21))
_OF_LOANS = frozenset((0x0D, 0x11, 0x45, 0x49))
_VOWELS = re.compile(r"[aeiou]+")
_GLIDE = re.compile(r"(?<=[aeiou])y(?=[aeiou])")  # electrician has one that is written in Indian scripts alone
_SHORT_A = re.compile(r"(?<!a)ai(?!y)")  # cash and bank are written with the vowel of baink
_FS = re.compile(r"f|ph")
# How English letters are said, and so are written in an Indian script: fire is phaayar, crane is kren, mason is mesan.
_SAID = [
    (re.compile(pattern), said)
    for pattern, said in (
        (r"a[iy]", "e"), (r"au|aw|oa", "o"), (r"al(?=l|k\b)", "ol"), (r"^([^aeiou]{1,2})e$", r"\1i"),
        (r"ign", "aain"), (r"tion|sion|cian", "shan"), (r"ture", "char"), (r"igh", "aai"), (r"ire", "aayar"),
        (r"ph", "f"), (r"c(?=[eiy])", "s"), (r"ck|c(?!h)|q", "k"), (r"x", "ks"),
        (r"a(?=[^aeiouy](?:e|ing|er|or|on)\b)", "e"),
        (r"i(?=[^aeiouy](?:e|ing|er|or)\b)", "aai"), (r"ee|ea|ie|ey\b|y\b", "i"), (r"oo|ue|ew", "u"),
        (r"ou|ow", "au"), (r"[eo]r\b", "ar"), (r"le\b", "al"), (r"(?<=[aeiou][^aeiou])e\b", ""), (r"an\b", "ain"),
        (r"on\b", "an"),
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

    def in_script(self, word: str, native: str) -> str:
        """Return the English word that a word of an Indian script is, beyond chance; "" for a word of the language.

        It is near in its vowels too, and is written with no sound that English has not. Take it in Latin letters and as
        it was written.
        """
        letters, size = _letters(native), consonants(word)
        least = _SCRIPT.get(size, _SCRIPT_LONG)
        if size < min(_SCRIPT) or (size == min(_SCRIPT) and not _loan_letters(letters)):
            return ""
        forms = [_GLIDE.sub("", simple_spelling(form)) for form in as_said(_SHORT_A.sub("a", word))]
        found: dict[str, float] = {}
        for one in self._english.get(phonetic_key(word), ()):
            near = max((_alike(form, said) for said in _spoken_ways(one) for form in forms), default=0.0)
            if near >= least and _may_be(letters, one) and (one in forms or _is_content(one)):
                found[one] = near
        return max(found, key=lambda one: (found[one] + 0.03 * log1p(self._counts[one]), one), default="")

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


def _letters(native: str) -> list[int]:
    """Return the letters of a word by their places in the block of their script."""
    return [(ord(letter) - FIRST) % BLOCK for letter in unicodedata.normalize("NFC", native)]


def _is_content(english: str) -> bool:
    return english not in STOP_WORDS and in_dictionary(english)


def _may_be(letters: Sequence[int], english: str) -> bool:
    """Tell whether a word that is written with these letters may be an English one."""
    own = set(letters)
    if own & _NEVER or (own & _TH and "th" not in english) or (_F in own and not _FS.search(english)):
        return False
    after = zip(letters, letters[1:], [*letters[2:], 0], strict=False)
    alone = any(one == _NA and not (sign == _VIRAMA and then in _HARD) for one, sign, then in after)
    return not alone and letters[-1:] != [_NA]


def _loan_letters(letters: Sequence[int]) -> bool:
    """Tell whether a word has a letter of loans, as hardly any other has: a hard “ta” or “da”, “fa”, the vowel of
    “hot”."""
    dotted = {one for one, sign in pairwise(letters) if sign == _NUKTA}
    return not (set(letters) - dotted).isdisjoint(_HARD | _OF_LOANS | {_F})


@lru_cache(maxsize=20_000)
def _spoken_ways(english: str) -> frozenset[str]:
    return frozenset(_GLIDE.sub("", spoken(way)) for way in ways(english))


def _alike(one: str, other: str) -> float:
    """Tell how alike two words are written, 0 for another first letter or another number of syllables."""
    same = bool(one and other) and begin_alike(one, other) and len(_VOWELS.findall(one)) == len(_VOWELS.findall(other))
    return OSA.normalized_similarity(one, other) if same else 0.0


def _least(word: str, english: str) -> float:
    """Return how alike two words of one phonetic key must be."""
    same = len(_NASAL.findall(word)) == len(_NASAL.findall(english))
    return _SPOKEN if same and len(phonetic_key(word)) > 2 else _SPOKEN_SHORT
