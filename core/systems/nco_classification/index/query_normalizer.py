"""Requests in the words that the index knows: in Latin letters, and in English.

Nothing here knows a code. What is replaced is told, so that a page can show it and the analyst can take it back.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.language.dictionary import in_dictionary, is_english
from core.language.spelling import simple_spelling
from core.language.terms import STOP_WORDS, analyse
from core.language.tokens import words
from core.language.transliteration import romanise
from core.systems.nco_classification.words.guesses import Guesser
from core.systems.nco_classification.words.loans import Loans


@dataclass(frozen=True)
class Wording:
    """A request as the searches see it: in Latin letters, and in English; `replaced` are (as typed, as read).

    `guessed` of these are no words that anybody listed: they sound or look like those that they were read as.
    """

    latin: str
    english: str
    replaced: tuple[tuple[str, str], ...] = ()
    guessed: tuple[tuple[str, str], ...] = ()


class _Said(NamedTuple):
    """A word of a request in Latin letters, and whether it was typed in an Indian script."""

    word: str
    script: bool


_OWN = 3  # how often a listed Indian word stands in the index to be one of its own words: bidi, panchayat
_LONGEST_ENTRY = 4  # words
_AND = frozenset(("and", "or", "cum", "plus", "also", "aur", "ya", "evam", "tatha"))


class QueryNormalizer:
    """Reads Hindi, Hinglish and misspelt words as the English words that the index knows."""

    def __init__(
        self,
        vocabulary: Iterable[str],
        lexicon: Mapping[str, str],
        families: Mapping[str, frozenset[str]] | None = None,
    ) -> None:
        """`vocabulary` is every English word of the index, as often as it stands there; `lexicon` maps romanised words
        of Indian languages to English words, to "" where they only hold a sentence together; `families` tells of which
        families a word of the index speaks."""
        self._left: frozenset[str] = frozenset()
        self._counts = Counter(word for word in vocabulary if word.isascii() and word.isalpha())
        self._lexicon = dict(lexicon)
        self._plainly: dict[str, str] = {}  # "raj mistri" and "raajmistree" are "rajmistri", "matsy" is "matsya"
        for word in self._lexicon:
            self._plainly.setdefault(_plainly(word), word)
        self._guesser = Guesser(self._counts, families or {})
        self._loans = Loans(self._counts, self._lexicon)

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
        said = [_Said(word, not part.isascii()) for part in text.split() for word in words(romanise(part).lower())]
        entries = dict(self._entries(said))
        if not entries and all(word in self._counts and not self._means(word) and not script for word, script in said):
            return Wording(latin, latin)
        fixed = self._fixed(said, entries)
        read: list[str] = []
        replaced: dict[str, str] = {}
        guessed: dict[str, str] = {}
        places = iter(range(len(said)))
        for place in places:
            typed, english = said[place].word, fixed.get(place)
            if place in entries:
                typed = " ".join(one.word for one in said[place : place + entries[place]])
                for _ in range(entries[place] - 1):
                    next(places)
            if english is None:
                english = self._guess(said[place], self._beside(place, said, fixed))
                if english != typed:
                    guessed[typed] = english
            if english != typed:
                replaced[typed] = english
            read.append(english)
        english = " ".join(dict.fromkeys(" ".join(read).split()))
        read_as = english if replaced and english else latin
        return Wording(latin, read_as, tuple(replaced.items()), tuple(guessed.items()))

    def _fixed(self, said: Sequence[_Said], entries: Mapping[int, int]) -> dict[int, str]:
        """Return by its place how each word is read of which nothing has to be guessed."""
        hinglish = any(one.script or self._is_native(one.word) for one in said)
        fixed: dict[int, str] = {}
        for place, one in enumerate(said):
            if place in entries:
                together = " ".join(other.word for other in said[place : place + entries[place]])
                fixed[place] = self._lexicon[self._entry(together)]
            elif (listed := self._listed(one, hinglish)) is not None:
                fixed[place] = listed
            elif not one.script and one.word in self._counts:
                fixed[place] = one.word
        return fixed

    def _entries(self, said: Sequence[_Said]) -> Iterator[tuple[int, int]]:
        """Find words that are listed together, the longest first: their place, and how many they are."""
        place = 0
        while place < len(said):
            length = next(
                (
                    size
                    for size in range(min(_LONGEST_ENTRY, len(said) - place), 1, -1)
                    if self._together(said[place : place + size])
                ),
                0,
            )
            if length:
                yield place, length
            place += length or 1

    def _together(self, said: Sequence[_Said]) -> bool:
        """Tell whether some words are listed together; English ones only as they stand."""
        phrase = " ".join(one.word for one in said)
        if phrase in self._lexicon:
            return True
        english = not any(one.script for one in said) and all(self._is_english(one.word) for one in said)
        return not english and bool(self._entry(phrase))

    def _is_english(self, word: str) -> bool:
        return in_dictionary(word) or (word in self._counts and word not in self._lexicon)

    def _entry(self, said: str) -> str:
        """Return the entry of the lexicon for some words, however they are spelt or parted; "" when there is none."""
        if said in self._lexicon:
            return said
        plain = _plainly(said)
        return self._plainly.get(plain, "") if len(plain) > 3 else ""

    def _is_native(self, word: str) -> bool:
        """Tell whether a word in Latin letters is listed, and neither of the index nor of English."""
        return word not in self._counts and bool(self._listed_latin(word))

    def _listed_latin(self, word: str) -> str:
        """Return the entry of a word in Latin letters; one that is English is only meant as it is listed."""
        if word in self._lexicon:
            return word
        return "" if is_english(word) else self._entry(word)

    def _means(self, word: str) -> bool:
        """Tell whether a word that the index knows is an Indian one all the same, which it seldom uses: kisan."""
        return (
            bool(self._lexicon.get(word))
            and self._counts[word] < _OWN
            and self._lexicon[word] != word
            and not in_dictionary(word)
        )

    def _listed(self, one: _Said, hinglish: bool) -> str | None:
        """Return what the lexicon says that a word means; None where it says nothing, or an English word is meant."""
        word, script = one
        if script:
            entry = self._entry(word)
        elif word not in self._counts:
            entry = self._listed_latin(word)
        else:
            entry = word if self._means(word) or (hinglish and self._lexicon.get(word) == "") else ""
        return self._lexicon[entry] if entry else None

    def _guess(self, one: _Said, rest: Collection[str]) -> str:
        """Guess which known word is meant by one that nobody listed; the word itself where none is near."""
        word, script = one
        if not word.isascii() or not word.isalpha() or len(word) < 3 or word in self._left:
            return word
        if script:
            return self._loans.read(word) or word
        if is_english(word) or not analyse(word):  # "were" is no misspelt trade
            return self._guesser.guess(word, rest) or word
        native, alike = self._loans.native(word)
        english = "" if alike > 0.85 else self._guesser.guess(word, rest)
        if english:
            return english
        meant = self._lexicon.get(native, "")
        return meant if native and any(self._guesser.agrees(part, rest) for part in meant.split()) else word

    def _beside(self, place: int, said: Sequence[_Said], fixed: Mapping[int, str]) -> list[str]:
        """List the words of the index that speak of the same job as the word at a place: none beyond an “and”."""
        parting = [other for other, one in enumerate(said) if one.word in _AND]
        first = max((other for other in parting if other < place), default=-1)
        last = min((other for other in parting if other > place), default=len(said))
        read = [word for other, english in fixed.items() if first < other < last for word in words(english)]
        return [word for word in read if word in self._counts and word not in STOP_WORDS]


def _plainly(said: str) -> str:
    """Return a word or two in one plain spelling, without "a", which Hindi leaves out or says as it likes: bijli,
    bijalee."""
    return simple_spelling(said.replace(" ", "").rstrip("a")).replace("a", "")
