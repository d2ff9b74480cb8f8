"""Urdu in Latin letters, as far as its script tells: long vowels stand in it, short ones do not. درزی is drzi.

So a word of Urdu is found by what it leaves out: it is a listed word whose short vowels are missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product

from core.language.lexicon import rows
from core.language.spelling import simple_spelling

_FIRST, _LAST = 0x0600, 0x06FF
_MOST_WAYS = 16  # readings of one word, whose w may be a vowel or a v
_VOWELS = frozenset("aeiou")
_MOST_MISSING = 3  # short vowels of one word


def is_urdu(word: str) -> bool:
    """Tell whether a word has a letter of the Arabic script."""
    return any(_FIRST <= ord(letter) <= _LAST for letter in word)


@lru_cache(maxsize=20_000)
def urdu_in_latin(word: str) -> str:
    """Write a word of Urdu in Latin letters, its short vowels left out; all other letters stay."""
    table = _letters()
    return "".join(table[letter][0] if letter in table else letter for letter in word)


class UrduWords:
    """Finds listed words, in Latin letters, by how Urdu writes them. Any number of threads may share it."""

    def __init__(self, listed: Iterable[tuple[str, str]]) -> None:
        """Take words in the order in which they are preferred, each with how it is said."""
        self._by_consonants: dict[str, list[tuple[str, str]]] = {}
        for word, said in listed:
            plain = _one_vowel(said)
            self._by_consonants.setdefault(_consonants(plain), []).append((plain, word))

    def find(self, word: str) -> str:
        """Return the listed word that a word of Urdu writes with the fewest vowels missing; "" for none."""
        found: list[tuple[int, int, str]] = []
        for way, plain in enumerate(dict.fromkeys(map(_one_vowel, _ways(word)))):
            for full, listed in self._by_consonants.get(_consonants(plain), ()):
                missing = _missing(plain, full)
                if 0 <= missing <= min(_MOST_MISSING, len(_consonants(plain))):
                    found.append((missing, way, listed))
        return min(found, key=lambda one: one[:2], default=(0, 0, ""))[2]


def _ways(word: str) -> list[str]:
    table = _letters()
    choices: Sequence[Sequence[str]] = [table.get(letter, (letter,)) for letter in word]
    ways = 1
    for choice in choices:
        ways *= len(choice)
    return ["".join(way) for way in product(*choices)] if ways <= _MOST_WAYS else [urdu_in_latin(word)]


def _missing(written: str, full: str) -> int:
    """Count the vowels of `full` that are not written; -1 where anything else differs."""
    place = 0
    missing = 0
    for letter in full:
        if place < len(written) and (
            letter == written[place] or (place == 0 and written[0] == "a" and letter in _VOWELS)
        ):
            place += 1
        elif letter in _VOWELS:
            missing += 1
        else:
            return -1
    return missing if place == len(written) else -1


def _one_vowel(word: str) -> str:
    """Bring a word into the spelling in which Urdu tells words apart: e is i, o is u."""
    plain = simple_spelling(word.lower()).replace("e", "i").replace("o", "u").replace("y", "i")
    return plain.replace("ii", "i").replace("uu", "u").replace("j", "z")


def _consonants(plain: str) -> str:
    return "".join(letter for letter in plain if letter not in _VOWELS)


def _letters() -> Mapping[str, tuple[str, ...]]:
    return {row["letter"]: tuple(row["latin"].split("|")) for row in rows("urdu_letters")}
