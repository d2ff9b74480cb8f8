"""The sentences of a text: rules for full stops, abbreviations, list items and headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.language.lexicon import word_groups, word_list


@dataclass(frozen=True)
class Sentence:
    """One sentence and where it stands: `text[start:end]` of the whole text."""

    text: str
    start: int
    end: int


CELLS = " | "
"""What stands between the cells of a row where a table is written as text, a row a line."""

_LINE = re.compile(r"[^\n]+")
_PAGE_END = "\f"  # a sentence goes on over the end of a page
_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+)*")
_BULLET = re.compile(r"[-*+•‣◦▪●·–—]\s+")
_NUMBERED = re.compile(r"\(?(?:\d{1,3}|[A-Za-z])[.)]\s+")
_END = re.compile(r"(?<![.!?…])[.!?…]+[\"'”’»)\]]*(?=\s)|[।॥。！？؟۔]+[」』”’）]*")
_NO_END = word_groups("abbreviations")["before a name"]
_NO_END_BEFORE_NUMBER = word_groups("abbreviations")["before a number"]
_STARTERS = word_list("sentence_starters")
_DOTTED = re.compile(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}|[^\W\d_]")  # U.S, Ph.D, and a single letter
_MEASURED = re.compile(r"\d[\s\u00a0]\w$")  # “for 24 h. Then”: a unit and no initial
_WRAPPED_LINE = 50  # a shorter line than this, before a capital letter, is a heading
_REACH = 40  # how many characters before and after a full stop are looked at
_SPACES_AND_QUOTES = " \t\n\"'“‘«(["


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a text with their offsets, in order; never empty ones, never overlapping.

    Rules, no model: a full stop ends no sentence after a title (Dr.), an initial (J. Smith), an abbreviation (e.g.,
    U.S.) or before a small letter; blank lines, list items and headings (short lines) end one. A bullet is not part of
    its item.
    """
    found = []
    for start, end in _blocks(text):
        for first, last in _ends(text, start, end):
            piece = text[first:last].strip()
            if piece:
                begin = text.index(piece, first)
                found.append(Sentence(piece, begin, begin + len(piece)))
    return found


def sentences_and_rows(text: str) -> list[Sentence]:
    """Return the sentences of a text, in order, but of a table its rows, each whole whatever stops stand in it.

    A table is a run of lines, parted from others by blank ones, that all have cells.
    """
    found: list[Sentence] = []
    done = 0
    for paragraph in _PARAGRAPH.finditer(text):
        lines = [(paragraph.start() + one.start(), one.group()) for one in _LINE.finditer(paragraph.group())]
        if all(CELLS in line for _, line in lines):
            found += _moved(sentences(text[done : paragraph.start()]), done)
            found += [
                Sentence(line.strip(), _first(line, at), _first(line, at) + len(line.strip())) for at, line in lines
            ]
            done = paragraph.end()
    return found + _moved(sentences(text[done:]), done)


def _first(line: str, at: int) -> int:
    return at + len(line) - len(line.lstrip())


def _moved(found: list[Sentence], by: int) -> list[Sentence]:
    return [Sentence(one.text, one.start + by, one.end + by) for one in found]


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Find the runs of lines that belong together: a paragraph, a list item with its continuation lines, a heading."""
    start = end = 0
    for match in _LINE.finditer(text):
        line = match.group().strip()
        if not line:
            continue
        first = match.start() + len(match.group()) - len(match.group().lstrip())
        bullet = _BULLET.match(text, first)
        if end and not _carries_on(text, start, end, first, bool(bullet)):
            yield start, end
            end = 0
        if not end:
            start = bullet.end() if bullet else first
        end = match.end()
    if end:
        yield start, end


def _carries_on(text: str, start: int, end: int, first: int, bullet: bool) -> bool:
    """Whether the line that begins at `first` continues the block text[start:end] before it."""
    apart = text.count("\n", end, first) > 1 and _PAGE_END not in text[end:first]
    if bullet or _NUMBERED.match(text, first) or apart:
        return False
    last_line = text[max(start, text.rfind("\n", start, end)) : end].strip()
    return len(last_line) >= _WRAPPED_LINE or text[first].islower()


def _ends(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut the block text[start:end] after each mark that ends a sentence."""
    for match in _END.finditer(text, start, end):
        before = text[max(start, match.start() - _REACH) : match.start()]
        after = text[match.end() : min(end, match.end() + _REACH)].lstrip().lstrip(_SPACES_AND_QUOTES).lstrip()
        if _ends_sentence(before, match.group(), after):
            yield start, match.end()
            start = match.end()
    yield start, end


def _ends_sentence(before: str, mark: str, after: str) -> bool:
    if mark[0] not in ".…!?" or not after:
        return True
    if before[-1:].isspace() and len(mark) == 1:  # a full stop that stands alone , as some write it .
        return True
    if after[0].islower():
        return False
    if mark[0] in "!?" or mark[1:2] in ("!", "?", ".") or _MEASURED.search(before):
        return True
    return not _is_abbreviation(before.split(), after)


def _is_abbreviation(before: list[str], after: str) -> bool:
    """Whether the last word before a full stop and a capital letter, figure or other sign carries it as its own."""
    word = before[-1].lstrip(_SPACES_AND_QUOTES).lower() if before else ""
    if word.replace(".", "") in _NO_END or (word in _NO_END_BEFORE_NUMBER and after[0].isdigit()):
        return True
    if _DOTTED.fullmatch(word):  # U.S. Government, J. Smith; but: vitamin C. The next …
        return after.split(maxsplit=1)[0].lower() not in _STARTERS
    return len(before) == 1 and word.isdigit()  # 1. Introduction
