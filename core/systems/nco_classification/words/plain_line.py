"""A text as one line of plainly spelt words, on which a pattern finds the same statement in any script.

Words of Indian languages are romanised and spelt as simply as they sound; “ , ” parts statements. What is found stands
at offsets of the text itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from core.language.lexicon import alternatives, rows, word_groups, word_list
from core.language.spelling import simple_spelling
from core.language.tokens import comparable, word_pattern
from core.language.transliteration import romanise

_BREAKS = re.compile(r"[,;:()\[\]/\n|–—।?!]|\.\s|\s-\s|\.$")
_SHORT = 4  # letters of a part of an abbreviation: “M.Phil.”
_LISTS = ("people_beside", "not_in_work", "home_and_study", "work_of_today")
_GROUP = re.compile(r"\{([^{}\d][^{}]*)\}")
BEGINS = "(?:(?<![^,] )(?<![^ ])|(?<= and )|(?<= aur )|(?<= but )|(?<= lekin ))"
"""Where a statement begins in a line: at its start, behind a break, behind a conjunction."""
ENDS = "(?= ,| (?:and|aur|but|lekin|par|while|also|ab|now|magar)(?: |$)|$)"
"""Where a statement ends in a line."""


@dataclass(frozen=True)
class PlainLine:
    """The words of a text in a row, and for each character where its word begins and ends in the text."""

    line: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def within(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets [start, end) in the text of some characters of the line."""
        return self.starts[start], self.ends[max(start, end - 1)]


@lru_cache(maxsize=10_000)
def plain_line(text: str) -> PlainLine:
    """Write a text as one line; empty where it has no word."""
    line, starts, ends, end = "", list[int](), list[int](), 0
    for match in word_pattern(text.isascii()).finditer(text):
        gap = " , " if end and _parts(text, end, match.start(), line) else " " if line else ""
        plain = gap + _plain(match.group())
        starts += [match.start()] * len(plain)
        ends += [end or match.end()] * len(gap) + [match.end()] * (len(plain) - len(gap))
        line, end = line + plain, match.end()
    return PlainLine(line, tuple(starts), tuple(ends))


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text with spaces where these offsets [start, end) are, so that every other offset stays."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _parts(text: str, start: int, end: int, before: str) -> bool:
    """Tell whether what stands between two words parts two statements; a full stop behind a short word does not."""
    gap, last = text[start:end], before.rpartition(" ")[2]
    short = gap.strip() == "." and (len(last) <= 2 or last in _abbreviations())
    return _BREAKS.search(gap) is not None and not short


def _plain(word: str) -> str:
    """Spell a word plainly; Indian scripts write vowels that nobody speaks, so their words are known by consonants."""
    plain = simple_spelling(romanise(comparable(word)).lower())
    if word.isascii() or plain in _listed():
        return plain
    return _by_consonants().get(plain.replace("a", ""), plain)


@cache
def _listed() -> frozenset[str]:
    return frozenset(simple_spelling(word) for name in _LISTS for row in rows(name) for word in row["word"].split())


@cache
def _by_consonants() -> dict[str, str]:
    return {word.replace("a", ""): word for word in sorted(_listed())}


@cache
def _abbreviations() -> frozenset[str]:
    """List the words behind which a full stop ends no statement: “B.Sc. second year”, “Retd. from”."""
    listed = word_list("abbreviations") | word_list("title_abbreviations") | {"retd", "rtd"}
    degrees = {part for word in word_groups("home_and_study")["degree"] for part in word.split() if len(part) <= _SHORT}
    return frozenset(simple_spelling(word.strip(".")) for word in listed | degrees)


def pattern(written: str, /, **groups: Iterable[str] | str) -> re.Pattern[str]:
    """Compile a pattern for such lines: `{group}` stands for any of the words of a group, `{one|other}` for these.

    A group that is a text is a pattern itself, in which groups may stand. Of words of a group the longest phrase is
    taken and none tried again: “(?>…)”, without which a text of many words that several lists have takes for ever.
    """

    def any_of(match: re.Match[str]) -> str:
        named = groups.get(match[1])
        if isinstance(named, str):
            return f"(?:{_GROUP.sub(any_of, named)})"
        return f"(?>{alternatives(_plainly(match[1].split('|') if named is None else named))})"

    return re.compile(_GROUP.sub(any_of, written))


def _plainly(listed: Iterable[str]) -> Iterator[str]:
    return (" ".join(simple_spelling(word) for word in phrase.split()) for phrase in listed)
