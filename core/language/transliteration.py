"""Indian scripts in Latin letters, as people type them in messages: किसान is kisaan."""

from __future__ import annotations

import re
import unicodedata

from core.language.lexicon import alternatives, rows, word_map

# Unicode lays out the Indian scripts alike, in blocks of 128 from Devanagari to Malayalam, so one table serves nine.
_FIRST, _LAST, _BLOCK = 0x0900, 0x0D7F, 0x80


def _letters(kind: str) -> dict[int, str]:
    return {int(row["offset"], 16): row["latin"] for row in rows("indic_letters") if row["kind"] == kind}


_CONSONANTS = _letters("consonant")
_CLOSED = _letters("closed consonant")  # Malayalam consonants without a vowel
_VOWELS = _letters("vowel") | _letters("nasal")
_SIGNS = _letters("vowel sign") | _letters("virama")
[_NUKTA] = _letters("nukta")
_DOTTED = {"j": "z", "ph": "f", "d": "r", "dh": "rh"}  # what a nukta makes of a consonant
_LETTER_NAMES = word_map("letter_names", "letter")
_SPELT = re.compile(rf"\b(?:(?:{alternatives(_LETTER_NAMES)})\.)+")
_JOINERS = (0x200C, 0x200D)


def romanise(text: str) -> str:
    """Write Indian scripts in Latin letters; all other letters stay."""
    if text.isascii():
        return text
    latin = "".join(_romanise_word(part) for part in re.split(r"(\s+)", unicodedata.normalize("NFC", text)))
    # Abbreviations are written by the names of the letters: see.en.see. is CNC.
    return _SPELT.sub(lambda match: "".join(_LETTER_NAMES[name] for name in match[0].split(".")[:-1]) + " ", latin)


def _romanise_word(word: str) -> str:
    letters: list[str] = []
    owes = False  # the last consonant still carries its own "a", which is silent at the end of a word
    for letter in word:
        code = ord(letter)
        offset = (code - _FIRST) % _BLOCK if _FIRST <= code <= _LAST else -1
        if offset in _CONSONANTS:
            letters += ["a"] * owes + [_CONSONANTS[offset]]
            owes = True
        elif offset == _NUKTA and letters:
            letters[-1] = _DOTTED.get(letters[-1], letters[-1])
        elif offset in _SIGNS:
            letters.append(_SIGNS[offset])
            owes = False
        elif offset in _VOWELS:
            letters += ["a"] * owes + [_VOWELS[offset]]
            owes = False
        elif code not in _JOINERS:
            letters.append(_CLOSED.get(offset, letter))
            owes = False
    return "".join(letters)
