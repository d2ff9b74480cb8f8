"""Requests in the words that the index knows: in Latin letters, and in English.

Nothing here knows a code. What is replaced is told, so that a page can show it and the analyst can take it back.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import log1p

from core.language.spelling import likeness, phonetic_key
from core.language.terms import analyse
from core.language.transliteration import plain_spelling as _plainly
from core.language.transliteration import romanise
from core.systems.nco_classification.index.native_words import NativeWords


@dataclass(frozen=True)
class Wording:
    """A request as the searches see it: in Latin letters, and in English; `replaced` are (as typed, as read).

    `guessed` of these are no words that anybody listed: they sound or look like those that they were read as.
    """

    latin: str
    english: str
    replaced: tuple[tuple[str, str], ...] = ()
    guessed: tuple[tuple[str, str], ...] = ()


_ALIKE = 0.6  # least likeness of a word and a native word that sounds the same
_ALIKE_ENGLISH = 0.7  # a strange English word is more often a rare word than a misspelt one
_ALIKE_LONG = 0.5  # when the words share five consonants or more
_ALIKE_LETTERS = 0.78  # when it does not even sound the same
_ALIKE_SCRIPT = 0.25  # English words in an Indian script share their consonants and few letters besides
# Other ways to say the letters of an English word: mechanic, target, physical.
_SAID = [
    (re.compile(pattern), other) for pattern, other in ((r"ch", "k"), (r"g", "j"), (r"(?<=[aeiouy])s(?=[aeiouy])", "z"))
]


class QueryNormalizer:
    """Reads Hindi, Hinglish and misspelt words as the English words that the index knows."""

    def __init__(
        self, vocabulary: Iterable[str], lexicon: Mapping[str, str], *, trade_words: Mapping[str, str] | None = None
    ) -> None:
        """`vocabulary` is every English word of the index, as often as it stands there; `lexicon` maps romanised words
        of Indian languages to English words, to "" where they only hold a sentence together; `trade_words` are more of
        them, in their own scripts too, which no other word is guessed to be."""
        self._left: frozenset[str] = frozenset()
        self._counts = Counter(word for word in vocabulary if word.isascii() and word.isalpha())
        self._lexicon = dict(lexicon)
        self._plainly: dict[str, str] = {}  # "raj mistri" and "raajmistree" are "rajmistri", "matsy" is "matsya"
        for word in (*self._lexicon, *(trade_words or {})):
            self._plainly.setdefault(_plainly(word), word)
        self._native: dict[str, list[str]] = {}
        for word in self._lexicon:
            self._native.setdefault(phonetic_key(word), []).append(word)
        self._known: dict[str, list[str]] = {}
        self._by_ends: dict[tuple[str, str], list[str]] = {}
        for word in self._counts:
            self._by_ends.setdefault((word[0], word[-1]), []).append(word)
            for key in {phonetic_key(word), *(phonetic_key(pattern.sub(other, word)) for pattern, other in _SAID)}:
                self._known.setdefault(key, []).append(word)
        self._lexicon = {**(trade_words or {}), **self._lexicon}
        self._native_words = NativeWords(self._lexicon)

    def leaving(self, said: Collection[str]) -> QueryNormalizer:
        """Return the same that guesses nothing about these words, and leaves them as they are."""
        other = copy.copy(self)
        other._left = frozenset(said)
        return other

    def knows(self, word: str) -> bool:
        """Whether a lower-case word in Latin letters is of the vocabulary, or listed with its meaning."""
        return word in self._counts or bool(self._entry(word))

    def read(self, text: str) -> Wording:
        """Return the wording of a request that `plain_title` went over."""
        latin = romanise(text).lower()
        said = [(one.word, one.script) for one in self._native_words.said(text)]
        hinglish = not text.isascii() or any(word not in self._counts and self._entry(word) for word, _ in said)
        pairs = {index for index in range(len(said) - 1) if self._entry(f"{said[index][0]} {said[index + 1][0]}")}
        if not hinglish and not pairs and all(word in self._counts for word, _ in said):
            return Wording(latin, latin)
        read: list[str] = []
        replaced: dict[str, str] = {}
        guessed: dict[str, str] = {}
        places = iter(range(len(said)))
        for place in places:
            word, script = said[place]
            if place in pairs:
                word = f"{word} {said[next(places)][0]}"
                english = self._lexicon[self._entry(word)]
            else:
                listed = self._listed(word, script, hinglish)
                english = self._read_word(word, script) if listed is None else listed
                if listed is None and english != word:
                    guessed[word] = english
            if english != word:
                replaced[word] = english
            read.append(english)
        english = " ".join(dict.fromkeys(" ".join(read).split()))
        read_as = english if replaced and english else latin
        return Wording(latin, read_as, tuple(replaced.items()), tuple(guessed.items()))

    def _entry(self, said: str) -> str:
        """Return the entry of the lexicon for a word or two, however they are spelt or parted; "" when there is
        none."""
        if said in self._lexicon:
            return said
        plain = _plainly(said)
        return self._plainly.get(plain, "") if len(plain) > 3 else ""

    def _listed(self, word: str, script: bool, hinglish: bool) -> str | None:
        """Return what the lexicon says that a word means; None where it says nothing, or an English word is meant."""
        known = word in self._counts
        entry = self._entry(word) if script or not known else word if word in self._lexicon else ""
        meant = entry and (script or not known or (hinglish and not self._lexicon[entry]))
        return self._lexicon[entry] if meant else None

    def _read_word(self, word: str, script: bool) -> str:
        """Guess which known word is meant by one that nobody listed; the word itself where none is near."""
        known = word in self._counts
        if (known and not script) or not word.isascii() or not word.isalpha() or len(word) < 3 or word in self._left:
            return word
        if not script and not analyse(word):  # "was" and "were" are no misspelt trade
            return word
        native = self._closest(word, self._native, _ALIKE)
        english = self._closest(word, self._known, _ALIKE_SCRIPT if script else _ALIKE_ENGLISH)
        if not (native or english or script):
            english = self._nearest(word)
        if native and (not english or native[1] >= english[1] or native[1] > 0.85):
            return self._lexicon[native[0]]
        return english[0] if english else word

    def _closest(self, word: str, by_sound: Mapping[str, list[str]], least: float) -> tuple[str, float] | None:
        """Return the likeliest of the words that sound the same, with its likeness; a frequent one sooner than a rare
        one."""
        key = phonetic_key(word)
        if len(key) < 3:
            least = max(least, _ALIKE)
        elif len(key) > 4:  # many consonants do not agree by chance
            least = min(least, _ALIKE_LONG)
        found = [(one, alike) for one in by_sound.get(key, ()) if (alike := likeness(word, one)) >= least]
        return max(found, key=lambda pair: (pair[1] + 0.08 * log1p(self._counts[pair[0]]), pair[0]), default=None)

    def _nearest(self, word: str) -> tuple[str, float] | None:
        """Return the known word that is one slip of the pen away: same first and last letter, nearly the same pairs."""
        near = [
            (one, alike)
            for one in self._by_ends.get((word[0], word[-1]), ())
            if abs(len(one) - len(word)) <= 1 and (alike := likeness(word, one)) >= _ALIKE_LETTERS
        ]
        return max(near, key=lambda pair: (pair[1], pair[0]), default=None)
