"""The tokens of a question: words, numbers, quotations and signs, each with its place."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

from core.language.names import plain_name

_TOKEN = re.compile(
    r"(?P<quote>“[^”]{1,200}”|\"[^\"]{1,200}\"|‘[^’]{1,200}’(?!\w)|(?<!\w)'[^']{2,200}'(?!\w))"
    r"|(?P<initials>(?:[A-Z]\.\s?){1,4}(?=[A-Z]))"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?![\d])|\d+(?:\.\d+)?)"
    r"|(?P<decade>['’]?\d{2}s(?!\w))"
    r"|(?P<short>\b[wW]/[oO]?(?=\s|$))"
    r"|(?P<word>[^\W\d_]+(?:['’](?!s\b|S\b)[^\W\d_]+)*)"
    r"|(?P<possessive>['’]s\b)"
    r"|(?P<sign>>=|<=|[^\w\s])"
)
_NOT = re.compile(r"(?i)n['’]?t$")
_DENIALS = frozenset({
    "isnt", "arent", "wasnt", "werent", "dont", "doesnt", "didnt", "hasnt", "havent", "hadnt", "wont", "wouldnt",
    "cant", "couldnt", "shouldnt", "cannot",
})  # fmt: skip
_STUMPS = {"ca": "can", "wo": "will"}
_INITIALS = re.compile(r"\b(\w) (?=\w\b)")


@dataclass(frozen=True)
class Token:
    """One token, `question[start:end]`; `key` is the form in which it is compared."""

    text: str
    start: int
    end: int
    key: str
    kind: str

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital."""
        return self.text[:1].isupper()

    @property
    def number(self) -> float | None:
        """Give the number in figures, None for anything else, and for figures by the hundred, which are no number."""
        value = float(self.text.replace(",", "")) if self.kind == "number" else math.inf
        return value if math.isfinite(value) else None


@lru_cache(maxsize=200_000)
def key_of(text: str) -> str:
    """Return the form in which names and words are compared: plain, with initials joined: "J. R. R. Tolkien" is "jrr
    tolkien"."""
    plain = plain_name(text)
    return _INITIALS.sub(r"\1", plain)


def tokens_of(question: str) -> list[Token]:
    """Cut a question into tokens. A quotation is one; "isn't" and "dont" are parted before the denial."""
    found: list[Token] = []
    for match in _TOKEN.finditer(question):
        kind = str(match.lastgroup)
        text, start, end = match.group(), match.start(), match.end()
        if kind == "word" and key_of(text) in _DENIALS and (tail := _NOT.search(text) or re.search("not$", text)):
            cut = start + tail.start()
            stump = key_of(question[start:cut])
            found.append(Token(question[start:cut], start, cut, _STUMPS.get(stump, stump), "word"))
            found.append(Token(question[cut:end], cut, end, "not", "word"))
            continue
        if kind == "short":  # “w/” and “w/o”
            found.append(Token(text, start, end, "with" if len(text) == 2 else "without", "word"))
            continue
        key = "s" if kind == "possessive" else key_of(text) if kind != "sign" else text
        found.append(Token(text, start, end, key or text, kind))
    return found
