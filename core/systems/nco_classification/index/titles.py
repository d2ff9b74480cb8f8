"""Job titles made comparable: turned round ("Driver, train"), without grades, in Latin letters, in English words.

Nothing here knows a code. What is replaced is told, so that a page can show it and the analyst can take it back.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log1p

from core.language.terms import analyse
from core.language.tokens import words

_SHORT = {
    "asst": "assistant", "sr": "senior", "jr": "junior", "mgr": "manager", "engr": "engineer", "govt": "government",
    "opr": "operator", "supt": "superintendent", "exec": "executive", "dept": "department",
}  # fmt: skip
_SHORTENED = re.compile(rf"\b({'|'.join(_SHORT)})\b\.?", re.IGNORECASE)
# "Level 5", "(Grade II)", "L4", "Plumber (General) - II": how high a job stands, not what it is.
_GRADE = re.compile(
    r"[\s,(–-]*\b(?:level|grade|gr|class|scale|l)[\s.-]*(?:\d+|[ivx]+)\b\)?"
    r"|\s*[-–]\s*[ivx]+\s*$|\s+[ivx]{2,3}\s*$|\s*\(general\)",
    re.IGNORECASE,
)
_REST = re.compile(r",?\s*(?:\bothers?|\bn\.?e\.?c\.?)\s*$", re.IGNORECASE)
_INVERTED = re.compile(r"([^,;:()]{2,40}?)\s*,\s*([^,;:]{2,80}?)(?:\s*:\s*([^;]{2,80}))?")
_WOMAN = re.compile(r"(?<=[a-z]{3})(?:wom[ae]n|persons?)\b", re.IGNORECASE)  # crewwoman and salesperson are -man
_LONGEST_HEAD = 3  # words before the comma of an inverted title


@lru_cache(maxsize=50_000)
def plain_title(text: str) -> str:
    """A title in lower case and in the order of speech, without grade: "Driver, train: Level 3" is "train driver"."""
    title = _SHORTENED.sub(lambda match: _SHORT[match[1].lower()], " ".join(text.split()))
    title = _WOMAN.sub("man", title)
    title = _GRADE.sub("", title) or title
    title = _REST.sub("", title) or title
    inverted = _INVERTED.fullmatch(title)
    if inverted and len(inverted[1].split()) <= _LONGEST_HEAD:
        title = f"{inverted[2]} {inverted[1]}" + (f": {inverted[3]}" if inverted[3] else "")
    return title.strip().lower()


_HEAD_ENDS = re.compile(r"[,;:()–/]|\s-|-\s|\b(?:of|in|at|for|with|on|to|and|who|that|from|by|working|job)\b")


@lru_cache(maxsize=50_000)
def head_word(text: str) -> str:
    """The word that says what somebody is: "driver" for "Driver, train" and for "train driver of the metro"."""
    title = _WOMAN.sub("man", _GRADE.sub("", " ".join(text.lower().split())))
    first = next((part for part in _HEAD_ENDS.split(_REST.sub("", title)) if words(part)), "")
    return words(first)[-1] if first else ""


# --- Indian scripts in Latin letters ----------------------------------------------------------------------------------

# Unicode lays out the Indian scripts alike, in blocks of 128 from Devanagari to Malayalam, so one table serves nine.
_FIRST, _LAST, _BLOCK = 0x0900, 0x0D7F, 0x80
_VIRAMA, _NUKTA = 0x4D, 0x3C
_SPELT_CONSONANTS = "k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h"
_SPELT_DOTTED = "k kh g z r rh f y"
_SPELT_VOWELS = "a aa i ee u oo ri l e e e ai o o o au"
_SPELT_SIGNS = "aa i ee u oo ri ri e e e ai o o o au"
_CONSONANTS = dict(enumerate(_SPELT_CONSONANTS.split(), 0x15)) | dict(enumerate(_SPELT_DOTTED.split(), 0x58))
_VOWELS = dict(enumerate(_SPELT_VOWELS.split(), 0x05))
_SIGNS = dict(enumerate(_SPELT_SIGNS.split(), 0x3E))
_DOTTED = {"j": "z", "ph": "f", "d": "r", "dh": "rh"}
_NASAL = {0x01: "n", 0x02: "n", 0x70: "n"}
_CLOSED = dict(enumerate(["n", "n", "r", "l", "l", "k"], start=0x7A))  # Malayalam consonants without a vowel
_LETTERS = {
    "e": "a", "bee": "b", "see": "c", "dee": "d", "ee": "e", "eph": "f", "jee": "g", "ech": "h", "aaee": "i",
    "je": "j", "ke": "k", "el": "l", "em": "m", "en": "n", "o": "o", "pee": "p", "aar": "r", "es": "s", "tee": "t",
    "yoo": "u", "vee": "v", "eks": "x",
}  # fmt: skip
_SPELT = re.compile(rf"\b(?:(?:{'|'.join(_LETTERS)})\.)+")


def romanise(text: str) -> str:
    """Indian scripts in Latin letters as people type them in messages; all other letters stay."""
    if text.isascii():
        return text
    latin = "".join(_romanise_word(part) for part in re.split(r"(\s+)", unicodedata.normalize("NFC", text)))
    # Abbreviations are written by the names of the letters: see.en.see. is CNC.
    return _SPELT.sub(lambda match: "".join(_LETTERS[name] for name in match[0].split(".")[:-1]) + " ", latin)


def _romanise_word(word: str) -> str:
    letters: list[str] = []
    owes = False  # the last consonant still carries its own "a", which is silent at the end of a word
    for letter in word:
        code = ord(letter)
        place = (code - _FIRST) % _BLOCK if _FIRST <= code <= _LAST else -1
        if place in _CONSONANTS:
            letters += ["a"] * owes + [_CONSONANTS[place]]
            owes = True
        elif place == _NUKTA and letters:
            letters[-1] = _DOTTED.get(letters[-1], letters[-1])
        elif place in _SIGNS or place == _VIRAMA:
            letters.append(_SIGNS.get(place, ""))
            owes = False
        elif place in _VOWELS or place in _NASAL:
            letters += ["a"] * owes + [_VOWELS.get(place) or _NASAL[place]]
            owes = False
        elif code not in (0x200C, 0x200D):
            letters.append(_CLOSED.get(place, letter))
            owes = False
    return "".join(letters)


# --- words that sound alike -------------------------------------------------------------------------------------------

_SOUNDS = [
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"[^a-z]", ""), (r"tion", "shn"), (r"sch", "sk"), (r"tch", "ch"), (r"ght", "t"), (r"ph", "f"),
        (r"ck", "k"), (r"x", "ks"), (r"q", "k"),
        (r"c(?=[eiy])", "s"), (r"c(?!h)", "k"), (r"g(?=[eiy])", "j"), (r"(?<=[a-z])h", ""), (r"w", "v"), (r"z", "j"),
        (r"m", "n"), (r"^[aeiouy]+", "a"), (r"(?<=.)[aeiouy]", ""), (r"(.)\1+", r"\1"),
    )
]  # fmt: skip


@lru_cache(maxsize=100_000)
def sound(word: str) -> str:
    """How a Latin word sounds, roughly and without vowels: "engineer", "enginer" and "injiniyar" are all "anjnr"."""
    for pattern, replacement in _SOUNDS:
        word = pattern.sub(replacement, word)
    return word


_SIMPLE = [
    (re.compile(pattern), letter)
    for pattern, letter in (
        (r"aa+", "a"), (r"ee|ii|ea|y(?=\b)", "i"), (r"oo|uu|ou", "u"), (r"ph", "f"), (r"(?<=[bdgjkt])h", ""),
        (r"w", "v"), (r"z", "j"), (r"ck|q|c(?!h)", "k"), (r"chh", "ch"), (r"x", "ks"), (r"([^\W\d_])\1", r"\1"),
    )
]  # fmt: skip


@lru_cache(maxsize=100_000)
def simple_spelling(word: str) -> str:
    """A Latin word in a plainer spelling, in which the usual ways to romanise Hindi fall together."""
    for pattern, letter in _SIMPLE:
        word = pattern.sub(letter, word)
    return word


def _plainly(said: str) -> str:
    """A word or two in one plain spelling, without "a", which Hindi leaves out or says as it likes: bijli, bijalee."""
    return simple_spelling(said.replace(" ", "").rstrip("a")).replace("a", "")


@dataclass(frozen=True)
class Wording:
    """A request as the searches see it: in Latin letters, and in English; `replaced` are (as typed, as read)."""

    latin: str
    english: str
    replaced: tuple[tuple[str, str], ...] = ()


_ALIKE = 0.6  # least likeness of a word and a native word that sounds the same
_ALIKE_ENGLISH = 0.7  # a strange English word is more often a rare word than a misspelt one
_ALIKE_LONG = 0.5  # when the words share five consonants or more
_ALIKE_LETTERS = 0.78  # when it does not even sound the same
_ALIKE_SCRIPT = 0.25  # English words in an Indian script share their consonants and few letters besides


class Wordings:
    """Reads Hindi, Hinglish and misspelt words as the English words that the index knows."""

    def __init__(self, vocabulary: Iterable[str], lexicon: Mapping[str, str]) -> None:
        """`vocabulary` is every English word of the index, as often as it stands there; `lexicon` maps romanised words
        of Indian languages to English words, to "" where they only hold a sentence together."""
        self._often = Counter(word for word in vocabulary if word.isascii() and word.isalpha())
        self._lexicon = dict(lexicon)
        self._plainly: dict[str, str] = {}  # "raj mistri" and "raajmistree" are "rajmistri", "matsy" is "matsya"
        for word in self._lexicon:
            self._plainly.setdefault(_plainly(word), word)
        self._native: dict[str, list[str]] = {}
        for word in self._lexicon:
            self._native.setdefault(sound(word), []).append(word)
        self._known: dict[str, list[str]] = {}
        self._by_ends: dict[tuple[str, str], list[str]] = {}
        for word in self._often:
            self._by_ends.setdefault((word[0], word[-1]), []).append(word)
            for key in {sound(word), *(sound(pattern.sub(other, word)) for pattern, other in _SAID)}:
                self._known.setdefault(key, []).append(word)

    def read(self, text: str) -> Wording:
        """The wording of a request that `plain_title` went over."""
        latin = romanise(text).lower()
        said = [(word, not part.isascii()) for part in text.split() for word in words(romanise(part).lower())]
        hinglish = not text.isascii() or any(word not in self._often and self._entry(word) for word, _ in said)
        pairs = {place for place in range(len(said) - 1) if self._entry(f"{said[place][0]} {said[place + 1][0]}")}
        if not hinglish and not pairs and all(word in self._often for word, _ in said):
            return Wording(latin, latin)
        read: list[str] = []
        replaced: dict[str, str] = {}
        places = iter(range(len(said)))
        for place in places:
            word, script = said[place]
            if place in pairs:
                word = f"{word} {said[next(places)][0]}"
                english = self._lexicon[self._entry(word)]
            else:
                english = self._read_word(word, script, hinglish)
            if english != word:
                replaced[word] = english
            read.append(english)
        english = " ".join(dict.fromkeys(" ".join(read).split()))
        return Wording(latin, english if replaced and english else latin, tuple(replaced.items()))

    def _entry(self, said: str) -> str:
        """The entry of the lexicon for a word or two, however they are spelt or parted; "" when there is none."""
        if said in self._lexicon:
            return said
        plain = _plainly(said)
        return self._plainly.get(plain, "") if len(plain) > 3 else ""

    def _read_word(self, word: str, script: bool, hinglish: bool) -> str:
        known = word in self._often
        entry = self._entry(word) if script or not known else word if word in self._lexicon else ""
        if entry and (script or not known or (hinglish and not self._lexicon[entry])):
            return self._lexicon[entry]
        if (known and not script) or not word.isascii() or not word.isalpha() or len(word) < 3:
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
        """The likeliest of the words that sound the same, with its likeness; a frequent one sooner than a rare one."""
        key = sound(word)
        if len(key) < 3:
            least = max(least, _ALIKE)
        elif len(key) > 4:  # many consonants do not agree by chance
            least = min(least, _ALIKE_LONG)
        found = [(one, alike) for one in by_sound.get(key, ()) if (alike := likeness(word, one)) >= least]
        return max(found, key=lambda pair: (pair[1] + 0.08 * log1p(self._often[pair[0]]), pair[0]), default=None)

    def _nearest(self, word: str) -> tuple[str, float] | None:
        """The known word that is one slip of the pen away: same first and last letter, nearly the same pairs."""
        near = [
            (one, alike)
            for one in self._by_ends.get((word[0], word[-1]), ())
            if abs(len(one) - len(word)) <= 1 and (alike := likeness(word, one)) >= _ALIKE_LETTERS
        ]
        return max(near, key=lambda pair: (pair[1], pair[0]), default=None)


# Other ways to say the letters of an English word: mechanic, target, physical.
_SAID = [
    (re.compile(pattern), other) for pattern, other in ((r"ch", "k"), (r"g", "j"), (r"(?<=[aeiouy])s(?=[aeiouy])", "z"))
]


def likeness(one: str, other: str) -> float:
    """How alike two words are spelt, 0 … 1: twice the shared pairs of letters over all pairs (Dice), plainly spelt."""
    first, second = (_pairs(simple_spelling(word)) for word in (one, other))
    return 2 * (first & second).total() / max((first + second).total(), 1)


def _pairs(word: str) -> Counter[str]:
    marked = f"^{word}$"
    return Counter(marked[place : place + 2] for place in range(len(marked) - 1))
