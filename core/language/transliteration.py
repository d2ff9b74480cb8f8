"""Indian scripts in Latin letters, as people type them in messages: किसान is kisaan."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from itertools import product

from core.language.lexicon import alternatives, rows, word_map
from core.language.spelling import simple_spelling
from core.language.urdu import is_urdu, urdu_in_latin

# Unicode lays out the Indian scripts alike, in blocks of 128 from Devanagari to Malayalam, so one table serves nine.
FIRST, _LAST, BLOCK = 0x0900, 0x0D7F, 0x80
SCRIPTS = ("Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Odia", "Tamil", "Telugu", "Kannada", "Malayalam")
_ROUNDED = frozenset(("Bengali", "Odia"))  # in which the vowel that is not written is often typed as "o"
_OPEN = frozenset(("Odia", "Tamil", "Telugu", "Kannada", "Malayalam"))  # in which it is said at the end of a word too
_AFTER_VOWEL = frozenset(("consonant", "closed consonant", "vowel", "nasal"))
_DOTTED = {"j": "z", "ph": "f", "d": "r", "dh": "rh", "s": "sh"}  # what a nukta makes of a consonant
_UNDOTTED = re.compile("[डढডঢଡଢ][\u093c\u09bc\u0b3c]")  # ड़ is typed as "r" or as "d"
_LETTER_NAMES = word_map("letter_names", "letter")
_SPELT = re.compile(rf"\b(?:(?:{alternatives(_LETTER_NAMES)})\.)+")
_VOWELS = re.compile(r"[aeiou]+")
_UNSAID = re.compile(r"(?<=[^aeiou])a(?=[^aeiou]h?[aeiou])")
_MOST_UNSAID = 4  # vowels of one word that a script has and nobody says
_JOINERS = (0x200C, 0x200D)


@cache
def _letters(script: str) -> Mapping[int, tuple[str, str]]:
    """Map kind and Latin letters of each sign by its place in the block; what is special to the script goes before."""
    general, own = (
        {int(row["offset"], 16): (row["kind"], row["latin"]) for row in rows("indic_letters") if row["script"] == of}
        for of in ("", script)
    )
    return general | own


@cache
def _sounds(script: str) -> list[tuple[re.Pattern[str], str]]:
    """List what letters become beside others: those that Tamil writes alike are typed as they sound."""
    return [(re.compile(row["pattern"]), row["latin"]) for row in rows("indic_sounds") if row["script"] in ("", script)]


def script_of(word: str) -> str:
    """Name the Indian script of the first letter that is in one; "" when none is."""
    blocks = ((ord(letter) - FIRST) // BLOCK for letter in word if FIRST <= ord(letter) <= _LAST)
    return next((SCRIPTS[block] for block in blocks), "")


def romanise(text: str) -> str:
    """Write Indian scripts in Latin letters; all other letters stay."""
    if text.isascii():
        return text
    latin = "".join(_romanise_word(part) for part in re.split(r"(\s+)", unicodedata.normalize("NFC", text)))
    # Abbreviations are written by the names of the letters: see.en.see. is CNC.
    return _SPELT.sub(lambda match: "".join(_LETTER_NAMES[name] for name in match[0].split(".")[:-1]) + " ", latin)


def spellings(text: str) -> list[str]:
    """List the ways in which people type a text of one script: কৃষক is krishak and krishok, कपड़ा kapara and kapada."""
    texts = [unicodedata.normalize("NFC", text)]
    texts += [_UNDOTTED.sub(lambda match: match[0][0], texts[0])]
    found = [romanise(one) for one in texts]
    if script_of(text) in _ROUNDED:
        rounded = [" ".join(_romanise_word(word, "o") for word in one.split()) for one in texts]
        found += rounded + [one.replace("ksh", "kkh") for one in rounded]
    return list(dict.fromkeys(found))


def as_said(word: str) -> list[str]:
    """List a romanised word with and without each short “a” that a script has and nobody may say: after its first
    vowel, before a consonant with a vowel of its own."""
    first = _VOWELS.search(word)
    begin = first.end() if first else 0
    parts = _UNSAID.split(word[begin:])
    if len(parts) - 1 > _MOST_UNSAID:
        return [word]
    kept = product(("a", ""), repeat=len(parts) - 1)
    return [word[:begin] + "".join(map("".join, zip(parts, (*vowels, ""), strict=True))) for vowels in kept]


def plain_spelling(said: str) -> str:
    """Return a word or two in one plain spelling, without "a", which Hindi leaves out or says as it likes: bijli,
    bijalee."""
    return simple_spelling(said.replace(" ", "").rstrip("a")).replace("a", "")


def _romanise_word(word: str, unwritten: str = "a") -> str:
    script = script_of(word)
    if not script:
        return urdu_in_latin(word) if is_urdu(word) else word
    table = _letters(script)
    letters: list[str] = []
    owes = False  # the last consonant still carries its own vowel, in most scripts silent at the end of a word
    for letter in word:
        code = ord(letter)
        kind, latin = table.get((code - FIRST) % BLOCK, ("", letter)) if FIRST <= code <= _LAST else ("", letter)
        if kind == "nukta":
            letters[-1:] = [_DOTTED.get(last, last) for last in letters[-1:]]
        elif code not in _JOINERS:
            letters += [unwritten] * (owes and kind in _AFTER_VOWEL) + [latin]
            owes = kind == "consonant"
    said = "".join([*letters, *[unwritten] * (owes and script in _OPEN)])
    for pattern, other in _sounds(script):
        said = pattern.sub(other, said)
    return said
