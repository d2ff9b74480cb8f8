"""A document as it is laid out: headings, paragraphs, lists, tables and code, with the words that are cited marked.

It is put together from the passages that a collection keeps and the text around them, so that nothing of the file
itself is shown: a document is words, whatever it was made of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.documents.chunking import Part
from core.documents.outline import PAGE_END, BlockKind
from core.language.sentences import CELLS
from core.stores.passages import Passage

DEEPEST = 6
_WHOLE = 3_000  # characters; a shorter block is never cut
_PARTED = re.compile(r"\n[\f\s]*\n")
_PARAGRAPH = re.compile(r"[^\n\f]*\S[^\n\f]*(?:\n[^\n\f]*\S[^\n\f]*)*")
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_MARK = re.compile(r"(?P<indent>\s*)(?P<mark>[-*+•‣◦▪●·–—]|\(?(?:\d{1,3}|[A-Za-z])[.)])\s+(?=\S)")

Words = list[tuple[str, bool]]
"""A stretch of text in pieces, each with whether it is cited."""


@dataclass(frozen=True)
class Laid:
    """A block of a document, from character `start` to `end`, ready to be drawn.

    A heading has a `level` from 1. `rows` are those of a table, of which the first names the columns if `named`; a list
    has its items in `items`, each with its depth and its mark; of anything else the words are in `words`.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    words: Words | None = None
    items: list[tuple[int, str, Words]] | None = None
    rows: list[list[Words]] | None = None
    named: bool = False


def lay_out(
    text: str, passages: Sequence[Passage], cited: Sequence[tuple[int, int]], low: int = 0, high: int = 10**9
) -> list[Laid]:
    """Return the blocks that stand from character `low` to `high`, in order; of a long one what stands there of it.

    `cited` are the stretches to be marked, in order and apart.
    """
    return [
        _laid(text, _cut(text, part, low, high), level, cited)
        for part, level in _blocks(text, passages)
        if part.start < high and part.end > low
    ]


def _cut(text: str, part: Part, low: int, high: int) -> Part:
    """Return what stands of a block between two characters, in whole lines where there are some."""
    if part.end - part.start <= _WHOLE:
        return part
    first, last = max(part.start, low), min(part.end, high)
    if first > part.start:
        first = (text.find("\n", first, last) + 1) or first
    if last < part.end:
        last = text.rfind("\n", first, last) if "\n" in text[first:last] else last
    return part._replace(start=first, end=last)


# --- the blocks -------------------------------------------------------------------------------------------------------


def _blocks(text: str, passages: Sequence[Passage]) -> Iterator[tuple[Part, int]]:
    """Give each block once and whole, with the level of a heading.

    Passages repeat the end of the one before and part what is too long; headings above them stand between them.
    """
    last: tuple[Part, int] | None = None
    done = 0
    for whole in sorted((part for passage in passages for part in _parts(passage)), key=lambda part: part.start):
        if whole.end <= done:
            continue
        part = whole._replace(start=max(whole.start, done))
        between = list(_between(text, done, part.start, part.headings))
        if last and not between and _is_one(text, last[0], part):
            last = (last[0]._replace(end=part.end), last[1])
        else:
            yield from filter(None, [last])
            yield from between
            last = (part, min(len(part.headings), DEEPEST) if part.kind == "heading" else 0)
        done = part.end
    yield from filter(None, [last])
    yield from _between(text, done, len(text), ())


def _parts(passage: Passage) -> Sequence[Part]:
    return passage.parts or (Part("paragraph", passage.start, passage.end, passage.headings),)


def _between(text: str, start: int, end: int, headings: Sequence[str]) -> Iterator[tuple[Part, int]]:
    """Give what belongs to no passage: the headings that lead the next one, and what else there may be."""
    for match in _PARAGRAPH.finditer(text, start, end):
        line = " ".join(match.group().split())
        level = headings.index(line) + 1 if line in headings else 0
        kind: BlockKind = "heading" if level else "paragraph"
        yield Part(kind, match.start(), match.end(), tuple(headings[:level])), min(level, DEEPEST)


def _is_one(text: str, before: Part, part: Part) -> bool:
    """Whether two parts are what was cut of one block."""
    same = (before.kind, before.headings) == (part.kind, part.headings) and part.kind != "heading"
    return same and _PARTED.search(text, before.end, part.start) is None


# --- what they are made of --------------------------------------------------------------------------------------------


def _laid(text: str, part: Part, level: int, cited: Sequence[tuple[int, int]]) -> Laid:
    block = Laid(part.kind, part.start, part.end, level)
    if part.kind == "table":
        lines = [match.span() for match in _LINE.finditer(text, part.start, part.end)]
        rows = [list(_cells(text, *line, cited)) for line in lines]
        if part.columns and text[slice(*lines[0])].strip() != part.columns.strip():
            rows = [[[(name, False)] for name in part.columns.split(CELLS)], *rows]
        return replace(block, rows=rows, named=bool(part.columns))
    if part.kind == "list":
        return replace(block, items=[_item(text, *match.span(), cited) for match in _LINE.finditer(text, *_span(part))])
    return replace(block, words=words_of(text, *_span(part), cited))


def _span(part: Part) -> tuple[int, int]:
    return part.start, part.end


def _cells(text: str, start: int, end: int, cited: Sequence[tuple[int, int]]) -> Iterator[Words]:
    for cell in text[start:end].split(CELLS):
        yield words_of(text, start, start + len(cell), cited)
        start += len(cell) + len(CELLS)


def _item(text: str, start: int, end: int, cited: Sequence[tuple[int, int]]) -> tuple[int, str, Words]:
    line = text[start:end]
    found = _MARK.match(line)
    indent = len(line) - len(line.lstrip())
    mark = found["mark"] if found else ""
    words = words_of(text, start + (found.end() if found else indent), end, cited)
    return indent // 2, "•" if mark and not mark.strip("()").rstrip(".").isalnum() else mark, words


def words_of(text: str, start: int, end: int, cited: Sequence[tuple[int, int]]) -> Words:
    """Return characters `start` to `end` of a text in pieces, each with whether it is cited."""
    pieces: Words = []
    for first, last in [*cited, (end, end)]:
        low, high = min(max(first, start), end), min(max(last, start), end)
        pieces += [(text[start:low], False), (text[low:high], True)]
        start = max(high, start)
    return [(piece.replace(PAGE_END, ""), marked) for piece, marked in pieces if piece.strip(PAGE_END)]
