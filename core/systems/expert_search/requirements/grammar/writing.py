"""Ways of writing: “must've”, “w/o”, letters that a sign makes one word (“R&D”, “CI/CD”), and “A / B” for “A or B”."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from core.language.clauses import Token, stem

_CONTRACTED = re.compile(r"(?P<subject>[a-z]+)'(?P<verb>ve|d|ll|re)\Z")
_VERBS = {"ve": "have", "d": "would", "ll": "will", "re": "are"}
_SHORT = 2  # letters of a word that a sign ties to another: “PR&comms”
_LONGEST = 30  # letters of a word beside a sign
_AND_OR = ("and", "or")
_JOINED = re.compile(r"(?<=\w)[^\S\n]?/[^\S\n]?(?=\w)")
_WITH = re.compile(r"(?<!\w)w/(?P<out>o\b)?(?:\s|(?=\w))", re.IGNORECASE)
_PLUS = re.compile(r"\+(?=[^\w\s]|\s|\Z)")  # “C++”, and not “Java + SQL”


def long_forms(text: str, words: Sequence[Token], known: Container[str]) -> Iterator[Token]:
    """Give words as they are written in full: “must've” as two, “w/o” as “without”; those that are `known` stay."""
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        shortened = _CONTRACTED.match(word.word) if word.word not in known else None
        if word.word.startswith("who'"):
            yield _as(word, "who")
        elif shortened:
            middle = word.start + shortened.end("subject")
            yield replace(_as(word, shortened["subject"]), end=middle, compound=False)
            yield replace(_as(word, _VERBS[shortened["verb"]]), start=middle + 1)
        elif word.word == "w" and text.startswith("/", word.end):
            out = place < len(words) and words[place].word == "o" and words[place].start == word.end + 1
            yield replace(_as(word, "without" if out else "with"), end=words[place].end if out else word.end + 1)
            place += out
        else:
            yield word


def _as(word: Token, meant: str) -> Token:
    return replace(word, word=meant, stem=stem(meant))


def ties(text: str, start: int, end: int) -> bool:
    """Whether the sign between two words makes one of them: “R&D”, “CI/CD”, “24/7”, “C++”, and not “soil & water”."""
    sign = text[start:end].strip()
    spaced = text[start:end] != sign
    before, after = _beside(text, start, end)
    if sign.startswith("+"):
        return start > 0 and text[start - 1].isalpha() and _PLUS.match(text, start) is not None
    if sign not in ("&", "/") or not before or not after:
        return False
    if spaced:
        return len(before) == len(after) == 1
    if sign == "/" and (before.lower(), after.lower()) == _AND_OR:
        return True
    short = min(len(before), len(after)) <= (_SHORT if sign == "&" else 1)
    return short or (before.isupper() and after.isupper()) or before.isdigit() or after.isdigit()


def _beside(text: str, start: int, end: int) -> tuple[str, str]:
    before = re.search(r"\w+\Z", text[max(0, start - _LONGEST) : start])
    after = re.match(r"\w+", text[end : end + _LONGEST])
    return before.group() if before else "", after.group() if after else ""


def in_full(said: str) -> str:
    """Return words with “or” for the sign between two of them, and “with” for “w/”."""
    said = _WITH.sub(lambda one: "without " if one["out"] else "with ", said)
    return _JOINED.sub(lambda one: one.group() if ties(said, *one.span()) else " or ", said)


def is_bare(said: str) -> bool:
    """Whether this is a single letter or a number, which alone is no topic."""
    return len(said) == 1 or said.isdecimal()
