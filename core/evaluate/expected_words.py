"""Whether an answer holds what was expected of it: whole words, whatever their capitals, and numbers by their value.

"1,234" is 1234. An expected number with decimals, and an expected percentage, is there when a number of the answer
rounds to the digits given: 6.72 % holds "6.7%" and "7%", 6.72 does not. A percentage may be rounded in the answer, too:
7 % holds "6.7%". What is joined by " >> " must stand in this order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

ORDER = " >> "

_NUMBER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)(\s?%|\sper\s?cent\b)?(?!\w)")
_EXPECTED_NUMBER = re.compile(r"(\d+)(?:\.(\d+))?\s?(%)?")
_THOUSANDS = re.compile(r"(?<=\d)[,\u00a0\u2009\u202f](?=\d{3}(?!\d))")
_QUOTES = str.maketrans("’‘“”", "''\"\"", "*`")
_DECLINES = re.compile(
    r"\b(?:can ?not|can't|could ?n[o']t|unable|don't know|do not know|does not (?:know|say|hold|have|tell|record|keep)"
    r"|doesn't (?:know|say|hold|have|tell|record|keep)|has no|have no|no (?:column|information|data|field)"
    r"|nothing (?:about|of|on)|not (?:known|recorded|kept|understood|in the catalogue|a column)|lacks?|missing"
    r"|none|nobody|nothing|no books? found)\b"
)

_READINGS = re.compile(r"\b(?:either|both|depending|otherwise|if you mean|meant|may mean|can mean|read as|readings?)\b")


def missing_of(parts: Sequence[str], answer: str) -> tuple[str, ...]:
    """Return the parts that an answer does not hold; of a part with alternatives, "a|b", one is enough."""
    text = _plain(answer)
    return tuple(part for part in parts if not any(_holds(text, one) for one in part.split("|") if one.strip()))


def declines(answer: str) -> bool:
    """Whether an answer says that something is not known, not there or cannot be done."""
    return bool(_DECLINES.search(_plain(answer)))


def tells_readings(answer: str) -> bool:
    """Whether an answer says that a question may be read in several ways."""
    return bool(_READINGS.search(_plain(answer)))


def new_numbers(answer: str, question: str) -> set[str]:
    """Return the numbers of an answer that its question does not hold."""
    return {number for number, _ in _numbers(_plain(answer))} - {number for number, _ in _numbers(_plain(question))}


def _holds(text: str, expected: str) -> bool:
    if ORDER in expected:
        steps = (rf"(?<!\w){re.escape(_plain(one))}(?!\w)" for one in expected.split(ORDER))
        return re.search(".*?".join(steps), text) is not None
    words = _plain(expected)
    number = _EXPECTED_NUMBER.fullmatch(words)
    if not number:
        return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None
    whole, decimals, percent = number.groups()
    wanted = float(f"{whole}.{decimals or 0}")
    rounding = 0.5 * 10.0 ** -len(decimals or "") + 1e-9 if decimals or percent else 1e-9
    for given, sign in _numbers(text):
        rounded = percent and "." not in given and abs(float(given) - wanted) <= 0.5
        if (sign or not percent) and (rounded or abs(float(given) - wanted) <= rounding):
            return True
    return False


def _numbers(text: str) -> Iterator[tuple[str, str]]:
    for match in _NUMBER.finditer(text):
        yield match[1], match[2] or ""


def _plain(text: str) -> str:
    """Text as it is compared: small letters, single spaces, no commas inside numbers, one kind of quotation mark."""
    return " ".join(_THOUSANDS.sub("", text.translate(_QUOTES)).casefold().split())
