"""The words that say numbers: twelve, a dozen, third, a quarter, doubled, and what each is worth."""

from __future__ import annotations

import re

_ONES = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
ONES_TO_19 = {word: number for number, word in enumerate([*_ONES.split(), "eighteen", "nineteen"], start=1)}
TENS = {
    word: 10 * number
    for number, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
}
LARGE = {
    "hundred": 1e2, "thousand": 1e3, "lakh": 1e5, "million": 1e6, "crore": 1e7, "billion": 1e9, "trillion": 1e12,
    "dozen": 12.0, "mn": 1e6, "bn": 1e9, "m": 1e6, "k": 1e3,
}  # fmt: skip
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth twentieth"
)
ORDINALS = {word: number for number, word in enumerate(_ORDINALS.split(), start=1)}
PARTS = {
    "half": 1 / 2, "third": 1 / 3, "quarter": 1 / 4, "fourth": 1 / 4, "fifth": 1 / 5, "sixth": 1 / 6, "seventh": 1 / 7,
    "eighth": 1 / 8, "tenth": 1 / 10,
}  # fmt: skip
FACTORS = {
    "twice": 2, "double": 2, "doubles": 2, "doubled": 2, "doubling": 2, "thrice": 3, "triple": 3, "triples": 3,
    "tripled": 3, "tripling": 3, "treble": 3, "trebled": 3, "quadruple": 4, "quadruples": 4, "quadrupled": 4,
    "quadrupling": 4,
} | {f"{word}fold": number for word, number in ONES_TO_19.items() if number > 1}  # fmt: skip
HALVED = ("halve", "halved", "halves", "halving")

ONE_TO_19 = "|".join(sorted(ONES_TO_19, key=len, reverse=True))
SMALL = rf"(?:(?:{'|'.join(TENS)})(?:[- ](?:{ONE_TO_19}))?|{ONE_TO_19})"
LARGE_WORDS = r"hundred|thousand|lakh|million|crore|billion|trillion"
SPELLED = (
    rf"(?:(?:{SMALL}|an?)\s+(?:{LARGE_WORDS}|dozen)(?:\s+(?:{LARGE_WORDS}))?(?:\s+(?:and\s+)?{SMALL})?|{SMALL}|zero)"
)
"""Regular expressions, to be read without regard to capitals."""


def whole(written: str) -> float:
    """The value of a number word, or of figures: “three hundred and forty”, “a dozen”, “17”."""
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


def part(written: str) -> float:
    """What “half”, “a quarter”, “three quarters” or “and a half” adds up to."""
    words = re.findall(r"[a-z]+", written.lower())
    times = next((ONES_TO_19[word] for word in words if word in ONES_TO_19), 1)
    return times * next(
        PARTS[word.rstrip("s") if word != "half" else word] for word in reversed(words) if _is_part(word)
    )


def _is_part(word: str) -> bool:
    return word in PARTS or word.rstrip("s") in PARTS
