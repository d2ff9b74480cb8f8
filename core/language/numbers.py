"""The words that say numbers: twelve, a dozen, third, a quarter, doubled, and what each is worth."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from core.language.lexicon import alternatives, rows


def _numbers(kind: str) -> dict[str, float]:
    return {row["word"]: float(Fraction(row["value"])) for row in rows("numbers") if row["kind"] == kind}


ONES = {word: int(value) for word, value in _numbers("one").items()}
ONES_TO_19 = {word: value for word, value in ONES.items() if value}
TENS = {word: int(value) for word, value in _numbers("ten").items()}
NUMBER_WORDS = ONES | TENS
"""The numbers that are one word, up to ninety."""
LARGE = _numbers("large")
ORDINALS = {word: int(value) for word, value in _numbers("ordinal").items()}
HINDI_ORDINALS = {word: int(value) for word, value in _numbers("ordinal in Hindi").items()}
"""First to twelfth, in Latin letters and in Devanagari, as classes of a school are numbered."""
PARTS = _numbers("part")
FACTORS = _numbers("factor") | {f"{word}fold": float(value) for word, value in ONES_TO_19.items() if value > 1}
HALVED = tuple(_numbers("halving"))

# Regular expressions, to be read without regard to capitals.
ONE_TO_19 = alternatives(ONES_TO_19)
SMALL = rf"(?:(?:{alternatives(TENS)})(?:(?:\s?-\s?| )(?:{ONE_TO_19}))?|{ONE_TO_19})"
LARGE_WORDS = alternatives(word for word in LARGE if len(word) > 2 and word != "dozen")
SPELLED = (
    rf"(?:(?:{SMALL}|an?)\s+(?:{LARGE_WORDS}|dozen)(?:\s+(?:{LARGE_WORDS}))?(?:\s+(?:and\s+)?{SMALL})?|{SMALL}|zero)"
)

_SILENT = ("and", "a", "an")
_COUNTING = frozenset((*NUMBER_WORDS, "hundred", "thousand"))
_MOST_DIGITS = 300  # more are no number of anything, and no float
_COUNTED = rf"(?:{alternatives(_COUNTING)})"
COUNT = rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,5}}|(?:(?:{_COUNTED}|and|a)[ -]?)*{_COUNTED})"
"""How many of something, in figures (1,200) or in words (three hundred and fifty), as a regular expression."""


def whole(written: str) -> float:
    """Return the value of a number word, or of figures: “three hundred and forty”, “a dozen”, “17”."""
    total = current = 0.0
    for word in re.split(r"[\s-]+", written.lower()):
        if word in ("and", "", "zero"):
            continue
        if word in LARGE:
            current = max(current, 1.0) * LARGE[word]
            if word != "hundred":
                total, current = total + current, 0.0
        elif word in ("a", "an"):
            current = 1.0
        else:
            current += ONES_TO_19.get(word) or TENS.get(word) or float(word)
    return total + current


def number(written: str) -> int | None:
    """How many, in figures (“1,200”) or in words (“three hundred and fifty”); None for anything else."""
    plain = written.strip().lower().replace(",", "")
    if plain.isdecimal():
        return int(plain) if len(plain) <= _MOST_DIGITS else None
    found = re.split(r"[\s-]+", plain)
    if not _COUNTING.intersection(found) or not _COUNTING.issuperset(set(found).difference(_SILENT)):
        return None
    value = whole(plain)
    return int(value) if math.isfinite(value) else None


def part(written: str) -> float:
    """Return what “half”, “a quarter”, “three quarters” or “and a half” adds up to."""
    words = re.findall(r"[a-z]+", written.lower())
    times = next((ONES_TO_19[word] for word in words if word in ONES_TO_19), 1)
    return times * next(
        PARTS[word.rstrip("s") if word != "half" else word] for word in reversed(words) if _is_part(word)
    )


def _is_part(word: str) -> bool:
    return word in PARTS or word.rstrip("s") in PARTS
