"""Words in the scripts of India: in which forms they are listed, and which of them a request holds.

A listed word is looked up in its own script and, without its case ending, once more: হাসপাতালের is হাসপাতাল. It goes on in
Latin letters, so that it meets the entries which people type; where these letters mean something else in another
language it stays as it was written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from core.language.lexicon import rows
from core.language.spelling import consonants, simple_spelling
from core.language.tokens import words
from core.language.transliteration import BLOCK, FIRST, SCRIPTS, as_said, plain_spelling, romanise, script_of, spellings
from core.language.urdu import UrduWords, is_urdu

_LONGEST = 3  # words of one entry
_FEWEST_SHARED = 3  # consonants of a word that another language has too: shorter ones agree by chance
_NORTHERN = ("Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Odia")
_DOTS = {0x3C: 0, 0x01: 0x02}  # by their place in the block of a script
_LONG = {0x08: 0x07, 0x0A: 0x09, 0x40: 0x3F, 0x42: 0x41}
_BREATH = re.compile(r"(?<=[bdgjkt])h")
_SHORTEST_STEM = 2  # letters and signs that must stay when an ending is taken off
URDU = "Urdu"
_ENDS = (",", ";", ".", ":", ")", "।", "،", "۔", "؛")
_OWN_SCRIPT = "-"  # before romanised forms: as it is transliterated the word means something else


def forms(native: Sequence[str], romanised: Sequence[str], english: str) -> list[str]:
    """List every form of an entry: in its script and, if it has a meaning of its own there, in Latin letters."""
    computed = [typed for word in native for typed in spellings(word)]
    in_latin = english and _OWN_SCRIPT not in romanised
    return [_plain(word) for word in native] + computed * bool(in_latin) + [x for x in romanised if x != _OWN_SCRIPT]


class Said(NamedTuple):
    """A word of a request as the lexicon has it, the Indian script in which it was typed, whether a statement ends
    with it, what was typed, in Latin letters, and whether it is listed in that script; `native` is a single word of it
    as it was written."""

    word: str
    script: str
    ends: bool
    typed: str
    listed: bool = False
    native: str = ""


class NativeWords:
    """Finds the listed words of a request. Any number of threads may share it."""

    def __init__(self, lexicon: Mapping[str, str], urdu: UrduWords | None = None) -> None:
        """Take what each word means, in Latin letters and in its own script, and what is written in Urdu."""
        self._lexicon = lexicon
        self._urdu = urdu or UrduWords([])
        self._small: dict[str, str] = {}  # what only holds a sentence together, as the grammar spells it
        for word, english in lexicon.items():
            if not english and word.isascii():
                self._small.setdefault(plain_spelling(word), word)

    def said(self, text: str) -> list[Said]:
        """List the words of a text: what is listed together in an Indian script is one."""
        written = list(_written(text))
        found: list[Said] = []
        place = 0
        while place < len(written):
            length, entry = self._first(written[place : place + _LONGEST])
            run = written[place : place + length]
            place += length
            typed = " ".join(one.latin for one in run)
            if run[0].script == URDU and run[0].native:
                known = self._urdu.find(run[0].native)
                found.append(
                    Said(known or run[0].native, "" if known else URDU, run[0].ends, typed if known else run[0].native)
                )
                continue
            native = run[0].native if length == 1 else ""
            found.append(Said(entry or typed, run[-1].script, run[-1].ends, typed, bool(entry), native))
        return found

    def _first(self, written: Sequence[_Written]) -> tuple[int, str]:
        """Find the longest entry at the beginning, "" where nothing is listed; and how many words it takes."""
        until = next((place for place, one in enumerate(written, start=1) if one.ends), len(written))
        for length in range(until, 0, -1):
            run = [one.native for one in written[:length]]
            if all(run) and (entry := self._entry(" ".join(run))):
                return length, entry
        return 1, ""

    def _entry(self, native: str) -> str:
        listed = next((form for form in _without_endings(native) if form in self._lexicon), "")
        latin = romanise(listed)
        if self._lexicon.get(listed) == "" and (small := self._small.get(plain_spelling(latin))):
            return small
        return latin if self._lexicon.get(latin) == self._lexicon.get(listed) else listed


class SameWords:
    """Finds the entry of a word of an Indian script that is not listed in it. Any number of threads may share it.

    It is the same word of the same language with another sign for one sound, or a longer one that languages share:
    listed alike in two of them, or typed in Latin letters, as those of the North are. What only sounds like it, with
    another vowel or without its breath, is another word.
    """

    def __init__(self, listed: Mapping[str, str], typed: Iterable[str], loans: Iterable[str] = ()) -> None:
        """Take what words mean, those of Indian scripts among them, those that are typed in Latin letters, and those of
        Hindi that are English, as they are in every language."""
        self._own: dict[str, str] = {}
        shared: dict[str, dict[str, str]] = {}
        for word, english in listed.items():
            if english and (script := script_of(word)):
                self._own.setdefault(_one_sign(word, script), word)
                shared.setdefault(_sound(romanise(word)), {}).setdefault(script, word)
        self._shared = {
            sound: next(iter(words.values()))
            for sound, words in shared.items()
            if len(words) > 1 and len({listed[word] for word in words.values()}) == 1
        }
        for loan in loans:
            if loan in listed:
                self._shared.setdefault(_sound(romanise(loan)), loan)
        self._typed = {_typed(word): word for word in typed if word.isascii() and " " not in word}

    def find(self, native: str, script: str) -> str:
        """Return the entry of a word as it was written, "" for none."""
        if own := self._own.get(_one_sign(native, script)):
            return own
        for latin in map(romanise, _without_endings(native)):
            if consonants(latin) >= _FEWEST_SHARED:
                said = as_said(latin) if script in _NORTHERN else ()
                typed = filter(None, (self._typed.get(_typed(form), "") for form in said))
                if entry := self._shared.get(_sound(latin)) or next(typed, ""):
                    return entry
        return ""


def _one_sign(native: str, script: str) -> str:
    """Write a word without the signs that are often left out or mistaken: dots, and in the North long “i” and “u”."""
    other = {**_DOTS, **_LONG} if script in _NORTHERN else _DOTS
    begin = FIRST + BLOCK * SCRIPTS.index(script)
    return unicodedata.normalize("NFD", native).translate(
        {begin + sign: begin + instead if instead else None for sign, instead in other.items()}
    )


def _sound(latin: str) -> str:
    """Bring a romanised word into one spelling that keeps its breaths and its long “a”."""
    for letters, other in (("ee", "i"), ("oo", "u"), ("z", "j"), ("w", "v")):
        latin = latin.replace(letters, other)
    return latin if latin.endswith("aa") else latin.removesuffix("a")


def _typed(latin: str) -> str:
    """Bring a word that was typed, where a long “a” is as a short one, into one spelling that keeps its breaths."""
    return simple_spelling(_BREATH.sub("H", latin)).lower()


class _Written(NamedTuple):
    native: str  # "" for a word in Latin letters
    latin: str
    script: str  # "" for a word in Latin letters
    ends: bool


def _plain(native: str) -> str:
    return " ".join(words(native))


def _written(text: str) -> Iterator[_Written]:
    for part in text.split():
        latin = words(romanise(part).lower())
        native = words(part) if script_of(part) or is_urdu(part) else []
        if len(native) != len(latin):  # CNC is written by the names of three letters
            native = [""] * len(latin)
        for place, pair in enumerate(zip(native, latin, strict=True), start=1):
            yield _Written(*pair, _script_of(part), place == len(latin) and part.endswith(_ENDS))


def _script_of(part: str) -> str:
    return "" if part.isascii() else script_of(part) or (URDU if is_urdu(part) else "other")


def _without_endings(native: str) -> Iterator[str]:
    """Give a word, and what it may be without its case ending, the longest ending first."""
    yield native
    for ending, other in _endings(script_of(native)):
        if native.endswith(ending) and len(native) >= len(ending) + _SHORTEST_STEM:
            yield native[: -len(ending)] + other


@cache
def _endings(script: str) -> list[tuple[str, str]]:
    found = [(row["ending"], row["instead"]) for row in rows("indic_endings") if row["script"] == script]
    return sorted(found, key=lambda pair: -len(pair[0]))
